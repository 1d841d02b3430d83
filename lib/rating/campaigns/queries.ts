import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import type { ProtocolChoice } from "@/lib/rating/protocols/queries";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import { RELAXED_STRICT_VERSION, type ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { isoDayOf } from "@/lib/platform/days";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import type { CampaignsState } from "./address";
import {
  campaignSampleSchema,
  type CampaignPlan,
  type CampaignSample,
  type CampaignStatus,
  type CampaignToAttend,
  type Truth,
} from "./schema";
import { trainingRequired } from "./writes";
import { staleTasks } from "./writes";

// Lists -----------------------------------------------------------------------------------------------------------

/** A campaign in the list. Days are ISO days, moments ISO times. */
export interface CampaignListItem {
  campaignId: number;
  name: string;
  /** Name and version of its protocol. */
  protocol: string;
  status: CampaignStatus;
  deadline: string | null;
  createdAt: string;
  createdBy: string;
  runs: string[];
  raters: number;
  /** Items of the sample; 0 in a draft. */
  tasks: number;
  ratings: number;
  judged: number;
  followsId: number | null;
}

const CAMPAIGNS_PER_PAGE = 30;

/** SQL: campaign `c` as it is sorted: those that are not open yet have neither items nor ratings. */
const CAMPAIGN_ORDERS: Orders<CampaignsState> = {
  name: Prisma.sql`lower(c.name)`,
  raters: Prisma.sql`(SELECT count(*) FROM campaign_raters r WHERE r.campaign_id = c.id AND r.left_at IS NULL)`,
  items: Prisma.sql`CASE WHEN c.status <> 'draft' THEN (SELECT count(*) FROM rating_tasks t WHERE t.campaign_id = c.id AND t.sampled) END`,
  rated: Prisma.sql`(SELECT count(*) FILTER (WHERE status = 'judged')::float8 / nullif(count(*), 0) FROM rating_assignments WHERE campaign_id = c.id AND c.status <> 'draft')`,
  deadline: Prisma.sql`c.deadline`,
};

/** A page of the campaigns, the newest first if nothing else is asked for. */
export async function listCampaigns(
  actor: Actor,
  state: CampaignsState,
): Promise<ListPage<CampaignListItem>> {
  authorize(actor, "campaigns.manage");
  const { page, sort } = state;
  const order = orderInSql(sort, CAMPAIGN_ORDERS, Prisma.sql`c.id DESC`);
  const [total, rows] = await Promise.all([
    db.campaign.count(),
    db.$queryRaw<(Omit<CampaignListItem, "createdAt"> & { createdAt: Date })[]>`
      SELECT c.id AS "campaignId", c.name, p.name || ', version ' || v.number AS protocol, c.status, c.deadline::text, c.created_at AS "createdAt", u.name AS "createdBy", c.follows_id AS "followsId",
        ARRAY(SELECT ${RUN_LABEL} FROM campaign_runs cr JOIN model_runs run ON run.id = cr.run_id JOIN models m ON m.id = run.model_id WHERE cr.campaign_id = c.id ORDER BY 1) AS runs,
        (SELECT count(*)::int FROM campaign_raters r WHERE r.campaign_id = c.id AND r.left_at IS NULL) AS raters,
        (SELECT count(*)::int FROM rating_tasks t WHERE t.campaign_id = c.id AND t.sampled) AS tasks, coalesce(a.ratings, 0) AS ratings, coalesce(a.judged, 0) AS judged
      FROM (SELECT * FROM campaigns c ORDER BY ${order} ${pageInSql(page, CAMPAIGNS_PER_PAGE)}) c JOIN users u ON u.id = c.created_by
        JOIN protocol_versions v ON v.id = c.protocol_version_id JOIN protocols p ON p.id = v.protocol_id
        LEFT JOIN LATERAL (SELECT count(*)::int AS ratings, count(*) FILTER (WHERE status = 'judged')::int AS judged FROM rating_assignments WHERE campaign_id = c.id) a ON TRUE
      ORDER BY ${order}`,
  ]);
  return {
    rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total,
    page,
    pageSize: CAMPAIGNS_PER_PAGE,
  };
}

/** Answers that changed longer ago than this are no thing to do in a closed campaign: its ratings are evidently left. */
const STALE_FOR_DAYS = 28;

/** The opened campaigns that are finished or have stale ratings, the newest first; closed ones, where answers changed lately. */
export async function listCampaignsToAttend(actor: Actor): Promise<CampaignToAttend[]> {
  authorize(actor, "campaigns.manage");
  return db.$queryRaw<CampaignToAttend[]>`
    WITH changed AS MATERIALIZED (
      SELECT question_id FROM question_heads WHERE answers_since >= (SELECT dataset_today()) - ${STALE_FOR_DAYS}::int),
    -- Of closed ones only those of changed questions: there are ever more of the others.
    attended AS MATERIALIZED (
      SELECT * FROM campaigns c WHERE c.status <> 'draft' AND (c.status <> 'closed' OR EXISTS (
        SELECT FROM rating_tasks t JOIN revisions r ON r.id = t.revision_id JOIN changed USING (question_id) WHERE t.campaign_id = c.id)))
    SELECT "campaignId", name, finished, ratings, stale FROM (
      SELECT c.id AS "campaignId", c.name, c.status = 'open' AND a.ratings > 0 AND a.left = 0 AS finished, a.ratings,
        CASE WHEN c.status <> 'closed' OR s.since >= (SELECT dataset_today()) - ${STALE_FOR_DAYS}::int THEN s.stale ELSE 0 END AS stale
      FROM attended c CROSS JOIN LATERAL (
        SELECT count(*)::int AS ratings, count(*) FILTER (WHERE status <> 'judged')::int AS left FROM rating_assignments WHERE campaign_id = c.id) a
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS stale, max(h.answers_since) AS since FROM (${staleTasks(Prisma.sql`c.id`)}) stale
          JOIN responses p ON p.id = stale.first_response_id JOIN revisions r ON r.id = p.revision_id JOIN question_heads h ON h.question_id = r.question_id) s) found
    WHERE finished OR stale > 0 ORDER BY "campaignId" DESC`;
}

/** SQL: how a run is called where its model is not at hand. */
export const RUN_LABEL = Prisma.sql`(m.name || CASE WHEN run.name = '' THEN '' ELSE ' · ' || run.name END)`;

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
  /** For Relaxed and Strict: other protocols ask for no training. */
  qualified: boolean;
}

interface StatedConflict {
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
    trainingRequired(db),
  ]);
  return users.map((user) => ({
    raterId: user.id,
    name: user.name,
    qualified: !needed || user.qualification !== null,
  }));
}

// One campaign ----------------------------------------------------------------------------------------------------

/** A campaign with its plan. */
export interface CampaignView {
  campaignId: number;
  version: number;
  status: CampaignStatus;
  plan: Omit<CampaignPlan, "sample"> & { sample: CampaignSample };
  protocol: ProtocolChoice & { definition: ProtocolDefinition };
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
      protocol: { include: { protocol: true } },
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
  const definition = protocolDefinitionSchema.parse(row.protocol.definition);
  return {
    campaignId: row.id,
    version: row.version,
    status: row.status as CampaignStatus,
    plan: {
      protocolVersionId: row.protocolVersionId,
      name: row.name,
      instructions: row.instructions,
      runIds: row.runs.map((run) => run.runId),
      raterIds: row.raters.map((rater) => rater.raterId),
      sample: campaignSampleSchema
        .catch({ kind: "all", splits: [], citations: null })
        .parse(row.sample),
      ratingsPerResponse: row.ratingsPerResponse,
      overlap: row.overlap,
      seed: row.seed,
      deadline: isoDayOf(row.deadline),
      truth: row.truth as Truth,
      goldRate: row.goldRate,
      namesHidden: row.namesHidden,
      ratersMayAdjudicate: row.ratersMayAdjudicate,
    },
    protocol: {
      versionId: row.protocol.id,
      protocolId: row.protocol.protocolId,
      name: row.protocol.protocol.name,
      number: row.protocol.number,
      unit: definition.unit,
      definition,
      builtIn: row.protocolVersionId === RELAXED_STRICT_VERSION,
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
