import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { datasetDay } from "@/lib/dataset/schedule/queries";
import { truthProblem } from "@/lib/reporting/snapshots/rules";
import type { UpdateLeaderboard } from "./schema";
import { lockRow } from "@/lib/platform/locked-row";

/**
 * Decides which runs are listed, by which rule, and whether anyone may read it.
 * Refusals: `not-over` (the truth's day), `stale`, `unchanged`, `no-run` where a listed run does not exist,
 * `no-evaluator` likewise; `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function updateLeaderboard(
  actor: Actor,
  input: UpdateLeaderboard,
): Promise<
  Result<
    { version: number },
    "key-taken" | "no-evaluator" | "no-run" | "not-over" | "stale" | "unchanged"
  >
> {
  authorize(actor, "leaderboard.manage");
  const { runIds, version, clientKey, ...wanted } = input;
  const problem = truthProblem(wanted.truth, await datasetDay());
  if (problem !== null) return refuse("not-over", problem, { fields: { truth: problem } });
  return transactionOnce(actor, "updateLeaderboard", clientKey, async (tx) => {
    await lockRow(tx, "leaderboard_settings", 1);
    const [present, listed] = [
      await tx.leaderboardSettings.findUniqueOrThrow({ where: { id: 1 } }),
      await tx.leaderboardRun.findMany({ orderBy: [{ position: "asc" }, { runId: "asc" }] }),
    ];
    if (present.version !== version) {
      return refuse(
        "stale",
        "Someone else changed the leaderboard while you were editing. Nothing was saved, but your settings are still here. Reload the page to see their changes.",
      );
    }
    const before = listed.map(({ runId }) => runId);
    const changes: Record<string, { from: string; to: string }> = {};
    const note = (name: string, from: string, to: string) => {
      if (from !== to) changes[name] = { from, to };
    };
    note("isPublic", String(present.isPublic), String(wanted.isPublic));
    note("split", present.split, wanted.split);
    note("verdicts", present.verdicts, wanted.verdicts);
    const evaluators = await tx.evaluator.findMany({
      where: { id: { in: [present.evaluatorId, wanted.evaluatorId].filter((id) => id !== null) } },
      select: { id: true, name: true },
    });
    const named = (wantedId: number | null) =>
      evaluators.find(({ id }) => id === wantedId)?.name ?? "";
    if (wanted.evaluatorId !== null && named(wanted.evaluatorId) === "") {
      return refuse("no-evaluator", "This evaluator no longer exists. Nothing was saved.", {
        fields: { evaluatorId: "Choose an evaluator from the list." },
      });
    }
    note("evaluator", named(present.evaluatorId), named(wanted.evaluatorId));
    note("rule", present.rule, wanted.rule);
    note("truth", present.truth, wanted.truth);
    note("gold", present.gold, wanted.gold);
    note("splitYear", String(present.splitYear), String(wanted.splitYear));
    note("runs", before.join(", "), runIds.join(", "));
    note("footnote", present.footnote, wanted.footnote);
    if (Object.keys(changes).length === 0) return refuse("unchanged", "No changes to save.");
    if ((await tx.modelRun.count({ where: { id: { in: runIds } } })) !== runIds.length) {
      return refuse("no-run", "One of these runs no longer exists. Nothing was saved.", {
        fields: { runIds: "Choose runs from the list." },
      });
    }
    // The text itself is no matter of the log.
    if (changes.footnote)
      changes.footnote = {
        from: `${present.footnote.length} characters`,
        to: `${wanted.footnote.length} characters`,
      };
    await tx.leaderboardRun.deleteMany();
    await tx.leaderboardRun.createMany({
      data: runIds.map((runId, position) => ({ runId, position })),
    });
    await tx.leaderboardSettings.update({
      where: { id: 1 },
      data: { ...wanted, version: version + 1, updatedAt: now() },
    });
    await recordAudit(tx, actor, { type: "leaderboard.changed", data: { changes } });
    return ok({ version: version + 1 });
  });
}
