import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { runCreated } from "@/lib/runs/models/audit-events";
import { now } from "@/lib/platform/clock";
import { transactionOnce } from "@/lib/platform/client-keys";
import type { Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { freezeEvaluator } from "@/lib/runs/evaluators/writes";
import { methodVersionForJob } from "@/lib/runs/generation/queries";
import { freezeMethodVersion } from "@/lib/runs/generation/writes";
import type {
  ComparisonJobInput,
  GenerationJobInput,
  JobInput,
  jobSchema,
  JudgingJobInput,
  RepeatJobInput,
  resumeJobSchema,
} from "./schema";
import { chargedOf, priceMissing, withoutPrice, writeJob } from "./starting-writes";
import {
  cancel,
  endIfDone,
  enqueueJob,
  lockJob,
  pause,
  reopenItems,
  setRunning,
  type LockedJob,
} from "./writes";
import { planJob, type PlanRefusal } from "./planning-writes";
import { jobCreated, jobFailuresAccepted, jobPaused, jobResumed, jobRetried } from "./audit-events";

/** For callers other than people at a form. */
export interface StartOptions {
  /** When a new run's model answered, if not now. */
  at?: Date;
  /** What else belongs to the same transaction, before any worker sees the job. */
  within?: (tx: Tx, jobId: number) => Promise<unknown>;
}

/** Jobs of many thousands of items take a while to write. */
const TIMEOUT_MS = 120_000;

type Started = Result<
  { jobId: number; runId: number; items: number; leftOut: number },
  PlanRefusal | "key-taken"
>;

/**
 * Starts generating responses: for a new run, or for those questions of an existing run that have none. Freezes the
 * method version. Refusals: see planJob.
 */
export async function createGenerationJob(
  actor: Actor,
  input: GenerationJobInput,
  options: StartOptions = {},
): Promise<Started> {
  authorize(actor, "jobs.manage");
  return start(actor, "createGenerationJob", input, options);
}

/** Starts judging a run's responses by an automatic evaluator, which is frozen. Refusals: see planJob. */
export async function createJudgingJob(
  actor: Actor,
  input: JudgingJobInput,
  options: StartOptions = {},
): Promise<Started> {
  authorize(actor, "jobs.manage");
  return start(actor, "createJudgingJob", input, options);
}

/** Starts asking the same judge prompts several times; what comes of it is never a verdict. Refusals: see planJob. */
export async function createRepeatJob(actor: Actor, input: RepeatJobInput): Promise<Started> {
  authorize(actor, "jobs.manage");
  return start(actor, "createRepeatJob", input);
}

/** Starts comparing the responses of two runs by principles, with an evaluator's model, which is frozen. Refusals: see planJob. */
export async function createComparisonJob(
  actor: Actor,
  input: ComparisonJobInput,
): Promise<Started> {
  authorize(actor, "jobs.manage");
  return start(actor, "createComparisonJob", input);
}

function start(
  actor: Actor,
  command: string,
  input: JobInput,
  { at = now(), within }: StartOptions = {},
): Promise<Started> {
  return transactionOnce(
    actor,
    command,
    input.clientKey,
    async (tx) => {
      // Before it is read: what is planned is what will be asked.
      if (input.kind === "generate") {
        if ((await methodVersionForJob(tx, input.methodVersionId)) !== null)
          await freezeMethodVersion(tx, input.methodVersionId);
      } else await freezeEvaluator(tx, input.evaluatorId);
      const planned = await planJob(tx, input, at);
      if (!planned.ok) return planned;
      const plan = planned.value;
      let { runId } = plan;
      if (plan.newRun !== null) {
        const { modelName, releaseName, ranOn, ...run } = plan.newRun;
        const made = await tx.modelRun.create({
          data: { ...run, ranOn: new Date(ranOn), createdById: actor.userId },
          select: { id: true },
        });
        runId = made.id;
        await recordAudit(tx, actor, runCreated, { runId, modelName, releaseName, name: run.name });
      }
      const jobId = await writeJob(tx, plan, runId!, actor.userId);
      const leftOut = plan.items.filter((item) => item.leftOut !== null).length;
      const items = plan.items.length - leftOut;
      await recordAudit(tx, actor, jobCreated, {
        jobId,
        runId: runId!,
        kind: plan.kind,
        by: plan.by,
        items,
        leftOut,
        spendingLimit: plan.spendingLimit,
      });
      await within?.(tx, jobId);
      return ok({ jobId, runId: runId!, items, leftOut });
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

type JobOrder = z.output<typeof jobSchema>;
const notFound = () => refuse("not-found", "Job not found.");

/** Pauses a running job; calls under way are finished and kept. Refusals: `not-found`, `unchanged` when it isn't running. */
export async function pauseJob(
  actor: Actor,
  input: JobOrder,
): Promise<Result<void, "key-taken" | "not-found" | "unchanged">> {
  authorize(actor, "jobs.manage");
  const { jobId, clientKey } = input;
  return transactionOnce(actor, "pauseJob", clientKey, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === null) return notFound();
    if (job.status !== "running")
      return refuse("unchanged", "This job isn't running. Nothing was changed.");
    await pause(tx, job, "person");
    await recordAudit(tx, actor, jobPaused, { jobId });
    return ok();
  });
}

/**
 * Goes on with a paused job, from what is stored. Refusals: `not-found`; `unchanged` when it isn't paused;
 * `not-possible` when the limit is spent already, or a price is missing that it needs.
 */
export async function resumeJob(
  actor: Actor,
  input: z.output<typeof resumeJobSchema>,
): Promise<Result<void, "key-taken" | "not-found" | "not-possible" | "unchanged">> {
  authorize(actor, "jobs.manage");
  const { jobId, spendingLimit, clientKey } = input;
  return transactionOnce(actor, "resumeJob", clientKey, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === null) return notFound();
    if (job.status !== "paused")
      return refuse("unchanged", "This job isn't paused. Nothing was changed.");
    const limit = spendingLimit === undefined ? job.spendingLimit : spendingLimit;
    const mayGoOn = await allowsMore(tx, job, limit);
    if (!mayGoOn.ok) return mayGoOn;
    await reopenItems(tx, jobId, { failed: false });
    await setRunning(tx, jobId, { anew: true, spendingLimit: limit });
    await recordAudit(tx, actor, jobResumed, { jobId, spendingLimit: limit });
    if (!(await endIfDone(tx, { ...job, status: "running" }))) await enqueueJob(tx, jobId);
    return ok();
  });
}

/** Whether a paused job could make another call under a limit, US dollars. Refuses with `not-possible` where it could not. */
async function allowsMore(
  tx: Tx,
  job: LockedJob,
  limit: number | null,
): Promise<Result<void, "not-possible">> {
  if (limit === null) return ok();
  if (limit <= job.spent)
    return refuse(
      "not-possible",
      "The spending limit is reached. Nothing was changed. Enter a higher limit to resume.",
      { fields: { spendingLimit: "Enter a higher limit." } },
    );
  const unpriced = await withoutPrice(tx, await chargedOf(tx, job.id), now());
  return unpriced.length > 0 ? priceMissing(unpriced, "Nothing was changed", "resume") : ok();
}

/** Ends a job for good; what it brought stays. Refusals: `not-found`, `unchanged` when it is over already. */
export async function cancelJob(
  actor: Actor,
  input: JobOrder,
): Promise<Result<void, "key-taken" | "not-found" | "unchanged">> {
  authorize(actor, "jobs.manage");
  const { jobId, clientKey } = input;
  return transactionOnce(actor, "cancelJob", clientKey, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === null) return notFound();
    if (job.status !== "running" && job.status !== "paused")
      return refuse("unchanged", "This job is over already. Nothing was changed.");
    await cancel(tx, actor, job);
    return ok();
  });
}

/**
 * Tries the failed items of a job again, from what is stored of them; a paused job goes on with them. Refusals:
 * `not-found`; `not-possible` for a canceled job, and for a paused one where it could not be resumed as it is;
 * `nothing-left` when none failed.
 */
export async function retryFailed(
  actor: Actor,
  input: JobOrder,
): Promise<Result<{ count: number }, "key-taken" | "not-found" | "not-possible" | "nothing-left">> {
  authorize(actor, "jobs.manage");
  const { jobId, clientKey } = input;
  return transactionOnce(actor, "retryFailed", clientKey, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === null) return notFound();
    if (job.status === "cancelled")
      return refuse(
        "not-possible",
        "This job was canceled. Nothing was changed. Start a new job for what is missing.",
      );
    const count = await reopenItems(tx, jobId, { failed: true });
    if (count === 0) return refuse("nothing-left", "No item of this job failed.");
    if (job.status === "paused") {
      const mayGoOn = await allowsMore(tx, job, job.spendingLimit);
      if (!mayGoOn.ok) return mayGoOn;
    }
    await setRunning(tx, jobId, { anew: job.status !== "running" });
    await recordAudit(tx, actor, jobRetried, { jobId, count });
    await enqueueJob(tx, jobId);
    return ok({ count });
  });
}

/**
 * Leaves the failed items of a job that is over: it is no longer a thing to do. Refusals: `not-found`; `not-over`;
 * `nothing-left` when none failed; `unchanged` when someone has accepted them before.
 */
export async function acceptFailures(
  actor: Actor,
  input: JobOrder,
): Promise<
  Result<{ count: number }, "key-taken" | "not-found" | "not-over" | "nothing-left" | "unchanged">
> {
  authorize(actor, "jobs.manage");
  const { jobId, clientKey } = input;
  return transactionOnce(actor, "acceptFailures", clientKey, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === null) return notFound();
    if (job.status !== "done")
      return refuse("not-over", "This job hasn't finished. Nothing was changed.");
    if (job.failuresAccepted) return refuse("unchanged", "These failures are accepted already.");
    const count = await tx.jobItem.count({ where: { jobId, status: "failed" } });
    if (count === 0) return refuse("nothing-left", "No item of this job failed.");
    await tx.job.update({
      where: { id: jobId },
      data: { failuresAccepted: true, version: { increment: 1 } },
    });
    await recordAudit(tx, actor, jobFailuresAccepted, { jobId, count });
    return ok({ count });
  });
}
