import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { transaction } from "@/lib/platform/db";
import { ok, type Result } from "@/lib/platform/result";
import type { endToursSchema } from "./schema";

/** Remembers that the actor took or skipped tours, so that they are not offered again. One that was taken stays so. */
export async function endTours(
  actor: Actor,
  input: z.infer<typeof endToursSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "account.manage");
  const { roles, outcome } = input;
  return transaction(async (tx) => {
    for (const role of [...new Set(roles)].sort()) {
      const key = { userId: actor.userId, role };
      await tx.seenTour.upsert({
        where: { userId_role: key },
        create: { ...key, outcome },
        update: outcome === "done" ? { outcome } : {},
      });
    }
    return ok();
  });
}
