import { db, transaction } from "@/lib/platform/db";
import { now } from "@/lib/platform/clock";
import { goOn, throttledProgress } from "@/lib/dataset/import-engine/life-writes";
import { planForManyRows, showImport } from "@/lib/dataset/import-engine/statements-writes";
import { markCaseRepeats } from "./duplicates-writes";
import { compareWithHeads, restoreDecisions, restoreResolutions } from "./deciding-writes";
import { RELEASE_FILES } from "./kind-writes";
import { matchEqual, matchSimilar, noteLastRevision } from "./matching-writes";

/** Matches the staged rows against the dataset as it is now. */
export async function planImport(importId: number): Promise<"planned"> {
  const say = throttledProgress(RELEASE_FILES, importId);
  await noteLastRevision(importId);
  // An import into an empty dataset has nothing to be matched with, and is spared most passes over its rows.
  const present = await db.questionHead.findFirst({ select: { questionId: true } });
  if (present) await matchEqual(importId);
  await markCaseRepeats(importId);
  if (present) await matchSimilar(importId, (rows) => say({ rowsMatched: rows }));
  await transaction(
    async (tx) => {
      await showImport(tx, "importWorking", importId);
      await planForManyRows(tx);
      if (present) {
        await restoreDecisions(tx, importId);
        await compareWithHeads(tx, importId);
        await restoreResolutions(tx, importId);
      }
      await goOn(tx, RELEASE_FILES, importId, "matching");
      await tx.import.update({
        where: { id: importId },
        data: { status: "planned", plannedAt: now(), progressAt: now() },
      });
    },
    { timeoutMs: 600_000 },
  );
  return "planned";
}
