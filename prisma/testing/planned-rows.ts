import { db } from "@/lib/platform/db";

/** How many rows the planner takes a table to have; −1: no one has told it. @param table its name */
export async function plannedRows(table: string): Promise<number> {
  const [known] = await db.$queryRaw<
    { rows: number }[]
  >`SELECT reltuples::int AS rows FROM pg_class WHERE oid = ${table}::regclass`;
  return known!.rows;
}
