/* What several commands do with a campaign’s plan and people. */
import { PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import type { Tx } from "@/lib/platform/db";
import { refuse } from "@/lib/platform/result";
import { notify } from "@/lib/people/notifications/writes";
import { campaignOpenedNotice } from "@/lib/rating/notices";
import type { CampaignPlan } from "./schema";
import { countRemainingItems } from "./assigning-writes";
import { type LockedCampaign } from "./writes";
import { protocolForCampaign } from "@/lib/rating/protocols/queries";
import { MAX_RANKED } from "@/lib/rating/protocols/vocabulary";
import { mayBeGold } from "@/lib/rating/gold/rules";

/** A campaign after a change. */
export interface CampaignRef {
  campaignId: number;
  version: number;
}

export async function writePeople(
  tx: Tx,
  campaignId: number,
  plan: Pick<CampaignPlan, "runIds" | "raterIds">,
): Promise<void> {
  await tx.campaignRun.createMany({ data: plan.runIds.map((runId) => ({ campaignId, runId })) });
  await tx.campaignRater.createMany({
    data: plan.raterIds.map((raterId, i) => ({ campaignId, raterId, number: i + 1 })),
  });
}

export async function checkPlan(
  tx: Tx,
  plan: Pick<CampaignPlan, "goldRate" | "protocolVersionId" | "raterIds" | "runIds">,
  /** The version that the plan had before: it keeps it when its protocol is archived. */
  own: number | null,
) {
  const protocol = await protocolForCampaign(tx, plan.protocolVersionId);
  if (protocol === null || (protocol.archived && protocol.versionId !== own))
    return refuse("unknown", "The selected protocol is no longer offered. Nothing was saved.", {
      fields: { protocolVersionId: "Select a protocol again." },
    });
  if (protocol.definition.unit === "question" && plan.runIds.length > MAX_RANKED)
    return refuse(
      "too-large",
      `“${protocol.name}” shows the responses of all runs together: ${MAX_RANKED} runs maximum. Nothing was saved.`,
      { fields: { runIds: `Select up to ${MAX_RANKED} runs.` } },
    );
  if (plan.goldRate > 0 && !mayBeGold(protocol.definition))
    return refuse("unknown", `There is no gold for “${protocol.name}”. Nothing was saved.`, {
      fields: { goldRate: "Rankings and pairs have no gold. Enter 0." },
    });
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
export async function findRaters(tx: Tx, raterIds: readonly number[]): Promise<number[]> {
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

/** Tells raters, once a campaign, how much waits for them. */
export async function tellRaters(
  tx: Tx,
  actor: Actor,
  campaign: LockedCampaign,
  raterIds: readonly number[],
): Promise<void> {
  const loads = await countRemainingItems(tx, campaign.id);
  for (const raterId of raterIds) {
    const waiting = loads.get(raterId) ?? 0;
    if (waiting === 0 || raterId === actor.userId) continue;
    await notify(
      tx,
      { to: [raterId], onceKey: `campaign-opened ${campaign.id}` },
      campaignOpenedNotice,
      {
        campaignId: campaign.id,
        campaign: campaign.name,
        waiting,
        dueOn: campaign.deadline,
        by: actor.name,
      },
    );
  }
}
