import { Stack, Text, Title } from "@mantine/core";
import { cache, Suspense, type ReactNode } from "react";
import { FormattedResponse } from "@/components/rating/judging/response-text";
import { REPORTS } from "@/lib/reporting/reports";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { CitationTable } from "@/components/runs/references/citation-table";
import { MeanStages } from "@/components/runs/traces/stages";
import { JudgmentDownloads } from "@/components/reporting/judgment-export/judgment-downloads";
import { PublishResults } from "@/components/reporting/run-results/publish-results";
import { RunProvenance } from "@/components/reporting/generated-runs/run-provenance";
import { ImportList } from "@/components/runs/import-list";
import { ResponseList } from "@/components/runs/response-list";
import { ResponseUpload } from "@/components/runs/response-upload";
import { RunConfiguration } from "@/components/runs/run-configuration";
import { SHOWN_WORDS } from "@/components/runs/labels";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { PageTurner } from "@/components/ui/page-turner";
import { may } from "@/lib/people/access/policy";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import {
  listResponseImports,
  listResponses,
  RESPONSES_PER_PAGE,
  type RunResponse,
  countStillToRate,
  getCitationSummary,
} from "@/lib/runs/responses/queries";
import { getRunOrigin, getStages } from "@/lib/runs/jobs/queries";
import { getRun } from "@/lib/runs/models/queries";
import { getRunProvenance } from "@/lib/reporting/generated-runs/queries";
import { RESULT_FORMATS } from "@/lib/reporting/run-results/vocabulary";
import { runTitle } from "@/lib/runs/models/rules";
import { formatCount } from "@/lib/platform/format";
import { runPage, SHOWN_RESPONSES, type ShownResponses } from "@/lib/runs/responses/address";
import { newJobPage } from "@/lib/runs/jobs/address";

type RunPageProps = PageProps<"/runs/[id]">;

const findRun = cache(async (id: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getRun(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: RunPageProps) {
  const run = await findRun((await params).id);
  return { title: runTitle({ modelName: run.model.name, name: run.name }) };
}

export default async function RunPage({ params, searchParams }: RunPageProps) {
  const actor = await requireActor("runs.read");
  const run = await findRun((await params).id);
  const { page, show, as } = runPage.read(await searchParams);
  const [responses, imports, origin, provenance] = await Promise.all([
    listResponses(actor, run.runId, show, page),
    listResponseImports(actor, run.runId),
    getRunOrigin(actor, run.runId),
    getRunProvenance(actor, run.runId),
  ]);
  const manage = may(actor, "runs.manage");
  const { questions, answered, empty } = run.coverage;
  const counts = { all: questions, answered, empty, unanswered: questions - answered };
  const address = `/runs/${run.runId}`;
  const href = (shown: ShownResponses, target = 1) =>
    runPage.href({ id: run.runId, show: shown, page: target });
  const upload = manage && (
    <section aria-labelledby="bring">
      <Title order={2} id="bring" mb="xs">
        {answered === 0 ? "Import responses" : "Import more responses"}
      </Title>
      <ResponseUpload
        key={as ?? "any"}
        runId={run.runId}
        maxBytes={DEFAULT_MAX_BYTES}
        asTable={as === "table"}
      />
      {answered > 0 && (
        <Text fz="sm" c="dimmed" mt={6}>
          Only missing responses are added; existing ones are never overwritten.
        </Text>
      )}
    </section>
  );
  return (
    <>
      <PageHeader
        title={run.name}
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: run.model.name, href: `/models/${run.model.modelId}` },
        ]}
        description={
          <>
            Added by {run.createdBy}, <LocalTime iso={run.createdAt} />
          </>
        }
        actions={
          <>
            {answered > 0 && may(actor, "reports.read") && (
              <LinkButton href={REPORTS.accuracy.href({ runs: [run.runId] })} variant="default">
                Accuracy
              </LinkButton>
            )}
            {answered > 0 && may(actor, "jobs.manage") && (
              <LinkButton
                href={newJobPage.href({ kind: "judge", run: run.runId })}
                variant="default"
              >
                Judge automatically
              </LinkButton>
            )}
            {origin !== null && answered < questions && may(actor, "jobs.manage") && (
              <LinkButton href={newJobPage.href({ run: run.runId })} variant="default">
                Generate missing responses
              </LinkButton>
            )}
            {answered > 0 && may(actor, "ratings.export") && (
              <JudgmentDownloads
                runId={run.runId}
                stillToRate={await countStillToRate(actor, { runs: [run.runId] })}
              />
            )}
            {answered > 0 && may(actor, "reports.read") && (
              <PublishResults
                runId={run.runId}
                formats={may(actor, "ratings.export") ? RESULT_FORMATS : ["hub"]}
              />
            )}
            {manage && answered > 0 && answered < questions && (
              <LinkButton href="#bring" variant="default">
                Import responses
              </LinkButton>
            )}
            {manage && (
              <LinkButton href={`${address}/edit`} variant="default">
                Edit run
              </LinkButton>
            )}
          </>
        }
      />
      <Stack gap="xl">
        <RunConfiguration run={run} />
        <RunProvenance provenance={provenance} />
        <Suspense fallback={null}>
          <Citations runId={run.runId} />
          <RunStages runId={run.runId} />
        </Suspense>
        {answered === 0 && upload}
        {answered > 0 && (
          <section aria-labelledby="responses">
            <Title order={2} id="responses" mb="xs">
              Responses
            </Title>
            <PageTabs
              label="Responses shown"
              tabs={SHOWN_RESPONSES.map((shown) => ({
                href: href(shown),
                words: SHOWN_WORDS[shown],
                count: formatCount(counts[shown]),
                current: show === shown,
              }))}
            />
            {responses.length === 0 ? (
              <Text fz="sm">None</Text>
            ) : (
              <ResponseList
                runId={run.runId}
                responses={responses}
                formatted={formattedResponses(responses)}
              />
            )}
            <PageTurner
              list={{ page, pageSize: RESPONSES_PER_PAGE, total: counts[show] }}
              label="Responses"
              href={({ page }) => href(show, page)}
            />
          </section>
        )}
        {answered > 0 && upload}
        {imports.length > 0 && (
          <section aria-labelledby="files">
            <Title order={2} id="files" mb="xs">
              Files
            </Title>
            <ImportList imports={imports} />
          </section>
        )}
      </Stack>
    </>
  );
}

/** The responses as raters see them; empty ones, and what is no Markdown, stay as they came. */
function formattedResponses(responses: readonly RunResponse[]): Record<number, ReactNode> {
  return Object.fromEntries(
    responses.flatMap(({ questionId, text }) => {
      const parts = text === null || text.trim() === "" ? null : readMarkdown(text);
      return parts === null ? [] : [[questionId, <FormattedResponse key="it" parts={parts} />]];
    }),
  );
}

/** Behind the rest of the page: every response of the run is read for it. */
async function Citations({ runId }: { runId: number }) {
  const actor = await requireActor("runs.read");
  const summary = await getCitationSummary(actor, runId);
  return summary && <CitationTable summary={summary} />;
}

async function RunStages({ runId }: { runId: number }) {
  const actor = await requireActor("runs.read");
  const stages = await getStages(actor, runId);
  return stages && <MeanStages stages={stages} />;
}
