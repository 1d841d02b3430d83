import type { z } from "zod";
import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { questionCreated } from "@/lib/dataset/questions/audit-events";
import { nearestQuestions, nearestSubmissions } from "@/lib/dataset/similar-questions/queries";
import { nearestFirst } from "@/lib/dataset/similar-questions/rules";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import {
  acceptedNotice,
  commentedNotice,
  mentionedNotice,
  rejectedNotice,
  returnedNotice,
} from "./notices";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction, type Tx } from "@/lib/platform/db";
import { endLeases } from "@/lib/platform/leases";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { renderCells } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { mentionsIn } from "@/lib/dataset/comments/rules";
import { checkDraft, isOpen, isWithdrawable } from "./rules";
import type {
  changeTargetsSchema,
  claimNextSchema,
  claimSubmissionSchema,
  commentSchema,
  Decision,
  Draft,
  saveDraftSchema,
  startDraftSchema,
  submitDraftSchema,
  withdrawSchema,
} from "./schema";
import {
  listParticipants,
  holdSubmission,
  lockSubmission,
  currentYear,
  readDraft,
  readTargets,
  SUBMISSION_LEASES,
  drawSplit,
  nextSubmission,
  countHeldSubmissions,
} from "./writes";
import { lockRow } from "@/lib/platform/locked-row";
import { type SubmissionStatus } from "./vocabulary";
import {
  submissionCommented,
  submissionDecided,
  submissionStarted,
  submissionSubmitted,
  submissionWithdrawn,
  targetsChanged,
} from "./audit-events";

/** Where a draft stands after it was saved. */
export interface SaveResult {
  submissionId: number;
  version: number;
  /** ISO time. */
  savedAt: string;
}

/** Begins a draft. The same `clientKey` again answers with the draft that it began. */
export async function startDraft(
  actor: Actor,
  input: z.output<typeof startDraftSchema>,
): Promise<Result<SaveResult, "key-taken">> {
  authorize(actor, "submissions.write");
  return transaction(async (tx) => {
    // Two sendings of one key queue here; the second then finds the first one's draft.
    await lock(tx, "submissionKey", input.clientKey);
    const earlier = await tx.submission.findUnique({ where: { clientKey: input.clientKey } });
    if (earlier) return earlier.authorId === actor.userId ? ok(savedOf(earlier)) : refuseKeyTaken();
    const submission = await tx.submission.create({
      data: { authorId: actor.userId, clientKey: input.clientKey, draft: input.draft },
    });
    await recordAudit(tx, actor, submissionStarted, { submissionId: submission.id });
    return ok(savedOf(submission));
  });
}

function savedOf(submission: { id: number; version: number; savedAt: Date }): SaveResult {
  return {
    submissionId: submission.id,
    version: submission.version,
    savedAt: submission.savedAt.toISOString(),
  };
}

/** What a person needs to see when another window or device of theirs saved first. */
export interface StaleDraft {
  version: number;
  savedAt: string;
  draft: Draft;
}

/**
 * Keeps what is typed. Saving is no event of the audit log: a draft is its author's alone until it is submitted, and
 * what was submitted stays in its rounds.
 * Refusals: `not-found` (also for someone else's), `closed`, `stale` with the other version (details: StaleDraft).
 */
export async function saveDraft(
  actor: Actor,
  input: z.output<typeof saveDraftSchema>,
): Promise<Result<SaveResult, "closed" | "not-found" | "stale">> {
  authorize(actor, "submissions.write");
  return transaction(async (tx) => {
    const found = await openSubmission(tx, actor, input);
    if (!found.ok) return found;
    return ok(await keepDraft(tx, found.value.id, input.draft));
  });
}

/** The actor's own submission, locked, if it can still be changed and no one saved since. */
async function openSubmission(
  tx: Tx,
  actor: Actor,
  input: { submissionId: number; baseVersion: number; draft: Draft },
) {
  const submission = await lockSubmission(tx, input.submissionId);
  if (!submission || submission.authorId !== actor.userId) return refuseUnknown();
  const status = submission.status as SubmissionStatus;
  if (!isOpen(status)) {
    return refuse(
      "closed",
      status === "submitted"
        ? "This question has already been submitted for review, possibly in another window. Later changes were not saved."
        : `This question is already ${status}. Later changes were not saved.`,
      { details: { status } },
    );
  }
  if (
    submission.version !== input.baseVersion &&
    JSON.stringify(readDraft(submission.draft)) !== JSON.stringify(input.draft)
  ) {
    const details: StaleDraft = {
      version: submission.version,
      savedAt: submission.savedAt.toISOString(),
      draft: readDraft(submission.draft),
    };
    return refuse(
      "stale",
      "This draft was saved in another window or on another device. Both versions are kept; choose one to continue.",
      { details },
    );
  }
  return ok(submission);
}

async function keepDraft(tx: Tx, submissionId: number, draft: Draft): Promise<SaveResult> {
  return savedOf(
    await tx.submission.update({
      where: { id: submissionId },
      data: { draft, version: { increment: 1 }, savedAt: now() },
    }),
  );
}

function refuseUnknown() {
  return refuse("not-found", "Submission not found.");
}

export interface SubmitResult extends SaveResult {
  round: number;
}

/**
 * Submits a draft for review: what it holds now is frozen as a round. What cannot be submitted is kept as a draft.
 * Refusals: those of saveDraft; `invalid` with words for each field; `similar` when a question of the dataset or an
 * open submission is near and nothing says how this one differs (details: SimilarQuestion[]). The same `clientKey` again answers with the round it made.
 */
export async function submitDraft(
  actor: Actor,
  input: z.output<typeof submitDraftSchema>,
): Promise<
  Result<SubmitResult, "closed" | "invalid" | "key-taken" | "not-found" | "similar" | "stale">
> {
  authorize(actor, "submissions.write");
  // What cannot be submitted stays as a draft.
  return transaction(
    async (tx) => {
      const locked = await lockSubmission(tx, input.submissionId);
      if (!locked || locked.authorId !== actor.userId) return refuseUnknown();
      const earlier = await tx.submissionRound.findUnique({
        where: { clientKey: input.clientKey },
      });
      if (earlier)
        return earlier.submissionId === locked.id
          ? ok({ ...savedOf(locked), round: earlier.number })
          : refuseKeyTaken();
      const found = await openSubmission(tx, actor, input);
      if (!found.ok) return found;

      const saved = await keepDraft(tx, locked.id, input.draft);
      const { content, errors } = checkDraft(input.draft, await currentYear(tx));
      if (content === null)
        return refuse(
          "invalid",
          "Not submitted. Fix the highlighted fields; your draft is saved.",
          {
            fields: errors,
            details: saved,
          },
        );
      // Of two who submit the same at once, the second is to see the first one's.
      await lock(tx, "similarSubmissions");
      const similar = nearestFirst(
        await nearestQuestions(tx, content),
        await nearestSubmissions(tx, actor, content, locked.id),
      );
      const near = similar.filter((candidate) => candidate.near);
      const difference = input.draft.difference.trim();
      if (near.length > 0 && difference === "") {
        return refuse(
          "similar",
          `Not submitted: ${near.length === 1 ? "another question is" : `${near.length} other questions are`} very similar. Explain how yours differs, or withdraw it. Your draft is saved.`,
          {
            fields: { difference: "Explain how your question differs from similar ones." },
            details: { ...saved, similar },
          },
        );
      }

      const number = locked.rounds + 1;
      await tx.submissionRound.create({
        data: {
          submissionId: locked.id,
          number,
          draft: input.draft,
          difference,
          clientKey: input.clientKey,
          similar: near.map((one) =>
            one.kind === "question"
              ? { questionId: one.questionId, score: one.score }
              : { submissionId: one.submissionId, score: one.score },
          ),
        },
      });
      await tx.submission.update({
        where: { id: locked.id },
        data: { status: "submitted", rounds: number, submittedAt: now() },
      });
      await recordAudit(tx, actor, submissionSubmitted, { submissionId: locked.id, round: number });
      return ok({ ...saved, round: number });
    },
    { keepOnRefusal: true },
  );
}

/** Takes one's own submission back for good, unless it was decided. */
export async function withdraw(
  actor: Actor,
  input: z.output<typeof withdrawSchema>,
): Promise<Result<void, "closed" | "not-found">> {
  authorize(actor, "submissions.write");
  return transaction(async (tx) => {
    const submission = await lockSubmission(tx, input.submissionId);
    if (!submission || submission.authorId !== actor.userId) return refuseUnknown();
    if (submission.status === "withdrawn") return ok();
    if (!isWithdrawable(submission.status as SubmissionStatus))
      return refuse(
        "closed",
        `This question is already ${submission.status} and can't be withdrawn.`,
      );
    await tx.submission.update({ where: { id: submission.id }, data: { status: "withdrawn" } });
    await tx.submissionClaim.deleteMany({ where: { submissionId: submission.id } });
    await recordAudit(tx, actor, submissionWithdrawn, { submissionId: submission.id });
    return ok();
  });
}

/**
 * Says something about a submission, or answers. Its author, and those who reviewed or spoke before, are told; those who
 * are named by "@" too. Refusals: `not-found`. The same `clientKey` again answers with the comment it made.
 */
export async function comment(
  actor: Actor,
  input: z.output<typeof commentSchema>,
): Promise<Result<{ commentId: number }, "key-taken" | "not-found">> {
  if (!may(actor, "submissions.review")) authorize(actor, "submissions.write");
  return transaction(async (tx) => {
    const submission = await lockSubmission(tx, input.submissionId);
    if (!submission || !mayDiscuss(actor, submission)) return refuseUnknown();
    const earlier = await tx.submissionComment.findUnique({
      where: { clientKey: input.clientKey },
    });
    if (earlier)
      return earlier.submissionId === submission.id && earlier.authorId === actor.userId
        ? ok({ commentId: earlier.id })
        : refuseKeyTaken();
    const parent =
      input.parentId === null
        ? null
        : await tx.submissionComment.findUnique({ where: { id: input.parentId } });
    if (input.parentId !== null && parent?.submissionId !== submission.id)
      return refuse(
        "not-found",
        "The comment you're replying to no longer exists. Your text is still here.",
      );
    const commentId = await writeComment(
      tx,
      actor,
      submission,
      {
        // A thread is one level deep: an answer to an answer joins its thread.
        body: input.body,
        field: parent === null ? input.field : parent.field,
        parentId: parent === null ? null : (parent.parentId ?? parent.id),
        clientKey: input.clientKey,
      },
      "commented",
    );
    return ok({ commentId });
  });
}

function mayDiscuss(actor: Actor, submission: { authorId: number; rounds: number }): boolean {
  return submission.authorId === actor.userId
    ? may(actor, "submissions.write")
    : submission.rounds > 0 && may(actor, "submissions.review");
}

type Discussed = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>;

/** @param tell "commented" tells those who take part; null tells only who is named, because a decision tells the author anyway. */
async function writeComment(
  tx: Tx,
  actor: Actor,
  submission: Discussed,
  said: { body: string; field: string | null; parentId: number | null; clientKey: string },
  tell: "commented" | null,
): Promise<number> {
  const mentions = mentionsIn(said.body, await listParticipants(tx, submission.authorId)).filter(
    (id) => id !== actor.userId,
  );
  const round = await tx.submissionRound.findFirst({
    where: { submissionId: submission.id },
    orderBy: { number: "desc" },
    select: { id: true },
  });
  const written = await tx.submissionComment.create({
    data: {
      submissionId: submission.id,
      roundId: round?.id ?? null,
      authorId: actor.userId,
      mentions,
      ...said,
    },
    select: { id: true },
  });
  await recordAudit(tx, actor, submissionCommented, {
    submissionId: submission.id,
    commentId: written.id,
  });
  const data = { ...about(actor, submission), comment: excerptOf(said.body) };
  await notify(tx, { to: mentions }, mentionedNotice, data);
  if (tell === null) return written.id;
  const [spoke, decided] = await Promise.all([
    tx.submissionComment.findMany({
      where: { submissionId: submission.id },
      distinct: ["authorId"],
      select: { authorId: true },
    }),
    tx.submissionDecision.findMany({
      where: { round: { submissionId: submission.id } },
      select: { deciderId: true },
    }),
  ]);
  const others = [
    submission.authorId,
    ...spoke.map((one) => one.authorId),
    ...decided.map((one) => one.deciderId),
  ].filter((id) => id !== actor.userId && !mentions.includes(id));
  await notify(tx, { to: others }, commentedNotice, data);
  return written.id;
}

function about(actor: Actor, submission: Discussed) {
  return {
    submissionId: submission.id,
    question: excerptOf(readDraft(submission.draft).question),
    by: actor.name,
  };
}

// Review ----------------------------------------------------------------------------------------------------------

/** What a window was given to review. */
export interface ClaimedSubmission {
  submissionId: number | null;
  /** Submissions by others that wait, but are held by another window at this moment. */
  heldByOthers: number;
}

/**
 * Gives a window the submission that has waited longest and that no one else holds; what the window holds already comes
 * first. No one is given what they wrote themselves.
 */
export async function claimNext(
  actor: Actor,
  input: z.output<typeof claimNextSchema>,
): Promise<Result<ClaimedSubmission, never>> {
  authorize(actor, "submissions.review");
  for (let attempt = 1; ; attempt++) {
    const outcome = await transaction(
      async (tx): Promise<ClaimedSubmission & { lost: boolean }> => {
        const next = await nextSubmission(tx, actor, input);
        if (next === null) {
          const heldByOthers = await countHeldSubmissions(tx, actor, input.after);
          return { submissionId: null, heldByOthers, lost: false };
        }
        const held = await holdSubmission(tx, actor, input.token, next);
        // Checked again: whoever held it before may have decided while this transaction waited for the claim.
        const waits =
          held && (await tx.submission.count({ where: { id: next, status: "submitted" } })) > 0;
        if (held && !waits)
          await endLeases(tx, SUBMISSION_LEASES, { userId: actor.userId, token: input.token }, [
            next,
          ]);
        return { submissionId: waits ? next : null, heldByOthers: 0, lost: !waits };
      },
    );
    // Another window was faster: each such attempt is a submission given to someone.
    if (!outcome.lost || attempt === 100)
      return ok({ submissionId: outcome.submissionId, heldByOthers: outcome.heldByOthers });
  }
}

/**
 * Takes or renews a window's claim on one submission, also from another window of the same person. Refusals:
 * `not-found`, `own`, `decided`, `held` by someone else (details: by, until).
 */
export async function claimSubmission(
  actor: Actor,
  input: z.output<typeof claimSubmissionSchema>,
): Promise<Result<{ until: string }, "decided" | "held" | "not-found" | "own">> {
  authorize(actor, "submissions.review");
  return transaction(async (tx) => {
    const submission = await tx.submission.findUnique({
      where: { id: input.submissionId },
      select: { authorId: true, status: true },
    });
    if (!submission || submission.status === "draft") return refuseUnknown();
    if (submission.authorId === actor.userId) return refuseOwn();
    if (submission.status !== "submitted")
      return refuse("decided", `This question is already ${submission.status}.`);
    // One's own other window gives way: it may be a tab that was closed.
    await tx.submissionClaim.updateMany({
      where: { submissionId: input.submissionId, holderId: actor.userId },
      data: { token: input.token },
    });
    if (!(await holdSubmission(tx, actor, input.token, input.submissionId)))
      return refuseHeld(tx, input.submissionId);
    const claim = await tx.submissionClaim.findUniqueOrThrow({
      where: { submissionId: input.submissionId },
    });
    return ok({ until: claim.expiresAt.toISOString() });
  });
}

function refuseOwn() {
  return refuse("own", "You can't review your own question.");
}

async function refuseHeld(tx: Tx, submissionId: number) {
  const claim = await tx.submissionClaim.findUnique({
    where: { submissionId },
    include: { holder: { select: { name: true } } },
  });
  const by = claim?.holder.name ?? "Someone else";
  return refuse(
    "held",
    `${by} is reviewing this question now. No decision was saved. Review another one or come back later.`,
    { details: { by, until: claim?.expiresAt.toISOString() ?? null } },
  );
}

/** Gives a submission back that a window holds, so that others can have it at once. */
export async function releaseSubmission(
  actor: Actor,
  input: z.output<typeof claimSubmissionSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "submissions.review");
  return transaction(async (tx) => {
    await endLeases(tx, SUBMISSION_LEASES, { userId: actor.userId, token: input.token }, [
      input.submissionId,
    ]);
    return ok();
  });
}

/** Where a decision led. */
export interface DecisionResult {
  submissionId: number;
  outcome: Decision["outcome"];
  /** Accepted: the question that it became. */
  questionId: number | null;
  split: Split | null;
}

/**
 * Decides on a submission's last round. Accepting writes the question, by its author, in the same transaction.
 * Refusals: `not-found`; `own`; `decided` (details: by, outcome); `stale` when the author submitted again; `held` while
 * someone else reviews it; `invalid` when what was submitted would not pass any more. The same `clientKey` again answers
 * with what the first call did.
 */
export async function decide(
  actor: Actor,
  input: Decision,
): Promise<
  Result<
    DecisionResult,
    "decided" | "held" | "invalid" | "key-taken" | "not-found" | "own" | "stale"
  >
> {
  authorize(actor, "submissions.review");
  return transaction(async (tx) => {
    const submission = await lockSubmission(tx, input.submissionId);
    if (!submission || submission.rounds === 0) return refuseUnknown();
    if (submission.authorId === actor.userId) return refuseOwn();
    const round = await tx.submissionRound.findFirstOrThrow({
      where: { submissionId: submission.id },
      orderBy: { number: "desc" },
      include: { decision: { include: { decider: { select: { name: true } } } } },
    });
    const earlier = await tx.submissionDecision.findUnique({
      where: { clientKey: input.clientKey },
      include: { round: { select: { submissionId: true } } },
    });
    if (earlier) {
      return earlier.round.submissionId === submission.id && earlier.deciderId === actor.userId
        ? ok({
            submissionId: submission.id,
            outcome: earlier.outcome as Decision["outcome"],
            questionId: submission.questionId,
            split: earlier.split as Split | null,
          })
        : refuseKeyTaken();
    }
    if (submission.status !== "submitted" || round.decision) {
      const details = { by: round.decision?.decider.name ?? null, outcome: submission.status };
      return refuse(
        "decided",
        `This question is already ${submission.status}${details.by === null ? "" : ` by ${details.by}`}. Nothing was changed.`,
        { details },
      );
    }
    if (round.number !== input.round)
      return refuse(
        "stale",
        "The author submitted a new version. No decision was saved. Review the new version first.",
        { details: { round: round.number } },
      );
    const claim = await tx.submissionClaim.findUnique({ where: { submissionId: submission.id } });
    if (claim && claim.expiresAt > now() && claim.holderId !== actor.userId)
      return refuseHeld(tx, submission.id);

    const accepted =
      input.outcome === "accepted"
        ? await accept(tx, actor, submission, readDraft(round.draft), input.split)
        : null;
    if (accepted !== null && !accepted.ok) return accepted;
    const split = accepted?.value.split ?? null;
    await tx.submissionDecision.create({
      data: {
        roundId: round.id,
        deciderId: actor.userId,
        outcome: input.outcome,
        reason: input.outcome === "rejected" ? input.reason : null,
        comment: input.comment,
        split,
        clientKey: input.clientKey,
      },
    });
    const questionId = accepted?.value.questionId ?? null;
    await tx.submission.update({
      where: { id: submission.id },
      data: { status: input.outcome, questionId },
    });
    await tx.submissionClaim.deleteMany({ where: { submissionId: submission.id } });
    if (input.outcome === "returned") {
      for (const [i, { field, body }] of input.fieldComments.entries()) {
        await writeComment(
          tx,
          actor,
          submission,
          { body, field, parentId: null, clientKey: derivedKey(input.clientKey, i) },
          null,
        );
      }
    }
    await recordAudit(tx, actor, submissionDecided, {
      submissionId: submission.id,
      round: round.number,
      outcome: input.outcome,
      reason: input.outcome === "rejected" ? input.reason : null,
      questionId,
    });
    await tellDecision(tx, actor, submission, input, { questionId, split });
    return ok({ submissionId: submission.id, outcome: input.outcome, questionId, split });
  });
}

/** A key for each comment of a decision, made of the decision's own: sent twice, they are the same. */
function derivedKey(key: string, index: number): string {
  return `${key.slice(0, 34)}${((parseInt(key.slice(34), 16) + index + 1) % 256).toString(16).padStart(2, "0")}`;
}

/** Tells the author what was decided. */
function tellDecision(
  tx: Tx,
  actor: Actor,
  submission: Discussed,
  input: Decision,
  accepted: { questionId: number | null; split: Split | null },
): Promise<void> {
  const data = about(actor, submission);
  const author = { to: [submission.authorId] };
  switch (input.outcome) {
    case "accepted":
      return notify(tx, author, acceptedNotice, {
        ...data,
        questionId: accepted.questionId!,
        split: accepted.split,
      });
    case "returned":
      return notify(tx, author, returnedNotice, {
        ...data,
        comment: excerptOf(input.comment || (input.fieldComments[0]?.body ?? "")),
      });
    case "rejected":
      return notify(tx, author, rejectedNotice, {
        ...data,
        reason: input.reason,
        comment: excerptOf(input.comment),
      });
  }
}

/** Writes an accepted question as its author's, with its split and its reasoning steps. */
async function accept(
  tx: Tx,
  actor: Actor,
  submission: Discussed,
  draft: Draft,
  wanted: Split | "none" | "balanced",
): Promise<Result<{ questionId: number; split: Split | null }, "invalid">> {
  const { content, steps, errors } = checkDraft(draft, await currentYear(tx));
  if (content === null)
    return refuse(
      "invalid",
      "This version no longer passes validation. No decision was saved. Request changes instead.",
      { fields: errors },
    );
  const split =
    wanted === "balanced"
      ? await drawSplit(tx, content, submission.id)
      : wanted === "none"
        ? null
        : wanted;
  const whole: Content = { ...content, split };
  const author = await tx.user.findUniqueOrThrow({
    where: { id: submission.authorId },
    select: { id: true, name: true, roles: true },
  });
  const written = await createQuestion(
    tx,
    { userId: author.id, name: author.name, roles: author.roles as Role[], via: actor.via },
    {
      cells: renderCells(whole),
      content: whole,
      style: 0,
      status: "active",
      reason: "author",
      comment: `Submitted by ${author.name}, accepted by ${actor.name}.`,
    },
  );
  if (steps.length > 0)
    await tx.questionReasoning.create({
      data: { questionId: written.questionId, authorId: author.id, steps },
    });
  await recordAudit(tx, actor, questionCreated, {
    questionId: written.questionId,
    number: written.number,
  });
  return ok({ questionId: written.questionId, split });
}

// Targets ---------------------------------------------------------------------------------------------------------

/** Changes how many questions the dataset aims at. Refusals: `stale`, `unchanged`, `key-taken`. The same `clientKey` again answers with what the first call did. */
export async function changeTargets(
  actor: Actor,
  input: z.output<typeof changeTargetsSchema>,
): Promise<Result<{ updatedAt: string }, "key-taken" | "stale" | "unchanged">> {
  authorize(actor, "splits.manage");
  return transactionOnce(actor, "changeTargets", input.clientKey, async (tx) => {
    await lockRow(tx, "authoring_targets", 1);
    const { updatedAt, ...present } = await readTargets(tx);
    if (updatedAt.toISOString() !== new Date(input.baseUpdatedAt).toISOString()) {
      return refuse(
        "stale",
        "Someone else changed the targets while you were editing. Nothing was saved, but your text is still here. Reload the page to see their changes.",
      );
    }
    const changed = (Object.keys(present) as (keyof typeof present)[]).filter(
      (key) => present[key] !== input.targets[key],
    );
    if (changed.length === 0) return refuse("unchanged", "No changes to save.");
    const saved = await tx.authoringTargets.update({
      where: { id: 1 },
      data: { ...input.targets, updatedAt: now() },
    });
    await recordAudit(tx, actor, targetsChanged, {
      changes: Object.fromEntries(
        changed.map((key) => [key, { from: String(present[key]), to: String(input.targets[key]) }]),
      ),
    });
    return ok({ updatedAt: saved.updatedAt.toISOString() });
  });
}
