import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { refuseKeyTaken } from "@/lib/platform/client-keys";
import { transaction, type Tx } from "@/lib/platform/db";
import { formatDay } from "@/lib/platform/format";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { contentOfRevision, writeCells } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Status } from "@/lib/dataset/questions/vocabulary";
import { appendRevision } from "@/lib/dataset/questions/ledger";
import { datasetToday, lockHeads, refuseStale } from "@/lib/dataset/questions/writes";
import { endClaim, holdClaims } from "@/lib/dataset/schedule/writes";
import { countsAsVerified, dateHasPassed, REASON_OF, refreshedContent } from "./rules";
import type { refreshQuestionSchema, undoReviewSchema, verifyQuestionSchema } from "./schema";
import { currentYear, projectVerification } from "./writes";
import { questionRefreshed, questionVerified, reviewUndone } from "./audit-events";

/** The outcome of a review. */
export interface CheckResult {
  questionId: number;
  /** The question's last revision afterwards. */
  revisionId: number;
  number: number;
  /** The verification that was recorded, if any. */
  verificationId: number | null;
}

/**
 * Records that the answers of a revision were looked at and still hold: an event, no edit. The question is scheduled
 * again from today, and the visit's claim on it ends. It needs no claim: a review that was made while the device was
 * offline counts even if the lease ran out in the meantime, and the base revision guards against overwriting.
 * Refusals: `not-found`; `stale` when someone revised the question since `baseRevisionId` (details: StaleDetails);
 * `date-passed` where its fixed date has passed, since it would never be due again: refreshQuestion sets the next date
 * and verifies in one; `key-taken`. The same `clientKey` again answers with what the first call did.
 * @param options.at when it was looked at, for the sample, whose dataset counts its days in UTC; otherwise now
 */
export async function verifyQuestion(
  actor: Actor,
  input: z.infer<typeof verifyQuestionSchema>,
  options: { at?: Date } = {},
): Promise<Result<CheckResult, "date-passed" | "key-taken" | "not-found" | "stale">> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    const [head] = await lockHeads(tx, [input.questionId]);
    if (!head) return refuseUnknown();
    // Behind the lock: of two calls with one key, the second waits for the first and finds it here.
    const earlier = await doneUnder(tx, actor, "verify", input);
    if (earlier) return earlier;
    if (head.revisionId !== input.baseRevisionId) return refuseStale(tx, head.revisionId);
    const content = contentOfRevision(
      await tx.revision.findUniqueOrThrow({ where: { id: head.revisionId } }),
    );
    const passed = await refuseDatePassed(tx, content);
    if (passed) return passed;

    const verification = await recordVerification(tx, actor, head, { ...input, ...options });
    if (input.token !== undefined)
      await endClaim(tx, { questionId: head.questionId, token: input.token, actor });
    await recordAudit(tx, actor, questionVerified, {
      questionId: head.questionId,
      number: head.number,
      verificationId: verification.id,
      evidence: input.evidence.length,
    });
    return ok({
      questionId: head.questionId,
      revisionId: head.revisionId,
      number: head.number,
      verificationId: verification.id,
    });
  });
}

/**
 * Appends one revision with what a refresh changed: answers, classes, schedule, evidence, or its retirement. Where the
 * person looked at the answers too, it is recorded as a verification of the new revision.
 * Refusals: `not-found`, `stale` (details: StaleDetails), `date-passed` where it counts as a verification and leaves a
 * fixed date that has passed, `unchanged`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function refreshQuestion(
  actor: Actor,
  input: z.infer<typeof refreshQuestionSchema>,
): Promise<Result<CheckResult, "date-passed" | "key-taken" | "not-found" | "stale" | "unchanged">> {
  authorize(actor, "reviews.work");
  const { change } = input;
  return transaction(async (tx) => {
    const [head] = await lockHeads(tx, [input.questionId]);
    if (!head) return refuseUnknown();
    const earlier = await doneUnder(tx, actor, "refresh", input);
    if (earlier) return earlier;
    if (head.revisionId !== input.baseRevisionId) return refuseStale(tx, head.revisionId);

    const base = await tx.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const content = contentOfRevision(base);
    const refreshed = refreshedContent(content, change, await currentYear(tx));
    const { cells, changed } = writeCells(
      { cells: base.cells, nextReview: content.nextReview },
      refreshed,
    );
    const status: Status = change.kind === "retire" ? "retired" : (base.status as Status);
    if (changed.length === 0 && status === base.status) {
      return refuse(
        "unchanged",
        change.kind === "retire"
          ? "This question is already retired."
          : "Nothing was changed. If the answers are still correct, verify them instead.",
      );
    }
    const passed = countsAsVerified(change) ? await refuseDatePassed(tx, refreshed) : null;
    if (passed) return passed;
    // Before the revision is written: a revision may drop the planned day.
    const plannedOn = await plannedDay(tx, head.questionId);
    const written = await appendRevision(tx, actor, head, {
      cells,
      content: refreshed,
      style: base.style,
      status,
      reason: REASON_OF[change.kind],
      comment: input.comment,
      clientKey: input.clientKey,
    });
    const verification = countsAsVerified(change)
      ? await recordVerification(tx, actor, written, input, plannedOn)
      : null;
    if (input.token !== undefined)
      await endClaim(tx, { questionId: head.questionId, token: input.token, actor });
    await recordAudit(tx, actor, questionRefreshed, {
      questionId: head.questionId,
      number: written.number,
      change: change.kind,
      columns: changed,
      verificationId: verification?.id ?? null,
    });
    return ok({ ...written, verificationId: verification?.id ?? null });
  });
}

/**
 * Takes a verification or a refresh back, named by the client key it was sent with: the verification is withdrawn by a
 * further row, and a refresh gets a revision with the content before it. Nothing is deleted.
 * Refusals: `not-found` (it never arrived), `already-undone`, `stale` when someone has revised the question since the
 * refresh (details: StaleDetails); `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function undoReview(
  actor: Actor,
  input: z.infer<typeof undoReviewSchema>,
): Promise<Result<CheckResult, "already-undone" | "key-taken" | "not-found" | "stale">> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    const find = () =>
      Promise.all([
        tx.revision.findUnique({ where: { clientKey: input.undoes } }),
        tx.verification.findUnique({
          where: { clientKey: input.undoes },
          include: { withdrawnBy: { select: { clientKey: true, verifiedById: true } } },
        }),
      ]);
    const [named, namedVerification] = await find();
    const questionId = named?.questionId ?? namedVerification?.questionId;
    // The key is its maker's: no one undoes what someone else did under it.
    const by = named?.authorId ?? namedVerification?.verifiedById;
    if (questionId === undefined || by !== actor.userId)
      return refuse("not-found", "Nothing to undo: it was not saved.");
    const [head] = await lockHeads(tx, [questionId]);
    if (!head) return refuseUnknown();
    // Again, now that no one else can act on the question.
    const [revision, verification] = await find();
    const last: CheckResult = {
      questionId,
      revisionId: head.revisionId,
      number: head.number,
      verificationId: null,
    };

    const earlier = await doneUnder(tx, actor, "undo", { questionId, clientKey: input.clientKey });
    if (earlier) return earlier;
    if (verification?.withdrawnBy) return refuse("already-undone", "Already undone.");
    if (revision && head.revisionId !== revision.id) {
      const since = await tx.revision.findFirst({
        where: { questionId, number: revision.number + 1 },
        select: { reason: true },
      });
      return since?.reason === "undo"
        ? refuse("already-undone", "Already undone.")
        : refuseStale(tx, head.revisionId);
    }

    let outcome = last;
    if (revision) {
      const before = await tx.revision.findUniqueOrThrow({
        where: { questionId_number: { questionId, number: revision.number - 1 } },
      });
      const written = await appendRevision(tx, actor, head, {
        cells: before.cells,
        content: contentOfRevision(before),
        style: before.style,
        status: before.status as Status,
        reason: "undo",
        comment: "",
        clientKey: input.clientKey,
      });
      outcome = { ...written, verificationId: null };
    }
    if (verification) {
      await tx.verification.create({
        data: {
          questionId,
          revisionId: verification.revisionId,
          verifiedById: actor.userId,
          evidence: [],
          clientKey: input.clientKey,
          withdrawsId: verification.id,
        },
      });
      const checkedSince = await tx.verification.count({
        where: { questionId, id: { gt: verification.id }, withdrawsId: null, withdrawnBy: null },
      });
      await projectVerification(
        tx,
        questionId,
        checkedSince > 0 ? await plannedDay(tx, questionId) : verification.plannedOn,
      );
    }
    if (input.token !== undefined) await holdClaims(tx, actor, input.token, [questionId]);
    await recordAudit(tx, actor, reviewUndone, {
      questionId,
      number: outcome.number,
      what: revision ? "revision" : "verification",
    });
    return ok(outcome);
  });
}

function refuseUnknown() {
  return refuse("not-found", "Question not found.");
}

/** A verification ends a fixed date; one that has passed would leave the question without any. */
async function refuseDatePassed(tx: Tx, content: Content) {
  if (!dateHasPassed(content, await datasetToday(tx))) return null;
  return refuse(
    "date-passed",
    `Verifying would end the review date ${formatDay(content.nextReview.on!)} without a next one. Nothing was saved. Set the next review date as well.`,
  );
}

/**
 * What an earlier call with this client key did, for the second of two equal submissions; null where there was none.
 * Refusals: `key-taken` where it was another person's, about another question, or a step of another kind.
 */
async function doneUnder(
  tx: Tx,
  actor: Actor,
  step: "verify" | "refresh" | "undo",
  { questionId, clientKey }: { questionId: number; clientKey: string },
): Promise<Result<CheckResult, "key-taken"> | null> {
  const [revision, verification] = await Promise.all([
    tx.revision.findUnique({
      where: { clientKey },
      select: { id: true, questionId: true, number: true, authorId: true, reason: true },
    }),
    tx.verification.findUnique({
      where: { clientKey },
      include: { revision: { select: { number: true } } },
    }),
  ]);
  if (revision === null && verification === null) return null;
  const withdraws =
    revision?.reason === "undo" || (verification !== null && verification.withdrawsId !== null);
  const was = withdraws ? "undo" : revision !== null ? "refresh" : "verify";
  const by = revision?.authorId ?? verification!.verifiedById;
  if (was !== step || by !== actor.userId || (revision ?? verification!).questionId !== questionId)
    return refuseKeyTaken();
  const { id: revisionId, number } = revision ?? {
    id: verification!.revisionId,
    number: verification!.revision.number,
  };
  return ok({
    questionId,
    revisionId,
    number,
    verificationId: withdraws ? null : (verification?.id ?? null),
  });
}

/** The day planned for a question's next review in place of its policy's, if any. */
async function plannedDay(tx: Tx, questionId: number): Promise<Date | null> {
  return (
    await tx.questionHead.findUniqueOrThrow({ where: { questionId }, select: { plannedOn: true } })
  ).plannedOn;
}

/** Writes a verification of a revision and projects it; the day planned for this review is used up, and kept in the row. */
async function recordVerification(
  tx: Tx,
  actor: Actor,
  of: { questionId: number; revisionId: number },
  input: { evidence: string[]; comment: string; clientKey: string; at?: Date },
  plannedOn?: Date | null,
): Promise<{ id: number }> {
  const verification = await tx.verification.create({
    data: {
      questionId: of.questionId,
      revisionId: of.revisionId,
      verifiedById: actor.userId,
      evidence: input.evidence,
      comment: input.comment,
      clientKey: input.clientKey,
      plannedOn: plannedOn === undefined ? await plannedDay(tx, of.questionId) : plannedOn,
      ...(input.at && { verifiedAt: input.at, verifiedOn: input.at }),
    },
    select: { id: true },
  });
  await projectVerification(tx, of.questionId, null);
  return verification;
}
