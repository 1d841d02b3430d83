import type { Browser, Page } from "@playwright/test";
import type { TopicState } from "@/lib/platform/live/stream";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, signIn, test } from "../support/journey";

/* The event stream as it comes over a socket from the server that is served. */

const run = Date.now().toString(36);

interface Stream {
  status: number;
  /** The latest state of each topic. */
  states: Map<string, TopicState>;
  events: string[];
  /** Resolves when the server ends it. */
  ended: Promise<void>;
  until(topic: string, holds: (state: TopicState) => boolean): Promise<TopicState>;
  close(): void;
}

async function listen(address: string, cookie: string, ...watch: string[]): Promise<Stream> {
  const abort = new AbortController();
  const query = watch.map((one) => `watch=${encodeURIComponent(one)}`).join("&");
  const answer = await fetch(`${address}/api/live?${query}`, {
    headers: { accept: "text/event-stream", cookie },
    signal: abort.signal,
  });
  const states = new Map<string, TopicState>();
  const events: string[] = [];
  let wake = () => {};
  const ended = (async () => {
    if (!answer.ok) return void (await answer.text());
    let text = "";
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const whole = text.split("\n\n");
      text = whole.pop()!;
      for (const event of whole) {
        events.push(/^event: (\w+)/m.exec(event)?.[1] ?? "");
        const data = /^data: (.+)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        const state = JSON.parse(data) as TopicState;
        states.set(state.topic, state);
        wake();
      }
    }
  })().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  return {
    status: answer.status,
    states,
    events,
    ended,
    async until(topic, holds) {
      for (;;) {
        const state = states.get(topic);
        if (state !== undefined && holds(state)) return state;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => abort.abort(),
  };
}

/** Someone's session, as a browser sends it. */
async function session(browser: Browser, email: string): Promise<{ page: Page; cookie: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, email);
  const cookies = await context.cookies();
  return { page, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

const people = (state: TopicState | undefined) =>
  state?.people.map(({ name, doing }) => `${name} ${doing}`);

test("the stream is for whoever is signed in, of what they may see, as often as they may, and ends with the session", async ({
  browser,
  server,
}) => {
  const { address } = server;
  expect((await listen(address, "", "questions")).status).toBe(401);

  const carlos = await session(browser, "carlos@freshqa.example");
  const rater = await session(browser, "eli@freshqa.example");
  const id = (
    await rowsOf<{ id: number }>(
      server.databaseUrl,
      "SELECT min(question_id) AS id FROM question_heads WHERE status = 'active'",
    )
  )[0]!.id;
  const topics = [`question:${id}~viewing`, "questions", "import:1", "release-plan~viewing"];
  const one = await listen(address, carlos.cookie, ...topics);
  await one.until("questions", () => true);
  await one.until("release-plan", () => true);
  const blind = await listen(address, rater.cookie, ...topics);
  await blind.until("questions", () => true);
  expect([...blind.states.keys()]).toEqual(["questions"]);
  expect(people(one.states.get(`question:${id}`))).not.toContain("Eli viewing");

  // As many as a sign-in may have; others have theirs.
  const more = await Promise.all(
    Array.from({ length: 9 }, () => listen(address, carlos.cookie, "questions")),
  );
  expect(more.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(7).fill(200),
    429,
    429,
  ]);
  expect((await listen(address, rater.cookie, "questions")).status).toBe(200);
  for (const stream of more) stream.close();

  // A window in which the page is open hears nothing after the sign-out.
  await rater.page.goto("/");
  await rater.page.getByRole("button", { name: /Eli/ }).click();
  await rater.page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(rater.page).toHaveURL(/\/sign-in/);
  expect((await listen(address, rater.cookie, "questions")).status).toBe(401);
  one.close();
  blind.close();
});

test("a stream says that it is over after twenty seconds and ends after 25, and the next one begins with everything", async ({
  browser,
  server,
}) => {
  const { cookie } = await session(browser, "carlos@freshqa.example");
  const from = performance.now();
  const one = await listen(server.address, cookie, "questions");
  await one.until("questions", () => true);
  await one.ended;
  const took = performance.now() - from;
  expect(one.events.filter((event) => event === "over")).toHaveLength(1);
  expect(took).toBeGreaterThan(20_000);
  expect(took).toBeLessThan(45_000);
  const next = await listen(server.address, cookie, "questions");
  await next.until("questions", () => true);
  next.close();
});

test("whoever has a question to rate hears nothing of who is there or what is said, from that moment on", async ({
  browser,
  server,
}) => {
  const { address } = server;
  const bea = await session(browser, "bea@freshqa.example");
  const carlos = await session(browser, "carlos@freshqa.example");
  const question = (
    await rowsOf<{ id: number; revision: number; rater: number }>(
      server.databaseUrl,
      `SELECT question_id AS id, revision_id AS revision, u.id AS rater
       FROM question_heads, users u WHERE u.email = 'bea@freshqa.example' AND status = 'active'
         AND NOT has_yet_to_rate(u.id, question_id) ORDER BY question_id DESC LIMIT 1`,
    )
  )[0]!;
  const topic = `question:${question.id}`;
  const there = await listen(address, carlos.cookie, `${topic}~viewing`);
  const open = await listen(address, bea.cookie, topic, "questions");
  expect(people(await open.until(topic, ({ people: all }) => all.length > 0))).toEqual([
    expect.stringMatching(/^Carlos .*viewing$/),
  ]);
  const campaign = (
    await rowsOf<{ id: number }>(
      server.databaseUrl,
      `WITH c AS (INSERT INTO campaigns (name, created_by, protocol_version_id, seed, sample, client_key, status, opened_at)
         VALUES ('Stream ${run}', $2, (SELECT min(id) FROM protocol_versions), 1, '{}', gen_random_uuid(), 'open', now()) RETURNING id),
       t AS (INSERT INTO rating_tasks (campaign_id, unit_key, run_ids, revision_id, wanted) SELECT id, '1-2', '{1}', $1, 1 FROM c RETURNING id, campaign_id)
       INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position)
         SELECT id, campaign_id, 1, $2, 1 FROM t RETURNING campaign_id AS id`,
      [question.revision, question.rater],
    )
  )[0]!.id;
  try {
    const before = open.states.get(topic);
    await carlos.page.goto(`/questions/${question.id}`);
    const said = `GPT-4 gets this wrong ${run}`;
    await carlos.page.getByRole("textbox", { name: "Add a comment" }).fill(said);
    await carlos.page.keyboard.press("Control+Enter");
    await expect(carlos.page.getByText(said)).toBeVisible();
    await there.until(topic, ({ facts }) => (facts as { comment: number }).comment > 0);
    expect(open.states.get(topic)).toBe(before);
    const again = await listen(address, bea.cookie, topic, "questions");
    await again.until("questions", () => true);
    expect([...again.states.keys()]).toEqual(["questions"]);
    again.close();
    // Nor is it on a page of theirs.
    await bea.page.goto(`/questions/${question.id}`);
    await expect(bea.page.getByText("Its discussion opens once", { exact: false })).toBeVisible();
    expect(await bea.page.content()).not.toContain(said);
    await expect(bea.page.getByText(/is viewing/)).toHaveCount(0);
  } finally {
    await withOwnClient(server.databaseUrl, (client) =>
      client.query("UPDATE campaigns SET status = 'closed', closed_at = now() WHERE id = $1", [
        campaign,
      ]),
    );
    for (const stream of [there, open]) stream.close();
  }
});

test("several windows of a browser have one stream, and another takes it over when the first is closed", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const opened: { of: Page; url: string }[] = [];
  const watch = (page: Page) =>
    page.on("request", (request) => {
      if (request.url().includes("/api/live?")) opened.push({ of: page, url: request.url() });
    });
  const one = await context.newPage();
  watch(one);
  await signIn(one, "carlos@freshqa.example");
  await one.goto("/questions");
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  const two = await context.newPage();
  watch(two);
  await two.goto("/releases/new");
  // What the second wants, the first one asks for.
  await expect
    .poll(() => opened.some(({ of, url }) => of === one && url.includes("release-plan")))
    .toBe(true);
  expect(opened.filter(({ of }) => of === two)).toEqual([]);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, "dana@freshqa.example");
  await other.goto("/releases/new");
  await expect(two.getByText("Dana Whitfield is editing").first()).toBeVisible();
  await one.close();
  await expect.poll(() => opened.some(({ of }) => of === two)).toBe(true);
  await other.goto("/releases");
  await expect(two.getByText("Dana Whitfield is editing")).toHaveCount(0);
});

test("two who look at an import see each other and how far it is, by the stream alone; so do two at a queue", async ({
  browser,
  server,
}) => {
  const { importId, queueId } = await withOwnClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO imports (file_name, status, byte_size, bytes_read, rows, format, created_by)
       SELECT $1, 'reading', 40000000, 1000000, 500, 'csv', id FROM users WHERE email = 'carlos@freshqa.example' RETURNING id`,
      [`Progress ${run}.csv`],
    );
    const queue = await client.query<{ id: number }>(
      "INSERT INTO import_queues (created_by) SELECT id FROM users WHERE email = 'carlos@freshqa.example' RETURNING id",
    );
    return { importId: rows[0]!.id, queueId: queue.rows[0]!.id };
  });
  const pages = await Promise.all(
    ["carlos@freshqa.example", "dana@freshqa.example"].map(async (email) => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, email);
      await page.route(/\/api\/imports\/\d+$/, (route) => route.abort());
      await page.goto(`/imports/${importId}`);
      return page;
    }),
  );
  const [carlos, dana] = pages as [Page, Page];
  await expect(carlos.getByText("Dana Whitfield is viewing")).toBeAttached();
  await expect(dana.getByText("Carlos Medina is viewing")).toBeAttached();
  for (const [bytes, words] of [
    [10_000_000, /^10(\.0)? MB of 40(\.0)? MB/],
    [30_000_000, /^30(\.0)? MB of 40(\.0)? MB/],
  ] as const) {
    await withOwnClient(server.databaseUrl, (client) =>
      client.query("UPDATE imports SET bytes_read = $1 WHERE id = $2", [bytes, importId]),
    );
    for (const page of pages) await expect(page.getByText(words)).toBeVisible();
  }
  await withOwnClient(server.databaseUrl, (client) =>
    client.query("UPDATE imports SET status = 'cancelled' WHERE id = $1", [importId]),
  );
  for (const page of pages) await expect(page.getByText("Import canceled")).toBeVisible();

  for (const page of pages) await page.goto(`/imports/queues/${queueId}`);
  await expect(carlos.getByText("Dana Whitfield is viewing")).toBeAttached();
  await expect(dana.getByText("Carlos Medina is viewing")).toBeAttached();
  for (const page of pages) await page.context().close();
});
