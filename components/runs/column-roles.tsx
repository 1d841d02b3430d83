"use client";

import {
  Button,
  Group,
  NativeSelect,
  Paper,
  Radio,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { mapColumnsAction } from "@/lib/runs/responses/actions";
import { hasVerdicts, ratingColumn, rolesProblem } from "@/lib/runs/responses/rules";
import { COLUMN_ROLES, type ColumnRole, type ImportColumns } from "@/lib/runs/responses/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { ROLE_WORDS, withheldRows } from "./labels";
import { useCommand } from "@/components/ui/use-command";

interface ColumnRolesProps {
  importId: number;
  columns: ImportColumns;
  /** The first records' cells. */
  preview: string[][];
  /** How many of the run's responses the reader has still to rate, so that records are missing above. */
  stillToRate: number;
  /** No one has said yet what the columns are. */
  open: boolean;
}

const DATA = COLUMN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }));

/** The file's columns with their first values, and what each is taken for. */
export function ColumnRoles({ importId, columns, preview, stillToRate, open }: ColumnRolesProps) {
  const router = useRouter();
  const [roles, setRoles] = useState<ColumnRole[]>(columns.roles);
  const [evaluator, setEvaluator] = useState(columns.evaluator);
  const match = useCommand(mapColumnsAction, {
    title: "Rows not matched",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const verdicts = hasVerdicts(roles);
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
      <RefusalAlert of={match} />
      <TableScroll label="Columns of the file">
        <Table miw={560} verticalSpacing={6}>
          <TableThead>
            <TableTr>
              <TableTh scope="col" miw={120}>
                Column
              </TableTh>
              <TableTh scope="col">Use as</TableTh>
              <TableTh scope="col" miw={240}>
                Sample values
              </TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {columns.columns.map((name, at) => (
              <TableTr key={name}>
                <TableTh scope="row" fw={550} maw={200} style={{ overflowWrap: "anywhere" }}>
                  {name}
                </TableTh>
                <TableTd miw={190}>
                  <NativeSelect
                    aria-label={`Use ${name} as`}
                    size="xs"
                    data={DATA}
                    value={roles[at]}
                    onChange={(event) => give(at, event.currentTarget.value as ColumnRole)}
                  />
                </TableTd>
                <TableTd fz="sm" maw={420} style={{ overflowWrap: "anywhere" }}>
                  {preview
                    .map((cells) => cells[at] ?? "")
                    .filter((cell) => cell.trim() !== "")
                    .map((cell, index) => (
                      <Text key={index} fz="sm" lineClamp={2}>
                        {cell}
                      </Text>
                    ))}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
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
