import { PERMISSIONS } from "@/lib/people/access/policy";
import { notify } from "@/lib/people/notifications/writes";
import { raterAlarmNotice, raterPausedNotice } from "./notices";
import { recordAudit } from "@/lib/people/audit-log/writes";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db, PLAN_KEPT, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { answersOfColumns, type AnswerColumns } from "@/lib/rating/protocols/answer-words";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import { answersAsShown } from "@/lib/rating/protocols/rules";
import { answersOfJudgment } from "@/lib/rating/protocols/sql";
import { RELAXED_STRICT_VERSION, type ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { canHaveBeenEntered, rowOf, straightLining, tooFast } from "./rules";
import {
  DEFAULT_FAST_SECONDS,
  FAST_WINDOW,
  LONGEST_BURST,
  LONGEST_ROW,
  SHORTEST_ROW,
  type AlarmKind,
  type FastFigures,
  type PauseCause,
  type RowFigures,
} from "./vocabulary";
import { campaignAlarmRaised } from "./audit-events";

interface Place {
  campaignId: number;
  raterId: number;
}

/** What is looked at after a rating: what decides which ratings count, and the latest of these. */
interface Watch {
  protocolVersionId: number;
  fastSeconds: number | null;
  straightLining: boolean;
  /** Ratings up to these have raised an alarm already. */
  fastAfter: number;
  rowAfter: number;
  /** Those that arrived last; null: there are none, or their time does not matter. */
  times: TimedRow[] | null;
  /** Those that were judged last; null: there are none, or what they say does not matter. */
  latest: LatestRating[] | null;
}

interface LatestRating {
  id: number;
  outcome: string | null;
}

/** An alarm that is to be raised. */
type Raised = Place & { lastJudgmentId: number } & (
    { kind: "too-fast"; figures: FastFigures } | { kind: "straight-lining"; figures: RowFigures }
  );

/**
 * Looks at a rater's latest ratings in a campaign and raises what alarms they give rise to.
 * @returns whether there were any
 */
export async function watchRater(actor: Actor, place: Place): Promise<boolean> {
  const watch = await readWatch(place);
  if (watch === undefined) return false;
  const raised: Raised[] = [];
  const fast = await readFast(place, watch, now().getTime());
  if (fast !== null) raised.push({ ...place, kind: "too-fast", ...fast });
  const latest = watch.latest ?? [];
  if (latest.length > 0 && mayBeLongRow(watch, latest)) {
    const row = await readRow(place, watch);
    if (row !== null)
      raised.push({
        ...place,
        kind: "straight-lining",
        figures: row,
        lastJudgmentId: latest[0]!.id,
      });
  }
  for (const alarm of raised) await raiseAlarm(actor, alarm);
  return raised.length > 0;
}

/** Most rows end soon: only a long one is worth more questions. Under another protocol their answers would have to be read. */
function mayBeLongRow({ rowAfter }: Watch, latest: readonly LatestRating[]): boolean {
  const begun = latest.filter(({ id }) => id > rowAfter);
  if (begun.length < SHORTEST_ROW) return false;
  return latest[0]!.outcome === null || rowOf(begun.map(({ outcome }) => outcome!)) >= SHORTEST_ROW;
}

/** All that is asked after each rating, in one statement. While an alarm is open, no other of its kind is raised, and nothing is looked at. */
async function readWatch(place: Place): Promise<Watch | undefined> {
  const { campaignId, raterId } = place;
  const raised = (kind: AlarmKind) => Prisma.sql`LATERAL (
    SELECT coalesce(max(last_judgment_id), 0) AS up_to, coalesce(bool_or(settled_at IS NULL), false) AS open FROM rater_alarms WHERE campaign_id = c.id AND rater_id = ${raterId} AND kind = ${kind})`;
  const [watch] = await db.$queryRaw<Watch[]>`
    ${PLAN_KEPT} SELECT w.*,
      CASE WHEN w."fastSeconds" IS NOT NULL THEN (SELECT json_agg(j ORDER BY j.id DESC) FROM (${timesOf(place, Prisma.sql`w."fastAfter"`, FAST_WINDOW)}) j) END AS times,
      CASE WHEN w."straightLining" THEN (SELECT json_agg(json_build_object('id', j.id, 'outcome', ${VERDICT}) ORDER BY j.judged_at DESC, j.id DESC) FROM (${latestOf(campaignId, Prisma.sql`${raterId}`, SHORTEST_ROW)}) j) END AS latest
    FROM (
      SELECT c.protocol_version_id AS "protocolVersionId", CASE WHEN NOT fast.open THEN c.fast_seconds END AS "fastSeconds", c.straight_lining AND NOT same.open AS "straightLining", fast.up_to AS "fastAfter", same.up_to AS "rowAfter"
      FROM campaigns c JOIN campaign_raters m ON m.campaign_id = c.id AND m.rater_id = ${raterId} AND m.paused_at IS NULL CROSS JOIN ${raised("too-fast")} fast CROSS JOIN ${raised("straight-lining")} same WHERE c.id = ${campaignId}) w`;
  return watch;
}

/** SQL: what a rating says under Relaxed and Strict; null under another protocol. */
const VERDICT = Prisma.sql`CASE WHEN j.relaxed IS NOT NULL THEN j.relaxed || '/' || j.strict END`;

/** SQL: the latest first ratings of a rater in the campaign, corrections left out. */
function latestOf(campaignId: number, raterId: Prisma.Sql, count: number): Prisma.Sql {
  return Prisma.sql`
    SELECT j.* FROM judgments j WHERE j.campaign_id = ${campaignId} AND j.rater_id = ${raterId} AND j.supersedes_id IS NULL
    ORDER BY j.judged_at DESC, j.id DESC LIMIT ${count}`;
}

/** Moments in milliseconds since 1970. */
interface TimedRow {
  id: number;
  taskId: number;
  activeMs: number;
  handedAt: number | null;
  enteredAt: number | null;
  arrivedAt: number | null;
}

/** SQL: first ratings of a rater in the campaign as `TimedRow`, those that arrived last. @param after SQL: only those behind this one */
function timesOf({ campaignId, raterId }: Place, after: Prisma.Sql, count: number): Prisma.Sql {
  const ms = (at: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${at}) * 1000)::float8`;
  return Prisma.sql`
    SELECT j.id, j.task_id AS "taskId", j.active_ms AS "activeMs", ${ms(Prisma.sql`j.entered_at`)} AS "enteredAt", ${ms(Prisma.sql`j.arrived_at`)} AS "arrivedAt",
      ${ms(Prisma.sql`(SELECT min(h.handed_at) FROM handings_out h WHERE h.task_id = j.task_id AND h.rater_id = j.rater_id)`)} AS "handedAt"
    FROM (SELECT * FROM judgments WHERE rater_id = ${raterId} AND campaign_id = ${campaignId} AND supersedes_id IS NULL AND id > ${after} ORDER BY id DESC LIMIT ${count}) j
    ORDER BY j.id DESC`;
}

/** As many as were sent in one go. @param after only those behind this one */
async function readBurst(
  client: Pick<Tx, "$queryRaw">,
  place: Place,
  after: number,
): Promise<TimedRow[]> {
  return client.$queryRaw<TimedRow[]>`
    ${PLAN_KEPT} ${timesOf(place, Prisma.sql`${after}`, LONGEST_BURST)}`;
}

/** Whether ratings since the last such alarm were too fast, with the last one that was looked at. */
async function readFast(
  place: Place,
  { fastSeconds, fastAfter, times }: Watch,
  at: number,
): Promise<{ figures: FastFigures; lastJudgmentId: number } | null> {
  if (fastSeconds === null || times === null || times.length < FAST_WINDOW) return null;
  // They came in one go, as what was rated without a connection does: those before them tell whether there was time.
  const [newest, oldest] = [times[0]!.arrivedAt, times.at(-1)!.arrivedAt];
  const inOneGo =
    newest !== null && oldest !== null && newest - oldest < FAST_WINDOW * fastSeconds * 1_000;
  const rows = inOneGo ? await readBurst(db, place, fastAfter) : times;
  const figures = tooFast(rows, fastSeconds, at);
  return figures && { figures, lastJudgmentId: rows[0]!.id };
}

/**
 * Whether a rater whom an alarm paused can have entered a rating before, by the clock of the server. What raised an alarm
 * that a manager has settled since is not held against them any more.
 * @param rating its item, when that was handed out, and the campaign's limit
 */
export async function canHaveEntered(
  tx: Tx,
  place: Place,
  rating: { taskId: number; handedAt: Date | null; fastSeconds: number | null; pausedAt: Date },
): Promise<boolean> {
  const { _max: settled } = await tx.raterAlarm.aggregate({
    where: { ...place, kind: "too-fast", settledAt: { not: null } },
    _max: { lastJudgmentId: true },
  });
  const given = await readBurst(tx, place, settled.lastJudgmentId ?? 0);
  // A correction is of an item that is among them.
  const others = given.filter(({ taskId }) => taskId !== rating.taskId);
  return canHaveBeenEntered(
    others.map(({ handedAt }) => handedAt),
    rating.handedAt?.getTime() ?? null,
    rating.fastSeconds ?? DEFAULT_FAST_SECONDS,
    rating.pausedAt.getTime(),
  );
}

interface SaidRow {
  raterId: number;
  shownOrder: number[];
  answers: AnswerColumns[] | null;
}

/** SQL: what is needed to tell whether two ratings `j` say the same. */
const SAID = Prisma.sql`j.rater_id AS "raterId", j.shown_order AS "shownOrder", ${answersOfJudgment(Prisma.sql`j.id`)} AS answers`;

/** How many ratings of each rater say what is usual in a campaign. */
const EACH = 100;

async function readRow(
  { campaignId, raterId }: Place,
  { protocolVersionId, rowAfter }: Watch,
): Promise<RowFigures | null> {
  const definition =
    protocolVersionId === RELAXED_STRICT_VERSION
      ? null
      : await frozenDefinition(db, protocolVersionId);
  const [own, count] = await readOwn({ campaignId, raterId }, rowAfter, definition);
  const row = rowOf(own);
  if (row < SHORTEST_ROW) return null;
  const usual = await usualIn(campaignId, definition);
  const others = { same: 0, total: 0 };
  for (const [other, outcomes] of usual)
    if (other !== raterId)
      for (const [outcome, ratings] of outcomes) {
        others.total += ratings;
        if (outcome === own[0]) others.same += ratings;
      }
  return straightLining(row, count, others);
}

/** What the rater's latest ratings say, and how many there are in all. */
async function readOwn(
  { campaignId, raterId }: Place,
  after: number,
  definition: ProtocolDefinition | null,
): Promise<[string[], number]> {
  const latest = Prisma.sql`(${latestOf(campaignId, Prisma.sql`${raterId}`, LONGEST_ROW)}) j WHERE j.id > ${after}`;
  const [said] = await db.$queryRaw<{ count: number; outcomes: string[] | null }[]>`
    ${PLAN_KEPT} SELECT count(*)::int AS count, (SELECT array_agg(${VERDICT} ORDER BY j.judged_at DESC, j.id DESC) FROM ${latest}) AS outcomes
    FROM judgments WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND supersedes_id IS NULL`;
  const { count, outcomes } = said!;
  if (definition === null) return [outcomes ?? [], count];
  const rows = await db.$queryRaw<SaidRow[]>`
    SELECT ${SAID} FROM ${latest} ORDER BY j.judged_at DESC, j.id DESC`;
  return [rows.map((rating) => outcomeOf(rating, definition)), count];
}

/** How often each rater of a campaign said what, lately. */
type Usual = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** What is usual changes slowly where there is much of it, and then costs something to read: it is read anew after so long. */
const USUAL_MS = 30_000;
const MUCH = 500;
const kept = new Map<number, { usual: Usual; until: number }>();

async function usualIn(campaignId: number, definition: ProtocolDefinition | null): Promise<Usual> {
  const at = now().getTime();
  for (const [campaign, { until }] of kept) if (until <= at) kept.delete(campaign);
  const known = kept.get(campaignId);
  if (known) return known.usual;
  const of = (columns: Prisma.Sql) => Prisma.sql`
    SELECT ${columns} FROM campaign_raters m CROSS JOIN LATERAL (${latestOf(campaignId, Prisma.sql`m.rater_id`, EACH)}) j WHERE m.campaign_id = ${campaignId}`;
  const counted =
    definition === null
      ? await db.$queryRaw<{ raterId: number; outcome: string; ratings: number }[]>`
          ${of(Prisma.sql`j.rater_id AS "raterId", ${VERDICT} AS outcome, count(*)::int AS ratings`)} GROUP BY 1, 2`
      : (await db.$queryRaw<SaidRow[]>`${of(SAID)}`).map((rating) => ({
          raterId: rating.raterId,
          outcome: outcomeOf(rating, definition),
          ratings: 1,
        }));
  const usual = new Map<number, Map<string, number>>();
  let total = 0;
  for (const { raterId, outcome, ratings } of counted) {
    const said = usual.get(raterId) ?? new Map<string, number>();
    usual.set(raterId, said.set(outcome, (said.get(outcome) ?? 0) + ratings));
    total += ratings;
  }
  if (total > MUCH) kept.set(campaignId, { usual, until: at + USUAL_MS });
  return usual;
}

/** What a rating says, by the order in which its rater saw the responses; what is written freely aside. */
function outcomeOf({ shownOrder, answers }: SaidRow, definition: ProtocolDefinition): string {
  const shown = answersAsShown(definition, answersOfColumns(answers ?? []), shownOrder);
  return JSON.stringify(
    Object.entries(shown)
      .filter(([, answer]) => !("text" in answer))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Writes an alarm, pauses the rater where the campaign says so, and tells managers and rater; once, whoever asks at once. */
async function raiseAlarm(actor: Actor, alarm: Raised): Promise<void> {
  const { campaignId, raterId, kind, figures, lastJudgmentId } = alarm;
  await transaction(async (tx) => {
    const place = await lockPlace(tx, alarm);
    if (place === null || place.pausedAt !== null) return;
    const paused = place.alarmPauses;
    const [made] = await tx.$queryRaw<{ id: number }[]>`
      INSERT INTO rater_alarms (campaign_id, rater_id, kind, figures, last_judgment_id, paused)
      VALUES (${campaignId}, ${raterId}, ${kind}, ${JSON.stringify(figures)}::jsonb, ${lastJudgmentId}, ${paused})
      ON CONFLICT (campaign_id, rater_id, kind) WHERE settled_at IS NULL DO NOTHING RETURNING id`;
    if (made === undefined) return;
    if (paused) await pause(tx, alarm, kind);
    await recordAudit(tx, actor, campaignAlarmRaised, {
      campaignId,
      name: place.campaign,
      raterId,
      kind,
      paused,
    });
    await notify(
      tx,
      { to: (await managers(tx)).filter((userId) => userId !== raterId) },
      raterAlarmNotice,
      { campaignId, campaign: place.campaign, raterId, rater: place.rater, alarm: kind, paused },
    );
    if (paused) await tellPaused(tx, raterId, { campaignId, campaign: place.campaign }, kind);
  });
}

/** The maintainers of campaigns. */
async function managers(tx: Tx): Promise<number[]> {
  const people = await tx.user.findMany({
    where: {
      kind: "person",
      deactivatedAt: null,
      roles: { hasSome: [...PERMISSIONS["campaigns.manage"]] },
    },
    select: { id: true },
  });
  return people.map(({ id }) => id);
}

/** A rater's place in a campaign, behind its lock. */
export interface LockedPlace {
  campaign: string;
  status: string;
  rater: string;
  alarmPauses: boolean;
  leftAt: Date | null;
  pausedAt: Date | null;
}

export async function lockPlace(
  tx: Tx,
  { campaignId, raterId }: Place,
): Promise<LockedPlace | null> {
  const [place] = await tx.$queryRaw<LockedPlace[]>`
    SELECT c.name AS campaign, c.status, u.name AS rater, c.alarm_pauses AS "alarmPauses", m.left_at AS "leftAt", m.paused_at AS "pausedAt"
    FROM campaign_raters m JOIN campaigns c ON c.id = m.campaign_id JOIN users u ON u.id = m.rater_id
    WHERE m.campaign_id = ${campaignId} AND m.rater_id = ${raterId} FOR UPDATE OF m`;
  return place ?? null;
}

/** Pauses a rater: what they hold stays theirs, and what no one has seen may still be moved. */
export async function pause(
  tx: Tx,
  { campaignId, raterId }: Place,
  because: PauseCause,
): Promise<void> {
  await tx.campaignRater.update({
    where: { campaignId_raterId: { campaignId, raterId } },
    data: { pausedAt: now(), pausedBecause: because },
  });
}

/** Tells a rater in plain words why they are paused. */
export async function tellPaused(
  tx: Tx,
  raterId: number,
  campaign: { campaignId: number; campaign: string },
  because: PauseCause,
): Promise<void> {
  await notify(tx, { to: [raterId] }, raterPausedNotice, { ...campaign, because });
}
