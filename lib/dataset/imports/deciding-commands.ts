import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { transactionOnce } from "@/lib/platform/client-keys";
import { transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import {
  planChoicesSchema,
  type decideAllSchema,
  type decideRewordingSchema,
  type resolveSchema,
  type undoDecisionsSchema,
  type keepChoicesSchema,
} from "./schema";
import {
  compareWithHeads,
  decideTogether,
  openResolutions,
  proposeAgain,
  threeVersions,
  undoTogether,
  writeResolution,
} from "./deciding-writes";
import { combine } from "./three-way";
import { refuseMissing, refuseStatus } from "@/lib/dataset/import-engine/vocabulary";
import { lockImport } from "@/lib/dataset/import-engine/life-writes";
import { RELEASE_FILES } from "./kind-writes";

/**
 * Decides one proposed rewording: accepted (the row is a new wording of that question), rejected (it is a new question),
 * replaced (it is a new question that takes the place of that one, which is retired) or open again. Refusals: `not-found`, `not-planned`, `taken` when another row has the question already.
 */
export async function decideRewording(
  actor: Actor,
  input: z.infer<typeof decideRewordingSchema>,
): Promise<Result<void, "not-found" | "not-planned" | "taken">> {
  authorize(actor, "imports.manage");
  return transaction(async (tx) => {
    const found = await lockImport(tx, RELEASE_FILES, input.importId);
    if (!found) return refuseMissing();
    if (found.status !== "planned") return refuseStatus(found.status);
    const row = await tx.importRow.findUnique({
      where: { importId_ordinal: { importId: input.importId, ordinal: input.ordinal } },
    });
    // A row that resembled nothing can still be given a question by hand.
    if (!row || row.bad === "error" || (row.match !== "similar" && row.match !== "new"))
      return refuse("not-found", "This row is not a proposed rewording.");
    const questionId = input.questionId ?? row.questionId;
    if (questionId === null && input.decision !== "rejected")
      return refuse("not-found", "Choose the matched question of this rewording.");

    if (questionId !== null && input.decision !== "rejected") {
      const other = await tx.importRow.findFirst({
        where: {
          importId: input.importId,
          questionId,
          ordinal: { not: input.ordinal },
          OR: [{ decision: null }, { decision: { not: "rejected" } }],
        },
        select: { record: true, decision: true, ordinal: true },
      });
      if (other)
        return refuse(
          "taken",
          `Row ${other.record} is already matched to that question. Change that match first.`,
        );
      if (
        !(await tx.questionHead.findUnique({ where: { questionId }, select: { questionId: true } }))
      )
        return refuse("not-found", "Question not found.");
    }
    await tx.importRow.update({
      where: { importId_ordinal: { importId: input.importId, ordinal: input.ordinal } },
      data: { match: "similar", decision: input.decision, questionId, decidedTogether: null },
    });
    await compareWithHeads(tx, input.importId, [input.ordinal]);
    return ok();
  });
}

/** What a decision on many rows did. */
export interface DecidedTogether {
  decided: number;
  /** Rows that are still open: too little alike to be accepted unseen. */
  left: number;
  /** What undoDecisions takes it back by; null where nothing can be taken back. */
  together: number | null;
}

/**
 * Decides every proposed rewording that is still open, or those at least as alike as `threshold`; accepts only those from SAFE_SCORE up, as the others are as often
 * wrong as right. With `open`, proposes all again as they were at first. Refusals: `not-found`, `not-planned`, `key-taken`. The same
 * `clientKey` again answers with what the first call did.
 */
export async function decideAllRewordings(
  actor: Actor,
  input: z.infer<typeof decideAllSchema>,
): Promise<Result<DecidedTogether, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const { importId, decision } = input;
  return transactionOnce(
    actor,
    "decideAllRewordings",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, importId);
      if (!found) return refuseMissing();
      if (found.status !== "planned") return refuseStatus(found.status);
      if (decision === "open")
        return ok({ decided: await proposeAgain(tx, importId), left: 0, together: null });
      return ok(await decideTogether(tx, importId, decision, input.threshold ?? null));
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Opens again what one decision on many rows decided. A row whose question another row has got since stays as it is.
 * Refusals: `not-found`, `not-planned`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function undoDecisions(
  actor: Actor,
  input: z.infer<typeof undoDecisionsSchema>,
): Promise<Result<{ opened: number }, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  return transactionOnce(
    actor,
    "undoDecisions",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, input.importId);
      if (!found) return refuseMissing();
      if (found.status !== "planned") return refuseStatus(found.status);
      return ok({ opened: await undoTogether(tx, input.importId, input.together) });
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Chooses what is written of a question that was changed here: the version here (`ours`), the file's, or both changes
 * (`combined`), which needs that they are of different fields. Without `ordinal`, of all that both sides changed and no one
 * has decided; those that can't be combined are left. `open` opens them again.
 * Refusals: `not-found`, `not-planned`, `overlap` where both changed the same field, `key-taken`. The same `clientKey` again
 * answers with what the first call did.
 */
export async function resolveConflicts(
  actor: Actor,
  input: z.infer<typeof resolveSchema>,
): Promise<
  Result<{ decided: number; left: number }, "key-taken" | "not-found" | "not-planned" | "overlap">
> {
  authorize(actor, "imports.manage");
  const { importId, ordinal, resolution } = input;
  return transactionOnce(
    actor,
    "resolveConflicts",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, importId);
      if (!found) return refuseMissing();
      if (found.status !== "planned") return refuseStatus(found.status);
      if (ordinal === undefined && resolution === "open")
        return ok({ decided: await openResolutions(tx, importId), left: 0 });
      const row =
        ordinal === undefined
          ? null
          : await tx.importRow.findUnique({
              where: { importId_ordinal: { importId, ordinal } },
              select: { sides: true, bad: true },
            });
      if (ordinal !== undefined && (row === null || row.bad === "error" || row.sides === "file"))
        return refuse("not-found", "This row does not change a question that was edited here.");
      if (ordinal !== undefined && row!.sides === null)
        return refuse("not-found", "This row says what the dataset says.");
      const versions = await threeVersions(
        tx,
        importId,
        ordinal === undefined ? "open" : { ordinal },
      );
      const possible =
        resolution === "combined"
          ? versions.filter(({ base, ours, file }) => combine(base, ours, file) !== null)
          : versions;
      if (ordinal !== undefined && possible.length === 0)
        return refuse(
          "overlap",
          "The same field was changed here and in the file. Keep one of the two versions.",
        );
      await writeResolution(
        tx,
        importId,
        possible.map((one) => one.ordinal),
        resolution,
      );
      return ok({ decided: possible.length, left: versions.length - possible.length });
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Keeps what was chosen on the page of a plan; what is not said stays. It changes nothing but what the page shows next.
 * Refusals: `not-found`, `not-planned`.
 */
export async function keepChoices(
  actor: Actor,
  input: z.infer<typeof keepChoicesSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  return transaction(async (tx) => {
    const found = await lockImport(tx, RELEASE_FILES, input.importId);
    if (!found) return refuseMissing();
    if (found.status !== "planned" && found.status !== "mapping") return refuseStatus(found.status);
    const choices = { ...planChoicesSchema.parse(found.choices ?? {}), ...input.choices };
    await tx.import.update({ where: { id: found.id }, data: { choices } });
    return ok();
  });
}
