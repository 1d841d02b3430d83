"use client";

import { Alert, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { factIf, factOf } from "@/components/ui/facts-of-fields";
import { MoreOptions } from "@/components/ui/more-options";
import { idOf, numberOf } from "@/components/ui/form-values";
import { LinkAnchor } from "@/components/ui/links";
import { reportedName, wantsSearch } from "@/lib/runs/generation/rules";
import type { JobChoices } from "@/lib/runs/jobs/planning-queries";
import type { RunOrigin } from "@/lib/runs/jobs/queries";
import { generationJobSchema } from "@/lib/runs/jobs/schema";
import { SampleFields, SeedField } from "./sample-fields";
import { sampleOf, sampleValues, seedFact } from "./sample-values";
import { JobStart, useJobStart } from "./dry-run";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

interface GenerationJobFormProps {
  choices: JobChoices;
  /** ISO date. */
  today: string;
  /** The run that gets the responses that it lacks; null: a new run. */
  run: RunOrigin | null;
}

/** Has a model generate responses, for a new run or for what a run lacks. */
export function GenerationJobForm({ choices, today, run }: GenerationJobFormProps) {
  const form = useForm({
    initialValues: {
      releaseName: choices.releases[0] ?? "",
      name: "",
      modelId: null as string | null,
      methodVersionId:
        run === null
          ? ((choices.methods[0] && String(choices.methods[0].versionId)) ?? null)
          : String(run.methodVersionId),
      servedModelId:
        run === null ? null : run.servedModelId === null ? null : String(run.servedModelId),
      searchConnectionId:
        run === null || run.searchConnectionId === null
          ? choices.connections.searches.length === 1
            ? String(choices.connections.searches[0]!.connectionId)
            : null
          : String(run.searchConnectionId),
      date: run?.promptDate ?? today,
      searchDay: run?.searchDay ?? "",
      ...sampleValues(),
    },
    onValuesChange: () => start.forget(),
  });
  const kept = useKeptForm(form, "generation-job", run === null ? null : `run-${run.runId}`);
  const start = useJobStart(form, kept);
  const { values } = form;
  const method = choices.methods.find(
    ({ versionId }) => String(versionId) === values.methodVersionId,
  );
  const searches =
    method !== undefined
      ? wantsSearch(method.definition)
      : run !== null && run.searchConnectionId !== null;
  const asks =
    method !== undefined ? method.definition.kind !== "search-only" : run?.servedModelId !== null;
  const served = choices.connections.models.find(
    ({ servedModelId }) => String(servedModelId) === values.servedModelId,
  );
  const engine = choices.connections.searches.find(
    ({ connectionId }) => String(connectionId) === values.searchConnectionId,
  );
  const usualName = method === undefined ? "" : reportedName(method, engine?.service ?? null);
  const submit = () => {
    const parsed = generationJobSchema.safeParse({
      kind: "generate",
      target:
        run !== null
          ? { kind: "existing", runId: run.runId }
          : {
              kind: "new",
              releaseName: values.releaseName,
              name: values.name.trim() === "" ? usualName : values.name,
              modelId: idOf(values.modelId),
            },
      methodVersionId: idOf(values.methodVersionId),
      servedModelId: asks ? idOf(values.servedModelId) : null,
      searchConnectionId: searches ? idOf(values.searchConnectionId) : null,
      date: values.date,
      searchDay: searches && values.searchDay !== "" ? values.searchDay : null,
      sample: sampleOf(values),
      spendingLimit: numberOf(values.spendingLimit),
    });
    start.check(parsed, { methodVersionId: "Choose a method." });
  };
  if (run === null && choices.methods.length === 0)
    return (
      <Alert title="No methods yet" color="blue">
        A method defines how a model is asked.{" "}
        <LinkAnchor href="/methods" underline="always">
          Add a method
        </LinkAnchor>{" "}
        first.
      </Alert>
    );
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <DraftRestored of={kept} />
      <Stack gap="sm" maw={640}>
        {run === null ? (
          <>
            <Select
              label="Method"
              required
              searchable
              allowDeselect={false}
              data={choices.methods.map(({ versionId, name, number }) => ({
                value: String(versionId),
                label: `${name}, version ${number}`,
              }))}
              {...form.getInputProps("methodVersionId")}
            />
            {asks && (
              <Select
                label="Model"
                allowDeselect={false}
                description="As served by a connection"
                required
                searchable
                nothingFoundMessage="No models. An administrator adds them under Connections."
                data={choices.connections.models.map((one) => ({
                  value: String(one.servedModelId),
                  label: `${one.label} · ${one.connectionName}`,
                }))}
                {...form.getInputProps("servedModelId")}
              />
            )}
            {((asks && served?.modelId === null) || !asks) && (
              <Select
                label="Model of the run"
                allowDeselect={false}
                description="Reports list the responses under this model"
                required
                searchable
                data={choices.models.map(({ modelId, name }) => ({
                  value: String(modelId),
                  label: name,
                }))}
                {...form.getInputProps("modelId")}
              />
            )}
            {searches && (
              <Select
                label="Search connection"
                allowDeselect={false}
                required
                nothingFoundMessage="No search connections. An administrator adds them under Connections."
                data={choices.connections.searches.map(({ connectionId, name }) => ({
                  value: String(connectionId),
                  label: name,
                }))}
                {...form.getInputProps("searchConnectionId")}
              />
            )}
            <Select
              label="Release"
              description="Source of the questions and of the ground truth"
              required
              searchable
              allowDeselect={false}
              data={choices.releases}
              {...form.getInputProps("releaseName")}
            />
            <TextInput
              label="Run name"
              description={`Distinguishes this run from the model's other runs on this release.${usualName === "" ? "" : ` Empty: ${usualName}`}`}
              placeholder={usualName}
              autoComplete="off"
              {...form.getInputProps("name")}
            />
          </>
        ) : (
          <Text>
            Generates the missing responses of{" "}
            <LinkAnchor href={`/runs/${run.runId}`} underline="always">
              {run.modelName}, {run.runName}
            </LinkAnchor>{" "}
            on {run.releaseName} with {run.methodName}, the same model
            {run.searchConnectionId === null ? "" : " and the same search connection"}.
          </Text>
        )}
        <SampleFields form={form} of="questions" whole />
        <MoreOptions
          name="job"
          about={searches ? "Date in prompts, reused searches, seed" : "Date in prompts, seed"}
          facts={[
            factOf("Date in prompts", values.date, run?.promptDate ?? today),
            factIf(searches && values.searchDay !== "", `Searches of ${values.searchDay}`),
            seedFact(values),
          ]}
        >
          <Group grow preventGrowOverflow={false} align="flex-start">
            <TextInput
              type="date"
              label="Date in prompts"
              required
              miw={180}
              description="Stays the same if the job is resumed later"
              {...form.getInputProps("date")}
            />
            {searches && (
              <TextInput
                type="date"
                label="Reuse searches of"
                miw={180}
                description="Empty: of the date in prompts"
                {...form.getInputProps("searchDay")}
              />
            )}
          </Group>
          <SeedField form={form} of="questions" />
        </MoreOptions>
      </Stack>
      <JobStart start={start} shownFields={Object.keys(values)} />
    </form>
  );
}
