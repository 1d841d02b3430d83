import { answerCellsOf, cellOf } from "@/lib/dataset/questions/cells";
import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Category, Hops } from "@/lib/dataset/questions/schema";
import { cell, OTHER_ANSWERS, sameTruth } from "@/lib/dataset/questions/sql";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { responsesToRate } from "@/lib/runs/responses/sql";
import type { Reason, Verdict } from "@/lib/rating/judging/schema";
import { detectablePaired, detectableUnpaired, wilsonHalfWidth } from "@/lib/statistics/planning";
import { expectedEnd, hoursLeft, pacePerHour, planNumbers, type PlanNumbers } from "./rules";
import {
  ASSUMED_DISCORDANT,
  ASSUMED_SECONDS,
  campaignSampleSchema,
  type CampaignPlan,
  type CampaignSample,
  type CampaignStatus,
  type GoldPageState,
  type PreviewInput,
  type Truth,
} from "./schema";
import { planCampaign, staleResponses, standingGold } from "./writes";

// Lists -----------------------------------------------------------------------------------------------------------

/** A campaign in the list. Days are ISO days, moments ISO times. */
export interface CampaignListItem {
  campaignId: number;
  name: string;
  status: CampaignStatus;
  deadline: string | null;
  createdAt: string;
  createdBy: string;
  runs: string[];
  raters: number;
  /** Responses of the sample; 0 in a draft. */
  tasks: number;
  ratings: number;
  judged: number;
  followsId: number | null;
}

export const CAMPAIGNS_PER_PAGE = 30;

/** All campaigns, the newest first, a page at a time (counted from 1). */
export async function listCampaigns(
  actor: Actor,
  page = 1,
): Promise<{ campaigns: CampaignListItem[]; total: number }> {
  authorize(actor, "campaigns.manage");
  const [total, rows] = await Promise.all([
    db.campaign.count(),
    db.$queryRaw<(Omit<CampaignListItem, "createdAt"> & { createdAt: Date })[]>`
      SELECT c.id AS "campaignId", c.name, c.status, c.deadline::text, c.created_at AS "createdAt", u.name AS "createdBy", c.follows_id AS "followsId",
        ARRAY(SELECT ${RUN_LABEL} FROM campaign_runs cr JOIN model_runs run ON run.id = cr.run_id JOIN models m ON m.id = run.model_id WHERE cr.campaign_id = c.id ORDER BY 1) AS runs,
        (SELECT count(*)::int FROM campaign_raters r WHERE r.campaign_id = c.id AND r.left_at IS NULL) AS raters,
        (SELECT count(*)::int FROM rating_tasks t WHERE t.campaign_id = c.id AND t.sampled) AS tasks, coalesce(a.ratings, 0) AS ratings, coalesce(a.judged, 0) AS judged
      FROM (SELECT * FROM campaigns ORDER BY id DESC LIMIT ${CAMPAIGNS_PER_PAGE} OFFSET ${(page - 1) * CAMPAIGNS_PER_PAGE}) c JOIN users u ON u.id = c.created_by
        LEFT JOIN LATERAL (SELECT count(*)::int AS ratings, count(*) FILTER (WHERE status = 'judged')::int AS judged FROM rating_assignments WHERE campaign_id = c.id) a ON TRUE
      ORDER BY c.id DESC`,
  ]);
  return {
    campaigns: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total,
  };
}

/** SQL: how a run is called where its model is not at hand. */
const RUN_LABEL = Prisma.sql`(m.name || CASE WHEN run.name = '' THEN '' ELSE ' · ' || run.name END)`;

// The form --------------------------------------------------------------------------------------------------------

export interface RunChoice {
  runId: number;
  label: string;
  release: string;
  responses: number;
  gold: number;
}

export interface RaterChoice {
  raterId: number;
  name: string;
  qualified: boolean;
}

export interface StatedConflict {
  raterId: number;
  runId: number;
  reason: string;
}

/** What a campaign can be made of. */
export interface CampaignChoices {
  runs: RunChoice[];
  raters: RaterChoice[];
  conflicts: StatedConflict[];
}

/** The runs with responses, newest first, and everyone who may judge. */
export async function getCampaignChoices(actor: Actor): Promise<CampaignChoices> {
  authorize(actor, "campaigns.manage");
  const [runs, raters, conflicts] = await Promise.all([
    db.$queryRaw<RunChoice[]>`
      SELECT run.id AS "runId", ${RUN_LABEL} AS label, rel.name AS release, count(p.id)::int AS responses, count(g.response_id)::int AS gold
      FROM model_runs run JOIN models m ON m.id = run.model_id JOIN releases rel ON rel.id = run.release_id JOIN responses p ON p.run_id = run.id LEFT JOIN gold_responses g ON g.response_id = p.id
      GROUP BY run.id, m.name, rel.name ORDER BY run.id DESC LIMIT 500`,
    listRaters(),
    db.raterConflict.findMany({ select: { raterId: true, runId: true, reason: true } }),
  ]);
  return { runs, raters, conflicts };
}

async function listRaters(): Promise<RaterChoice[]> {
  const [users, needed] = await Promise.all([
    db.user.findMany({
      where: {
        kind: "person",
        deactivatedAt: null,
        roles: { hasSome: [...PERMISSIONS["ratings.judge"]] },
      },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      select: { id: true, name: true, qualification: { select: { raterId: true } } },
    }),
    trainingRequired(),
  ]);
  return users.map((user) => ({
    raterId: user.id,
    name: user.name,
    qualified: !needed || user.qualification !== null,
  }));
}

/** Whether raters have to qualify: where they need not, everyone may judge. */
async function trainingRequired(): Promise<boolean> {
  return (
    await db.ratingSettings.findUniqueOrThrow({
      where: { id: 1 },
      select: { trainingRequired: true },
    })
  ).trainingRequired;
}

/** What a plan comes to, before anything is written. */
export interface CampaignPreview extends Omit<PlanNumbers, "raters"> {
  /** Of a random sample: how many questions of each stratum, and how many there are. */
  strata: { category: Category; hops: Hops; count: number; drawn: number }[];
  /** Gold responses to choose from, and how many of these lie in the sample. */
  goldThere: number;
  goldThereSampled: number;
  raters: { raterId: number; ratings: number; gold: number; hours: number }[];
  /** What a judgment has needed so far, or is taken to need. */
  secondsEach: number;
  /** Whether that was measured. */
  measured: boolean;
  precision: PlannedPrecision;
  /** Names this plan: opening compares it. */
  fingerprint: string;
}

/** What the results of a plan will be able to show. Proportions, 0 to 1. */
export interface PlannedPrecision {
  /** Responses of the run with the fewest and of the one with the most. */
  fewest: number;
  most: number;
  /** Half the width of the 95% interval of an accuracy of 50%, of the run with the fewest responses; null without one. */
  halfWidth: number | null;
  /** Questions that each of the runs has a response to. */
  common: number;
  /** The smallest difference of two runs that is likely found: on the questions of both; null: none, or one run only. */
  paired: number | null;
  /** The same where the runs have no question in common. */
  unpaired: number | null;
}

/** Counts what a plan comes to: what opening it then writes. */
export async function previewCampaign(actor: Actor, plan: PreviewInput): Promise<CampaignPreview> {
  authorize(actor, "campaigns.manage");
  const [planned, pace] = await Promise.all([
    transaction((tx) => planCampaign(tx, plan), { timeoutMs: 60_000 }),
    readUsualSeconds(),
  ]);
  const { strata, goldThere, goldThereSampled, common, fingerprint } = planned;
  const numbers = planNumbers(planned.groups, planned.shares, plan.raterIds);
  return {
    ...numbers,
    strata: plan.sample.kind === "random" ? strata : [],
    goldThere,
    goldThereSampled,
    fingerprint,
    raters: numbers.raters.map((rater) => ({
      ...rater,
      hours: ((rater.ratings + rater.gold) * pace.secondsEach) / 3_600,
    })),
    ...pace,
    precision: precisionOf(
      numbers.byRun.map((run) => run.responses),
      plan.runIds.length,
      common,
    ),
  };
}

function precisionOf(sizes: readonly number[], runs: number, common: number): PlannedPrecision {
  const [fewest, most] = sizes.length === 0 ? [0, 0] : [Math.min(...sizes), Math.max(...sizes)];
  const compared = runs > 1 && sizes.length > 1;
  return {
    fewest,
    most,
    common,
    halfWidth: wilsonHalfWidth(fewest, 0.5),
    paired: compared && common > 0 ? detectablePaired(common, ASSUMED_DISCORDANT) : null,
    unpaired: compared && common === 0 ? detectableUnpaired(fewest, most) : null,
  };
}

/** What a judgment usually takes, from the last ones that were made. */
async function readUsualSeconds(): Promise<{ secondsEach: number; measured: boolean }> {
  const [row] = await db.$queryRaw<{ count: number; seconds: number | null }[]>`
    SELECT count(*)::int AS count, (percentile_cont(0.5) WITHIN GROUP (ORDER BY active_ms) / 1000)::float8 AS seconds
    FROM (SELECT active_ms FROM judgments ORDER BY id DESC LIMIT 2000) last`;
  const measured = row!.count >= 20 && (row!.seconds ?? 0) > 0;
  return { secondsEach: measured ? Math.round(row!.seconds!) : ASSUMED_SECONDS, measured };
}

// One campaign ----------------------------------------------------------------------------------------------------

/** A campaign with its plan. */
export interface CampaignView {
  campaignId: number;
  version: number;
  status: CampaignStatus;
  plan: Omit<CampaignPlan, "sample"> & { sample: CampaignSample };
  runs: { runId: number; label: string; release: string }[];
  createdBy: string;
  createdAt: string;
  openedAt: string | null;
  closedAt: string | null;
  follows: { campaignId: number; name: string } | null;
  followUps: { campaignId: number; name: string }[];
}

/** @throws NotFound */
export async function getCampaign(actor: Actor, campaignId: number): Promise<CampaignView> {
  authorize(actor, "campaigns.manage");
  const row = await db.campaign.findUnique({
    where: { id: campaignId },
    include: {
      createdBy: { select: { name: true } },
      follows: { select: { id: true, name: true } },
      followUps: { select: { id: true, name: true }, orderBy: { id: "asc" } },
      raters: { where: { leftAt: null }, orderBy: { number: "asc" } },
      runs: {
        orderBy: { runId: "asc" },
        include: {
          run: {
            select: {
              id: true,
              name: true,
              model: { select: { name: true } },
              release: { select: { name: true } },
            },
          },
        },
      },
    },
  });
  if (!row) throw new NotFound("This campaign");
  return {
    campaignId: row.id,
    version: row.version,
    status: row.status as CampaignStatus,
    plan: {
      name: row.name,
      instructions: row.instructions,
      runIds: row.runs.map((run) => run.runId),
      raterIds: row.raters.map((rater) => rater.raterId),
      sample: campaignSampleSchema.catch({ kind: "all", splits: [] }).parse(row.sample),
      ratingsPerResponse: row.ratingsPerResponse,
      overlap: row.overlap,
      seed: row.seed,
      deadline: row.deadline?.toISOString().slice(0, 10) ?? null,
      truth: row.truth as Truth,
      goldRate: row.goldRate,
      namesHidden: row.namesHidden,
      ratersMayAdjudicate: row.ratersMayAdjudicate,
    },
    runs: row.runs.map(({ run }) => ({
      runId: run.id,
      label: run.name === "" ? run.model.name : `${run.model.name} · ${run.name}`,
      release: run.release.name,
    })),
    createdBy: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    follows: row.follows && { campaignId: row.follows.id, name: row.follows.name },
    followUps: row.followUps.map((one) => ({ campaignId: one.id, name: one.name })),
  };
}

/** Pairs of judgments of the same response by two raters, and how many of them say the same. */
export interface PairCounts {
  pairs: number;
  relaxed: number;
  strict: number;
}

/** How far a rater is. Gold is part of their work, and of nothing that is said of the responses. */
export interface RaterProgress extends PairCounts {
  raterId: number;
  /** "Rater 3" in exports and discussions. */
  number: number;
  name: string;
  active: boolean;
  qualified: boolean;
  assigned: number;
  done: number;
  remaining: number;
  /** Judgments an hour at work; null before the first. */
  pace: number | null;
  /** Hours at work that remain. */
  hoursLeft: number | null;
  /** ISO day; null where no one can say. */
  expectedEnd: string | null;
  flagged: number;
  lowConfidence: number;
  gold: { judged: number; relaxed: number; strict: number; both: number };
  conflicts: { runId: number; label: string; reason: string }[];
  /** Reminded today already, by whomever. */
  nudgedToday: boolean;
  lastJudgedAt: string | null;
}

/** What a campaign's maintainers want to know. */
export interface CampaignProgress {
  today: string;
  /** Responses of the sample, gold in it included. */
  tasks: number;
  /** Gold items, and how many of them belong to the sample. */
  gold: number;
  goldSampled: number;
  /** All wanted ratings, those of gold included. */
  ratings: number;
  judged: number;
  unassigned: number;
  /** Responses of the sample that have all the ratings they want. */
  complete: number;
  expectedEnd: string | null;
  /** Over all pairs of raters. */
  agreement: PairCounts;
  /** Responses with judgments by answers that have changed since, not yet in a follow-up. */
  stale: number;
  raters: RaterProgress[];
  /** Judgments a day of the dataset and rater, the last days first counted from the first judgment on. */
  days: { day: string; counts: { raterId: number; count: number }[] }[];
}

/** Days that the chart shows at most. */
const CHART_DAYS = 60;
/** Over so many days it is counted how long someone works a day. */
const PACE_DAYS = 7;

/** How far everyone is; counted in SQL. @throws NotFound */
export async function getCampaignProgress(
  actor: Actor,
  campaignId: number,
): Promise<CampaignProgress> {
  authorize(actor, "campaigns.manage");
  const [raters, work, judged, pairs, days, totals, conflicts, stale, clock] = await Promise.all([
    db.campaignRater.findMany({
      where: { campaignId },
      orderBy: { number: "asc" },
      include: {
        rater: { select: { name: true, qualification: { select: { raterId: true } } } },
      },
    }),
    db.$queryRaw<{ raterId: number | null; assigned: number; done: number }[]>`
      SELECT rater_id AS "raterId", count(*)::int AS assigned, count(*) FILTER (WHERE status = 'judged')::int AS done
      FROM rating_assignments WHERE campaign_id = ${campaignId} GROUP BY rater_id`,
    db.$queryRaw<
      {
        raterId: number;
        flagged: number;
        lowConfidence: number;
        goldJudged: number;
        goldRelaxed: number;
        goldStrict: number;
        goldBoth: number;
      }[]
    >`
      SELECT a.rater_id AS "raterId", count(*) FILTER (WHERE j.flagged AND NOT t.gold)::int AS flagged, count(*) FILTER (WHERE j.low_confidence AND NOT t.gold)::int AS "lowConfidence",
        count(g.response_id)::int AS "goldJudged", count(*) FILTER (WHERE g.relaxed = j.relaxed)::int AS "goldRelaxed", count(*) FILTER (WHERE g.strict = j.strict)::int AS "goldStrict",
        count(*) FILTER (WHERE g.relaxed = j.relaxed AND g.strict = j.strict)::int AS "goldBoth"
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN judgments j ON j.id = a.judgment_id
        LEFT JOIN LATERAL ${goldBy(Prisma.sql`j.revision_id`, Prisma.sql`t.gold AND g.response_id = t.response_id`)} g ON TRUE
      WHERE a.campaign_id = ${campaignId} AND a.status = 'judged' GROUP BY a.rater_id`,
    db.$queryRaw<({ a: number; b: number } & PairCounts)[]>`
      SELECT first.rater_id AS a, second.rater_id AS b, count(*)::int AS pairs, count(*) FILTER (WHERE one.relaxed = two.relaxed)::int AS relaxed, count(*) FILTER (WHERE one.strict = two.strict)::int AS strict
      FROM rating_tasks t JOIN rating_assignments first ON first.task_id = t.id AND first.status = 'judged' JOIN judgments one ON one.id = first.judgment_id
        JOIN rating_assignments second ON second.task_id = t.id AND second.status = 'judged' AND second.rater_id > first.rater_id JOIN judgments two ON two.id = second.judgment_id
      WHERE t.campaign_id = ${campaignId} AND NOT t.gold AND t.wanted > 1 GROUP BY 1, 2`,
    db.$queryRaw<
      {
        day: string;
        raterId: number;
        count: number;
        activeMs: number;
        last: Date;
        recent: boolean;
      }[]
    >`
      SELECT (j.judged_at AT TIME ZONE s.time_zone)::date::text AS day, j.rater_id AS "raterId", count(*) FILTER (WHERE j.supersedes_id IS NULL)::int AS count, sum(j.active_ms)::float8 AS "activeMs",
        max(j.judged_at) AS last, (j.judged_at AT TIME ZONE s.time_zone)::date > dataset_today() - ${PACE_DAYS}::int AS recent
      FROM judgments j, dataset_settings s WHERE j.campaign_id = ${campaignId} GROUP BY 1, 2, 6 ORDER BY 1, 2`,
    db.$queryRaw<{ tasks: number; gold: number; goldSampled: number; complete: number }[]>`
      SELECT count(*) FILTER (WHERE t.sampled)::int AS tasks, count(*) FILTER (WHERE t.gold)::int AS gold, count(*) FILTER (WHERE t.gold AND t.sampled)::int AS "goldSampled",
        count(*) FILTER (WHERE t.sampled AND NOT EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id AND a.status <> 'judged'))::int AS complete
      FROM rating_tasks t WHERE t.campaign_id = ${campaignId}`,
    db.$queryRaw<{ raterId: number; runId: number; label: string; reason: string }[]>`
      SELECT c.rater_id AS "raterId", c.run_id AS "runId", ${RUN_LABEL} AS label, c.reason
      FROM rater_conflicts c JOIN campaign_runs cr ON cr.run_id = c.run_id AND cr.campaign_id = ${campaignId} JOIN model_runs run ON run.id = c.run_id JOIN models m ON m.id = run.model_id ORDER BY label`,
    db.$queryRaw<
      { count: number }[]
    >`SELECT count(DISTINCT s.response_id)::int AS count FROM (${staleResponses(campaignId)}) s`,
    db.$queryRaw<
      { today: string; exists: boolean }[]
    >`SELECT dataset_today()::text AS today, EXISTS (SELECT FROM campaigns WHERE id = ${campaignId}) AS exists`,
  ]);
  if (!clock[0]!.exists) throw new NotFound("This campaign");
  const { today } = clock[0]!;
  const needed = await trainingRequired();
  const nudged = await db.notice.findMany({
    where: {
      userId: { in: raters.map((rater) => rater.raterId) },
      onceKey: `campaign-nudge ${today}`,
    },
    select: { userId: true },
  });

  const views = raters.map((rater): RaterProgress => {
    const own = work.find((row) => row.raterId === rater.raterId) ?? { assigned: 0, done: 0 };
    const said = judged.find((row) => row.raterId === rater.raterId);
    const worked = days.filter((row) => row.raterId === rater.raterId);
    const remaining = own.assigned - own.done;
    const sum = (rows: typeof worked, of: (row: (typeof worked)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    const pace = pacePerHour(
      sum(worked, (row) => row.count),
      sum(worked, (row) => row.activeMs),
    );
    const hours = hoursLeft(remaining, pace);
    const met = pairs.filter((pair) => pair.a === rater.raterId || pair.b === rater.raterId);
    const recent = worked.filter((row) => row.recent);
    return {
      raterId: rater.raterId,
      number: rater.number,
      name: rater.rater.name,
      active: rater.leftAt === null,
      qualified: !needed || rater.rater.qualification !== null,
      assigned: own.assigned,
      done: own.done,
      remaining,
      pace,
      hoursLeft: hours,
      expectedEnd: expectedEnd(
        hours,
        sum(recent, (row) => row.activeMs) /
          3_600_000 /
          daysAtWork(
            recent.map((row) => row.day),
            today,
          ),
        today,
      ),
      flagged: said?.flagged ?? 0,
      lowConfidence: said?.lowConfidence ?? 0,
      gold: {
        judged: said?.goldJudged ?? 0,
        relaxed: said?.goldRelaxed ?? 0,
        strict: said?.goldStrict ?? 0,
        both: said?.goldBoth ?? 0,
      },
      ...addPairs(met),
      conflicts: conflicts
        .filter((one) => one.raterId === rater.raterId)
        .map(({ runId, label, reason }) => ({ runId, label, reason })),
      nudgedToday: nudged.some((notice) => notice.userId === rater.raterId),
      lastJudgedAt: worked.reduce<string | null>(
        (last, row) =>
          last === null || row.last.toISOString() > last ? row.last.toISOString() : last,
        null,
      ),
    };
  });
  const ends = views
    .filter((rater) => rater.active && rater.remaining > 0)
    .map((rater) => rater.expectedEnd);
  const shown = [...new Set(days.map((row) => row.day))].slice(-CHART_DAYS);
  return {
    today,
    tasks: totals[0]!.tasks,
    gold: totals[0]!.gold,
    goldSampled: totals[0]!.goldSampled,
    complete: totals[0]!.complete,
    ratings: work.reduce((sum, row) => sum + row.assigned, 0),
    judged: work.reduce((sum, row) => sum + row.done, 0),
    unassigned: work.find((row) => row.raterId === null)?.assigned ?? 0,
    expectedEnd:
      ends.length === 0 || ends.includes(null)
        ? null
        : ends.reduce((last, end) => (end! > last! ? end : last)),
    agreement: addPairs(pairs),
    stale: stale[0]!.count,
    raters: views,
    days: shown.map((day) => ({
      day,
      counts: days
        .filter((row) => row.day === day)
        .map(({ raterId, count }) => ({ raterId, count })),
    })),
  };
}

/** What is still open in a campaign that someone is about to close. */
export interface OpenWork {
  /** Ratings that were not given. */
  ratings: number;
  /** Of these: on a rater's desk now, and without a rater. */
  onDesks: number;
  unassigned: number;
  /** Responses that await adjudication. */
  cases: number;
  /** Responses judged by answers that have changed since, and in no follow-up. */
  stale: number;
  /** Flagged answers that no one has resolved. */
  flagged: number;
}

/** Counts what closing a campaign would leave open. @throws NotFound */
export async function getOpenWork(actor: Actor, campaignId: number): Promise<OpenWork> {
  authorize(actor, "campaigns.manage");
  const [row] = await db.$queryRaw<OpenWork[]>`
    SELECT work.*,
      (SELECT count(*)::int FROM adjudication_cases WHERE campaign_id = c.id) AS cases,
      (SELECT count(DISTINCT s.response_id)::int FROM (${staleResponses(campaignId)}) s) AS stale,
      (SELECT count(DISTINCT k.question_id)::int FROM truth_tickets k JOIN judgments j ON j.id = k.judgment_id WHERE j.campaign_id = c.id AND k.status = 'open') AS flagged
    FROM campaigns c CROSS JOIN LATERAL (
      SELECT count(*)::int AS ratings, count(*) FILTER (WHERE a.status IN ('held', 'opened'))::int AS "onDesks", count(*) FILTER (WHERE a.rater_id IS NULL)::int AS unassigned
      FROM rating_assignments a WHERE a.campaign_id = c.id AND a.status <> 'judged') work
    WHERE c.id = ${campaignId}`;
  if (!row) throw new NotFound("This campaign");
  return row;
}

/** Days from the first of some to today, both counted; the paces of short and long weeks compare by it. */
function daysAtWork(worked: readonly string[], today: string): number {
  const first = worked[0];
  return first === undefined
    ? 1
    : Math.max(1, Math.round((Date.parse(today) - Date.parse(first)) / 86_400_000) + 1);
}

function addPairs(rows: readonly PairCounts[]): PairCounts {
  const sum = (of: (row: PairCounts) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    pairs: sum((row) => row.pairs),
    relaxed: sum((row) => row.relaxed),
    strict: sum((row) => row.strict),
  };
}

// Gold ------------------------------------------------------------------------------------------------------------

/** A response in the list to choose gold from. */
export interface GoldListItem {
  responseId: number;
  run: string;
  question: string;
  /** The beginning of the response. */
  text: string;
  gold: {
    relaxed: boolean;
    strict: boolean;
    setBy: string;
    createdAt: string;
    stale: boolean;
  } | null;
}

export interface GoldList {
  runs: RunChoice[];
  items: GoldListItem[];
  total: number;
  /** Responses of the run, or of all, that the reader has still to rate: they are not listed, gold or not. */
  stillToRate: number;
}

export const GOLD_PER_PAGE = 30;

/**
 * Without a run: every gold response, newest first. With one: its responses, searched by question or response. Without those
 * that the actor has still to rate: that one is gold, and its verdict, would tell them what to say.
 */
export async function listGold(actor: Actor, state: GoldPageState): Promise<GoldList> {
  authorize(actor, "campaigns.manage");
  const like = `%${state.search.replace(/[\\%_]/g, "\\$&")}%`;
  const chosen = Prisma.sql`
    FROM responses p JOIN revisions r ON r.id = p.revision_id LEFT JOIN gold_responses g ON g.response_id = p.id
    WHERE ${state.run === null ? Prisma.sql`g.response_id IS NOT NULL` : Prisma.sql`p.run_id = ${state.run}`} AND p.id NOT IN ${responsesToRate(actor.userId)}
      AND ${state.search === "" ? Prisma.sql`TRUE` : Prisma.sql`(${cell("r", "question")} ILIKE ${like} OR p.text ILIKE ${like})`}`;
  const [{ runs }, stillToRate, items, total] = await Promise.all([
    getCampaignChoices(actor),
    countStillToRate(actor, { runs: state.run === null ? [] : [state.run] }),
    db.$queryRaw<
      {
        responseId: number;
        run: string;
        question: string;
        text: string;
        relaxed: boolean | null;
        strict: boolean | null;
        setBy: string | null;
        createdAt: Date | null;
        stale: boolean;
      }[]
    >`
      SELECT p.id AS "responseId", ${RUN_LABEL} AS run, trim(${cell("r", "question")}) AS question, left(p.text, 240) AS text, g.relaxed, g.strict, u.name AS "setBy", g.created_at AS "createdAt",
        ${OTHER_ANSWERS} AS stale
      FROM (SELECT p.id ${chosen} ORDER BY g.created_at DESC NULLS LAST, p.id LIMIT ${GOLD_PER_PAGE} OFFSET ${(state.page - 1) * GOLD_PER_PAGE}) page
        JOIN responses p ON p.id = page.id JOIN revisions r ON r.id = p.revision_id JOIN model_runs run ON run.id = p.run_id JOIN models m ON m.id = run.model_id
        LEFT JOIN gold_responses g ON g.response_id = p.id LEFT JOIN users u ON u.id = g.set_by
        LEFT JOIN revisions older ON older.id = g.revision_id LEFT JOIN question_heads h ON h.question_id = older.question_id LEFT JOIN revisions newer ON newer.id = h.revision_id
      ORDER BY g.created_at DESC NULLS LAST, p.id`,
    db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${chosen}`,
  ]);
  return {
    runs,
    stillToRate,
    total: total[0]!.count,
    items: items.map(
      ({ responseId, run, question, text, relaxed, strict, setBy, createdAt, stale }) => ({
        responseId,
        run,
        question,
        text,
        gold:
          relaxed === null || strict === null
            ? null
            : { relaxed, strict, setBy: setBy!, createdAt: createdAt!.toISOString(), stale },
      }),
    ),
  };
}

/**
 * SQL for LATERAL: the gold verdict of a response that is by the same truth as a revision of its question: the last one by
 * it that is behind the last withdrawal.
 * @param revision SQL of the revision's id
 * @param which SQL that says which responses' verdicts `g`
 */
function goldBy(revision: Prisma.Sql, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT g.* FROM gold_verdicts g WHERE ${which} AND g.kind <> 'withdrawn' AND ${sameTruth(Prisma.sql`g.revision_id`, revision)}
      AND NOT EXISTS (SELECT FROM gold_verdicts later WHERE later.response_id = g.response_id AND later.id > g.id AND later.kind = 'withdrawn') ORDER BY g.id DESC LIMIT 1)`;
}

/** A gold verdict as the form shows it. */
export type SettledGold = Verdict & { explanation: string; createdAt: string; setBy: string };

/** Answers that a response can be settled by. */
export interface GoldAnswers {
  /** Those of the run's release, or those that the question has now, where these differ. */
  by: "release" | "present";
  revisionId: number;
  answers: string[];
  note: string;
  falsePremise: boolean;
  /** The verdict that is by these answers; null: there is none yet. */
  gold: SettledGold | null;
}

/** A response with everything needed to settle it. */
export interface GoldForm {
  responseId: number;
  run: { runId: number; label: string };
  release: string;
  questionId: number;
  question: string;
  text: string;
  /** One or two; those of the verdict that stands first. */
  choices: GoldAnswers[];
  /** When the verdict that stands was set, by whichever answers; null: the response is not gold. */
  standing: string | null;
  /** Campaigns check their raters by it. */
  inUse: boolean;
}

/** @throws NotFound also for a response that the actor has still to rate */
export async function getGoldForm(actor: Actor, responseId: number): Promise<GoldForm> {
  authorize(actor, "campaigns.manage");
  const [row] = await db.$queryRaw<
    {
      runId: number;
      label: string;
      release: string;
      questionId: number;
      revisionId: number;
      presentId: number | null;
      cells: string[];
      text: string;
      inUse: boolean;
    }[]
  >`
    SELECT p.run_id AS "runId", ${RUN_LABEL} AS label, rel.name AS release, p.question_id AS "questionId", p.revision_id AS "revisionId", r.cells, p.text,
      CASE WHEN newer.status = 'active' AND NOT same_truth(r, newer) THEN newer.id END AS "presentId",
      EXISTS (SELECT FROM rating_tasks t WHERE t.response_id = p.id AND t.gold) AS "inUse"
    FROM responses p JOIN revisions r ON r.id = p.revision_id JOIN model_runs run ON run.id = p.run_id JOIN models m ON m.id = run.model_id JOIN releases rel ON rel.id = run.release_id
      JOIN question_heads h ON h.question_id = p.question_id JOIN revisions newer ON newer.id = h.revision_id
    WHERE p.id = ${responseId} AND p.id NOT IN ${responsesToRate(actor.userId)}`;
  if (!row) throw new NotFound("This response");
  const [gold, ofRelease, ofPresent] = await Promise.all([
    standingGold(db, responseId),
    goldAnswers(responseId, "release", row.revisionId),
    row.presentId === null ? null : goldAnswers(responseId, "present", row.presentId),
  ]);
  const choices = ofPresent === null ? [ofRelease] : [ofRelease, ofPresent];
  const standing = gold?.createdAt.toISOString() ?? null;
  return {
    responseId,
    run: { runId: row.runId, label: row.label },
    release: row.release,
    questionId: row.questionId,
    question: cellOf(row.cells, "question").trim(),
    text: row.text,
    inUse: row.inUse,
    standing,
    choices:
      standing !== null && ofPresent?.gold?.createdAt === standing ? choices.toReversed() : choices,
  };
}

async function goldAnswers(
  responseId: number,
  by: GoldAnswers["by"],
  revisionId: number,
): Promise<GoldAnswers> {
  const [row] = await db.$queryRaw<
    ({
      cells: string[];
      falsePremise: boolean;
      setBy: string | null;
      createdAt: Date | null;
      explanation: string | null;
    } & VerdictColumns)[]
  >`
    SELECT r.cells, r.false_premise AS "falsePremise", g.relaxed, g.strict, g.relaxed_reason AS "relaxedReason", g.strict_reason AS "strictReason", g.explanation, g.created_at AS "createdAt", u.name AS "setBy"
    FROM revisions r LEFT JOIN LATERAL ${goldBy(Prisma.sql`r.id`, Prisma.sql`g.response_id = ${responseId}::int`)} g ON TRUE LEFT JOIN users u ON u.id = g.set_by WHERE r.id = ${revisionId}::int`;
  const {
    cells,
    falsePremise,
    relaxed,
    strict,
    relaxedReason,
    strictReason,
    explanation,
    createdAt,
    setBy,
  } = row!;
  return {
    by,
    revisionId,
    answers: answerCellsOf(cells)
      .map((answer) => answer.trim())
      .filter((answer) => answer !== ""),
    note: cellOf(cells, "note"),
    falsePremise,
    gold:
      createdAt === null
        ? null
        : {
            relaxed: relaxed!,
            strict: strict!,
            relaxedReason,
            strictReason,
            explanation: explanation!,
            createdAt: createdAt.toISOString(),
            setBy: setBy!,
          },
  };
}

interface VerdictColumns {
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}
