import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { transactionOnce } from "@/lib/platform/client-keys";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { datasetDay } from "@/lib/dataset/schedule/queries";
import { truthProblem } from "@/lib/reporting/snapshots/rules";
import type { UpdateLeaderboard } from "./schema";
import { changeLeaderboard, lockLeaderboard } from "./writes";

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
  const { version, clientKey, ...wanted } = input;
  const problem = truthProblem(wanted.truth, await datasetDay());
  if (problem !== null) return refuse("not-over", problem, { fields: { truth: problem } });
  return transactionOnce(actor, "updateLeaderboard", clientKey, async (tx) => {
    const present = await lockLeaderboard(tx);
    if (present.version !== version) {
      return refuse(
        "stale",
        "Someone else changed the leaderboard while you were editing. Nothing was saved, but your settings are still here. Reload the page to see their changes.",
      );
    }
    const { evaluatorId } = wanted;
    if (evaluatorId !== null && (await tx.evaluator.count({ where: { id: evaluatorId } })) === 0) {
      return refuse("no-evaluator", "This evaluator no longer exists. Nothing was saved.", {
        fields: { evaluatorId: "Choose an evaluator from the list." },
      });
    }
    if (
      (await tx.modelRun.count({ where: { id: { in: wanted.runIds } } })) !== wanted.runIds.length
    ) {
      return refuse("no-run", "One of these runs no longer exists. Nothing was saved.", {
        fields: { runIds: "Choose runs from the list." },
      });
    }
    if (!(await changeLeaderboard(tx, actor, present, wanted)))
      return refuse("unchanged", "No changes to save.");
    return ok({ version: version + 1 });
  });
}
