import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { onceBegun } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import type { importIdSchema, ImportStatus } from "./schema";
import { unmatch } from "./matching-writes";
import { lockImport, refuseStatus } from "./locking-writes";
import { watch, planImport, giveUp } from "./running-writes";

/**
 * Opens a plan again because the dataset has changed since; planAgain then makes it. What was decided stays decided where
 * the texts that it was about are still the same.
 * Refusals: `not-found`, `not-planned`, `key-taken`. The same `clientKey` again opens nothing.
 * @returns `first`: this call opened it, so that planAgain is to follow
 */
export async function reopenImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<{ first: boolean }, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const opened = await transaction(
    (tx) =>
      onceBegun(
        tx,
        { command: "reopenImport", userId: actor.userId, clientKey: input.clientKey },
        async () => {
          const found = await lockImport(tx, input.importId);
          if (!found) return refuse("not-found", "Import not found.");
          if (found.status !== "planned") return refuseStatus(found.status);
          await unmatch(tx, found.id);
          await tx.import.update({
            where: { id: found.id },
            data: { status: "matching", rowsMatched: 0, cancelRequested: false, progressAt: now() },
          });
          return ok();
        },
      ),
    { timeoutMs: 120_000 },
  );
  return opened.ok ? ok({ first: opened.value.first }) : opened;
}

/** Matches the rows of a reopened import against the dataset as it is now; as long as reading, and cancelled like it. */
export async function planAgain(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "imports.manage");
  const alive = watch(input.importId);
  try {
    return ok({ status: await planImport(input.importId) });
  } catch (error) {
    return ok({ status: await giveUp(actor, input.importId, error) });
  } finally {
    clearInterval(alive);
  }
}
