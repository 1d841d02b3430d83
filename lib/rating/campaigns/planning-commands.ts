import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { transaction, violates } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import type {
  CampaignPlan,
  campaignSchema,
  createCampaignSchema,
  editCampaignSchema,
  updateCampaignSchema,
} from "./schema";
import { lockCampaign } from "./writes";
import { type CampaignRef, checkPlan, writePeople } from "./plan-writes";
import { refuseUnknown, refuseStale } from "./refusals";
import { campaignDiscarded, campaignEdited, campaignPlanned } from "./audit-events";

// Planning --------------------------------------------------------------------------------------------------------

/**
 * Saves a new campaign as a draft. The same `clientKey` again answers with the one that the first call made.
 * Refusals: `taken` (the name), `unknown` (a run or rater that is not there, or no rater any more), `too-large` (more
 * runs than a rater ranks); `key-taken`. It is so in the commands below, too, which keep their keys in client_keys.
 */
export async function createCampaign(
  actor: Actor,
  input: z.output<typeof createCampaignSchema>,
): Promise<Result<CampaignRef, "key-taken" | "taken" | "too-large" | "unknown">> {
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
      const problem = await checkPlan(tx, input.plan, null);
      if (problem) return problem;
      const campaign = await tx.campaign.create({
        data: { ...columnsOf(input.plan), clientKey: input.clientKey, createdById: actor.userId },
        select: { id: true },
      });
      await writePeople(tx, campaign.id, input.plan);
      await recordAudit(tx, actor, campaignPlanned, {
        campaignId: campaign.id,
        name: input.plan.name,
        version: 1,
      });
      return ok({ campaignId: campaign.id, version: 1 });
    }),
  );
}

/**
 * Changes the plan of a draft.
 * Refusals: `not-found`; `not-draft` (it was opened in the meantime); `stale` (someone changed it since); `taken`;
 * `too-large`; `unknown`.
 */
export async function updateCampaign(
  actor: Actor,
  input: z.output<typeof updateCampaignSchema>,
): Promise<
  Result<
    CampaignRef,
    "key-taken" | "not-draft" | "not-found" | "stale" | "taken" | "too-large" | "unknown"
  >
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
      const before = await tx.campaign.findUniqueOrThrow({
        where: { id: campaign.id },
        select: { protocolVersionId: true },
      });
      const problem = await checkPlan(tx, input.plan, before.protocolVersionId);
      if (problem) return problem;
      const { version } = await tx.campaign.update({
        where: { id: campaign.id },
        data: { ...columnsOf(input.plan), version: { increment: 1 } },
        select: { version: true },
      });
      await tx.campaignRun.deleteMany({ where: { campaignId: campaign.id } });
      await tx.campaignRater.deleteMany({ where: { campaignId: campaign.id } });
      await writePeople(tx, campaign.id, input.plan);
      await recordAudit(tx, actor, campaignPlanned, {
        campaignId: campaign.id,
        name: input.plan.name,
        version,
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
    await recordAudit(tx, actor, campaignDiscarded, {
      campaignId: campaign.id,
      name: campaign.name,
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
      await recordAudit(tx, actor, campaignEdited, {
        campaignId: campaign.id,
        name: input.name,
        deadline: input.deadline,
      });
      return ok({ campaignId: campaign.id, version });
    }),
  );
}

function columnsOf(plan: CampaignPlan) {
  const {
    protocolVersionId,
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
    protocolVersionId,
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
