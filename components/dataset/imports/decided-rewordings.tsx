import { Badge, Text, Title } from "@mantine/core";
import type { PlanRow } from "@/lib/dataset/imports/queries";
import type { Decision } from "@/lib/dataset/imports/schema";
import { PageTurner } from "@/components/ui/page-turner";
import { TextDiff } from "@/components/ui/text-diff";
import { RowPlace } from "./plan-rows";
import classes from "./plan-rows.module.css";

interface DecidedRewordingsProps {
  importId: number;
  rows: PlanRow[];
  total: number;
  page: number;
  pageSize: number;
}

const WORDS: Record<Decision, { color: string; label: string }> = {
  open: { color: "yellow", label: "Undecided" },
  accepted: { color: "green", label: "Accepted (same question)" },
  rejected: { color: "gray", label: "Rejected (new question)" },
  replaced: { color: "blue", label: "Replaced (new question, old one retired)" },
};

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
          const { color, label } = WORDS[row.decision ?? "open"];
          return (
            <li key={row.ordinal} className={classes.row}>
              <div className={classes.head}>
                <Badge color={color}>{label}</Badge>
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
        page={page}
        pageSize={pageSize}
        total={total}
        label="Pages of rewordings"
        href={(target) => `/imports/${importId}${target > 1 ? `?page=${target}` : ""}`}
      />
    </section>
  );
}
