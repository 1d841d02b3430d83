import { type Tx } from "@/lib/platform/db";

export async function currentYear(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<
    { year: number }[]
  >`SELECT extract(year FROM dataset_today())::int AS year`;
  return row!.year;
}

/** Writes the last verification that stands into the head, with the day that is planned for the next review. */
export async function projectVerification(
  tx: Tx,
  questionId: number,
  plannedOn: Date | null,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE question_heads h SET planned_on = ${plannedOn}::date, (verified_on, verified_by) = (
      SELECT v.verified_on, v.verified_by FROM verifications v
      WHERE v.question_id = h.question_id AND v.withdraws_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM verifications w WHERE w.withdraws_id = v.id)
      ORDER BY v.id DESC LIMIT 1)
    WHERE h.question_id = ${questionId}`;
}
