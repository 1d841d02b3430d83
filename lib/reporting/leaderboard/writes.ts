import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import { leaderboardChanged } from "./audit-events";

/** The leaderboard as it stands, which nobody else changes until the transaction ends. */
export async function lockLeaderboard(tx: Tx) {
  await lockRow(tx, "leaderboard_settings", 1);
  const settings = await tx.leaderboardSettings.findUniqueOrThrow({
    where: { id: 1 },
    omit: { id: true, updatedAt: true },
  });
  const listed = await tx.leaderboardRun.findMany({
    orderBy: [{ position: "asc" }, { runId: "asc" }],
  });
  return { ...settings, runIds: listed.map(({ runId }) => runId) };
}
type LockedLeaderboard = Awaited<ReturnType<typeof lockLeaderboard>>;

/**
 * Changes the leaderboard, and says in the log what.
 * @param wanted what is not in it stays. @returns whether anything of it was different
 */
export async function changeLeaderboard(
  tx: Tx,
  actor: Actor,
  present: LockedLeaderboard,
  wanted: Partial<Omit<LockedLeaderboard, "version">>,
): Promise<boolean> {
  const { runIds, version, ...settings } = { ...present, ...wanted };
  const evaluators = await tx.evaluator.findMany({
    where: { id: { in: [present.evaluatorId, settings.evaluatorId].filter((id) => id !== null) } },
    select: { id: true, name: true },
  });
  const inWords = ({
    evaluatorId,
    runIds: runs,
    ...board
  }: Omit<LockedLeaderboard, "version">) => ({
    isPublic: String(board.isPublic),
    split: board.split,
    verdicts: board.verdicts,
    evaluator: evaluators.find(({ id }) => id === evaluatorId)?.name ?? "",
    rule: board.rule,
    truth: board.truth,
    gold: board.gold,
    splitYear: String(board.splitYear),
    runs: runs.join(", "),
    footnote: board.footnote,
  });
  const [before, after] = [inWords(present), inWords({ ...settings, runIds })];
  const different = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (different.length === 0) return false;
  await tx.leaderboardRun.deleteMany();
  await tx.leaderboardRun.createMany({
    data: runIds.map((runId, position) => ({ runId, position })),
  });
  await tx.leaderboardSettings.update({
    where: { id: 1 },
    data: { ...settings, version: version + 1, updatedAt: now() },
  });
  // A footnote's text itself is no matter of the log.
  const noted = (name: (typeof different)[number], words: string) =>
    name === "footnote" ? `${words.length} characters` : words;
  const changes = Object.fromEntries(
    different.map((name) => [
      name,
      { from: noted(name, before[name]), to: noted(name, after[name]) },
    ]),
  );
  await recordAudit(tx, actor, leaderboardChanged, { changes });
  return true;
}
