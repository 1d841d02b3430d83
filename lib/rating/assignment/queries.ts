import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { campaignMessageNotice, messageSubject } from "./notices";
import type { OverlapPlan, OverlapWanted } from "./schema";
import { planOverlap } from "./writes";

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
    where: {
      userId: actor.userId,
      kind: campaignMessageNotice.kind,
      subject: messageSubject(campaignId),
      readAt: null,
    },
    orderBy: { id: "asc" },
  });
  return rows.flatMap(({ id, data, createdAt }) => {
    const message = campaignMessageNotice.data.safeParse(data).data;
    return message
      ? [{ id, by: message.by, message: message.message, at: createdAt.toISOString() }]
      : [];
  });
}
