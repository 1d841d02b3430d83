import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { encode } from "next-auth/jwt";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { freePort, Launch, type Started } from "../support/launched-server";

/*
 * Fifty raters over HTTP on 500 responses (2,000 in a soak), two ratings each, while the server is killed three times:
 * every verdict that was entered is there once.
 */
const RATERS = 50;
const RESPONSES = process.env.SOAK ? 2_000 : 500;
const RATINGS = 2;
const SECRET = "only for this test, only for this test";

let launch: Launch;
test.beforeEach(() => {
  launch = new Launch();
});
test.afterEach(() => launch.clean());

interface Item {
  taskId: number;
  revisionId: number;
}

/** One rater's desk: takes items, judges them, and sends each verdict again under its key until it was answered. */
class SimulatedRater {
  judged = 0;
  private readonly jar: string;

  constructor(
    private readonly address: string,
    private readonly raterId: number,
    private readonly campaignId: number,
    cookie: string,
    private readonly told: () => void,
  ) {
    this.jar = `next-auth.session-token=${cookie}`;
  }

  async work(): Promise<void> {
    for (let round = 0; ; round++) {
      const { items } = (await this.send("next", {
        campaignId: this.campaignId,
        count: 8,
        held: [],
      })) as { items: Item[] };
      if (items.length === 0) return;
      for (const [index, item] of items.entries()) {
        const credit = (item.taskId + this.raterId) % 3 !== 0;
        const body = {
          taskId: item.taskId,
          revisionId: item.revisionId,
          clientKey: randomUUID(),
          activeMs: 1_000,
          enteredAt: new Date().toISOString(),
          verdict: credit
            ? { relaxed: true, strict: true }
            : { relaxed: false, relaxedReason: "wrong-primary-answer" },
        };
        // Now and then it is sent twice at once, as a page does that goes away while it saves.
        await Promise.all([
          this.send("judge", body),
          ...((round + index) % 10 === 0 ? [this.send("judge", body)] : []),
        ]);
        this.judged++;
        this.told();
      }
    }
  }

  /** Sends until the server answers; what it refuses is a failure of the test. */
  private async send(step: string, body: object): Promise<unknown> {
    for (;;) {
      const answer = await fetch(`${this.address}/api/ratings/${step}`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: this.jar },
        body: JSON.stringify({ ...body, raterId: this.raterId }),
        signal: AbortSignal.timeout(20_000),
      })
        .then(async (response) => ({
          status: response.status,
          said: (await response.json()) as unknown,
        }))
        .catch(() => null);
      if (answer?.status === 200) return answer.said;
      if (answer !== null && answer.status < 500)
        throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.said)}`);
      // As the desk does before it sends again.
      await pause(250);
    }
  }
}

test(`50 raters at once on ${RESPONSES} responses × 2 leave exactly ${2 * RESPONSES} judgments, each pair once, though the server is killed three times`, async () => {
  test.setTimeout(480_000);
  const env = { PORT: String(await freePort()), NEXTAUTH_SECRET: SECRET };
  const address = `http://localhost:${env.PORT}`;
  let server: Started = await launch.start(env);
  expect(server.errors).toBe("");

  const made: RatingSampleMade = await withOwnClient(launch.databaseUrl(), async (client) => {
    const sample = await makeRating(client, {
      questions: RESPONSES,
      raters: RATERS,
      ratingsPerResponse: RATINGS,
      judged: 0,
    });
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
      [sample.raterIds],
    );
    return sample;
  });
  const total = RESPONSES * RATINGS;
  const killAt = [total / 4, total / 2, (3 * total) / 4];
  let done = 0;
  let kills: Promise<void> = Promise.resolve();
  const told = () => {
    done++;
    if (done !== killAt[0]) return;
    killAt.shift();
    kills = kills.then(async () => {
      server.child.kill("SIGKILL");
      await server.ended;
      server = await launch.start(env);
    });
  };
  const raters = await Promise.all(
    made.raterIds.map(async (raterId) => {
      const cookie = await encode({
        token: { userId: raterId, sessionVersion: 1 },
        secret: SECRET,
        maxAge: 3_600,
      });
      return new SimulatedRater(address, raterId, made.campaignId, cookie, told);
    }),
  );
  const began = performance.now();
  await Promise.all(raters.map((rater) => rater.work()));
  await kills;
  expect(server.errors).toBe("");
  console.log(
    `      ${total} judgments over HTTP in ${((performance.now() - began) / 1_000).toFixed(1)} s, three restarts included`,
  );

  expect(killAt).toEqual([]);
  expect(done).toBe(total);
  const found = (
    await rowsOf(
      launch.databaseUrl(),
      `
    SELECT (SELECT count(*)::int FROM judgments) AS judgments,
      (SELECT count(*)::int FROM (SELECT DISTINCT task_id, rater_id FROM judgments) pairs) AS pairs,
      (SELECT count(*)::int FROM (SELECT task_id FROM judgments GROUP BY task_id HAVING count(*) = $1) exact) AS exact,
      (SELECT count(*)::int FROM rating_assignments WHERE status <> 'judged') AS unjudged,
      (SELECT count(*)::int FROM audit_events WHERE type = 'judgment.submitted') AS audited`,
      [RATINGS],
    )
  )[0];
  expect(found).toEqual({
    judgments: total,
    pairs: total,
    exact: RESPONSES,
    unjudged: 0,
    audited: total,
  });
  expect(await server.stop()).toBe(0);
});
