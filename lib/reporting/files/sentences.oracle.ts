/*
 * Reads the figures out of a report's sentences, so that a test can hold them against figures of its own: a sentence with a
 * number is a statement like any cell of a table.
 */

/** What a sentence says, by the names of its form: a number where it is one. A part of the form that is not there has none. */
export type Figures = Record<string, number | string>;

/**
 * A whole sentence with named groups; or one that begins with `lead` and says something of one number, of each of several
 * by its label ("Lead: First run 5 of 9; Second run 7 of 9."), or of all alike ("Lead: 5 of 9 in each run.").
 */
export type Form = RegExp | { lead: string; each: RegExp };

/** Sentences by the names of their forms, those with a lead by label too. */
export interface ReadSentences {
  figures: Record<string, Figures | Record<string, Figures>>;
  /** Those with a digit that have no form. */
  unread: string[];
}

/**
 * Reads sentences. What a test expects of them must be all that they say: a sentence that is missing, or says something of
 * another run, makes a difference as a wrong number does.
 * @param labels of the numbers that sentences with a lead are of
 * @param each what these are
 * @throws Error if two sentences have the same form, two forms fit a sentence, or a form with a lead fits but for its words
 */
export function readSentences(
  sentences: readonly string[],
  forms: Readonly<Record<string, Form>>,
  labels: readonly string[],
  each: "run" | "mode" = "run",
): ReadSentences {
  const read: ReadSentences = { figures: {}, unread: [] };
  for (const sentence of sentences) {
    const fitting = Object.entries(forms).flatMap(([name, form]) => {
      const found = readBy(form, sentence, labels, each);
      return found === null ? [] : [{ name, found }];
    });
    if (fitting.length > 1)
      throw new Error(`${fitting.map(({ name }) => name).join(" and ")} fit “${sentence}”`);
    const [only] = fitting;
    if (only === undefined) {
      if (/\d/.test(sentence)) read.unread.push(sentence);
      continue;
    }
    if (only.name in read.figures) throw new Error(`Said twice: “${sentence}”`);
    read.figures[only.name] = only.found;
  }
  return read;
}

function readBy(
  form: Form,
  sentence: string,
  labels: readonly string[],
  each: "run" | "mode",
): Figures | Record<string, Figures> | null {
  if (form instanceof RegExp) return figuresIn(sentence, form);
  if (!sentence.startsWith(`${form.lead}: `) || !sentence.endsWith(".")) return null;
  const words = sentence.slice(form.lead.length + 2, -1);
  const alike = words.endsWith(` in each ${each}`);
  const parts: (readonly [string, string])[] =
    labels.length === 1
      ? [[labels[0]!, words]]
      : alike
        ? labels.map((label) => [label, words.slice(0, -` in each ${each}`.length)] as const)
        : words.split("; ").map((part) => {
            // The longest, as one label can begin with another.
            const [label] = labels
              .filter((one) => part.startsWith(`${one} `))
              .toSorted((a, b) => b.length - a.length);
            if (label === undefined) throw new Error(`Of no run: “${part}” in “${sentence}”`);
            return [label, part.slice(label.length + 1)] as const;
          });
  if (new Set(parts.map(([label]) => label)).size !== parts.length)
    throw new Error(`Of one run twice: “${sentence}”`);
  return Object.fromEntries(
    parts.map(([label, part]) => {
      const found = figuresIn(part, form.each);
      if (found === null) throw new Error(`Cannot read “${part}” in “${sentence}”`);
      return [label, found];
    }),
  );
}

/** What a text says by a form that fits all of it; null: it does not. */
export function figuresIn(text: string, form: RegExp): Figures | null {
  const match = new RegExp(`^(?:${form.source})$`, form.flags).exec(text);
  if (match === null) return null;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, numberOr(part)] as const],
    ),
  );
}

/** "1,200", "−3.5" and "+4.0" as numbers; anything else as it is. */
function numberOr(text: string): number | string {
  const plain = text.replace(/(?<=\d),(?=\d{3})/g, "").replace("−", "-");
  return /^[-+]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** A share in percent as sentences say it, with one digit; halves go up. */
export const percentSaid = (part: number, whole: number): number =>
  Math.round((1000 * part) / whole) / 10;

/** The entries that are something: a run of which a sentence has nothing to say is not in it, and a sentence of none is not there. */
export function saidOf<T>(entries: readonly (readonly [string, T | null])[]): Record<string, T> {
  return Object.fromEntries(
    entries.flatMap(([name, found]) => (found === null ? [] : [[name, found] as const])),
  );
}
