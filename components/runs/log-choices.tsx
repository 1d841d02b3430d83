"use client";

import { Button, Group, NativeSelect, SimpleGrid, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";
import type { FoundLog, LogPart } from "@/lib/runs/logs/schema";
import { mapColumns } from "@/lib/runs/responses/actions";
import { takenScorer, withScorer } from "@/lib/runs/responses/log-choices";
import type { ImportColumns } from "@/lib/runs/responses/schema";

const PART_WORDS: Record<LogPart, string> = {
  epoch: "Epoch",
  filter: "Filter",
  variant: "Model and prompt",
};

/** What of a log is taken where it holds several: one response per question, and the verdicts of one scorer. */
export function LogChoices({
  importId,
  columns,
  log,
  stillToRate,
}: {
  importId: number;
  columns: ImportColumns;
  log: FoundLog;
  /** How many of the run's responses the reader has still to rate: what scorers say is not for them yet. */
  stillToRate: number;
}) {
  const router = useRouter();
  const [chosen, setChosen] = useState(log.chosen);
  const taken = takenScorer(columns.roles, log);
  const [scorer, setScorer] = useState(taken);
  const match = useCommand(mapColumns, {
    title: "Selection not changed",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const parts = (["epoch", "filter", "variant"] as const).filter(
    (part) => log.parts[part].length > 1,
  );
  if (parts.length === 0 && log.scorers.length === 0) return null;
  const same = scorer === taken && parts.every((part) => chosen[part] === log.chosen[part]);
  const { roles, evaluator } =
    scorer === taken ? columns : withScorer(columns, log, scorer === "" ? null : Number(scorer));
  return (
    <>
      <RefusalAlert of={match} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt="md">
        {parts.map((part) => (
          <NativeSelect
            key={part}
            label={PART_WORDS[part]}
            inputWrapperOrder={["label", "input", "description"]}
            description={`1 of ${formatCount(log.parts[part].length)} in the log`}
            value={chosen[part]}
            data={log.parts[part].map((name) => ({ value: name, label: name || "None" }))}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [part]: value })}
          />
        ))}
        {log.scorers.length > 0 && (
          <NativeSelect
            label="Relaxed verdicts from scorer"
            inputWrapperOrder={["label", "input", "description"]}
            description={
              roles.includes("relaxed") || roles.includes("strict")
                ? `Evaluator “${evaluator}”`
                : "No verdicts are imported"
            }
            value={scorer}
            data={[
              { value: "", label: "None" },
              ...(taken === "own" ? [{ value: "own", label: "As set in the columns" }] : []),
              ...log.scorers.map(({ name, column, correct, incorrect, other }) => ({
                value: String(column),
                label:
                  stillToRate > 0
                    ? name
                    : `${name}: ${formatCount(correct)} correct, ${formatCount(incorrect)} incorrect${other > 0 ? `, ${countOf(other, "other value")}` : ""}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => setScorer(value)}
          />
        )}
      </SimpleGrid>
      {!same && (
        <Group mt="sm">
          <Button
            onClick={() => void match.run({ importId, roles, evaluator, chosen })}
            loading={match.pending}
          >
            Update selection
          </Button>
        </Group>
      )}
      {parts.length > 0 && (
        <Text fz="sm" c="dimmed" mt="xs">
          A run has one response per question. Import the log into another run for the others.
        </Text>
      )}
    </>
  );
}
