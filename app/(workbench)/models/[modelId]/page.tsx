import { Paper, Stack, Text, Title } from "@mantine/core";
import { ModelForm } from "@/components/runs/model-form";
import { RunTable } from "@/components/runs/run-table";
import { known } from "@/components/runs/labels";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getModel, listRuns } from "@/lib/runs/models/queries";
import { modelPage, newRunPage } from "@/lib/runs/models/address";

type ModelPageProps = PageProps<"/models/[modelId]">;

export const metadata = { title: "Model" };

export default async function ModelPage({ params, searchParams }: ModelPageProps) {
  const actor = await requireActor("runs.read");
  const model = await orNotFound(getModel(actor, idInAddress((await params).modelId)));
  const state = modelPage.read(await searchParams);
  const runs = await listRuns(actor, state, model.modelId);
  const manage = may(actor, "runs.manage");
  return (
    <>
      <PageHeader
        title={model.name}
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: "Models", href: "/models" },
        ]}
        actions={
          manage && (
            <LinkButton href={newRunPage.href({ model: model.modelId })}>Add run</LinkButton>
          )
        }
      />
      <Stack gap="xl">
        <section aria-labelledby="model-runs">
          <Title order={2} id="model-runs" mb="xs">
            Runs
          </Title>
          <RunTable
            rows={runs}
            sort={state.sort}
            href={(change) => modelPage.href({ modelId: model.modelId, ...state, ...change })}
            empty={<Text fz="sm">No runs yet</Text>}
          />
        </section>
        <section aria-labelledby="model-known">
          <Title order={2} id="model-known" mb="xs">
            Details
          </Title>
          {manage ? (
            <ModelForm key={model.version} model={model} />
          ) : (
            <Paper withBorder p="md" maw={640}>
              <Text>
                {[model.provider, model.size].filter((text) => text !== "").join(", ") ||
                  "Provider and size unknown"}{" "}
                · Knowledge cutoff: {model.knowledgeCutoff || "unknown"} · Date in prompt:{" "}
                {known(model.dateInPrompt)} · Web search: {known(model.hasWebSearch)}
              </Text>
              {model.note !== "" && (
                <Text mt="xs" style={{ whiteSpace: "pre-wrap" }}>
                  {model.note}
                </Text>
              )}
            </Paper>
          )}
        </section>
      </Stack>
    </>
  );
}
