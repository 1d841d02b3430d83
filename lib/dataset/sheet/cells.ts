import {
  cellOf,
  classForm,
  readCells,
  readClass,
  readEffectiveYear,
  readNextReview,
  readSources,
  renderEffectiveYear,
  renderNextReview,
} from "@/lib/dataset/questions/cells";
import { EXTRA_FIELDS, QUESTION_FIELDS, type Extras } from "@/lib/dataset/questions/fields";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  ANSWER_MAX_CHARACTERS,
  CONTENT_COLUMNS,
  CONTROL_CHARACTERS,
  FACT_TYPES,
  HOPS,
  isWebAddress,
  MAX_SOURCES,
  NOTE_MAX_CHARACTERS,
  QUESTION_MAX_CHARACTERS,
  REVIEW_POLICIES,
  SPLITS,
  tooLong,
  type Cells,
  type NextReview,
} from "@/lib/dataset/questions/vocabulary";
import { monthNumber } from "@/lib/platform/format";
import { unusableCharacter } from "@/lib/platform/plain-fields";
import { CELL_CHARACTERS, releaseColumn } from "./vocabulary";

/*
 * The text of a cell of the sheet, and what a text that someone types or pastes there means. Pure and safe in the
 * browser, which marks a cell by the same rules by which the server saves it.
 */

/** A question as the sheet edits it. */
export interface SheetContent {
  cells: Cells;
  /** The schedule that the cells mean; only the import that wrote them may know the year of "24-Nov". */
  nextReview: NextReview;
  extras: Extras;
}

/** What a text means in a field: the raw text of its cell (of an extra field: its value), or what is wrong with it. */
export type CellReading = { raw: string | null } | { problem: string };

/** The text of a cell, as it is edited and copied: the words of closed lists, ISO dates, one URL a line. */
export function cellText(content: SheetContent, field: string): string {
  const column = releaseColumn(field);
  if (column === undefined) {
    const extra = EXTRA_FIELDS.find(({ key }) => key === field);
    const value = content.extras[field];
    return value ? (extra?.words[value] ?? value) : "";
  }
  const raw = cellOf(content.cells, column);
  switch (field) {
    case "factType":
      return wordsOf(QUESTION_FIELDS.factType.words, readClass(raw, FACT_TYPES, classForm).value);
    case "hops":
      return wordsOf(QUESTION_FIELDS.hops.words, readClass(raw, HOPS, classForm).value);
    case "premise":
      return raw.trim().toUpperCase() === "TRUE" ? FALSE_PREMISE : VALID_PREMISE;
    case "split":
      return readClass(raw, SPLITS, upper).value ?? "";
    case "year":
      return renderEffectiveYear(readEffectiveYear(raw).value ?? null);
    case "review": {
      const { policy, on } = content.nextReview;
      if (policy === "on_date") return on!;
      return policy === "unrecognized" ? raw.trim() : QUESTION_FIELDS.nextReview.words[policy];
    }
    case "evidence":
      return readSources(raw).join("\n");
    default:
      return raw.trim().replace(/\r\n?/g, "\n");
  }
}

/** The words of a closed list for a cell, in the order in which they are offered; null where the field has none. */
export function cellChoices(field: string): readonly string[] | null {
  switch (field) {
    case "factType":
      return FACT_TYPES.map((value) => QUESTION_FIELDS.factType.words[value]);
    case "hops":
      return HOPS.map((value) => QUESTION_FIELDS.hops.words[value]);
    case "premise":
      return [VALID_PREMISE, FALSE_PREMISE];
    case "split":
      return [...SPLITS, QUESTION_FIELDS.split.words.none];
    case "review":
      return POLICIES.map((value) => QUESTION_FIELDS.nextReview.words[value]);
    default:
      return EXTRA_FIELDS.find(({ key }) => key === field)?.choices.map((value) => value) ?? null;
  }
}

/**
 * Reads what someone typed or pasted into a cell. Closed lists take their words and the values of a release alike.
 * @param today ISO day: "24-Nov" means the next one from then on
 */
export function readCell(field: string, typed: string, today: string): CellReading {
  if (typed.length > CELL_CHARACTERS) return { problem: tooLong("A cell", CELL_CHARACTERS) };
  const text = typed.trim().replace(/\r\n?/g, "\n");
  const unusable = unusableCharacter(text);
  if (unusable !== null) return { problem: unusable };
  if (CONTROL_CHARACTERS.test(text))
    return { problem: "Contains an invisible control character. Delete it or retype the text." };
  switch (field) {
    case "question":
      return text === ""
        ? { problem: "Enter a question." }
        : within(QUESTION_MAX_CHARACTERS, text, "The question");
    case "answer":
      return text === ""
        ? { problem: "Enter a primary answer." }
        : within(ANSWER_MAX_CHARACTERS, text, "An answer");
    case "factType":
      return choice(FACT_TYPES, classForm, text, field);
    case "hops":
      return choice(HOPS, classForm, text, field);
    case "premise":
      return readPremise(text);
    case "split":
      return /^(|-|–|none|no split)$/i.test(text)
        ? { raw: "" }
        : choice(SPLITS, upper, text, field);
    case "year":
      return readYear(text);
    case "review":
      return readReview(text, today);
    case "evidence":
      return readEvidence(text);
    case "note":
      return within(NOTE_MAX_CHARACTERS, text, "The note");
  }
  if (releaseColumn(field) !== undefined) return within(ANSWER_MAX_CHARACTERS, text, "An answer");
  const extra = EXTRA_FIELDS.find(({ key }) => key === field);
  if (extra === undefined) return { problem: "This column can't be edited." };
  if (text === "" || text.toLowerCase() === extra.none.toLowerCase()) return { raw: null };
  const known = extra.choices.find((value) =>
    [value, extra.words[value] ?? value].some((word) => classForm(word) === classForm(text)),
  );
  return known === undefined ? { problem: oneOf(field) } : { raw: known };
}

/**
 * Puts the text of one cell in. A cell whose value is the same keeps its raw text, as do all others of the question.
 * @returns null where the cell says that already
 */
export function withCell(
  content: SheetContent,
  field: string,
  raw: string | null,
  today: string,
): SheetContent | null {
  const column = releaseColumn(field);
  const next: SheetContent =
    column === undefined
      ? { ...content, extras: { ...content.extras, [field]: raw } }
      : {
          ...content,
          cells: CONTENT_COLUMNS.map((one, at) =>
            one === column ? (raw ?? "") : (content.cells[at] ?? ""),
          ),
          ...(field === "review" && {
            nextReview: readNextReview(raw ?? "", today).value ?? content.nextReview,
          }),
        };
  return cellText(next, field) === cellText(content, field) ? null : next;
}

/** The typed values of a question of the sheet. @throws Error where the cells cannot be read, which no write lets happen */
export function contentOfSheet({ cells, nextReview }: SheetContent): Content {
  const { content } = readCells(cells);
  if (content === null) throw new Error("The cells of a saved question cannot be read.");
  return { ...content, nextReview };
}

const VALID_PREMISE = "Valid";
const FALSE_PREMISE = "False premise";
const POLICIES = REVIEW_POLICIES.filter(
  (policy) => policy !== "on_date" && policy !== "unrecognized",
);
const upper = (text: string) => text.toUpperCase();

function wordsOf<T extends string>(
  words: Readonly<Record<T, string>>,
  value: T | undefined,
): string {
  return value === undefined ? "" : words[value];
}

function within(max: number, text: string, what: string): CellReading {
  return text.length > max ? { problem: tooLong(what, max) } : { raw: text };
}

function oneOf(field: string): string {
  return `Enter ${(cellChoices(field) ?? []).join(", ").replace(/, ([^,]*)$/, " or $1")}.`;
}

function choice<T extends string>(
  known: readonly T[],
  form: (text: string) => string,
  text: string,
  field: string,
): CellReading {
  const { value } = readClass(text, known, form);
  return value === undefined ? { problem: oneOf(field) } : { raw: value };
}

/**
 * A release has TRUE for a false premise and FALSE for a valid one, which people read the other way round: what a program
 * wrote (capitals) is taken as a release means it, and "False" by itself is asked about.
 */
function readPremise(text: string): CellReading {
  if (/^true$/i.test(text) || /^false[ -]premise$/i.test(text)) return { raw: "TRUE" };
  if (text === "FALSE" || /^valid([ -]premise)?$/i.test(text)) return { raw: "FALSE" };
  return { problem: oneOf("premise") };
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
