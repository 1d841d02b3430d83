import { Badge, Code, Text } from "@mantine/core";
import { describeFinding } from "@/lib/dataset/imports/finding-messages";
import type { PlanRow } from "@/lib/dataset/imports/queries";
import { showInvisible } from "@/lib/platform/invisible";
import { LinkAnchor } from "@/components/ui/links";
import { TextDiff } from "@/components/ui/text-diff";
import classes from "./plan-rows.module.css";
import { formatCount } from "@/lib/platform/format";

/** The rows of one part of a plan, each with what it would change or what is wrong with it. */
export function PlanRows({ rows }: { rows: PlanRow[] }) {
  return (
    <ol className={classes.rows}>
      {rows.map((row) => (
        <li key={row.ordinal ?? `Q${row.questionId}`} className={classes.row}>
          <div className={classes.head}>
            <Text component="h3" className={classes.question}>
              {showInvisible(row.question) || <i>No question</i>}
            </Text>
            <RowPlace row={row} />
          </div>
          {row.bad !== null && <Problems row={row} />}
          {row.changes.length > 0 ? (
            <Changes changes={row.changes} />
          ) : (
            row.primaryAnswer !== "" && (
              <Text fz="sm" c="dimmed" className={classes.answer}>
                {showInvisible(row.primaryAnswer)}
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
        <Badge color="blue" size="sm" title="Texts differ only in case, spacing, quotes or dashes">
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
          <dt>
            <Code>{change.column}</Code>
          </dt>
          <dd>
            <TextDiff before={showInvisible(change.before)} after={showInvisible(change.after)} />
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
            <Badge color={problem.severity === "error" ? "red" : "orange"} size="sm">
              {problem.severity === "error" ? "Error" : "Possibly damaged"}
            </Badge>{" "}
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
