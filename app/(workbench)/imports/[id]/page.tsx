import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { notFound } from "next/navigation";
import { DecidedRewordings } from "@/components/dataset/imports/decided-rewordings";
import { EndedImport } from "@/components/dataset/imports/ended-import";
import { ChosenReading } from "@/components/dataset/imports/chosen-reading";
import { FindingGroups } from "@/components/dataset/imports/finding-groups";
import { ImportProgress } from "@/components/dataset/imports/import-progress";
import { firstPart, Plan } from "@/components/dataset/imports/plan";
import { FileReading, RowsReading } from "@/components/dataset/imports/question-reading";
import { StatusBadge } from "@/components/dataset/imports/status-badge";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import type { Actor } from "@/lib/people/access/schema";
import { found } from "@/lib/people/access/found";
import { requireActor } from "@/lib/people/access/session";
import {
  countRewordings,
  importPlan,
  importProgress,
  planRows,
  rowsAsRead,
  type ImportView,
} from "@/lib/dataset/imports/queries";
import { importIdSchema, planPageSchema, ROW_READINGS } from "@/lib/dataset/imports/schema";
import { countOf, formatBytes } from "@/lib/platform/format";

interface ImportPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** While it runs, the page below says how far it is; a badge would fall behind. */
const RUNNING: readonly ImportView["status"][] = ["reading", "matching", "applying"];

export const metadata = { title: "Import" };

export default async function ImportPage({ params, searchParams }: ImportPageProps) {
  const actor = await requireActor("imports.manage");
  const view = await findImport(actor, (await params).id);
  return (
    <>
      <PageHeader
        title={view.fileName}
        breadcrumbs={[{ label: "Imports", href: "/imports" }]}
        beside={RUNNING.includes(view.status) ? undefined : <StatusBadge status={view.status} />}
        description={
          <>
            {formatBytes(view.byteSize)}
            {view.rows > 0 && <>, {countOf(view.rows, "row")}</>}, uploaded by {view.by},{" "}
            <LocalTime iso={view.at} />
          </>
        }
      />
      <ImportBody actor={actor} view={view} search={await searchParams} />
    </>
  );
}

async function findImport(actor: Actor, id: string): Promise<ImportView> {
  const parsed = importIdSchema.safeParse({ importId: Number(id) });
  if (!parsed.success) notFound();
  return found(importProgress(actor, parsed.data.importId));
}

async function ImportBody({
  actor,
  view,
  search,
}: {
  actor: Actor;
  view: ImportView;
  search: Record<string, string | string[] | undefined>;
}) {
  switch (view.status) {
    case "reading":
    case "matching":
    case "applying":
      return <ImportProgress initial={view} />;
    case "offered": {
      const [{ findings }, rows] = await Promise.all([
        importPlan(actor, view.importId),
        rowsAsRead(actor, view.importId),
      ]);
      return (
        <>
          <FileReading importId={view.importId} reading={view.reading} rows={rows} />
          <FindingGroups
            importId={view.importId}
            groups={findings}
            title="Findings with this reading"
          />
        </>
      );
    }
    case "planned": {
      const { part: asked, page } = planPageSchema.parse(search);
      const plan = await importPlan(actor, view.importId);
      const part = asked ?? firstPart(plan.counts);
      const { rows, pageSize } = await planRows(actor, view.importId, part, page);
      const offers = ROW_READINGS.flatMap((reason) => {
        const count = plan.findings
          .filter(({ code }) => code === reason)
          .reduce((sum, group) => sum + group.count, 0);
        return count === 0 ? [] : [{ reason, count }];
      });
      return (
        <>
          {await Promise.all(
            offers.map(async ({ reason, count }) => (
              <RowsReading
                key={reason}
                importId={view.importId}
                reason={reason}
                count={count}
                rows={await rowsAsRead(actor, view.importId, reason)}
              />
            )),
          )}
          <ChosenReading reading={view.reading} />
          <Plan plan={plan} part={part} page={page} rows={rows} pageSize={pageSize} />
        </>
      );
    }
    case "refused": {
      const { findings } = await importPlan(actor, view.importId);
      return (
        <>
          <Alert
            color="red"
            title="File can't be imported"
            icon={<IconAlertTriangle aria-hidden />}
            mb="lg"
            maw={760}
          >
            Nothing was imported. Fix the problems below, then import the file again.
            <div>
              <LinkButton href="/imports" size="xs" mt="sm">
                Import file
              </LinkButton>
            </div>
          </Alert>
          <FindingGroups importId={view.importId} groups={findings} title="Problems" />
        </>
      );
    }
    case "applied": {
      const { page } = planPageSchema.parse(search);
      const [{ rows, pageSize }, total] = await Promise.all([
        planRows(actor, view.importId, "reworded", page),
        countRewordings(actor, view.importId),
      ]);
      return (
        <>
          <EndedImport view={view} />
          {total > 0 && (
            <DecidedRewordings
              importId={view.importId}
              rows={rows}
              total={total}
              page={page}
              pageSize={pageSize}
            />
          )}
        </>
      );
    }
    default:
      return <EndedImport view={view} />;
  }
}
