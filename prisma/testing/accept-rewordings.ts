import type { Actor } from "@/lib/people/access/schema";
import { decideAllRewordings, decideRewording } from "@/lib/dataset/imports/deciding-commands";
import { db } from "@/lib/platform/db";

/** Accepts every proposed rewording of an import: the safe ones together, the others one by one. @returns how many of each. */
export async function acceptAllRewordings(
  actor: Actor,
  importId: number,
): Promise<{ together: number; alone: number }> {
  const decided = await decideAllRewordings(actor, { importId, decision: "accepted" });
  if (!decided.ok) throw new Error(decided.refusal.message);
  const open = await db.importRow.findMany({
    where: { importId, match: "similar", decision: "open" },
    select: { ordinal: true },
  });
  for (const { ordinal } of open) {
    const one = await decideRewording(actor, { importId, ordinal, decision: "accepted" });
    if (!one.ok) throw new Error(one.refusal.message);
  }
  return { together: decided.value.decided, alone: open.length };
}
