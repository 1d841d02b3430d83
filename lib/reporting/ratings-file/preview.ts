import type { Reading } from "@/lib/dataset/file-formats/reading";
import type { Result } from "@/lib/platform/result";
import { COLUMNS, type ColumnName, type FileKind } from "./schema";
import { sampleRows, type UploadedFile } from "./table-file";

/** What a page shows before columns are chosen. */
export interface TablePreview {
  columns: string[];
  /** The first rows, a text for each column. */
  rows: string[][];
  /** What the file seems to hold, and which column is what. */
  kind: FileKind;
  guess: Partial<Record<ColumnName, string>>;
  /** In which reading they are so; empty for the usual form. It is offered: to compute, the caller has to send it back. */
  reading: Reading;
}

const PREVIEW_ROWS = 5;
const GUESS_ROWS = 1_000;

/** The columns and first rows of a file, with a guess what it holds. Refuses with `unreadable`. */
export async function previewTable(
  file: UploadedFile,
): Promise<Result<TablePreview, "unreadable">> {
  const sample = await sampleRows(file, GUESS_ROWS);
  if (!sample.ok) return sample;
  const { columns, rows, reading } = sample.value;
  return {
    ok: true,
    value: {
      columns,
      rows: rows.slice(0, PREVIEW_ROWS),
      ...guessColumns(columns, rows),
      reading,
    },
  };
}

/** Columns of rankings and pairs by their usual names; those of ratings by `guessRatings`. */
const OTHER_NAMES: Record<Exclude<ColumnName, "unit" | "rater" | "value">, RegExp> = {
  question: /^(question|prompt|query|item)([ _-]?(id|no|number|key))?$/i,
  system: /^(system|model|run)([ _-]?(id|name))?$/i,
  rank: /^(rank|place|position)$/i,
  left: /^(left|first|a|system[ _-]?a|model[ _-]?a)$/i,
  right: /^(right|second|b|system[ _-]?b|model[ _-]?b)$/i,
  preferred: /^(preferred|preference|winner|choice|better)$/i,
};

/** What a file holds and which column is what, by their names; of ratings also by how often texts repeat. */
function guessColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<TablePreview, "kind" | "guess"> {
  const guess: TablePreview["guess"] = guessRatings(columns, rows);
  for (const [what, name] of Object.entries(OTHER_NAMES) as [keyof typeof OTHER_NAMES, RegExp][]) {
    const found = columns.find((column) => name.test(column));
    if (found !== undefined) guess[what] = found;
  }
  const holds = (...names: ColumnName[]) => names.every((name) => guess[name] !== undefined);
  const kind = holds("left", "right", "preferred")
    ? "pairs"
    : holds("system", "rank")
      ? "rankings"
      : "ratings";
  return {
    kind,
    guess: Object.fromEntries(
      COLUMNS[kind].flatMap((name) => (guess[name] === undefined ? [] : [[name, guess[name]]])),
    ),
  };
}

const NAMES: Record<"unit" | "rater" | "value", RegExp[]> = {
  unit: [
    /^(unit|item|response)[ _-]?(id|no|number|key)$/i,
    /^(unit|item|response|question|example|subject|sample|document|task)([ _-]?(id|no|number|key))?$/i,
    /^id$/i,
    /(unit|item|response|question|subject)/i,
  ],
  rater: [
    /^(rater|annotator|coder|judge|worker|reviewer|labeller|labeler|user|person)([ _-]?(id|no|number|name|key))?$/i,
    /(rater|annotator|coder|judge|worker|reviewer)/i,
  ],
  value: [
    /^(value|rating|verdict|label|score|judg(e)?ment|code|category|answer|grade)$/i,
    /(verdict|rating|label|score|value|judg)/i,
  ],
};

/** Which column is what, by its name or by how often its texts repeat. */
function guessRatings(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<Record<"unit" | "rater" | "value", string>> {
  const guess: Partial<Record<"unit" | "rater" | "value", string>> = {};
  const free = () => columns.filter((name) => name !== "" && !Object.values(guess).includes(name));
  for (const what of ["value", "rater", "unit"] as const) {
    for (const pattern of NAMES[what]) guess[what] ??= free().find((name) => pattern.test(name));
  }
  // A column of many different texts is that of the units; one of few is that of the values.
  const variety = (name: string) =>
    new Set(rows.map((cells) => cells[columns.indexOf(name)] ?? "")).size;
  const left = () => free().sort((a, b) => variety(a) - variety(b));
  if (free().length > 0 && guess.unit === undefined) guess.unit = left().at(-1);
  if (free().length > 0 && guess.value === undefined) guess.value = left()[0];
  if (free().length > 0 && guess.rater === undefined) guess.rater = left()[0];
  return Object.fromEntries(Object.entries(guess).filter(([, name]) => name !== undefined));
}
