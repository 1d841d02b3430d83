import { MAX_INT } from "@/lib/platform/fields";
import { changedColumns, readCells, renderEffectiveYear } from "./cells";
import type { BulkChange, Cells, Content, NextReview } from "./schema";
import { countOf, formatDay } from "@/lib/platform/format";

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

/** The fields of a question in the order of the form. Answers and evidence count as one field each. */
export const FIELDS = [
  "question",
  "answers",
  "sources",
  "falsePremise",
  "factType",
  "hops",
  "split",
  "effectiveYear",
  "nextReview",
  "note",
] as const satisfies readonly (keyof Content)[];
export type Field = (typeof FIELDS)[number];

/** A field's value as one text, to compare and to show: lists have one item a line. */
export function fieldText(content: Content, field: Field): string {
  switch (field) {
    case "answers":
    case "sources":
      return content[field].join("\n").replace(/\r\n?/g, "\n");
    case "falsePremise":
      return content.falsePremise ? "False premise" : "Valid premise";
    case "split":
      return content.split ?? "No split";
    case "effectiveYear":
      return renderEffectiveYear(content.effectiveYear);
    case "nextReview":
      return describeNextReview(content.nextReview);
    default:
      return content[field].replace(/\r\n?/g, "\n");
  }
}

/** True when two contents mean the same in every field; line ends do not count. */
export function sameContent(a: Content, b: Content): boolean {
  return FIELDS.every((field) => fieldText(a, field) === fieldText(b, field));
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
 * @param theirCells the raw cells of the other revision.
 * @param mine what the person has typed so far.
 */
export function theirChanges(
  base: { content: Content; cells: Cells },
  theirCells: Cells,
  mine: Content,
): { theirs: Content; changes: TheirChange[] } {
  const read = readCells(theirCells).content;
  if (read === null) throw new Error("A saved revision's cells cannot be read.");
  // A schedule whose cell they left alone keeps the day that only the import knew.
  const theirs = changedColumns(base.cells, theirCells).includes("next_review")
    ? read
    : { ...read, nextReview: base.content.nextReview };
  const changes = FIELDS.flatMap((field): TheirChange[] => {
    const [was, is, wanted] = [
      fieldText(base.content, field),
      fieldText(theirs, field),
      fieldText(mine, field),
    ];
    return was === is
      ? []
      : [{ field, base: was, theirs: is, mine: wanted, conflict: wanted !== was && wanted !== is }];
  });
  return { theirs, changes };
}

/** Puts an edit on top of another revision: their value for the fields in `takeTheirs`, the edit's for all others. */
export function mergeContent(
  mine: Content,
  theirs: Content,
  takeTheirs: readonly Field[],
): Content {
  return { ...mine, ...Object.fromEntries(takeTheirs.map((field) => [field, theirs[field]])) };
}
