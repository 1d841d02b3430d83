/* A campaign from its opening on: opened, paused, resumed, closed, followed up. */
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { readNoticesOfCampaign } from "@/lib/rating/notices-writes";
import { STAYS_CLOSED } from "@/lib/rating/judging/vocabulary";
import {
  canTransition,
  planChanges,
  planNumbers,
  type PlanNumbers,
  type PreviewedPlan,
} from "./rules";
import {
  campaignSampleSchema,
  MAX_RATINGS,
  type CampaignStatus,
  type changeStatusSchema,
  type campaignSchema,
  type openCampaignSchema,
  type Truth,
} from "./schema";
import { lockCampaign, type LockedCampaign, LONG, listStaleRuns } from "./writes";
import { writeTasks, type Choice, goldSourceOf } from "./drawing-writes";
import { countOf, formatCount } from "@/lib/platform/format";
import { storeCitationChecks } from "@/lib/runs/references/writes";
import { protocolForCampaign } from "@/lib/rating/protocols/queries";
import { freezeProtocol } from "@/lib/rating/protocols/writes";
import { type CampaignRef, checkPlan, tellRaters, findRaters, writePeople } from "./plan-writes";
import { refuseUnknown, refuseStale } from "./refusals";
import { campaignOpened, campaignStatusChanged } from "./audit-events";

// The way of a campaign -------------------------------------------------------------------------------------------

/** What opening did. */
export interface CampaignOpened extends CampaignRef {
  /** Responses of the sample. */
  tasks: number;
  ratings: number;
  /** Ratings that none of the raters may give: they wait for further raters. */
  unassigned: number;
}

/**
 * Opens a draft: writes its tasks and gives every wanted rating to a rater, all in one transaction.
 * Refusals: `not-found`; `not-draft`; `stale`; `empty` (no run, no rater, or no response in the sample); `too-large`;
 * `unknown` (someone is no rater any more); `changed` (it would come to something else than the preview said).
 */
export async function openCampaign(
  actor: Actor,
  input: z.output<typeof openCampaignSchema>,
): Promise<
  Result<
    CampaignOpened,
    | "changed"
    | "empty"
    | "key-taken"
    | "not-draft"
    | "not-found"
    | "stale"
    | "too-large"
    | "unknown"
  >
> {
  authorize(actor, "campaigns.manage");
  await checkCitationsOf(input.campaignId);
  return transactionOnce(
    actor,
    "openCampaign",
    input.clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status !== "draft") return refuse("not-draft", "This campaign is already open.");
      if (campaign.version !== input.version) return refuseStale();
      return writeOpened(tx, actor, campaign, input.previewed);
    },
    LONG,
  );
}

/** Has the citations of a campaign's runs checked where its sample goes by that. It takes too long for a transaction. */
async function checkCitationsOf(campaignId: number): Promise<void> {
  const row = await db.campaign.findUnique({
    where: { id: campaignId },
    select: { sample: true, runs: { select: { runId: true } } },
  });
  if (row !== null && campaignSampleSchema.parse(row.sample).citations !== null)
    await storeCitationChecks(row.runs.map(({ runId }) => runId));
}

async function writeOpened(
  tx: Tx,
  actor: Actor,
  campaign: LockedCampaign,
  previewed?: PreviewedPlan,
): Promise<Result<CampaignOpened, "changed" | "empty" | "too-large" | "unknown">> {
  const { protocolVersionId } = await tx.campaign.findUniqueOrThrow({
    where: { id: campaign.id },
    select: { protocolVersionId: true },
  });
  // Before its unit is read, which decides the items; a refusal takes it back.
  await freezeProtocol(tx, protocolVersionId);
  const choice = await readChoice(tx, campaign);
  if (choice.runIds.length === 0)
    return refuse("empty", "Choose at least one run.", {
      fields: { runIds: "Choose at least one run." },
    });
  if (choice.raterIds.length === 0)
    return refuse("empty", "Choose at least one rater.", {
      fields: { raterIds: "Choose at least one rater." },
    });
  const problem = await checkPlan(tx, choice, protocolVersionId);
  if (problem) return problem;
  const { planned, refused } = await writeTasks(
    tx,
    campaign.id,
    choice,
    ({ fingerprint, groups, shares }) => {
      const numbers = planNumbers(groups, shares, choice.raterIds);
      return (
        refusePlan(numbers) ??
        (previewed === undefined || previewed.fingerprint === fingerprint
          ? null
          : refuseChanged(previewed, numbers))
      );
    },
  );
  if (refused) return refused;
  const { responses, ratings, gold, unassigned } = planNumbers(
    planned.groups,
    planned.shares,
    choice.raterIds,
  );
  const { version } = await tx.campaign.update({
    where: { id: campaign.id },
    data: { status: "open", openedAt: now(), version: { increment: 1 } },
    select: { version: true },
  });
  await recordAudit(tx, actor, campaignOpened, {
    campaignId: campaign.id,
    name: campaign.name,
    tasks: responses,
    ratings,
    gold,
    raters: choice.raterIds.length,
  });
  await tellRaters(tx, actor, campaign, choice.raterIds);
  return ok({ campaignId: campaign.id, version, tasks: responses, ratings, unassigned });
}

function refusePlan({ responses, ratings }: PlanNumbers) {
  if (responses === 0)
    return refuse(
      "empty",
      "No responses in this sample. Choose other runs, splits or another sample. Nothing was changed.",
      { fields: { sample: "No responses in this sample." } },
    );
  if (ratings <= MAX_RATINGS) return null;
  return refuse(
    "too-large",
    `That's ${countOf(ratings, "rating")}; the limit is ${formatCount(MAX_RATINGS)} per campaign. Use a smaller sample or fewer runs.`,
  );
}

function refuseChanged(previewed: PreviewedPlan, numbers: PlanNumbers) {
  return refuse(
    "changed",
    `The plan has changed since its preview: ${planChanges(previewed, numbers)}. The campaign was not opened. Check the new preview, then open it again.`,
  );
}

async function readChoice(tx: Tx, campaign: LockedCampaign): Promise<Choice> {
  const row = await tx.campaign.findUniqueOrThrow({
    where: { id: campaign.id },
    select: {
      protocolVersionId: true,
      ratingsPerResponse: true,
      overlap: true,
      goldRate: true,
      runs: { select: { runId: true }, orderBy: { runId: "asc" } },
      raters: { select: { raterId: true }, where: { leftAt: null }, orderBy: { number: "asc" } },
    },
  });
  const protocol = await protocolForCampaign(tx, row.protocolVersionId);
  return {
    protocolVersionId: row.protocolVersionId,
    definition: protocol!.definition,
    goldSource: await goldSourceOf(tx, row.protocolVersionId),
    runIds: row.runs.map((run) => run.runId),
    raterIds: row.raters.map((rater) => rater.raterId),
    sample: campaignSampleSchema.parse(campaign.sample),
    ratingsPerResponse: row.ratingsPerResponse,
    overlap: row.overlap,
    goldRate: row.goldRate,
    truth: campaign.truth as Truth,
    seed: campaign.seed,
    followsId: campaign.followsId,
  };
}

/**
 * Pauses, resumes or closes a campaign. A closed one stays closed. The same status again changes nothing.
 * Refusals: `not-found`, `not-possible` (a draft is opened by openCampaign).
 */
export async function changeCampaignStatus(
  actor: Actor,
  input: z.output<typeof changeStatusSchema>,
): Promise<Result<{ status: CampaignStatus }, "not-found" | "not-possible">> {
  authorize(actor, "campaigns.manage");
  return transaction(async (tx) => {
    const campaign = await lockCampaign(tx, input.campaignId);
    if (!campaign) return refuseUnknown();
    if (campaign.status === input.to) return ok({ status: input.to });
    if (campaign.status === "draft" || !canTransition(campaign.status, input.to)) {
      return refuse(
        "not-possible",
        campaign.status === "closed" ? STAYS_CLOSED : "Open the draft first.",
      );
    }
    await tx.campaign.update({
      where: { id: campaign.id },
      data: {
        status: input.to,
        pausedAt: input.to === "paused" ? now() : null,
        closedAt: input.to === "closed" ? now() : null,
        version: { increment: 1 },
      },
    });
    if (input.to === "closed") await readNoticesOfCampaign(tx, campaign.id);
    await recordAudit(tx, actor, campaignStatusChanged, {
      campaignId: campaign.id,
      name: campaign.name,
      from: campaign.status,
      to: input.to,
    });
    return ok({ status: input.to });
  });
}

/**
 * Makes and opens a campaign of just what was judged by answers that have changed since, judged by the present ones, as
 * often and by the same raters. Asked for again, it leads to the one that was made.
 * Refusals: `not-found`; `nothing-stale`; `empty` (none of the raters may rate now); and those of openCampaign.
 */
export async function followUp(
  actor: Actor,
  input: z.output<typeof campaignSchema>,
): Promise<
  Result<
    CampaignRef & { made: boolean },
    "changed" | "empty" | "key-taken" | "not-found" | "nothing-stale" | "too-large" | "unknown"
  >
> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(
    actor,
    "followUp",
    input.clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      if (!campaign) return refuseUnknown();
      const runs = await listStaleRuns(tx, campaign.id);
      const earlier = await tx.campaign.findMany({
        where: { followsId: campaign.id },
        orderBy: { id: "desc" },
        select: { id: true, version: true },
      });
      if (runs.length === 0) {
        const last = earlier[0];
        return last
          ? ok<CampaignRef & { made: boolean }>({
              campaignId: last.id,
              version: last.version,
              made: false,
            })
          : refuse("nothing-stale", "No outdated ratings: all answers are unchanged.");
      }
      const original = await tx.campaign.findUniqueOrThrow({
        where: { id: campaign.id },
        include: { raters: { where: { leftAt: null }, orderBy: { number: "asc" } } },
      });
      const still = new Set(
        await findRaters(
          tx,
          original.raters.map((rater) => rater.raterId),
        ),
      );
      const raterIds = original.raters
        .map((rater) => rater.raterId)
        .filter((raterId) => still.has(raterId));
      if (raterIds.length === 0)
        return refuse(
          "empty",
          "None of this campaign's raters has an active account with the rater role. Ask an admin to change that for one of them, then try again.",
        );
      const name = await freeName(tx, campaign.name, earlier.length + 1);
      const {
        protocolVersionId,
        instructions,
        ratingsPerResponse,
        overlap,
        seed,
        namesHidden,
        ratersMayAdjudicate,
        auditRate,
      } = original;
      const made = await tx.campaign.create({
        data: {
          protocolVersionId,
          name,
          instructions,
          ratingsPerResponse,
          overlap,
          seed,
          namesHidden,
          ratersMayAdjudicate,
          auditRate: auditRate === 0 ? null : auditRate,
          truth: "present",
          sample: { kind: "stale", splits: [] },
          followsId: campaign.id,
          clientKey: randomUUID(),
          createdById: actor.userId,
        },
        select: { id: true },
      });
      await writePeople(tx, made.id, { runIds: runs.map((run) => run.runId), raterIds });
      // A refusal takes the draft back, too.
      const opened = await writeOpened(tx, actor, (await lockCampaign(tx, made.id))!);
      if (!opened.ok) return opened;
      return ok<CampaignRef & { made: boolean }>({
        campaignId: made.id,
        version: opened.value.version,
        made: true,
      });
    },
    LONG,
  );
}

async function freeName(tx: Tx, of: string, number: number): Promise<string> {
  for (let n = number; ; n++) {
    const name = `${of.slice(0, 180)} · follow-up ${n}`;
    if ((await tx.campaign.count({ where: { name } })) === 0) return name;
  }
}
