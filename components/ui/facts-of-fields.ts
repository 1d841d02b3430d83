/** What is said of a field that is folded away; null: nothing, as it holds what it usually does. */
export type FieldFact = string | null;

/** "Timeout: 300 s", where the field holds something else than usual. */
export function factOf(
  label: string,
  value: string | number,
  usual: string | number,
  words = String(value).trim(),
): FieldFact {
  const typed = String(value).trim();
  if (typed === String(usual).trim()) return null;
  return `${label}: ${typed === "" ? "empty" : words}`;
}

/** The words, where something is set. */
export function factIf(set: boolean, words: string): FieldFact {
  return set ? words : null;
}
