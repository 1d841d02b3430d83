import { Prisma, type Tx } from "./db";

/** Tables of which single rows are locked, so that changes of one thing come one after the other. */
export type LockedTable =
  | "authoring_targets"
  | "connections"
  | "dataset_settings"
  | "evaluators"
  | "imports"
  | "leaderboard_settings"
  | "methods"
  | "model_runs"
  | "models"
  | "rating_settings"
  | "rating_tasks"
  | "response_imports"
  | "responses"
  | "served_models"
  | "submissions"
  | "users";

/**
 * Locks a row until the transaction ends; nothing where there is none. `referenced`: others may go on adding rows that
 * refer to it (FOR NO KEY UPDATE).
 */
export async function lockRow(
  tx: Tx,
  table: LockedTable,
  id: number,
  { referenced = false } = {},
): Promise<void> {
  const strength = Prisma.raw(referenced ? "NO KEY UPDATE" : "UPDATE");
  await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR ${strength}`;
}
