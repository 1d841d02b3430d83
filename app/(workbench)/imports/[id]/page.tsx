import { Text } from "@mantine/core";
import { notFound } from "next/navigation";
import { ImportBadge } from "@/components/dataset/import-engine/import-badge";
import { RUNNING } from "@/lib/dataset/import-engine/vocabulary";
import { Presence } from "@/components/live/presence";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import type { Actor } from "@/lib/people/access/schema";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { importProgress, type ImportView } from "@/lib/dataset/imports/queries";
import { isOver } from "@/lib/dataset/imports/rules";
import { importIdSchema } from "@/lib/dataset/imports/schema";
import { countOf, formatBytes, formatDay } from "@/lib/platform/format";
import { ImportBody } from "../import-body";
import { importPage } from "@/lib/dataset/imports/address";

type ImportPageProps = PageProps<"/imports/[id]">;

export const metadata = { title: "Import" };

export default async function ImportPage({ params, searchParams }: ImportPageProps) {
  const actor = await requireActor("imports.manage");
  const view = await findImport(actor, (await params).id);
  return (
    <>
      <PageHeader
        title={view.fileName}
        breadcrumbs={[{ label: "Imports", href: "/imports" }]}
        beside={RUNNING.includes(view.status) ? undefined : <ImportBadge status={view.status} />}
        description={
          <>
            {formatBytes(view.byteSize)}
            {view.rows > 0 && <>, {countOf(view.rows, "row")}</>},{" "}
            {view.releasedOn === null
              ? "unknown date"
              : `answers as of ${formatDay(view.releasedOn)}`}
            , uploaded by {view.by}, <LocalTime iso={view.at} />
          </>
        }
        actions={<Presence topic={`import:${view.importId}`} />}
      />
      {view.queueId !== null && (
        <Text mb="md">
          Part of an <LinkAnchor href={`/imports/queues/${view.queueId}`}>import queue</LinkAnchor>
          {isOver(view.status)
            ? "."
            : ": the next file follows when this one is applied or discarded."}
        </Text>
      )}
      <ImportBody
        actor={actor}
        view={view}
        shown={importPage.read(await searchParams)}
        href={(rows) => importPage.href({ id: view.importId, ...rows })}
      />
    </>
  );
}

async function findImport(actor: Actor, id: string): Promise<ImportView> {
  const parsed = importIdSchema.safeParse({ importId: Number(id) });
  if (!parsed.success) notFound();
  return orNotFound(importProgress(actor, parsed.data.importId));
}
