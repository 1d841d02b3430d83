"use client";

import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Loader,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { IconFileUpload, IconMathFunction } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Level } from "@/lib/reporting/agreement/coefficient";
import type { Refusal } from "@/lib/platform/result";
import type { FileView, RatingsPreview } from "@/lib/reporting/ratings-file/queries";
import {
  CANNOT_TELL,
  MAX_RATINGS_BYTES,
  TIE,
  type ColumnName,
  type FileKind,
} from "@/lib/reporting/ratings-file/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { TableScroll } from "@/components/ui/table-scroll";
import { BEGIN, columnsOf, requestOf, type Choices } from "./choices";
import { commandLine } from "./command-line";
import { FileAgreementResult } from "./file-agreement-result";
import { FilePreferencesResult } from "./file-preferences-result";
import classes from "./ratings-file.module.css";
import { unsentFile } from "@/lib/platform/lost-answers";
import { formatBytes } from "@/lib/platform/format";
import { addressOf } from "@/lib/platform/address";

const ACCEPT = ".csv,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";
const LEVELS: { value: Level; label: string }[] = [
  { value: "nominal", label: "Nominal (categories)" },
  { value: "ordinal", label: "Ordinal (ranked)" },
  { value: "interval", label: "Interval (numbers)" },
];

const KINDS: { value: FileKind; label: string }[] = [
  { value: "ratings", label: "Ratings" },
  { value: "rankings", label: "Rankings" },
  { value: "pairs", label: "Pairs" },
];

/** Takes a file of ratings, asks which column is what, and shows the agreement. The file is sent again for each question. */
export function RatingsFile() {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<RatingsPreview | null>(null);
  const [busy, setBusy] = useState<"reading" | "computing" | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [result, setResult] = useState<{
    view: FileView;
    choices: Choices;
    readAs: string;
  } | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  const send = async <T,>(
    of: File,
    asked: Record<string, string>,
    what: NonNullable<typeof busy>,
  ): Promise<T | null> => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setBusy(what);
    setRefusal(null);
    const answer = await ask<T>(of, asked, controller.signal);
    if (controller.signal.aborted) return null;
    setBusy(null);
    if ("refusal" in answer) {
      setRefusal(answer.refusal);
      return null;
    }
    return answer.value;
  };

  const take = async (chosen: File | null) => {
    request.current?.abort();
    setFile(chosen);
    setPreview(null);
    setResult(null);
    setRefusal(null);
    setBusy(null);
    if (chosen === null) return;
    if (chosen.size > MAX_RATINGS_BYTES) {
      setRefusal({
        code: "too-large",
        message: `“${chosen.name}” has ${formatBytes(chosen.size)}; the limit is ${formatBytes(MAX_RATINGS_BYTES)}. Nothing was uploaded. Keep only the columns needed, or use “freshqa agreement” on the command line.`,
      });
      return;
    }
    const found = await send<RatingsPreview>(chosen, { step: "preview" }, "reading");
    if (found === null) return;
    setPreview(found);
  };

  const compute = async (choices: Choices) => {
    if (file === null) return;
    const view = await send<FileView>(
      file,
      { ...requestOf(choices), ...(preview !== null && { readAs: preview.readAs }) },
      "computing",
    );
    if (view !== null) setResult({ view, choices, readAs: preview?.readAs ?? "" });
  };

  return (
    <Stack gap="md">
      <div>
        <FileInput
          label="Ratings file"
          description={`CSV, XLSX, JSON or JSON Lines, up to ${formatBytes(MAX_RATINGS_BYTES).replace(".0", "")}`}
          placeholder="Choose a file"
          accept={ACCEPT}
          value={file}
          onChange={(chosen) => void take(chosen)}
          clearable
          clearButtonProps={{ "aria-label": "Remove file" }}
          leftSection={<IconFileUpload size={16} aria-hidden />}
          maw={480}
          mb="sm"
        />
        <RefusalAlert
          refusal={refusal === null ? null : { ...refusal, fields: {} }}
          title={preview === null ? "Couldn't read file" : "Agreement not computed"}
          onClose={() => setRefusal(null)}
        />
        <div aria-live="polite">
          {busy !== null && (
            <Group gap="xs">
              <Loader size="xs" aria-hidden />
              <Text fz="sm">{busy === "reading" ? "Reading file…" : "Computing…"}</Text>
            </Group>
          )}
        </div>
      </div>
      {preview !== null && (
        <RatingsColumns
          key={columnsKey(preview)}
          preview={preview}
          fields={refusal?.fields ?? {}}
          computing={busy === "computing"}
          onCompute={(choices) => void compute(choices)}
        />
      )}
      {result !== null && (
        <Result
          view={result.view}
          command={commandLine(result.view.fileName, result.choices, result.readAs)}
        />
      )}
    </Stack>
  );
}

/** What is chosen for files with these columns is found again. */
const columnsKey = ({ columns }: RatingsPreview) => JSON.stringify(columns).slice(0, 500);

/** Which column is what, kept for the next file with the same ones. */
function RatingsColumns({
  preview,
  fields,
  computing,
  onCompute,
}: {
  preview: RatingsPreview;
  fields: Readonly<Record<string, string>>;
  computing: boolean;
  onCompute: (choices: Choices) => void;
}) {
  const initial: Choices = { ...BEGIN, kind: preview.kind, columns: preview.guess };
  const [choices, setChoices] = useState(initial);
  const kept = useKeptValues({
    of: ["ratings-file", columnsKey(preview)],
    values: choices,
    initial,
    set: setChoices,
  });
  const choose = (patch: Partial<Choices>) => setChoices((now) => ({ ...now, ...patch }));
  // A column without a name cannot be chosen.
  const columns = [...new Set(preview.columns.filter((name) => name !== ""))];
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onCompute(choices);
      }}
      noValidate
      aria-label="Map columns"
    >
      <Stack gap="sm">
        {preview.differences.length > 0 && (
          <Alert color="yellow" title="Nonstandard CSV file">
            {preview.differences.join(" ")} The preview shows the first rows read this way. If they
            look right, choose the columns and compute. Otherwise, save the file with commas and
            choose it again.
          </Alert>
        )}
        <DraftRestored of={kept} />
        <Preview preview={preview} choices={choices} />
        <Select
          label="Kind of file"
          description={KIND_WORDS[choices.kind]}
          data={KINDS}
          value={choices.kind}
          allowDeselect={false}
          onChange={(kind) => choose({ kind: kind as FileKind })}
          maw={480}
        />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" className={classes.bottom}>
          {columnsOf(choices).map((what) => (
            <Select
              key={what}
              label={COLUMN_WORDS[what].label}
              description={
                choices.kind === "ratings" && what === "question"
                  ? "Optional: their units are drawn together"
                  : COLUMN_WORDS[what].description
              }
              placeholder="Choose a column"
              data={columns}
              value={choices.columns[what] ?? null}
              error={fields[what]}
              required={choices.kind !== "ratings" || what !== "question"}
              onChange={(name) => {
                const { [what]: _, ...others } = choices.columns;
                choose({ columns: name === null ? others : { ...others, [what]: name } });
              }}
              searchable
              allowDeselect={choices.kind === "ratings" && what === "question"}
              nothingFoundMessage="No matching columns"
            />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" className={classes.bottom}>
          {choices.kind === "ratings" && (
            <Select
              label="Measurement level"
              description="Ordinal: weighted kappa, AC2, mean and median too"
              data={LEVELS}
              value={choices.level}
              allowDeselect={false}
              onChange={(level) => choose({ level: level as Level })}
              error={fields.level}
            />
          )}
          {choices.kind === "ratings" && choices.level !== "interval" && (
            <TextInput
              label="Possible values"
              description={
                choices.level === "ordinal"
                  ? "Whole scale, lowest first, comma-separated"
                  : "Comma-separated; optional: the scale of Gwet’s AC1"
              }
              placeholder={choices.level === "ordinal" ? "poor, fair, good" : "yes, no"}
              value={choices.order}
              onChange={(event) => choose({ order: event.currentTarget.value })}
              error={fields.order}
            />
          )}
          <TextInput
            label="Missing values"
            description="Comma-separated. Empty cells always count as missing."
            placeholder="NA, *"
            value={choices.missing}
            onChange={(event) => choose({ missing: event.currentTarget.value })}
            error={fields.missing}
          />
          <TextInput
            label="Cannot tell"
            description="Answers that no number is computed from, comma-separated"
            placeholder={CANNOT_TELL}
            value={choices.cannotTell}
            onChange={(event) => choose({ cannotTell: event.currentTarget.value })}
            error={fields.cannotTell}
          />
          {choices.kind === "pairs" && (
            <TextInput
              label="Tie"
              description="Text that means that neither is better"
              placeholder={TIE}
              value={choices.tie}
              onChange={(event) => choose({ tie: event.currentTarget.value })}
              error={fields.tie}
            />
          )}
        </SimpleGrid>
        {choices.kind === "pairs" && (
          <Checkbox
            label="Left and right do not say where a response was shown"
            checked={choices.unordered}
            onChange={(event) => choose({ unordered: event.currentTarget.checked })}
          />
        )}
        <Group>
          <Button
            type="submit"
            loading={computing}
            leftSection={<IconMathFunction size={16} aria-hidden />}
          >
            {choices.kind === "ratings" ? "Compute agreement" : "Compute preferences"}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Result({ view, command }: { view: FileView; command: string }) {
  return view.kind === "ratings" ? (
    <FileAgreementResult view={view} command={command} />
  ) : (
    <FilePreferencesResult view={view} command={command} />
  );
}

const KIND_WORDS: Record<FileKind, string> = {
  ratings: "One row per rating of an item",
  rankings: "One row per system that a rater ranked for a question",
  pairs: "One row per pair of systems that a rater compared for a question",
};

const COLUMN_WORDS: Record<ColumnName, { label: string; description: string }> = {
  unit: { label: "Units", description: "Item ID column" },
  rater: { label: "Raters", description: "Rater column" },
  value: { label: "Values", description: "Rating column" },
  question: { label: "Questions", description: "Question column" },
  system: { label: "Systems", description: "Column of the ranked systems" },
  rank: { label: "Ranks", description: "Rank column, 1 for the best" },
  left: { label: "Left", description: "Column of the systems on the left" },
  right: { label: "Right", description: "Column of the systems on the right" },
  preferred: { label: "Preferred", description: "Column with the better system’s name" },
};

function Preview({ preview, choices }: { preview: RatingsPreview; choices: Choices }) {
  const roleOf = (name: string) =>
    columnsOf(choices)
      .filter((what) => name !== "" && choices.columns[what] === name)
      .map((what) => COLUMN_WORDS[what].label)
      .join(", ");
  return (
    <>
      <Title order={2} size="h3">
        Preview
      </Title>
      <TableScroll label="File preview">
        <Table withTableBorder fz="sm">
          <TableThead>
            <TableTr>
              {preview.columns.map((name, at) => (
                <TableTh key={at} scope="col" className={classes.cell}>
                  {name === "" ? <VisuallyHidden>Unnamed column</VisuallyHidden> : name}
                  {roleOf(name) !== "" && (
                    <Text component="span" display="block" fz="xs" c="dimmed" fw={500}>
                      {roleOf(name)}
                    </Text>
                  )}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {preview.rows.map((row, at) => (
              <TableTr key={at}>
                {row.map((cell, column) => (
                  <TableTd key={column} className={classes.cell}>
                    {cell.length > 120 ? `${cell.slice(0, 119)}…` : cell}
                  </TableTd>
                ))}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
    </>
  );
}

type Answer<T> = { value: T } | { refusal: Refusal };

async function ask<T>(
  file: File,
  asked: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer<T>> {
  try {
    const address = addressOf("/api/reports/agreement-file", { fileName: file.name, ...asked });
    const response = await fetch(address, {
      method: "POST",
      body: file,
      headers: { "content-type": "application/octet-stream" },
      signal,
    });
    const answer = (await response.json()) as T | { refusal: Refusal };
    if (response.ok) return { value: answer as T };
    const { refusal } = answer as { refusal: Refusal };
    return {
      refusal:
        refusal.code === "invalid"
          ? {
              ...refusal,
              message: Object.values(refusal.fields ?? {}).join(" ") || refusal.message,
            }
          : refusal,
    };
  } catch {
    return { refusal: unsentFile(file.name) };
  }
}
