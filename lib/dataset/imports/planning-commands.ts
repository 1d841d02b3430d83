import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { transactionBegun } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import type { importIdSchema } from "./schema";
import { unmatch } from "./matching-writes";
import { atWork, lockImport } from "@/lib/dataset/import-engine/life-writes";
import {
  refuseMissing,
  refuseStatus,
  type ImportStatus,
} from "@/lib/dataset/import-engine/vocabulary";
import { RELEASE_FILES } from "./kind-writes";
import { planImport } from "./planning-writes";

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
  return transactionBegun(
    actor,
    "reopenImport",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, input.importId);
      if (!found) return refuseMissing();
      if (found.status !== "planned") return refuseStatus(found.status);
      await unmatch(tx, found.id);
      await tx.import.update({
        where: { id: found.id },
        data: { status: "matching", rowsMatched: 0, progressAt: now() },
      });
      return ok({});
    },
    { timeoutMs: 120_000 },
  );
}

/** Matches the rows of a reopened import against the dataset as it is now; as long as reading, and cancelled like it. */
export async function planAgain(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "imports.manage");
  const { importId } = input;
  return ok({
    status: await atWork(RELEASE_FILES, actor, importId, () => planImport(importId)),
  });
}
