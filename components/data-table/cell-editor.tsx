"use client";

import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import classes from "./data-table.module.css";
import { pressWaiting, textArrives, typeWaiting, type Onto } from "./late-text";

/**
 * The field in which a cell is edited. It keeps what is typed to itself, so that no letter draws the table again.
 * @param typed what it begins with in place of the cell's text
 * @param text the cell's text; undefined while it is loaded: what is typed by then comes behind it, or in its place (late-text)
 * @param onSeen is told what the cell said before someone typed
 * @param meanwhile what is shown where the cell says something else since then
 */
export function CellEditor({
  ref,
  label,
  typed,
  text,
  choices,
  onSeen,
  meanwhile,
  onBlur,
}: {
  ref: Ref<HTMLTextAreaElement & HTMLInputElement>;
  label: string;
  typed: string | null;
  text: string | undefined;
  choices: readonly string[] | null;
  onSeen: (text: string | undefined) => void;
  meanwhile: () => ReactNode;
  onBlur: () => void;
}) {
  const [value, setValue] = useState<string | null>(typed);
  const [seen, setSeen] = useState(text);
  const [onto, setOnto] = useState<Onto>("end");
  const waits = typed === null && seen === undefined;
  if (waits && text !== undefined) setValue(textArrives(onto, text, value));
  if (text !== undefined && seen !== text && (value === null || seen === undefined)) setSeen(text);
  useEffect(() => onSeen(seen), [onSeen, seen]);
  const changed = value !== null && seen !== undefined && text !== undefined && text !== seen;
  const note = changed && (
    <div className={classes.note} data-meanwhile role="status">
      {meanwhile()}
    </div>
  );
  const list = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  // Before the key that opened it is over, whose letter is for it.
  useLayoutEffect(() => {
    const one = field.current;
    one?.focus({ preventScroll: true });
    one?.setSelectionRange(one.value.length, one.value.length);
  }, []);
  // What was selected before there was anything to select.
  useLayoutEffect(() => {
    if (onto === "all") field.current?.select();
  }, [onto, seen]);
  const shown = value ?? seen ?? "";
  const common = {
    className: classes.editor,
    "aria-label": label,
    "data-waits": (waits && onto !== "replaced") || undefined,
    value: shown,
    onKeyDown: ({ key, ctrlKey, metaKey }: React.KeyboardEvent) => {
      setOnto(waits ? pressWaiting(onto, { key, mod: ctrlKey || metaKey }) : "end");
    },
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement | HTMLInputElement>) => {
      if (waits) setOnto(typeWaiting(onto));
      setValue(event.target.value);
    },
    onBlur,
    ref: (one: (HTMLTextAreaElement & HTMLInputElement) | null) => {
      field.current = one;
      if (typeof ref === "function") ref(one);
      else if (ref !== null) ref.current = one;
    },
  };
  if (choices !== null)
    return (
      <div className={classes.editing}>
        <input {...common} list={list} autoComplete="off" />
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
        {note}
      </div>
    );
  return (
    <div className={classes.editing}>
      <textarea {...common} rows={Math.min(12, Math.max(2, shown.split("\n").length + 1))} />
      {note}
    </div>
  );
}
