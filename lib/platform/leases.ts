import { Prisma, type Tx } from "./db";

/** How long a lease holds without being renewed. Whoever holds one renews it every LEASE_SECONDS / 3. */
export const LEASE_SECONDS = 120;

/** Which leases: their table (key, holder_id, token, claimed_at, expires_at), its key, and what that key points to. */
export type LeaseKind =
  | { table: "review_claims"; key: "question_id"; of: "questions" }
  | { table: "adjudication_claims"; key: "task_id"; of: "rating_tasks" }
  | { table: "submission_claims"; key: "submission_id"; of: "submissions" };

interface Visit {
  userId: number;
  /** Of one visit: two windows of one person are two holders. */
  token: string;
}

/**
 * Takes or renews leases for a visit where no one else holds them. Of two callers for one thing the second waits for the
 * first's transaction and then finds it taken.
 * @returns the ids of the things that are the visit's now.
 */
export async function holdLeases(
  tx: Tx,
  kind: LeaseKind,
  { userId, token }: Visit,
  ids: readonly number[],
): Promise<number[]> {
  const [table, key, of] = [Prisma.raw(kind.table), Prisma.raw(kind.key), Prisma.raw(kind.of)];
  const held = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO ${table} AS c (${key}, holder_id, token, expires_at)
    SELECT x.id, ${userId}, ${token}::uuid, now() + ${LEASE} FROM ${of} x
    WHERE x.id = ANY(${[...ids]}::int[]) ORDER BY x.id
    ON CONFLICT (${key}) DO UPDATE SET
      claimed_at = CASE WHEN c.token = excluded.token THEN c.claimed_at ELSE excluded.claimed_at END,
      holder_id = excluded.holder_id, token = excluded.token, expires_at = excluded.expires_at
    -- One's own is renewed, one that has run out changes hands, any other stays.
    WHERE c.expires_at <= now() OR (c.token = excluded.token AND c.holder_id = excluded.holder_id)
    RETURNING c.${key} AS id`;
  return held.map((row) => row.id);
}

/** Keeps what a visit holds for another LEASE_SECONDS. @returns the ids that are still the visit's, ascending. */
export async function renewLeases(
  tx: Tx,
  kind: LeaseKind,
  { userId, token }: Visit,
): Promise<number[]> {
  const [table, key] = [Prisma.raw(kind.table), Prisma.raw(kind.key)];
  const rows = await tx.$queryRaw<{ id: number }[]>`
    UPDATE ${table} SET expires_at = now() + ${LEASE} WHERE token = ${token}::uuid AND holder_id = ${userId} RETURNING ${key} AS id`;
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Gives back what a visit holds (all, or some of it), so that others can have it at once; what is others' stays. */
export async function endLeases(
  tx: Tx,
  kind: LeaseKind,
  { userId, token }: Visit,
  ids?: readonly number[],
): Promise<void> {
  const [table, key] = [Prisma.raw(kind.table), Prisma.raw(kind.key)];
  const some = ids === undefined ? Prisma.empty : Prisma.sql`AND ${key} = ANY(${[...ids]}::int[])`;
  await tx.$executeRaw`DELETE FROM ${table} WHERE token = ${token}::uuid AND holder_id = ${userId} ${some}`;
}

const LEASE = Prisma.sql`make_interval(secs => ${LEASE_SECONDS}::int)`;
