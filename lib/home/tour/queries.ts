import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import type { SeenTours } from "./schema";

/** The tours that the actor has taken or skipped, on whatever device. */
export async function getSeenTours(actor: Actor): Promise<SeenTours> {
  authorize(actor, "account.manage");
  const seen = await db.seenTour.findMany({ where: { userId: actor.userId } });
  return Object.fromEntries(seen.map(({ role, outcome }) => [role, outcome]));
}
