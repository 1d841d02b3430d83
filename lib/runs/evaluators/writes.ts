import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import { evaluatorDefinitionSchema, type EvaluatorDefinition } from "./schema";

/**
 * Freezes a version for the job that is about to use it: from then on it cannot change. Others may freeze it at the same
 * time.
 * @returns null where there is no such evaluator, or its verdicts come in files
 */
export async function freezeEvaluator(
  tx: Tx,
  evaluatorId: number,
): Promise<{ name: string; definition: EvaluatorDefinition; servedModelId: number } | null> {
  await lockRow(tx, "evaluators", evaluatorId, { referenced: true });
  const found = await tx.evaluator.findUnique({ where: { id: evaluatorId } });
  if (found === null || found.definition === null || found.servedModelId === null) return null;
  if (found.frozenAt === null)
    await tx.evaluator.update({ where: { id: evaluatorId }, data: { frozenAt: now() } });
  return {
    name: found.name,
    definition: evaluatorDefinitionSchema.parse(found.definition),
    servedModelId: found.servedModelId,
  };
}
