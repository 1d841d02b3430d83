"use client";

import { Button, Group, Paper, Radio, Text, TextInput, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { mapColumns } from "@/lib/runs/responses/actions";
import { hasVerdicts, keepingOthers, ratingColumn, rolesProblem } from "@/lib/runs/responses/rules";
import { COLUMN_ROLES, type ColumnRole, type ImportColumns } from "@/lib/runs/responses/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { ColumnsTable } from "@/components/dataset/imports/columns-table";
import { countOf, formatCount } from "@/lib/platform/format";
import { MainColumns } from "./main-columns";
import { ROLE_WORDS, withheldRows } from "./labels";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

interface ColumnRolesProps {
  importId: number;
  columns: ImportColumns;
  /** The first records' cells. */
  preview: string[][];
  /** The same cells as responses are shown, by record and column; null where a cell would look the same. */
  formatted: ReactNode[][];
  /** How many of the run's responses the reader has still to rate, so that records are missing above. */
  stillToRate: number;
  /** No one has said yet what the columns are. */
  open: boolean;
}

const FEW_COLUMNS = 6;
const DATA = COLUMN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }));

/** The file's columns with their first values, and what each is taken for. */
export function ColumnRoles({
  importId,
  columns,
  preview,
  formatted,
  stillToRate,
  open,
}: ColumnRolesProps) {
  const router = useRouter();
  const [roles, setRoles] = useState<ColumnRole[]>(columns.roles);
  // Files with few columns are seen at a glance.
  const [unfolded, setUnfolded] = useState(columns.columns.length <= FEW_COLUMNS);
  const [evaluator, setEvaluator] = useState(columns.evaluator);
  const kept = useKeptValues({
    of: ["response-columns", importId],
    values: { roles, evaluator },
    initial: { roles: columns.roles, evaluator: columns.evaluator },
    set: (values) => {
      setRoles(values.roles);
      setEvaluator(values.evaluator);
    },
  });
  const match = useCommand(mapColumns, {
    kept,
    title: "Rows not matched",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const verdicts = hasVerdicts(roles);
  const others = {
    kept: roles.filter((role) => role === "metadata").length,
    dropped: roles.filter((role) => role === "ignore").length,
  };
  const problem = rolesProblem(roles, evaluator);
  const rating = ratingColumn(columns.columns, roles);
  const give = (at: number, role: ColumnRole) =>
    setRoles(roles.map((own, index) => (index === at ? role : own)));
  const same =
    !open &&
    roles.every((role, at) => role === columns.roles[at]) &&
    (!verdicts || evaluator.trim() === columns.evaluator);

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="columns">
      <Title order={2} id="columns" mb={4}>
        Map columns
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        Rows are matched by question text. The release ID is used only if the text is missing or
        ambiguous.
        {stillToRate > 0 && ` ${withheldRows(stillToRate)}`}
      </Text>
      <DraftRestored of={kept} />
      <RefusalAlert of={match} />
      <MainColumns
        columns={columns.columns}
        roles={roles}
        preview={preview}
        formatted={formatted}
        onChange={setRoles}
      />
      <details open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <Text component="summary" fz="sm" fw={600} my="sm" style={{ cursor: "pointer" }}>
          All {countOf(columns.columns.length, "column")}: {formatCount(others.kept)} kept as
          metadata, {formatCount(others.dropped)} dropped
        </Text>
        <Group gap="xs" mb="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={others.dropped === 0}
            onClick={() => setRoles(keepingOthers(roles, true))}
          >
            Keep all
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={others.kept === 0}
            onClick={() => setRoles(keepingOthers(roles, false))}
          >
            Drop all
          </Button>
        </Group>
        <ColumnsTable
          names={columns.columns}
          samples={columns.columns.map((_, at) => preview.map((cells) => cells[at] ?? ""))}
          meanings={roles}
          choices={DATA}
          onChange={give}
        />
      </details>
      {rating !== null && (
        <Radio.Group
          mt="sm"
          label={`Rating mode of “${columns.columns[rating]!}”`}
          description="A file of FreshEval has the verdicts of one mode"
          value={roles[rating] === "relaxed" || roles[rating] === "strict" ? roles[rating] : ""}
          onChange={(mode) => give(rating, mode as ColumnRole)}
        >
          <Group mt={6}>
            <Radio value="relaxed" label="Relaxed" />
            <Radio value="strict" label="Strict" />
          </Group>
        </Radio.Group>
      )}
      {verdicts && (
        <TextInput
          mt="sm"
          maw={420}
          label="Automatic evaluator"
          description="Name shown in reports, for example “FreshEval GPT-4”"
          value={evaluator}
          onChange={(event) => setEvaluator(event.currentTarget.value)}
        />
      )}
      {problem !== null && (
        <Text mt="sm" fz="sm" role="status">
          {problem}
        </Text>
      )}
      {!same && (
        <Group mt="sm">
          <Button
            onClick={() => void match.run({ importId, roles, evaluator })}
            loading={match.pending}
            disabled={problem !== null}
          >
            Match rows
          </Button>
        </Group>
      )}
    </Paper>
  );
}
