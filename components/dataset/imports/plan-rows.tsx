import { Badge, Code, Text } from "@mantine/core";
import { describeFinding } from "@/lib/dataset/imports/finding-messages";
import type { PlanRow } from "@/lib/dataset/imports/plan-queries";
import { DIFFERS_IN_FORM } from "@/lib/dataset/questions/same-text";
import { LinkAnchor } from "@/components/ui/links";
import { TextDiff } from "@/components/ui/text-diff";
import { MarkedText } from "@/components/ui/marked-text";
import { changeName } from "@/components/dataset/questions/labels";
import { SeverityBadge } from "./finding-groups";
import classes from "./plan-rows.module.css";
import { formatCount } from "@/lib/platform/format";

/** The rows of one part of a plan, each with what it would change or what is wrong with it. */
export function PlanRows({ rows }: { rows: PlanRow[] }) {
  return (
    <ol className={classes.rows}>
      {rows.map((row) => (
        <li
          key={
            row.ordinal ?? (row.questionId === null ? `record ${row.record}` : `Q${row.questionId}`)
          }
          className={classes.row}
        >
          <div className={classes.head}>
            <Text component="h3" className={classes.question}>
              {row.question === "" ? <i>No question</i> : <MarkedText text={row.question} />}
            </Text>
            <RowPlace row={row} />
          </div>
          {row.bad !== null && <Problems row={row} />}
          {row.changes.length > 0 ? (
            <Changes changes={row.changes} />
          ) : (
            row.primaryAnswer !== "" && (
              <Text fz="sm" c="dimmed" className={classes.answer}>
                <MarkedText text={row.primaryAnswer} />
              </Text>
            )
          )}
        </li>
      ))}
    </ol>
  );
}

/** Renders a row's question and its place in the file. */
export function RowPlace({ row }: { row: Pick<PlanRow, "questionId" | "record" | "match"> }) {
  return (
    <Text component="span" fz="sm" c="dimmed" className={classes.place}>
      {row.questionId !== null && (
        <LinkAnchor href={`/questions/${row.questionId}`} inherit>
          Q{row.questionId}
        </LinkAnchor>
      )}
      {row.record !== null && <span>row {formatCount(row.record)}</span>}
      {row.match === "normalized" && (
        <Badge color="blue" size="sm" title={`Texts differ only in ${DIFFERS_IN_FORM}`}>
          near-identical text
        </Badge>
      )}
    </Text>
  );
}

/** Field by field, word by word. */
export function Changes({ changes }: { changes: PlanRow["changes"] }) {
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.column} className={classes.change}>
          <dt>{changeName(change.column)}</dt>
          <dd>
            <TextDiff before={change.before} after={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ row }: { row: PlanRow }) {
  return (
    <ul className={classes.problems}>
      {row.problems.map((problem, index) => {
        const words = describeFinding(problem);
        return (
          <li key={index}>
            <SeverityBadge severity={problem.severity} size="sm" />{" "}
            {problem.column !== null && (
              <>
                <Code>{problem.column}</Code>{" "}
              </>
            )}
            {words.problem} {words.remedy}
          </li>
        );
      })}
    </ul>
  );
}
