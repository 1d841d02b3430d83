"use client";

import { Alert, Button, Group, List, ListItem, Paper, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ZodSafeParseResult } from "zod";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { fieldErrors, lastName } from "@/lib/platform/fields";
import { countOf, formatCount } from "@/lib/platform/format";
import {
  createComparisonJob,
  createGenerationJob,
  createJudgingJob,
  createRepeatJob,
  previewJob,
} from "@/lib/runs/jobs/actions";
import type { DryRun } from "@/lib/runs/jobs/planning-queries";
import type { JobInput } from "@/lib/runs/jobs/schema";
import { MODE_WORDS } from "./job-labels";
import { PromptMessages } from "@/components/runs/traces/prompt-messages";
import { ProblemList } from "@/components/ui/problem-list";
import type { KeptForm } from "@/components/ui/use-kept-form";

type Started = { jobId: number };

/** A form's way to a job: a dry run first, which sends nothing, and then the start of what was dry-run. */
export function useJobStart(
  fields: { setErrors: (errors: Record<string, string>) => void },
  kept: KeptForm,
) {
  const router = useRouter();
  // The forms are flat: a field has the last name of its path.
  const form = {
    setErrors: (errors: Record<string, string>) =>
      fields.setErrors(
        Object.fromEntries(
          Object.entries(errors).map(([path, words]) => [lastName(path.split(".")), words]),
        ),
      ),
  };
  const [shown, setShown] = useState<{ input: JobInput; dryRun: DryRun } | null>(null);
  const onDone = ({ jobId }: Started) => router.push(`/jobs/${jobId}`);
  const options = { title: "Job not started", form, kept, done: "Job started", onDone };
  const generate = useCommand(createGenerationJob, options);
  const judge = useCommand(createJudgingJob, options);
  const repeat = useCommand(createRepeatJob, options);
  const compare = useCommand(createComparisonJob, options);
  const preview = useCommand(previewJob, {
    title: "Dry run not possible",
    form,
    reads: true,
    onDone: (dryRun, input) => setShown({ input: input as JobInput, dryRun }),
  });
  return {
    shown,
    preview,
    commands: [preview, generate, judge, repeat, compare],
    pending: generate.pending || judge.pending || repeat.pending || compare.pending,
    /** Dry-runs what the form says, or shows what is wrong with it. @param words for fields that may be empty at first */
    check(parsed: ZodSafeParseResult<JobInput>, words: Record<string, string>) {
      if (!parsed.success) {
        const errors = fieldErrors(parsed.error, lastName);
        for (const field of Object.keys(errors)) errors[field] = words[field] ?? errors[field]!;
        return form.setErrors(errors);
      }
      setShown(null);
      void preview.run(parsed.data);
    },
    /** What was dry-run does not hold for a form that has changed since. */
    forget: () => setShown(null),
    start() {
      const input = shown!.input;
      if (input.kind === "generate") void generate.run(input);
      else if (input.kind === "judge") void judge.run(input);
      else if (input.kind === "repeat") void repeat.run(input);
      else void compare.run(input);
    },
  };
}

/** The buttons below a form, and what its dry run said. */
export function JobStart({
  start,
  shownFields,
}: {
  start: ReturnType<typeof useJobStart>;
  shownFields: string[];
}) {
  return (
    <Stack gap="md" mt="md">
      <ProblemList />
      <RefusalAlert
        of={start.commands}
        shownFields={shownFields.flatMap((field) => [field, `target.${field}`, `sample.${field}`])}
      />
      <Group gap="xs">
        <Button
          type="submit"
          variant={start.shown === null ? "filled" : "default"}
          loading={start.preview.pending}
        >
          Dry run
        </Button>
        <Text fz="sm" c="dimmed">
          Shows one prompt and an estimate. Nothing is sent.
        </Text>
      </Group>
      {start.shown !== null && (
        <DryRunResult
          dryRun={start.shown.dryRun}
          actions={
            <Button loading={start.pending} onClick={() => start.start()}>
              Start job
            </Button>
          }
        />
      )}
    </Stack>
  );
}

function DryRunResult({ dryRun, actions }: { dryRun: DryRun; actions: React.ReactNode }) {
  const { example } = dryRun;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="dry-run">
      <Title order={2} id="dry-run" mb="xs">
        Dry run
      </Title>
      <List fz="sm" className="tabular" mb="md">
        <ListItem>{countOf(dryRun.items, "item")} to do</ListItem>
        {dryRun.summary.map((line) => (
          <ListItem key={line}>{line}</ListItem>
        ))}
      </List>
      {actions}
      {dryRun.leftOutTotal > 0 && (
        <>
          <Title order={3} mt="lg">
            Left out: {countOf(dryRun.leftOutQuestions, "question")}
            {dryRun.leftOutTotal > dryRun.leftOutQuestions &&
              ` (${countOf(dryRun.leftOutTotal, "item")})`}
          </Title>
          <List fz="sm">
            {dryRun.leftOut.map(({ question, because }, index) => (
              <ListItem key={index}>
                {question} <Text span inherit c="dimmed">{`– ${because}`}</Text>
              </ListItem>
            ))}
            {dryRun.leftOutQuestions > dryRun.leftOut.length && (
              <ListItem>
                {formatCount(dryRun.leftOutQuestions - dryRun.leftOut.length)} more
              </ListItem>
            )}
          </List>
        </>
      )}
      <Title order={3} mt="lg">
        First prompt
        {example.mode !== null && `, ${MODE_WORDS[example.mode]}`}
        {example.principle !== null && `, ${example.principle}`}
      </Title>
      <Text fz="sm" c="dimmed">
        {example.question}
      </Text>
      {dryRun.evidence === "missing" && (
        <Alert color="blue" mt="xs" title="Evidence missing">
          Not all searches of this prompt have been made yet, or their pages read. The job does that
          and adds the evidence; the estimate includes it.
        </Alert>
      )}
      {example.messages === null ? (
        <Text fz="sm">This method asks no model: it only searches.</Text>
      ) : (
        <PromptMessages messages={example.messages} />
      )}
    </Paper>
  );
}
