import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { expectedEnd, hoursLeft, pacePerHour } from "./rules";
import { goldQuestions } from "@/lib/rating/gold/rules";
import { goldAnswersBy, goldBy, isRightInSql } from "@/lib/rating/gold/sql";
import { goldProtocol } from "@/lib/rating/gold/writes";
import { staleTasks } from "./writes";
import { RUN_LABEL } from "./queries";
import { trainingRequired } from "./writes";

/** Pairs of verdicts on the same response by two raters, and how many of them say the same; under other protocols none. */
interface PairCounts {
  pairs: number;
  relaxed: number;
  strict: number;
}

/** Answers of a rater to one question about gold items. */
export interface GoldAnswerCount {
  /** Of the question. */
  key: string;
  answers: number;
  right: number;
}

/** How far a rater is. Gold is part of their work, and of nothing that is said of the responses. */
export interface RaterProgress extends PairCounts {
  raterId: number;
  /** "Rater 3" in exports and discussions. */
  number: number;
  name: string;
  active: boolean;
  /** For the campaign's protocol. */
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
  /** Under another protocol: answers to questions about gold items, and how many are right or within the tolerance. */
  goldAnswers: GoldAnswerCount[];
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
      WHERE t.campaign_id = ${campaignId} AND NOT t.gold AND t.wanted > 1 AND one.relaxed IS NOT NULL AND two.relaxed IS NOT NULL GROUP BY 1, 2`,
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
        max(j.judged_at) AS last, (j.judged_at AT TIME ZONE s.time_zone)::date > (SELECT dataset_today()) - ${PACE_DAYS}::int AS recent
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
    >`SELECT count(*)::int AS count FROM (${staleTasks(campaignId)}) s`,
    db.$queryRaw<
      { today: string; builtIn: boolean | null }[]
    >`SELECT dataset_today()::text AS today, (SELECT protocol_version_id = ${RELAXED_STRICT_VERSION} FROM campaigns WHERE id = ${campaignId}) AS "builtIn"`,
  ]);
  const { today, builtIn } = clock[0]!;
  if (builtIn === null) throw new NotFound("This campaign");
  const goldAnswers = builtIn ? [] : await countGoldAnswers(campaignId);
  const needed = builtIn && (await trainingRequired(db));
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
      goldAnswers: goldAnswers
        .filter((row) => row.raterId === rater.raterId)
        .map(({ key, answers, right }) => ({ key, answers, right })),
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

/** What raters answered about gold items of a campaign under another protocol, by rater and question in the protocol's order. */
async function countGoldAnswers(
  campaignId: number,
): Promise<(GoldAnswerCount & { raterId: number })[]> {
  const { protocolVersionId } = await db.campaign.findUniqueOrThrow({
    where: { id: campaignId },
    select: { protocolVersionId: true },
  });
  const source = await goldProtocol(db, protocolVersionId);
  const item = {
    responseId: Prisma.sql`t.response_id`,
    referencePlace: Prisma.sql`t.reference_place`,
  };
  return db.$queryRaw<(GoldAnswerCount & { raterId: number })[]>`
    SELECT a.rater_id AS "raterId", q.key, count(*)::int AS answers, count(*) FILTER (WHERE ${isRightInSql(Prisma.sql`gold.expected->q.key`, "said")})::int AS right
    FROM rating_tasks t JOIN rating_assignments a ON a.task_id = t.id AND a.status = 'judged' JOIN judgments j ON j.id = a.judgment_id
      JOIN LATERAL ${goldAnswersBy(source, item, Prisma.sql`j.revision_id`)} gold ON TRUE
      JOIN unnest(${goldQuestions(source.definition).map(({ key }) => key)}::text[]) WITH ORDINALITY AS q (key, place) ON gold.expected ? q.key
      JOIN judgment_answers said ON said.judgment_id = j.id AND said.question_key = q.key
    WHERE t.campaign_id = ${campaignId} AND t.gold GROUP BY 1, 2, q.place ORDER BY 1, q.place`;
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
      (SELECT count(*)::int FROM (${staleTasks(campaignId)}) s) AS stale,
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
