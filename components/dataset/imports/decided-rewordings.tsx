import { Text, Title } from "@mantine/core";
import type { PlanRow } from "@/lib/dataset/imports/plan-queries";
import { PageTurner } from "@/components/ui/page-turner";
import { TextDiff } from "@/components/ui/text-diff";
import { DecisionBadge } from "./decision-badge";
import { RowPlace } from "./plan-rows";
import classes from "./plan-rows.module.css";
import { importPage } from "@/lib/dataset/imports/address";

interface DecidedRewordingsProps {
  importId: number;
  rows: PlanRow[];
  total: number;
  page: number;
  pageSize: number;
}

/** How the proposed rewordings of an applied import were decided. */
export function DecidedRewordings({
  importId,
  rows,
  total,
  page,
  pageSize,
}: DecidedRewordingsProps) {
  return (
    <section aria-labelledby="decided">
      <Title order={2} id="decided" mt="xl" mb="xs">
        Decided rewordings
      </Title>
      <ol className={classes.rows}>
        {rows.map((row) => {
          const before = row.changes.find((change) => change.column === "question")?.before;
          return (
            <li key={row.ordinal} className={classes.row}>
              <div className={classes.head}>
                <DecisionBadge decision={row.decision ?? "open"} />
                <RowPlace row={row} />
              </div>
              <Text mt={6} className={classes.question}>
                {before === undefined ? (
                  row.question
                ) : (
                  <TextDiff before={before} after={row.question} />
                )}
              </Text>
            </li>
          );
        })}
      </ol>
      <PageTurner
        list={{ page, pageSize, total }}
        label="Rewordings"
        href={({ page }) => importPage.href({ id: importId, page })}
      />
    </section>
  );
}
