"use client";

import { Anchor, Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { createModelAction, editModelAction } from "@/lib/runs/models/actions";
import type { ModelView } from "@/lib/runs/models/queries";
import { modelSchema } from "@/lib/runs/models/schema";
import type { Refusal, Result } from "@/lib/platform/result";
import { checkWith } from "@/components/ui/form-check";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";

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
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const write = useWrite();
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
  const save = async (values: typeof form.values) => {
    setBusy(true);
    setRefusal(null);
    const wanted = {
      ...values,
      dateInPrompt: valueOf(values.dateInPrompt),
      hasWebSearch: valueOf(values.hasWebSearch),
    };
    const sent: Promise<Result<object>> =
      model === null
        ? write(createModelAction, wanted)
        : write(editModelAction, { ...wanted, modelId: model.modelId, version: model.version });
    const result = await sent;
    setBusy(false);
    if (!result.ok) {
      setRefusal(result.refusal);
      form.setErrors(result.refusal.fields ?? {});
      return;
    }
    notifications.show({ message: model === null ? "Model added" : "Model saved", color: "green" });
    if (model === null)
      router.push(`/runs/new?model=${(result.value as { modelId: number }).modelId}`);
    else router.refresh();
  };
  const taken = (refusal?.details as { modelId?: number } | undefined)?.modelId;
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <RefusalAlert
        refusal={refusal}
        title="Model not saved"
        shownFields={Object.keys(form.values)}
      >
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
        <Group>
          <Button type="submit" loading={busy}>
            {model === null ? "Add model" : "Save model"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
