import { deskDraftKey } from "@/components/ui/device-keys";
import { Drafts } from "@/components/desk/drafts";
import type { Keeping } from "@/components/ui/device-storage";
import { NO_VERDICT, withCredit, withReason, type VerdictDraft } from "@/lib/rating/judging/rules";
import {
  appliesToMode,
  MODES,
  REASON_CODES,
  type Mode,
  type Reason,
  type Verdict,
} from "@/lib/rating/judging/vocabulary";
import type { Notes } from "@/lib/rating/judging/schema";
import {
  formsDiffer,
  keptForm,
  NOTHING_NOTED,
  notesOf,
  type ItemForm,
  type Kept,
} from "./item-form";

/** The unsubmitted form of an item. */
export interface RatingForm extends ItemForm {
  verdict: VerdictDraft;
  /** The mode that `1`, `2` and letters are about. */
  mode: Mode;
}

export const EMPTY_FORM: RatingForm = {
  verdict: NO_VERDICT,
  mode: "relaxed",
  ...NOTHING_NOTED,
};

/** The form filled with a verdict that was entered before. */
export function formOf(judgment: Verdict & Notes): RatingForm {
  const { relaxed, strict, relaxedReason, strictReason } = judgment;
  return {
    ...EMPTY_FORM,
    ...notesOf(judgment),
    verdict: { relaxed, strict, relaxedReason, strictReason },
  };
}

/** Gives or denies credit in the mode at hand; after Relaxed credit comes Strict. */
export function enterCredit(form: RatingForm, credit: boolean, mode: Mode = form.mode): RatingForm {
  return {
    ...form,
    verdict: withCredit(form.verdict, mode, credit),
    mode: mode === "relaxed" && credit ? "strict" : mode,
  };
}

/** Gives credit in both modes, whatever was said before. */
export function enterBothCredit(form: RatingForm): RatingForm {
  return enterCredit(enterCredit(form, true, "relaxed"), true, "strict");
}

/** Denies credit for a reason in the mode at hand; one that can deny Strict alone denies that. */
export function enterReason(form: RatingForm, reason: Reason): RatingForm {
  const mode = appliesToMode(reason, form.mode) ? form.mode : "strict";
  return { ...form, mode, verdict: withReason(form.verdict, mode, reason) };
}

/** Returns whether the form differs from `before`. */
export function differs(form: RatingForm, before: RatingForm): boolean {
  return formsDiffer(form, before, ["mode"]);
}

// Keeping -------------------------------------------------------------------------------------------------------

export type KeptForm = Kept<RatingForm>;

/** What the device kept, where it is a form of this desk. */
function readKept(value: unknown): KeptForm | null {
  const kept = keptForm(value, EMPTY_FORM);
  if (kept === null) return null;
  const { relaxed, strict, relaxedReason, strictReason } = kept.form.verdict;
  const known = (allowed: readonly unknown[], ...values: unknown[]) =>
    values.every((one) => one === null || allowed.includes(one));
  return MODES.includes(kept.form.mode) &&
    known([true, false], relaxed, strict) &&
    known(REASON_CODES, relaxedReason, strictReason)
    ? kept
    : null;
}

/** What was entered and not submitted, by the task's id. */
export function formDrafts(
  storage: Keeping | null,
  userId: number,
  desk: "rating" | "adjudication",
): Drafts<KeptForm> {
  return new Drafts(storage, (taskId) => deskDraftKey(desk, userId, taskId), readKept);
}
