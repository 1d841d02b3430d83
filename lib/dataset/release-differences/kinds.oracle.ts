/*
 * How a question differs between two sides, written a second time for tests, from the nineteen cells alone: the product
 * says it in SQL (differenceStatement), with the typed columns of revisions.
 */

/** One side of a question. */
export interface ComparedSide {
  position: number;
  cells: readonly string[];
}

const COLUMNS =
  "split question effective_year next_review false_premise num_hops fact_type source answer_0 answer_1 answer_2 answer_3 answer_4 answer_5 answer_6 answer_7 answer_8 answer_9 note".split(
    " ",
  );

/** What stands in a cell for the comparison: classes are compared by what they mean, the rest by its text. */
const meaning: Record<string, (text: string) => string> = {
  question: (text) => text.trim(),
  split: (text) => text.trim().toUpperCase(),
  false_premise: (text) => text.trim().toUpperCase(),
  num_hops: (text) => text.trim().toLowerCase().replaceAll(/[ _]/g, "-"),
  fact_type: (text) => text.trim().toLowerCase().replaceAll(/[ _]/g, "-"),
};

/** The kind that a change of each column is; all answers are one. In the order of the kinds. */
const KINDS: [kind: string, columns: string[]][] = [
  ["reworded", ["question"]],
  ["answers", COLUMNS.filter((name) => name.startsWith("answer"))],
  ["class", ["false_premise", "fact_type", "num_hops"]],
  ["false-premise", ["false_premise"]],
  ["fact-type", ["fact_type"]],
  ["hops", ["num_hops"]],
  ["evidence", ["source"]],
  ["schedule", ["next_review"]],
  ["split", ["split"]],
  ["effective-year", ["effective_year"]],
  ["note", ["note"]],
];

/** @returns the kinds in the order of DIFFERENCE_KINDS; none where nothing differs */
export function expectedKinds(before: ComparedSide | null, after: ComparedSide | null): string[] {
  if (before === null && after === null) return [];
  if (before === null) return ["added"];
  if (after === null) return ["retired"];
  const changed = (name: string) => {
    const read = meaning[name] ?? ((text: string) => text);
    const [was, is] = [before, after].map(({ cells }) => read(cells[COLUMNS.indexOf(name)] ?? ""));
    return was !== is;
  };
  const kinds = KINDS.filter(([, columns]) => columns.some(changed)).map(([kind]) => kind);
  if (kinds.length > 0) return kinds;
  if (before.cells.join("\u0000") !== after.cells.join("\u0000")) return ["spelling"];
  return before.position === after.position ? [] : ["position"];
}
