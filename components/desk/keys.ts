import { useEffect, useEffectEvent } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";

/** One row of a desk's table of keys: what is pressed, what it does in words, and what it does. */
export interface DeskKey<C> {
  /** As KeyboardEvent.key names them; "Ctrl+Enter" and "Ctrl+z" also with ⌘, "Alt+ArrowUp" with ⌥. */
  keys: readonly string[];
  /** As the guide shows them, where that is shorter. */
  shown?: readonly string[];
  does: string;
  /** Acts also while someone types: its `run` looks where. */
  typing?: boolean;
  /** @returns false where it does nothing now, and the key is the browser's. */
  run: (context: C, event: KeyboardEvent) => boolean | void;
}
export type KeyTable<C> = Readonly<Record<string, DeskKey<C>>>;

/** The keys of a row as they stand on a button or in the guide. */
export function shownKeys({
  keys,
  shown,
}: Pick<DeskKey<never>, "keys" | "shown">): readonly string[] {
  return (
    shown ??
    keys.map((key) =>
      key.startsWith("Ctrl+")
        ? `Ctrl ${key.length === 6 ? key[5]!.toUpperCase() : key.slice(5)}`
        : key,
    )
  );
}

/** The rows of tables as the list of shortcuts shows them. */
export function guideOf(...tables: KeyTable<never>[]): { keys: readonly string[]; does: string }[] {
  return tables.flatMap((table) =>
    Object.values(table).map((row) => ({ keys: shownKeys(row), does: row.does })),
  );
}

const TYPING =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]";

/** Whether the row may act on this event, wherever it happened. */
function mayAct({ typing = false }: DeskKey<never>, event: KeyboardEvent, chord: boolean): boolean {
  if (!chord) return typing ? !event.isComposing : mayActOnKey(event) && !event.repeat;
  if (!typing) return !(event.target instanceof Element && event.target.closest(TYPING) !== null);
  return (
    !event.defaultPrevented &&
    !event.repeat &&
    !event.isComposing &&
    document.querySelector("[role=dialog], [role=menu]") === null
  );
}

/** Does what a table says of a key. */
export function onKey<C>(table: KeyTable<C>, context: C, event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  // A letter with Alt may be a character of its own; both together are AltGr.
  const alt = event.altKey && !control && event.key.startsWith("Arrow");
  const chord = (alt || (control && !event.altKey)) && !event.shiftKey;
  const name = chord
    ? `${alt ? "Alt" : "Ctrl"}+${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
    : event.key;
  const row = Object.values(table).find(({ keys }) => keys.includes(name));
  if (row === undefined || !mayAct(row, event, chord)) return;
  if (row.run(context, event) !== false) event.preventDefault();
}

/** Has a table of keys act while the component is shown. */
export function useKeys<C>(table: KeyTable<C>, context: C): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => onKey(table, context, event));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onPress(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
