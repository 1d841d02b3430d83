"use client";

import { Anchor, Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { createModel, editModel } from "@/lib/runs/models/actions";
import type { ModelView } from "@/lib/runs/models/queries";
import { modelSchema } from "@/lib/runs/models/schema";
import { checkWith } from "@/components/ui/form-check";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { newRunPage } from "@/lib/runs/models/address";

const KNOWN = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "unknown", label: "Unknown" },
];
const choiceOf = (value: boolean | null | undefined) =>
  value === true ? "yes" : value === false ? "no" : "unknown";
const valueOf = (choice: string | null) =>
  choice === "yes" ? true : choice === "no" ? false : null;

/** A new model, or the edit of one. */
export function ModelForm({ model }: { model: ModelView | null }) {
  const router = useRouter();
  const form = useForm({
    initialValues: {
      name: model?.name ?? "",
      provider: model?.provider ?? "",
      size: model?.size ?? "",
      knowledgeCutoff: model?.knowledgeCutoff ?? "",
      dateInPrompt: choiceOf(model?.dateInPrompt),
      hasWebSearch: choiceOf(model?.hasWebSearch),
      note: model?.note ?? "",
    },
    validateInputOnBlur: true,
    validate: {
      name: checkWith(modelSchema.shape.name),
      provider: checkWith(modelSchema.shape.provider),
      size: checkWith(modelSchema.shape.size),
      knowledgeCutoff: checkWith(modelSchema.shape.knowledgeCutoff),
      note: checkWith(modelSchema.shape.note),
    },
  });
  const kept = useKeptForm(form, "model", model?.modelId ?? null);
  const title = "Model not saved";
  const create = useCommand(createModel, {
    title,
    form,
    kept,
    done: "Model added",
    onDone: ({ modelId }) => router.push(newRunPage.href({ model: modelId })),
  });
  const edit = useCommand(editModel, {
    title,
    form,
    kept,
    done: "Model saved",
    refresh: true,
  });
  const save = (values: typeof form.values) => {
    const wanted = {
      ...values,
      dateInPrompt: valueOf(values.dateInPrompt),
      hasWebSearch: valueOf(values.hasWebSearch),
    };
    if (model === null) void create.run(wanted);
    else void edit.run({ ...wanted, modelId: model.modelId, version: model.version });
  };
  const taken = ((create.refusal ?? edit.refusal)?.details as { modelId?: number } | undefined)
    ?.modelId;
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DraftRestored of={kept} />
      <RefusalAlert of={[create, edit]} shownFields={Object.keys(form.values)}>
        {taken !== undefined && (
          <Anchor component={Link} href={`/models/${taken}`} display="block" mt="xs">
            View model
          </Anchor>
        )}
      </RefusalAlert>
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Name"
          description="Shown in reports; include the version"
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("name")}
        />
        <Group grow preventGrowOverflow={false} align="flex-start">
          <TextInput
            label="Provider"
            autoComplete="off"
            miw={200}
            {...form.getInputProps("provider")}
          />
          <TextInput
            label="Size"
            description="For example 8B"
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            miw={140}
            {...form.getInputProps("size")}
          />
          <TextInput
            label="Knowledge cutoff"
            description="YYYY-MM"
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            miw={200}
            {...form.getInputProps("knowledgeCutoff")}
          />
        </Group>
        <Group grow preventGrowOverflow={false} align="flex-start">
          <Select
            label="Date in prompt"
            description="The prompt states the current date"
            data={KNOWN}
            allowDeselect={false}
            miw={200}
            {...form.getInputProps("dateInPrompt")}
          />
          <Select
            label="Web search"
            description="The model can search the web"
            data={KNOWN}
            allowDeselect={false}
            miw={200}
            {...form.getInputProps("hasWebSearch")}
          />
        </Group>
        <Textarea label="Note" autosize minRows={2} maxRows={10} {...form.getInputProps("note")} />
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending || edit.pending}>
            {model === null ? "Add model" : "Save model"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
