import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { inputError } from "@/lib/platform/fields";
import { staleTasks } from "@/lib/rating/campaigns/writes";
import { readWithLag } from "@/lib/platform/replica";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { onceSettled } from "@/lib/platform/settled";
import type { UndatedChanges } from "@/lib/dataset/questions/rules";
import { datasetDay } from "@/lib/dataset/schedule/queries";
import { truthProblem } from "./rules";
import type { FollowedCampaign, PastDay, ReportState, ReportTruth, ToFollowUp } from "./schema";
import { heldSince, undatedOn, type Counting } from "./sql";

/** Refuses a truth whose day is not over, as a schema would. @throws ZodError */
export async function requirePastTruth(truth: ReportTruth): Promise<void> {
  if (truth === "release") return;
  const problem = truthProblem(truth, await datasetDay());
  if (problem !== null) throw inputError(["truth"], problem, truth);
}

/** The time of a report: that of the last thing that its state holds, or now. */
export async function momentOf(state: ReportState | null): Promise<Date> {
  if (state === null) return now();
  const gold =
    state.since === null
      ? Prisma.sql`(SELECT gold FROM report_origin)`
      : Prisma.sql`${state.since.gold}::int`;
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT greatest((SELECT created_at FROM gold_verdicts WHERE id <= ${gold} ORDER BY id DESC LIMIT 1),
      (SELECT judged_at FROM judgments WHERE id <= ${state.judgments}::int ORDER BY id DESC LIMIT 1), (SELECT adjudicated_at FROM adjudications WHERE id <= ${state.adjudications}::int ORDER BY id DESC LIMIT 1),
      (SELECT created_at FROM automatic_verdicts WHERE id <= ${state.automatic}::int ORDER BY id DESC LIMIT 1), (SELECT created_at FROM responses WHERE id <= ${state.responses}::int ORDER BY id DESC LIMIT 1)) AS at`;
  return row?.at ?? new Date(0);
}

/**
 * What a report cannot be certain of where its truth is that of a past day: how many of the questions that its runs
 * answered. Null: of none.
 * @param asked SQL: of these responses `p`
 */
export async function pastDayOf(
  counting: Pick<Counting, "truth" | "state" | "runs">,
  asked = Prisma.sql`TRUE`,
): Promise<PastDay> {
  if (counting.truth === "release") return { undated: null, timeZone: null };
  const [[undated], { timeZone }] = await Promise.all([
    db.$queryRaw<[UndatedChanges]>(undatedOn(counting.truth, counting, asked)),
    datasetDay(),
  ]);
  return { undated: undated.questions === 0 ? null : undated, timeZone };
}

/**
 * Some campaigns with their follow-ups, and those of these, that the state holds: first the campaigns themselves, as they
 * are given, then the others, in the order in which they were opened. What a report of a campaign counts.
 */
async function listFollowed(
  campaignIds: readonly number[],
  state: ReportState | null,
): Promise<FollowedCampaign[]> {
  return db.$queryRaw<FollowedCampaign[]>`
    WITH RECURSIVE followed AS (
      SELECT id, follows_id, opened_at, array_position(${[...campaignIds]}::int[], id) AS place FROM campaigns WHERE id = ANY(${[...campaignIds]}::int[])
      UNION
      SELECT c.id, c.follows_id, c.opened_at, NULL FROM campaigns c JOIN followed f ON c.follows_id = f.id
      WHERE c.id <> ALL(${[...campaignIds]}::int[]) AND EXISTS (SELECT FROM rating_tasks t WHERE t.campaign_id = c.id AND ${heldSince(Prisma.sql`t.id`, state, "tasks")}))
    SELECT id, follows_id AS "followsId", opened_at AS "openedAt" FROM followed ORDER BY place, opened_at, id`;
}

/** What a request names of campaigns; null: all of them. */
interface OfCampaigns {
  campaign: readonly number[] | number | null;
  state: ReportState | null;
}

/**
 * A request with the campaigns whose ratings count: the chosen ones and their follow-ups, as listFollowed has them; null
 * where it may be of all there are.
 */
export type WithFollowUps<Request extends Pick<OfCampaigns, "campaign">> = Request & {
  campaigns: readonly FollowedCampaign[] | Extract<Request["campaign"], null>;
};

/** Adds their follow-ups to a request's campaigns. */
export async function withFollowUps<Request extends OfCampaigns>(
  request: Request,
): Promise<WithFollowUps<Request>> {
  const { campaign, state } = request;
  const campaigns = campaign === null ? null : await listFollowed([campaign].flat(), state);
  return { ...request, campaigns } as WithFollowUps<Request>;
}

/** Which of some campaigns and their follow-ups can be followed up, for who makes follow-ups. */
export async function listToFollowUp(
  actor: Actor,
  campaignIds: readonly number[],
): Promise<ToFollowUp> {
  authorize(actor, "campaigns.manage");
  const followed = await listFollowed(campaignIds, null);
  const ids = followed.map(({ id }) => id);
  const campaigns = await db.$queryRaw<ToFollowUp["campaigns"]>`
    SELECT c.id, c.name FROM campaigns c WHERE c.id = ANY(${ids}::int[]) AND EXISTS (${staleTasks(Prisma.sql`c.id`)}) ORDER BY c.opened_at, c.id`;
  return { campaigns, followUps: followed.filter(({ followsId }) => followsId !== null).length };
}

/**
 * What a report offers where it says that answers have changed: null, where it is of all campaigns, and undefined to who
 * makes no follow-ups.
 * @param changed whether it says so
 */
export async function followUpsOffered(
  actor: Actor,
  changed: boolean,
  campaign: OfCampaigns["campaign"],
): Promise<ToFollowUp | null | undefined> {
  if (!changed || !may(actor, "campaigns.manage")) return undefined;
  return campaign === null ? null : listToFollowUp(actor, [campaign].flat());
}

/** What a report may keep in memory for each step of its statement, so that a million judgments are grouped without a disk. */
const ROOM = "128MB";

/** Runs the statement of a report with enough memory for grouping: on the replica, where the page says of when it is. */
export async function groupedRows<Row>(statement: Prisma.Sql): Promise<Row[]> {
  return readWithLag(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('work_mem', ${ROOM}, true)`;
      return tx.$queryRaw<Row[]>(statement);
    },
    { timeoutMs: 120_000 },
  );
}

/** How long a pinned report waits for what is being written. */
const PATIENCE = "10s";

interface GreatestIds {
  judgments: number;
  adjudications: number;
  automatic: number;
  responses: number;
  gold: number;
  tasks: number;
  revisions: number;
}

const GREATEST_IDS = Prisma.sql`
  SELECT coalesce((SELECT max(id) FROM judgments), 0) AS judgments, coalesce((SELECT max(id) FROM adjudications), 0) AS adjudications,
    coalesce((SELECT max(id) FROM automatic_verdicts), 0) AS automatic, coalesce((SELECT max(id) FROM responses), 0) AS responses,
    coalesce((SELECT max(id) FROM gold_verdicts), 0) AS gold, coalesce((SELECT max(id) FROM rating_tasks), 0) AS tasks,
    coalesce((SELECT max(id) FROM revisions), 0) AS revisions`;

const stateOf = ({ gold, tasks, revisions, ...ids }: GreatestIds): ReportState => ({
  ...ids,
  since: { gold, tasks, revisions },
});

/**
 * The state at the end of a UTC day that is over: the greatest id of each table by when the server wrote it. Of a rating
 * from before that was kept, when it was given.
 */
export async function stateThrough(day: string): Promise<ReportState> {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  const [row] = await db.$queryRaw<[GreatestIds]>`
    SELECT coalesce((SELECT id FROM judgments WHERE coalesce(arrived_at, judged_at) < ${end} ORDER BY id DESC LIMIT 1), 0) AS judgments,
      coalesce((SELECT id FROM adjudications WHERE adjudicated_at < ${end} ORDER BY id DESC LIMIT 1), 0) AS adjudications,
      coalesce((SELECT id FROM automatic_verdicts WHERE created_at < ${end} ORDER BY id DESC LIMIT 1), 0) AS automatic,
      coalesce((SELECT id FROM responses WHERE created_at < ${end} ORDER BY id DESC LIMIT 1), 0) AS responses,
      coalesce((SELECT id FROM gold_verdicts WHERE created_at < ${end} ORDER BY id DESC LIMIT 1), 0) AS gold,
      coalesce((SELECT t.id FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id WHERE c.opened_at < ${end} ORDER BY t.id DESC LIMIT 1), 0) AS tasks,
      coalesce((SELECT id FROM revisions WHERE created_at < ${end} ORDER BY id DESC LIMIT 1), 0) AS revisions`;
  return stateOf(row);
}

/**
 * The greatest ids that can be seen, without waiting for anyone: tells whether something came in, but is no state for an
 * address, as smaller ids may still be on their way.
 */
export async function visibleState(): Promise<ReportState> {
  const [row] = await db.$queryRaw<[GreatestIds]>(GREATEST_IDS);
  return stateOf(row);
}

/** The tables that large imports write come first: while these are waited for, no one who judges has to wait behind us. */
const WRITTEN_TABLES = [
  "responses",
  "automatic_verdicts",
  "revisions",
  "rating_tasks",
  "gold_verdicts",
  "adjudications",
  "judgments",
];

/**
 * The state as it is now, to be put into a report's permanent address. Refusal `busy`: something large is being written.
 *
 * The locks wait until everything that took an id has been committed or given up. Without them a judgment with a smaller
 * id that is still on its way could appear later, and the same address would print other numbers. A report as of now
 * needs none of this.
 */
export async function currentSnapshot(actor: Actor): Promise<Result<ReportState, "busy">> {
  authorize(actor, "reports.read");
  const state = await onceSettled(WRITTEN_TABLES, PATIENCE, async (tx) => {
    const [row] = await tx.$queryRaw<[GreatestIds]>(GREATEST_IDS);
    return stateOf(row);
  });
  return state === null
    ? refuse(
        "busy",
        "Responses, questions or verdicts are being saved right now. Try creating the permalink again in a minute.",
      )
    : ok(state);
}
