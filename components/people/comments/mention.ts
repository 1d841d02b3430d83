interface Person {
  id: number;
  name: string;
}

/** As many names are offered at once. */
const MOST_NAMES = 6;
const LONGEST_NAME = 60;

/** A name that is being typed behind "@", and who it may become. */
export interface OpenMention {
  /** Where its "@" is. */
  from: number;
  people: Person[];
}

/**
 * Finds the name that is being typed at the caret. @returns null where none is, where no one is called so, or where the
 * name is complete
 */
export function mentionAt(
  text: string,
  caret: number,
  people: readonly Person[],
): OpenMention | null {
  const from = text.lastIndexOf("@", caret - 1);
  // "mail@example" mentions no one.
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(text[from - 1]!))) return null;
  const typed = text.slice(from + 1, caret).toLowerCase();
  if (typed.length > LONGEST_NAME || typed.includes("\n")) return null;
  // Namesakes are named together.
  const names = people.filter(
    ({ name }, at) => people.findIndex((other) => other.name === name) === at,
  );
  const found = names.filter(({ name }) => {
    const whole = name.toLowerCase();
    return whole !== typed && [whole, ...restsOf(whole)].some((part) => part.startsWith(typed));
  });
  return found.length === 0 ? null : { from, people: found.slice(0, MOST_NAMES) };
}

/** "ann marie lee": "marie lee", "lee". */
function restsOf(name: string): string[] {
  return [...name.matchAll(/\s+(?=\S)/g)].map((gap) => name.slice(gap.index + gap[0].length));
}

/** Puts a name in the place of what was typed of it. @returns the text, and where the caret goes */
export function completeMention(
  text: string,
  caret: number,
  mention: OpenMention,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(caret).replace(/^ /, "");
  const before = `${text.slice(0, mention.from)}@${name} `;
  return { text: before + after, caret: before.length };
}
