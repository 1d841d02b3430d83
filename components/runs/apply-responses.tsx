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
import { useState, useTransition } from "react";
import {
  applyResponseImportAction,
  cancelResponseImportAction,
} from "@/lib/runs/responses/actions";
import { describePlan } from "@/lib/runs/responses/rules";
import type { PlanCounts } from "@/lib/runs/responses/schema";
import type { Refusal, Result } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";
import { countOf, formatCount } from "@/lib/platform/format";

/** Matching results, what would be added, and the button that adds it. */
export function ApplyResponses({ importId, counts }: { importId: number; counts: PlanCounts }) {
  const router = useRouter();
  const write = useWrite();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [doing, setDoing] = useState<"apply" | "discard" | null>(null);
  const [pending, startTransition] = useTransition();
  const run = (what: "apply" | "discard", work: () => Promise<Result<unknown>>) => {
    setDoing(what);
    setRefusal(null);
    startTransition(async () => {
      const result = await work();
      if (!result.ok) setRefusal(result.refusal);
      startTransition(() => router.refresh());
    });
  };
  const rows: [number, string][] = [
    [counts.rows, counts.rows === 1 ? "row in the file" : "rows in the file"],
    [counts.matched.text, "matched by text"],
    [counts.matched.normalized, "matched except for case, spacing, quotes or dashes"],
    [counts.matched.similar, "matched to a similar question and accepted"],
    [counts.matched.id + counts.matched["stable-id"], "matched by ID (no text)"],
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="matched">
      <Title order={2} id="matched" mb="xs">
        Matching results
      </Title>
      <RefusalAlert
        refusal={refusal}
        title={doing === "discard" ? "Import not discarded" : "No responses added"}
      />
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
      <Group gap="xs">
        <Button
          onClick={() => run("apply", () => write(applyResponseImportAction, { importId }))}
          loading={pending && doing === "apply"}
          disabled={pending || counts.adds + counts.verdicts === 0}
        >
          {counts.adds > 0 || counts.verdicts === 0
            ? `Add ${countOf(counts.adds, "response")}`
            : `Import ${countOf(counts.verdicts, "verdict")}`}
        </Button>
        <Button
          variant="default"
          onClick={() => run("discard", () => write(cancelResponseImportAction, { importId }))}
          loading={pending && doing === "discard"}
          disabled={pending}
        >
          Discard import
        </Button>
      </Group>
    </Paper>
  );
}
