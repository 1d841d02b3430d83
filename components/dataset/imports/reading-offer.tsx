"use client";

import {
  Alert,
  Button,
  Group,
  List,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { IconFileSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode } from "react";
import { showInvisible } from "@/lib/platform/invisible";
import type { Refusal, Result } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { useWrite, type Write } from "@/components/ui/use-write";
import { formatCount } from "@/lib/platform/format";

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
export function ReadingOffer({
  title,
  sentences,
  columns,
  rows,
  accept,
  children,
}: ReadingOfferProps) {
  const router = useRouter();
  const write = useWrite();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pending, startTransition] = useTransition();
  const filled = columns.flatMap((name, at) =>
    rows.some(({ cells }) => (cells[at] ?? "") !== "") ? [{ name, at }] : [],
  );
  const empty = columns.filter((_, at) => !filled.some((column) => column.at === at));
  const read = () =>
    startTransition(async () => {
      const result = await accept(write);
      setRefusal(result.ok ? null : result.refusal);
      startTransition(() => router.refresh());
    });
  return (
    <Alert color="yellow" title={title} icon={<IconFileSearch aria-hidden />} mb="lg">
      <Stack gap="sm">
        <List size="sm">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <TableScroll label="Rows as they would be read">
          <Table withTableBorder fz="sm" bg="var(--workbench-panel)" c="var(--mantine-color-text)">
            <TableThead>
              <TableTr>
                <TableTh scope="col">Row</TableTh>
                {filled.map(({ name, at }) => (
                  <TableTh key={at} scope="col">
                    {name}
                  </TableTh>
                ))}
              </TableTr>
            </TableThead>
            <TableTbody>
              {rows.map((row) => (
                <TableTr key={row.record}>
                  <TableTd className="tabular" style={{ verticalAlign: "top" }}>
                    {formatCount(row.record)}
                  </TableTd>
                  {filled.map(({ at }) => (
                    <Cell key={at} text={row.cells[at] ?? ""} />
                  ))}
                </TableTr>
              ))}
            </TableTbody>
          </Table>
        </TableScroll>
        {empty.length > 0 && (
          <Text fz="sm">
            Empty in {rows.length === 1 ? "this row" : "these rows"}: {empty.join(", ")}.
          </Text>
        )}
        <RefusalAlert refusal={refusal} title="Reading not changed" />
        <Group gap="xs">
          <Button size="sm" onClick={read} loading={pending}>
            Read it this way
          </Button>
          {children}
        </Group>
      </Stack>
    </Alert>
  );
}

function Cell({ text }: { text: string }) {
  const [width, wrap] =
    text.length > 40
      ? [260, "anywhere" as const]
      : [text.length > 12 ? 120 : undefined, "normal" as const];
  return (
    <TableTd miw={width} style={{ overflowWrap: wrap, verticalAlign: "top" }}>
      {text === "" ? (
        <Text span c="dimmed" fz="xs">
          empty
        </Text>
      ) : (
        showInvisible(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
      )}
    </TableTd>
  );
}
