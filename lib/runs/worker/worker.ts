import { randomUUID } from "node:crypto";
import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout as pauseFor } from "node:timers/promises";
import { run, type Runner, type WorkerEvents } from "graphile-worker";
import { isBreak, throughBreaks } from "@/lib/platform/breaks";
import { environment } from "@/lib/platform/env";
import { every } from "@/lib/platform/every";
import { log } from "@/lib/platform/log";
import { QUEUE_SCHEMA, queueLogger, queuePool } from "@/lib/platform/queue";
import { MOST_LANES, TAKE_ITEMS } from "@/lib/runs/jobs/vocabulary";
import { workOn } from "./items";
import {
  claimItem,
  giveBack,
  giveSignOfLife,
  recover,
  requeueLane,
  sayGoodbye,
  type Claimed,
  type WorkerIdentity,
} from "./writes";

/** A third of the time after which a silent worker's items go to others, with room for a busy process. */
const SIGN_OF_LIFE_MS = 5_000;
const RECOVERY_MS = 10_000;
/** Within so long each worker that lives has said so. */
const HEARD_MS = 2 * SIGN_OF_LIFE_MS;
/** How often the queue is asked for what is due; what is new says so itself. */
const POLL_MS = 1_000;
/** Lanes ask it seldom: mostly they wait for a service. */
const QUEUE_CONNECTIONS = 4;
/** A lane begins again behind the others, so that jobs of all connections come by; the queue's own limit is four hours. */
const LANE_MS = 15_000;
/** How long an item rests whose work the database broke off. */
const AFTER_TROUBLE_MS = 2_000;
/** How long calls under way may take once the worker is told to stop; the launcher's grace is longer. */
const GRACE_MS = 7_000;
/** How long the queue may take to end behind its last lane; with the calls' time it is within the launcher's grace, too. */
const QUEUE_END_MS = 2_000;

export interface RunningWorker {
  workerId: string;
  /** Begins nothing new, finishes what is under way or gives it up after a while, and gives back the rest. */
  stop(): Promise<void>;
}

/**
 * Works on the items of all running jobs, for as long as the process lives. Loaded after DATABASE_URL is set.
 * @param kind server: in the server's process; worker: in one of its own.
 */
export function startWorker(kind: WorkerIdentity["kind"]): RunningWorker {
  const workerId = randomUUID();
  const halt = new AbortController();
  const cut = new AbortController();
  // Every lane listens.
  setMaxListeners(0, halt.signal, cut.signal);
  /** What is worked on, by lease, each with its own halt. */
  const under = new Map<string, AbortController>();
  const lanes = new Set<Promise<void>>();
  let queueId = `starting ${workerId}`;
  const identity = (): WorkerIdentity => ({ workerId, kind, queueId });

  /** Goes on with it once a database that was away is back, unless the worker is told to stop. */
  const steadily = <T>(work: (again: boolean) => Promise<T>) => throughBreaks(work, halt.signal);

  async function lane(jobId: number, number: number): Promise<void> {
    const until = performance.now() + LANE_MS;
    for (;;) {
      // On stopping, sayGoodbye queues what is left.
      if (halt.signal.aborted) return;
      const token = randomUUID();
      const claimed = await steadily((again) => claimItem(workerId, jobId, token, again));
      if ("againInMs" in claimed) {
        const { againInMs } = claimed;
        if (againInMs !== null) await steadily(() => requeueLane(jobId, number, againInMs));
        return;
      }
      if (halt.signal.aborted) return giveBack(claimed);
      await oneItem(claimed);
      if (performance.now() > until) return steadily(() => requeueLane(jobId, number, 0));
    }
  }

  async function oneItem(claimed: Claimed): Promise<void> {
    const own = new AbortController();
    under.set(claimed.token, own);
    try {
      await workOn(claimed, {
        halt: AbortSignal.any([halt.signal, own.signal]),
        cut: cut.signal,
      });
    } catch (error) {
      const restored = steadily(() => giveBack(claimed, { waitMs: AFTER_TROUBLE_MS }));
      // The lane goes on as soon as the database is back. What cannot be given back has its lease run out.
      if (isBreak(error)) return await restored;
      await restored.catch(() => {});
      throw error;
    } finally {
      under.delete(claimed.token);
    }
  }

  /** Until when others may not have been heard: the database was away, or may have been before this worker began. */
  let unheardUntil = performance.now() + HEARD_MS;
  const life = every(SIGN_OF_LIFE_MS, "a worker's sign of life failed", async () => {
    const over = await steadily((again) => {
      if (again) unheardUntil = Infinity;
      return giveSignOfLife(identity(), [...under.keys()]);
    });
    if (unheardUntil === Infinity) unheardUntil = performance.now() + HEARD_MS;
    for (const token of over) under.get(token)?.abort();
  });
  const recovery = every(RECOVERY_MS, "recovery of jobs failed", async () => {
    const found = await recover({ heard: performance.now() >= unheardUntil });
    if (Object.values(found).some((count) => count > 0)) log().info(found, "jobs recovered");
  });

  const connections = queuePool(
    environment().DATABASE_DIRECT_URL ?? environment().DATABASE_URL!,
    QUEUE_CONNECTIONS,
    halt.signal,
  );
  const queue = keepRunning(halt.signal, async () => {
    const events = new EventEmitter() as WorkerEvents;
    events.on("pool:create", ({ workerPool }) => {
      queueId = workerPool.id;
    });
    const runner = await run({
      pgPool: connections,
      schema: QUEUE_SCHEMA,
      concurrency: MOST_LANES,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: queueLogger(),
      events,
      taskList: {
        [TAKE_ITEMS]: async (payload) => {
          const { jobId, lane: number } = payload as { jobId: number; lane: number };
          const own = lane(jobId, number);
          lanes.add(own);
          await own.finally(() => lanes.delete(own));
        },
      },
    });
    try {
      // The others unlock what is locked under this name once it is not heard of any more.
      await steadily(() => giveSignOfLife(identity(), [...under.keys()]));
    } catch (error) {
      await runner.stop();
      throw error;
    }
    return runner;
  });

  const stop = async () => {
    halt.abort();
    const timer = setTimeout(() => cut.abort(), GRACE_MS);
    const queueEnded = queue
      .stop()
      .then(() => connections.end())
      .catch((error: unknown) => log().warn({ err: error }, "the queue of jobs did not end well"));
    await Promise.allSettled(lanes);
    clearTimeout(timer);
    // Without its database the queue tries for hours to say what became of its own.
    await Promise.race([queueEnded, pauseFor(QUEUE_END_MS, undefined, { ref: false })]);
    await Promise.all([life.stop(), recovery.stop()]);
    await sayGoodbye(identity()).catch((error: unknown) =>
      log().warn({ err: error }, "a worker could not give back its items"),
    );
  };
  let stopped: Promise<void> | null = null;
  return { workerId, stop: () => (stopped ??= stop()) };
}

/** Starts the queue's runner, and again where it ends by itself, as when the database was away for long. */
function keepRunning(halt: AbortSignal, start: () => Promise<Runner>) {
  let runner: Runner | null = null;
  const running = (async () => {
    while (!halt.aborted) {
      try {
        runner = await start();
        if (halt.aborted) return await runner.stop();
        await runner.promise;
      } catch (error) {
        log().error({ err: error }, "the queue of jobs ended unexpectedly");
      }
      await pauseFor(1_000, undefined, { signal: halt }).catch(() => {});
    }
  })();
  return {
    async stop() {
      // It waits for its tasks, which end by the halt.
      await runner?.stop().catch(() => {});
      await running;
    },
  };
}
