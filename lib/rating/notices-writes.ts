import { Prisma, type Tx } from "@/lib/platform/db";
import { campaignNudgeNotice, campaignOpenedNotice } from "./notices";

/** SQL: a notice tells of work in a campaign. */
const tellsOfWork = (campaignId: number): Prisma.Sql =>
  Prisma.sql`read_at IS NULL AND kind IN (${campaignOpenedNotice.kind}, ${campaignNudgeNotice.kind}) AND data -> 'campaignId' = to_jsonb(${campaignId}::int)`;

/** SQL: marks as read what tells a rater of work in a campaign, for those whom their desk shows it. */
export function campaignNoticesRead(raterId: number, campaignId: number): Prisma.Sql {
  return Prisma.sql`
    UPDATE notices SET read_at = now()
    WHERE user_id = ${raterId} AND ${tellsOfWork(campaignId)}`;
}

/** Marks as read what told raters of work in a campaign that is over. */
export async function readNoticesOfCampaign(tx: Tx, campaignId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE notices SET read_at = now()
    WHERE user_id IN (SELECT rater_id FROM campaign_raters WHERE campaign_id = ${campaignId}) AND ${tellsOfWork(campaignId)}`;
}
