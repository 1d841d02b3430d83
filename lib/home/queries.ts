import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { countCases } from "@/lib/rating/adjudication/queries";
import { db } from "@/lib/platform/db";
import { getNextCampaign, getRaterStatus } from "@/lib/rating/judging/queries";
import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { countJobs } from "@/lib/runs/jobs/queries";
import { countOpenFlags } from "@/lib/rating/answer-flags/queries";

/** Where the dataset stands, for the home page. Moments are ISO strings. */
export interface Overview {
  questions: number;
  /** Active questions whose day of review has passed (lib/dataset/schedule). */
  overdue: number;
  /** Active questions to look at for each release. */
  everyRelease: number;
  lastRelease: { name: string; publishedAt: string; questionCount: number } | null;
  /** Questions revised, or made, since the last release. */
  changedSinceRelease: number;
  /** Only for those who import. */
  lastImport: { id: number; fileName: string; status: string; createdAt: string } | null;
  /** Questions whose answers raters doubt; only for those who settle that. */
  flags: number | null;
  /** Disputed responses that await the reader; only for those who adjudicate. */
  cases: number | null;
  /** Questions that wait to be decided on; only for those who review submissions. */
  submissions: number | null;
  /** Jobs that run, are paused, or have failed items; only for those who may start them. */
  jobs: { running: number; paused: number; failed: number } | null;
  /** What the reader has to judge: the first open campaign in which something is left. Only for raters. */
  rating: {
    qualified: boolean;
    next: { campaignId: number; name: string; left: number } | null;
  } | null;
}

export async function getOverview(actor: Actor): Promise<Overview> {
  authorize(actor, "questions.read");
  const lastRelease = await db.release.findFirst({
    orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
    select: { name: true, publishedAt: true, questionCount: true },
  });
  const [counts, lastImport, flags, cases, submissions, jobs, rating] = await Promise.all([
    db.$queryRaw<{ questions: number; overdue: number; everyRelease: number; changed: number }[]>`
      SELECT count(*)::int AS questions,
        count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue,
        count(*) FILTER (WHERE review_policy = 'every_time')::int AS "everyRelease",
        count(*) FILTER (WHERE revised_at > ${lastRelease?.publishedAt ?? new Date(0)})::int AS changed
      FROM ${DUE} WHERE h.status = 'active'`,
    may(actor, "imports.manage")
      ? db.import.findFirst({
          orderBy: { createdAt: "desc" },
          select: { id: true, fileName: true, status: true, createdAt: true },
        })
      : null,
    may(actor, "tickets.settle") ? countOpenFlags(actor) : null,
    may(actor, "ratings.adjudicate") ? countCases(actor) : null,
    may(actor, "submissions.review")
      ? db.submission.count({ where: { status: "submitted" } })
      : null,
    may(actor, "jobs.manage") ? countJobs(actor) : null,
    may(actor, "ratings.judge") ? getOwnRating(actor) : null,
  ]);
  const count = counts[0]!;
  return {
    questions: count.questions,
    overdue: count.overdue,
    everyRelease: count.everyRelease,
    changedSinceRelease: count.changed,
    lastRelease: lastRelease && {
      ...lastRelease,
      publishedAt: lastRelease.publishedAt.toISOString(),
    },
    lastImport: lastImport && { ...lastImport, createdAt: lastImport.createdAt.toISOString() },
    flags,
    cases,
    submissions,
    jobs: jobs && { running: jobs.running, paused: jobs.paused, failed: jobs.failed },
    rating,
  };
}

async function getOwnRating(actor: Actor): Promise<Overview["rating"]> {
  const [standing, next] = await Promise.all([getRaterStatus(actor), getNextCampaign(actor)]);
  return { qualified: standing.qualified, next };
}
