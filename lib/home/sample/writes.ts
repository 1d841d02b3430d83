import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { campaignStatusChanged } from "@/lib/rating/campaigns/audit-events";
import { submissionWithdrawn } from "@/lib/authoring/audit-events";
import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { readNoticesOfCampaign } from "@/lib/rating/notices-writes";
import { changeLeaderboard, lockLeaderboard } from "@/lib/reporting/leaderboard/writes";
import { setArchived } from "@/lib/runs/connections/writes";
import { cancel, lockJob } from "@/lib/runs/jobs/writes";
import { FOOTNOTE, FORMER_PILOT, MODEL_SERVICE, PILOT, SEARCH_SERVICE } from "@/prisma/seed/names";
import { SAMPLE, SAMPLE_RELEASES } from "@/prisma/seed/sample";
import { SUBMITTED } from "./sql";

const RELEASES = { name: { in: SAMPLE_RELEASES.map(({ name }) => name) } };

/** Closes the sample's open campaign, so that no one is asked to rate what is gone. */
export async function closePilot(tx: Tx, actor: Actor): Promise<void> {
  const pilot = await tx.campaign.findFirst({
    where: {
      name: { in: [PILOT, FORMER_PILOT] },
      status: { in: ["open", "paused"] },
      runs: { every: { run: { release: RELEASES } } },
    },
    select: { id: true, name: true, status: true },
  });
  if (pilot === null) return;
  await tx.campaign.update({
    where: { id: pilot.id },
    data: { status: "closed", pausedAt: null, closedAt: now(), version: { increment: 1 } },
  });
  await readNoticesOfCampaign(tx, pilot.id);
  await recordAudit(tx, actor, campaignStatusChanged, {
    campaignId: pilot.id,
    name: pilot.name,
    from: pilot.status,
    to: "closed",
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
    await recordAudit(tx, actor, submissionWithdrawn, { submissionId: id });
  }
}

/** Ends what an interrupted start has left of the sample's jobs, whose services nobody can ask, and archives these. */
export async function endJobs(tx: Tx, actor: Actor): Promise<void> {
  const service = { name: { in: [MODEL_SERVICE, SEARCH_SERVICE] }, archivedAt: null };
  const jobs = await tx.job.findMany({
    where: {
      status: { in: ["running", "paused"] },
      servedModel: { connection: { name: MODEL_SERVICE } },
    },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of jobs) await cancel(tx, actor, (await lockJob(tx, id))!);
  for (const connection of await tx.connection.findMany({ where: service }))
    await setArchived(tx, actor, connection, true);
}

/** Takes the sample's runs off the leaderboard, which is not public any more where nothing else is on it. */
export async function unlistRuns(tx: Tx, actor: Actor): Promise<void> {
  const present = await lockLeaderboard(tx);
  const models = SAMPLE.runs.map(({ model }) => model.name);
  const ofSample = await tx.leaderboardRun.findMany({
    where: { run: { release: RELEASES, model: { name: { in: models } } } },
  });
  if (ofSample.length === 0) return;
  const runIds = present.runIds.filter((id) => !ofSample.some(({ runId }) => runId === id));
  await changeLeaderboard(tx, actor, present, {
    runIds,
    ...(runIds.length === 0 && { isPublic: false }),
    ...(present.footnote === FOOTNOTE && { footnote: "" }),
  });
}
