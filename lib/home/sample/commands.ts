import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { changeQuestionsSchema } from "@/lib/dataset/questions/schema";
import { writeChange, type BulkOutcome } from "@/lib/dataset/questions/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { transactionOnce } from "@/lib/platform/client-keys";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { firstOf, writeFirst } from "@/prisma/seed/history";
import { SAMPLE } from "@/prisma/seed/sample";
import { getSample, listSampleIds } from "./queries";
import type { sampleSchema } from "./schema";
import { closePilot, endJobs, unlistRuns, withdrawSubmissions } from "./writes";
import { sampleAdded } from "./audit-events";

/**
 * Puts the sample's first questions into a dataset that has never had one, as the actor's and as they were first written.
 * What they became, and what came later, is added behind it by who calls it; where that was interrupted, nothing is done.
 * Refusal: `changed` where there is a question by then.
 */
export async function startSample(
  actor: Actor,
  input: z.infer<typeof sampleSchema>,
): Promise<Result<{ questions: number }, "changed" | "key-taken">> {
  authorize(actor, "questions.edit");
  return transactionOnce(
    actor,
    "startSample",
    input.clientKey,
    async (tx) => {
      await lock(tx, "sample");
      const { mayStart, unfinished } = await getSample(actor, tx);
      if (unfinished) return ok({ questions: 0 });
      if (!mayStart) return refuse("changed", "The dataset is no longer empty. Nothing was added.");
      const questions = firstOf(SAMPLE).length;
      await writeFirst(tx, () => actor, SAMPLE);
      await recordAudit(tx, actor, sampleAdded, { count: questions });
      return ok({ questions });
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Retires every question of the sample as one change, which can be undone, closes its open campaign, takes back its
 * submissions, takes its runs off the leaderboard and ends what is left of its jobs. Refusals: `in-use` where people built
 * on it, naming what; `not-found` where none of it is left.
 */
export async function removeSample(
  actor: Actor,
  input: z.infer<typeof sampleSchema>,
): Promise<Result<BulkOutcome, "in-use" | "key-taken" | "not-found">> {
  authorize(actor, "questions.edit");
  return transactionOnce(
    actor,
    "removeSample",
    input.clientKey,
    async (tx) => {
      await lock(tx, "sample");
      const { builtOn } = await getSample(actor, tx);
      if (builtOn.length > 0)
        return refuse(
          "in-use",
          `The sample stays, because people built on it: ${builtOn.map(({ words }) => words).join("; ")}. Nothing was changed. Retire its questions in the list instead.`,
          { details: { builtOn } },
        );
      const questionIds = await listSampleIds(tx);
      if (questionIds.length === 0) return refuse("not-found", "There is no sample to remove.");
      await closePilot(tx, actor);
      await withdrawSubmissions(tx, actor);
      await unlistRuns(tx, actor);
      await endJobs(tx, actor);
      return writeChange(
        tx,
        actor,
        changeQuestionsSchema.parse({
          questionIds,
          change: { kind: "retire" },
          comment: "Sample removed",
        }),
      );
    },
    { timeoutMs: 120_000 },
  );
}
