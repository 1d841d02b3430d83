import { Prisma } from "@/lib/platform/db";
import type { CitationFilter } from "./schema";

/** SQL of the check `k` of a response: whether the filter can be decided, and whether it takes the response. */
const CONDITIONS: Record<
  CitationFilter["keep"],
  (filter: CitationFilter) => { decided: Prisma.Sql; taken: Prisma.Sql }
> = {
  unsupported: () => ({
    decided: Prisma.sql`k.segments > 0`,
    taken: Prisma.sql`k.supported_segments < k.segments`,
  }),
  missing: () => ({
    decided: Prisma.sql`k.segments > 0`,
    taken: Prisma.sql`k.rightly_cited < k.supported_segments`,
  }),
  precision: (filter) => ({
    decided: Prisma.sql`k.cited > 0`,
    // As decimals: 7 of 100 are not below 0.07.
    taken: Prisma.sql`k.supported < ${"below" in filter ? String(filter.below) : "0"}::numeric * k.cited`,
  }),
};

/**
 * SQL: whether a filter takes a response. Null: it cannot be decided; without references, there is nothing either. The
 * checks of the runs have to be stored (`storeCitationChecks`).
 * @param responseId SQL of the response's id
 */
export function takenByCheck(filter: CitationFilter, responseId: Prisma.Sql): Prisma.Sql {
  const { decided, taken } = CONDITIONS[filter.keep](filter);
  return Prisma.sql`(
    SELECT CASE WHEN ${decided} THEN ${taken} END FROM citation_checks k WHERE k.response_id = ${responseId} AND k.variant = ${filter.variant})`;
}
