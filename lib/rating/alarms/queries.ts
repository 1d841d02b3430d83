import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { FastFigures, PauseCause, RowFigures } from "./vocabulary";

/** An alarm that no one has settled. */
export type OpenAlarm = {
  id: number;
  raterId: number;
  rater: string;
  raisedAt: string;
  paused: boolean;
} & ({ kind: "too-fast"; figures: FastFigures } | { kind: "straight-lining"; figures: RowFigures });

/** What a campaign's page says of alarms. */
export interface CampaignAlarms {
  fastSeconds: number | null;
  straightLining: boolean;
  alarmPauses: boolean;
  /** The newest first. */
  open: OpenAlarm[];
  paused: { raterId: number; because: PauseCause; since: string }[];
}

/** @throws NotFound */
export async function getCampaignAlarms(actor: Actor, campaignId: number): Promise<CampaignAlarms> {
  authorize(actor, "campaigns.manage");
  const campaign = await db.campaign.findUnique({
    where: { id: campaignId },
    select: {
      fastSeconds: true,
      straightLining: true,
      alarmPauses: true,
      alarms: {
        where: { settledAt: null },
        orderBy: { id: "desc" },
        include: { rater: { select: { name: true } } },
      },
      raters: {
        where: { pausedAt: { not: null } },
        select: { raterId: true, pausedAt: true, pausedBecause: true },
      },
    },
  });
  if (campaign === null) throw new NotFound("This campaign");
  const { alarms, raters, ...settings } = campaign;
  return {
    ...settings,
    open: alarms.map(
      ({ id, raterId, rater, raisedAt, paused, kind, figures }) =>
        ({
          id,
          raterId,
          rater: rater.name,
          raisedAt: raisedAt.toISOString(),
          paused,
          kind,
          figures,
        }) as unknown as OpenAlarm,
    ),
    paused: raters.map(({ raterId, pausedAt, pausedBecause }) => ({
      raterId,
      because: pausedBecause as PauseCause,
      since: pausedAt!.toISOString(),
    })),
  };
}
