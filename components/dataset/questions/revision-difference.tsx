import { Text } from "@mantine/core";
import { TextDiff } from "@/components/ui/text-diff";
import { cellOf, changedColumns } from "@/lib/dataset/questions/cells";
import type { Status } from "@/lib/dataset/questions/vocabulary";
import { columnName } from "@/lib/dataset/questions/fields";
import { STATUS_WORDS } from "./labels";
import classes from "./question-history.module.css";

interface Side {
  cells: readonly string[];
  status?: Status;
}

/** The difference between two revisions, field by field and word by word. */
export function RevisionDifference({
  before,
  after,
  signs = false,
}: {
  before: Side;
  after: Side;
  signs?: boolean;
}) {
  const columns = changedColumns(before.cells, after.cells);
  const statusChanged =
    before.status !== undefined && after.status !== undefined && before.status !== after.status;
  const text = (value: string) => (signs ? withSigns(value) : value);
  if (columns.length === 0 && !statusChanged) return <Text c="dimmed">No differences</Text>;
  return (
    <dl className={classes.fields}>
      {statusChanged && (
        <div>
          <dt>Status</dt>
          <dd>
            <TextDiff before={STATUS_WORDS[before.status!]} after={STATUS_WORDS[after.status!]} />
          </dd>
        </div>
      )}
      {columns.map((column) => (
        <div key={column}>
          <dt>{columnName(column)}</dt>
          <dd>
            <TextDiff
              before={text(cellOf(before.cells, column))}
              after={text(cellOf(after.cells, column))}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Makes the spaces visible that one does not see: at the ends, doubled, and all that are no plain space. */
function withSigns(text: string): string {
  return text
    .replace(/^ +| +$|(?<= ) +/gm, (spaces) => "␣".repeat(spaces.length))
    .replace(/\u00a0/g, "⍽")
    .replace(/\t/g, "⇥")
    .replace(/\r/g, "␍")
    .replace(/\n/g, "␊\n");
}
