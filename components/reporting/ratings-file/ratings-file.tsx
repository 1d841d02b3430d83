"use client";

import {
  Alert,
  Button,
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
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Level } from "@/lib/reporting/agreement/coefficient";
import type { Refusal } from "@/lib/platform/result";
import type { FileAgreementView, RatingsPreview } from "@/lib/reporting/ratings-file/queries";
import { MAX_RATINGS_BYTES } from "@/lib/reporting/ratings-file/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { FileAgreementResult } from "./file-agreement-result";
import classes from "./ratings-file.module.css";
import { unsentFile } from "@/lib/platform/lost-answers";
import { formatBytes } from "@/lib/platform/format";

const ACCEPT = ".csv,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";
const LEVELS: { value: Level; label: string }[] = [
  { value: "nominal", label: "Nominal (categories)" },
  { value: "ordinal", label: "Ordinal (ranked)" },
  { value: "interval", label: "Interval (numbers)" },
];

interface Choices {
  unit: string | null;
  rater: string | null;
  value: string | null;
  level: Level;
  order: string;
  missing: string;
}
const BEGIN: Choices = {
  unit: null,
  rater: null,
  value: null,
  level: "nominal",
  order: "",
  missing: "",
};

/** Takes a file of ratings, asks which column is what, and shows the agreement. The file is sent again for each question. */
export function RatingsFile() {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<RatingsPreview | null>(null);
  const [choices, setChoices] = useState<Choices>(BEGIN);
  const [busy, setBusy] = useState<"reading" | "computing" | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [result, setResult] = useState<{
    view: FileAgreementView;
    choices: Choices;
    readAs: string;
  } | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  const choose = (patch: Partial<Choices>) => setChoices((now) => ({ ...now, ...patch }));

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
        message: `“${chosen.name}” has ${formatBytes(chosen.size)}; the limit is ${formatBytes(MAX_RATINGS_BYTES)}. Nothing was uploaded. Keep only the three rating columns, or use “freshqa agreement” on the command line.`,
      });
      return;
    }
    const found = await send<RatingsPreview>(chosen, { step: "preview" }, "reading");
    if (found === null) return;
    setPreview(found);
    choose({
      unit: found.guess.unit ?? null,
      rater: found.guess.rater ?? null,
      value: found.guess.value ?? null,
    });
  };

  const compute = async (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return;
    const { unit, rater, value, level, order, missing } = choices;
    const view = await send<FileAgreementView>(
      file,
      {
        unit: unit ?? "",
        rater: rater ?? "",
        value: value ?? "",
        level,
        missing,
        ...(level !== "interval" && { order }),
        ...(preview !== null && { readAs: preview.readAs }),
      },
      "computing",
    );
    if (view !== null) setResult({ view, choices, readAs: preview?.readAs ?? "" });
  };

  // A column without a name cannot be chosen.
  const columns = [...new Set(preview?.columns.filter((name) => name !== ""))];
  const fields = refusal?.fields ?? {};
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
        <Paper
          withBorder
          p="md"
          component="form"
          onSubmit={(event) => void compute(event)}
          noValidate
          aria-label="Map columns"
        >
          <Stack gap="sm">
            {preview.differences.length > 0 && (
              <Alert color="yellow" title="Nonstandard CSV file">
                {preview.differences.join(" ")} The preview shows the first rows read this way. If
                they look right, choose the columns and compute. Otherwise, save the file with
                commas and choose it again.
              </Alert>
            )}
            <Preview preview={preview} choices={choices} />
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
              {(["unit", "rater", "value"] as const).map((what) => (
                <Select
                  key={what}
                  label={COLUMN_WORDS[what].label}
                  description={COLUMN_WORDS[what].description}
                  placeholder="Choose a column"
                  data={columns}
                  value={choices[what]}
                  error={fields[what]}
                  required
                  onChange={(name) => choose({ [what]: name })}
                  searchable
                  allowDeselect={false}
                  nothingFoundMessage="No matching columns"
                />
              ))}
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" className={classes.bottom}>
              <Select
                label="Measurement level"
                description="For Krippendorff’s alpha"
                data={LEVELS}
                value={choices.level}
                allowDeselect={false}
                onChange={(level) => choose({ level: level as Level })}
                error={fields.level}
              />
              {choices.level !== "interval" && (
                <TextInput
                  label="Possible values"
                  description={
                    choices.level === "ordinal"
                      ? "Lowest first, comma-separated; optional for numbers"
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
            </SimpleGrid>
            <Group>
              <Button
                type="submit"
                loading={busy === "computing"}
                leftSection={<IconMathFunction size={16} aria-hidden />}
              >
                Compute agreement
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
      {result !== null && (
        <FileAgreementResult
          view={result.view}
          command={commandLine(result.view.fileName, result.choices, result.readAs)}
        />
      )}
    </Stack>
  );
}

const COLUMN_WORDS = {
  unit: { label: "Units", description: "Item ID column" },
  rater: { label: "Raters", description: "Rater column" },
  value: { label: "Values", description: "Rating column" },
};

function Preview({ preview, choices }: { preview: RatingsPreview; choices: Choices }) {
  const roleOf = (name: string) =>
    (["unit", "rater", "value"] as const)
      .filter((what) => name !== "" && choices[what] === name)
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
    const address = `/api/reports/agreement-file?${new URLSearchParams({ fileName: file.name, ...asked })}`;
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

/** The same on the command line. */
function commandLine(
  fileName: string,
  { unit, rater, value, level, order, missing }: Choices,
  readAs: string,
): string {
  const quoted = (text: string) =>
    /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  return [
    "npm run --silent freshqa -- agreement",
    quoted(fileName),
    "--unit",
    quoted(unit ?? ""),
    "--rater",
    quoted(rater ?? ""),
    "--value",
    quoted(value ?? ""),
    ...(level === "nominal" ? [] : ["--level", level]),
    ...(level !== "interval" && order.trim() !== "" ? ["--order", quoted(order)] : []),
    ...(missing.trim() === "" ? [] : ["--missing", quoted(missing)]),
    ...(readAs === "" ? [] : ["--read-as", readAs]),
  ].join(" ");
}
