import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { CHANGES_WITHIN_DAYS, type AnswerChange } from "@/lib/home/schema";
import { formatDay } from "@/lib/platform/format";
import classes from "./home.module.css";

/** What the world changed lately: each question with its answer before and now. */
export function AnswerChanges({ changes }: { changes: readonly AnswerChange[] }) {
  if (changes.length === 0)
    return (
      <p className={classes.changes}>No answers changed in the last {CHANGES_WITHIN_DAYS} days.</p>
    );
  return (
    <ul className={classes.changes}>
      {changes.map(({ questionId, question, before, after, day }) => (
        <li key={questionId}>
          <LinkAnchor href={`/questions/${questionId}`} fz="sm" fw={550} c="inherit">
            {question}
          </LinkAnchor>
          <Text fz="sm" component="p" className={classes.change}>
            {before === after ? (
              <span>Supplementary answers changed</span>
            ) : (
              <>
                <del>{before || "No answer"}</del> <span aria-hidden>→</span>{" "}
                <ins>{after || "No answer"}</ins>
              </>
            )}{" "}
            <span className={classes.day}>{formatDay(day)}</span>
          </Text>
        </li>
      ))}
    </ul>
  );
}
