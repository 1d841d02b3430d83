import { authorize, may } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { db } from "@/lib/platform/db";
import { DUE, SECTION } from "@/lib/review-schedule/queries";

/** Where the data set stands, for the home page. Moments are ISO strings. */
export interface Overview {
  questions: number;
  /** Active questions whose day of review has passed (lib/review-schedule). */
  overdue: number;
  /** Active questions to look at for each release. */
  everyRelease: number;
  lastRelease: { name: string; publishedAt: string; questionCount: number } | null;
  /** Questions revised, or made, since the last release. */
  changedSinceRelease: number;
  /** Only for those who import. */
  lastImport: { id: number; fileName: string; status: string; createdAt: string } | null;
}

export async function getOverview(actor: Actor): Promise<Overview> {
  authorize(actor, "questions.read");
  const lastRelease = await db.release.findFirst({ orderBy: { publishedAt: "desc" }, select: { name: true, publishedAt: true, questionCount: true } });
  const [counts, lastImport] = await Promise.all([
    db.$queryRaw<{ questions: number; overdue: number; everyRelease: number; changed: number }[]>`
      SELECT count(*)::int AS questions,
        count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue,
        count(*) FILTER (WHERE review_policy = 'every_time')::int AS "everyRelease",
        count(*) FILTER (WHERE revised_at > ${lastRelease?.publishedAt ?? new Date(0)})::int AS changed
      FROM ${DUE} WHERE h.status = 'active'`,
    may(actor, "imports.manage") ? db.import.findFirst({ orderBy: { createdAt: "desc" }, select: { id: true, fileName: true, status: true, createdAt: true } }) : null,
  ]);
  const count = counts[0]!;
  return {
    questions: count.questions,
    overdue: count.overdue,
    everyRelease: count.everyRelease,
    changedSinceRelease: count.changed,
    lastRelease: lastRelease && { ...lastRelease, publishedAt: lastRelease.publishedAt.toISOString() },
    lastImport: lastImport && { ...lastImport, createdAt: lastImport.createdAt.toISOString() },
  };
}
