import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { notify } from "@/lib/people/notifications/writes";
import { raterResumedNotice } from "./notices";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { lockRow } from "@/lib/platform/locked-row";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { alarmSchema, alarmSettingsSchema, raterSchema } from "./schema";
import { lockPlace, pause, tellPaused } from "./writes";
import {
  campaignAlarmSettled,
  campaignAlarmsChanged,
  campaignRaterPaused,
  campaignRaterResumed,
} from "./audit-events";

/**
 * Pauses one rater of a campaign by hand: they get no items, and what they enter from now on waits on their device.
 * Refusals: `not-found` (no rater of it, or no longer), `closed`. Pausing twice changes nothing.
 */
export async function pauseRater(
  actor: Actor,
  input: z.output<typeof raterSchema>,
): Promise<Result<void, "closed" | "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "pauseRater", input.clientKey, async (tx) => {
    const place = await lockPlace(tx, input);
    if (place === null || place.leftAt !== null) return refuseUnknown();
    if (place.status === "closed") return refuse("closed", "This campaign is closed.");
    if (place.pausedAt !== null) return ok();
    await pause(tx, input, "manager");
    await tellPaused(
      tx,
      input.raterId,
      { campaignId: input.campaignId, campaign: place.campaign },
      "manager",
    );
    await recordAudit(tx, actor, campaignRaterPaused, {
      campaignId: input.campaignId,
      name: place.campaign,
      raterId: input.raterId,
    });
    return ok();
  });
}

/**
 * Lets a paused rater go on; their open alarms are settled with it.
 * Refusals: `not-found`. Resuming one who is not paused changes nothing.
 */
export async function resumeRater(
  actor: Actor,
  input: z.output<typeof raterSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  const { campaignId, raterId } = input;
  return transactionOnce(actor, "resumeRater", input.clientKey, async (tx) => {
    const place = await lockPlace(tx, input);
    if (place === null) return refuseUnknown();
    if (place.pausedAt === null) return ok();
    await tx.campaignRater.update({
      where: { campaignId_raterId: { campaignId, raterId } },
      data: { pausedAt: null, pausedBecause: null },
    });
    await tx.raterAlarm.updateMany({
      where: { campaignId, raterId, settledAt: null },
      data: { settledAt: now(), settledById: actor.userId },
    });
    await notify(tx, { to: [raterId] }, raterResumedNotice, {
      campaignId,
      campaign: place.campaign,
      by: actor.name,
    });
    await recordAudit(tx, actor, campaignRaterResumed, {
      campaignId,
      name: place.campaign,
      raterId,
    });
    return ok();
  });
}

/** Settles an alarm: someone has looked at it. Refusals: `not-found`. Settling twice changes nothing. */
export async function settleAlarm(
  actor: Actor,
  input: z.output<typeof alarmSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "settleAlarm", input.clientKey, async (tx) => {
    await lockRow(tx, "rater_alarms", input.alarmId);
    const alarm = await tx.raterAlarm.findUnique({
      where: { id: input.alarmId },
      select: {
        settledAt: true,
        kind: true,
        raterId: true,
        campaign: { select: { id: true, name: true } },
      },
    });
    if (alarm === null) return refuse("not-found", "Alarm not found.");
    if (alarm.settledAt !== null) return ok();
    await tx.raterAlarm.update({
      where: { id: input.alarmId },
      data: { settledAt: now(), settledById: actor.userId },
    });
    await recordAudit(tx, actor, campaignAlarmSettled, {
      campaignId: alarm.campaign.id,
      name: alarm.campaign.name,
      raterId: alarm.raterId,
      kind: alarm.kind,
    });
    return ok();
  });
}

/** Changes when ratings of a campaign raise an alarm. Ratings that were given count too, with the next one. */
export async function changeAlarms(
  actor: Actor,
  input: z.output<typeof alarmSettingsSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  const { campaignId, clientKey, ...settings } = input;
  return transactionOnce(actor, "changeAlarms", clientKey, async (tx) => {
    await lockRow(tx, "campaigns", campaignId, { referenced: true });
    const campaign = await tx.campaign.findUnique({
      where: { id: campaignId },
      select: { name: true },
    });
    if (campaign === null) return refuse("not-found", "Campaign not found.");
    await tx.campaign.update({ where: { id: campaignId }, data: settings });
    await recordAudit(tx, actor, campaignAlarmsChanged, {
      campaignId,
      name: campaign.name,
      ...settings,
    });
    return ok();
  });
}

function refuseUnknown() {
  return refuse("not-found", "This member isn't a rater in this campaign.");
}
