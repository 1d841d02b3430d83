"use client";

import { Button, Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { factIf, type FieldFact } from "@/components/ui/facts-of-fields";
import { checkWith } from "@/components/ui/form-check";
import { MoreOptions } from "@/components/ui/more-options";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { addServedModel, editServedModel } from "@/lib/runs/connections/actions";
import type { ServedModelView } from "@/lib/runs/connections/queries";
import { suggestedProfile } from "@/lib/runs/connections/rules";
import { servedModelSchema } from "@/lib/runs/connections/schema";
import {
  REASONING_EFFORTS,
  SYSTEM_ROLES,
  TOKEN_PARAMETERS,
  type ReasoningEffort,
  type Service,
} from "@/lib/runs/connections/vocabulary";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

const NONE = "none";
const ROLE_WORDS: Record<(typeof SYSTEM_ROLES)[number], string> = {
  system: "system",
  developer: "developer",
  user: "Within the first user message",
};

interface ServedModelFormProps {
  connectionId: number;
  service: Service;
  /** Null: a new one. */
  served: ServedModelView | null;
  /** Models whose responses it may give, by name. */
  models: { modelId: number; name: string }[];
  onDone: () => void;
}

/** A model of a connection and what it accepts; what is accepted is proposed from the API and the name. */
export function ServedModelForm({
  connectionId,
  service,
  served,
  models,
  onDone,
}: ServedModelFormProps) {
  const [proposed, setProposed] = useState(() =>
    profileValues(served?.capabilities ?? suggestedProfile(service, "")),
  );
  const form = useForm({
    initialValues: {
      apiName: served?.apiName ?? "",
      label: served?.label ?? "",
      modelId: served?.model ? String(served.model.modelId) : NONE,
      ...proposed,
    },
    validateInputOnBlur: ["apiName", "label"],
    validate: {
      apiName: checkWith(servedModelSchema.shape.apiName),
      label: checkWith(servedModelSchema.shape.label),
    },
  });
  const kept = useKeptForm(
    form,
    "served-model",
    served?.servedModelId ?? `connection-${connectionId}`,
  );
  const title = "Model not saved";
  const add = useCommand(addServedModel, {
    title,
    form,
    kept,
    done: "Model added",
    onDone,
    refresh: true,
  });
  const edit = useCommand(editServedModel, {
    title,
    form,
    kept,
    done: "Model saved",
    onDone,
    refresh: true,
  });
  const save = ({ modelId, reasoningEffort, ...values }: typeof form.values) => {
    const wanted = {
      ...values,
      modelId: modelId === NONE ? null : Number(modelId),
      reasoningEffort: reasoningEffort === NONE ? null : (reasoningEffort as ReasoningEffort),
    };
    if (served === null) void add.run({ ...wanted, connectionId });
    else void edit.run({ ...wanted, servedModelId: served.servedModelId, version: served.version });
  };
  /**
   * An API name proposes label and profile while it is typed, as long as nobody changed what was proposed before: when the
   * field is left, someone may be typing in the next one.
   */
  const typeApiName = (typed: string) => {
    const { apiName, label } = form.values;
    form.setFieldValue("apiName", typed);
    if (served !== null) return;
    if (label === apiName.trim()) form.setFieldValue("label", typed.trim());
    if (PROFILE.some((field) => form.values[field] !== proposed[field])) return;
    const next = profileValues(suggestedProfile(service, typed.trim()));
    setProposed(next);
    form.setValues(next);
  };
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <DraftRestored of={kept} />
        <RefusalAlert of={[add, edit]} shownFields={Object.keys(form.values)} />
        <TextInput
          label="API name"
          description="As the service calls the model, for example gpt-4o-mini"
          required
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps("apiName")}
          onChange={(event) => typeApiName(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="Shown in lists and forms"
          required
          autoComplete="off"
          {...form.getInputProps("label")}
          // What is typed here replaces a proposal.
          onFocus={({ currentTarget }) => {
            if (served === null && currentTarget.value === form.values.apiName.trim())
              currentTarget.select();
          }}
        />
        <Select
          label="Model of the runs"
          description="Its generated responses belong to runs of this model"
          data={[
            { value: NONE, label: "None (evaluation only)" },
            ...models.map(({ modelId, name }) => ({ value: String(modelId), label: name })),
          ]}
          searchable
          allowDeselect={false}
          {...form.getInputProps("modelId")}
        />
        <MoreOptions
          name="served-model"
          label="What the model accepts"
          facts={acceptedBy(form.values, service)}
        >
          <Checkbox
            label="Temperature"
            description="Reasoning models refuse it"
            {...form.getInputProps("temperature", { type: "checkbox" })}
          />
          <Checkbox label="Seed" {...form.getInputProps("seed", { type: "checkbox" })} />
          {service === "openai-chat" && (
            <Select
              label="Token limit parameter"
              data={TOKEN_PARAMETERS.map((one) => ({ value: one, label: one }))}
              allowDeselect={false}
              {...form.getInputProps("tokenParameter")}
            />
          )}
          <Select
            label="Reasoning effort"
            data={[
              { value: NONE, label: "Not sent" },
              ...REASONING_EFFORTS.map((one) => ({ value: one, label: one })),
            ]}
            allowDeselect={false}
            {...form.getInputProps("reasoningEffort")}
          />
          <Select
            label="Role of the instructions"
            data={SYSTEM_ROLES.map((one) => ({ value: one, label: ROLE_WORDS[one] }))}
            allowDeselect={false}
            {...form.getInputProps("systemRole")}
          />
        </MoreOptions>
        <ProblemList />
        <Group justify="flex-end">
          <Button type="submit" loading={add.pending || edit.pending}>
            {served === null ? "Add model" : "Save model"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const PROFILE = ["temperature", "seed", "tokenParameter", "reasoningEffort", "systemRole"] as const;

type Profile = ReturnType<typeof profileValues>;
function profileValues({ reasoningEffort, ...profile }: ServedModelView["capabilities"]) {
  return { ...profile, reasoningEffort: reasoningEffort ?? NONE };
}

/** All of what is accepted, in a few words: what is usual differs from model to model. */
function acceptedBy(
  { temperature, seed, tokenParameter, reasoningEffort, systemRole }: Profile,
  service: Service,
): FieldFact[] {
  return [
    factIf(temperature, "Temperature"),
    factIf(seed, "Seed"),
    factIf(service === "openai-chat", tokenParameter),
    factIf(reasoningEffort !== NONE, `Reasoning effort: ${reasoningEffort}`),
    systemRole === "user"
      ? "Instructions in the first user message"
      : `Instructions as ${systemRole}`,
  ];
}
