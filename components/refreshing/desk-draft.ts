import { Drafts } from "@/components/desk/drafts";
import {
  areSameValues,
  isSameValue,
  readValues,
  valueOf,
  valuesOf,
  type QuestionValues,
} from "@/components/dataset/questions/form-values";
import { deskDraftKey } from "@/components/ui/device-keys";
import { deviceStorage } from "@/components/ui/device-storage";
import { hasFields } from "@/components/ui/has-fields";
import type { Content } from "@/lib/dataset/questions/schema";
import { FIELD_KEYS } from "@/lib/dataset/questions/vocabulary";
import { inferEffectiveYear, REASON_OF } from "@/lib/refreshing/rules";
import type { RefreshKind } from "@/lib/refreshing/schema";

/** What the desk's form holds. All kinds of change share it, so that none is lost on the way. */
export interface DeskValues extends QuestionValues {
  /** Nobody has entered a year: it follows the answers. */
  yearFollows: boolean;
  /** The answers were looked at too. */
  verified: boolean;
  comment: string;
}

/** The form of a question on the desk, as its device keeps it. */
export interface DeskDraft {
  kind: RefreshKind;
  /** False after Esc: what was typed is kept for the next time. */
  open: boolean;
  values: DeskValues;
}

/** What the form begins with: the question's content. */
export function deskValuesOf(content: Content, kind: RefreshKind): DeskValues {
  const values = valuesOf(content);
  const { policy, on } = values.nextReview;
  return {
    ...values,
    // A schedule that names no day cannot be chosen again.
    ...(kind === "schedule" &&
      policy === "unrecognized" && { nextReview: { policy: "on_date", on } }),
    yearFollows: true,
    verified: true,
    comment: "",
  };
}

/** The year that the form shows: the one that was typed, else the one that follows from the answers. */
export function shownYear(
  { yearFollows, effectiveYear, answers }: DeskValues,
  content: Content,
  presentYear: number,
): DeskValues["effectiveYear"] {
  if (!yearFollows) return effectiveYear;
  const year = inferEffectiveYear(
    content,
    answers.map((answer) => answer.text),
    presentYear,
  );
  return valueOf("effectiveYear", year);
}

/** Whether the form says that the answers were looked at: a new answer always does. */
export function verifies(kind: RefreshKind, { verified }: Pick<DeskValues, "verified">): boolean {
  return kind === "answer" || (kind !== "retire" && verified);
}

/** What was typed over a form that began with `was`, in one that begins with `is`: fields left alone say what that one says. */
function carriedOver(typed: DeskValues, was: DeskValues, is: DeskValues): DeskValues {
  const untouched = FIELD_KEYS.filter((field) =>
    field === "effectiveYear" ? typed.yearFollows : isSameValue(field, typed, was),
  );
  return { ...typed, ...Object.fromEntries(untouched.map((field) => [field, is[field]])) };
}

/** Opens a form of another kind with what was typed. */
export function asKind(
  { kind, values }: DeskDraft,
  next: RefreshKind,
  content: Content,
): DeskDraft {
  const [was, is] = [deskValuesOf(content, kind), deskValuesOf(content, next)];
  return { kind: next, open: true, values: carriedOver(values, was, is) };
}

/** Puts what was typed on top of another content. */
export function rebaseDeskDraft(draft: DeskDraft, before: Content, now: Content): DeskDraft {
  const [was, is] = [deskValuesOf(before, draft.kind), deskValuesOf(now, draft.kind)];
  return { ...draft, values: carriedOver(draft.values, was, is) };
}

/** Returns whether the form differs from the question. */
export function isTyped({ kind, values }: DeskDraft, content: Content): boolean {
  const { yearFollows, verified, comment } = values;
  const begun = deskValuesOf(content, kind);
  return (
    !(yearFollows && verified && comment === "") ||
    // A year that follows is not the one that was entered before.
    !areSameValues({ ...values, effectiveYear: begun.effectiveYear }, begun)
  );
}

// Keeping -------------------------------------------------------------------------------------------------------

/** What a person has typed on the desk, by question and revision (`subjectOf`); this is about one with that content. */
export function deskDrafts(userId: number, content: Content): Drafts<DeskDraft> {
  return new Drafts(
    deviceStorage(),
    (subject) => deskDraftKey("refreshing", userId, subject),
    (kept) => readDeskDraft(kept, content),
  );
}

/** A form over that content as a device has kept it, or a step's draft; null where it is none. */
export function readDeskDraft(kept: unknown, content: Content): DeskDraft | null {
  if (
    !hasFields(kept, { kind: "string", open: "boolean", values: "object" }) ||
    !Object.hasOwn(REASON_OF, kept.kind as string) ||
    !hasFields(kept.values, { yearFollows: "boolean", verified: "boolean", comment: "string" })
  )
    return null;
  const values = readValues(kept.values, valuesOf(content));
  if (values === null) return null;
  const { yearFollows, verified, comment } = kept.values;
  return {
    kind: kept.kind,
    open: kept.open,
    values: { ...values, yearFollows, verified, comment },
  } as DeskDraft;
}

/** What was typed is about one revision of a question. */
export function subjectOf({ id, revisionId }: { id: number; revisionId: number }): string {
  return `${id}.${revisionId}`;
}
