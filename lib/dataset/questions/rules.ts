import { MAX_INT } from "@/lib/platform/plain-fields";
import { changedColumns, readCells, renderEffectiveYear } from "./cells";
import {
  changedExtras,
  EXTRA_FIELDS,
  extraWords,
  QUESTION_FIELDS,
  type ExtraField,
} from "./fields";
import type { BulkChange, Cells, Content, Edited, Extras, NextReview } from "./schema";
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

/** The id in an address: "17" or "Q17"; null when it is neither. */
export function readQuestionId(text: string): number | null {
  const id = /^q?([1-9]\d{0,9})$/i.exec(text)?.[1];
  return id === undefined || Number(id) > MAX_INT ? null : Number(id);
}

const CONTENT_FIELDS = Object.keys(QUESTION_FIELDS) as (keyof typeof QUESTION_FIELDS)[];

/** A field's path within what a person edits. Answers and evidence count as one field each. */
export type Field = (typeof CONTENT_FIELDS)[number] | `extras.${string}`;

const isExtra = (field: Field): field is `extras.${string}` => field.startsWith("extras.");
const keyOf = (field: `extras.${string}`) => field.slice("extras.".length);

/** What people call a field. */
export function fieldLabel(field: Field, extras: readonly ExtraField[] = EXTRA_FIELDS): string {
  return isExtra(field)
    ? (extras.find(({ key }) => key === keyOf(field))?.label ?? keyOf(field))
    : QUESTION_FIELDS[field].label;
}

/** A field's value as one text to show: lists have one item a line. */
function fieldText(edited: Edited, field: Field, extras: readonly ExtraField[]): string {
  if (isExtra(field)) {
    const extra = extras.find(({ key }) => key === keyOf(field))!;
    return extraWords(extra, edited.extras?.[extra.key]);
  }
  switch (field) {
    case "answers":
    case "sources":
      return edited[field].map(oneLineEnd).join("\n");
    case "falsePremise":
      return edited.falsePremise ? "False premise" : "Valid premise";
    case "split":
      return QUESTION_FIELDS.split.words[edited.split ?? "none"];
    case "effectiveYear":
      return renderEffectiveYear(edited.effectiveYear);
    case "nextReview":
      return describeNextReview(edited.nextReview);
    default:
      return oneLineEnd(edited[field]);
  }
}

function oneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * The fields in which two versions of a question differ, in the order of the form: the one comparison for "unchanged",
 * differences, edits that came first and drafts. Line ends do not count; nor does an extra field of which one side says nothing.
 */
export function changedFields(
  a: Edited,
  b: Edited,
  extras: readonly ExtraField[] = EXTRA_FIELDS,
): Field[] {
  const value = (content: Content, field: keyof Content) =>
    JSON.stringify(content[field], (_, part: unknown) =>
      typeof part === "string" ? oneLineEnd(part) : part,
    );
  return [
    ...CONTENT_FIELDS.filter((field) => value(a, field) !== value(b, field)),
    ...changedExtras(a.extras, b.extras, extras).map(({ key }): Field => `extras.${key}`),
  ];
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
 * @param their the raw cells and extra fields of the other revision.
 * @param mine what the person has typed so far.
 */
export function theirChanges(
  base: { content: Edited; cells: Cells },
  their: { cells: Cells; extras?: Extras },
  mine: Edited,
  extras: readonly ExtraField[] = EXTRA_FIELDS,
): { theirs: Edited; changes: TheirChange[] } {
  const read = readCells(their.cells).content;
  if (read === null) throw new Error("A saved revision's cells cannot be read.");
  // A schedule whose cell they left alone keeps the day that only the import knew.
  const theirs: Edited = {
    ...read,
    ...(!changedColumns(base.cells, their.cells).includes("next_review") && {
      nextReview: base.content.nextReview,
    }),
    ...(their.extras && { extras: their.extras }),
  };
  const both = new Set(changedFields(base.content, mine, extras));
  const unlike = new Set(changedFields(theirs, mine, extras));
  const changes = changedFields(base.content, theirs, extras).map((field): TheirChange => ({
    field,
    base: fieldText(base.content, field, extras),
    theirs: fieldText(theirs, field, extras),
    mine: fieldText(mine, field, extras),
    conflict: both.has(field) && unlike.has(field),
  }));
  return { theirs, changes };
}

/** Puts an edit on top of another revision: their value for the fields in `takeTheirs`, the edit's for all others. */
export function mergeContent(mine: Edited, theirs: Edited, takeTheirs: readonly Field[]): Edited {
  const [extras, fields] = [takeTheirs.filter(isExtra), takeTheirs.filter((one) => !isExtra(one))];
  return {
    ...mine,
    ...Object.fromEntries(fields.map((field) => [field, theirs[field]])),
    ...(extras.length > 0 && {
      extras: {
        ...mine.extras,
        ...Object.fromEntries(extras.map(keyOf).map((key) => [key, theirs.extras?.[key] ?? null])),
      },
    }),
  };
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
