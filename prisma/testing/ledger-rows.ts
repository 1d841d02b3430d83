import { answerCellsOf } from "@/lib/dataset/questions/cells";
import { db } from "@/lib/platform/db";

/** All that was ever written about questions, row by row, for oracles that look at the past. */
export async function ledgerRows() {
  const [settings, revisions, verifications, operations, releases] = await Promise.all([
    db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } }),
    db.revision.findMany({ orderBy: [{ questionId: "asc" }, { number: "asc" }] }),
    db.verification.findMany({ orderBy: { id: "asc" } }),
    db.operation.findMany({ orderBy: { id: "asc" } }),
    db.release.findMany({ orderBy: { id: "asc" } }),
  ]);
  return {
    now: new Date(),
    settings,
    revisions: revisions.map((one) => ({ ...one, answers: answerCellsOf(one.cells) })),
    verifications,
    operations,
    releases,
  };
}
