"use client";

import {
  Button,
  Group,
  Paper,
  Table,
  TableTbody,
  TableTd,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import { useRouter } from "next/navigation";
import { applyResponseImport, cancelResponseImport } from "@/lib/runs/responses/actions";
import { DIFFERS_IN_FORM } from "@/lib/dataset/questions/same-text";
import { describeConditions, type RunConditions } from "@/lib/runs/responses/log-choices";
import { describePlan } from "@/lib/runs/responses/rules";
import type { PlanCounts } from "@/lib/runs/responses/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";

/** Matching results, what would be added, and the button that adds it. */
export function ApplyResponses({
  importId,
  counts,
  conditions,
}: {
  importId: number;
  counts: PlanCounts;
  /** What the run does not say of itself and the log does. */
  conditions: RunConditions;
}) {
  const router = useRouter();
  // Also a refusal may come of what has changed under the page.
  const anyhow = { refresh: true, onRefused: () => router.refresh() };
  const apply = useCommand(applyResponseImport, { title: "No responses added", ...anyhow });
  const discard = useCommand(cancelResponseImport, {
    title: "Import not discarded",
    ...anyhow,
  });
  const pending = apply.pending || discard.pending;
  const rows: [number, string][] = [
    [counts.rows, counts.rows === 1 ? "row in the file" : "rows in the file"],
    [counts.matched.text, "matched by text"],
    [counts.matched.normalized, `matched except for ${DIFFERS_IN_FORM}`],
    [counts.matched.similar, "matched to a similar question and accepted"],
    [counts.matched.id + counts.matched["stable-id"], "matched by ID (no text)"],
    [counts.problems.failed, "without a response in the log"],
    [counts.problems["not-chosen"], "of other epochs, filters or models than the selected ones"],
    [counts.sameVerdicts, "with a verdict that is imported already"],
    [counts.noVerdict, "without a verdict"],
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="matched">
      <Title order={2} id="matched" mb="xs">
        Matching results
      </Title>
      <RefusalAlert of={[apply, discard]} />
      <Table maw={460} withRowBorders={false} verticalSpacing={2} aria-label="Matching results">
        <TableTbody>
          {rows
            .filter(([count], at) => at === 0 || count > 0)
            .map(([count, words]) => (
              <TableTr key={words}>
                <TableTd ta="end" w={80} className="tabular">
                  {formatCount(count)}
                </TableTd>
                <TableTd>{words}</TableTd>
              </TableTr>
            ))}
        </TableTbody>
      </Table>
      <Text my="sm" fw={550}>
        {describePlan(counts)}
      </Text>
      {counts.adds + counts.verdicts > 0 && describeConditions(conditions) !== "" && (
        <Text mb="sm" fz="sm">
          The run will get what it lacks from the log: {describeConditions(conditions)}.
        </Text>
      )}
      <Group gap="xs">
        <Button
          onClick={() => void apply.run({ importId })}
          loading={apply.pending}
          disabled={pending || counts.adds + counts.verdicts === 0}
        >
          {counts.adds > 0 || counts.verdicts === 0
            ? `Add ${countOf(counts.adds, "response")}`
            : `Import ${countOf(counts.verdicts, "verdict")}`}
        </Button>
        <Button
          variant="default"
          onClick={() => void discard.run({ importId })}
          loading={discard.pending}
          disabled={pending}
        >
          Discard import
        </Button>
      </Group>
    </Paper>
  );
}
