/*
 * What becomes of a cell's text that comes after its editor was opened: what was typed by then stands behind it, or in its
 * place where someone had selected everything first. Pure, so that each way is a line in a table of tests.
 */

/** `end`: typing goes behind the text; `all`: everything is selected, so that typing replaces it; `replaced`: it was. */
export type Onto = "end" | "all" | "replaced";

/** A key in an editor that waits for its text, before the browser has done anything about it. */
export function pressWaiting(onto: Onto, { key, mod }: { key: string; mod: boolean }): Onto {
  if (onto === "replaced") return onto;
  if (mod && key.toLowerCase() === "a") return "all";
  if (onto === "end") return onto;
  // An empty field says nothing of these, as nothing in it changes.
  if (key === "Backspace" || key === "Delete" || (mod && key.toLowerCase() === "x"))
    return "replaced";
  return /^(Arrow|Home$|End$|Page)/.test(key) ? "end" : onto;
}

/** Something was typed into an editor that waits for its text. */
export function typeWaiting(onto: Onto): Onto {
  return onto === "all" ? "replaced" : onto;
}

/** What the editor says once the text is here; null: the text alone. @param typed null where nothing was */
export function textArrives(onto: Onto, text: string, typed: string | null): string | null {
  if (onto === "replaced") return typed ?? "";
  return typed === null ? null : text + typed;
}
