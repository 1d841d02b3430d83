"use client";

import { useCallback, useState } from "react";
import { EMPTY_FORM, FormKeeper, type RatingForm } from "@/components/rating/judging/rating-form";
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
  const [keeper] = useState(() => new FormKeeper(deviceStorage(), userId, "adjudicate"));
  const { taskId } = view.item;
  const [form, setForm] = useState<RatingForm>(() => keeper.read(taskId)?.form ?? begin);
  const change = useCallback(
    (next: RatingForm) => {
      setForm(next);
      keeper.write(taskId, { form: next, activeMs: 0 });
    },
    [keeper, taskId],
  );
  const drop = useCallback(() => keeper.write(taskId, null), [keeper, taskId]);
  return { form, change, drop };
}
