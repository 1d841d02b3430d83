"use client";

import { Button, Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  absentColumns,
  DEFAULT_VALUES,
  IF_EMPTY,
  MAPPED_AS,
  mappingProblem,
  defaultColumns,
  type ColumnDefaults,
  type DefaultColumn,
  type MappedAs,
} from "@/lib/dataset/file-formats/vocabulary";
import { cancelImport, keepChoices, mapImportColumns } from "@/lib/dataset/imports/actions";
import type { FileColumns, PlanChoices } from "@/lib/dataset/imports/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { ColumnsTable } from "./columns-table";
import { DiscardImport } from "@/components/dataset/import-engine/discard-import";

interface MapColumnsProps {
  importId: number;
  columns: FileColumns;
  /** What was chosen on this page before, or said already. */
  chosen: {
    columns?: PlanChoices["columns"] | undefined;
    defaults?: ColumnDefaults | undefined;
  };
  /** No one has said yet what the columns are. */
  open: boolean;
}

const LABELS: Partial<Record<MappedAs, string>> = {
  "": "Ignore",
  answer_0: "answer_0 (primary answer)",
  answers: "answers (list of all answers)",
};
const CHOICES = ["", ...MAPPED_AS.filter((one) => one !== "")].map((value) => ({
  value: value as MappedAs,
  label: LABELS[value as MappedAs] ?? value,
}));

/** "note, answer_3 to answer_9": columns as a list, with the answers at its end in short. */
function listed(columns: readonly string[]): string {
  const answers = columns.filter((one) => one.startsWith("answer_"));
  const others = columns.filter((one) => !one.startsWith("answer_"));
  const inOne = answers.length > 2 ? [`${answers[0]!} to ${answers.at(-1)!}`] : answers;
  return [...others, ...inOne].join(", ");
}

/** Says what the columns of a file are that are called otherwise than a release's. */
export function MapColumns({ importId, columns, chosen, open }: MapColumnsProps) {
  const router = useRouter();
  const [as, setAs] = useState<readonly MappedAs[]>(
    chosen.columns?.length === columns.names.length ? chosen.columns : columns.as,
  );
  const [defaults, setDefaults] = useState<ColumnDefaults>(chosen.defaults ?? columns.defaults);
  const keep = useCommand(keepChoices, { title: "Choice not saved" });
  const map = useCommand(mapImportColumns, {
    title: "Columns not mapped",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const problem = mappingProblem(as, defaults);
  const needed = defaultColumns(as);
  const absent = absentColumns(as);
  const give = (at: number, meaning: MappedAs) => {
    const next = as.map((own, index) => (index === at ? meaning : own));
    setAs(next);
    void keep.run({ importId, choices: { columns: next } });
  };
  const giveDefault = (column: DefaultColumn, value: string) => {
    const { [column]: _, ...rest } = defaults;
    const next = (value === "" ? rest : { ...defaults, [column]: value }) as ColumnDefaults;
    setDefaults(next);
    void keep.run({ importId, choices: { defaults: next } });
  };
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-labelledby="columns">
      <Title order={2} id="columns" mb={4}>
        Map columns
      </Title>
      <Text fz="sm" c="dimmed" mb="sm" maw="80ch">
        {columns.remembered
          ? "This file’s columns are named differently from a release’s. They are mapped as in the last file with the same columns."
          : "This file’s columns are named differently from a release’s. Check what each one is used as."}{" "}
        {open
          ? "Nothing is imported yet; you’ll see a preview next."
          : "Mapping them again makes a new preview and resets your decisions."}
      </Text>
      <RefusalAlert of={[map, keep]} />
      <ColumnsTable
        names={columns.names}
        samples={columns.samples}
        meanings={as}
        choices={CHOICES}
        onChange={give}
      />
      {absent.length > 0 && (
        <Text fz="sm" mt="sm" maw="80ch">
          Not in the file: {listed(absent)}. Existing questions keep what they have there; other
          answers are removed only where an answer in the file changes.
        </Text>
      )}
      {needed.length > 0 && (
        <Group gap="sm" mt="sm" align="flex-end">
          {needed.map((column) => (
            <NativeSelect
              key={column}
              size="xs"
              label={`New questions: ${column}`}
              data={["", ...DEFAULT_VALUES[column]].map((value) => ({
                value,
                label: value !== "" ? value : (IF_EMPTY[column] ?? "Choose…"),
              }))}
              value={defaults[column] ?? ""}
              onChange={(event) => giveDefault(column, event.currentTarget.value)}
            />
          ))}
        </Group>
      )}
      {problem !== null && (
        <Text mt="sm" fz="sm" role="status">
          {problem}
        </Text>
      )}
      <Group mt="md" gap="xs">
        <Button
          onClick={() => void map.run({ importId, as: [...as], defaults })}
          loading={map.pending}
          disabled={problem !== null}
        >
          {open ? "Use these columns" : "Map again"}
        </Button>
        {open && <DiscardImport importId={importId} cancel={cancelImport} />}
      </Group>
    </Paper>
  );
}
