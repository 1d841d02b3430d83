"use client";

import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { UploadFile } from "@/components/dataset/imports/upload-file";
import { countOf, formatCount } from "@/lib/platform/format";
import { showInvisible } from "@/lib/platform/invisible";
import { LOG_TOOLS } from "@/lib/runs/logs/vocabulary";
import type { GivenLogs, LookedAtFile } from "@/lib/runs/responses/look-queries";
import { modelsOf } from "@/lib/runs/responses/log-choices";
import { RESPONSE_FILES } from "./response-upload";
import { takenOf } from "./log-of-run";

type Given = GivenLogs & { files: readonly File[] };

/** Takes the log of a tool before there is a run for it: what it says fills in the form, and its files come with the run. */
export function RunFromLog({
  maxBytes,
  before,
  onTaken,
}: {
  maxBytes: number;
  /** From which files the form was filled in before the page was loaded again. */
  before: string;
  /** The files that come with the run, and what the first of them says; none: nothing is taken any more. */
  onTaken: (files: readonly File[], found: LookedAtFile | null) => void;
}) {
  const [given, setGiven] = useState<Given | null>(null);
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const take = (next: ReadonlySet<number>, given: Given) => {
    setGiven(given);
    setTaken(next);
    const { files, found } = given;
    const chosen = found.filter((_, at) => next.has(at));
    const places = new Set(chosen.flatMap((one) => one.files));
    onTaken(
      files.filter((_, at) => places.has(at)),
      chosen[0] ?? null,
    );
  };
  return (
    <Paper withBorder p="md" maw={640} mb="lg" component="section" aria-labelledby="from-log">
      <Title order={2} id="from-log" mb={4}>
        From a log
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {given === null
          ? "Optional. The model, parameters and date are filled in below, and the responses are imported next."
          : "Filled in below. Nothing is saved yet."}
      </Text>
      {given === null ? (
        <>
          <UploadFile
            maxBytes={maxBytes}
            address="/api/runs/logs"
            together
            {...RESPONSE_FILES}
            onAnswer={(answer, files) => {
              const { found } = answer as GivenLogs;
              take(takenOf(found), { files, found });
            }}
          />
          {before !== "" && (
            <Text fz="sm" mt="sm">
              The form below is filled in from {showInvisible(before)}. Files are not kept when the
              page is reloaded: choose it again, or import it once the run is added.
            </Text>
          )}
        </>
      ) : (
        <Stack gap="sm">
          {given.found.map((found, at) => (
            <FoundFile
              key={at}
              found={found}
              taken={given.found.length === 1 ? null : taken.has(at)}
              onTaken={(checked) => {
                const next = new Set(taken);
                if (checked) next.add(at);
                else next.delete(at);
                take(next, given);
              }}
              onModel={(model) => {
                const log = found.log && { ...found.log, model };
                const changed = given.found.map((one) => (one === found ? { ...one, log } : one));
                take(taken, { ...given, found: changed });
              }}
            />
          ))}
          {given.found.length > 1 && (
            <Text fz="sm" c="dimmed">
              The selected files become one run and are imported one after another. Add a run for
              each other model.
            </Text>
          )}
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setGiven(null);
                onTaken([], null);
              }}
            >
              Choose other files
            </Button>
          </Group>
        </Stack>
      )}
    </Paper>
  );
}

/** A file with what was found in it. @param taken null: there is no other to choose */
function FoundFile({
  found,
  taken,
  onTaken,
  onModel,
}: {
  found: LookedAtFile;
  taken: boolean | null;
  onTaken: (taken: boolean) => void;
  /** Of a log of several: whose responses the run is. */
  onModel: (model: string) => void;
}) {
  const models = found.log === null ? [] : modelsOf(found.log);
  const name = showInvisible([found.fileName, ...found.beside].join(", "));
  return (
    <div>
      {taken === null ? (
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ) : (
        <Checkbox
          label={name}
          checked={taken}
          onChange={(event) => onTaken(event.currentTarget.checked)}
        />
      )}
      <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
        {describe(found)}
      </Text>
      {models.length > 1 && (
        <NativeSelect
          label="Model"
          description={`1 of ${formatCount(models.length)} in the log. A run has one model: add a run for each other.`}
          data={models.map((model) => ({ value: model, label: showInvisible(model) }))}
          value={found.log!.model}
          onChange={(event) => onModel(event.currentTarget.value)}
          mt="xs"
        />
      )}
      {found.problem !== null && (
        <Text fz="sm" c="var(--mantine-color-error)">
          {found.problem}
        </Text>
      )}
    </div>
  );
}

function describe({ log, rows, releases, questions, problem }: LookedAtFile): string {
  if (log === null)
    return problem === null ? "A table: its columns are mapped after the run is added." : "";
  const [release] = releases;
  return [
    [LOG_TOOLS[log.tool], log.toolVersion].filter(Boolean).join(" "),
    ...(log.model === "" ? [] : [showInvisible(log.model)]),
    countOf(rows, "sample"),
    release === undefined
      ? "none of its questions found in a release"
      : `${formatCount(release.matched)} of ${countOf(questions, "question")} found in ${release.name}`,
    ...(log.trouble === "" ? [] : [`the run did not finish (${showInvisible(log.trouble)})`]),
  ].join(" · ");
}
