import { CELLS, changedColumns, oneLineEnd, readCells, renderEffectiveYear } from "./cells";
import { FORM_ORDER, QUESTION_FIELDS } from "./fields";
import type { BulkChange, Content } from "./schema";
import type { Cells, Field, NextReview } from "./vocabulary";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

/** A bulk change as one line for the notification and the history: "Retired 12 questions". */
export function describeBulkChange(change: BulkChange, count: number): string {
  const questions = countOf(count, "question");
  switch (change.kind) {
    case "schedule":
      return `Set the next review of ${questions} to ${describeNextReview(change.nextReview)}`;
    case "split":
      return change.split === null
        ? `Removed ${questions} from their split`
        : `Moved ${questions} to ${change.split}`;
    case "retire":
      return `Retired ${questions}`;
    case "restore":
      return `Restored ${questions}`;
  }
}

/** What the undo of a change is called: what undoes an undo, does the change again. */
export function summaryOfUndo(summary: string): string {
  const [, how, what] = /^(Undid|Redid): (.*)$/s.exec(summary) ?? [];
  return how === "Undid" ? `Redid: ${what}` : `Undid: ${what ?? summary}`;
}

/** "Q3, Q7 and 4 more". @param count of all of them, also those that are not named */
export function questionsInWords(ids: readonly number[], count: number): string {
  const named = ids.map((id) => `Q${id}`).join(", ");
  return count > ids.length ? `${named} and ${formatCount(count - ids.length)} more` : named;
}

/** A revision, by its number, and the operations that it is of and that it takes back. */
interface Step {
  number: number;
  operation: { id: number; undoes: { id: number } | null } | null;
}

/**
 * Which revisions of a question were taken back, and are so still: a chain is walked from its end, from an undo on to what
 * was before the revision that it took back.
 * @param steps all of the question, the last one first
 */
export function takenBackOf(steps: readonly Step[]): Set<number> {
  const taken = new Set<number>();
  for (let at = steps[0]?.number ?? 0; at > 0; at--) {
    const undoes = steps.find(({ number }) => number === at)?.operation?.undoes;
    const first = steps.find(
      ({ number, operation }) => number < at && undoes && operation?.id === undoes.id,
    );
    if (first === undefined) continue;
    for (let number = first.number; number < at; number++) taken.add(number);
    at = first.number;
  }
  return taken;
}

const POLICY_WORDS: Record<Exclude<NextReview["policy"], "on_date">, string> = {
  never: "never",
  hardly_ever: "hardly ever",
  occasionally: "occasionally",
  frequently: "frequently",
  every_time: "at every release",
  unrecognized: "no date",
};

/** A schedule in words: "never", "at every release", "21 Nov 2026". */
export function describeNextReview(review: NextReview): string {
  return review.policy === "on_date" ? formatDay(review.on!) : POLICY_WORDS[review.policy];
}

/** As describeNextReview(), to stand by itself: "Never", "At every release". */
export const nextReviewText = (review: NextReview): string =>
  describeNextReview(review).replace(/^./, (letter) => letter.toUpperCase());

/** What people call a field. */
export const fieldLabel = (field: Field): string => QUESTION_FIELDS[field].label;

const lines = (texts: readonly string[]) => texts.map(oneLineEnd).join("\n");
const TEXTS: { [F in Field]: (value: Content[F]) => string } = {
  question: oneLineEnd,
  answers: lines,
  sources: lines,
  falsePremise: (falsePremise) => (falsePremise ? "False premise" : "Valid premise"),
  factType: (factType) => QUESTION_FIELDS.factType.words[factType],
  hops: (hops) => QUESTION_FIELDS.hops.words[hops],
  split: (split) => QUESTION_FIELDS.split.words[split ?? "none"],
  effectiveYear: renderEffectiveYear,
  nextReview: describeNextReview,
  note: oneLineEnd,
};

/** A field's value as one text to show: lists have one item a line. */
function fieldText<F extends Field>(content: Content, field: F): string {
  return TEXTS[field](content[field]);
}

const isSame = <F extends Field>(a: Content, b: Content, field: F) =>
  CELLS[field].same(a[field], b[field]);

/**
 * The fields in which two versions of a question differ, in the order of the form: the one comparison for "unchanged",
 * differences, edits that came first and drafts. Line ends do not count.
 */
export function changedFields(a: Content, b: Content): Field[] {
  return FORM_ORDER.filter((field) => !isSame(a, b, field));
}

/** One field that someone else changed while a person was editing. */
export interface TheirChange {
  field: Field;
  base: string;
  theirs: string;
  mine: string;
  /** The person changed it too, and to something else: someone has to choose. */
  conflict: boolean;
}

/**
 * What another revision changed since the base of an edit, held against the edit.
 * @param base the content and cells that the edit began with.
 * @param their the raw cells of the other revision.
 * @param mine what the person has typed so far.
 */
export function theirChanges(
  base: { content: Content; cells: Cells },
  their: { cells: Cells },
  mine: Content,
): { theirs: Content; changes: TheirChange[] } {
  const read = readCells(their.cells).content;
  if (read === null) throw new Error("A saved revision's cells cannot be read.");
  // A schedule whose cell they left alone keeps the day that only the import knew.
  const theirs: Content = {
    ...read,
    ...(!changedColumns(base.cells, their.cells).includes("next_review") && {
      nextReview: base.content.nextReview,
    }),
  };
  const both = new Set(changedFields(base.content, mine));
  const unlike = new Set(changedFields(theirs, mine));
  const changes = changedFields(base.content, theirs).map((field): TheirChange => ({
    field,
    base: fieldText(base.content, field),
    theirs: fieldText(theirs, field),
    mine: fieldText(mine, field),
    conflict: both.has(field) && unlike.has(field),
  }));
  return { theirs, changes };
}

/** What a past state cannot be certain of: questions that files of unknown date added or changed after its day. */
export interface UndatedChanges {
  questions: number;
  files: number;
}

/**
 * "12 questions were added or changed later by 2 files of unknown date, so their content on this date is uncertain."
 * @param what the questions are called, one of them
 */
export function undatedInWords({ questions, files }: UndatedChanges, what = "question"): string {
  const [were, their] = questions === 1 ? ["was", "its"] : ["were", "their"];
  return `${countOf(questions, what)} ${were} added or changed later by ${files === 1 ? "a file" : countOf(files, "file")} of unknown date, so ${their} content on this date is uncertain.`;
}
