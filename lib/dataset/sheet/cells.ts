import {
  cellOf,
  classForm,
  oneLineEnd,
  readCells,
  readClass,
  readEffectiveYear,
  readNextReview,
  readSources,
  renderEffectiveYear,
  renderNextReview,
} from "@/lib/dataset/questions/cells";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  ANSWER_MAX_CHARACTERS,
  CONTENT_COLUMNS,
  CONTROL_CHARACTERS,
  FACT_TYPES,
  fieldOf,
  HOPS,
  isWebAddress,
  MAX_SOURCES,
  NOTE_MAX_CHARACTERS,
  QUESTION_MAX_CHARACTERS,
  releaseColumn,
  REVIEW_POLICIES,
  SPLITS,
  tooLong,
  type Cells,
  type Field,
  type NextReview,
} from "@/lib/dataset/questions/vocabulary";
import { monthNumber } from "@/lib/platform/format";
import { unusableCharacter } from "@/lib/platform/plain-fields";
import { CELL_CHARACTERS } from "./vocabulary";

/*
 * The text of a cell of the sheet, and what a text that someone types or pastes there means. Pure and safe in the
 * browser, which marks a cell by the same rules by which the server saves it.
 */

/** A question as the sheet edits it. */
export interface SheetContent {
  cells: Cells;
  /** The schedule that the cells mean; only the import that wrote them may know the year of "24-Nov". */
  nextReview: NextReview;
}

/** What a text means in a cell: the raw text for a release, or what is wrong with it. */
export type CellReading = { raw: string } | { problem: string };

/** How a field is edited in a cell of the sheet. */
interface SheetField {
  /** What stands in the cell: the words of closed lists, ISO dates, one URL a line. `raw`: its text in a release. */
  text: (raw: string, content: SheetContent) => string;
  /** The words of a closed list, in the order in which they are offered; null where the field has none. */
  choices: readonly string[] | null;
  /** @param text trimmed, with line ends of one kind */
  read: (text: string, today: string) => CellReading;
}

const choiceField = <T extends string>(
  values: readonly T[],
  form: (text: string) => string,
  words: Readonly<Record<T, string>>,
): SheetField => ({
  text: (raw) => {
    const { value } = readClass(raw, values, form);
    return value === undefined ? "" : words[value];
  },
  choices: values.map((value) => words[value]),
  read: (text) => {
    const { value } = readClass(text, values, form);
    return value === undefined
      ? { problem: oneOf(values.map((one) => words[one])) }
      : { raw: value };
  },
});

const textField = (max: number, what: string, missing?: string): SheetField => ({
  text: (raw) => oneLineEnd(raw.trim()),
  choices: null,
  read: (text) =>
    text === "" && missing !== undefined
      ? { problem: missing }
      : text.length > max
        ? { problem: tooLong(what, max) }
        : { raw: text },
});

const upper = (text: string) => text.toUpperCase();
const SPLIT_FIELD = choiceField(SPLITS, upper, QUESTION_FIELDS.split.words);
const NO_SPLIT = QUESTION_FIELDS.split.words.none;
const PREMISES = ["Valid", "False premise"] as const;
const POLICIES = REVIEW_POLICIES.filter(
  (policy) => policy !== "on_date" && policy !== "unrecognized",
);
const PRIMARY_ANSWER = textField(ANSWER_MAX_CHARACTERS, "An answer", "Enter a primary answer.");

const SHEET_CELLS: Readonly<Record<Field, SheetField>> = {
  question: textField(QUESTION_MAX_CHARACTERS, "The question", "Enter a question."),
  answers: textField(ANSWER_MAX_CHARACTERS, "An answer"),
  note: textField(NOTE_MAX_CHARACTERS, "The note"),
  factType: choiceField(FACT_TYPES, classForm, QUESTION_FIELDS.factType.words),
  hops: choiceField(HOPS, classForm, QUESTION_FIELDS.hops.words),
  split: {
    ...SPLIT_FIELD,
    choices: [...SPLIT_FIELD.choices!, NO_SPLIT],
    read: (text, today) => {
      if (/^(|-|–|none|no split)$/i.test(text)) return { raw: "" };
      const reading = SPLIT_FIELD.read(text, today);
      return "problem" in reading
        ? { problem: oneOf([...SPLIT_FIELD.choices!, NO_SPLIT]) }
        : reading;
    },
  },
  falsePremise: {
    text: (raw) => PREMISES[raw.trim().toUpperCase() === "TRUE" ? 1 : 0],
    choices: PREMISES,
    read: readPremise,
  },
  effectiveYear: {
    text: (raw) => renderEffectiveYear(readEffectiveYear(raw).value ?? null),
    choices: null,
    read: readYear,
  },
  nextReview: {
    text: (raw, { nextReview: { policy, on } }) => {
      if (policy === "on_date") return on!;
      return policy === "unrecognized" ? raw.trim() : QUESTION_FIELDS.nextReview.words[policy];
    },
    choices: POLICIES.map((policy) => QUESTION_FIELDS.nextReview.words[policy]),
    read: readReview,
  },
  sources: {
    text: (raw) => readSources(raw).join("\n"),
    choices: null,
    read: readEvidence,
  },
};

/** The field of a column of the sheet, as it is edited there; undefined for columns that are read-only. */
function sheetField(column: string): SheetField | undefined {
  const cell = releaseColumn(column);
  if (cell === undefined) return undefined;
  // The others may be empty.
  return cell === "answer_0" ? PRIMARY_ANSWER : SHEET_CELLS[fieldOf(cell)];
}

/** The text of a cell, as it is edited and copied. @param column of the sheet, one that is edited */
export function cellText(content: SheetContent, column: string): string {
  const cell = releaseColumn(column);
  return cell === undefined
    ? ""
    : SHEET_CELLS[fieldOf(cell)].text(cellOf(content.cells, cell), content);
}

/** The words of a closed list for a cell, in the order in which they are offered; null where the field has none. */
export const cellChoices = (column: string): readonly string[] | null =>
  sheetField(column)?.choices ?? null;

/**
 * Reads what someone typed or pasted into a cell. Closed lists take their words and the values of a release alike.
 * @param today ISO day: "24-Nov" means the next one from then on
 */
export function readCell(column: string, typed: string, today: string): CellReading {
  if (typed.length > CELL_CHARACTERS) return { problem: tooLong("A cell", CELL_CHARACTERS) };
  const text = oneLineEnd(typed.trim());
  const unusable = unusableCharacter(text);
  if (unusable !== null) return { problem: unusable };
  if (CONTROL_CHARACTERS.test(text))
    return { problem: "Contains an invisible control character. Delete it or retype the text." };
  return sheetField(column)?.read(text, today) ?? { problem: "This column can't be edited." };
}

/**
 * Puts the text of one cell in. A cell whose value is the same keeps its raw text, as do all others of the question.
 * @param column of the sheet, one that is edited
 * @returns null where the cell says that already
 */
export function withCell(
  content: SheetContent,
  column: string,
  raw: string,
  today: string,
): SheetContent | null {
  const cell = releaseColumn(column);
  const next: SheetContent = {
    cells: CONTENT_COLUMNS.map((one) => (one === cell ? raw : cellOf(content.cells, one))),
    nextReview:
      cell === "next_review"
        ? (readNextReview(raw, today).value ?? content.nextReview)
        : content.nextReview,
  };
  return cellText(next, column) === cellText(content, column) ? null : next;
}

/** The typed values of a question of the sheet. @throws Error where the cells cannot be read, which no write lets happen */
export function contentOfSheet({ cells, nextReview }: SheetContent): Content {
  const { content } = readCells(cells);
  if (content === null) throw new Error("The cells of a saved question cannot be read.");
  return { ...content, nextReview };
}

const oneOf = (words: readonly string[]) =>
  `Enter ${words.join(", ").replace(/, ([^,]*)$/, " or $1")}.`;

/**
 * A release has TRUE for a false premise and FALSE for a valid one, which people read the other way round: what a program
 * wrote (capitals) is taken as a release means it, and "False" by itself is asked about.
 */
function readPremise(text: string): CellReading {
  if (/^true$/i.test(text) || /^false[ -]premise$/i.test(text)) return { raw: "TRUE" };
  if (text === "FALSE" || /^valid([ -]premise)?$/i.test(text)) return { raw: "FALSE" };
  return { problem: oneOf(PREMISES) };
}

function readYear(text: string): CellReading {
  const { value } = readEffectiveYear(text);
  if (value === undefined || (value !== null && value.year < 1000))
    return { problem: "Enter a year (2024), “before 2022”, or nothing." };
  return { raw: renderEffectiveYear(value) };
}

function readReview(text: string, today: string): CellReading {
  const problem = "Enter a date (YYYY-MM-DD) or a review policy.";
  const word = POLICIES.find(
    (policy) => classForm(QUESTION_FIELDS.nextReview.words[policy]) === classForm(text),
  );
  if (word !== undefined) return { raw: renderNextReview({ policy: word, on: null }) };
  const { value, code } = readNextReview(writtenDate(text) ?? text, today);
  if (code === "impossible-date") return { problem: "This date doesn't exist." };
  return value === undefined || value.policy === "unrecognized"
    ? { problem }
    : { raw: renderNextReview(value) };
}

/** "21 Nov 2026", "Nov 21, 2026" and "21-Nov-2026" as MM/DD/YYYY; null for what is none of these. */
function writtenDate(text: string): string | null {
  const dayFirst = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})$/.exec(text);
  const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(text);
  const [day, name, year] = dayFirst
    ? [dayFirst[1]!, dayFirst[2]!, dayFirst[3]!]
    : monthFirst
      ? [monthFirst[2]!, monthFirst[1]!, monthFirst[3]!]
      : ["", "", ""];
  const month = name === "" ? 0 : monthNumber(name);
  if (month === 0) return null;
  return `${String(month).padStart(2, "0")}/${day.padStart(2, "0")}/${year}`;
}

function readEvidence(text: string): CellReading {
  const urls = readSources(text);
  if (urls.length > MAX_SOURCES) return { problem: `${MAX_SOURCES} URLs maximum.` };
  if (urls.some((url) => !isWebAddress(url)))
    return { problem: "Enter URLs starting with https:// or http://, one per line." };
  if (urls.some((url) => url.length > ANSWER_MAX_CHARACTERS))
    return {
      problem: tooLong("A URL", ANSWER_MAX_CHARACTERS),
    };
  return { raw: urls.length === 0 ? "N/A" : urls.join("\r\n") };
}
