import { Anchor } from "@mantine/core";
import { CategoryBadge, SplitBadge, StatusBadge } from "@/components/dataset/questions/badges";
import type { Neighbour } from "@/lib/dataset/similar-questions/schema";
import classes from "./authoring.module.css";

export const NOTHING_ALIKE = "No similar questions in the dataset or in review";

/** The questions and open submissions nearest to a text, with their answers. */
export function NeighbourList({
  neighbours,
  nothing,
}: {
  neighbours: readonly Neighbour[];
  nothing: string;
}) {
  if (neighbours.length === 0) return <p className={classes.hint}>{nothing}</p>;
  return (
    <ol className={classes.list}>
      {neighbours.map((neighbour) => (
        <li
          key={
            neighbour.kind === "question"
              ? `Q${neighbour.questionId}`
              : `S${neighbour.submissionId}`
          }
          className={neighbour.near ? classes.near : undefined}
        >
          <span className={classes.mark} data-tone={neighbour.near ? "trouble" : "plain"}>
            {Math.round(neighbour.score * 100)}% similar
            {neighbour.near ? ", possible duplicate" : ""}
          </span>
          {neighbour.kind === "question" ? (
            <>
              <Anchor
                href={`/questions/${neighbour.questionId}`}
                target="_blank"
                rel="noopener"
                fz="inherit"
                underline="always"
              >
                Q{neighbour.questionId}
              </Anchor>{" "}
              {neighbour.question}
            </>
          ) : (
            <SubmittedQuestion neighbour={neighbour} />
          )}
          <br />
          <span className={classes.hint}>
            {neighbour.answers.slice(0, 3).join(" · ") || "No answer"}
          </span>
          <br />
          <CategoryBadge category={neighbour.category} />{" "}
          {neighbour.kind === "question" ? (
            <>
              <SplitBadge split={neighbour.split} />{" "}
              {neighbour.status === "retired" && <StatusBadge status="retired" />}
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
  neighbour: { own, author, submissionId, question },
}: {
  neighbour: Extract<Neighbour, { kind: "submission" }>;
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
