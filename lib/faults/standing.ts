import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { CHECKS } from "@/lib/cli/installation";
import { checkDatabase } from "@/lib/platform/backup/checks";
import { LEASE_SECONDS } from "@/lib/platform/leases";
import { withOwnClient } from "@/lib/platform/own-client";

/* What must hold of the tables after each kill, whoever was told what. */

/** Longer than any lease of an item, and than the silence after which an import counts as given up. */
const HELD_AT_MOST = "interval '60 seconds'";
const SILENT_AT_MOST = "interval '200 seconds'";

/** Statements that count what must not be; `$1` is the audit log's last event before the round. */
const NEVER: Readonly<Record<string, string>> = {
  "operations without exactly one audit event": `
    SELECT count(*)::int AS n FROM operations o
    LEFT JOIN (SELECT (data->>'operationId')::int AS id, count(*) AS n FROM audit_events WHERE id > $1 AND type IN ('questions.changed', 'import.applied') GROUP BY 1) a USING (id)
    WHERE o.kind IN ('bulk', 'import') AND o.id > (SELECT coalesce(max((data->>'operationId')::int), 0) FROM audit_events WHERE id <= $1 AND type IN ('questions.changed', 'import.applied')) AND a.n IS DISTINCT FROM 1`,
  "operations without a revision": `
    SELECT count(*)::int AS n FROM operations o WHERE $1::int IS NOT NULL AND o.kind IN ('bulk', 'import') AND NOT EXISTS (SELECT FROM revisions r WHERE r.operation_id = o.id)`,
  "audit events of judgments without a judgment": `
    SELECT count(*)::int AS n FROM audit_events a WHERE a.id > $1 AND a.type IN ('judgment.submitted', 'judgment.corrected')
      AND NOT EXISTS (SELECT FROM judgments j WHERE j.id = (a.data->>'judgmentId')::int)`,
  "judgments without exactly one audit event": `
    SELECT count(*)::int AS n FROM judgments j
    LEFT JOIN (SELECT (data->>'judgmentId')::int AS id, count(*) AS n FROM audit_events WHERE id > $1 AND type IN ('judgment.submitted', 'judgment.corrected') GROUP BY 1) a USING (id)
    WHERE j.id > (SELECT coalesce(max((data->>'judgmentId')::int), 0) FROM audit_events WHERE id <= $1 AND type IN ('judgment.submitted', 'judgment.corrected')) AND a.n IS DISTINCT FROM 1`,
  "leases that last longer than a lease": `
    SELECT count(*)::int AS n FROM (
      SELECT expires_at FROM review_claims UNION ALL SELECT expires_at FROM adjudication_claims UNION ALL SELECT expires_at FROM submission_claims) c
    WHERE $1::int IS NOT NULL AND expires_at > now() + interval '${LEASE_SECONDS + 1} seconds'`,
  "items of jobs that no one works on and no one takes": `
    SELECT count(*)::int AS n FROM job_items WHERE $1::int IS NOT NULL AND status = 'working' AND lease_until < now() - ${HELD_AT_MOST}`,
  "calls stored twice for one step of an item": `
    SELECT count(*)::int AS n FROM (SELECT FROM model_calls WHERE $1::int IS NOT NULL AND state = 'answered' GROUP BY item_id, step HAVING count(*) > 1) c`,
  "items that are done without what they were for": `
    SELECT count(*)::int AS n FROM job_items i JOIN jobs j ON j.id = i.job_id
    WHERE $1::int IS NOT NULL AND i.status = 'done' AND i.outcome = 'response' AND j.kind = 'generate'
      AND (SELECT count(*) FROM responses r WHERE r.run_id = j.run_id AND r.question_id = i.question_id) <> 1`,
  "imports that are read or matched by no one": `
    SELECT count(*)::int AS n FROM imports WHERE $1::int IS NOT NULL AND status IN ('reading', 'matching') AND progress_at < now() - ${SILENT_AT_MOST}`,
};

/** @param since the last event of the audit log before the round */
export async function faultsStanding(client: pg.ClientBase, since: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, sql] of Object.entries(NEVER)) {
    const { rows } = await client.query<{ n: number }>(sql, [since]);
    if (rows[0]!.n !== 0) faults.push(`${rows[0]!.n} ${what}`);
  }
  return faults;
}

/** What `freshqa verify` finds: chains, heads, bytes of releases against their checksums, ratings, guards. */
export async function faultsOfVerify(client: pg.Client): Promise<string[]> {
  const outcomes = await checkDatabase(client, CHECKS);
  return outcomes.filter(({ wrong }) => wrong > 0).map(({ words }) => words);
}

/** Waits until no job is running, which must be so soon after the last kill. */
export async function faultsOfJobs(databaseUrl: string, waitMs: number): Promise<string[]> {
  const end = performance.now() + waitMs;
  for (;;) {
    const left = await withOwnClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ status: string; because: string; n: number }>(
        "SELECT status, coalesce(paused_because, '') AS because, count(*)::int AS n FROM jobs WHERE status <> 'done' GROUP BY 1, 2",
      );
      return rows;
    });
    if (left.length === 0) return [];
    if (performance.now() > end || left.every(({ status }) => status !== "running"))
      return left.map(({ status, because, n }) => `${n} jobs are ${status} ${because}`.trim());
    await pause(500);
  }
}

/** Waits until what dead visits held is free again, and takes it. */
export async function faultsOfClaims(databaseUrl: string): Promise<string[]> {
  await pause((LEASE_SECONDS + 5) * 1_000);
  return withOwnClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM review_claims WHERE expires_at > now()",
    );
    return rows[0]!.n === 0 ? [] : [`${rows[0]!.n} questions are still claimed by dead visits`];
  });
}
