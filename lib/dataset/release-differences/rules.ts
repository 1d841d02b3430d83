import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { cellOf, changedColumns } from "@/lib/dataset/questions/cells";
import type { ContentColumn } from "@/lib/dataset/questions/vocabulary";
import { type DifferenceCounts, type DifferenceRow } from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";
import { DIFFERENCE_KINDS, type DifferenceKind } from "./vocabulary";

/** Sums up how often each set of kinds occurs; the empty set is a question that did not change at all. */
export function sumKinds(
  groups: readonly { kinds: readonly DifferenceKind[]; count: number }[],
): DifferenceCounts {
  const byKind = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0])) as Record<
    DifferenceKind,
    number
  >;
  let content = 0;
  let unchanged = 0;
  for (const { kinds, count } of groups) {
    for (const kind of kinds) byKind[kind] += count;
    if (kinds.length === 0 || kinds.includes("position")) unchanged += count;
    else content += count;
  }
  return { byKind, content, unchanged };
}

/** What each kind is called behind a number: "3 questions added", "1 question reworded". */
const COUNTED: Readonly<
  Record<Exclude<DifferenceKind, "class" | "position">, (count: number) => string>
> = {
  added: (count) => `${countOf(count, "question")} added`,
  retired: (count) => `${countOf(count, "question")} removed`,
  reworded: (count) => `${countOf(count, "question")} reworded`,
  answers: (count) => `answers of ${countOf(count, "question")} changed`,
  "false-premise": (count) =>
    `${countOf(count, "question")} reclassified between valid and false premise`,
  "fact-type": (count) => `${countOf(count, "question")} with a changed fact type`,
  hops: (count) => `${countOf(count, "question")} with a changed hop count`,
  evidence: (count) => `evidence of ${countOf(count, "question")} changed`,
  "effective-year": (count) => `effective year of ${countOf(count, "question")} changed`,
  schedule: (count) => `next review of ${countOf(count, "question")} changed`,
  split: (count) => `${countOf(count, "question")} moved to another split`,
  note: (count) => `note of ${countOf(count, "question")} changed`,
  spelling: (count) => `formatting of ${countOf(count, "question")} changed (same values)`,
};

/**
 * A difference in words, one phrase a kind that occurs: ["3 questions added", "answers of 12 questions changed"].
 * @param partial the later side leaves active questions out: then nothing says that what it lacks was removed
 */
export function describeCounts(counts: DifferenceCounts, partial = false): string[] {
  return (Object.keys(COUNTED) as (keyof typeof COUNTED)[])
    .filter((kind) => counts.byKind[kind] > 0)
    .map((kind) =>
      partial && kind === "retired"
        ? `${countOf(counts.byKind.retired, "question")} not included`
        : COUNTED[kind](counts.byKind[kind]),
    );
}

/** How many questions of a list a changelog names one by one: two full lists fit into the notes of a release. */
export const CHANGELOG_LISTS = 40;

/**
 * The changelog that a maintainer begins with: numbers in words, then every question whose answers changed, and those
 * added, as far as CHANGELOG_LISTS goes. Plain text.
 * @param since name of the release before; null for the first one.
 * @param rows the questions with changed answers and the added ones.
 * @param partial how many questions the release has, and the dataset, where it has more; null: it has all of them
 */
export function writeChangelog(
  since: string | null,
  counts: DifferenceCounts,
  rows: readonly DifferenceRow[],
  partial: { included: number; active: number } | null = null,
): string {
  const parts: string[] = [];
  if (partial !== null) parts.push(describePartial(partial));
  const phrases = describeCounts(counts, partial !== null);
  if (since === null)
    return [...parts, `The first release, with ${countOf(counts.byKind.added, "question")}.`].join(
      "\n\n",
    );
  if (phrases.length === 0) return [...parts, `No changes since ${since}.`].join("\n\n");
  parts.push(`Since ${since}:\n${phrases.map((phrase) => `- ${phrase}`).join("\n")}`);
  const answers = rows.filter((row) => row.kinds.includes("answers"));
  const added = rows.filter((row) => row.kinds.includes("added"));
  if (answers.length > 0)
    parts.push(listed("Changed answers", answers.map(describeAnswers), counts.byKind.answers));
  // Whole new datasets are not listed question by question.
  if (added.length > 0 && counts.byKind.added <= CHANGELOG_LISTS)
    parts.push(
      listed(
        "New questions",
        added.map((row) => nameOf(row)),
        counts.byKind.added,
      ),
    );
  return parts.join("\n\n");
}

/** "Partial release: 120 of 600 active questions." */
function describePartial({ included, active }: { included: number; active: number }): string {
  return `Partial release: ${formatCount(included)} of ${countOf(active, "active question")}.`;
}

function listed(title: string, lines: string[], total: number): string {
  const shown = lines.slice(0, CHANGELOG_LISTS);
  return `${title}:\n${shown.map((line) => `- ${line}`).join("\n")}${total > shown.length ? `\n- and ${formatCount(total - shown.length)} more` : ""}`;
}

function describeAnswers(row: DifferenceRow): string {
  const [was, is] = [row.before, row.after].map((side) => shorten(cellOf(side!.cells, "answer_0")));
  return `${nameOf(row)} ${was === is ? `${is} (alternative answers changed)` : `${was} → ${is}`}`;
}

function nameOf(row: DifferenceRow): string {
  return shorten(cellOf((row.after ?? row.before)!.cells, "question"));
}

/** One line of at most eighty characters. */
export function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= 80 ? line : `${line.slice(0, 79).trimEnd()}…`;
}

/** The columns of a row that differ, with both texts; nothing where a side is missing. */
function changedCells(
  row: DifferenceRow,
): { column: ContentColumn; before: string; after: string }[] {
  const { before, after } = row;
  if (before === null || after === null) return [];
  return changedColumns(before.cells, after.cells).map((column) => ({
    column,
    before: cellOf(before.cells, column),
    after: cellOf(after.cells, column),
  }));
}

/** A row as programs get it. */
export function rowAsJson(row: DifferenceRow) {
  const side = (row.after ?? row.before)!;
  return {
    question_id: `Q${row.questionId}`,
    kinds: row.kinds,
    from_id: row.before?.position ?? null,
    to_id: row.after?.position ?? null,
    from_revision: row.before?.revision ?? null,
    to_revision: row.after?.revision ?? null,
    question: cellOf(side.cells, "question"),
    changed: Object.fromEntries(
      changedCells(row).map(({ column, before, after }): [string, [string, string]] => [
        column,
        [before, after],
      ]),
    ),
  };
}

/** The CSV's columns: a record a changed cell; a question that is missing on a side, or only moved, has one record without a cell. */
export const DIFFERENCE_CSV_COLUMNS = [
  "question_id",
  "kinds",
  "from_id",
  "to_id",
  "from_revision",
  "to_revision",
  "question",
  "column",
  "before",
  "after",
] as const;

/** The records of a row, as CSV text with CRLF behind each; for spreadsheet programs (`spreadsheet`) no cell runs as a formula. */
export function rowAsCsv(row: DifferenceRow, spreadsheet = false): string {
  const { kinds, question_id, from_id, to_id, from_revision, to_revision, question, changed } =
    rowAsJson(row);
  const cells = Object.entries(changed);
  return (cells.length === 0 ? [["", ["", ""]] as const] : cells)
    .map(([column, [before, after]]) =>
      csvRecord([
        question_id,
        kinds.join(" "),
        from_id,
        to_id,
        from_revision,
        to_revision,
        ...[question, column, before, after].map((text) =>
          spreadsheet ? spreadsheetText(text) : text,
        ),
      ]),
    )
    .join("");
}

/** One record with CRLF behind it, cells quoted where RFC 4180 asks for it. */
export function csvRecord(cells: readonly (string | number | null)[]): string {
  return `${cells
    .map((cell) => {
      const text = cell === null ? "" : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(",")}\r\n`;
}

/** The file name of a difference: "FreshQA_v12182024..FreshQA_v04072025.csv". */
export function differenceFileName(from: string | null, to: string | null, format: string): string {
  return `${from ?? "present"}..${to ?? "present"}.${format}`;
}
