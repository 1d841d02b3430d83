"use client";

import {
  Alert,
  Checkbox,
  CheckboxGroup,
  Group,
  NumberInput,
  Select,
  Stack,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { factIf, factOf } from "@/components/ui/facts-of-fields";
import { MoreOptions } from "@/components/ui/more-options";
import { idOf, numberOf } from "@/components/ui/form-values";
import { LinkAnchor } from "@/components/ui/links";
import { countOf } from "@/lib/platform/format";
import type { JobChoices } from "@/lib/runs/jobs/planning-queries";
import { judgingJobSchema, repeatJobSchema } from "@/lib/runs/jobs/schema";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { SampleFields, SeedField } from "./sample-fields";
import { sampleOf, sampleValues, seedFact } from "./sample-values";
import { JobStart, useJobStart } from "./dry-run";
import { MODE_WORDS } from "./job-labels";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

interface JudgingJobFormProps {
  choices: JobChoices;
  kind: "judge" | "repeat";
  runId: number | null;
  evaluatorId: number | null;
}

/** Has an automatic evaluator judge a run's responses; or asks its prompts several times, to see how repeatable it is. */
export function JudgingJobForm({ choices, kind, runId, evaluatorId }: JudgingJobFormProps) {
  const repeat = kind === "repeat";
  const form = useForm({
    initialValues: {
      runId: runId === null ? null : String(runId),
      evaluatorId: String(evaluatorId ?? choices.evaluators[0]?.evaluatorId ?? ""),
      modes: [...JUDGING_MODES] as string[],
      date: "",
      ...sampleValues(repeat ? 30 : ""),
      repetitions: 3 as number | string,
      again: false,
    },
    onValuesChange: () => start.forget(),
  });
  const kept = useKeptForm(form, "judging-job", `${kind}.${runId ?? ""}.${evaluatorId ?? ""}`);
  const start = useJobStart(form, kept);
  const { values } = form;
  const submit = () => {
    const sample = sampleOf(values);
    const common = {
      runId: idOf(values.runId),
      evaluatorId: idOf(values.evaluatorId),
      modes: values.modes,
      date: values.date === "" ? null : values.date,
      spendingLimit: numberOf(values.spendingLimit),
    };
    const parsed = repeat
      ? repeatJobSchema.safeParse({
          kind,
          ...common,
          sample: sample ?? undefined,
          repetitions: numberOf(values.repetitions),
        })
      : judgingJobSchema.safeParse({ kind, ...common, sample, again: values.again });
    start.check(parsed, { runId: "Choose a run." });
  };
  if (choices.evaluators.length === 0)
    return (
      <Alert title="No automatic evaluators with a model yet" color="blue">
        An evaluator defines how a model judges responses.{" "}
        <LinkAnchor href="/evaluators" underline="always">
          Add an evaluator
        </LinkAnchor>{" "}
        first.
      </Alert>
    );
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <DraftRestored of={kept} />
      <Stack gap="sm" maw={640}>
        <Select
          label="Run"
          allowDeselect={false}
          required
          searchable
          nothingFoundMessage="No matching runs"
          data={choices.runs.map((run) => ({
            value: String(run.runId),
            label: `${run.modelName}, ${run.name} · ${run.releaseName} · ${countOf(run.responses, "response")}`,
          }))}
          {...form.getInputProps("runId")}
        />
        <Select
          label="Automatic evaluator"
          required
          searchable
          allowDeselect={false}
          data={choices.evaluators.map((one) => ({
            value: String(one.evaluatorId),
            label: `${one.name} · ${one.model}`,
          }))}
          {...form.getInputProps("evaluatorId")}
        />
        <CheckboxGroup
          label="Modes"
          description="Each mode has its own prompt"
          {...form.getInputProps("modes")}
        >
          <Group mt={4}>
            {JUDGING_MODES.map((mode) => (
              <Checkbox key={mode} value={mode} label={MODE_WORDS[mode]} />
            ))}
          </Group>
        </CheckboxGroup>
        {repeat && (
          <NumberInput
            label="Repetitions"
            description="How often each prompt is sent. These verdicts are compared and never counted in reports"
            min={2}
            max={20}
            allowDecimal={false}
            required
            {...form.getInputProps("repetitions")}
          />
        )}
        <SampleFields form={form} of="responses" whole={!repeat} />
        <MoreOptions
          name="job"
          about={repeat ? "Date in prompts, seed" : "Judging again, date in prompts, seed"}
          facts={[
            factIf(!repeat && values.again, "Judge responses again"),
            factOf("Date in prompts", values.date, ""),
            seedFact(values),
          ]}
        >
          {!repeat && (
            <Checkbox
              label="Judge responses again"
              description="Includes responses that already have this evaluator's verdict on their current answers"
              {...form.getInputProps("again", { type: "checkbox" })}
            />
          )}
          <TextInput
            type="date"
            label="Date in prompts"
            description="Empty: the release's date, as its answers are the ground truth"
            {...form.getInputProps("date")}
          />
          <SeedField form={form} of="responses" />
        </MoreOptions>
      </Stack>
      <JobStart start={start} shownFields={Object.keys(values)} />
    </form>
  );
}
