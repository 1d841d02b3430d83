import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { endLeases, renewLeases as renew } from "@/lib/platform/leases";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { datasetToday, lockHeads } from "@/lib/dataset/questions/writes";
import type { z } from "zod";
import { planWorkloadBalance } from "./queries";
import { distribute } from "./rules";
import {
  type applySmoothingSchema,
  type AssignmentChange,
  type assignQuestionsSchema,
  type assignRoundRobinSchema,
  type claimNextSchema,
  type ClaimOutcome,
  type PlanChange,
  type releaseLeasesSchema,
  type renewLeasesSchema,
  type restoreAssignmentsSchema,
  type restorePlanSchema,
  type skipQuestionSchema,
  type updateSettingsSchema,
} from "./schema";
import {
  endClaim,
  holdClaims,
  REVIEW_LEASES,
  readClaims,
  readObstacles,
  lockAssignments,
  assign,
  writePlan,
  listClaimable,
  putOff,
  listQueue,
  readPlan,
  isTimeZone,
} from "./writes";
import { lockRow } from "@/lib/platform/locked-row";
import {
  reviewsAssigned,
  reviewsAssignmentUndone,
  reviewsSharedOut,
  scheduleSmoothed,
  scheduleSmoothingUndone,
  settingsChanged,
} from "./audit-events";

/**
 * Gives a visit the next questions of the queue, overdue first, and holds them for LEASE_SECONDS. What the visit holds
 * already comes first, so that a reload resumes; two visits never get the same question, and what a lease that ran out
 * had held is given again.
 */
export async function claimNext(
  actor: Actor,
  input: z.output<typeof claimNextSchema>,
): Promise<Result<ClaimOutcome, never>> {
  authorize(actor, "reviews.work");
  const { token, filters, after, count } = input;
  for (let attempt = 1; ; attempt++) {
    const { found, outcome } = await transaction(async (tx) => {
      const next = await listClaimable(tx, actor, token, filters, after, count);
      const held = await holdClaims(tx, actor, token, next);
      // Checked again: whoever held one of them before may have dealt with it while this transaction waited for it.
      const claims = await readClaims(tx, token, held);
      const settled = held.filter((id) => !claims.some((claim) => claim.questionId === id));
      if (settled.length > 0)
        await tx.answerCheckLease.deleteMany({ where: { questionId: { in: settled }, token } });
      const obstacles =
        claims.length === count
          ? { heldByOthers: 0, skipped: 0, skippedUntil: null }
          : await readObstacles(tx, actor, token, filters, after);
      const today = await datasetToday(tx);
      return { found: next.length, outcome: { claims, ...obstacles, today } };
    });
    // Fewer than were found: other visits were faster. Each such attempt is a question given to someone.
    if (outcome.claims.length === found || attempt === 100) return ok(outcome);
  }
}

/**
 * Keeps what a visit holds for another LEASE_SECONDS; the desk calls it every third of that.
 * @returns the questions that are still the visit's: one that is missing was taken by someone else.
 */
export async function renewLeases(
  actor: Actor,
  input: z.output<typeof renewLeasesSchema>,
): Promise<Result<{ questionIds: number[] }, never>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    return ok({
      questionIds: await renew(tx, REVIEW_LEASES, {
        userId: actor.userId,
        token: input.token,
      }),
    });
  });
}

/** Gives back what a visit holds (all, or some questions of it), so that others can have it at once. */
export async function releaseLeases(
  actor: Actor,
  input: z.output<typeof releaseLeasesSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    await endLeases(
      tx,
      REVIEW_LEASES,
      { userId: actor.userId, token: input.token },
      input.questionIds,
    );
    return ok();
  });
}

/**
 * Puts a question off for SKIP_MINUTES: the queue offers it to others at once, and to this person later.
 * @returns until when (ISO time).
 */
export async function skipQuestion(
  actor: Actor,
  input: z.output<typeof skipQuestionSchema>,
): Promise<Result<{ until: string }, never>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    const until = await putOff(tx, actor, input.questionId);
    if (until === null) throw new NotFound(`Question Q${input.questionId}`);
    await endClaim(tx, { ...input, actor });
    return ok({ until: until.toISOString() });
  });
}

/** Takes a skip back and, unless someone else has begun with the question, holds it again. */
export async function undoSkip(
  actor: Actor,
  input: z.output<typeof skipQuestionSchema>,
): Promise<Result<{ held: boolean }, never>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    await tx.answerCheckSnooze.deleteMany({
      where: { questionId: input.questionId, userId: actor.userId },
    });
    return ok({ held: (await holdClaims(tx, actor, input.token, [input.questionId])).length > 0 });
  });
}

// Whose turn ------------------------------------------------------------------------------------------------------
// The same `clientKey` again answers with what the first call did, here and in the commands below; `key-taken` where it is another's.

/**
 * Gives questions to one person, or to no one. Refusals: `not-assignable` when the person may not review (any more).
 * @returns what changed; questions that were so already are not in it.
 */
export async function assignQuestions(
  actor: Actor,
  input: z.output<typeof assignQuestionsSchema>,
): Promise<Result<{ changes: AssignmentChange[] }, "key-taken" | "not-assignable">> {
  authorize(actor, "reviews.manage");
  return transactionOnce(
    actor,
    "assignQuestions",
    input.clientKey,
    async (tx) => {
      if (input.assigneeId !== null && !(await allAssignable(tx, [input.assigneeId])))
        return refuseAssignee();
      const changes = await assign(
        tx,
        actor,
        [...new Set(input.questionIds)].map((questionId) => ({
          questionId,
          assigneeId: input.assigneeId,
        })),
      );
      if (changes.length > 0)
        await recordAudit(tx, actor, reviewsAssigned, {
          assigneeId: input.assigneeId,
          count: changes.length,
        });
      return ok({ changes });
    },
    { timeoutMs: 60_000 },
  );
}

/**
 * Shares the questions of a queue out among people in turn, in the queue's order, so that their loads end up alike; what
 * they have of it already counts.
 */
export async function assignRoundRobin(
  actor: Actor,
  input: z.output<typeof assignRoundRobinSchema>,
): Promise<
  Result<
    { changes: AssignmentChange[]; shares: { assigneeId: number; count: number }[] },
    "key-taken" | "not-assignable"
  >
> {
  authorize(actor, "reviews.manage");
  return transactionOnce(
    actor,
    "assignRoundRobin",
    input.clientKey,
    async (tx) => {
      const people = [...new Set(input.assigneeIds)].sort((a, b) => a - b);
      if (!(await allAssignable(tx, people))) return refuseAssignee();
      // Two who share out at once would each count the loads before the other.
      await lock(tx, "assignmentLoads");
      const queue = await listQueue(tx, actor, input.filters);
      const kept = input.reassign ? [] : queue.filter((row) => row.assigneeId !== null);
      const had = new Map<number, number>();
      for (const { assigneeId } of kept) had.set(assigneeId!, (had.get(assigneeId!) ?? 0) + 1);
      const shared = distribute(
        queue
          .filter((row) => input.reassign || row.assigneeId === null)
          .map((row) => row.questionId),
        people,
        had,
      );
      const changes = await assign(tx, actor, shared);
      if (changes.length > 0)
        await recordAudit(tx, actor, reviewsSharedOut, {
          assigneeIds: people,
          count: changes.length,
        });
      return ok({
        changes,
        shares: people.map((assigneeId) => ({
          assigneeId,
          count: shared.filter((share) => share.assigneeId === assigneeId).length,
        })),
      });
    },
    { timeoutMs: 60_000 },
  );
}

/** Takes assignments back, where no one has changed them since. */
export async function restoreAssignments(
  actor: Actor,
  input: z.output<typeof restoreAssignmentsSchema>,
): Promise<Result<{ restored: number; kept: number }, "key-taken" | "not-assignable">> {
  authorize(actor, "reviews.manage");
  return transactionOnce(
    actor,
    "restoreAssignments",
    input.clientKey,
    async (tx) => {
      const wanted = new Map(input.changes.map((change) => [change.questionId, change]));
      const present = await lockAssignments(tx, [...wanted.keys()]);
      const still = [...wanted.values()].filter(
        (change) => (present.get(change.questionId) ?? null) === change.to,
      );
      const people = [...new Set(still.flatMap((change) => change.from ?? []))];
      if (!(await allAssignable(tx, people))) return refuseAssignee();
      const changes = await assign(
        tx,
        actor,
        still.map((change) => ({ questionId: change.questionId, assigneeId: change.from })),
      );
      if (changes.length > 0)
        await recordAudit(tx, actor, reviewsAssignmentUndone, { count: changes.length });
      return ok({ restored: changes.length, kept: wanted.size - still.length });
    },
    { timeoutMs: 60_000 },
  );
}

function refuseAssignee() {
  return refuse(
    "not-assignable",
    "One of these members can't refresh answers. Nothing was assigned. Reload the page and select again.",
  );
}

async function allAssignable(tx: Tx, ids: readonly number[]): Promise<boolean> {
  return (
    (await tx.user.count({
      where: {
        id: { in: [...ids] },
        kind: "person",
        deactivatedAt: null,
        roles: { hasSome: [...PERMISSIONS["reviews.work"]] },
      },
    })) === ids.length
  );
}

// The plan --------------------------------------------------------------------------------------------------------

/**
 * Writes the plan that a preview showed: moves soft days, never hard ones. Refusal: `moved` when the dataset has changed
 * since, so that the plan would be another.
 * @returns what changed, for restorePlan.
 */
export async function applySmoothing(
  actor: Actor,
  input: z.output<typeof applySmoothingSchema>,
): Promise<Result<{ changes: PlanChange[] }, "key-taken" | "moved">> {
  authorize(actor, "reviews.manage");
  return transactionOnce(
    actor,
    "applySmoothing",
    input.clientKey,
    async (tx) => {
      const first = await planWorkloadBalance(tx, input);
      await lockHeads(
        tx,
        first.changes.map((change) => change.questionId),
      );
      // Once more, behind the locks: someone may have verified one of them in between.
      const { changes, preview } = await planWorkloadBalance(tx, input);
      if (preview.fingerprint !== input.fingerprint) {
        return refuse(
          "moved",
          "Questions have changed since this preview. Nothing was moved. Check the new preview, then apply it.",
        );
      }
      if (changes.length === 0) return ok({ changes });
      await writePlan(
        tx,
        changes.map((change) => ({ questionId: change.questionId, day: change.to })),
      );
      await recordAudit(tx, actor, scheduleSmoothed, {
        weeks: input.weeks,
        count: changes.length,
        peakBefore: preview.peakBefore,
        peakAfter: preview.peakAfter,
      });
      return ok({ changes });
    },
    { timeoutMs: 60_000 },
  );
}

/** Puts back what the plan was before smoothing, where it is still as smoothing left it. */
export async function restorePlan(
  actor: Actor,
  input: z.output<typeof restorePlanSchema>,
): Promise<Result<{ restored: number; kept: number }, "key-taken">> {
  authorize(actor, "reviews.manage");
  return transactionOnce(
    actor,
    "restorePlan",
    input.clientKey,
    async (tx) => {
      const ids = [...new Set(input.changes.map((change) => change.questionId))];
      await lockHeads(tx, ids);
      const present = await readPlan(tx, ids);
      const still = input.changes.filter((change) => present.get(change.questionId) === change.to);
      await writePlan(
        tx,
        still.map((change) => ({ questionId: change.questionId, day: change.from })),
      );
      if (still.length > 0)
        await recordAudit(tx, actor, scheduleSmoothingUndone, { count: still.length });
      return ok({ restored: still.length, kept: ids.length - still.length });
    },
    { timeoutMs: 60_000 },
  );
}

// Settings --------------------------------------------------------------------------------------------------------

/**
 * Changes how the dataset is kept. Refusals: `invalid` for a time zone that the database does not know; `stale` when
 * someone else saved since; `unchanged`.
 */
export async function updateSettings(
  actor: Actor,
  input: z.output<typeof updateSettingsSchema>,
): Promise<Result<{ updatedAt: string }, "invalid" | "key-taken" | "stale" | "unchanged">> {
  authorize(actor, "reviews.manage");
  const { baseUpdatedAt, clientKey, ...wanted } = input;
  return transactionOnce(actor, "updateSettings", clientKey, async (tx) => {
    await lockRow(tx, "dataset_settings", 1);
    const {
      id: _,
      updatedAt,
      ...present
    } = await tx.datasetSettings.findUniqueOrThrow({ where: { id: 1 } });
    if (updatedAt.toISOString() !== new Date(baseUpdatedAt).toISOString()) {
      return refuse(
        "stale",
        "Someone else changed the settings while you were editing. Nothing was saved, but your text is still here. Reload the page to see their changes.",
      );
    }
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (key) => wanted[key] !== present[key],
    );
    if (changed.length === 0) return refuse("unchanged", "No changes to save.");
    if (wanted.timeZone !== present.timeZone) {
      if (!(await isTimeZone(tx, wanted.timeZone)))
        return refuse("invalid", "Unknown time zone.", {
          fields: { timeZone: "Choose a time zone from the list, such as Europe/Berlin." },
        });
    }
    const saved = await tx.datasetSettings.update({
      where: { id: 1 },
      data: { ...wanted, updatedAt: now() },
    });
    await recordAudit(tx, actor, settingsChanged, {
      changes: Object.fromEntries(
        changed.map((key) => [key, { from: String(present[key]), to: String(wanted[key]) }]),
      ),
    });
    return ok({ updatedAt: saved.updatedAt.toISOString() });
  });
}
