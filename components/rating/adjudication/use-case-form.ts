"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import {
  EMPTY_FORM,
  formDrafts,
  formOf,
  type RatingForm,
} from "@/components/rating/judging/rating-form";
import { deviceStorage } from "@/components/ui/device-storage";
import { agreedParts } from "@/lib/rating/adjudication/rules";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import type { FinalVerdict } from "./case-rules";

/** A form with what the raters agree on entered; it begins in the first mode that they differ in. */
export function agreedForm(view: CaseView): RatingForm {
  const verdict = agreedParts(view.ratings);
  return {
    ...EMPTY_FORM,
    verdict,
    mode: verdict.relaxed === null || verdict.strict !== null ? "relaxed" : "strict",
  };
}

/** A form with a final verdict entered. */
export function finalForm({ verdict, reason }: FinalVerdict): RatingForm {
  return formOf({ ...verdict, comment: reason, lowConfidence: false, flagged: false });
}

/**
 * The form of one case; what is typed is kept on the device until it is saved.
 * @param keep the device keeps what the form begins with, as no one else does
 */
export function useCaseForm(
  userId: number,
  view: CaseView,
  begin: RatingForm,
  keep = false,
): { form: RatingForm; change: (next: RatingForm) => void; drop: () => void } {
  const [drafts] = useState(() => formDrafts(deviceStorage(), userId, "adjudication"));
  const { taskId } = view.item;
  const [form, setForm] = useState<RatingForm>(() => drafts.read(taskId)?.form ?? begin);
  const kept = useRef(keep);
  useEffect(() => {
    if (kept.current) drafts.write(taskId, { form, activeMs: 0 });
    kept.current = false;
  }, [drafts, form, taskId]);
  const change = useCallback(
    (next: RatingForm) => {
      setForm(next);
      drafts.write(taskId, { form: next, activeMs: 0 });
    },
    [drafts, taskId],
  );
  const drop = useCallback(() => drafts.write(taskId, null), [drafts, taskId]);
  return { form, change, drop };
}
