import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Prisma } from "@/lib/platform/db";
import type { AuditFilter } from "./address";
import { AUDIT_EVENT_KINDS } from "./kinds";

/** A line of the audit log as administrators read it. */
export interface AuditLine {
  id: number;
  /** ISO moment. */
  at: string;
  actorId: number;
  actorName: string;
  via: string;
  requestId: string | null;
  label: string;
  text: string;
  href: string | null;
}

const EVENTS_PER_PAGE = 50;

/**
 * One page of the audit log, latest first, found by ids so that page 1,000 costs what page 1 does.
 * @returns `newer` and `older` are the ids to pass as `after` and `before`, or null where the log ends.
 */
export async function listAuditEvents(
  actor: Actor,
  filter: Partial<AuditFilter>,
): Promise<{ lines: AuditLine[]; newer: number | null; older: number | null }> {
  authorize(actor, "audit.read");
  const { before = null, after = null } = filter;
  const where: Prisma.AuditEventWhereInput = {
    ...(filter.type && { type: filter.type }),
    ...(filter.person && { actorId: filter.person }),
    ...((filter.from ?? filter.to) && {
      at: {
        ...(filter.from && { gte: new Date(`${filter.from}T00:00:00Z`) }),
        ...(filter.to && { lt: dayAfter(filter.to) }),
      },
    }),
  };
  const forward = after !== null;
  const found = await db.auditEvent.findMany({
    where: {
      ...where,
      ...(after !== null ? { id: { gt: after } } : before !== null && { id: { lt: before } }),
    },
    orderBy: { id: forward ? "asc" : "desc" },
    // One more than is shown tells whether the log goes on.
    take: EVENTS_PER_PAGE + 1,
    include: { actor: { select: { name: true } } },
  });
  const more = found.length > EVENTS_PER_PAGE;
  const shown = found.slice(0, EVENTS_PER_PAGE);
  if (forward) shown.reverse();
  const first = shown[0];
  const last = shown.at(-1);
  return {
    lines: shown.map(({ actor: who, ...event }) => ({
      id: event.id,
      at: event.at.toISOString(),
      actorId: event.actorId,
      actorName: who.name,
      via: event.via,
      requestId: event.requestId,
      ...inWords(event.type, event.data),
    })),
    newer: first && (forward ? more : before !== null) ? first.id : null,
    older: last && (forward || more) ? last.id : null,
  };
}

/** Everyone who may have acted, for the filter. */
export async function listAuditActors(
  actor: Actor,
): Promise<{ id: number; name: string; email: string }[]> {
  authorize(actor, "audit.read");
  return db.user.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 2_000,
    select: { id: true, name: true, email: true },
  });
}

function inWords(
  type: string,
  data: unknown,
): { label: string; text: string; href: string | null } {
  const kind = AUDIT_EVENT_KINDS.get(type);
  if (kind === undefined) return { label: type, text: "Unknown event type", href: null };
  const words = kind.words(data) ?? {
    text: "Event details from another version can't be displayed",
    href: null,
  };
  return { label: kind.label, ...words };
}

function dayAfter(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000);
}
