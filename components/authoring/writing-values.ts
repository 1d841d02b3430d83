import {
  EMPTY_VALUES,
  keyed,
  line,
  valueOf,
  type QuestionValues,
} from "@/components/dataset/questions/form-values";
import type { Draft, ReasoningStep } from "@/lib/authoring/schema";

/** A step to the answer while it is written: one URL a line. */
export interface Step {
  key: number;
  text: string;
  evidence: string;
}

/** The fields of a question that an author enters as everybody does. */
type Shared = Pick<
  QuestionValues,
  "question" | "answers" | "sources" | "effectiveYear" | "nextReview" | "note"
>;
/** What the writing form holds: these fields, and what only an author is asked. */
export interface WritingValues
  extends Shared, Omit<Draft, keyof Shared | "steps" | "year" | "yearBefore"> {
  steps: Step[];
}

const stepOf = ({ text, evidence }: ReasoningStep, key: number): Step => ({
  key,
  text,
  evidence: evidence.join("\n"),
});

/** A step that someone adds. */
export const newStep = (): Step => stepOf({ text: "", evidence: [""] }, line("").key);

/** Fills the form with a draft. */
export function writingValuesOf({ year, yearBefore, nextReview, ...draft }: Draft): WritingValues {
  return {
    ...draft,
    answers: keyed(draft.answers),
    sources: keyed(draft.sources),
    steps: draft.steps.map(stepOf),
    effectiveYear: { text: year, before: yearBefore },
    nextReview: nextReview === null ? EMPTY_VALUES.nextReview : valueOf("nextReview", nextReview),
  };
}

/** What the form says, as the server keeps it. */
export function draftOf({ effectiveYear, nextReview, ...values }: WritingValues): Draft {
  const { policy, on } = nextReview;
  return {
    ...values,
    answers: values.answers.map((one) => one.text),
    sources: values.sources.map((one) => one.text),
    steps: values.steps.map(({ text, evidence }) => ({ text, evidence: evidence.split("\n") })),
    year: effectiveYear.text,
    yearBefore: effectiveYear.before,
    nextReview: policy === "" ? null : { policy, on: policy === "on_date" ? on : null },
  };
}
