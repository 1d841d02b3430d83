import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { createJudgingJob } from "@/lib/runs/jobs/commands";
import { judgingJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture } from "@/prisma/testing/jobs";
import { startModelServices } from "@/prisma/testing/model-services";
import { figure } from "./report";

/** Requests at a time: one says what each takes, many how many come through. */
const [ONE, MANY] = [1, 16];
/** One at a time, so many are enough. */
const FEW = 400;

/**
 * A run is judged by an automatic evaluator whose service answers at once, in a process of its own, by the product's own
 * worker: claiming, the request, its cost, the stored call with all that was sent, and the verdict. Beside it the very
 * same requests, sent by a plain loop.
 */
export async function benchModelCalls(responses: number): Promise<void> {
  const services = await startModelServices();
  try {
    for (const [concurrency, questions] of [
      [ONE, Math.min(FEW, responses)],
      [MANY, responses],
    ] as const) {
      const fixture = await makeJobFixture(services.origin, { questions, concurrency });
      const evaluatorId = await fixture.evaluator(await fixture.serve("ok"));
      const seconds = await judge(fixture.actor, fixture.runId, evaluatorId);
      const sent = (await services.received()).at(-1)!;
      const bare = await plainRequests(services.origin, sent, questions, concurrency);
      const calls = await db.modelCall.count({ where: { job: { evaluatorId } } });
      if (calls !== questions) throw new Error(`${calls} of ${questions} calls were made.`);
      if (concurrency === ONE) {
        const each = (1_000 * seconds) / questions;
        const alone = (1_000 * bare) / questions;
        figure({ what: "a judged response, one at a time", value: each, unit: "ms" });
        figure({ what: "the same request, sent plainly", value: alone, unit: "ms" });
        figure({
          what: "what the product adds to a call",
          value: each - alone,
          unit: "ms",
          aim: 5,
        });
      } else {
        figure({
          what: `calls, ${MANY} at a time`,
          value: questions / seconds,
          unit: "a second",
          aim: 200,
          more: true,
        });
        figure({
          what: `the same requests sent plainly, ${MANY} at a time`,
          value: questions / bare,
          unit: "a second",
        });
      }
    }
  } finally {
    services.stop();
  }
}

/** @returns seconds from the start of the job until it is done, without the writing of its items */
async function judge(actor: Actor, runId: number, evaluatorId: number): Promise<number> {
  const made = await createJudgingJob(
    actor,
    judgingJobSchema.parse({ kind: "judge", runId, evaluatorId, modes: ["relaxed"] }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const start = performance.now();
  for (;;) {
    const { status } = await db.job.findUniqueOrThrow({ where: { id: made.value.jobId } });
    if (status === "done") return (performance.now() - start) / 1_000;
    if (status !== "running") throw new Error(`The job is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @returns seconds */
async function plainRequests(
  origin: string,
  { method, path, body }: { method: string; path: string; body: Record<string, unknown> },
  count: number,
  concurrency: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const text = JSON.stringify(body);
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const sent = request(origin + path, {
          method,
          agent,
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
          },
        });
        sent.end(text);
        const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
        for await (const chunk of response) void chunk;
      }
    }),
  );
  agent.destroy();
  return (performance.now() - start) / 1_000;
}
