import type { ReactNode } from "react";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { FACT_TYPE_WORDS } from "@/components/dataset/questions/labels";
import { needsOf } from "@/lib/authoring/rules";
import type { Draft } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { reviewText, yearText } from "./draft-changes";
import { PACE_WORDS } from "./labels";
import { MarkedText } from "@/components/ui/marked-text";

/** What a submission holds, as one reads it. */
export function SubmissionContent({ draft, difference }: { draft: Draft; difference: string }) {
  const need = needsOf(draft);
  const sources = draft.sources.map((url) => url.trim()).filter((url) => url !== "");
  return (
    <dl className={classes.facts}>
      <Fact term="Question">
        <b>{draft.question.trim() || "Empty"}</b>
      </Fact>
      <Fact term="Category">
        {draft.category && <CategoryBadge category={draft.category} />}{" "}
        {draft.hops && <HopsBadge hops={draft.hops} />}{" "}
        {need.factType && draft.factType && FACT_TYPE_WORDS[draft.factType]}
      </Fact>
      <Fact term="Answers">
        <ol>
          {draft.answers
            .filter((answer) => answer.trim() !== "")
            .map((answer, i) => (
              <li key={i}>
                <MarkedText text={answer.trim()} />
                {i === 0 && draft.answers.length > 1 ? " (primary)" : ""}
              </li>
            ))}
        </ol>
      </Fact>
      {need.explanation && (
        <Fact term="What is wrong">{draft.explanation.trim() || "Not specified"}</Fact>
      )}
      {need.steps && (
        <Fact term="Steps">
          <ol>
            {draft.steps
              .filter((step) => step.text.trim() !== "")
              .map((step, i) => (
                <li key={i}>
                  {step.text.trim()}
                  <EvidenceList sources={step.evidence.map((url) => url.trim()).filter(Boolean)} />
                </li>
              ))}
          </ol>
        </Fact>
      )}
      <Fact term="Evidence">
        <EvidenceList sources={sources} />
      </Fact>
      {need.pace && (
        <Fact term="Change frequency">
          {draft.pace === null ? "Not specified" : PACE_WORDS[draft.pace]}
        </Fact>
      )}
      <Fact term="Effective year">{yearText(draft)}</Fact>
      <Fact term="Next review">{reviewText(draft)}</Fact>
      {draft.note.trim() !== "" && <Fact term="Note">{draft.note.trim()}</Fact>}
      {difference !== "" && <Fact term="Difference from similar questions">{difference}</Fact>}
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
