"use client";

import { Button, Group, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { IconButton } from "@/components/ui/plain-button";
import { line, type Line as Item } from "./form-values";
import classes from "./question-form.module.css";

export interface LineListProps {
  /** The field's name in the errors: "answers". */
  name: string;
  legend: string;
  /** Marked as required. */
  required?: boolean | undefined;
  description?: string | undefined;
  /** What a line is called: "Answer 2". */
  label: (index: number) => string;
  addLabel: string;
  lines: Item[];
  onChange: (lines: Item[]) => void;
  errorOf: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  max: number;
  fullWords: string;
  /** Pasting several lines makes several entries. */
  splitPaste?: boolean;
  /** What stands below a line. */
  below?: (text: string) => ReactNode;
}

/** Lines of text that can be added, removed and put in another order, by button and by Alt+Up and Alt+Down; Enter goes to the next line, and adds one behind the last. */
export function LineList({
  name,
  legend,
  required = false,
  description,
  label,
  addLabel,
  lines,
  onChange,
  errorOf,
  onTouch,
  max,
  fullWords,
  splitPaste = false,
  below,
}: LineListProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState("");
  /** Where the focus goes next: to a line, or to the button that adds one. */
  const focusKey = useRef<number | "add" | null>(null);
  useEffect(() => {
    if (focusKey.current === null) return;
    box.current
      ?.querySelector<HTMLElement>(
        focusKey.current === "add" ? "[data-add]" : `[data-line="${focusKey.current}"] textarea`,
      )
      ?.focus();
    focusKey.current = null;
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return;
    const next = [...lines];
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved!);
    focusKey.current = moved!.key;
    setSaid(`${label(from)} moved to position ${to + 1} of ${lines.length}.`);
    onChange(next);
  };
  const add = () => {
    const added = line("");
    focusKey.current = added.key;
    onChange([...lines, added]);
  };
  const remove = (index: number) => {
    const next = lines.filter((_, other) => other !== index);
    focusKey.current = next[Math.min(index, next.length - 1)]?.key ?? "add";
    setSaid(`${label(index)} was removed.`);
    onChange(next);
  };
  const onKeyDown = (index: number, event: KeyboardEvent) => {
    // Enter goes to the next line, as in a sheet; Shift+Enter breaks the line.
    if (
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      !event.shiftKey &&
      !event.altKey &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      event.preventDefault();
      const next = lines[index + 1];
      if (next === undefined) {
        if (lines[index]!.text.trim() !== "" && lines.length < max) add();
      } else
        box.current
          ?.querySelector<HTMLTextAreaElement>(`[data-line="${next.key}"] textarea`)
          ?.focus();
      return;
    }
    if (
      !event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.key !== "ArrowUp" && event.key !== "ArrowDown")
    )
      return;
    event.preventDefault();
    move(index, index + (event.key === "ArrowUp" ? -1 : 1));
  };
  const onPaste = (index: number, event: ClipboardEvent) => {
    const parts = event.clipboardData
      .getData("text")
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (!splitPaste || parts.length < 2 || lines[index]!.text.trim() !== "") return;
    event.preventDefault();
    const next = [...lines];
    next.splice(index, 1, ...parts.map(line));
    const kept = next.slice(0, max);
    focusKey.current = kept[Math.min(index + parts.length, kept.length) - 1]!.key;
    onChange(kept);
  };
  const onText = (key: number, text: string) =>
    onChange(lines.map((other) => (other.key === key ? { ...other, text } : other)));
  const onBlur = (index: number) => onTouch(`${name}.${index}`);
  // The same object each time: a key that is typed in one line draws none of the others again.
  const latest = useRef<LineSteps>(null);
  useLayoutEffect(() => {
    latest.current = { onText, onBlur, onKeyDown, onPaste, move, remove };
  });
  const [steps] = useState<LineSteps>(() => ({
    onText: (...told) => latest.current!.onText(...told),
    onBlur: (...told) => latest.current!.onBlur(...told),
    onKeyDown: (...told) => latest.current!.onKeyDown(...told),
    onPaste: (...told) => latest.current!.onPaste(...told),
    move: (...told) => latest.current!.move(...told),
    remove: (...told) => latest.current!.remove(...told),
  }));
  const problems = lines.map((_, index) => errorOf(`${name}.${index}`));
  // Several lines that want the same say it once, below the list.
  const shared = problems.find(
    (words, index) => words !== undefined && problems.indexOf(words, index + 1) > index,
  );
  const whole = errorOf(name);

  return (
    <fieldset ref={box} className={classes.lines} data-wrong={whole ? true : undefined}>
      <legend>
        {legend}
        {required && (
          <span className={classes.required} aria-hidden>
            {" "}
            *
          </span>
        )}
      </legend>
      {description && <p className={classes.hint}>{description}</p>}
      <ol>
        {lines.map((item, index) => (
          <Line
            key={item.key}
            item={item}
            index={index}
            last={index === lines.length - 1}
            label={label(index)}
            problem={problems[index] === shared ? shared !== undefined : problems[index]}
            below={below}
            steps={steps}
          />
        ))}
      </ol>
      {shared !== undefined && (
        <p className={classes.error} data-shared-problem>
          {shared}
        </p>
      )}
      {whole && (
        <p className={classes.error} role="alert">
          {whole}
        </p>
      )}
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={lines.length >= max}
          data-add
          onClick={add}
        >
          {addLabel}
        </Button>
        {lines.length >= max && <span className={classes.hint}>{fullWords}</span>}
      </Group>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </fieldset>
  );
}

/** What a line does, by its key or its place. */
interface LineSteps {
  onText: (key: number, text: string) => void;
  onBlur: (index: number) => void;
  onKeyDown: (index: number, event: KeyboardEvent) => void;
  onPaste: (index: number, event: ClipboardEvent) => void;
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
}

interface LineProps {
  item: Item;
  index: number;
  last: boolean;
  label: string;
  problem: string | boolean | undefined;
  below: ((text: string) => ReactNode) | undefined;
  steps: LineSteps;
}

const Line = memo(function Line({ item, index, last, label, problem, below, steps }: LineProps) {
  return (
    <li data-line={item.key}>
      <div className={classes.line}>
        <GrowingTextarea
          className={classes.text}
          aria-label={label}
          minRows={1}
          maxRows={12}
          value={item.text}
          error={problem}
          onChange={(event) => steps.onText(item.key, event.currentTarget.value)}
          onBlur={() => steps.onBlur(index)}
          onKeyDown={(event) => steps.onKeyDown(index, event)}
          onPaste={(event) => steps.onPaste(index, event)}
        />
        <LineButtons index={index} last={last} label={label} steps={steps} />
      </div>
      {below?.(item.text)}
    </li>
  );
});

const LineButtons = memo(function LineButtons({
  index,
  last,
  label,
  steps,
}: Pick<LineProps, "index" | "last" | "label" | "steps">) {
  return (
    <div className={classes.lineButtons}>
      <IconButton
        size={28}
        label={`Move ${label} up`}
        title="Move up (Alt+↑)"
        disabled={index === 0}
        onClick={() => steps.move(index, index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton
        size={28}
        label={`Move ${label} down`}
        title="Move down (Alt+↓)"
        disabled={last}
        onClick={() => steps.move(index, index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton size={28} label={`Remove ${label}`} onClick={() => steps.remove(index)}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </div>
  );
});
