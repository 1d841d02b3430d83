import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { readNoticesOfCampaign } from "@/lib/people/notifications/writes";
import { FORMER_PILOT, PILOT } from "@/prisma/seed/names";
import { SAMPLE_RELEASES } from "@/prisma/seed/sample";
import { SUBMITTED } from "./sql";

/** Closes the sample's open campaign, so that no one is asked to rate what is gone. */
export async function closePilot(tx: Tx, actor: Actor): Promise<void> {
  const pilot = await tx.campaign.findFirst({
    where: {
      name: { in: [PILOT, FORMER_PILOT] },
      status: { in: ["open", "paused"] },
      runs: {
        every: { run: { release: { name: { in: SAMPLE_RELEASES.map(({ name }) => name) } } } },
      },
    },
    select: { id: true, name: true, status: true },
  });
  if (pilot === null) return;
  await tx.campaign.update({
    where: { id: pilot.id },
    data: { status: "closed", pausedAt: null, closedAt: now(), version: { increment: 1 } },
  });
  await readNoticesOfCampaign(tx, pilot.id);
  await recordAudit(tx, actor, {
    type: "campaign.status-changed",
    data: {
      campaignId: pilot.id,
      name: pilot.name,
      from: pilot.status,
      to: "closed",
    },
  });
}

/** Takes back what the sample's annotators have in work, so that no one is asked to review it. */
export async function withdrawSubmissions(tx: Tx, actor: Actor): Promise<void> {
  const submissions = await tx.$queryRaw<{ id: number }[]>`
    SELECT s.id FROM submissions s JOIN users author ON author.id = s.author_id AND author.sample
    WHERE s.status IN ('draft', 'submitted', 'returned') AND s.draft ->> 'question' = ANY(${SUBMITTED}::text[])
    ORDER BY s.id FOR UPDATE OF s`;
  for (const { id } of submissions) {
    await tx.submission.update({ where: { id }, data: { status: "withdrawn" } });
    await tx.submissionClaim.deleteMany({ where: { submissionId: id } });
    await recordAudit(tx, actor, { type: "submission.withdrawn", data: { submissionId: id } });
  }
}
