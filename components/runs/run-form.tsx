"use client";

import {
  Anchor,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { createRun, editRun } from "@/lib/runs/models/actions";
import type { RunView } from "@/lib/runs/models/queries";
import { showInvisible } from "@/lib/platform/invisible";
import { PROMPT_METHODS, runSchema } from "@/lib/runs/models/schema";
import { checkWith } from "@/components/ui/form-check";
import { numberOf } from "@/components/ui/form-values";
import { LinkButton } from "@/components/ui/links";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { METHOD_WORDS } from "./labels";
import { filledIn, NEW_MODEL, withoutFilled, type Filling } from "./log-of-run";
import { ResponseUpload } from "./response-upload";
import { RunFromLog } from "./run-from-log";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

interface RunFormProps {
  choices: { models: { modelId: number; name: string }[]; releases: string[] };
  /** The run that is edited; model and release stay as they are. */
  run: RunView | null;
  modelId?: number | undefined;
  /** Of a new run: the most that the server takes of its log, in bytes. */
  maxBytes?: number;
}

/** A new run under its conditions, or the edit of one. */
export function RunForm({ choices, run, modelId, maxBytes }: RunFormProps) {
  const router = useRouter();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [filling, setFilling] = useState<Filling | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const form = useForm({
    initialValues: {
      modelId: String(run?.model.modelId ?? modelId ?? ""),
      /** Of a model that is added with the run. */
      modelName: "",
      /** The log that the form was filled in from. */
      logName: "",
      releaseName: run?.releaseName ?? choices.releases[0] ?? "",
      name: run?.name ?? "",
      ranOn: run?.ranOn ?? "",
      promptMethod: run?.promptMethod ?? "zero-shot",
      temperature: (run?.temperature ?? "") as number | string,
      maxTokens: (run?.maxTokens ?? "") as number | string,
      note: run?.note ?? "",
    },
    validateInputOnBlur: true,
    validate: {
      modelId: (value) => (value === "" ? "Choose a model." : null),
      releaseName: (value) => (value === "" ? "Choose a release." : null),
      name: checkWith(runSchema.shape.name),
      temperature: (value) => checkWith(runSchema.shape.temperature)(numberOf(value)),
      maxTokens: (value) => checkWith(runSchema.shape.maxTokens)(numberOf(value)),
      note: checkWith(runSchema.shape.note),
    },
  });
  const kept = useKeptForm(
    form,
    "run",
    run?.runId ?? (modelId === undefined ? null : `model-${modelId}`),
  );
  const title = "Run not saved";
  const create = useCommand(createRun, {
    title,
    form,
    kept,
    done: files.length > 0 ? "Run added" : "Run added. Next, import its responses.",
    onDone: ({ runId }) => (files.length > 0 ? setAdded(runId) : router.push(`/runs/${runId}`)),
  });
  const edit = useCommand(editRun, {
    title,
    form,
    kept,
    done: "Run saved",
    onDone: (_, { runId }) => router.push(`/runs/${runId}`),
  });
  const save = (values: typeof form.values) => {
    const { modelId: model, modelName, logName: _, releaseName, ...rest } = values;
    const wanted = {
      ...rest,
      ranOn: rest.ranOn === "" ? null : rest.ranOn,
      temperature: numberOf(rest.temperature),
      maxTokens: numberOf(rest.maxTokens),
    };
    const of = model === NEW_MODEL ? { modelName } : { modelId: Number(model) };
    if (run === null) void create.run({ ...wanted, ...of, releaseName });
    else void edit.run({ ...wanted, runId: run.runId, version: run.version });
  };
  const taken = ((create.refusal ?? edit.refusal)?.details as { runId?: number } | undefined)
    ?.runId;
  const { modelName, logName } = form.values;
  if (added !== null && maxBytes !== undefined)
    return (
      <Stack gap="sm">
        <Text>
          The run was added. Its responses are uploaded now.{" "}
          <Anchor component={Link} href={`/runs/${added}`}>
            View run
          </Anchor>
        </Text>
        <ResponseUpload runId={added} maxBytes={maxBytes} asTable={false} initial={files} />
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DraftRestored of={kept} />
      <RefusalAlert of={[create, edit]} shownFields={Object.keys(form.values)}>
        {taken !== undefined && (
          <Anchor component={Link} href={`/runs/${taken}`} display="block" mt="xs">
            View run
          </Anchor>
        )}
      </RefusalAlert>
      {run === null && maxBytes !== undefined && (
        <RunFromLog
          maxBytes={maxBytes}
          before={files.length > 0 ? "" : logName}
          onTaken={(taken, found) => {
            setFiles(taken);
            const { promptMethod, ...values } = form.getValues();
            const before = withoutFilled(values, filling);
            const behind =
              found === null ? { ...before, logName: "" } : filledIn(before, found, choices);
            setFilling({ before, behind });
            form.setValues({ promptMethod, ...behind });
          }}
        />
      )}
      <Stack gap="sm" maw={640}>
        {run === null ? (
          <>
            <Group align="flex-end" gap="sm">
              <Select
                label="Model"
                required
                searchable
                flex={1}
                miw={200}
                data={[
                  ...(modelName === ""
                    ? []
                    : [{ value: NEW_MODEL, label: `${showInvisible(modelName)} (new model)` }]),
                  ...choices.models.map((model) => ({
                    value: String(model.modelId),
                    label: model.name,
                  })),
                ]}
                nothingFoundMessage="No matching models"
                {...form.getInputProps("modelId")}
              />
              <LinkButton href="/models/new" variant="default">
                Add model
              </LinkButton>
            </Group>
            <Select
              label="Release"
              description="Source of the questions and of the ground truth"
              required
              searchable
              data={choices.releases}
              {...form.getInputProps("releaseName")}
            />
          </>
        ) : (
          <Text fz="sm" c="dimmed">
            {run.model.name} on {run.releaseName}. To use another model or release, create a new
            run.
          </Text>
        )}
        <TextInput
          label="Name"
          description="Distinguishes this run from the model's other runs on this release"
          required
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Group grow preventGrowOverflow={false} align="flex-start">
          <Select
            label="Prompt"
            data={PROMPT_METHODS.map((method) => ({ value: method, label: METHOD_WORDS[method] }))}
            allowDeselect={false}
            miw={180}
            {...form.getInputProps("promptMethod")}
          />
          <TextInput type="date" label="Run date" miw={160} {...form.getInputProps("ranOn")} />
        </Group>
        <Group grow preventGrowOverflow={false} align="flex-start">
          <NumberInput
            label="Temperature"
            min={0}
            max={100}
            step={0.1}
            decimalScale={4}
            miw={140}
            {...form.getInputProps("temperature")}
          />
          <NumberInput
            label="Max tokens"
            min={1}
            allowDecimal={false}
            miw={180}
            {...form.getInputProps("maxTokens")}
          />
        </Group>
        <Textarea label="Note" autosize minRows={2} maxRows={10} {...form.getInputProps("note")} />
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending || edit.pending}>
            {run !== null ? "Save run" : files.length > 0 ? "Add run and import" : "Add run"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
