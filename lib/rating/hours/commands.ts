import type { z } from "zod";
import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { setRateSchema } from "./schema";
import { raterRateSet } from "./audit-events";

/**
 * Sets what a rater is paid from a day on, by a further row. For a day that has one already, the later row counts.
 * Refusals: `not-found` (no rater).
 */
export async function setRate(
  actor: Actor,
  input: z.output<typeof setRateSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  const { raterId, unit, amount, currency, validFrom } = input;
  return transactionOnce(actor, "setRate", input.clientKey, async (tx) => {
    const rater = await tx.user.findFirst({
      where: {
        id: raterId,
        kind: "person",
        roles: { hasSome: [...PERMISSIONS["ratings.judge"]] },
      },
      select: { id: true },
    });
    if (rater === null) return refuse("not-found", "This member isn't a rater. Nothing was saved.");
    await tx.raterRate.create({
      data: {
        raterId,
        unit,
        amount,
        currency,
        validFrom: new Date(`${validFrom}T00:00:00Z`),
        setById: actor.userId,
        setAt: now(),
      },
    });
    await recordAudit(tx, actor, raterRateSet, { raterId, validFrom });
    return ok();
  });
}
