import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import { readNoticesOfCampaign } from "@/lib/people/notifications/writes";
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
  for (const { id, name } of await tx.connection.findMany({ where: service })) {
    await tx.connection.update({ where: { id }, data: { archivedAt: now() } });
    await recordAudit(tx, actor, {
      type: "connection.archived",
      data: { connectionId: id, name },
    });
  }
}

/** Takes the sample's runs off the leaderboard, which is not public any more where nothing else is on it. */
export async function unlistRuns(tx: Tx, actor: Actor): Promise<void> {
  await lockRow(tx, "leaderboard_settings", 1);
  const { isPublic, footnote } = await tx.leaderboardSettings.findUniqueOrThrow({
    where: { id: 1 },
  });
  const before = await tx.leaderboardRun.findMany({ orderBy: [{ position: "asc" }] });
  const models = SAMPLE.runs.map(({ model }) => model.name);
  const { count } = await tx.leaderboardRun.deleteMany({
    where: { run: { release: RELEASES, model: { name: { in: models } } } },
  });
  if (count === 0) return;
  const left = await tx.leaderboardRun.findMany({ orderBy: [{ position: "asc" }] });
  const empty = left.length === 0;
  await tx.leaderboardSettings.update({
    where: { id: 1 },
    data: {
      ...(empty && { isPublic: false }),
      ...(footnote === FOOTNOTE && { footnote: "" }),
      version: { increment: 1 },
      updatedAt: now(),
    },
  });
  const inWords = (runs: readonly { runId: number }[]) => runs.map(({ runId }) => runId).join(", ");
  await recordAudit(tx, actor, {
    type: "leaderboard.changed",
    data: {
      changes: {
        runs: { from: inWords(before), to: inWords(left) },
        ...(isPublic && empty && { isPublic: { from: "true", to: "false" } }),
        ...(footnote === FOOTNOTE && {
          footnote: { from: `${FOOTNOTE.length} characters`, to: "0 characters" },
        }),
      },
    },
  });
}
