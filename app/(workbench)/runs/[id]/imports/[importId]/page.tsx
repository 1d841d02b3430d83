import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { notFound } from "next/navigation";
import { ChosenReading } from "@/components/dataset/import-engine/chosen-reading";
import { ApplyResponses } from "@/components/runs/apply-responses";
import { ColumnRoles } from "@/components/runs/column-roles";
import { LogChoices } from "@/components/runs/log-choices";
import { LogFacts } from "@/components/runs/log-facts";
import { FileFindings } from "@/components/runs/file-findings";
import { ImportOver } from "@/components/dataset/import-engine/import-over";
import { ImportBadge } from "@/components/dataset/import-engine/import-badge";
import { RUNNING } from "@/lib/dataset/import-engine/vocabulary";
import { cancelResponseImport } from "@/lib/runs/responses/actions";
import { ProblemList } from "@/components/runs/problem-list";
import { ReadingProgress } from "@/components/runs/reading-progress";
import { FileReading, RecordsReading } from "@/components/runs/response-reading";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import type { Actor } from "@/lib/people/access/schema";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import {
  listProblems,
  listResponseImports,
  RECORDS_PER_PAGE,
  responseImportProgress,
  responsePlan,
  type ResponseImportView,
} from "@/lib/runs/responses/queries";
import { getRun, type RunView } from "@/lib/runs/models/queries";
import { conditionsOf } from "@/lib/runs/responses/log-choices";
import { describeOutcome, PREVIEWED_RECORDS } from "@/lib/runs/responses/rules";
import { countOf, formatBytes } from "@/lib/platform/format";
import { SampleResponse } from "@/components/rating/judging/sample-response";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { responseImportPage, runPage } from "@/lib/runs/responses/address";
import type { SearchParams } from "@/lib/platform/address";

type ImportPageProps = PageProps<"/runs/[id]/imports/[importId]">;

export const metadata = { title: "Response import" };

export default async function ResponseImportPage({ params, searchParams }: ImportPageProps) {
  const actor = await requireActor("runs.manage");
  const { id, importId } = await params;
  const view = await orNotFound(responseImportProgress(actor, idInAddress(importId)));
  if (String(view.runId) !== id) notFound();
  const [run, imports] = await Promise.all([
    getRun(actor, view.runId),
    listResponseImports(actor, view.runId),
  ]);
  return (
    <>
      <PageHeader
        title={view.fileName}
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: `${run.model.name}, ${run.name}`, href: `/runs/${run.runId}` },
        ]}
        beside={RUNNING.includes(view.status) ? undefined : <ImportBadge status={view.status} />}
        description={
          <>
            {formatBytes(view.byteSize)}
            {view.rows > 0 && <>, {countOf(view.rows, "row")}</>}, uploaded by {view.by},{" "}
            <LocalTime iso={view.at} /> · {run.releaseName}
          </>
        }
      />
      <Stack gap="xl">
        <OtherImports imports={imports} current={view.importId} />
        <ImportBody actor={actor} view={view} run={run} search={await searchParams} />
      </Stack>
    </>
  );
}

async function ImportBody({
  actor,
  view,
  run,
  search,
}: {
  actor: Actor;
  view: ResponseImportView;
  run: RunView;
  search: SearchParams;
}) {
  const address = `/runs/${view.runId}`;
  switch (view.status) {
    case "reading":
    case "matching":
      return <ReadingProgress initial={view} />;
    case "offered": {
      const { columns, preview, previewRecords, stillToRate } = await responsePlan(
        actor,
        view.importId,
      );
      return (
        <FileReading
          importId={view.importId}
          reading={view.reading}
          columns={columns.columns}
          rows={preview.map((cells, at) => ({ record: previewRecords[at]!, cells }))}
          stillToRate={stillToRate}
        />
      );
    }
    case "mapping": {
      const plan = await responsePlan(actor, view.importId);
      return (
        <>
          {plan.columns.log && (
            <LogFacts log={plan.columns.log} model={run.model.name}>
              <AsTable runId={view.runId} />
            </LogFacts>
          )}
          <ColumnRoles
            importId={view.importId}
            columns={plan.columns}
            preview={plan.preview}
            formatted={formattedCells(plan.preview)}
            stillToRate={plan.stillToRate}
            open
          />
        </>
      );
    }
    case "planned":
    case "applied": {
      const { problem, page } = responseImportPage.read(search);
      const [plan, records] = await Promise.all([
        responsePlan(actor, view.importId),
        listProblems(actor, view.importId, problem, page),
      ]);
      return (
        <>
          {view.status === "planned" && plan.unescaped.count > 0 && (
            <RecordsReading
              importId={view.importId}
              columns={plan.columns.columns}
              {...plan.unescaped}
              stillToRate={plan.stillToRate}
            />
          )}
          <ChosenReading reading={view.reading} />
          {plan.columns.log && (
            <LogFacts log={plan.columns.log} model={run.model.name}>
              {view.status === "planned" && (
                <LogChoices
                  key={JSON.stringify(plan.columns)}
                  importId={view.importId}
                  columns={plan.columns}
                  log={plan.columns.log}
                  stillToRate={plan.stillToRate}
                />
              )}
              {view.status === "planned" && <AsTable runId={view.runId} />}
            </LogFacts>
          )}
          {view.status === "planned" ? (
            <ApplyResponses
              importId={view.importId}
              counts={plan.counts}
              conditions={plan.columns.log === undefined ? {} : conditionsOf(run, plan.columns.log)}
            />
          ) : (
            <Paper withBorder p="md">
              <Group gap="xs" mb="xs">
                <IconCircleCheck size={22} color="var(--mantine-color-success)" aria-hidden />
                <Title order={2}>Imported</Title>
              </Group>
              {view.outcome !== null && <Text>{describeOutcome(view.outcome)}.</Text>}
              {view.sha256 !== null && (
                <Text fz="sm" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
                  SHA-256 of the file: {view.sha256}
                </Text>
              )}
              <LinkButton href={address} mt="sm">
                View run
              </LinkButton>
            </Paper>
          )}
          <FileFindings findings={plan.findings} />
          <ProblemList
            runId={view.runId}
            importId={view.importId}
            problems={plan.counts.problems}
            problem={problem}
            records={records}
            shown={shownResponse}
            page={page}
            pageSize={RECORDS_PER_PAGE}
            open={view.status === "planned"}
            similarSafe={plan.counts.similarSafe}
          />
          {view.status === "planned" && (
            <ColumnRoles
              key={JSON.stringify(plan.columns)}
              importId={view.importId}
              columns={plan.columns}
              preview={plan.preview}
              formatted={formattedCells(plan.preview)}
              stillToRate={plan.stillToRate}
              open={false}
            />
          )}
        </>
      );
    }
    case "cancelled":
    case "failed":
    case "interrupted":
    case "refused":
      return (
        <ImportOver
          importId={view.importId}
          status={view.status}
          error={view.error}
          unharmed="Nothing was added."
          again={address}
          cancel={cancelResponseImport}
        />
      );
    case "queued":
      return null;
  }
}

/** The run's other files that wait for someone: files that were chosen together are imported one after another. */
function OtherImports({
  imports,
  current,
}: {
  imports: readonly ResponseImportView[];
  current: number;
}) {
  const waiting = imports
    .filter(
      ({ importId, status }) =>
        importId !== current && ["reading", "offered", "mapping", "planned"].includes(status),
    )
    .toReversed();
  if (waiting.length === 0) return null;
  return (
    <Text fz="sm">
      {countOf(waiting.length, "other file")} of this run {waiting.length === 1 ? "waits" : "wait"}{" "}
      to be imported:{" "}
      {waiting.map(({ importId, runId, fileName }, at) => (
        <span key={importId}>
          {at > 0 && ", "}
          <LinkAnchor href={`/runs/${runId}/imports/${importId}`} inherit underline="always">
            {fileName}
          </LinkAnchor>
        </span>
      ))}
    </Text>
  );
}

function AsTable({ runId }: { runId: number }) {
  return (
    <Text fz="sm" mt="sm">
      Not a log?{" "}
      <LinkAnchor
        href={`${runPage.href({ id: runId, as: "table" })}#bring`}
        inherit
        underline="always"
      >
        Import the file again as a plain table
      </LinkAnchor>
    </Text>
  );
}

/** A response in a list, as raters see it. */
function shownResponse(text: string, name: string) {
  return <SampleResponse name={name} text={text} rich={readMarkdown(text)} />;
}

/** Cells that Markdown draws otherwise than as they are. */
function formattedCells(preview: readonly (readonly string[])[]): ReactNode[][] {
  return preview.slice(0, PREVIEWED_RECORDS).map((cells, record) =>
    cells.map((text, column) => {
      const rich = readMarkdown(text);
      const [only, more] = rich ?? [];
      const plain =
        rich === null ||
        only === undefined ||
        (more === undefined &&
          only.is === "paragraph" &&
          only.of.every((part) => part.is === "text"));
      return plain ? null : (
        <SampleResponse
          key="it"
          name={`Record ${record + 1}, column ${column + 1}`}
          text={text}
          rich={rich}
        />
      );
    }),
  );
}
