"use client";

import { Button, Group, MultiSelect, NativeSelect, Paper, Stack } from "@mantine/core";
import { IconCalculator } from "@tabler/icons-react";
import Form from "next/form";
import {
  QUESTION_CHOICES,
  type AccuracyScope,
  type QuestionChoice,
  type ReportChoices,
} from "@/lib/reporting/accuracy/schema";
import { QUESTION_CHOICE_WORDS } from "@/components/reporting/shared/option-chips";
import { useChosen } from "@/components/reporting/shared/chosen-options";
import { ScopeFields } from "@/components/reporting/shared/scope-fields";

interface AccuracyFormProps {
  runs: readonly number[];
  questions: QuestionChoice;
  scope: AccuracyScope;
  choices: ReportChoices;
}

/** A run as people choose it. */
function runChoices({ runs }: ReportChoices) {
  return runs.map(({ runId, model, run, release }) => ({
    value: String(runId),
    label: `${model} · ${run} · ${release}`,
  }));
}

/** Chooses what a report of accuracy is of. Its fields become the address. */
export function AccuracyForm({ runs, questions, scope, choices }: AccuracyFormProps) {
  const chosen = useChosen();
  return (
    <Paper withBorder p="md" className="no-print">
      <Form action="/reports/accuracy" key={JSON.stringify([runs, questions, scope])}>
        <Stack gap="sm">
          <MultiSelect
            name="runs"
            label="Runs"
            description="One row per run, in this order"
            placeholder={runs.length === 0 ? "Choose runs" : ""}
            data={runChoices(choices)}
            defaultValue={chosen.list("runs", runs)}
            searchable
            clearable
            hidePickedOptions
            nothingFoundMessage="No matching runs"
            limit={100}
          />
          <Group gap="sm" align="flex-end">
            <ScopeFields scope={scope} choices={choices} />
            <NativeSelect
              name="questions"
              label="Compare on"
              defaultValue={chosen("questions", questions)}
              data={QUESTION_CHOICES.map((value) => ({
                value,
                label: QUESTION_CHOICE_WORDS[value],
              }))}
            />
          </Group>
          <Group>
            <Button type="submit" leftSection={<IconCalculator size={16} aria-hidden />}>
              Show accuracy
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
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
  const runs = runChoices(choices);
  const chosen = useChosen();
  return (
    <Paper withBorder p="md" className="no-print">
      <Form action="/reports/compare" key={JSON.stringify([first, second, scope])}>
        <Stack gap="sm">
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
          <Group>
            <Button type="submit" leftSection={<IconCalculator size={16} aria-hidden />}>
              Compare
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}
