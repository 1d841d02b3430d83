/** Something that the browser finds itself: a page or an action. */
export interface Entry {
  href: string;
  label: string;
  /** Other words under which people look for it. */
  also?: string | undefined;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The entries in which every word that was typed begins a word, in their order; those whose label begins with what was
 * typed come first, and those that are only found by their other words last. Nothing typed: all of them.
 */
export function matching<E extends Entry>(entries: readonly E[], typed: string): E[] {
  const asked = wordsOf(typed);
  if (asked.length === 0) return typed.trim() === "" ? [...entries] : [];
  const within = (text: string) => {
    const words = wordsOf(text);
    return asked.every((one) => words.some((word) => word.startsWith(one)));
  };
  const rank = (entry: E): number => {
    if (wordsOf(entry.label).join(" ").startsWith(asked.join(" "))) return 0;
    if (within(entry.label)) return 1;
    return within(`${entry.label} ${entry.also ?? ""}`) ? 2 : 3;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter(({ rank: place }) => place < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
