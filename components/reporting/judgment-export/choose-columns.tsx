"use client";

import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { CELL_CHARACTERS } from "@/lib/dataset/file-formats/vocabulary";
import { formatCount } from "@/lib/platform/format";
import { JUDGMENT_FORMATS, type JudgmentFormat } from "@/lib/reporting/judgment-export/schema";
import { addressOf } from "@/lib/platform/address";

type Rows = "judgments" | "responses";

const ROWS_WORDS: Record<Rows, string> = { judgments: "Ratings", responses: "Responses" };
const FORMAT_WORDS: Record<JudgmentFormat, string> = {
  csv: "CSV",
  jsonl: "JSON Lines",
  xlsx: "Excel (XLSX)",
  parquet: "Parquet",
};

interface ChooseColumnsProps {
  opened: boolean;
  close: () => void;
  of: { campaign: number } | { run: number };
  /** The columns of each kind of rows that there is. */
  files: Partial<Record<Rows, readonly string[]>>;
}

/** Downloads chosen columns, of ratings without those that were corrected since. */
export function ChooseColumns({ opened, close, of, files }: ChooseColumnsProps) {
  const kinds = (Object.keys(ROWS_WORDS) as Rows[]).filter((rows) => files[rows] !== undefined);
  const [rows, setRows] = useState<Rows>("judgments");
  const [format, setFormat] = useState<JudgmentFormat>("xlsx");
  const [current, setCurrent] = useState(true);
  const columns = files[rows] ?? [];
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = columns.filter((name) => !left.includes(name));
  const address = addressOf("/api/judgments/export", {
    ...of,
    rows,
    format,
    current: rows === "judgments" && current,
    columns: chosen.length < columns.length ? chosen : null,
  });
  return (
    <Modal opened={opened} onClose={close} title="Export chosen columns" size="lg">
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          {kinds.length > 1 && (
            <NativeSelect
              label="Rows"
              value={rows}
              onChange={(event) => setRows(event.currentTarget.value as Rows)}
              data={kinds.map((value) => ({ value, label: ROWS_WORDS[value] }))}
            />
          )}
          <NativeSelect
            label="Format"
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as JudgmentFormat)}
            data={JUDGMENT_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
          />
        </Group>
        {rows === "judgments" && (
          <Switch
            label="Current ratings only"
            description="Without ratings that were corrected since"
            checked={current}
            onChange={(event) => setCurrent(event.currentTarget.checked)}
          />
        )}
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setLeft([])}>
            All columns
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setLeft(columns)}>
            No columns
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} component="fieldset" p={0} m={0} bd={0}>
          {columns.map((name) => (
            <Checkbox
              key={name}
              label={name}
              styles={{ label: { overflowWrap: "anywhere" } }}
              checked={!left.includes(name)}
              onChange={(event) =>
                setLeft(
                  event.currentTarget.checked
                    ? left.filter((own) => own !== name)
                    : [...left, name],
                )
              }
            />
          ))}
        </SimpleGrid>
        {format === "xlsx" && (
          <Text fz="sm" c="dimmed">
            A cell of XLSX holds {formatCount(CELL_CHARACTERS)} characters: a longer text is cut,
            and the sheet “notes” says how many were. CSV and JSON Lines have them whole.
          </Text>
        )}
        <Group justify="flex-end">
          <Button
            component="a"
            href={address}
            // Refused where there are too many rows for it: the page then says so.
            disabled={chosen.length === 0}
            {...(chosen.length === 0 && { "aria-disabled": true, href: undefined })}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
