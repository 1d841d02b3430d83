import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import type { SearchService } from "@/lib/runs/connections/vocabulary";
import { reportedName } from "@/lib/runs/generation/rules";
import { methodDefinitionSchema } from "@/lib/runs/generation/schema";
import type { NamedEvaluator } from "@/lib/reporting/verdicts/schema";

/*
 * How runs came about inside the product: by which method their responses were generated, which evaluators judged them, and
 * what that took.
 */

/** What jobs took so far. */
export interface JobTotals {
  jobs: number;
  calls: number;
  searches: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars, of requests whose cost is known; and how many have an unknown one. */
  cost: number;
  unpriced: number;
}

interface GeneratedBy extends JobTotals {
  methodId: number;
  /** As reports name it: "FreshPrompt without answer box (Brave Search)". */
  method: string;
}

export interface RunProvenance {
  generated: GeneratedBy[];
  judged: ({ evaluator: NamedEvaluator } & JobTotals)[];
}

interface RawTotals extends Omit<JobTotals, "inputTokens" | "outputTokens" | "cost"> {
  runId: number;
  inputTokens: bigint;
  outputTokens: bigint;
  cost: string;
}

const totalsOf = (row: RawTotals): JobTotals => ({
  jobs: row.jobs,
  calls: row.calls,
  searches: row.searches,
  inputTokens: Number(row.inputTokens),
  outputTokens: Number(row.outputTokens),
  cost: Number(row.cost),
  unpriced: row.unpriced,
});

/** The methods that made responses of the runs, in the order of their first jobs. */
async function readGenerated(
  runIds: readonly number[],
): Promise<(GeneratedBy & { runId: number })[]> {
  const rows = await db.$queryRaw<
    (RawTotals & {
      methodId: number;
      name: string;
      number: number;
      definition: unknown;
      service: SearchService | null;
    })[]
  >`
    SELECT j.run_id AS "runId", t.id AS "methodId", t.name, v.number, v.definition, c.service, count(*)::int AS jobs, sum(j.calls)::int AS calls, sum(j.searches)::int AS searches,
      sum(j.input_tokens)::bigint AS "inputTokens", sum(j.output_tokens)::bigint AS "outputTokens", sum(j.cost)::text AS cost, sum(j.unpriced)::int AS unpriced
    FROM jobs j JOIN method_versions v ON v.id = j.method_version_id JOIN methods t ON t.id = v.method_id LEFT JOIN connections c ON c.id = j.search_connection_id
    WHERE j.run_id = ANY(${[...runIds]}::int[]) AND j.kind = 'generate' GROUP BY j.run_id, t.id, v.id, c.service ORDER BY min(j.id)`;
  return rows.map((row) => {
    const { runId, methodId, name, number, definition, service } = row;
    const version = { name, number, definition: methodDefinitionSchema.parse(definition) };
    return { runId, methodId, method: reportedName(version, service), ...totalsOf(row) };
  });
}

/** How a run was generated and judged by jobs; empty lists where it came in files. */
export async function getRunProvenance(actor: Actor, runId: number): Promise<RunProvenance> {
  authorize(actor, "runs.read");
  const [generated, judged] = await Promise.all([
    readGenerated([runId]),
    db.$queryRaw<(RawTotals & NamedEvaluator)[]>`
      SELECT j.run_id AS "runId", e.id, e.name, e.family, e.version, count(*)::int AS jobs, sum(j.calls)::int AS calls, sum(j.searches)::int AS searches,
        sum(j.input_tokens)::bigint AS "inputTokens", sum(j.output_tokens)::bigint AS "outputTokens", sum(j.cost)::text AS cost, sum(j.unpriced)::int AS unpriced
      FROM jobs j JOIN evaluators e ON e.id = j.evaluator_id WHERE j.run_id = ${runId} AND j.kind = 'judge' GROUP BY j.run_id, e.id ORDER BY e.family, e.version DESC`,
  ]);
  return {
    generated: generated.map(({ runId: _, ...row }) => row),
    judged: judged.map((row) => ({
      evaluator: { id: row.id, name: row.name, family: row.family, version: row.version },
      ...totalsOf(row),
    })),
  };
}

/** What reports call the method of each run that was generated here; runs that came in files are left out. */
export async function methodNames(runIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await readGenerated(runIds);
  return new Map(
    [...new Set(rows.map(({ runId }) => runId))].map((runId) => [
      runId,
      [...new Set(rows.filter((row) => row.runId === runId).map(({ method }) => method))].join(
        "; ",
      ),
    ]),
  );
}
