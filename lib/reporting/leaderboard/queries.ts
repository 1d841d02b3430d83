import { methodNames } from "@/lib/reporting/generated-runs/queries";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { accuracyOfRuns, recentAccuracyOfRuns } from "@/lib/reporting/accuracy/queries";
import {
  accuracyRequest,
  type AccuracyReport,
  type AccuracyRequest,
} from "@/lib/reporting/accuracy/schema";
import { isoDayOf } from "@/lib/platform/days";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { arePublicPagesOn, requirePublicPages } from "@/lib/dataset/releases/queries";
import {
  leaderboardCountingSchema,
  type Leaderboard,
  type LeaderboardSettings,
  type RunConfiguration,
} from "./schema";

async function readSettings(): Promise<Omit<LeaderboardSettings, "publicPages">> {
  const [row, runs] = await Promise.all([
    db.leaderboardSettings.findUniqueOrThrow({ where: { id: 1 } }),
    db.leaderboardRun.findMany({ orderBy: [{ position: "asc" }, { runId: "asc" }] }),
  ]);
  const { isPublic, splitYear, footnote, version } = row;
  return {
    isPublic,
    ...leaderboardCountingSchema.parse(row),
    splitYear,
    footnote,
    version,
    runIds: runs.map(({ runId }) => runId),
  };
}

async function readLeaderboard(
  report: (request: AccuracyRequest) => Promise<AccuracyReport>,
): Promise<Leaderboard> {
  const { isPublic, footnote, runIds, splitYear, evaluatorId, split, verdicts, rule, truth, gold } =
    await readSettings();
  return {
    isPublic,
    footnote,
    report:
      runIds.length === 0
        ? null
        : await report(
            accuracyRequest.parse({
              runs: runIds,
              split,
              verdicts,
              evaluator: evaluatorId,
              rule,
              truth,
              gold,
              year: splitYear,
            }),
          ),
  };
}

/** The listed runs with their accuracy as of now. */
export async function getLeaderboard(actor: Actor): Promise<Leaderboard> {
  authorize(actor, "reports.read");
  return readLeaderboard((request) => accuracyOfRuns(request, { groups: true }));
}

export async function getLeaderboardSettings(actor: Actor): Promise<LeaderboardSettings> {
  authorize(actor, "leaderboard.manage");
  const [settings, publicPages] = await Promise.all([readSettings(), arePublicPagesOn()]);
  return { ...settings, publicPages };
}

// For anyone, without an account ---------------------------------------------------------------------------------

/** True while anyone may read the leaderboard. */
export async function isLeaderboardPublic(): Promise<boolean> {
  const [settings, publicPages] = await Promise.all([
    db.leaderboardSettings.findUniqueOrThrow({ where: { id: 1 }, select: { isPublic: true } }),
    arePublicPagesOn(),
  ]);
  return publicPages && settings.isPublic;
}

async function requirePublicLeaderboard(): Promise<void> {
  await requirePublicPages();
  if (!(await isLeaderboardPublic())) throw new NotFound("This page");
}

/** Its counts may be some seconds old, as it says itself; whether it is shown is asked each time. @throws NotFound while it is not public */
export async function publicLeaderboard(): Promise<Leaderboard> {
  await requirePublicLeaderboard();
  return readLeaderboard(recentAccuracyOfRuns);
}

/** The conditions of a run that is listed. @throws NotFound also for runs that are not, and while the leaderboard is not public */
export async function publicRunConditions(runId: number): Promise<RunConfiguration> {
  await requirePublicLeaderboard();
  const listed = await db.leaderboardRun.findUnique({
    where: { runId },
    select: {
      run: { include: { model: true, release: { select: { name: true, sha256: true } } } },
    },
  });
  if (!listed) throw new NotFound("This run");
  const { run } = listed;
  const methods = await methodNames([runId]);
  const { name: model, provider, size, knowledgeCutoff, dateInPrompt, hasWebSearch } = run.model;
  return {
    runId,
    model,
    provider,
    size,
    knowledgeCutoff,
    dateInPrompt,
    hasWebSearch,
    run: run.name,
    ranOn: isoDayOf(run.ranOn),
    promptMethod: methods.get(runId) ?? run.promptMethod,
    temperature: run.temperature,
    maxTokens: run.maxTokens,
    release: run.release.name,
    sha256: run.release.sha256,
  };
}
