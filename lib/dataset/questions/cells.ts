import { hostOf } from "./evidence";
import type { Content, EffectiveYear } from "./schema";
import {
  CONTENT_COLUMNS,
  CONTROL_CHARACTERS,
  FACT_TYPES,
  type FactType,
  FIELD_KEYS,
  fieldOf,
  FIELDS,
  HOPS,
  QUESTION_MAX_CHARACTERS,
  SPLITS,
  isWebAddress,
  type Category,
  type Cells,
  type ContentColumn,
  type Field,
  type NextReview,
  type ReviewPolicy,
} from "./vocabulary";
import { monthNumber } from "@/lib/platform/format";

/**
 * The raw cells of a question and the typed values that they mean.
 *
 * The cells are what a release prints and are kept unchanged; the typed values are derived from them (readCells)
 * and replace the text of a cell only when someone edits that very field (writeCells).
 */

/**
 * Something to know about a cell. `error`: the row cannot be written. `suspect`: only if a person says that it is
 * meant. `notice`: understood, or kept as it is.
 */
export interface CellFinding {
  column: ContentColumn;
  code: string;
  severity: "error" | "suspect" | "notice";
  value: string;
}

const CELL_MAX_CHARACTERS = 50_000;

const INDEX = Object.fromEntries(CONTENT_COLUMNS.map((column, index) => [column, index])) as Record<
  ContentColumn,
  number
>;

/** Where the cells of each field are: a field's columns stand side by side. */
const PLACES = FIELD_KEYS.map((field) => ({
  field,
  from: INDEX[FIELDS[field][0]],
  to: INDEX[FIELDS[field][0]] + FIELDS[field].length,
}));

/** The columns whose cells are the answers. */
export const ANSWER_COLUMNS: readonly ContentColumn[] = FIELDS.answers;

/** The raw text of one cell. */
export function cellOf(cells: Cells, column: ContentColumn): string {
  return cells[INDEX[column]] ?? "";
}

/** The raw texts of the ten answers, empty ones among them. */
export function answerCellsOf(cells: Cells): string[] {
  return ANSWER_COLUMNS.map((column) => cellOf(cells, column));
}

/** The answers that are accepted: those that are not empty, without blanks around them. */
export function acceptedAnswers(answers: readonly string[]): string[] {
  return answers.map((answer) => answer.trim()).filter((answer) => answer !== "");
}

/**
 * SQL text: one cell of a row of `revisions` or `import_rows`; in statements of Prisma, cell() of sql.ts.
 * @param row how the statement calls the row: "r"
 */
export function cellSql(row: string, column: ContentColumn): string {
  return `${row}.cells[${place(column)}]`;
}

/** SQL text: the ten answer cells of a row as an array; in statements of Prisma, answerCells() of sql.ts. */
export function answersSql(row: string): string {
  return cellsSql(row, "answer_0", "answer_9");
}

/**
 * SQL text for a join to revision `s`: `x` is the revision that it took back, of those behind a number. It made its question
 * what that was before `x`: whoever walks a chain from its end goes on there, and passes what stands alone.
 * @param after SQL of the number; at least 1, since what made a question has nothing before it
 */
export function takenBackSql(after: string): string {
  return `LEFT JOIN operations u ON u.id = s.operation_id
    LEFT JOIN revisions x ON x.question_id = s.question_id AND x.operation_id = u.undoes_id AND x.number > ${after}`;
}

/**
 * SQL text: walks a question's chain back from its last revision (rows `back`) to the first one with other answers. What
 * was taken back counts for nothing.
 * @param row how the statement calls the last revision: "r"
 */
function backToOtherAnswers(row: string): string {
  const step = `SELECT s.id, s.number, s.holds_since, x.number AS taken_back, ${answersSql("s")} IS NOT DISTINCT FROM ${answersSql(row)} AS same`;
  return `WITH RECURSIVE back AS (
      ${step} FROM revisions s ${takenBackSql("1")} WHERE s.id = ${row}.id
      UNION ALL
      ${step} FROM back JOIN revisions s ON s.question_id = ${row}.question_id AND s.number = coalesce(back.taken_back, back.number) - 1 ${takenBackSql("1")}
      WHERE back.same OR back.taken_back IS NOT NULL
    )`;
}

/**
 * SQL text: the day since which a question has the answers of its last revision: answers that come back hold since the day
 * since which they held.
 * @param row how the statement calls that revision: "r"
 */
export function answersSinceSql(row: string): string {
  return `(${backToOtherAnswers(row)} SELECT holds_since FROM back WHERE same AND taken_back IS NULL ORDER BY number LIMIT 1)`;
}

/**
 * SQL text: the id of the revision with the answers that a question had right before those of its last one; null: it had
 * no others.
 * @param row how the statement calls the last revision: "r"
 */
export function otherAnswersBeforeSql(row: string): string {
  return `(${backToOtherAnswers(row)} SELECT id FROM back WHERE NOT same AND taken_back IS NULL)`;
}

/** SQL text: the cells from one column to another, both included, as an array. */
export function cellsSql(row: string, from: ContentColumn, to: ContentColumn): string {
  return `${row}.cells[${place(from)}:${place(to)}]`;
}

/** PostgreSQL counts from 1. */
const place = (column: ContentColumn) => INDEX[column] + 1;

/** The paper's category: false premise first, otherwise the fact type. Derived, never stored. */
export function categoryOf(content: Pick<Content, "falsePremise" | "factType">): Category {
  return content.falsePremise ? "false-premise" : content.factType;
}

/**
 * The content of a revision that was written, as its cells alone say it.
 * @throws Error where they cannot be read, which no write lets happen.
 */
export function contentOfCells(revisionId: number, cells: Cells): Content {
  const { content } = readCells(cells);
  if (content === null) throw new Error(`The cells of revision ${revisionId} cannot be read.`);
  return content;
}

/**
 * The content of a revision that was written, with the schedule of its typed columns: only the import that wrote it knew
 * the year of "24-Nov".
 * @param revision `reviewOn` as the database gives it: a date, or an ISO day
 */
export function contentOfRevision(revision: {
  id: number;
  cells: Cells;
  reviewPolicy: string;
  reviewOn: Date | string | null;
}): Content {
  const content = contentOfCells(revision.id, revision.cells);
  const on =
    revision.reviewOn instanceof Date
      ? revision.reviewOn.toISOString().slice(0, 10)
      : revision.reviewOn;
  return { ...content, nextReview: { policy: revision.reviewPolicy as ReviewPolicy, on } };
}

/** How a field stands in the cells of a release. */
interface FieldCells<Value> {
  /**
   * The value that raw texts mean.
   * @param texts one for each column of the field
   * @param report of the field's first column; after an error the value counts for nothing
   */
  read: (
    texts: readonly string[],
    report: (code: string, severity: CellFinding["severity"]) => void,
    releasedOn: string | null,
  ) => Value | undefined;
  /** The official texts of a value, one for each column of the field. */
  write: (value: Value) => readonly string[];
  /** Whether two values are one: line ends do not count, since text areas change them. */
  same: (a: Value, b: Value) => boolean;
}

/** A field of one cell whose text means one value, or none. */
const oneCell = <Value>(
  read: (text: string, releasedOn: string | null) => Reading<Value>,
  write: (value: Value) => string,
  same: (a: Value, b: Value) => boolean = Object.is,
): FieldCells<Value> => ({
  read: (texts, report, releasedOn) => {
    const { value, code } = read(texts[0] ?? "", releasedOn);
    if (code !== null) report(code, value === undefined ? "error" : "notice");
    return value;
  },
  write: (value) => [write(value)],
  same,
});
const itself = (text: string) => text;
const sameText = (a: string, b: string) => oneLineEnd(a) === oneLineEnd(b);

/** How each field stands in the cells of a release. */
export const CELLS: { [F in Field]: FieldCells<Content[F]> } = {
  split: oneCell(
    (text) => (text.trim() === "" ? understood(null) : readClass(text, SPLITS, upper)),
    (split) => split ?? "",
  ),
  question: {
    read: (texts, report) => {
      const question = (texts[0] ?? "").trim();
      if (question === "") report("no-question", "error");
      if (question.length > QUESTION_MAX_CHARACTERS) report("too-long", "error");
      return question;
    },
    write: (question) => [question],
    same: sameText,
  },
  effectiveYear: oneCell(
    readEffectiveYear,
    renderEffectiveYear,
    (a, b) => renderEffectiveYear(a) === renderEffectiveYear(b),
  ),
  nextReview: oneCell(
    readNextReview,
    renderNextReview,
    (a, b) => a.policy === b.policy && a.on === b.on,
  ),
  falsePremise: oneCell(
    (text) => {
      const { value, code } = readClass(text, ["TRUE", "FALSE"] as const, upper);
      return { value: value && value === "TRUE", code };
    },
    (falsePremise) => (falsePremise ? "TRUE" : "FALSE"),
  ),
  hops: oneCell((text) => readClass(text, HOPS, classForm), itself),
  factType: oneCell((text) => readClass(text, FACT_TYPES, classForm), itself),
  sources: {
    read: (texts, report) => {
      const sources = readSources(texts[0] ?? "");
      for (const url of sources) {
        if (isWebAddress(url)) continue;
        const dangerous = /^(javascript|data|vbscript):/i.test(url);
        report(dangerous ? "dangerous-url" : "not-a-url", dangerous ? "error" : "notice");
      }
      return sources;
    },
    write: (sources) => [sources.length === 0 ? "N/A" : sources.join("\r\n")],
    same: sameList,
  },
  answers: {
    read: (texts, report) => {
      const answers = acceptedAnswers(texts);
      if (answers.length === 0) report("no-answer", "notice");
      return answers;
    },
    write: (answers) => FIELDS.answers.map((_, at) => answers[at] ?? ""),
    same: sameList,
  },
  note: { read: (texts) => (texts[0] ?? "").trim(), write: (note) => [note], same: sameText },
};

/**
 * Reads typed values from raw cells. Old spellings are understood where they are unambiguous, and reported.
 * @param cells nineteen raw texts in the order of CONTENT_COLUMNS.
 * @param releasedOn ISO day of the release that the cells come from, to place dates that lack their year ("24-Nov").
 * @returns `content` is null when a finding of severity `error` says why.
 */
export function readCells(
  cells: Cells,
  releasedOn: string | null = null,
): { content: Content | null; findings: CellFinding[] } {
  const findings: CellFinding[] = [];
  const report = (column: ContentColumn, code: string, severity: CellFinding["severity"]) =>
    findings.push({ column, code, severity, value: cellOf(cells, column) });

  // Nearly every row passes at once; only a row with something odd in it is searched cell by cell.
  const all = cells.join("\n");
  if (all.length > CELL_MAX_CHARACTERS || CONTROL_CHARACTERS.test(all)) {
    for (const column of CONTENT_COLUMNS) {
      const raw = cellOf(cells, column);
      if (raw.length > CELL_MAX_CHARACTERS) report(column, "too-long", "error");
      // Postgres cannot hold NUL in a text; the other control characters are never meant.
      if (raw.includes("\u0000")) report(column, "control-character", "error");
      else if (CONTROL_CHARACTERS.test(raw)) report(column, "control-character", "suspect");
    }
  }

  // One loop without a new function for each field: imports read every row.
  let column: ContentColumn;
  const reportField = (code: string, severity: CellFinding["severity"]) =>
    void report(column, code, severity);
  const values: Partial<Record<Field, unknown>> = {};
  for (const { field, from, to } of PLACES) {
    column = FIELDS[field][0];
    values[field] = CELLS[field].read(cells.slice(from, to), reportField, releasedOn);
  }
  const unreadable = findings.some((finding) => finding.severity === "error");
  return { content: unreadable ? null : (values as Content), findings };
}

/** What was read: `value` undefined means not understood; `code` says what to report, if anything. */
interface Reading<T> {
  value: T | undefined;
  code: string | null;
}
const understood = <T>(value: T): Reading<T> => ({ value, code: null });
const oldSpelling = <T>(value: T): Reading<T> => ({ value, code: "old-spelling" });

/** Reads a value of a closed list, by its exact spelling or else by the form that `form` gives it. */
export function readClass<T extends string>(
  raw: string,
  known: readonly T[],
  form: (text: string) => string,
): Reading<T> {
  const text = raw.trim();
  const exact = known.find((value) => value === text);
  if (exact !== undefined) return understood(exact);
  const other = known.find((value) => value === form(text));
  return other !== undefined ? oldSpelling(other) : { value: undefined, code: "unknown-value" };
}

const upper = (text: string) => text.toUpperCase();

/** "One hop", "one_hop" and "One-Hop" are all "one-hop". */
export function classForm(text: string): string {
  return text.toLowerCase().replace(/[\s_]+/g, "-");
}

/** Reads the `effective_year` cell: a year, or "before" one; null where there is none. */
export function readEffectiveYear(raw: string): Reading<EffectiveYear | null> {
  const text = raw.trim();
  if (text === "") return { value: null, code: "no-effective-year" };
  const match = /^(before )?(\d{4})$/.exec(text);
  if (match) return understood({ year: Number(match[2]), before: match[1] !== undefined });
  const loose = /^(before\s+)?(\d{4})(\.0)?$/i.exec(text);
  if (loose) return oldSpelling({ year: Number(loose[2]), before: loose[1] !== undefined });
  return { value: undefined, code: "unknown-value" };
}

const POLICY_CELLS = {
  never: "N/A",
  hardly_ever: "hardly_ever",
  occasionally: "occasionally",
  frequently: "frequently",
  every_time: "every_time",
} as const;
const POLICY_OF_CELL = new Map(
  Object.entries(POLICY_CELLS).map(([policy, cell]) => [
    cell as string,
    policy as keyof typeof POLICY_CELLS,
  ]),
);
const POLICY_OF_FORM = new Map(
  [...POLICY_OF_CELL].map(([cell, policy]) => [classForm(cell), policy]),
);

/**
 * Reads the `next_review` cell. Besides the policies and MM/DD/YYYY it understands M/D/YYYY, ISO days, a bare year
 * (its first day) and a spreadsheet's "24-Nov" (the next one after the release). What names no day ("Fall 2024",
 * "Nov-24") is kept as `unrecognized`, so that the question has no due date until someone sets one.
 */
export function readNextReview(raw: string, releasedOn: string | null): Reading<NextReview> {
  const text = raw.trim();
  const unrecognized: NextReview = { policy: "unrecognized", on: null };
  if (text === "") return { value: unrecognized, code: "no-next-review" };
  const policy = POLICY_OF_CELL.get(text);
  if (policy !== undefined) return understood({ policy, on: null });
  const onDay = (
    year: number,
    month: number,
    day: number,
    code: string | null,
  ): Reading<NextReview> =>
    isDay(year, month, day)
      ? { value: { policy: "on_date", on: isoDay(year, month, day) }, code }
      : { value: undefined, code: "impossible-date" };

  let match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  // Written without zeros, it may come from where the day is first.
  if (match)
    return onDay(
      Number(match[3]),
      Number(match[1]),
      Number(match[2]),
      text.length === 10
        ? null
        : Number(match[2]) <= 12 && match[1] !== match[2]
          ? "month-first-date"
          : "old-spelling",
    );
  match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match) return onDay(Number(match[1]), Number(match[2]), Number(match[3]), "old-spelling");
  match = /^(\d{4})(\.0)?$/.exec(text);
  if (match) return onDay(Number(match[1]), 1, 1, "old-spelling");
  match = /^(\d{1,2})-([A-Za-z]{3})$/.exec(text);
  const month = match ? monthNumber(match[2]!) : 0;
  if (match && month > 0) {
    if (releasedOn === null) return { value: unrecognized, code: "date-without-year" };
    const year = Number(releasedOn.slice(0, 4));
    const inYear = onDay(year, month, Number(match[1]), "old-spelling");
    return inYear.value && inYear.value.on! < releasedOn
      ? onDay(year + 1, month, Number(match[1]), "old-spelling")
      : inYear;
  }
  const otherwiseSpelt = POLICY_OF_FORM.get(classForm(text));
  if (otherwiseSpelt !== undefined) return oldSpelling({ policy: otherwiseSpelt, on: null });
  // A word and a year ("Fall 2024", "Q3 2025", "Nov-24"): someone meant a time, but no day.
  if (/^[A-Za-z][A-Za-z0-9]*[ -]?\d{2,4}$/.test(text))
    return { value: unrecognized, code: "vague-date" };
  return { value: undefined, code: "unknown-value" };
}

/** When an answer is to be looked at again unless someone says otherwise. A premise may become true, so it is never "never". */
export function usualReview(factType: FactType, falsePremise: boolean): NextReview {
  const policies = {
    "never-changing": falsePremise ? "hardly_ever" : "never",
    "slow-changing": "occasionally",
    "fast-changing": "every_time",
  } as const;
  return { policy: policies[factType], on: null };
}

/** The `next_review` cell by that rule, of a row whose others are there; empty where they don't say how often it changes. */
export function usualReviewCell(factTypeCell: string, falsePremiseCell: string): string {
  const factType = readClass(factTypeCell, FACT_TYPES, classForm).value;
  return factType === undefined
    ? ""
    : renderNextReview(usualReview(factType, falsePremiseCell.trim().toUpperCase() === "TRUE"));
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1000 && day >= 1 && day <= days;
}

function isoDay(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** One URL a line; "N/A" stands for none. */
export function readSources(raw: string): string[] {
  return raw
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "N/A");
}

/** The official texts of typed values, in the order of CONTENT_COLUMNS. */
export function renderCells(content: Content): string[] {
  const texts = <F extends Field>(field: F) => CELLS[field].write(content[field]);
  return FIELD_KEYS.flatMap((field) => texts(field));
}

/** "before 2022", "2024", or nothing. */
export function renderEffectiveYear(value: EffectiveYear | null): string {
  return value === null ? "" : value.before ? `before ${value.year}` : String(value.year);
}

/** A policy's word, or MM/DD/YYYY. An unrecognized schedule has no text of its own: its raw cell is all there is. */
export function renderNextReview(value: NextReview): string {
  if (value.policy === "unrecognized") return "";
  if (value.policy !== "on_date") return POLICY_CELLS[value.policy];
  const [year, month, day] = value.on!.split("-");
  return `${month}/${day}/${year}`;
}

/**
 * The cells of an edited question: the text of a field stays unchanged where its value is the same, and takes
 * the official form where it was edited. Line ends do not count as a difference: text areas change them.
 * @param base the cells that were edited and the schedule read from them, which an import may have placed in a year.
 * @returns the new cells and the columns whose text changed.
 */
export function writeCells(
  base: { cells: Cells; nextReview: NextReview },
  edited: Content,
): { cells: string[]; changed: ContentColumn[] } {
  const before = readCells(base.cells).content;
  const was = before && { ...before, nextReview: base.nextReview };
  const kept = <F extends Field>(field: F) =>
    was !== null && CELLS[field].same(was[field], edited[field]);
  const keptFields = new Set(FIELD_KEYS.filter((field) => kept(field)));
  const official = renderCells(edited);
  const cells = CONTENT_COLUMNS.map((column, index) => {
    const raw = base.cells[index] ?? "";
    // Of changed answers, those that stay where they were keep their texts, too.
    const keeps = keptFields.has(fieldOf(column)) || sameText(raw.trim(), official[index]!);
    return keeps ? raw : official[index]!;
  });
  return { cells, changed: changedColumns(base.cells, cells) };
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => oneLineEnd(item) === oneLineEnd(b[i]!));
}

/** Line ends as a text area has them. */
export function oneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** The columns in which two revisions differ, by their raw text. */
export function changedColumns(a: Cells, b: Cells): ContentColumn[] {
  return CONTENT_COLUMNS.filter((_, index) => (a[index] ?? "") !== (b[index] ?? ""));
}

/** What the grid and the matching keep of a question beside its typed classes: see QuestionHead in the schema. */
export interface SearchColumns {
  question: string;
  normalized: string;
  primaryAnswer: string;
  searchText: string;
  evidenceHosts: string[];
}

export function searchColumns(content: Content): SearchColumns {
  return {
    question: content.question,
    normalized: normalizeText(content.question),
    primaryAnswer: content.answers[0] ?? "",
    searchText: foldText([content.question, ...content.answers].join(" \u2022 ")),
    evidenceHosts: [...new Set(content.sources.map(hostOf).filter((host) => host !== null))],
  };
}

/** Lower case, compatibility forms and diacritics folded away: what the search compares. */
export function foldText(text: string): string {
  // Plain ASCII is by far the commonest and needs no Unicode work.

  if (ASCII.test(text)) return text.toLowerCase();
  // Only the combining marks of Latin, Greek and Cyrillic: in other scripts marks are vowels.
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .toLowerCase();
}

/** Folded text without punctuation and with single spaces: two questions that differ in these alone are one. */
export function normalizeText(text: string): string {
  const folded = foldText(text);
  return (
    folded.replace(ASCII.test(folded) ? ASCII_BETWEEN_WORDS : BETWEEN_WORDS, " ").trim() ||
    folded.trim()
  );
}

const ASCII = /^[\u0000-\u007f]*$/;
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{C}]+/gu;
// The same for ASCII alone, several times as fast. Symbols ($ + < = > ^ ` | ~) are no punctuation: "C++" is not "C".

const ASCII_BETWEEN_WORDS = /[\u0000-#%-*,-\/:;?@[-\]_{}\u007f]+/g;
