import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction, violates, type Tx } from "@/lib/platform/db";
import { ok, refuse, type RefusalCode, type Result } from "@/lib/platform/result";
import { notify, readNoticesOfCampaign } from "@/lib/people/notifications/writes";
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
  TAKE_OVER,
  type campaignRaterSchema,
  type CampaignPlan,
  type CampaignStatus,
  type campaignSchema,
  type changeStatusSchema,
  type conflictSchema,
  type createCampaignSchema,
  type editCampaignSchema,
  type followUpSchema,
  type nudgeSchema,
  type openCampaignSchema,
  type responseSchema,
  type setGoldSchema,
  type Truth,
  type updateCampaignSchema,
} from "./schema";
import {
  addGold,
  lockCampaign,
  placeUnassigned,
  countRemainingItems,
  releaseWork,
  shufflePending,
  standingGold,
  takeItemsFromSlowest,
  writeTasks,
  type Choice,
  type LockedCampaign,
  LONG,
  type ReassignResult,
  countUnassigned,
  changeConflict,
  lockPerson,
  listStaleRuns,
} from "./writes";
import { countOf, formatCount } from "@/lib/platform/format";
import { lockRow } from "@/lib/platform/locked-row";

/** A campaign after a change. */
export interface CampaignRef {
  campaignId: number;
  version: number;
}

// Planning --------------------------------------------------------------------------------------------------------

/**
 * Saves a new campaign as a draft. The same `clientKey` again answers with the one that the first call made.
 * Refusals: `taken` (the name), `unknown` (a run or rater that is not there, or no rater any more);
 * `key-taken`. It is so in the commands below, too, which keep their keys in client_keys.
 */
export async function createCampaign(
  actor: Actor,
  input: z.output<typeof createCampaignSchema>,
): Promise<Result<CampaignRef, "key-taken" | "taken" | "unknown">> {
  authorize(actor, "campaigns.manage");
  return nameIsFree(() =>
    transaction(async (tx) => {
      // Two drafts of one key queue here, so that the second finds the first.
      await lock(tx, "campaignKey", input.clientKey);
      const earlier = await tx.campaign.findUnique({
        where: { clientKey: input.clientKey },
        select: { id: true, version: true, createdById: true },
      });
      if (earlier)
        return earlier.createdById === actor.userId
          ? ok({ campaignId: earlier.id, version: earlier.version })
          : refuseKeyTaken();
      const problem = await checkPlan(tx, input.plan);
      if (problem) return problem;
      const campaign = await tx.campaign.create({
        data: { ...columnsOf(input.plan), clientKey: input.clientKey, createdById: actor.userId },
        select: { id: true },
      });
      await writePeople(tx, campaign.id, input.plan);
      await recordAudit(tx, actor, {
        type: "campaign.planned",
        data: { campaignId: campaign.id, name: input.plan.name, version: 1 },
      });
      return ok({ campaignId: campaign.id, version: 1 });
    }),
  );
}

/**
 * Changes the plan of a draft.
 * Refusals: `not-found`; `not-draft` (it was opened in the meantime); `stale` (someone changed it since); `taken`; `unknown`.
 */
export async function updateCampaign(
  actor: Actor,
  input: z.output<typeof updateCampaignSchema>,
): Promise<
  Result<CampaignRef, "key-taken" | "not-draft" | "not-found" | "stale" | "taken" | "unknown">
> {
  authorize(actor, "campaigns.manage");
  return nameIsFree(() =>
    transactionOnce(actor, "updateCampaign", input.clientKey, async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status !== "draft")
        return refuse(
          "not-draft",
          "This campaign has been opened, so its plan can't be changed. Nothing was saved.",
        );
      if (campaign.version !== input.version) return refuseStale();
      const problem = await checkPlan(tx, input.plan);
      if (problem) return problem;
      const { version } = await tx.campaign.update({
        where: { id: campaign.id },
        data: { ...columnsOf(input.plan), version: { increment: 1 } },
        select: { version: true },
      });
      await tx.campaignRun.deleteMany({ where: { campaignId: campaign.id } });
      await tx.campaignRater.deleteMany({ where: { campaignId: campaign.id } });
      await writePeople(tx, campaign.id, input.plan);
      await recordAudit(tx, actor, {
        type: "campaign.planned",
        data: { campaignId: campaign.id, name: input.plan.name, version },
      });
      return ok({ campaignId: campaign.id, version });
    }),
  );
}

/** Deletes a draft; what was opened stays for good. */
export async function discardCampaign(
  actor: Actor,
  input: z.output<typeof campaignSchema>,
): Promise<Result<void, "key-taken" | "not-draft" | "not-found">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "discardCampaign", input.clientKey, async (tx) => {
    const campaign = await lockCampaign(tx, input.campaignId);
    if (!campaign) return refuseUnknown();
    if (campaign.status !== "draft")
      return refuse("not-draft", "Opened campaigns can't be deleted. Close it instead.");
    await tx.campaign.delete({ where: { id: campaign.id } });
    await recordAudit(tx, actor, {
      type: "campaign.discarded",
      data: { campaignId: campaign.id, name: campaign.name },
    });
    return ok();
  });
}

/** Changes name, instructions and deadline, at any time. */
export async function editCampaign(
  actor: Actor,
  input: z.output<typeof editCampaignSchema>,
): Promise<Result<CampaignRef, "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, "campaigns.manage");
  return nameIsFree(() =>
    transactionOnce(actor, "editCampaign", input.clientKey, async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.version !== input.version) return refuseStale();
      const { version } = await tx.campaign.update({
        where: { id: campaign.id },
        data: {
          name: input.name,
          instructions: input.instructions,
          deadline: dayOf(input.deadline),
          version: { increment: 1 },
        },
        select: { version: true },
      });
      await recordAudit(tx, actor, {
        type: "campaign.edited",
        data: { campaignId: campaign.id, name: input.name, deadline: input.deadline },
      });
      return ok({ campaignId: campaign.id, version });
    }),
  );
}

function columnsOf(plan: CampaignPlan) {
  const {
    name,
    instructions,
    sample,
    ratingsPerResponse,
    overlap,
    seed,
    truth,
    goldRate,
    namesHidden,
    ratersMayAdjudicate,
  } = plan;
  return {
    name,
    instructions,
    sample,
    ratingsPerResponse,
    overlap,
    seed,
    truth,
    goldRate,
    namesHidden,
    ratersMayAdjudicate,
    deadline: dayOf(plan.deadline),
  };
}

const dayOf = (iso: string | null) => (iso === null ? null : new Date(`${iso}T00:00:00Z`));

async function writePeople(
  tx: Tx,
  campaignId: number,
  plan: Pick<CampaignPlan, "runIds" | "raterIds">,
): Promise<void> {
  await tx.campaignRun.createMany({ data: plan.runIds.map((runId) => ({ campaignId, runId })) });
  await tx.campaignRater.createMany({
    data: plan.raterIds.map((raterId, i) => ({ campaignId, raterId, number: i + 1 })),
  });
}

async function checkPlan(tx: Tx, plan: Pick<CampaignPlan, "runIds" | "raterIds">) {
  const [runs, raters] = [
    await tx.modelRun.count({ where: { id: { in: plan.runIds } } }),
    await findRaters(tx, plan.raterIds),
  ];
  if (runs < plan.runIds.length)
    return refuse(
      "unknown",
      "A selected run no longer exists. Nothing was saved. Select runs again.",
      { fields: { runIds: "Select runs again." } },
    );
  if (raters.length < plan.raterIds.length) {
    return refuse(
      "unknown",
      "A selected member no longer has the rater role. Nothing was saved. Select raters again.",
      { fields: { raterIds: "Select raters again." } },
    );
  }
  return null;
}

/** Those of some people who may judge. */
async function findRaters(tx: Tx, raterIds: readonly number[]): Promise<number[]> {
  const rows = await tx.user.findMany({
    where: {
      id: { in: [...raterIds] },
      kind: "person",
      deactivatedAt: null,
      roles: { hasSome: [...PERMISSIONS["ratings.judge"]] },
    },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

/** Refuses as `taken` where the name is another campaign's. */
async function nameIsFree<T, C extends RefusalCode>(
  work: () => Promise<Result<T, C>>,
): Promise<Result<T, C | "taken">> {
  try {
    return await work();
  } catch (error) {
    if (!violates(error, "campaigns_name_key")) throw error;
    return refuse(
      "taken",
      "Another campaign has this name. Nothing was saved, but your text is still here.",
      { fields: { name: "Name already in use." } },
    );
  }
}

function refuseUnknown() {
  return refuse("not-found", "Campaign not found.");
}

function refuseStale() {
  return refuse(
    "stale",
    "Someone else changed this campaign. Your text is still here. Check their changes in another tab, then reload and reapply yours.",
  );
}

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

async function writeOpened(
  tx: Tx,
  actor: Actor,
  campaign: LockedCampaign,
  previewed?: PreviewedPlan,
): Promise<Result<CampaignOpened, "changed" | "empty" | "too-large" | "unknown">> {
  const choice = await readChoice(tx, campaign);
  if (choice.runIds.length === 0)
    return refuse("empty", "Choose at least one run.", {
      fields: { runIds: "Choose at least one run." },
    });
  if (choice.raterIds.length === 0)
    return refuse("empty", "Choose at least one rater.", {
      fields: { raterIds: "Choose at least one rater." },
    });
  const problem = await checkPlan(tx, choice);
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
  await recordAudit(tx, actor, {
    type: "campaign.opened",
    data: {
      campaignId: campaign.id,
      name: campaign.name,
      tasks: responses,
      ratings,
      gold,
      raters: choice.raterIds.length,
    },
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

/** Tells raters, once a campaign, how much waits for them. */
async function tellRaters(
  tx: Tx,
  actor: Actor,
  campaign: LockedCampaign,
  raterIds: readonly number[],
): Promise<void> {
  const loads = await countRemainingItems(tx, campaign.id);
  for (const raterId of raterIds) {
    const waiting = loads.get(raterId) ?? 0;
    if (waiting === 0 || raterId === actor.userId) continue;
    await notify(tx, {
      to: [raterId],
      onceKey: `campaign-opened ${campaign.id}`,
      kind: "campaign-opened",
      data: {
        campaignId: campaign.id,
        campaign: campaign.name,
        waiting,
        dueOn: campaign.deadline,
        by: actor.name,
      },
    });
  }
}

async function readChoice(tx: Tx, campaign: LockedCampaign): Promise<Choice> {
  const row = await tx.campaign.findUniqueOrThrow({
    where: { id: campaign.id },
    select: {
      ratingsPerResponse: true,
      overlap: true,
      goldRate: true,
      runs: { select: { runId: true }, orderBy: { runId: "asc" } },
      raters: { select: { raterId: true }, where: { leftAt: null }, orderBy: { number: "asc" } },
    },
  });
  return {
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
    await recordAudit(tx, actor, {
      type: "campaign.status-changed",
      data: { campaignId: campaign.id, name: campaign.name, from: campaign.status, to: input.to },
    });
    return ok({ status: input.to });
  });
}

// Raters come and go ----------------------------------------------------------------------------------------------

/**
 * Lets a rater join, also midway: first what no one had, then pending work of those who have most left, until all are
 * even. What someone has opened stays theirs.
 * Refusals: `not-found`; `closed`; `unknown` (no rater). Joining twice changes nothing.
 */
export async function addRater(
  actor: Actor,
  input: z.output<typeof campaignRaterSchema>,
): Promise<Result<ReassignResult, "closed" | "key-taken" | "not-found" | "unknown">> {
  authorize(actor, "campaigns.manage");
  const { clientKey, ...place } = input;
  return transactionOnce(
    actor,
    "addRater",
    clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, place.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status === "closed") return refuseClosed();
      if ((await findRaters(tx, [place.raterId])).length === 0)
        return refuse("unknown", "This account can't rate responses: it needs the rater role.");
      const before = await tx.campaignRater.findUnique({ where: { campaignId_raterId: place } });
      if (before && before.leftAt === null)
        return ok({ moved: 0, unassigned: await countUnassigned(tx, campaign.id) });
      const last = await tx.campaignRater.aggregate({
        where: { campaignId: campaign.id },
        _max: { number: true },
      });
      await tx.campaignRater.upsert({
        where: { campaignId_raterId: place },
        create: { ...place, number: (last._max.number ?? 0) + 1, joinedAt: now() },
        update: { leftAt: null },
      });
      let moved = 0;
      if (campaign.status !== "draft") {
        moved = await placeUnassigned(tx, campaign);
        moved += await takeItemsFromSlowest(tx, campaign, place.raterId);
        await addGold(tx, campaign.id, place.raterId);
        await shufflePending(tx, campaign, place.raterId);
        if (campaign.status === "open") await tellRaters(tx, actor, campaign, [place.raterId]);
      } else {
        await tx.campaign.update({
          where: { id: campaign.id },
          data: { version: { increment: 1 } },
        });
      }
      await recordAudit(tx, actor, {
        type: "campaign.rater-joined",
        data: { campaignId: campaign.id, name: campaign.name, raterId: place.raterId, moved },
      });
      return ok({ moved, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * Lets a rater leave, also midway: their judgments stay, all else goes to those who have least left and may judge it;
 * what no one may judge waits for someone who joins.
 * Refusals: `not-found` (also: not one of its raters), `closed`. Leaving twice changes nothing.
 */
export async function removeRater(
  actor: Actor,
  input: z.output<typeof campaignRaterSchema>,
): Promise<Result<ReassignResult, "closed" | "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  const { clientKey, ...place } = input;
  return transactionOnce(
    actor,
    "removeRater",
    clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, place.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status === "closed") return refuseClosed();
      const rater = await tx.campaignRater.findUnique({ where: { campaignId_raterId: place } });
      if (!rater) return refuse("not-found", "This member isn't a rater in this campaign.");
      if (rater.leftAt !== null)
        return ok({ moved: 0, unassigned: await countUnassigned(tx, campaign.id) });
      let moved = 0;
      if (campaign.status === "draft") {
        await tx.campaignRater.delete({ where: { campaignId_raterId: place } });
        await tx.campaign.update({
          where: { id: campaign.id },
          data: { version: { increment: 1 } },
        });
      } else {
        await tx.campaignRater.update({
          where: { campaignId_raterId: place },
          data: { leftAt: now() },
        });
        await releaseWork(tx, campaign.id, place.raterId);
        moved = await placeUnassigned(tx, campaign);
      }
      await recordAudit(tx, actor, {
        type: "campaign.rater-left",
        data: { campaignId: campaign.id, name: campaign.name, raterId: place.raterId, moved },
      });
      return ok({ moved, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * A rater whose share is done takes pending items of those who have most left: at most TAKE_OVER at a time, and not so
 * many that they would have less than the taker.
 * Refusals: `not-open`; `not-a-rater`; `not-done` (own items are left); `nothing-left` (nothing that they may judge and
 * have not judged).
 */
export async function takePendingItems(
  actor: Actor,
  input: z.output<typeof campaignSchema>,
): Promise<
  Result<
    { taken: number; remaining: number },
    "key-taken" | "not-a-rater" | "not-done" | "not-open" | "nothing-left"
  >
> {
  authorize(actor, "ratings.judge");
  return transactionOnce(
    actor,
    "takePendingItems",
    input.clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      const rater =
        campaign &&
        (await tx.campaignRater.findUnique({
          where: { campaignId_raterId: { campaignId: campaign.id, raterId: actor.userId } },
        }));
      // Whoever has no part in a campaign is not told that it exists.
      if (!campaign || !rater || rater.leftAt !== null)
        return refuse("not-a-rater", "You aren't a rater in this campaign.");
      if (campaign.status !== "open")
        return refuse(
          "not-open",
          campaign.status === "paused"
            ? "This campaign is paused. You can take items once it resumes."
            : "This campaign is closed.",
        );
      const own = (await countRemainingItems(tx, campaign.id)).get(actor.userId) ?? 0;
      if (own > 0) return refuse("not-done", `Finish your own ${countOf(own, "item")} first.`);
      await placeUnassigned(tx, campaign);
      const placed = (await countRemainingItems(tx, campaign.id)).get(actor.userId) ?? 0;
      const taken =
        placed > 0 ? placed : await takeItemsFromSlowest(tx, campaign, actor.userId, TAKE_OVER);
      if (taken === 0)
        return refuse(
          "nothing-left",
          "No items left to take: all are done, in progress or already yours. Thank you.",
        );
      await recordAudit(tx, actor, {
        type: "campaign.taken-over",
        data: { campaignId: campaign.id, name: campaign.name, count: taken },
      });
      return ok({ taken, remaining: taken });
    },
    LONG,
  );
}

function refuseClosed() {
  return refuse("closed", "This campaign is closed; raters can't be changed.");
}

// Conflicts -------------------------------------------------------------------------------------------------------

/**
 * States that a rater must not judge a run. What they have not judged of it goes to others, in every campaign that is
 * not closed; their judgments stay.
 * Refusals: `not-found`. Stating it twice changes the reason alone.
 */
export async function stateConflict(
  actor: Actor,
  input: z.output<typeof conflictSchema>,
): Promise<Result<ReassignResult, "not-found">> {
  authorize(actor, "campaigns.manage");
  return changeConflict(actor, input, async (tx, campaigns) => {
    await tx.raterConflict.upsert({
      where: { raterId_runId: { raterId: input.raterId, runId: input.runId } },
      create: { ...input, statedById: actor.userId },
      update: { reason: input.reason },
    });
    await recordAudit(tx, actor, {
      type: "conflict.stated",
      data: { raterId: input.raterId, runId: input.runId, reason: input.reason },
    });
    for (const campaign of campaigns)
      await releaseWork(tx, campaign.id, input.raterId, input.runId);
  });
}

/** Takes a conflict back; what no one else could judge may now go to this rater. */
export async function withdrawConflict(
  actor: Actor,
  input: z.output<typeof conflictSchema>,
): Promise<Result<ReassignResult, "not-found">> {
  authorize(actor, "campaigns.manage");
  return changeConflict(actor, input, async (tx) => {
    const { count } = await tx.raterConflict.deleteMany({
      where: { raterId: input.raterId, runId: input.runId },
    });
    if (count > 0)
      await recordAudit(tx, actor, {
        type: "conflict.withdrawn",
        data: { raterId: input.raterId, runId: input.runId },
      });
  });
}

// Gold ------------------------------------------------------------------------------------------------------------

/**
 * Marks a response as gold, or changes what is settled of it, by a further row of the ledger: raters are checked by it
 * in campaigns that mix gold in, and reports of these campaigns count it.
 * Refusals: `not-found`; `stale` (someone else set it since the form was opened, or the answers shown are not its).
 */
export async function setGold(
  actor: Actor,
  input: z.output<typeof setGoldSchema>,
): Promise<Result<void, "key-taken" | "not-found" | "stale">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "setGold", input.clientKey, async (tx) => {
    await lockRow(tx, "responses", input.responseId, { referenced: true });
    const response = await tx.response.findUnique({
      where: { id: input.responseId },
      select: { questionId: true, runId: true },
    });
    const revision = await tx.revision.findUnique({
      where: { id: input.revisionId },
      select: { questionId: true },
    });
    if (!response || revision?.questionId !== response.questionId)
      return refuse("not-found", "Response not found.");
    const before = await standingGold(tx, input.responseId);
    if ((before?.createdAt.toISOString() ?? null) !== input.replaces) {
      return refuse(
        "stale",
        "Someone else set this gold verdict since you opened it. Nothing was saved, but your entries are still here. Open the page in another tab to see theirs.",
      );
    }
    await tx.goldVerdict.create({
      data: {
        responseId: input.responseId,
        kind: before === null ? "set" : "changed",
        revisionId: input.revisionId,
        ...input.verdict,
        explanation: input.explanation,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, {
      type: "gold.set",
      data: {
        responseId: input.responseId,
        runId: response.runId,
        relaxed: input.verdict.relaxed,
        strict: input.verdict.strict,
      },
    });
    return ok();
  });
}

/** Takes a gold verdict back. Refusals: `in-use` where a campaign checks its raters by it. Taking it back twice changes nothing. */
export async function withdrawGold(
  actor: Actor,
  input: z.output<typeof responseSchema>,
): Promise<Result<void, "in-use">> {
  authorize(actor, "campaigns.manage");
  return transaction(async (tx) => {
    await lockRow(tx, "responses", input.responseId, { referenced: true });
    if ((await tx.ratingTask.count({ where: { responseId: input.responseId, gold: true } })) > 0) {
      return refuse(
        "in-use",
        "This gold response is used in a campaign, so it can't be removed. You can change its verdict.",
      );
    }
    const before = await standingGold(tx, input.responseId);
    if (before === null) return ok();
    await tx.goldVerdict.create({
      data: {
        responseId: input.responseId,
        kind: "withdrawn",
        revisionId: before.revisionId,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, {
      type: "gold.withdrawn",
      data: { responseId: input.responseId },
    });
    return ok();
  });
}

// Nudges and follow-ups -------------------------------------------------------------------------------------------

/**
 * Reminds a rater of what waits for them, at most once a day whoever asks.
 * Refusals: `not-found`, `not-open`, `done` (nothing waits), `nudged` (today already).
 */
export async function remindRater(
  actor: Actor,
  input: z.output<typeof nudgeSchema>,
): Promise<Result<void, "done" | "key-taken" | "not-found" | "not-open" | "nudged">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "remindRater", input.clientKey, async (tx) => {
    // Two who nudge one rater queue here.
    const person = await lockPerson(tx, input.raterId);
    const campaign = await tx.campaign.findUnique({
      where: { id: input.campaignId },
      select: { name: true, status: true, deadline: true },
    });
    if (!person || !campaign) return refuseUnknown();
    const waiting = (await countRemainingItems(tx, input.campaignId)).get(input.raterId);
    if (waiting === undefined)
      return refuse("not-found", "This member isn't a rater in this campaign.");
    if (campaign.status !== "open")
      return refuse("not-open", "Only raters of an open campaign can be reminded.");
    if (waiting === 0) return refuse("done", `${person.name} has nothing left to rate.`);
    const onceKey = `campaign-nudge ${person.today}`;
    if (
      await tx.notice.findUnique({
        where: { userId_onceKey: { userId: input.raterId, onceKey } },
        select: { id: true },
      })
    ) {
      return refuse("nudged", `${person.name} has already been reminded today.`);
    }
    await notify(tx, {
      to: [input.raterId],
      onceKey,
      kind: "campaign-nudge",
      data: {
        campaignId: input.campaignId,
        campaign: campaign.name,
        waiting,
        dueOn: campaign.deadline?.toISOString().slice(0, 10) ?? null,
        message: input.message,
        by: actor.name,
      },
    });
    await recordAudit(tx, actor, {
      type: "campaign.nudged",
      data: { campaignId: input.campaignId, name: campaign.name, raterId: input.raterId, waiting },
    });
    return ok();
  });
}

/**
 * Makes and opens a campaign of just what was judged by answers that have changed since, judged by the present ones, as
 * often and by the same raters. Asked for again, it leads to the one that was made.
 * Refusals: `not-found`; `nothing-stale`; and those of openCampaign.
 */
export async function followUp(
  actor: Actor,
  input: z.output<typeof followUpSchema>,
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
      const name = await freeName(tx, campaign.name, earlier.length + 1);
      const { instructions, ratingsPerResponse, overlap, seed, namesHidden, ratersMayAdjudicate } =
        original;
      const made = await tx.campaign.create({
        data: {
          name,
          instructions,
          ratingsPerResponse,
          overlap,
          seed,
          namesHidden,
          ratersMayAdjudicate,
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
