"use client";

import { Group, NativeSelect } from "@mantine/core";
import type { AccuracyScope, QuestionChoice, ReportChoices } from "@/lib/reporting/accuracy/schema";
import { QUESTION_CHOICE_WORDS } from "@/components/reporting/shared/option-chips";
import { ReportForm } from "@/components/reporting/shared/report-form";
import { runOptions } from "@/components/reporting/shared/run-options";
import { SeveralField } from "@/components/reporting/shared/several-field";
import { useChosen } from "@/components/reporting/shared/chosen-options";
import { ScopeFields } from "@/components/reporting/shared/scope-fields";

interface AccuracyFormProps {
  runs: readonly number[];
  questions: QuestionChoice;
  scope: AccuracyScope;
  choices: ReportChoices;
}

/** Chooses what a report of accuracy is of. Its fields become the address. */
export function AccuracyForm({ runs, questions, scope, choices }: AccuracyFormProps) {
  const chosen = useChosen();
  return (
    <ReportForm path="/reports/accuracy" shown={[runs, questions, scope]} submit="Show accuracy">
      <SeveralField
        name="runs"
        label="Runs"
        description="One row per run, in this order"
        placeholder="Choose runs"
        data={runOptions(choices.runs)}
        chosen={runs}
        nothingFoundMessage="No matching runs"
      />
      <Group gap="sm" align="flex-end">
        <ScopeFields scope={scope} choices={choices} />
        <NativeSelect
          name="questions"
          label="Compare on"
          defaultValue={chosen("questions", questions)}
          data={Object.entries(QUESTION_CHOICE_WORDS).map(([value, label]) => ({
            value,
            label,
          }))}
        />
      </Group>
    </ReportForm>
  );
}

interface OverTimeFormProps {
  model: number;
  scope: AccuracyScope;
  choices: ReportChoices;
}

/** Chooses the model whose runs a report is of. */
export function OverTimeForm({ model, scope, choices }: OverTimeFormProps) {
  const chosen = useChosen();
  const models = new Map(choices.runs.map((run) => [String(run.modelId), run.model]));
  return (
    <ReportForm path="/reports/accuracy/over-time" shown={[model, scope]} submit="Show accuracy">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          name="model"
          label="Model"
          defaultValue={chosen("model", String(model))}
          data={[...models].map(([value, label]) => ({ value, label }))}
        />
        <ScopeFields scope={scope} choices={choices} />
      </Group>
    </ReportForm>
  );
}

interface ComparisonFormProps {
  first: number | null;
  second: number | null;
  scope: AccuracyScope;
  choices: ReportChoices;
}

/** Chooses two runs to compare. */
export function ComparisonForm({ first, second, scope, choices }: ComparisonFormProps) {
  const runs = runOptions(choices.runs);
  const chosen = useChosen();
  return (
    <ReportForm path="/reports/compare" shown={[first, second, scope]} submit="Compare">
      <Group gap="sm" grow preventGrowOverflow={false} wrap="wrap">
        <NativeSelect
          name="first"
          label="First run"
          defaultValue={chosen("first", String(first ?? runs[0]?.value))}
          data={runs}
          miw={220}
        />
        <NativeSelect
          name="second"
          label="Second run"
          defaultValue={chosen("second", String(second ?? runs[1]?.value ?? runs[0]?.value))}
          data={runs}
          miw={220}
        />
      </Group>
      <Group gap="sm" align="flex-end">
        <ScopeFields scope={scope} choices={choices} />
      </Group>
    </ReportForm>
  );
}
