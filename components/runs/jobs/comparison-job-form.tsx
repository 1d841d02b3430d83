"use client";

import { Alert, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { factIf, factOf } from "@/components/ui/facts-of-fields";
import { MoreOptions } from "@/components/ui/more-options";
import { idOf, numberOf } from "@/components/ui/form-values";
import { LinkAnchor } from "@/components/ui/links";
import { countOf } from "@/lib/platform/format";
import type { JobChoices } from "@/lib/runs/jobs/planning-queries";
import { comparisonJobSchema } from "@/lib/runs/jobs/schema";
import { PRINCIPLE_SETS, principleSet } from "@/lib/runs/principles/principles";
import { DECISION_RULES, type DecisionRule } from "@/lib/runs/principles/rules";
import { JobStart, useJobStart } from "./dry-run";
import { DECISION_WORDS } from "./job-labels";
import { SampleFields, SeedField } from "./sample-fields";
import { sampleOf, sampleValues, seedFact } from "./sample-values";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

const USUAL_RULE: DecisionRule = "dominant";

interface ComparisonJobFormProps {
  choices: JobChoices;
  runId: number | null;
  evaluatorId: number | null;
}

/** Has an evaluator's model compare the responses of two runs by principles. */
export function ComparisonJobForm({ choices, runId, evaluatorId }: ComparisonJobFormProps) {
  const form = useForm({
    initialValues: {
      runId: runId === null ? null : String(runId),
      otherRunId: null as string | null,
      evaluatorId: String(evaluatorId ?? choices.evaluators[0]?.evaluatorId ?? ""),
      principles: PRINCIPLE_SETS[0]!.key,
      rule: USUAL_RULE,
      negated: [] as string[],
      date: "",
      ...sampleValues(),
    },
    onValuesChange: () => start.forget(),
  });
  const kept = useKeptForm(form, "comparison-job", `${runId ?? ""}.${evaluatorId ?? ""}`);
  const start = useJobStart(form, kept);
  const { values } = form;
  const set = principleSet(values.principles)!;
  const run = choices.runs.find((one) => String(one.runId) === values.runId);
  const submit = () => {
    const parsed = comparisonJobSchema.safeParse({
      kind: "compare",
      runId: idOf(values.runId),
      otherRunId: idOf(values.otherRunId),
      evaluatorId: idOf(values.evaluatorId),
      principles: values.principles,
      rule: values.rule,
      negated: values.negated,
      date: values.date === "" ? null : values.date,
      sample: sampleOf(values),
      spendingLimit: numberOf(values.spendingLimit),
    });
    start.check(parsed, {
      runId: "Choose a run.",
      ...(values.otherRunId === null && { otherRunId: "Choose a run." }),
    });
  };
  if (choices.evaluators.length === 0)
    return (
      <Alert title="No automatic evaluators with a model yet" color="blue">
        The model of an evaluator compares the responses.{" "}
        <LinkAnchor href="/evaluators" underline="always">
          Add an evaluator
        </LinkAnchor>{" "}
        first.
      </Alert>
    );
  const runData = (runs: JobChoices["runs"]) =>
    runs.map((one) => ({
      value: String(one.runId),
      label: `${one.modelName}, ${one.name} · ${one.releaseName} · ${countOf(one.responses, "response")}`,
    }));
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <DraftRestored of={kept} />
      <Stack gap="sm" maw={640}>
        <Select
          label="Run A"
          allowDeselect={false}
          required
          searchable
          nothingFoundMessage="No matching runs"
          data={runData(choices.runs)}
          {...form.getInputProps("runId")}
        />
        <Select
          label="Run B"
          description="On the same release. Questions to which both runs have a response are compared"
          allowDeselect={false}
          required
          searchable
          nothingFoundMessage="No matching runs"
          data={runData(
            choices.runs.filter(
              (one) => run === undefined || (one !== run && one.releaseName === run.releaseName),
            ),
          )}
          {...form.getInputProps("otherRunId")}
        />
        <Select
          label="Automatic evaluator"
          description="Its model, max tokens and further attempts are used, not its instructions"
          required
          searchable
          allowDeselect={false}
          data={choices.evaluators.map((one) => ({
            value: String(one.evaluatorId),
            label: `${one.name} · ${one.model}`,
          }))}
          {...form.getInputProps("evaluatorId")}
        />
        <Select
          label="Principles"
          description="Each pair is compared by each principle, in both orders"
          required
          allowDeselect={false}
          data={PRINCIPLE_SETS.map(({ key, name, principles }) => ({
            value: key,
            label: `${name.charAt(0).toUpperCase()}${name.slice(1)} (${2 * principles.length} calls per pair)`,
          }))}
          {...form.getInputProps("principles")}
          onChange={(principles: string | null) =>
            principles !== null && form.setValues({ principles, negated: [] })
          }
        />
        <Text component="ul" fz="sm" m={0} ps="lg">
          {set.principles.map(({ key, name, definition, weight }) => (
            <li key={key}>
              {name}: {definition}
              {values.rule === "weighted" && ` Weight ${weight}.`}
            </li>
          ))}
        </Text>
        <SampleFields form={form} of="pairs" whole />
        <MoreOptions
          name="job"
          about="Principles counted against a response, preference overall, date in prompts, seed"
          facts={[
            factIf(
              values.negated.length > 0,
              `Against a response: ${set.principles
                .filter(({ key }) => values.negated.includes(key))
                .map(({ name }) => name)
                .join(", ")}`,
            ),
            factIf(
              values.rule !== USUAL_RULE,
              `Preference overall: ${DECISION_WORDS[values.rule].name}`,
            ),
            factOf("Date in prompts", values.date, ""),
            seedFact(values),
          ]}
        >
          <MultiSelect
            label="Count against a response"
            description="Principles whose opposite is wanted. They count with the opposite sign in the preference overall"
            placeholder={values.negated.length === 0 ? "None" : ""}
            clearable
            data={set.principles
              .filter(({ negatable }) => negatable)
              .map(({ key, name }) => ({ value: key, label: name }))}
            {...form.getInputProps("negated")}
          />
          <Select
            label="Preference overall"
            description={DECISION_WORDS[values.rule].meaning}
            required
            allowDeselect={false}
            data={DECISION_RULES.map((rule) => ({ value: rule, label: DECISION_WORDS[rule].name }))}
            {...form.getInputProps("rule")}
          />
          <TextInput
            type="date"
            label="Date in prompts"
            description="Empty: the release's date, as its answers are the ground truth"
            {...form.getInputProps("date")}
          />
          <SeedField form={form} of="pairs" />
        </MoreOptions>
      </Stack>
      <JobStart start={start} shownFields={Object.keys(values)} />
    </form>
  );
}
