import { classForm } from "@/lib/dataset/questions/cells";
import {
  FACT_TYPES,
  FIELDS,
  HOPS,
  MAX_ANSWERS,
  RELEASE_COLUMNS,
  SPLITS,
  type Field,
} from "@/lib/dataset/questions/vocabulary";
import { OWN_COLUMNS } from "./release-header";
import type { MappedAs } from "./vocabulary";

type Column = Exclude<MappedAs, "">;

/** Names by which the columns of fields are known beside a release's own, the surest first; compared by `plain`. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  question: ["question_text", "query", "prompt"],
  answers: [
    "answer",
    "gold_answer",
    "gold",
    "correct_answer",
    "ground_truth",
    "reference_answer",
    "expected_answer",
    "primary_answer",
  ],
  sources: ["link", "links", "url", "urls", "evidence", "sources", "evidence_url", "reference"],
  note: ["notes", "comment", "comments", "remarks"],
  split: ["set", "subset", "partition"],
  effectiveYear: ["year"],
  nextReview: ["review_date", "review", "next_check", "review_by"],
  falsePremise: ["premise", "has_false_premise"],
  hops: ["hops", "number_of_hops"],
  factType: ["type", "category"],
};
/** The same by column: of answers, the first one's. */
const OTHER_NAMES = new Map(
  (Object.keys(NAMES) as Field[]).map((field): [Column, readonly string[]] => [
    FIELDS[field][0],
    NAMES[field],
  ]),
);

/** From this likeness up a name is taken for a misspelling of another. */
const LIKE_ENOUGH = 0.65;

const among = (values: readonly string[]) => (text: string) => values.includes(classForm(text));
/** What the values of a column show. */
const VALUES: readonly [Column, (text: string) => boolean][] = [
  ["source", (text) => /^https?:\/\//i.test(text)],
  ["false_premise", among(["true", "false"])],
  ["num_hops", among(HOPS)],
  ["fact_type", among(FACT_TYPES)],
  ["split", (text) => (SPLITS as readonly string[]).includes(text.toUpperCase())],
  ["effective_year", (text) => /^(before\s+)?\d{4}$/i.test(text)],
  ["question", (text) => /\?["”»]?$/.test(text)],
];

/**
 * What each column of a file is probably taken for: by its name, by a name that it is like, by its values. Each meaning goes
 * to one column; what nothing speaks for is not read.
 * @param rows the first rows' cells
 */
export function guessColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): MappedAs[] {
  const own = names.map(plain);
  const as: MappedAs[] = names.map(() => "");
  const free = (column: Column) => !as.includes(column);
  const give = (at: number, column: Column) => {
    if (at !== -1 && as[at] === "" && free(column)) as[at] = column;
  };
  const find = (name: string) => own.findIndex((other, at) => other === name && as[at] === "");
  const skipped = (at: number) => OWN_COLUMNS.includes(own[at]!);

  // "answer_1" without an answer_0 counts from 1.
  const ownAnswers = own.includes("answer_0");
  for (const column of [...RELEASE_COLUMNS, "answers"] as const)
    if (ownAnswers || !column.startsWith("answer_")) give(find(column), column);
  if (!as.includes("answer_0")) numberedAnswers(own, give);
  for (const [column, known] of OTHER_NAMES)
    for (const name of known) if (free(column)) give(find(name), column);
  for (const [at, name] of own.entries()) {
    if (as[at] !== "" || skipped(at)) continue;
    const [best] = RELEASE_COLUMNS.filter((column) => free(column) && column !== "id")
      .map((column) => ({
        column,
        score: Math.max(
          ...[column, ...(OTHER_NAMES.get(column) ?? [])].map((known) => likeness(name, known)),
        ),
      }))
      .toSorted((a, b) => b.score - a.score);
    if (best && best.score >= LIKE_ENOUGH) give(at, best.column);
  }
  for (const [column, shows] of VALUES) {
    const at = as.findIndex((one, index) => {
      const values = rows.map((cells) => (cells[index] ?? "").trim()).filter((text) => text !== "");
      return one === "" && !skipped(index) && values.length > 0 && values.every(shows);
    });
    give(at, column);
  }
  return as;
}

/** "Answer 1", "Answer 2" … are answer_0, answer_1 …; behind a column "Answer" they are answer_1, answer_2 … */
function numberedAnswers(names: readonly string[], give: (at: number, as: Column) => void): void {
  const numbered = names.flatMap((name, at) => {
    const number = /^(?:[a-z]+_)?answer_?(\d{1,2})$/.exec(name)?.[1];
    return number === undefined ? [] : [{ at, number: Number(number) }];
  });
  const first = names.some((name) => NAMES.answers.includes(name)) ? 1 : 0;
  const lowest = Math.min(...numbered.map(({ number }) => number));
  for (const { at, number } of numbered) {
    const place = number - lowest + first;
    if (place < MAX_ANSWERS) give(at, `answer_${place}` as Column);
  }
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** How alike two names are, from 0 to 1: the share of pairs of letters that they have in common (Dice). */
function likeness(a: string, b: string): number {
  const pairs = (text: string) => {
    const letters = ` ${text} `;
    return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
  };
  const [one, other] = [pairs(a), pairs(b)];
  let common = 0;
  const left = [...other];
  for (const pair of one) {
    const at = left.indexOf(pair);
    if (at !== -1) {
      left.splice(at, 1);
      common++;
    }
  }
  return (2 * common) / (one.length + other.length);
}
