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
import { useState, type ReactNode } from "react";
import { showInvisible } from "@/lib/platform/invisible";
import type { AnyResult } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { useCommand, type Unkeyed } from "@/components/ui/use-command";
import { formatCount } from "@/lib/platform/format";

interface ReadingOfferProps<Input> {
  title: string;
  /** What was found, and what becomes of it: a sentence each. */
  sentences: readonly string[];
  columns: readonly string[];
  /** The first rows, or those concerned, as they would be read; none where they are withheld, which a sentence says. */
  rows: readonly { record: number; cells: readonly string[] }[];
  /** Has the file read so. */
  accept: (input: Input) => Promise<AnyResult<unknown>>;
  input: Unkeyed<Input>;
  children?: ReactNode;
  /** The rows are shown when someone wants to see them. */
  folded?: boolean;
}

const SHOWN = 160;

/** Shows how a file that is not in the usual form would be read, and takes the one answer. */
export function ReadingOffer<Input>({
  title,
  sentences,
  columns,
  rows,
  accept,
  input,
  children,
  folded = false,
}: ReadingOfferProps<Input>) {
  const [unfolded, setUnfolded] = useState(!folded);
  const router = useRouter();
  const reading = useCommand(accept, {
    title: "Reading not changed",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const filled = columns.flatMap((name, at) =>
    rows.some(({ cells }) => (cells[at] ?? "") !== "") ? [{ name, at }] : [],
  );
  const empty = columns.filter((_, at) => !filled.some((column) => column.at === at));
  return (
    <Alert color="yellow" title={title} icon={<IconFileSearch aria-hidden />} mb="lg">
      <Stack gap="sm">
        {unfolded && (
          <List size="sm">
            {sentences.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        )}
        {unfolded && rows.length > 0 && (
          <TableScroll label="Rows as they would be read">
            <Table
              withTableBorder
              fz="sm"
              bg="var(--workbench-panel)"
              c="var(--mantine-color-text)"
            >
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
        )}
        {unfolded && empty.length > 0 && (
          <Text fz="sm">
            {rows.length === 0
              ? "Columns"
              : `Empty in ${rows.length === 1 ? "this row" : "these rows"}`}
            : {empty.join(", ")}.
          </Text>
        )}
        <RefusalAlert of={reading} />
        <Group gap="xs">
          <Button size="sm" onClick={() => void reading.run(input)} loading={reading.pending}>
            Read it this way
          </Button>
          {folded && (
            <Button
              size="sm"
              variant="default"
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {unfolded ? "Hide rows" : "Show rows"}
            </Button>
          )}
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
