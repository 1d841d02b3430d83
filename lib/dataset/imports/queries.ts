import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { isoDayOf } from "@/lib/platform/days";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import { isShown } from "@/lib/dataset/import-engine/statements-writes";
import type { Standing } from "@/lib/dataset/import-engine/vocabulary";
import { fileView, type FileView } from "@/lib/dataset/import-engine/view";
import type { ImportsState } from "./address";
import { inQueueOrder, isOver } from "./rules";
import { undoBlockers } from "./undoing-writes";
import {
  planChoicesSchema,
  type PlanChoices,
  type ImportOutcome,
  type UndoBlocker,
} from "./schema";

/** An import as lists and its own page show it. */
export interface ImportView extends Omit<FileView, "status"> {
  /** ISO day since which its answers hold; null: unknown. */
  releasedOn: string | null;
  status: Standing;
  rowsMatched: number;
  undone: { by: string; at: string } | null;
  outcome: ImportOutcome | null;
  /** The queue that it belongs to. */
  queueId: number | null;
  /** What was chosen on the plan's page. */
  choices: PlanChoices;
}

/** Who uploaded it, and what undid it. */
const WITH = {
  createdBy: { select: { name: true } },
  operation: {
    select: {
      undoneBy: { select: { createdAt: true, createdBy: { select: { name: true } } } },
    },
  },
} satisfies Prisma.ImportInclude;
type ImportRecord = Prisma.ImportGetPayload<{ include: typeof WITH }>;

function viewOf(record: ImportRecord): ImportView {
  const view = fileView(record);
  const undo = record.operation?.undoneBy;
  return {
    ...view,
    status: undo ? "undone" : view.status,
    releasedOn: isoDayOf(record.releasedOn),
    rowsMatched: record.rowsMatched,
    queueId: record.queueId,
    undone: undo ? { by: undo.createdBy.name, at: undo.createdAt.toISOString() } : null,
    outcome: record.outcome as unknown as ImportOutcome | null,
    choices: planChoicesSchema.parse(record.choices ?? {}),
  };
}

const IMPORTS_PER_PAGE = 25;

const IMPORT_ORDERS: Orders<ImportsState> = {
  file: Prisma.sql`lower(i.file_name)`,
  size: Prisma.sql`i.byte_size`,
  rows: Prisma.sql`i.rows`,
  date: Prisma.sql`i.created_at`,
};

/** A page of the imports, the newest first if nothing else is asked for. */
export async function listImports(
  actor: Actor,
  state: ImportsState,
): Promise<ListPage<ImportView>> {
  authorize(actor, "imports.manage");
  const { page, sort } = state;
  const [shown, total] = await Promise.all([
    db.$queryRaw<
      { id: number }[]
    >`SELECT i.id FROM imports i ORDER BY ${orderInSql(sort, IMPORT_ORDERS, Prisma.sql`i.id DESC`)} ${pageInSql(page, IMPORTS_PER_PAGE)}`,
    db.import.count(),
  ]);
  const ids = shown.map(({ id }) => id);
  const records = await db.import.findMany({ where: { id: { in: ids } }, include: WITH });
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []).map(viewOf),
    total,
    page,
    pageSize: IMPORTS_PER_PAGE,
  };
}

/** Where an import stands; cheap enough to be asked twice a second. @throws NotFound */
export async function importProgress(actor: Actor, importId: number): Promise<ImportView> {
  authorize(actor, "imports.manage");
  const record = await db.import.findUnique({
    where: { id: importId },
    include: WITH,
  });
  if (!record) throw new NotFound("This import");
  const view = viewOf(record);
  return view.status === "planned" && (await isShown(db, "importApplying", importId))
    ? { ...view, status: "applying" }
    : view;
}

/** What stands in the way of undoing an applied import; empty if it can be undone. */
export async function importUndoBlockers(actor: Actor, importId: number): Promise<UndoBlocker[]> {
  authorize(actor, "imports.manage");
  return undoBlockers(db, importId);
}

/** The queue that an import belongs to; null for one that came alone. */
export async function queueOfImport(actor: Actor, importId: number): Promise<number | null> {
  authorize(actor, "imports.manage");
  const found = await db.import.findUnique({
    where: { id: importId },
    select: { queueId: true },
  });
  return found?.queueId ?? null;
}

/** Several files that are imported one after the other. */
export interface QueueView {
  queueId: number;
  missing: "keep" | "retire";
  started: boolean;
  by: string;
  /** ISO time. */
  at: string;
  /** In the order in which they are imported. */
  files: ImportView[];
}

/** A queue that is not over. */
export interface OpenQueue {
  queueId: number;
  done: number;
  total: number;
  /** The file whose turn it is. */
  next: string;
}

/** Queues with files that are not over, the latest first. */
export async function openQueues(actor: Actor): Promise<OpenQueue[]> {
  authorize(actor, "imports.manage");
  const queues = await db.importQueue.findMany({
    where: { imports: { some: { status: { notIn: ["applied", "cancelled"] } } } },
    orderBy: { id: "desc" },
    select: { id: true, imports: { select: { fileName: true, releasedOn: true, status: true } } },
  });
  return queues.map(({ id, imports }) => {
    const left = inQueueOrder(imports).filter(({ status }) => !isOver(status));
    return {
      queueId: id,
      done: imports.length - left.length,
      total: imports.length,
      next: left[0]!.fileName,
    };
  });
}

/** States in which an import waits for a person; of a queue, also those in which its file can only be skipped. */
const WAITING = ["offered", "mapping", "planned"];
const STUCK = [...WAITING, "refused", "failed"];

/** The latest import that waits for a person; for a queue, its page. Null where none does. */
export async function importToAttend(
  actor: Actor,
): Promise<{ href: string; fileName: string } | null> {
  authorize(actor, "imports.manage");
  const [alone, queues] = await Promise.all([
    db.import.findFirst({
      where: { queueId: null, status: { in: WAITING } },
      orderBy: { id: "desc" },
      select: { id: true, fileName: true, createdAt: true },
    }),
    db.importQueue.findMany({
      where: { imports: { some: { status: { notIn: ["applied", "cancelled"] } } } },
      orderBy: { id: "desc" },
      select: {
        id: true,
        createdAt: true,
        startedAt: true,
        imports: { select: { fileName: true, releasedOn: true, status: true } },
      },
    }),
  ]);
  for (const { id, createdAt, startedAt, imports } of queues) {
    const next = inQueueOrder(imports).find(({ status }) => !isOver(status))!;
    if (startedAt !== null && !STUCK.includes(next.status)) continue;
    if (alone !== null && alone.createdAt > createdAt) break;
    return { href: `/imports/queues/${id}`, fileName: next.fileName };
  }
  return alone && { href: `/imports/${alone.id}`, fileName: alone.fileName };
}

/** A queue with its files. @throws NotFound */
export async function importQueue(actor: Actor, queueId: number): Promise<QueueView> {
  authorize(actor, "imports.manage");
  const queue = await db.importQueue.findUnique({
    where: { id: queueId },
    include: { createdBy: { select: { name: true } }, imports: { include: WITH } },
  });
  if (!queue) throw new NotFound("This queue");
  return {
    queueId,
    missing: queue.missing === "retire" ? "retire" : "keep",
    started: queue.startedAt !== null,
    by: queue.createdBy.name,
    at: queue.createdAt.toISOString(),
    files: inQueueOrder(queue.imports.map(viewOf)),
  };
}
