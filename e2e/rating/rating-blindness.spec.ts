import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROLES } from "@/lib/people/access/roles";
import { withOwnClient } from "@/lib/platform/own-client";
import { expect, signIn, test } from "../support/journey";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { makeProtocolCampaign } from "@/prisma/factories/protocols";
import { makeCampaign, sampleUser } from "../support/rating";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * What a rater must not know before their own verdict is final, under words that occur nowhere else. Every page and
 * every API that there is under app/ is asked by a rater, and no body may hold any of them. A new route is asked too.
 */
const SECRETS = {
  "the model's name": "zebrafishmodel",
  "its provider": "quaggalabs",
  "the run's name": "okapirun",
  "a value of the response's metadata": "tapirvalue",
  "another rater's comment": "numbatcomment",
  "an evaluator's name": "aardvarkjudge",
  "an automatic verdict's explanation": "pangolinverdict",
  "that an item is gold": "dugonggold",
} as const;

/** The days on which the two runs answered: they differ, so that a day would say which run a response is of. */
const RUN_DAYS = ["1987-03-04", "1991-07-08"];
const RUN_DAYS_IN_WORDS = ["4 mar 1987", "8 jul 1991"];

/** A protocol of each unit. */
const UNITS = PROTOCOL_PRESETS.filter(({ key }) =>
  ["webglm-answers", "webglm-references", "webglm-turing", "pairwise-fresh"].includes(key),
);

/** Every file of the app folder that answers requests, with the address as it is written: "/rate/[campaign]". */
function routes(folder = "app", address = ""): { address: string; file: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return routes(path, /^\(.*\)$/.test(entry.name) ? address : `${address}/${entry.name}`);
    return ["page.tsx", "route.ts"].includes(entry.name)
      ? [{ address: address || "/", file: path }]
      : [];
  });
}

/** The address with each of the values in each of its places. */
function addresses(address: string, values: readonly (string | number)[]): string[] {
  const place = /\[[^\]]+\]/.exec(address);
  return place === null
    ? [address]
    : values.flatMap((value) =>
        addresses(address.replace(place[0], encodeURIComponent(value)), values),
      );
}

test("no page and no API that a rater may call holds model, provider, run, metadata, others' comments, automatic verdicts or gold marks", async ({
  page,
  server,
}) => {
  const made = await withOwnClient(server.databaseUrl, async (client) => {
    // A person of this journey alone: they get every role in the end.
    await client.query(
      "INSERT INTO users (email, name, password_hash, roles, sample) SELECT 'nia@freshqa.example', 'Nia', password_hash, roles, sample FROM users WHERE email = 'eli@freshqa.example'",
    );
    const {
      rows: [sampleRelease],
    } = await client.query<{ id: number }>("SELECT id FROM releases ORDER BY id LIMIT 1");
    const sample = await makeCampaign(client, ["nia", "bea"], {
      name: "Blind campaign",
      releaseId: sampleRelease!.id,
      models: 2,
      gold: 0.5,
      evaluators: [0.8],
    });
    const bea = await sampleUser(client, "bea");
    await client.query(
      "INSERT INTO response_references (response_id, place, text) SELECT id, 1, 'What it was told' FROM responses WHERE run_id = ANY($1)",
      [sample.runIds],
    );
    const protocols = [];
    for (const { key, definition } of UNITS)
      protocols.push(
        await makeProtocolCampaign(client, {
          name: `Blind ${key}`,
          definition,
          runIds: sample.runIds,
          raters: [await sampleUser(client, "nia")],
          questions: 2,
        }),
      );
    // Gold of other protocols, of the first items of the campaigns whose items may be gold.
    await client.query(
      `WITH golden AS (
        UPDATE rating_tasks SET gold = TRUE WHERE id IN (
          SELECT DISTINCT ON (campaign_id) id FROM rating_tasks WHERE campaign_id = ANY($1) AND response_id IS NOT NULL ORDER BY campaign_id, id) RETURNING *)
      INSERT INTO gold_answers (response_id, reference_place, protocol_version_id, kind, revision_id, expected, explanation, set_by)
      SELECT t.response_id, t.reference_place, c.protocol_version_id, 'set', t.revision_id, jsonb_build_object('dugonggold', '{"cannotTell": true}'::jsonb), 'dugonggold', c.created_by
      FROM golden t JOIN campaigns c ON c.id = t.campaign_id`,
      [protocols],
    );
    const [model, run, task] = [
      sample.modelIds[0]!,
      sample.runIds[0]!,
      "SELECT t.id FROM rating_tasks t JOIN responses p ON p.id = t.response_id",
    ];
    await client.query(
      "UPDATE models SET name = name || ' zebrafishmodel', provider = 'quaggalabs', note = 'zebrafishmodel' WHERE id = ANY($1)",
      [sample.modelIds],
    );
    await client.query(
      "UPDATE model_runs SET name = name || ' okapirun', note = 'okapirun' WHERE id = ANY($1)",
      [sample.runIds],
    );
    await client.query(
      "UPDATE model_runs SET ran_on = d.day::date FROM unnest($1::int[], $2::text[]) AS d (id, day) WHERE model_runs.id = d.id",
      [sample.runIds, RUN_DAYS],
    );
    await client.query("UPDATE evaluators SET name = name || ' aardvarkjudge'");
    // These tables refuse every change; here they are the stage.
    for (const table of ["responses", "automatic_verdicts", "gold_verdicts"])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
    await client.query('UPDATE responses SET metadata = \'{"tapirvalue": "tapirvalue"}\'');
    await client.query("UPDATE automatic_verdicts SET explanation = 'pangolinverdict'");
    await client.query("UPDATE gold_verdicts SET explanation = 'dugonggold'");
    for (const table of ["responses", "automatic_verdicts", "gold_verdicts"])
      await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    // The other rater has judged before all but the item that Nia judges here: one that both have judged may be discussed.
    const nia = await sampleUser(client, "nia");
    await client.query(
      `
      WITH judged AS (
        INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, strict_reason, comment, low_confidence, flagged, active_ms, client_key)
        SELECT t.id, t.campaign_id, t.response_id, $2, t.revision_id, true, false, 'outdated', 'numbatcomment', true, true, 1000, gen_random_uuid()
        FROM rating_tasks t JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = $2 WHERE t.campaign_id = $1
          AND t.id <> (SELECT task_id FROM rating_assignments WHERE campaign_id = $1 AND rater_id = $3 ORDER BY position, id LIMIT 1) RETURNING id, task_id)
      UPDATE rating_assignments a SET status = 'judged', judgment_id = judged.id FROM judged WHERE a.task_id = judged.task_id AND a.rater_id = $2`,
      [sample.campaignId, bea, nia],
    );
    await client.query(
      `
      INSERT INTO truth_tickets (question_id, revision_id, judgment_id, raised_by, comment)
      SELECT p.question_id, j.revision_id, j.id, j.rater_id, 'numbatcomment' FROM judgments j JOIN responses p ON p.id = j.response_id WHERE j.campaign_id = $1`,
      [sample.campaignId],
    );
    const {
      rows: [first],
    } = await client.query<{ id: number; questionId: number; responseId: number }>(
      `SELECT t.id, p.question_id AS "questionId", p.id AS "responseId" FROM (${task} WHERE t.campaign_id = $1 AND t.gold) g JOIN rating_tasks t ON t.id = g.id JOIN responses p ON p.id = t.response_id LIMIT 1`,
      [sample.campaignId],
    );
    const {
      rows: [release],
    } = await client.query<{ name: string }>("SELECT name FROM releases WHERE id = $1", [
      sample.releaseId,
    ]);
    return {
      campaignId: sample.campaignId,
      protocols,
      nia,
      model,
      run,
      otherRun: sample.runIds[1]!,
      task: first!.id,
      question: first!.questionId,
      response: first!.responseId,
      release: release!.name,
    };
  });
  await signIn(page, "nia@freshqa.example");
  await page.goto("/");

  const leaks: string[] = [];
  const broken: string[] = [];
  const scan = (where: string, body: string) => {
    for (const [what, word] of Object.entries(SECRETS))
      if (body.toLowerCase().includes(word)) leaks.push(`${where} holds ${what}`);
    for (const day of [...RUN_DAYS, ...RUN_DAYS_IN_WORDS])
      if (body.toLowerCase().includes(day)) leaks.push(`${where} holds the day of a run`);
  };
  // The desk's own words first, so that there is own work to be listed.
  const post = async (step: string, data: Record<string, unknown>) => {
    const answer = await page.request.post(`/api/ratings/${step}`, {
      data: { raterId: made.nia, ...data },
    });
    const body = await answer.text();
    scan(`POST /api/ratings/${step}`, body);
    return { status: answer.status(), body };
  };
  const next = await post("next", {
    campaignId: made.campaignId,
    count: 10,
    held: [],
    progress: true,
  });
  expect(next.status).toBe(200);
  expect(next.body).not.toMatch(/gold|"run|model_?id|metadata|slot|wanted/i);
  const { items } = JSON.parse(next.body) as { items: { taskId: number; revisionId: number }[] };
  expect(items).toHaveLength(10);
  const verdict = (taskId: number, revisionId: number) => ({
    taskId,
    revisionId,
    verdict: { relaxed: true, strict: true },
    activeMs: 10,
    clientKey: crypto.randomUUID(),
    enteredAt: new Date().toISOString(),
  });
  const judged = verdict(items[0]!.taskId, items[0]!.revisionId);
  expect((await post("judge", judged)).status).toBe(200);
  expect((await post("judge", { ...judged, clientKey: crypto.randomUUID() })).body).toContain(
    "already-judged",
  );
  const { taskId: _, revisionId: __, ...corrected } = judged;
  expect(
    (
      await post("correct", {
        ...corrected,
        clientKey: crypto.randomUUID(),
        supersedes: judged.clientKey,
        correction: "Misread",
      })
    ).status,
  ).toBe(200);
  expect(
    (await post("skip", { taskId: items[1]!.taskId, clientKey: crypto.randomUUID() })).status,
  ).toBe(200);

  const own = items[0]!.taskId;
  // Under other protocols: what its questions ask is answered by the first level, side or order.
  const ownOthers: number[] = [];
  for (const [index, campaignId] of notEmpty(made.protocols).entries()) {
    const { questions, shows } = UNITS[index]!.definition;
    const given = await post("next", { campaignId, count: 2, held: [], progress: true });
    expect(given.status).toBe(200);
    expect(given.body).not.toMatch(
      /gold|"run|model_?id|metadata|slot|wanted|responseId|shownOrder/i,
    );
    const [item] = (
      JSON.parse(given.body) as {
        items: {
          taskId: number;
          revisionId: number;
          answers: string[];
          responses: { place: number; references: unknown[] }[];
        }[];
      }
    ).items;
    // Responses are named by how they are shown, in each item: no name of a system comes again in another one.
    for (const { responses } of notEmpty(
      (JSON.parse(given.body) as { items: { responses: { place: number }[] }[] }).items,
    ))
      expect(responses.map(({ place }) => place)).toEqual(responses.map((_, at) => at + 1));
    expect(item!.answers.length > 0).toBe(shows.correctAnswers);
    expect(item!.responses.flatMap(({ references }) => references).length > 0).toBe(
      shows.references && item!.responses.length > 0,
    );
    const answers = Object.fromEntries(
      questions.map(({ key, kind }) => [
        key,
        kind === "ranking" ? { ranks: item!.responses.map((_, at) => at + 1) } : { value: 1 },
      ]),
    );
    const { verdict: _, ...entry } = verdict(item!.taskId, item!.revisionId);
    const answered = { ...entry, answers };
    expect((await post("judge", answered)).status).toBe(200);
    expect((await post("judge", { ...answered, clientKey: crypto.randomUUID() })).body).toContain(
      "already-judged",
    );
    ownOthers.push(item!.taskId);
  }
  const values = [
    ...new Set([
      made.campaignId,
      made.task,
      own,
      made.run,
      made.response,
      made.question,
      made.release,
    ]),
  ];
  let asked = 0;
  const pages = routes().filter(({ address }) => !address.startsWith("/api/auth/"));
  expect(pages.length).toBeGreaterThan(40);
  /** Asks every page and API in every place, also by other methods than GET if `all` says so. */
  const askEverything = async (all: boolean, look: (where: string, body: string) => void) => {
    for (const { address, file } of notEmpty(pages)) {
      const source = file.endsWith("route.ts") ? readFileSync(file, "utf8") : null;
      const methods =
        source === null
          ? ["GET"]
          : ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) =>
              new RegExp(`export (const|async function|function) ${method}\\b`).test(source),
            );
      expect(methods, `${file} answers to some method`).not.toEqual([]);
      const asks = addresses(address, values).flatMap((url) =>
        methods.filter((one) => all || one === "GET").map((method) => ({ url, method })),
      );
      // A few at a time: most of the time is between asking and answering.
      for (let at = 0; at < asks.length; at += 8)
        await Promise.all(
          asks.slice(at, at + 8).map(async ({ url, method }) => {
            const answer = await page.request.fetch(url, {
              method,
              maxRedirects: 0,
              ...(method !== "GET" && { data: {} }),
            });
            asked++;
            if (answer.status() >= 500) broken.push(`${method} ${url}: ${answer.status()}`);
            look(`${method} ${url} (${answer.status()})`, await answer.text());
          }),
        );
    }
  };
  await askEverything(true, scan);
  for (const url of [
    "/",
    "/rate",
    `/rate/${made.campaignId}`,
    "/rate/mine",
    `/rate/mine/${own}`,
    ...made.protocols.map((id) => `/rate/${id}`),
    ...ownOthers.map((id) => `/rate/mine/${id}`),
    "/rate/training",
    "/questions",
    `/questions/${made.question}`,
  ]) {
    // Whoever opens a desk's page as a whole gets an item with it.
    const ways: Record<string, string>[] = [{ rsc: "1" }, { accept: "text/html" }];
    for (const headers of ways) {
      const answer = await page.request.get(url, { headers });
      expect(answer.status(), url).toBe(200);
      const body = await answer.text();
      scan(`${"rsc" in headers ? "RSC" : "HTML"} of ${url}`, body);
      if (url === `/rate/${made.campaignId}` && !("rsc" in headers))
        expect(body, url).toContain("data-item=");
      if (url.startsWith("/rate"))
        expect(body, url).not.toMatch(/"gold"|isGold|goldRate|metadata":\{"/);
    }
  }
  expect(leaks).toEqual([]);
  expect(broken).toEqual([]);
  expect(asked).toBeGreaterThan(100);

  // The same person with every role: may read models and runs, and nothing that was said of what they have still to rate.
  await withOwnClient(server.databaseUrl, async (client) => {
    await client.query("UPDATE users SET roles = $2 WHERE id = $1", [made.nia, [...ROLES]]);
    const toRate =
      "SELECT coalesce(t.response_id, u.response_id) FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id LEFT JOIN task_responses u ON u.task_id = t.id WHERE a.rater_id = $1 AND a.judgment_id IS NULL";
    // What they said of it themselves, in another campaign, is theirs to read.
    for (const [table, column, others] of [
      ["judgments", "comment", "rater_id <> $1"],
      ["automatic_verdicts", "explanation", "TRUE"],
      ["gold_verdicts", "explanation", "TRUE"],
    ]) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
      const { rowCount } = await client.query(
        `UPDATE ${table} SET ${column} = 'wombatsaid' WHERE ${others} AND response_id IN (${toRate})`,
        [made.nia],
      );
      expect(rowCount, table).toBeGreaterThan(0);
      await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    }
  });
  const downloads = ["judgments", "responses"].flatMap((rows) =>
    ["csv", "jsonl"].flatMap((format) =>
      [`campaign=${made.campaignId}`, `run=${made.run}`].map(
        (of) => `/api/judgments/export?${of}&rows=${rows}&format=${format}`,
      ),
    ),
  );
  const lists = [
    `/campaigns/gold?run=${made.run}`,
    `/reports/agreement/disagreements?campaign=${made.campaignId}`,
    `/reports/compare?first=${made.run}&second=${made.otherRun}`,
  ];
  await signIn(page, "nia@freshqa.example");
  await page.goto("/");
  const told: string[] = [];
  const listen = (where: string, body: string) => {
    if (body.includes("wombatsaid")) told.push(where);
  };
  await askEverything(false, listen);
  for (const url of [...downloads, ...lists]) {
    const answer = await page.request.get(url);
    expect(answer.status(), url).toBe(200);
    listen(url, await answer.text());
  }
  expect(told).toEqual([]);
  expect(broken).toEqual([]);
  // Who has nothing to rate downloads it: the scan would find it.
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
  for (const url of downloads.filter((one) => one.includes("rows=judgments")))
    expect(await (await page.request.get(url)).text(), url).toContain("wombatsaid");

  // The words are there for those who may read them: the scan would find them.
  expect(await (await page.request.get(`/runs/${made.run}`)).text()).toContain("okapirun");
});
