"use client";

import { Alert, Button, Group, List, Stack, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { IconFileSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode } from "react";
import type { Refusal, Result } from "@/lib/platform/result";
import { formatCount } from "../ui/format";
import { RefusalAlert } from "../ui/refusal-alert";
import { TableScroll } from "../ui/table-scroll";
import { useWrite, type Write } from "../ui/use-write";

interface ReadingOfferProps {
  title: string;
  /** What was found, and what becomes of it: a sentence each. */
  sentences: readonly string[];
  columns: readonly string[];
  /** The first rows, or those concerned, as they would be read. */
  rows: readonly { record: number; cells: readonly string[] }[];
  accept: (write: Write) => Promise<Result<unknown>>;
  children?: ReactNode;
}

const SHOWN = 160;

/** Shows how a file that is not in the usual form would be read, and takes the one answer. */
export function ReadingOffer({ title, sentences, columns, rows, accept, children }: ReadingOfferProps) {
  const router = useRouter();
  const write = useWrite();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pending, startTransition] = useTransition();
  const read = () => startTransition(async () => {
    const result = await accept(write);
    setRefusal(result.ok ? null : result.refusal);
    startTransition(() => router.refresh());
  });
  return (
    <Alert color="yellow" title={title} icon={<IconFileSearch aria-hidden />} mb="lg">
      <Stack gap="sm">
        <List size="sm">{sentences.map((sentence) => <List.Item key={sentence}>{sentence}</List.Item>)}</List>
        <TableScroll label="Rows as they would be read">
          <Table withTableBorder miw={720} fz="sm">
            <TableThead><TableTr><TableTh scope="col">Row</TableTh>{columns.map((name, at) => <TableTh key={at} scope="col">{name}</TableTh>)}</TableTr></TableThead>
            <TableTbody>
              {rows.map((row) => (
                <TableTr key={row.record}>
                  <TableTd className="tabular">{formatCount(row.record)}</TableTd>
                  {columns.map((_, at) => <TableTd key={at} miw={(row.cells[at] ?? "").length > 40 ? 260 : undefined} style={{ overflowWrap: "anywhere", verticalAlign: "top" }}>{shown(row.cells[at] ?? "")}</TableTd>)}
                </TableTr>
              ))}
            </TableTbody>
          </Table>
        </TableScroll>
        <RefusalAlert refusal={refusal} title="Reading not changed" />
        <Group gap="xs">
          <Button size="sm" onClick={read} loading={pending}>Read it this way</Button>
          {children}
        </Group>
      </Stack>
    </Alert>
  );
}

function shown(cell: string): ReactNode {
  if (cell === "") return <Text span c="dimmed" fz="xs">empty</Text>;
  return cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell;
}
