import { Title } from "@mantine/core";
import { notFound } from "next/navigation";
import { currentOf, QueueFiles } from "@/components/dataset/imports/queue-files";
import classes from "@/components/dataset/imports/queue-files.module.css";
import { QueuePanel } from "@/components/dataset/imports/queue-panel";
import { UploadFile } from "@/components/dataset/imports/upload-file";
import { Presence } from "@/components/live/presence";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { planTurn } from "@/lib/dataset/imports/plan-queries";
import { importProgress, importQueue, type ImportView } from "@/lib/dataset/imports/queries";
import { isOver } from "@/lib/dataset/imports/rules";
import { queueIdSchema } from "@/lib/dataset/imports/schema";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { countOf } from "@/lib/platform/format";
import { ImportBody } from "../../import-body";
import { importPage, importQueuePage } from "@/lib/dataset/imports/address";

type QueuePageProps = PageProps<"/imports/queues/[id]">;

export const metadata = { title: "Import queue" };

/** What there is to do about a file, or to see of it, while its turn lasts. */
const SHOWN: readonly ImportView["status"][] = [
  "reading",
  "offered",
  "mapping",
  "matching",
  "planned",
  "applying",
  "refused",
];

/** Several files that are imported one after the other, with whatever the one whose turn it is needs. */
export default async function QueuePage({ params, searchParams }: QueuePageProps) {
  const actor = await requireActor("imports.manage");
  const parsed = queueIdSchema.safeParse({ queueId: Number((await params).id) });
  if (!parsed.success) notFound();
  const { queueId } = parsed.data;
  const queue = await orNotFound(importQueue(actor, queueId));
  const listed = currentOf(queue.files);
  // Only this tells a plan from one that is being applied at this moment.
  const current = listed && (await importProgress(actor, listed.importId));
  // It may have gone on since the list was read: both are to say the same, as the page is not read again once it waits.
  const files = queue.files.map((one) => (one.importId === current?.importId ? current : one));
  const { file, ...rows } = importQueuePage.read(await searchParams);
  const turn =
    queue.started && current?.status === "planned" ? await planTurn(actor, current.importId) : null;
  // A plan that is applied in a moment is nobody's to read.
  const shown =
    current !== null && SHOWN.includes(current.status) && turn !== "server" ? current : null;
  return (
    <>
      <PageHeader
        title="Import queue"
        breadcrumbs={[{ label: "Imports", href: "/imports" }]}
        description={
          <>
            {countOf(queue.files.length, "file")}, uploaded by {queue.by},{" "}
            <LocalTime iso={queue.at} />
          </>
        }
        actions={<Presence topic={`import-queue:${queueId}`} />}
      />
      <QueuePanel
        queueId={queueId}
        started={queue.started}
        missing={queue.missing}
        total={files.length}
        left={files.filter(({ status }) => !isOver(status)).length}
        current={
          current && {
            importId: current.importId,
            fileName: current.fileName,
            status: current.status,
            turn,
          }
        }
      />
      {shown !== null && (
        <section aria-labelledby="file" key={shown.importId}>
          <Title order={2} id="file" mb="md" style={{ overflowWrap: "anywhere" }}>
            {shown.fileName}
          </Title>
          <ImportBody
            actor={actor}
            view={shown}
            // The part and page of another file's plan are none of this one's.
            shown={file === shown.importId ? rows : importPage.usual}
            href={(rows) => importQueuePage.href({ id: queueId, file: shown.importId, ...rows })}
          />
        </section>
      )}
      <Title order={2} mt={shown === null ? "md" : "xl"} mb="xs">
        Files
      </Title>
      <QueueFiles files={files} current={current?.importId} />
      <details className={classes.more}>
        <summary>Add files</summary>
        <UploadFile maxBytes={DEFAULT_MAX_BYTES} queueId={queueId} />
      </details>
    </>
  );
}
