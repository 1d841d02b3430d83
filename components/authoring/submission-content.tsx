import type { ReactNode } from "react";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { AnswerList } from "@/components/dataset/questions/field-views";
import type { Draft, DraftField } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { draftTexts, filled } from "./draft-changes";

/** Parts that are more than a text. */
const VIEWS: Partial<Record<DraftField, (draft: Draft) => ReactNode>> = {
  category: ({ category }) => category && <CategoryBadge category={category} />,
  hops: ({ hops }) => hops && <HopsBadge hops={hops} />,
  question: ({ question }) => <b>{question.trim()}</b>,
  answers: ({ answers }) => <AnswerList answers={filled(answers)} />,
  steps: ({ steps }) => (
    <ol>
      {steps
        .filter((step) => step.text.trim() !== "")
        .map((step, index) => (
          <li key={index}>
            {step.text.trim()}
            <EvidenceList sources={filled(step.evidence)} />
          </li>
        ))}
    </ol>
  ),
  sources: ({ sources }) => <EvidenceList sources={filled(sources)} />,
};

/** What a submission holds, as one reads it: the parts that say something. */
export function SubmissionContent({ draft, difference }: { draft: Draft; difference: string }) {
  return (
    <dl className={classes.facts}>
      {draftTexts({ ...draft, difference }).map(({ field, label, text }) => (
        <Fact key={field} term={label}>
          {VIEWS[field]?.(draft) ?? text}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
