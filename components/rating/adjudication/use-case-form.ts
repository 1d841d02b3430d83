"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Drafts } from "@/components/desk/drafts";
import { useFromDevice } from "@/components/desk/use-from-device";
import { NOTHING_NOTED, type ItemForm, type Kept } from "@/components/rating/judging/item-form";
import {
  formOfAnswers,
  protocolDrafts,
  type ProtocolForm,
  type Subject,
} from "@/components/rating/judging/protocol-answers";
import {
  EMPTY_FORM,
  formDrafts,
  formOf,
  type RatingForm,
} from "@/components/rating/judging/rating-form";
import { deviceStorage } from "@/components/ui/device-storage";
import { adjudicatedPart, agreedParts, proposedAnswers } from "@/lib/rating/adjudication/rules";
import type { AnswersCase, VerdictCase } from "@/lib/rating/adjudication/queries";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import type { Answers } from "@/lib/rating/protocols/vocabulary";

/** A form with what the raters agree on entered; it begins in the first mode that they differ in. */
export function agreedForm(view: VerdictCase): RatingForm {
  const verdict = agreedParts(view.ratings);
  return {
    ...EMPTY_FORM,
    verdict,
    mode: verdict.relaxed === null || verdict.strict !== null ? "relaxed" : "strict",
  };
}

/** A form with a final verdict entered. */
export function finalForm(verdict: Verdict, reason: string): RatingForm {
  return formOf({ ...verdict, ...NOTHING_NOTED, comment: reason });
}

/** What the form of a case under another protocol is about. */
export function subjectOf({ protocol }: AnswersCase): Subject {
  return { definition: adjudicatedPart(protocol.definition), places: [1] };
}

/** A form with what the ratings suggest entered; it begins at the first question that raters differ in. */
export function proposedForm(view: AnswersCase): ProtocolForm {
  const { definition, differing } = view.protocol;
  const form = finalAnswersForm(
    view,
    proposedAnswers(
      definition,
      view.ratings.map(({ answers }) => answers),
    ),
    "",
  );
  return { ...form, at: differing[0] ?? form.at };
}

/** A form with final answers entered. */
export function finalAnswersForm(
  view: AnswersCase,
  answers: Answers,
  reason: string,
): ProtocolForm {
  return formOfAnswers(subjectOf(view), answers, { ...NOTHING_NOTED, comment: reason });
}

/** What is kept of cases of Relaxed and Strict. */
export function useVerdictDrafts(userId: number): Drafts<Kept<RatingForm>> {
  return useState(() => formDrafts(deviceStorage(), userId, "adjudication"))[0];
}

/** What is kept of cases under another protocol. */
export function useAnswersDrafts(userId: number, view: AnswersCase): Drafts<Kept<ProtocolForm>> {
  return useState(() =>
    protocolDrafts(deviceStorage(), userId, subjectOf(view).definition, "adjudication"),
  )[0];
}

/**
 * The form of one case; what is typed is kept on the device until it is saved.
 * @param keep the device keeps what the form begins with, as no one else does
 * @param begun false: the server has drawn the case, and knows nothing of what lies on the device
 */
export function useCaseForm<F extends ItemForm>(
  drafts: Drafts<Kept<F>>,
  taskId: number,
  begin: F,
  { keep = false, begun = true } = {},
): { form: F; change: (next: F) => void; drop: () => void } {
  const [form, setForm] = useState<F>(() => (begun && drafts.read(taskId)?.form) || begin);
  useFromDevice(begun, () => drafts.read(taskId)?.form ?? null, setForm);
  const kept = useRef(keep);
  useEffect(() => {
    if (kept.current) drafts.write(taskId, { form, activeMs: 0 });
    kept.current = false;
  }, [drafts, form, taskId]);
  const change = useCallback(
    (next: F) => {
      setForm(next);
      drafts.write(taskId, { form: next, activeMs: 0 });
    },
    [drafts, taskId],
  );
  const drop = useCallback(() => drafts.write(taskId, null), [drafts, taskId]);
  return { form, change, drop };
}
