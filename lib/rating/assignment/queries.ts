import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { readNotice } from "@/lib/people/notifications/writes";
import { db, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { OverlapWanted } from "./schema";
import { planOverlap, type OverlapPlan } from "./writes";

export type { OverlapPlan } from "./writes";

/** Counts what raising the overlap would come to. @throws NotFound */
export async function previewOverlap(actor: Actor, wanted: OverlapWanted): Promise<OverlapPlan> {
  authorize(actor, "campaigns.manage");
  const campaign = await db.campaign.findUnique({
    where: { id: wanted.campaignId },
    select: { id: true, seed: true },
  });
  if (campaign === null) throw new NotFound("This campaign");
  return transaction((tx) => planOverlap(tx, campaign, wanted), {
    timeoutMs: 60_000,
    readOnly: true,
  });
}

/** A message to the raters of a campaign, as one of them reads it. */
export interface RaterMessage {
  id: number;
  by: string;
  message: string;
  /** ISO moment. */
  at: string;
}

/** The actor's unread messages in a campaign, the oldest first. */
export async function listUnreadMessages(
  actor: Actor,
  campaignId: number,
): Promise<RaterMessage[]> {
  authorize(actor, "ratings.judge");
  const rows = await db.notice.findMany({
    where: { userId: actor.userId, subject: `message:${campaignId}`, readAt: null },
    orderBy: { id: "asc" },
  });
  return rows.flatMap(({ id, kind, data, createdAt }) => {
    const notice = readNotice(kind, data);
    return notice?.kind === "campaign-message"
      ? [{ id, by: notice.data.by, message: notice.data.message, at: createdAt.toISOString() }]
      : [];
  });
}
