"use client";

import { Badge, Button, Group, Text } from "@mantine/core";
import { startTransition, useOptimistic } from "react";
import { resolveConflicts } from "@/lib/dataset/imports/actions";
import type { PlanChange, PlanRow } from "@/lib/dataset/imports/plan-queries";
import type { Resolution } from "@/lib/dataset/imports/schema";
import { formatCount } from "@/lib/platform/format";
import { changeName } from "@/components/dataset/questions/labels";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TextDiff } from "@/components/ui/text-diff";
import { useCommand } from "@/components/ui/use-command";
import { MarkedText } from "@/components/ui/marked-text";
import { RowPlace } from "./plan-rows";
import cards from "./rewordings.module.css";
import classes from "./conflicts.module.css";

interface ConflictsProps {
  importId: number;
  rows: PlanRow[];
  /** Undecided ones on all pages; null where the rows were edited here alone, so that nothing has to be decided. */
  open: number | null;
  total: number;
}

const WORDS: Record<Resolution, { color: string; label: string }> = {
  open: { color: "yellow", label: "Undecided" },
  ours: { color: "green", label: "Current version kept" },
  file: { color: "blue", label: "File version used" },
  combined: { color: "green", label: "Both changes combined" },
};

/** What was decided about a row whose question was edited here. */
export function ResolutionBadge({ resolution }: { resolution: Resolution }) {
  const { color, label } = WORDS[resolution];
  return <Badge color={color}>{label}</Badge>;
}

/** Questions that were edited here, each with both versions and what they come from, and the choice between them. */
export function Conflicts({ importId, rows: stored, open, total }: ConflictsProps) {
  const [rows, resolveAhead] = useOptimistic(
    stored,
    (before, made: { ordinal: number | null; resolution: Resolution }) =>
      before.map((row) => {
        const meant =
          made.ordinal === null
            ? row.resolution === "open" && (made.resolution !== "combined" || row.combinable)
            : row.ordinal === made.ordinal;
        return meant ? { ...row, resolution: made.resolution } : row;
      }),
  );
  const resolving = useCommand(resolveConflicts, { title: "Choice not saved" });
  const resolve = (ordinal: number | null, resolution: Resolution) =>
    startTransition(async () => {
      resolveAhead({ ordinal, resolution });
      await resolving.run({ importId, resolution, ...(ordinal !== null && { ordinal }) });
    });

  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fz="sm" c="dimmed" maw="68ch">
          {open === null
            ? "These questions were edited here, and the file still has the version from before. The edits are kept unless you use the file's version."
            : "These questions changed both here and in the file since their last common version. Choose which version to keep. Nothing is overwritten until you do."}
        </Text>
        {open !== null && open > 0 && (
          <Group gap="xs">
            <Button size="xs" variant="light" onClick={() => resolve(null, "ours")}>
              Keep all {formatCount(open)} current versions
            </Button>
            <Button size="xs" variant="default" onClick={() => resolve(null, "combined")}>
              Combine where possible
            </Button>
            <Button size="xs" variant="default" onClick={() => resolve(null, "file")}>
              Use all file versions
            </Button>
          </Group>
        )}
        {open === 0 && (
          <Button size="xs" variant="default" onClick={() => resolve(null, "open")}>
            Reset all {formatCount(total)}
          </Button>
        )}
      </Group>
      <RefusalAlert of={resolving} closable />
      <ol className={cards.cards}>
        {rows.map((row) => (
          <ConflictCard
            key={row.ordinal}
            row={row}
            onResolve={(resolution) => resolve(row.ordinal, resolution)}
          />
        ))}
      </ol>
    </>
  );
}

function ConflictCard({
  row,
  onResolve,
}: {
  row: PlanRow;
  onResolve: (resolution: Resolution) => void;
}) {
  const resolution = row.resolution ?? "open";
  const untouched = row.sides === "here" ? "ours" : "open";
  const choices: { resolution: Resolution; label: string }[] = [
    { resolution: "ours", label: "Keep current" },
    { resolution: "file", label: "Use file" },
    ...(row.combinable && row.sides === "both"
      ? [{ resolution: "combined" as const, label: "Combine" }]
      : []),
  ];
  return (
    <li
      className={cards.card}
      data-decision={resolution === "open" ? "open" : "accepted"}
      data-resolution={resolution}
      aria-label={`Row ${row.record}: ${row.question}`}
    >
      <div className={cards.head}>
        <ResolutionBadge resolution={resolution} />
        <RowPlace row={row} />
      </div>
      <p className={cards.question}>
        <MarkedText text={row.question} />
      </p>
      <ThreeVersions changes={row.changes} />
      <Group gap={6} mt={8}>
        {choices.map((choice) => {
          const chosen = resolution === choice.resolution;
          return (
            <Button
              key={choice.resolution}
              size="xs"
              variant={chosen ? "filled" : "default"}
              aria-pressed={chosen}
              onClick={() => onResolve(chosen ? untouched : choice.resolution)}
            >
              {choice.label}
            </Button>
          );
        })}
      </Group>
    </li>
  );
}

/** Field by field: what was common, what the dataset says, what the file says. */
export function ThreeVersions({ changes }: { changes: readonly PlanChange[] }) {
  const common = changes.some((change) => change.base !== null);
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {common && <th scope="col">Before</th>}
          <th scope="col">Current</th>
          <th scope="col">File</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ column, base, before, after }) => (
          <tr key={column}>
            <th scope="row">{changeName(column)}</th>
            {common && <td data-label="Before">{shown(base ?? "")}</td>}
            <td data-label="Current">
              <Version base={base} text={before} />
            </td>
            <td data-label="File">
              <Version base={base} text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Version({ base, text }: { base: string | null; text: string }) {
  if (base === null) return shown(text);
  if (base === text)
    return (
      <Text span fz="sm" c="dimmed">
        unchanged
      </Text>
    );
  return <TextDiff before={base} after={text} />;
}

function shown(text: string) {
  return text === "" ? (
    <Text span fz="sm" c="dimmed">
      empty
    </Text>
  ) : (
    <MarkedText text={text} />
  );
}
