import { batchesBySize, type Sized } from "@/lib/platform/batches";
import { db } from "@/lib/platform/db";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { citationSteps, countCitations } from "./citation-check";
import { CITATION_CHECKS, type Reference } from "./vocabulary";

/** How much of responses with their references is in memory at a time: one of them may have ten million characters. */
const AT_ONCE = { bytes: 4_000_000, count: 200 };

/**
 * Checks the citations of responses of runs that have references and were not checked yet, and stores what both variants
 * count. Each batch is stored by itself, so that what was counted stays if the server stops. Two who do so at once both
 * count, and one of them stores. Lets the server attend to others in between.
 */
export async function storeCitationChecks(runIds: readonly number[]): Promise<void> {
  const due = await db.$queryRaw<(Sized & { id: number })[]>`
    SELECT s.id, (octet_length(s.text) + x.bytes)::float8 AS bytes
    FROM responses s CROSS JOIN LATERAL (SELECT sum(octet_length(text)) AS bytes FROM response_references WHERE response_id = s.id) x
    WHERE s.run_id = ANY(${runIds}::int[]) AND x.bytes IS NOT NULL AND NOT EXISTS (SELECT FROM citation_checks c WHERE c.response_id = s.id)
    ORDER BY s.id`;
  for (const batch of batchesBySize(due, AT_ONCE)) {
    const responses = await db.response.findMany({
      where: { id: { in: batch.map(({ id }) => id) } },
      select: {
        id: true,
        text: true,
        references: { select: { place: true, text: true }, orderBy: { place: "asc" } },
      },
    });
    const data = [];
    for (const { id, text, references } of responses) {
      const checked = await checkWithPauses(text, references);
      for (const variant of CITATION_CHECKS)
        data.push({ responseId: id, variant, ...countCitations(checked[variant]) });
    }
    await db.citationCheck.createMany({ data, skipDuplicates: true });
  }
}

/** The citation check of one answer, with pauses in which the server attends to others. */
export function checkWithPauses(
  answer: string,
  references: readonly Pick<Reference, "place" | "text">[],
) {
  return finishWithPauses(
    citationSteps(answer, references),
    () => new Promise<void>((resume) => setImmediate(resume)),
  );
}
