import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { categoryOf, contentOfCells } from "@/lib/dataset/questions/cells";
import type { Category, EffectiveYear, FactType, Hops } from "@/lib/dataset/questions/schema";
import { answeredOtherwiseNow, categoryInSql, cell } from "@/lib/dataset/questions/sql";
import { readMarkdown, type Rich } from "./markdown";
import type { Reason } from "./schema";

/*
 * What raters read. Blind by what is selected: nothing here touches the run of a response, its metadata, what programs
 * or other raters said of it, or whether a task is gold.
 */

/** A campaign as its rater sees it. */
export interface MyCampaign {
  id: number;
  name: string;
  instructions: string;
  status: "open" | "paused" | "closed";
  /** ISO day. */
  deadline: string | null;
  /** One's own items. */
  done: number;
  total: number;
  /** Those of all raters together. */
  teamDone: number;
  teamTotal: number;
}

/** The campaigns that the actor rates in, the open ones first. */
export async function listMyCampaigns(actor: Actor): Promise<MyCampaign[]> {
  authorize(actor, "ratings.judge");
  return myCampaigns(actor, null);
}

/** What the desk needs to know in addition to its items. */
export interface DeskCampaign extends MyCampaign {
  idleSeconds: number;
  /** False: training comes first. */
  qualified: boolean;
}

/** The open campaign with the nearest deadline that has responses left for the actor; null where none has. */
export async function getNextCampaign(
  actor: Actor,
): Promise<{ campaignId: number; name: string; left: number } | null> {
  authorize(actor, "ratings.judge");
  const [next] = await db.$queryRaw<{ campaignId: number; name: string; left: number }[]>`
    SELECT c.id AS "campaignId", c.name, own.left
    FROM campaign_raters m JOIN campaigns c ON c.id = m.campaign_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS left FROM rating_assignments a WHERE a.campaign_id = c.id AND a.rater_id = m.rater_id AND a.status <> 'judged') own
    WHERE m.rater_id = ${actor.userId} AND m.left_at IS NULL AND c.status = 'open' AND own.left > 0
    ORDER BY c.deadline NULLS LAST, c.id DESC LIMIT 1`;
  return next ?? null;
}

/** @throws NotFound where the actor is no rater of it, or it has not been opened. */
export async function getDeskCampaign(actor: Actor, campaignId: number): Promise<DeskCampaign> {
  authorize(actor, "ratings.judge");
  const [[campaign], standing] = await Promise.all([
    myCampaigns(actor, campaignId),
    getRaterStatus(actor),
  ]);
  if (!campaign) throw new NotFound("This campaign");
  return { ...campaign, ...standing };
}

/** What each answer to a desk says of the campaign. */
export interface DeskStatus {
  status: "open" | "paused" | "closed";
  /** Own items; null where they were not counted. */
  done: number | null;
  total: number | null;
}

/**
 * Returns how a campaign and the actor's own items in it stand, found by the campaign or by one of its tasks; null where
 * the actor is no rater of it.
 * @param counted false: the status alone, whose cost does not grow with the actor's items
 */
export async function getDeskStatus(
  actor: Actor,
  of: { campaignId: number } | { taskId: number },
  counted = true,
): Promise<DeskStatus | null> {
  authorize(actor, "ratings.judge");
  const campaign =
    "campaignId" in of
      ? Prisma.sql`${of.campaignId}`
      : Prisma.sql`(SELECT campaign_id FROM rating_tasks WHERE id = ${of.taskId})`;
  const [row] = await db.$queryRaw<DeskStatus[]>`
    SELECT c.status, own.done, own.total FROM campaigns c JOIN campaign_raters m ON m.campaign_id = c.id AND m.rater_id = ${actor.userId} AND m.left_at IS NULL
    CROSS JOIN LATERAL (${
      counted
        ? Prisma.sql`SELECT count(*) FILTER (WHERE a.status = 'judged')::int AS done, count(*)::int AS total FROM rating_assignments a WHERE a.campaign_id = c.id AND a.rater_id = m.rater_id`
        : Prisma.sql`SELECT NULL::int AS done, NULL::int AS total`
    }) own
    WHERE c.id = ${campaign} AND c.status <> 'draft'`;
  return row ?? null;
}

/** Whether the actor may rate, and what counts as a break. */
export async function getRaterStatus(
  actor: Actor,
): Promise<{ idleSeconds: number; qualified: boolean }> {
  authorize(actor, "ratings.judge");
  const [row] = await db.$queryRaw<{ idleSeconds: number; qualified: boolean }[]>`
    SELECT idle_seconds AS "idleSeconds", NOT training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = ${actor.userId}) AS qualified FROM rating_settings`;
  return row!;
}

async function myCampaigns(actor: Actor, only: number | null): Promise<MyCampaign[]> {
  return db.$queryRaw<MyCampaign[]>`
    SELECT c.id, c.name, c.instructions, c.status, c.deadline::text AS deadline,
      count(*) FILTER (WHERE a.rater_id = m.rater_id AND a.status = 'judged')::int AS done, count(*) FILTER (WHERE a.rater_id = m.rater_id)::int AS total,
      count(*) FILTER (WHERE a.status = 'judged')::int AS "teamDone", count(a.id)::int AS "teamTotal"
    FROM campaign_raters m JOIN campaigns c ON c.id = m.campaign_id LEFT JOIN rating_assignments a ON a.campaign_id = c.id
    WHERE m.rater_id = ${actor.userId} AND m.left_at IS NULL AND c.status <> 'draft' AND (${only}::int IS NULL OR c.id = ${only}::int)
    GROUP BY c.id ORDER BY c.status = 'open' DESC, c.status = 'paused' DESC, c.deadline NULLS LAST, c.id DESC`;
}

/** One response to be judged, with everything that its verdict needs. */
export interface RatingItem {
  taskId: number;
  questionId: number;
  /** The revision whose answers are the ground truth. */
  revisionId: number;
  question: string;
  category: Category;
  factType: FactType;
  hops: Hops;
  answers: string[];
  sources: string[];
  note: string;
  effectiveYear: EffectiveYear | null;
  /** As it came, unchanged. */
  response: string;
  /** Its Markdown read; null: it is shown as it is. */
  rich: Rich[] | null;
}

/** Items that the actor was given, in the order of `taskIds`; others are left out. */
export async function getRatingItems(
  actor: Actor,
  taskIds: readonly number[],
): Promise<RatingItem[]> {
  authorize(actor, "ratings.judge");
  if (taskIds.length === 0) return [];
  const rows = await db.$queryRaw<
    { taskId: number; questionId: number; revisionId: number; cells: string[]; response: string }[]
  >`
    SELECT t.id AS "taskId", r.question_id AS "questionId", r.id AS "revisionId", r.cells, p.text AS response
    FROM unnest(${[...taskIds]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN rating_tasks t ON t.id = wanted.id
    JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = ${actor.userId} AND a.status <> 'pending'
    JOIN responses p ON p.id = t.response_id
    JOIN revisions r ON r.id = t.revision_id
    ORDER BY wanted.place`;
  return rows.map(({ cells, ...row }) => {
    const content = contentOfCells(row.revisionId, cells);
    return {
      ...row,
      question: content.question,
      category: categoryOf(content),
      factType: content.factType,
      hops: content.hops,
      answers: content.answers,
      sources: content.sources,
      note: content.note,
      effectiveYear: content.effectiveYear,
      rich: readMarkdown(row.response),
    };
  });
}

// Own work --------------------------------------------------------------------------------------------------------

export const OWN_WORK_PAGE = 50;

/** A judgment of the actor's own. */
export interface OwnJudgment {
  id: number;
  taskId: number;
  campaignId: number;
  campaign: string;
  questionId: number;
  question: string;
  category: Category;
  relaxed: boolean;
  strict: boolean;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** ISO moment. */
  judgedAt: string;
  activeMs: number;
  /** How often it was corrected before it became this one. */
  corrections: number;
  /** Adjudicated ones cannot be corrected any more. */
  adjudicated: boolean;
  /** The question has other answers now than those it was judged by. */
  stale: boolean;
}

export interface OwnWork {
  rows: OwnJudgment[];
  /** The ids to page by: judgments after (newer) and before (older) these. */
  newer: number | null;
  older: number | null;
}

/** One's own judgments that count, the latest first. @param before only judgments with a smaller id. */
export async function listOwnWork(
  actor: Actor,
  filter: {
    campaignId?: number | undefined;
    before?: number | undefined;
    after?: number | undefined;
  } = {},
): Promise<OwnWork> {
  authorize(actor, "ratings.judge");
  const { campaignId, before, after } = filter;
  const backwards = before === undefined && after !== undefined;
  const place =
    before !== undefined
      ? Prisma.sql`AND j.id < ${before}`
      : after !== undefined
        ? Prisma.sql`AND j.id > ${after}`
        : Prisma.empty;
  const rows = await db.$queryRaw<(Omit<OwnJudgment, "judgedAt"> & { judgedAt: Date })[]>`
    WITH own AS (
      SELECT j.* FROM judgments j
      WHERE j.rater_id = ${actor.userId} AND NOT EXISTS (SELECT 1 FROM judgments later WHERE later.supersedes_id = j.id)
        ${place} ${campaignId === undefined ? Prisma.empty : Prisma.sql`AND j.campaign_id = ${campaignId}`}
      ORDER BY j.id ${backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`} LIMIT ${OWN_WORK_PAGE + 1})
    SELECT j.id, j.task_id AS "taskId", j.campaign_id AS "campaignId", c.name AS campaign, r.question_id AS "questionId", ${cell("r", "question")} AS question,
      ${categoryInSql("r")} AS category,
      j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment, j.low_confidence AS "lowConfidence", j.flagged,
      j.judged_at AS "judgedAt", j.active_ms AS "activeMs",
      (SELECT count(*)::int - 1 FROM judgments chain WHERE chain.task_id = j.task_id AND chain.rater_id = j.rater_id) AS corrections,
      EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = j.task_id) AS adjudicated, ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)} AS stale
    FROM own j JOIN campaigns c ON c.id = j.campaign_id JOIN revisions r ON r.id = j.revision_id ORDER BY j.id DESC`;
  const more = rows.length > OWN_WORK_PAGE;
  const shown = more ? (backwards ? rows.slice(1) : rows.slice(0, OWN_WORK_PAGE)) : rows;
  return {
    rows: shown.map((row) => ({ ...row, judgedAt: row.judgedAt.toISOString() })),
    newer: shown.length > 0 && (backwards ? more : before !== undefined) ? shown[0]!.id : null,
    older: shown.length > 0 && (backwards || more) ? shown.at(-1)!.id : null,
  };
}

/** One state of a judgment: the first, or a correction. */
export interface JudgmentState extends Pick<
  OwnJudgment,
  | "id"
  | "relaxed"
  | "strict"
  | "relaxedReason"
  | "strictReason"
  | "comment"
  | "lowConfidence"
  | "flagged"
  | "judgedAt"
  | "activeMs"
> {
  clientKey: string;
  /** Why it was corrected; empty for the first. */
  correction: string;
}

/** A judgment of one's own with what it is about and its history, the latest state first. */
export interface OwnJudgmentDetail {
  item: RatingItem;
  campaignId: number;
  campaign: string;
  adjudicated: boolean;
  /** The question has other answers now than those it was judged by. */
  stale: boolean;
  states: JudgmentState[];
}

/** @throws NotFound where the actor has not judged the task. */
export async function getOwnJudgment(actor: Actor, taskId: number): Promise<OwnJudgmentDetail> {
  authorize(actor, "ratings.judge");
  const [[item], states, [task]] = await Promise.all([
    getRatingItems(actor, [taskId]),
    db.judgment.findMany({
      where: { taskId, raterId: actor.userId },
      orderBy: { id: "desc" },
      select: {
        id: true,
        relaxed: true,
        strict: true,
        relaxedReason: true,
        strictReason: true,
        comment: true,
        lowConfidence: true,
        flagged: true,
        judgedAt: true,
        activeMs: true,
        clientKey: true,
        correction: true,
      },
    }),
    db.$queryRaw<{ campaignId: number; campaign: string; adjudicated: boolean; stale: boolean }[]>`
      SELECT c.id AS "campaignId", c.name AS campaign, EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated,
        ${answeredOtherwiseNow(Prisma.sql`t.revision_id`)} AS stale
      FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id WHERE t.id = ${taskId}`,
  ]);
  if (!item || !task || states.length === 0) throw new NotFound("This rating");
  return {
    item,
    ...task,
    states: states.map((state) => ({
      ...state,
      relaxedReason: state.relaxedReason as Reason | null,
      strictReason: state.strictReason as Reason | null,
      judgedAt: state.judgedAt.toISOString(),
    })),
  };
}

/** What one did on a day of the dataset's time zone. */
export interface PaceDay {
  /** ISO day. */
  day: string;
  judged: number;
  corrected: number;
  /** Milliseconds at work, breaks not counted. */
  activeMs: number;
}

export interface OwnPace {
  /** The last thirty days on which one judged, the latest first. */
  days: PaceDay[];
  judged: number;
  activeMs: number;
  timeZone: string;
  idleSeconds: number;
}

export async function getOwnPace(actor: Actor): Promise<OwnPace> {
  authorize(actor, "ratings.judge");
  const [days, [all]] = await Promise.all([
    db.$queryRaw<PaceDay[]>`
      SELECT (judged_at AT TIME ZONE s.time_zone)::date::text AS day, (count(*) FILTER (WHERE supersedes_id IS NULL))::int AS judged,
        (count(*) FILTER (WHERE supersedes_id IS NOT NULL))::int AS corrected, sum(active_ms)::float8 AS "activeMs"
      FROM judgments, dataset_settings s WHERE rater_id = ${actor.userId} GROUP BY 1 ORDER BY 1 DESC LIMIT 30`,
    db.$queryRaw<Omit<OwnPace, "days">[]>`
      SELECT (count(j.id) FILTER (WHERE j.supersedes_id IS NULL))::int AS judged, coalesce(sum(j.active_ms), 0)::float8 AS "activeMs", s.time_zone AS "timeZone", o.idle_seconds AS "idleSeconds"
      FROM dataset_settings s, rating_settings o LEFT JOIN judgments j ON j.rater_id = ${actor.userId} GROUP BY s.time_zone, o.idle_seconds`,
  ]);
  return { days, ...all! };
}

/** How rating is done in this dataset. */
export interface RatingSettingsView {
  trainingRequired: boolean;
  qualifyAt: number;
  idleSeconds: number;
  /** ISO moment: names the state that an edit is based on. */
  updatedAt: string;
}

export async function getRatingSettings(actor: Actor): Promise<RatingSettingsView> {
  authorize(actor, "campaigns.manage");
  const settings = await db.ratingSettings.findUniqueOrThrow({
    where: { id: 1 },
    select: { trainingRequired: true, qualifyAt: true, idleSeconds: true, updatedAt: true },
  });
  return { ...settings, updatedAt: settings.updatedAt.toISOString() };
}
