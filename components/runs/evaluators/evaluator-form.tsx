"use client";

import {
  Anchor,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { MoreOptions } from "@/components/ui/more-options";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { addEvaluatorVersion, createEvaluator, editEvaluator } from "@/lib/runs/evaluators/actions";
import type { JudgingModel } from "@/lib/runs/evaluators/queries";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { DATE_RULES } from "@/lib/runs/evaluators/vocabulary";
import { ExampleFields } from "./example-fields";
import {
  definitionOf,
  factsOf,
  problemsOf,
  valuesOf,
  type EvaluatorFormValues,
} from "./form-values";
import { DATE_WORDS } from "./labels";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

interface EvaluatorFormProps {
  /** What is written: an evaluator, the next version of one, or an edit of a version that no job has used. */
  purpose:
    | { kind: "new" }
    | { kind: "version"; evaluatorId: number }
    | { kind: "edit"; evaluatorId: number; edits: number };
  models: readonly JudgingModel[];
  definition: EvaluatorDefinition;
  about: { name: string; servedModelId: number | null; note: string };
}

/** Prompts, model and parameters of an automatic evaluator. */
export function EvaluatorForm({ purpose, models, definition, about }: EvaluatorFormProps) {
  const router = useRouter();
  const named = purpose.kind === "new";
  const [open, setOpen] = useState<string[]>([]);
  const form = useForm<EvaluatorFormValues>({
    initialValues: valuesOf(definition, about),
    validate: (values) => problemsOf(values, named),
  });
  const kept = useKeptForm(
    form,
    "evaluator",
    purpose.kind === "new"
      ? about.name === ""
        ? null
        : `from-${about.name}`
      : `${purpose.evaluatorId}${purpose.kind === "version" ? ".version" : ""}`,
  );
  const title = "Evaluator not saved";
  const onMade = ({ evaluatorId }: { evaluatorId: number }) =>
    router.push(`/evaluators/${evaluatorId}`);
  const create = useCommand(createEvaluator, {
    title,
    form,
    kept,
    done: "Evaluator added",
    onDone: onMade,
  });
  const version = useCommand(addEvaluatorVersion, {
    title,
    form,
    kept,
    done: "Version added",
    onDone: onMade,
  });
  const edit = useCommand(editEvaluator, {
    title,
    form,
    kept,
    done: "Evaluator saved",
    onDone: (_, { evaluatorId }) => onMade({ evaluatorId }),
  });
  const save = (values: EvaluatorFormValues) => {
    const wanted = {
      servedModelId: Number(values.servedModelId),
      note: values.note,
      definition: definitionOf(values),
    };
    if (purpose.kind === "new") void create.run({ ...wanted, name: values.name });
    else if (purpose.kind === "version")
      void version.run({ ...wanted, evaluatorId: purpose.evaluatorId });
    else void edit.run({ ...wanted, evaluatorId: purpose.evaluatorId, edits: purpose.edits });
  };
  /** Unfolds the examples that have a problem, so that it is in sight. */
  const unfold = (problems: Record<string, unknown>) => {
    const keys = form.values.examples
      .filter((_, at) => Object.keys(problems).some((path) => path.startsWith(`examples.${at}.`)))
      .map(({ key }) => String(key));
    if (keys.length > 0) setOpen([...new Set([...open, ...keys])]);
  };
  const refusal = create.refusal ?? version.refusal;
  const taken = (refusal?.details as { evaluatorId?: number } | undefined)?.evaluatorId;
  return (
    <form onSubmit={form.onSubmit(save, unfold)} noValidate>
      <DraftRestored of={kept} />
      <RefusalAlert of={[create, version, edit]} shownFields={Object.keys(form.values)}>
        {taken !== undefined && (
          <Anchor component={Link} href={`/evaluators/${taken}`} display="block" mt="xs">
            View evaluator
          </Anchor>
        )}
      </RefusalAlert>
      <Stack gap="lg" maw={860}>
        <Stack gap="sm">
          {named && (
            <TextInput
              label="Name"
              description="Shown in reports, for example “FreshEval, GPT-4.1”"
              required
              autoComplete="off"
              {...form.getInputProps("name")}
            />
          )}
          <Select
            label="Model"
            description="Model that judges the responses"
            required
            searchable
            data={models.map((model) => ({
              value: String(model.servedModelId),
              label: `${model.label} (${model.connectionName})`,
            }))}
            nothingFoundMessage="No matching models"
            {...form.getInputProps("servedModelId")}
          />
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps("note")}
          />
          <MoreOptions
            name="evaluator"
            about="Temperature, max tokens, retries, dates"
            facts={factsOf(form.values, definition.examplesAsOf)}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <NumberInput
                label="Temperature"
                description="Empty: not sent"
                min={0}
                max={2}
                step={0.1}
                decimalScale={4}
                {...form.getInputProps("temperature")}
              />
              <NumberInput
                label="Max tokens"
                description="Reasoning included"
                min={16}
                allowDecimal={false}
                {...form.getInputProps("maxTokens")}
              />
              <NumberInput
                label="Retries if no verdict is found"
                description="The model is reminded of the format"
                min={0}
                max={5}
                allowDecimal={false}
                {...form.getInputProps("unparsed")}
              />
              <NumberInput
                label="Retries if the reply is cut off"
                description="Each with twice the tokens"
                min={0}
                max={5}
                allowDecimal={false}
                {...form.getInputProps("truncated")}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <Select
                label="Date in prompt"
                data={DATE_RULES.map((rule) => ({ value: rule, label: DATE_WORDS[rule] }))}
                allowDeselect={false}
                {...form.getInputProps("date")}
              />
              <TextInput
                type="date"
                label="Examples as of"
                required
                {...form.getInputProps("examplesAsOf")}
              />
            </SimpleGrid>
          </MoreOptions>
        </Stack>
        <section aria-labelledby="instructions">
          <Title order={2} id="instructions" mb="xs">
            Instructions
          </Title>
          <Stack gap="sm">
            <Textarea
              label="Relaxed"
              required
              autosize
              minRows={4}
              maxRows={20}
              {...form.getInputProps("relaxedInstruction")}
            />
            <Textarea
              label="Strict"
              required
              autosize
              minRows={4}
              maxRows={20}
              {...form.getInputProps("strictInstruction")}
            />
          </Stack>
        </section>
        <section aria-labelledby="examples">
          <Title order={2} id="examples" mb="xs">
            Examples
          </Title>
          <ExampleFields form={form} open={open} onOpen={setOpen} />
        </section>
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending || version.pending || edit.pending}>
            {named
              ? "Add evaluator"
              : purpose.kind === "version"
                ? "Add version"
                : "Save evaluator"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
