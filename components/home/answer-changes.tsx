import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import type { AnswerChange } from "@/lib/home/schema";
import { formatDay } from "@/lib/platform/format";
import classes from "./home.module.css";

/** What the world changed lately: each question with its answer before and now. */
export function AnswerChanges({ changes }: { changes: readonly AnswerChange[] }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ questionId, question, before, after, day }) => (
        <li key={questionId}>
          <LinkAnchor href={`/questions/${questionId}`} fz="sm" fw={550} c="inherit">
            {question}
          </LinkAnchor>
          <Text fz="sm" component="p" className={classes.change}>
            {before === after ? (
              <span>Other accepted answers, or another premise</span>
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
