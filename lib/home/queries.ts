import { countReturned, countSubmitted } from "@/lib/authoring/queries";
import {
  cell,
  DUE_COUNTS,
  LAST_CONFIRMED,
  otherAnswersBefore,
  SECTION,
} from "@/lib/dataset/questions/sql";
import { importToAttend } from "@/lib/dataset/imports/queries";
import { countDueSoon, loadCalendar } from "@/lib/dataset/schedule/queries";
import { addDays } from "@/lib/dataset/schedule/rules";
import { freshOverTime } from "@/lib/dataset/schedule/sql";
import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { countCases } from "@/lib/rating/adjudication/queries";
import { countOpenFlags } from "@/lib/rating/answer-flags/queries";
import { listCampaignsToAttend } from "@/lib/rating/campaigns/queries";
import { getRaterStatus, listOpenCampaigns } from "@/lib/rating/judging/queries";
import { countJobs } from "@/lib/runs/jobs/queries";
import {
  CHANGES_WITHIN_DAYS,
  FRESH_WEEKS,
  FRESH_WITHIN,
  LISTED_CHANGES,
  MONTH_DAYS,
  type AnswerChange,
  type FreshWeek,
  type Month,
  type Overview,
  type Todos,
} from "./schema";
import { NO_FILTERS } from "@/lib/dataset/schedule/address";

/** Counts what waits for the reader; the statements run side by side. */
export async function getTodos(actor: Actor): Promise<Todos> {
  authorize(actor, "questions.read");
  const [returned, submissions, due, rating, disagreements, flags, jobs] = await Promise.all([
    may(actor, "submissions.write") ? countReturned(actor) : null,
    may(actor, "submissions.review") ? countSubmitted(actor) : null,
    may(actor, "reviews.work") ? countDueSoon(actor) : null,
    may(actor, "ratings.judge") ? getOwnRating(actor) : null,
    may(actor, "ratings.adjudicate") ? countCases(actor) : null,
    may(actor, "flags.resolve") ? countOpenFlags(actor) : null,
    may(actor, "jobs.manage") ? countJobs(actor) : null,
  ]);
  return {
    returned,
    submissions,
    due,
    rating,
    disagreements,
    flags,
    jobs: jobs && { running: jobs.running, paused: jobs.paused, failed: jobs.failed },
  };
}

async function getOwnRating(actor: Actor): Promise<Todos["rating"]> {
  const [status, campaigns] = await Promise.all([getRaterStatus(actor), listOpenCampaigns(actor)]);
  // What there is to rate without training comes before it.
  return { trained: status.qualified || campaigns.length > 0, campaigns };
}

/** Reads what Home says of the dataset, and what asks something of its keepers; the statements run side by side. */
export async function getOverview(actor: Actor): Promise<Overview> {
  authorize(actor, "questions.read");
  const lastRelease = await db.release.findFirst({
    orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
    select: { id: true, name: true, publishedAt: true, questionCount: true },
  });
  const [[counts], [since], openImport, campaigns, withoutRole] = await Promise.all([
    db.$queryRaw<
      [Pick<Overview, "questions" | "overdue" | "changedSinceYesterday" | "today" | "yesterday">]
    >`
      SELECT t.today::text AS today, (t.today - 1)::text AS yesterday,
        (SELECT count(*)::int FROM question_heads WHERE status = 'active') AS questions,
        (SELECT coalesce(sum(h.count), 0)::int FROM ${DUE_COUNTS} WHERE ${SECTION} = 'overdue') AS overdue,
        (SELECT count(*)::int FROM question_heads WHERE revised_at >= (t.today - 1)::timestamp AT TIME ZONE (SELECT time_zone FROM dataset_settings)) AS "changedSinceYesterday"
      FROM (SELECT dataset_today() AS today) t`,
    // Nearly all entries are what their questions still say: these are told by an index alone.
    db.$queryRaw<[{ edited: number; retired: number }]>`
      SELECT count(*) FILTER (WHERE h.status = 'active' AND older.cells <> newer.cells)::int AS edited, count(*) FILTER (WHERE h.status <> 'active')::int AS retired
      FROM (SELECT question_id, revision_id FROM release_entries e WHERE release_id = ${lastRelease?.id ?? null}
          AND NOT EXISTS (SELECT FROM question_heads same WHERE same.revision_id = e.revision_id) OFFSET 0) gone
        JOIN question_heads h ON h.question_id = gone.question_id
        JOIN revisions older ON older.id = gone.revision_id JOIN revisions newer ON newer.id = h.revision_id`,
    may(actor, "imports.manage") ? importToAttend(actor) : null,
    may(actor, "campaigns.manage") ? listCampaignsToAttend(actor) : [],
    may(actor, "users.manage")
      ? db.user.count({ where: { kind: "person", deactivatedAt: null, roles: { isEmpty: true } } })
      : null,
  ]);
  return {
    ...counts,
    release: lastRelease && {
      name: lastRelease.name,
      publishedAt: lastRelease.publishedAt.toISOString(),
      ...since,
      added: counts.questions - (lastRelease.questionCount - since.retired),
    },
    openImport,
    campaigns,
    withoutRole,
  };
}

/**
 * The latest changes of answers, the newest first: what the dataset says since when, and what it said before. What was
 * undone is none. The newest heads come first, so that the chains of a few are walked and not those of all.
 */
export async function listAnswerChanges(actor: Actor): Promise<AnswerChange[]> {
  authorize(actor, "questions.read");
  return db.$queryRaw<AnswerChange[]>`
    SELECT h.question_id AS "questionId", h.question, was.answer AS before, h.primary_answer AS after, h.answers_since::text AS day
    FROM (
      SELECT question_id, revision_id, question, primary_answer, answers_since, revised_at FROM question_heads
      WHERE status = 'active' AND number > 1 AND answers_since > (SELECT dataset_today()) - ${CHANGES_WITHIN_DAYS}::int
      ORDER BY answers_since DESC, revised_at DESC, question_id OFFSET 0) h
    CROSS JOIN LATERAL (
      SELECT trim(${cell("older", "answer_0")}) AS answer FROM revisions newer JOIN revisions older ON older.id = ${otherAnswersBefore("newer")}
      WHERE newer.id = h.revision_id OFFSET 0) was
    ORDER BY h.answers_since DESC, h.revised_at DESC, h.question_id LIMIT ${LISTED_CHANGES}`;
}

/** Counts the four weeks before and behind today; the statements run side by side. */
export async function getMonth(actor: Actor): Promise<Month> {
  authorize(actor, "campaigns.manage");
  const from = Prisma.sql`((SELECT dataset_today()) - ${MONTH_DAYS - 1}::int)`;
  const start = Prisma.sql`(${from}::timestamp AT TIME ZONE (SELECT time_zone FROM dataset_settings))`;
  const [calendar, done, ratings, [open], agreement, [fresh]] = await Promise.all([
    loadCalendar(actor, MONTH_DAYS / 7, NO_FILTERS),
    db.$queryRaw<Month["done"]>`
      SELECT v.verified_on::text AS day, count(*)::int AS count, count(r.id)::int AS updated
      FROM verifications v LEFT JOIN revisions r ON r.client_key = v.client_key AND r.reason = 'refresh'
      WHERE v.withdraws_id IS NULL AND v.verified_on BETWEEN ${from} AND (SELECT dataset_today())
        AND NOT EXISTS (SELECT FROM verifications w WHERE w.withdraws_id = v.id)
      GROUP BY 1`,
    db.$queryRaw<{ day: string; count: number }[]>`
      SELECT (judged_at AT TIME ZONE s.time_zone)::date::text AS day, count(*)::int AS count
      FROM judgments, dataset_settings s WHERE judged_at >= ${start} AND supersedes_id IS NULL GROUP BY 1`,
    db.$queryRaw<[Month["ratings"]["open"]]>`
      SELECT count(DISTINCT c.id)::int AS campaigns, count(*) FILTER (WHERE a.status = 'judged')::int AS judged, count(a.id)::int AS wanted
      FROM campaigns c JOIN rating_assignments a ON a.campaign_id = c.id WHERE c.status = 'open'`,
    db.$queryRaw<{ week: number; pairs: number; relaxed: number; strict: number }[]>`
      SELECT ((SELECT dataset_today()) - (later.judged_at AT TIME ZONE s.time_zone)::date) / 7 AS week, count(*)::int AS pairs,
        count(*) FILTER (WHERE later.relaxed = earlier.relaxed)::int AS relaxed, count(*) FILTER (WHERE later.strict = earlier.strict)::int AS strict
      FROM dataset_settings s, judgments later JOIN rating_assignments one ON one.judgment_id = later.id
        JOIN rating_tasks t ON t.id = later.task_id JOIN rating_assignments two ON two.task_id = t.id AND two.id <> one.id
        JOIN judgments earlier ON earlier.id = two.judgment_id AND (earlier.judged_at, earlier.id) < (later.judged_at, later.id)
      WHERE later.judged_at >= ${start} AND NOT t.gold AND later.relaxed IS NOT NULL AND earlier.relaxed IS NOT NULL GROUP BY 1`,
    db.$queryRaw<[{ counts: number[] }]>`
      SELECT ARRAY[${Prisma.join(
        [...FRESH_WITHIN, null].map((days, at) => {
          const after = FRESH_WITHIN[at - 1] ?? -1;
          return Prisma.sql`count(*) FILTER (WHERE age > ${after}::int AND ${days === null ? Prisma.sql`TRUE` : Prisma.sql`age <= ${days}::int`})::int`;
        }),
      )}] AS counts
      FROM (SELECT greatest((SELECT dataset_today()) - ${LAST_CONFIRMED}, 0) AS age FROM question_heads h WHERE status = 'active' AND review_policy <> 'never') known`,
  ]);
  const { today } = calendar;
  const past = Array.from({ length: MONTH_DAYS }, (_, at) => addDays(today, at - MONTH_DAYS + 1));
  return {
    today,
    due: {
      overdue: calendar.overdue,
      days: calendar.days.map(({ day, hard, soft }) => ({ day, count: hard + soft })),
    },
    done: past.map((day) => done.find((row) => row.day === day) ?? { day, count: 0, updated: 0 }),
    ratings: {
      days: past.map((day) => ratings.find((row) => row.day === day) ?? { day, count: 0 }),
      open,
    },
    agreement: Array.from({ length: MONTH_DAYS / 7 }, (_, at) => {
      const week = MONTH_DAYS / 7 - 1 - at;
      const { pairs, relaxed, strict } = agreement.find((row) => row.week === week) ?? {
        pairs: 0,
        relaxed: 0,
        strict: 0,
      };
      return { day: addDays(today, -7 * week - 6), pairs, relaxed, strict };
    }),
    freshness: fresh.counts,
  };
}

/** How fresh the answers were at the end of today and of the same day of the weeks before, the earliest first. */
export async function listFreshWeeks(actor: Actor): Promise<FreshWeek[]> {
  authorize(actor, "campaigns.manage");
  return db.$queryRaw<FreshWeek[]>(freshOverTime(FRESH_WEEKS));
}
