import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { withOwnClient } from "@/lib/platform/own-client";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { makeRating } from "@/prisma/factories/rating";
import { releaseRows } from "@/prisma/factories/release-rows";
import { PLAIN } from "@/prisma/testing/plain-method";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { Browser } from "./browser";
import type { Product } from "./product";

const QUESTIONS = 300;
const RELEASE = "FreshQA_v01012024";

/** What there is to work on, and who works. */
export interface Work {
  editors: Browser[];
  reviewers: Browser[];
  raters: Browser[];
  maintainer: Browser;
  releaseName: string;
  releaseId: number;
  runIds: number[];
  campaignId: number;
  questionIds: number[];
  methodVersionId: number;
  servedModelId: number;
  evaluatorId: number;
  /** Imports that were begun and not applied yet. */
  begunImports: { importId: number; word: string; at: number }[];
}

/** Fills a new installation, or finds what an earlier run has filled it with. @param modelOrigin where models are served */
export async function prepare(product: Product, modelOrigin: string): Promise<Work> {
  const people = await withOwnClient(product.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; id: number }>(
      "SELECT split_part(email, '@', 1) AS name, id FROM users WHERE email LIKE '%@freshqa.example'",
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  });
  const { secret } = product;
  const sign = (id: number) => Browser.signedIn(id, secret, () => product.origin);
  const [carlos, dana] = [await sign(people.get("carlos")!), await sign(people.get("dana")!)];

  const filled = await withOwnClient(product.databaseUrl, (client) =>
    client.query("SELECT 1 FROM releases WHERE name = $1", [RELEASE]),
  );
  if (filled.rowCount === 0) await fill(product, carlos);
  return withOwnClient(product.databaseUrl, async (client) => {
    const ids = async (sql: string, ...values: unknown[]) =>
      (await client.query<{ id: number }>(sql, values)).rows.map(({ id }) => id);
    const createdBy = people.get("carlos")!;
    const [releaseId] = await ids("SELECT id FROM releases WHERE name = $1", RELEASE);
    const raterIds = await ids(
      "SELECT id FROM users WHERE email LIKE 'faults-rater-%' ORDER BY id",
    );
    const runIds = await ids(
      "SELECT id FROM model_runs WHERE release_id = $1 AND name = 'Run 1' ORDER BY id",
      releaseId,
    );
    const host = new URL(modelOrigin).host;
    await client.query(
      "INSERT INTO allowed_hosts (host, created_by) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [host, createdBy],
    );
    // Served somewhere else in each run.
    const [connectionId] = await ids(
      "INSERT INTO connections (name, kind, service, base_url, concurrency, created_by) VALUES ($1, 'model', 'openai-chat', $2, 8, $3) RETURNING id",
      `Services at ${host} ${randomUUID().slice(0, 8)}`,
      `${modelOrigin}/v1`,
      createdBy,
    );
    const [servedModelId] = await ids(
      "INSERT INTO served_models (connection_id, model_id, label, api_name, created_by) VALUES ($1, (SELECT min(id) FROM models), 'brief', $2, $3) RETURNING id",
      connectionId,
      `${connectionId}/brief`,
      createdBy,
    );
    const [methodId] = await ids(
      "INSERT INTO methods (name, created_by) VALUES ($1, $2) RETURNING id",
      `Plain ${connectionId}`,
      createdBy,
    );
    const [methodVersionId] = await ids(
      "INSERT INTO method_versions (method_id, number, definition, created_by) VALUES ($1, 1, $2, $3) RETURNING id",
      methodId,
      JSON.stringify(PLAIN),
      createdBy,
    );
    const [evaluatorId] = await ids(
      "INSERT INTO evaluators (name, family, served_model_id, definition, created_by) VALUES ($1, $1, $2, $3, $4) RETURNING id",
      `Judge ${connectionId}`,
      servedModelId,
      JSON.stringify(freshEvalDefinition()),
      createdBy,
    );
    // A new one each time: there is always something to rate.
    const { campaignId } = await makeRating(client, {
      name: `Faults ${connectionId}`,
      releaseId: releaseId!,
      runIds,
      raters: raterIds,
      judged: 0,
    });
    return {
      editors: [carlos, dana],
      reviewers: [carlos, dana],
      raters: await Promise.all(raterIds.map(sign)),
      maintainer: carlos,
      releaseName: RELEASE,
      releaseId: releaseId!,
      runIds,
      campaignId,
      questionIds: await ids(
        "SELECT question_id AS id FROM release_entries WHERE release_id = $1 ORDER BY position",
        releaseId,
      ),
      methodVersionId: methodVersionId!,
      servedModelId: servedModelId!,
      evaluatorId: evaluatorId!,
      begunImports: [],
    };
  });
}

/** A release of long ago, so that nearly everything is due, with responses of six models, and raters. */
async function fill(product: Product, carlos: Browser): Promise<void> {
  await importRows(carlos, `${RELEASE}.csv`, await releaseFile());
  await withOwnClient(product.databaseUrl, (client) =>
    client.query(
      "INSERT INTO dataset_licenses (license, holder, chosen_by) SELECT 'CC-BY-4.0', 'FreshQA team', id FROM users WHERE kind = 'system' LIMIT 1",
    ),
  );
  const published = await carlos.act("lib/dataset/releases/actions.ts", "publishRelease", {
    name: RELEASE,
    selection: { kind: "all" },
  });
  if (published.is !== "acknowledged")
    throw new Error(`Not published: ${JSON.stringify(published)}`);
  await withOwnClient(product.databaseUrl, async (client) => {
    await client.query(
      "INSERT INTO users (email, name, roles) SELECT 'faults-rater-' || i || '@example.org', 'Rater ' || i, '{rater}' FROM generate_series(1, 4) i",
    );
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT id, 1, 15, 12 FROM users WHERE email LIKE 'faults-rater-%'",
    );
    const { rows } = await client.query<{ id: number }>("SELECT id FROM releases");
    await makeRating(client, {
      name: "Faults",
      releaseId: rows[0]!.id,
      models: 6,
      campaign: false,
    });
  });
}

async function releaseFile(): Promise<string> {
  function* batches() {
    for (const batch of releaseRows(QUESTIONS, 5))
      yield batch.map((cells) => ({ record: 0, cells, style: 0 }));
  }
  const parts: Buffer[] = [];
  for await (const part of writeCsv(batches(), { ...OFFICIAL_LAYOUT, preamble: null }))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

async function importRows(browser: Browser, name: string, text: string): Promise<void> {
  const begun = await browser.upload(`/api/imports?fileName=${name}`, text);
  if (begun.is !== "acknowledged") throw new Error(`Not imported: ${JSON.stringify(begun)}`);
  const { importId } = begun.value as { importId: number };
  for (let status = ""; status !== "planned"; await pause(50)) {
    ({ status } = (await browser.get(`/api/imports/${importId}`)) as { status: string });
    if (["failed", "refused", "cancelled"].includes(status))
      throw new Error(`The import is ${status}.`);
  }
  const applied = await browser.post(`/api/imports/${importId}/apply`, {});
  if (applied.is !== "acknowledged") throw new Error(`Not applied: ${JSON.stringify(applied)}`);
}
