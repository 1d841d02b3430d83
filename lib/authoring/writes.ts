import { categoryOf } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Category, Hops, Split } from "@/lib/dataset/questions/vocabulary";
import { categoryInSql } from "@/lib/dataset/questions/sql";
import { PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { lock } from "@/lib/platform/advisory-locks";
import { type Tx } from "@/lib/platform/db";
import { holdLeases, type LeaseKind } from "@/lib/platform/leases";
import { lockRow } from "@/lib/platform/locked-row";
import type { SplitCount } from "./rules";
import { balancedSplit } from "./rules";
import type { Draft } from "./schema";
import { draftSchema, EMPTY_DRAFT, targetsSchema, type Targets } from "./schema";

/** A draft read back from the database; what a later version of the form added has its empty value. */
export function readDraft(stored: unknown): Draft {
  const parsed = draftSchema.safeParse({
    ...EMPTY_DRAFT,
    ...(typeof stored === "object" ? stored : {}),
  });
  if (!parsed.success) throw new Error("A stored draft cannot be read.");
  return parsed.data;
}

export async function lockSubmission(tx: Tx, submissionId: number) {
  await lockRow(tx, "submissions", submissionId);
  return tx.submission.findUnique({
    where: { id: submissionId },
    include: { author: { select: { id: true, name: true } } },
  });
}

/** Leases on submissions to review. */
export const SUBMISSION_LEASES: LeaseKind = {
  table: "submission_claims",
  key: "submission_id",
  of: "submissions",
};

/** Takes or renews a window's claim on a submission. @returns whether it is the window's now. */
export async function holdSubmission(
  tx: Tx,
  actor: Actor,
  token: string,
  submissionId: number,
): Promise<boolean> {
  return (
    (await holdLeases(tx, SUBMISSION_LEASES, { userId: actor.userId, token }, [submissionId]))
      .length > 0
  );
}

/** Everyone who may see a submission, in addition to administrators: its author and those who review. */
export async function listParticipants(
  tx: Tx,
  authorId: number,
): Promise<{ id: number; name: string }[]> {
  return tx.user.findMany({
    where: {
      kind: "person",
      deactivatedAt: null,
      OR: [{ id: authorId }, { roles: { hasSome: [...PERMISSIONS["submissions.review"]] } }],
    },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
}

/** How many active questions there are of each category, number of hops and split. */
export async function countSplits(tx: Tx): Promise<SplitCount[]> {
  return tx.$queryRaw<{ category: Category; hops: Hops; split: Split | null; count: number }[]>`
    SELECT ${categoryInSql("question_heads")} AS category, hops, split, count(*)::int AS count
    FROM question_heads WHERE status = 'active' GROUP BY 1, 2, 3`;
}

/** Reads the target numbers of questions. */
export async function readTargets(tx: Tx): Promise<Targets & { updatedAt: Date }> {
  const { updatedAt, ...targets } = await tx.authoringTargets.findUniqueOrThrow({
    where: { id: 1 },
  });
  return { ...targetsSchema.parse(targets), updatedAt };
}

/** Returns the current year in the dataset's time zone. */
export async function currentYear(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<
    { year: number }[]
  >`SELECT extract(year FROM dataset_today())::int AS year`;
  return row!.year;
}

/** The split that the balance asks for, by chance that is the submission's own: the same again for the same counts. */
export async function drawSplit(
  tx: Tx,
  content: Content,
  submissionId: number,
): Promise<Split | null> {
  // Two who accept at once would both take the last place.
  await lock(tx, "splitBalance");
  const [counts, targets] = [await countSplits(tx), await readTargets(tx)];
  const [chance] = await tx.$queryRaw<
    { value: number }[]
  >`SELECT (('x' || substr(md5(${`submission ${submissionId}`}), 1, 8))::bit(32)::bigint / 4294967296.0)::float8 AS value`;
  return balancedSplit(categoryOf(content), counts, targets, chance!.value);
}

/** The submission that waits longest and is free for this visit to the desk; its own before others. Null: none. */
export async function nextSubmission(
  tx: Tx,
  actor: Actor,
  { token, after }: { token: string; /** Passed over. */ after: readonly number[] },
): Promise<number | null> {
  const [next] = await tx.$queryRaw<{ id: number }[]>`
    SELECT s.id FROM submissions s LEFT JOIN submission_claims c ON c.submission_id = s.id AND c.expires_at > now()
    WHERE s.status = 'submitted' AND s.author_id <> ${actor.userId} AND s.id <> ALL(${[...after]}::int[])
      AND (c.submission_id IS NULL OR (c.token = ${token}::uuid AND c.holder_id = ${actor.userId}))
    ORDER BY (c.submission_id IS NULL), s.submitted_at, s.id LIMIT 1`;
  return next?.id ?? null;
}

/** How many waiting submissions someone holds. */
export async function countHeldSubmissions(
  tx: Tx,
  actor: Actor,
  after: readonly number[],
): Promise<number> {
  const [held] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM submissions s JOIN submission_claims c ON c.submission_id = s.id AND c.expires_at > now()
    WHERE s.status = 'submitted' AND s.author_id <> ${actor.userId} AND s.id <> ALL(${[...after]}::int[])`;
  return held!.count;
}
