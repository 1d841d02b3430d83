import type { Actor } from "@/lib/people/access/schema";
import { PERMISSIONS } from "@/lib/people/access/policy";
import type { Tx } from "@/lib/platform/db";
import { holdLeases, type LeaseKind } from "@/lib/platform/leases";
import type { Category, Hops, Split } from "@/lib/dataset/questions/schema";
import { categoryInSql } from "@/lib/dataset/questions/sql";
import type { SplitCount } from "./rules";
import { draftSchema, EMPTY_DRAFT, targetsSchema, type Draft, type Targets } from "./schema";
import { lockRow } from "@/lib/platform/locked-row";

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
