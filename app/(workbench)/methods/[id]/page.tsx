import { Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { ArchiveButton } from "@/components/ui/archive-button";
import { archiveMethod } from "@/lib/runs/generation/actions";
import { DefinitionFacts } from "@/components/runs/methods/definition-facts";
import { MethodDetailsForm } from "@/components/runs/methods/method-details-form";
import type { EmbeddingChoice } from "@/components/runs/methods/method-fields";
import { MethodForm } from "@/components/runs/methods/method-form";
import { MethodPreview } from "@/components/runs/methods/method-preview";
import { MethodVersions, versionInWords } from "@/components/runs/methods/method-versions";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { now } from "@/lib/platform/clock";
import { formatCount } from "@/lib/platform/format";
import { previewPrompt } from "@/lib/runs/generation/preview";
import {
  getDemonstrationSet,
  getMethod,
  listDemonstrationSets,
  listEmbeddingChoices,
  questionForPreview,
  type MethodVersionView,
} from "@/lib/runs/generation/queries";
import { embeddingModelOf, KIND_WORDS } from "@/lib/runs/generation/rules";
import { dateIn } from "@/lib/runs/jobs/rules";
import { methodPage } from "@/lib/runs/generation/address";

type MethodPageProps = PageProps<"/methods/[id]">;

const findMethod = cache(async (id: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getMethod(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: MethodPageProps) {
  return { title: (await findMethod((await params).id)).name };
}

/** A model that the version names and that is archived by now is a choice, too. */
function withKept(
  choices: readonly EmbeddingChoice[],
  { definition, embeddingModel }: MethodVersionView,
): readonly EmbeddingChoice[] {
  const servedModelId = embeddingModelOf(definition);
  if (servedModelId === null || choices.some((one) => one.servedModelId === servedModelId))
    return choices;
  const [label = "", connectionName = ""] = (embeddingModel ?? "").split(" · ");
  return [{ servedModelId, label, connectionName }, ...choices];
}

export default async function MethodPage({ params, searchParams }: MethodPageProps) {
  const actor = await requireActor("runs.read");
  const method = await findMethod((await params).id);
  const { question: asked } = methodPage.read(await searchParams);
  const manage = may(actor, "methods.manage");
  const latest = method.versions[0]!;
  const [question, set, sets, embeddings] = await Promise.all([
    questionForPreview(actor, asked),
    latest.demonstrationSet ? getDemonstrationSet(actor, latest.demonstrationSet.setId) : null,
    manage ? listDemonstrationSets(actor) : [],
    manage ? listEmbeddingChoices(actor) : [],
  ]);
  // An older version of the set that the method keeps is a choice, too.
  const choices =
    set && !sets.some(({ setId }) => setId === set.setId)
      ? [{ ...set, demonstrations: set.demonstrations.length }, ...sets]
      : sets;
  const aged = (set?.demonstrations ?? []).filter((one) => one.aged !== null).length;
  const preview =
    question &&
    previewPrompt({
      definition: latest.definition,
      demonstrations: set?.demonstrations ?? [],
      question: question.question,
      today: dateIn("timeZone" in latest.definition ? latest.definition.timeZone : "UTC", now()),
      seed: question.questionId,
    });
  return (
    <>
      <PageHeader
        title={method.name}
        breadcrumbs={[{ label: "Methods", href: "/methods" }]}
        beside={
          <>
            <Badge variant="light">{KIND_WORDS[latest.definition.kind]}</Badge>
            {method.archived && <Badge color="gray">Archived</Badge>}
          </>
        }
        description={method.note}
        actions={
          manage && (
            <ArchiveButton
              what="Method"
              archived={method.archived}
              input={{ methodId: method.methodId, archived: !method.archived }}
              change={archiveMethod}
            />
          )
        }
      />
      <Stack gap="xl">
        <section aria-labelledby="definition">
          <Title order={2} id="definition" mb="xs">
            Definition
          </Title>
          <Paper withBorder p="md">
            <DefinitionFacts settings={versionInWords(latest)} />
            {latest.demonstrationSet && (
              <Text fz="sm" mt="sm">
                <LinkAnchor href={`/methods/demonstrations/${latest.demonstrationSet.setId}`}>
                  View demonstrations
                </LinkAnchor>
                {aged > 0 && ` · ${formatCount(aged)} may be outdated`}
              </Text>
            )}
          </Paper>
        </section>
        <section aria-labelledby="preview">
          <Title order={2} id="preview" mb="xs">
            Prompt preview
          </Title>
          <MethodPreview
            address={`/methods/${method.methodId}`}
            question={question}
            asked={asked}
            preview={preview}
          />
        </section>
        <section aria-labelledby="versions">
          <Title order={2} id="versions" mb="xs">
            Versions
          </Title>
          <MethodVersions versions={method.versions} />
        </section>
        {manage && (
          <section aria-labelledby="edit">
            <Title order={2} id="edit" mb={4}>
              {latest.frozenAt === null ? "Edit version" : "New version"}
            </Title>
            <Text fz="sm" c="dimmed" mb="sm">
              {latest.frozenAt === null
                ? `Version ${latest.number} is unused and can change. Its first job freezes it.`
                : `Version ${latest.number} has been used and stays as it is.`}
            </Text>
            <MethodForm
              key={`${latest.versionId} ${JSON.stringify(versionInWords(latest))}`}
              sets={choices}
              embeddings={withKept(embeddings, latest)}
              from={{
                name: method.name,
                definition: latest.definition,
                demonstrationSetId: latest.demonstrationSet?.setId ?? null,
              }}
              method={{ methodId: method.methodId, latest }}
            />
          </section>
        )}
        {manage && (
          <section aria-labelledby="details">
            <Title order={2} id="details" mb="xs">
              Name and note
            </Title>
            <MethodDetailsForm key={`${method.name} ${method.note}`} method={method} />
          </section>
        )}
      </Stack>
    </>
  );
}
