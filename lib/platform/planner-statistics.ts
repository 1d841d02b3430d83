import type { Tx } from "./db";

/** The tables that many rows are written to at once, and that reports read soon after. */
type BulkTable =
  | "question_heads"
  | "rating_tasks"
  | "release_entries"
  | "responses"
  | "revisions"
  | "task_responses";

/**
 * Tells PostgreSQL's planner what was just written to some tables. Until autovacuum does, a minute or so later, it takes
 * them for nearly empty, and looks up row by row what there are thousands of: a report of two runs took 45 to 240 seconds
 * instead of one. A table whose statistics someone else is gathering is skipped, so that nothing waits.
 * @param tx the transaction that wrote; the statistics stand even if it is rolled back, and are gathered anew later
 */
export async function gatherStatistics(tx: Tx, ...tables: BulkTable[]): Promise<void> {
  await tx.$executeRawUnsafe(`ANALYZE (SKIP_LOCKED) ${tables.join(", ")}`);
}
