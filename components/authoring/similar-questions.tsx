import { Anchor } from "@mantine/core";
import { CategoryBadge, SplitBadge, StatusBadge } from "@/components/dataset/questions/badges";
import { ALIKE, type SimilarQuestion } from "@/lib/dataset/similar-questions/schema";
import classes from "./authoring.module.css";

export const NOTHING_ALIKE = "No similar questions in the dataset or in review";

/** The questions and open submissions nearest to a text, with their answers. */
export function SimilarQuestionList({
  similar,
  nothing,
  paraphrases = false,
}: {
  similar: readonly SimilarQuestion[];
  nothing: string;
  /** Points out what may ask the same in other words, as reviewers need it. */
  paraphrases?: boolean;
}) {
  if (similar.length === 0) return <p className={classes.hint}>{nothing}</p>;
  return (
    <ol className={classes.list}>
      {similar.map((candidate) => (
        <li
          key={
            candidate.kind === "question"
              ? `Q${candidate.questionId}`
              : `S${candidate.submissionId}`
          }
          className={candidate.near ? classes.near : undefined}
        >
          <span
            className={classes.mark}
            data-tone={
              candidate.near
                ? "trouble"
                : paraphrases && candidate.score >= ALIKE
                  ? "hint"
                  : "plain"
            }
          >
            {Math.round(candidate.score * 100)}% similar
            {candidate.near
              ? ", possible duplicate"
              : paraphrases && candidate.score >= ALIKE
                ? ", possible paraphrase"
                : ""}
          </span>
          {candidate.kind === "question" ? (
            <>
              <Anchor
                href={`/questions/${candidate.questionId}`}
                target="_blank"
                rel="noopener"
                fz="inherit"
                underline="always"
              >
                Q{candidate.questionId}
              </Anchor>{" "}
              {candidate.question}
            </>
          ) : (
            <SubmittedQuestion candidate={candidate} />
          )}
          <br />
          <span className={classes.hint}>
            {candidate.answers.slice(0, 3).join(" · ") || "No answer"}
          </span>
          <br />
          <CategoryBadge category={candidate.category} />{" "}
          {candidate.kind === "question" ? (
            <>
              <SplitBadge split={candidate.split} />{" "}
              {candidate.status === "retired" && <StatusBadge status="retired" />}
            </>
          ) : (
            <span className={classes.mark} data-tone="submitted">
              In review
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A link for whoever may open it. */
function SubmittedQuestion({
  candidate: { own, author, submissionId, question },
}: {
  candidate: Extract<SimilarQuestion, { kind: "submission" }>;
}) {
  if (own)
    return (
      <>
        <Anchor
          href={`/write/${submissionId}`}
          target="_blank"
          rel="noopener"
          fz="inherit"
          underline="always"
        >
          Yours
        </Anchor>{" "}
        {question}
      </>
    );
  if (author !== null)
    return (
      <>
        <Anchor
          href={`/submissions/${submissionId}`}
          target="_blank"
          rel="noopener"
          fz="inherit"
          underline="always"
        >
          {author}
        </Anchor>{" "}
        {question}
      </>
    );
  return <>{question}</>;
}
