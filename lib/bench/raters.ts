import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import type pg from "pg";
import { formatCount } from "@/lib/platform/format";
import { GIVEN_AT_ONCE, HELD_AHEAD } from "@/lib/rating/judging/vocabulary";
import { makeRating } from "@/prisma/factories/rating";
import { processorSeconds } from "./processor";
import { figure, percentile } from "./report";
import type { ServedProduct } from "./served";

const RATERS = 200;
const EVERY_MS = 2_000;
/** All come within this time, each taking a desk's items: as at the beginning of a working hour, not in one moment. */
const ARRIVAL_MS = 60_000;
const MEASURED_MS = 60_000;
/** As the desk holds items ahead (components/rating/judging/rating-rules.ts). */
const AHEAD = { first: 8, round: GIVEN_AT_ONCE, full: HELD_AHEAD };
const AIM_MS = 100;

interface Item {
  taskId: number;
  revisionId: number;
}

/** Answers that came while it was measured: milliseconds by what was asked. */
class Answers {
  readonly times: Record<"judge" | "shown" | "next", number[]> = { judge: [], shown: [], next: [] };
  readonly problems: string[] = [];
  measured = false;
}

/**
 * A rater's browser at the desk: takes items ahead, has a verdict for one every two seconds, tells the server of the next
 * one at the same time, and keeps a stream of live updates open, on connections of its own.
 */
class Rater {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 6 });
  private readonly visit = randomUUID();
  private queue: Item[] = [];
  /** Judged, and not known to be stored: a desk names these, too, where it says what it has. */
  private readonly sending = new Set<number>();
  private fetching = false;
  private until = Infinity;

  constructor(
    private readonly origin: string,
    private readonly raterId: number,
    private readonly campaignId: number,
    private readonly cookie: string,
    private readonly answers: Answers,
  ) {}

  async work(arriveMs: number, until: number): Promise<void> {
    this.until = until;
    await pause(arriveMs);
    const stopped = new AbortController();
    const live = this.live(stopped.signal);
    await this.takeAhead();
    const start = performance.now();
    const asked: Promise<unknown>[] = [];
    for (let turn = 1; performance.now() < until; turn++) {
      await pause(start + turn * EVERY_MS - performance.now());
      const [item, next] = [this.queue.shift(), this.queue[0]];
      if (item === undefined) {
        this.answers.problems.push("A rater had no item.");
        continue;
      }
      const verdict = { relaxed: true, strict: true };
      this.sending.add(item.taskId);
      asked.push(
        this.ask("judge", {
          ...item,
          verdict,
          comment: "",
          lowConfidence: false,
          flagged: false,
          activeMs: EVERY_MS,
          enteredAt: new Date().toISOString(),
          clientKey: randomUUID(),
        }).then(() => this.sending.delete(item.taskId)),
        this.takeAhead(),
      );
      if (next !== undefined) asked.push(this.ask("shown", { taskId: next.taskId }));
    }
    // What is under way has no answer yet: cut off, it would count as an error of the server's.
    await Promise.all(asked);
    stopped.abort();
    await live;
    this.agent.destroy();
  }

  private async takeAhead(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    while (this.queue.length < AHEAD.full && performance.now() < this.until) {
      const said = await this.ask("next", {
        campaignId: this.campaignId,
        count: this.queue.length === 0 ? AHEAD.first : AHEAD.round,
        held: [...this.sending, ...this.queue.map(({ taskId }) => taskId)],
        progress: false,
      });
      const items = (said as { items: Item[] } | null)?.items ?? [];
      this.queue.push(...items.map(({ taskId, revisionId }) => ({ taskId, revisionId })));
      if (items.length === 0) break;
    }
    this.fetching = false;
  }

  /** @returns null where it failed, which is noted. */
  private async ask(step: keyof Answers["times"], body: object): Promise<unknown> {
    const start = performance.now();
    const text = JSON.stringify({ ...body, visit: this.visit, raterId: this.raterId });
    const answer = await this.send("POST", `/api/ratings/${step}`, text).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    if (this.answers.measured) this.answers.times[step].push(performance.now() - start);
    if (answer.status === 200) return JSON.parse(answer.text) as unknown;
    // Rated while this was on its way: a desk pays no attention to that (components/desk/machine-taking.ts).
    if (step === "shown" && answer.status === 409 && !this.holds(body)) return null;
    this.answers.problems.push(`${step}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return null;
  }

  private holds(item: { taskId?: number }): boolean {
    return this.queue.some(({ taskId }) => taskId === item.taskId);
  }

  /** Streams end after a while, and the next one is opened. */
  private async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted)
      await this.send("GET", `/api/live?watch=user%3A${this.raterId}`, null, signal).catch(
        (error: Error) =>
          signal.aborted || void this.answers.problems.push(`live: ${error.message}`),
      );
  }

  private send(
    method: string,
    path: string,
    body: string | null,
    signal?: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.origin + path,
        {
          method,
          agent: this.agent,
          ...(signal && { signal }),
          headers: {
            cookie: this.cookie,
            ...(body === null
              ? { accept: "text/event-stream" }
              : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
          },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.on("end", () => resolve({ status: response.statusCode!, text }));
          response.on("error", reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/**
 * Two hundred raters at one campaign, over HTTP, each as a browser at the desk: a verdict every two seconds. The raters are
 * of this process, whose share of the processors is said beside the server's and the database's, as they have the same ones.
 */
export async function benchRaters(
  product: ServedProduct,
  client: pg.Client,
  release: number,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO users (email, name, roles) SELECT 'many-' || i || '@example.org', 'Rater ' || i, '{rater}' FROM generate_series(1, $1) i RETURNING id",
    [RATERS],
  );
  const raters = rows.map(({ id }) => id);
  const { campaignId, tasks } = await makeRating(client, {
    name: "Bench of many raters",
    releaseId: release,
    models: 4,
    raters,
    ratingsPerResponse: 10,
    judged: 0,
  });
  await client.query(
    "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
    [raters],
  );
  const secret = readFileSync(join(product.data, "nextauth-secret"), "utf8").trim();
  const answers = new Answers();
  const until = performance.now() + ARRIVAL_MS + MEASURED_MS;
  const work = raters.map(async (userId, index) => {
    const session = await encode({ token: { userId, sessionVersion: 1 }, secret, maxAge: 3_600 });
    const cookie = `next-auth.session-token=${session}`;
    const rater = new Rater(product.origin, userId, campaignId, cookie, answers);
    // Evenly spread, also within the two seconds: no one rates at another's stroke.
    const stroke = ((index * 0.618) % 1) * EVERY_MS;
    await rater.work((ARRIVAL_MS * index) / RATERS / 1.2 + stroke, until);
  });
  await pause(ARRIVAL_MS);
  answers.measured = true;
  const [before, start] = [processorSeconds(product.pid), performance.now()];
  await Promise.all(work);
  const [after, seconds] = [processorSeconds(product.pid), (performance.now() - start) / 1_000];

  const all = Object.values(answers.times).flat();
  const { judge } = answers.times;
  console.log(
    `\n${RATERS} raters at ${formatCount(tasks)} items: ${(judge.length / seconds).toFixed(0)} ratings and ${(all.length / seconds).toFixed(0)} requests a second for ${seconds.toFixed(0)} s, ${RATERS} live streams open.`,
  );
  for (const [step, times] of Object.entries({ ...answers.times, all }))
    for (const share of [0.5, 0.95, 0.99])
      figure({
        what: `${step === "all" ? "every request" : step}, p${share * 100}`,
        value: percentile(times, share),
        unit: "ms",
        ...(step === "all" && share === 0.95 && { aim: AIM_MS }),
      });
  figure({ what: "ratings", value: judge.length / seconds, unit: "a second" });
  for (const of of ["server", "database", "raters"] as const) {
    const used = after[of] - before[of];
    const whose = { server: "server", database: "PostgreSQL", raters: "the raters themselves" };
    figure({ what: `one core, ${whose[of]}`, value: used / seconds, unit: "of 1" });
    if (of !== "raters")
      figure({
        what: `processor of a request, ${whose[of]}`,
        value: (1_000 * used) / all.length,
        unit: "ms",
      });
  }
  const { problems } = answers;
  if (problems.length > 0) console.log(problems[0]);
  figure({ what: "answers that were no success", value: problems.length, unit: "errors", aim: 0 });
}
