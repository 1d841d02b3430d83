import type { z } from "zod";
import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import { taskCommentedNotice } from "./notices";
import { refuseKeyTaken } from "@/lib/platform/client-keys";
import { transaction, type Prisma, type Tx } from "@/lib/platform/db";
import { endLeases, holdLeases, renewLeases } from "@/lib/platform/leases";
import { ok, refuse, type Refused, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { sameCredit, verdictOf } from "@/lib/rating/judging/rules";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import type { Said } from "@/lib/rating/judging/slot-writes";
import { answersOfColumns } from "@/lib/rating/protocols/answer-words";
import { sameAnswer, valueOf } from "@/lib/rating/protocols/rules";
import { RELAXED_STRICT_VERSION, type Answers } from "@/lib/rating/protocols/vocabulary";
import { readFinalAnswers } from "./rules";
import { NO_REASON } from "./schema";
import { AUDIT_RATIONALE } from "./vocabulary";
import { readCase, type CasesClaimed, type CaseView } from "./queries";
import type {
  Adjudicate,
  claimCasesSchema,
  commentSchema,
  CorrectAdjudication,
  releaseCasesSchema,
  renewCasesSchema,
  SeenComment,
  Supersede,
} from "./schema";
import {
  CASE_LEASES,
  type LockedTask,
  lockTask,
  participants,
  tellSettled,
  listNextCases,
  countHeldCases,
} from "./writes";
import { adjudicationMade, adjudicationSuperseded, taskCommented } from "./audit-events";

/**
 * Gives a visit the next cases, in the queue's order, and holds them for LEASE_SECONDS; what the visit holds already
 * comes first. Two visits never get the same case, no one gets one that they rated themselves (unless the campaign lets
 * them), and what a lease that ran out had held is given again.
 */
export async function claimCases(
  actor: Actor,
  input: z.output<typeof claimCasesSchema>,
): Promise<Result<CasesClaimed, never>> {
  authorize(actor, "ratings.adjudicate");
  const { token, filters, except, first, count } = input;
  const visit = { userId: actor.userId, token };
  for (let attempt = 1; ; attempt++) {
    const { found, outcome } = await transaction(async (tx) => {
      const rows = await listNextCases(tx, actor, { first, token, filters, except, count });
      const held = new Set(
        await holdLeases(
          tx,
          CASE_LEASES,
          visit,
          rows.map((row) => row.taskId),
        ),
      );
      const wanted = rows.filter((row) => held.has(row.taskId)).map((row) => row.taskId);
      // Checked again: whoever held one before may have settled it while this transaction waited for it.
      const seen: CaseView[] = [];
      for (const taskId of wanted) {
        const view = await readCase(tx, actor, taskId, "adjudicator");
        if (view?.mayAdjudicate) seen.push(view);
      }
      const settled = wanted.filter((taskId) => !seen.some((view) => view.item.taskId === taskId));
      if (settled.length > 0) await endLeases(tx, CASE_LEASES, visit, settled);
      const heldByOthers =
        seen.length === count ? 0 : await countHeldCases(tx, actor, { token, filters, except });
      return { found: rows.length, outcome: { cases: seen, heldByOthers } };
    });
    // Fewer than were found: other visits were faster. Each such attempt is a case given to someone.
    if (outcome.cases.length === found || attempt === 100) return ok(outcome);
  }
}

/** Keeps what a visit holds; the desk calls it every third of LEASE_SECONDS. @returns the tasks that are still the visit's. */
export async function renewCases(
  actor: Actor,
  input: z.output<typeof renewCasesSchema>,
): Promise<Result<{ taskIds: number[] }, never>> {
  authorize(actor, "ratings.adjudicate");
  return transaction(async (tx) =>
    ok({
      taskIds: await renewLeases(tx, CASE_LEASES, { userId: actor.userId, token: input.token }),
    }),
  );
}

/** Gives back what a visit holds (all, or some of it), so that others can have it at once. */
export async function releaseCases(
  actor: Actor,
  input: z.output<typeof releaseCasesSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "ratings.adjudicate");
  return transaction(async (tx) => {
    await endLeases(tx, CASE_LEASES, { userId: actor.userId, token: input.token }, input.taskIds);
    return ok();
  });
}

export interface Adjudicated {
  adjudicationId: number;
  taskId: number;
}

/**
 * Settles a task: the verdict is final, and its reason is kept. It needs no claim: whoever was slow is refused only if
 * someone settled it in the meantime. The same `clientKey` again answers with what the first call did.
 * Refusals: `not-found`; `own-rating` for a rater of the task whose campaign does not let raters adjudicate, and for a
 * conflict with the run; `adjudicated` when it has been settled (details: StandingAdjudication); `not-disputed` when nothing is to be settled (any more), or it is a dispute
 * now and was an audit, or the other way round;
 * `not-possible` for what does not answer the protocol's questions, or lacks a rationale, which an audit alone need not
 * have; `key-taken`.
 */
export async function adjudicate(
  actor: Actor,
  input: Adjudicate,
): Promise<
  Result<
    Adjudicated,
    "adjudicated" | "key-taken" | "not-disputed" | "not-found" | "not-possible" | "own-rating"
  >
> {
  authorize(actor, "ratings.adjudicate");
  return finalVerdict(actor, input, async (tx, task) => {
    if (task.adjudicated) return refuseAdjudicated(tx, actor, input.taskId);
    if (!task.open)
      return refuse(
        "not-disputed",
        "This response no longer needs adjudication: raters now agree, a rating is missing, or it is no longer part of an audit. Nothing was saved.",
      );
    // What was given in sight of the ratings is no audit's, and what was given without them no dispute's.
    if ((input.audit ?? false) !== task.audit)
      return refuse(
        "not-disputed",
        task.audit
          ? "Raters now agree on this response, so it is no longer disputed. Nothing was saved."
          : "Raters no longer agree on this response, so it is not part of the audit any more. Nothing was saved. It comes back to the list as a disagreement.",
      );
    if (input.reason === "" && !task.audit) return refuseNoReason();
    if (input.token !== undefined)
      await endLeases(tx, CASE_LEASES, { userId: actor.userId, token: input.token }, [
        input.taskId,
      ]);
    return ok({ supersedes: null, unchanged: () => null });
  });
}

/**
 * Puts another verdict of the actor's in the place of their own one, which is named by its client key and stays in the
 * history. Nothing becomes unresolved again. The same `clientKey` again answers with what the first call did.
 * Refusals: `not-found` where the actor made no such verdict; `own-rating`; `closed` once the campaign is; `stale` when
 * another one stands by now (details: StandingAdjudication); `unchanged` for the same verdict, reasons and explanation;
 * `not-possible`; `key-taken`.
 */
export async function correctAdjudication(
  actor: Actor,
  input: CorrectAdjudication,
): Promise<
  Result<
    Adjudicated,
    "closed" | "key-taken" | "not-found" | "not-possible" | "own-rating" | "stale" | "unchanged"
  >
> {
  authorize(actor, "ratings.adjudicate");
  return finalVerdict(actor, input, async (tx, task) => {
    const own = await tx.adjudication.findUnique({
      where: { clientKey: input.supersedes },
      include: { superseded: { select: { id: true } }, answers: true },
    });
    if (own === null || own.taskId !== input.taskId || own.adjudicatorId !== actor.userId)
      return refuse(
        "not-found",
        "You have no verdict on this response to correct. Nothing was saved.",
      );
    if (task.closed)
      return refuse(
        "closed",
        "This campaign is closed, so its final verdicts can no longer be corrected. Nothing was saved.",
      );
    if (own.superseded !== null) {
      return refuse(
        "stale",
        "This verdict has been replaced in the meantime. Your correction was not saved.",
        { details: await standingAdjudication(tx, actor, input.taskId) },
      );
    }
    if (input.reason === "" && own.reason !== AUDIT_RATIONALE) return refuseNoReason();
    return ok({
      supersedes: { id: own.id, because: "corrected" },
      unchanged: (said) =>
        own.reason === reasonOf(input) && sameSaid(saidOf(own), said)
          ? refuse("unchanged", "This is the verdict you already saved. Nothing was changed.")
          : null,
    });
  });
}

/** What an adjudication says, by its columns and its answers. */
function saidOf(made: Prisma.AdjudicationGetPayload<{ include: { answers: true } }>): Said {
  return made.relaxed === null
    ? { verdict: null, answers: answersOfColumns(made.answers) }
    : { verdict: verdictOf(made), answers: null };
}

function sameSaid(one: Said, other: Said): boolean {
  if (one.verdict !== null && other.verdict !== null)
    return (
      sameCredit(one.verdict, other.verdict) &&
      one.verdict.relaxedReason === other.verdict.relaxedReason &&
      one.verdict.strictReason === other.verdict.strictReason
    );
  const [a, b] = [one.answers ?? {}, other.answers ?? {}];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    sameAnswer(a[key], b[key]),
  );
}

/** The final verdict, or the final answers, that stand in the way of others. */
type StandingAdjudication = (Verdict | { answers: Answers }) & {
  /** Of the actor's own verdict: what a correction of it names. Null for someone else's. */
  clientKey: string | null;
};

async function standingAdjudication(
  tx: Tx,
  actor: Actor,
  taskId: number,
): Promise<StandingAdjudication> {
  const standing = await tx.adjudication.findFirstOrThrow({
    where: { taskId, superseded: null },
    include: { answers: true },
  });
  const { verdict, answers } = saidOf(standing);
  return {
    ...(verdict ?? { answers }),
    clientKey: standing.adjudicatorId === actor.userId ? standing.clientKey : null,
  };
}

async function refuseAdjudicated(
  tx: Tx,
  actor: Actor,
  taskId: number,
): Promise<Result<never, "adjudicated">> {
  const details = await standingAdjudication(tx, actor, taskId);
  const message =
    details.clientKey === null
      ? "Someone else adjudicated this response first. Your verdict was not saved. A maintainer can replace theirs."
      : "You already adjudicated this response in another window or on another device. That verdict is saved; this one is not.";
  return refuse("adjudicated", message, { details });
}

/**
 * Puts another final verdict in the place of the one that stands, which stays in the history. For maintainers.
 * Refusals: `not-found`; `own-rating`; `stale` when another one stands by now; `unchanged` for the same verdict with the
 * same reasons; `not-possible`; `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function replaceAdjudication(
  actor: Actor,
  input: Supersede,
): Promise<
  Result<
    Adjudicated,
    "key-taken" | "not-found" | "not-possible" | "own-rating" | "stale" | "unchanged"
  >
> {
  authorize(actor, "campaigns.manage");
  return finalVerdict(actor, input, async (tx) => {
    const standing = await tx.adjudication.findFirst({
      where: { taskId: input.taskId, superseded: null },
      include: { answers: true },
    });
    if (standing === null)
      return refuse("not-found", "This response has not been adjudicated yet. Nothing was saved.");
    if (standing.id !== input.supersedes)
      return refuse(
        "stale",
        "Someone else has already replaced this verdict. Nothing was saved, but your text is still here. Reload the page to see theirs.",
      );
    return ok({
      supersedes: { id: standing.id },
      unchanged: (said) =>
        sameSaid(saidOf(standing), said)
          ? refuse("unchanged", "This is already the current verdict. Nothing was saved.")
          : null,
    });
  });
}

/** The rationale, or what stands for it in an audit. */
const reasonOf = ({ reason }: { reason: string }) => (reason === "" ? AUDIT_RATIONALE : reason);

function refuseNoReason(): Refused<"not-possible"> {
  return refuse("not-possible", `${NO_REASON} Nothing was saved.`, {
    fields: { reason: NO_REASON },
  });
}

interface Superseding<C extends RefusalCode> {
  /** The verdict that a final verdict takes the place of; null for the first one of a task. */
  supersedes: { id: number; because?: "corrected" } | null;
  /** Refuses what says nothing new. */
  unchanged: (said: Said) => Refused<C> | null;
}

/**
 * Writes a final verdict, however it comes to be. The task is locked first; a key that was used already is answered with
 * what it did; whoever rated the response or has a conflict with its run is refused. `decide` then says what the verdict
 * supersedes, or refuses; only then its answers are read, for which the task has to be one that may be settled. It is
 * written, recorded, and told to those who discussed the task.
 */
async function finalVerdict<C extends RefusalCode>(
  actor: Actor,
  input: Adjudicate | CorrectAdjudication | Supersede,
  decide: (tx: Tx, task: LockedTask) => Promise<Result<Superseding<C>, C>>,
): Promise<Result<Adjudicated, C | "key-taken" | "not-found" | "not-possible" | "own-rating">> {
  const { taskId, clientKey } = input;
  return transaction(async (tx) => {
    const task = await lockTask(tx, actor, taskId);
    if (task === null) return refuseUnknown();
    // Behind the lock: of two calls with one key, the second waits for the first and finds it here.
    const earlier = await tx.adjudication.findUnique({ where: { clientKey } });
    if (earlier !== null)
      return earlier.taskId === taskId && earlier.adjudicatorId === actor.userId
        ? ok({ adjudicationId: earlier.id, taskId })
        : refuseKeyTaken();
    if (!task.eligible) return refuseOwn();
    const decided = await decide(tx, task);
    if (!decided.ok) return decided;
    const { supersedes, unchanged } = decided.value;
    const read = await readSaid(tx, actor, task, input);
    if (!read.ok) return read;
    const said = read.value;
    const same = unchanged(said);
    if (same !== null) return same;
    const reason = reasonOf(input);
    const made = await tx.adjudication.create({
      data: {
        taskId,
        adjudicatorId: actor.userId,
        revisionId: task.revisionId,
        ...said.verdict,
        reason,
        clientKey,
        supersedesId: supersedes?.id ?? null,
        answers: { create: rowsOf(said.answers ?? {}) },
      },
    });
    const about = { adjudicationId: made.id, taskId, campaignId: task.campaignId };
    if (supersedes === null) await recordAudit(tx, actor, adjudicationMade, about);
    else
      await recordAudit(tx, actor, adjudicationSuperseded, {
        ...about,
        supersedes: supersedes.id,
        ...(supersedes.because && { because: supersedes.because }),
      });
    await tellSettled(tx, actor, taskId, reason);
    return ok({ adjudicationId: made.id, taskId });
  });
}

/**
 * What a settlement says, by the campaign's protocol. Refuses, as `not-possible`, what does not answer its questions, and
 * what was meant for another protocol.
 */
async function readSaid(
  tx: Tx,
  actor: Actor,
  { taskId, protocolVersionId }: LockedTask,
  { verdict = null, answers = null }: Pick<Adjudicate, "answers" | "verdict">,
): Promise<Result<Said, "not-possible">> {
  const builtIn = protocolVersionId === RELAXED_STRICT_VERSION;
  if (builtIn && verdict !== null) return ok({ verdict, answers: null });
  const view = builtIn ? null : await readCase(tx, actor, taskId, "adjudicator");
  if (answers === null || view === null || view.protocol === null)
    return refuse(
      "not-possible",
      "This campaign asks other questions than this page shows. Nothing was saved. Reload the page and adjudicate again.",
    );
  const read = readFinalAnswers(
    view.protocol.definition,
    answers,
    view.ratings.map((rating) => rating.answers),
  );
  return read.answers === null
    ? refuse("not-possible", `${Object.values(read.problems)[0]!} Nothing was saved.`, {
        fields: read.problems,
      })
    : ok({ verdict: null, answers: read.answers });
}

function rowsOf(
  answers: Answers,
): { questionKey: string; value: number | null; cannotTell: boolean }[] {
  return Object.entries(answers).map(([questionKey, answer]) => ({
    questionKey,
    value: valueOf(answer),
    cannotTell: "cannotTell" in answer,
  }));
}

/**
 * Says something in the discussion of a task, as one of its raters once it is fully judged, or as who may settle it. The
 * others are told. Refusals: `not-found` for anyone else; `key-taken`. The same `clientKey` again adds nothing.
 */
export async function commentOnTask(
  actor: Actor,
  input: z.output<typeof commentSchema>,
): Promise<Result<SeenComment, "key-taken" | "not-found">> {
  authorize(actor, "ratings.discuss");
  const { taskId, body, clientKey } = input;
  return transaction(async (tx) => {
    const task = await lockTask(tx, actor, taskId);
    if (task === null) return refuseUnknown();
    const sides = [
      ...(may(actor, "ratings.judge") ? ["rater" as const] : []),
      ...(may(actor, "ratings.adjudicate") ? ["adjudicator" as const] : []),
    ];
    const seen = async () => {
      for (const side of sides) {
        const view = await readCase(tx, actor, taskId, side);
        if (view?.mayDiscuss) return view;
      }
      return null;
    };
    if ((await seen()) === null) return refuseUnknown();
    const earlier = await tx.taskComment.findUnique({ where: { clientKey } });
    if (earlier !== null && (earlier.taskId !== taskId || earlier.authorId !== actor.userId))
      return refuseKeyTaken();
    const comment =
      earlier ??
      (await tx.taskComment.create({ data: { taskId, authorId: actor.userId, body, clientKey } }));
    const view = (await seen())!;
    const mine = view.comments.find((one) => one.id === comment.id)!;
    if (earlier === null) {
      await recordAudit(tx, actor, taskCommented, {
        commentId: comment.id,
        taskId,
        campaignId: view.campaign.id,
      });
      await notify(tx, { to: await participants(tx, actor, taskId) }, taskCommentedNotice, {
        taskId,
        question: excerptOf(view.item.question),
        by: mine.author,
        comment: excerptOf(body),
      });
    }
    return ok(mine);
  });
}

function refuseUnknown() {
  return refuse("not-found", "You can't adjudicate or discuss this response. Nothing was saved.");
}

function refuseOwn() {
  return refuse(
    "own-rating",
    "You rated this response or have a conflict of interest with its run, so someone else must adjudicate it. Nothing was saved.",
  );
}
