"use client";

import { useCallback, useState } from "react";
import { EMPTY_FORM, formDrafts, type RatingForm } from "@/components/rating/judging/rating-form";
import { deviceStorage } from "@/components/ui/device-storage";
import { agreedParts } from "@/lib/rating/adjudication/rules";
import type { CaseView } from "@/lib/rating/adjudication/queries";

/** A form with what the raters agree on entered; it begins in the first mode that they differ in. */
export function agreedForm(view: CaseView): RatingForm {
  const verdict = agreedParts(view.ratings);
  return {
    ...EMPTY_FORM,
    verdict,
    mode: verdict.relaxed === null || verdict.strict !== null ? "relaxed" : "strict",
  };
}

/** The form of one case; what is typed is kept on the device until it is saved. */
export function useCaseForm(
  userId: number,
  view: CaseView,
  begin: RatingForm,
): { form: RatingForm; change: (next: RatingForm) => void; drop: () => void } {
  const [drafts] = useState(() => formDrafts(deviceStorage(), userId, "adjudicate"));
  const { taskId } = view.item;
  const [form, setForm] = useState<RatingForm>(() => drafts.read(taskId)?.form ?? begin);
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
