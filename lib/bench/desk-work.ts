import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { makeProtocolCampaign } from "@/prisma/factories/protocols";
import { makeRating } from "@/prisma/factories/rating";
import { releaseRows } from "@/prisma/factories/release-rows";
import { publishAll } from "./difference";
import type { ServedProduct } from "./served";

export interface BenchedDesk {
  name: string;
  /** Who works at it. */
  email: string;
  address: string;
  /** What finishes one item: all that people do there, typing included. */
  keys: readonly string[];
}

const RELEASE = "FreshQA_v01012024";

/** A release of long ago, so that nearly everything is due. */
export async function importOldRelease(product: ServedProduct, questions: number): Promise<void> {
  function* batches() {
    for (const batch of releaseRows(questions, 5))
      yield batch.map((cells) => ({ record: 0, cells, style: 0 }));
  }
  const file = join(product.data, `${RELEASE}.csv`);
  await pipeline(
    Readable.from(writeCsv(batches(), { ...OFFICIAL_LAYOUT, preamble: null })),
    createWriteStream(file),
  );
  const answer = await product.fetch(`/api/imports?fileName=${RELEASE}.csv`, {
    method: "POST",
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: "half",
    headers: { "content-length": String(statSync(file).size) },
  });
  const { importId } = (await answer.json()) as { importId: number };
  for (let status = ""; status !== "planned";) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const said = await product.fetch(`/api/imports/${importId}`);
    ({ status } = (await said.json()) as { status: string });
    if (["failed", "refused", "cancelled"].includes(status))
      throw new Error(`The import is ${status}.`);
  }
  await product.fetch(`/api/imports/${importId}/apply`, {
    method: "POST",
    body: JSON.stringify({ skipBadRows: false, acceptSuspect: false, missing: "keep" }),
    headers: { "content-type": "application/json" },
  });
}

/** As long and as formatted as models answer today: what is shorter would be drawn faster. */
const FURTHERMORE = [
  "",
  ...Array.from(
    { length: 6 },
    (_, i) =>
      `- **Point ${i + 1}:** what it says about the question, in a sentence or two of plain English, with a [source](https://example.org/${i}) and \`a term\`.`,
  ),
  "### In short",
  "More is said of it than was asked, with names and numbers. ".repeat(8),
].join("\n\n");

/** @returns its id */
export async function publishOldRelease(client: pg.Client): Promise<number> {
  await publishAll(RELEASE);
  const { rows } = await client.query<{ id: number }>("SELECT id FROM releases WHERE name = $1", [
    RELEASE,
  ]);
  return rows[0]!.id;
}

/** Has runs answer the release's questions, and opens campaigns with work for each desk. */
export async function makeDesks(client: pg.Client, release: number): Promise<BenchedDesk[]> {
  const { rows: found } = await client.query<{ id: number }>(
    "SELECT id FROM users WHERE email = 'eli@freshqa.example'",
  );
  const rater = found[0]!.id;
  await client.query(
    "INSERT INTO qualifications (rater_id, attempt, score, threshold) VALUES ($1, 1, 15, 12)",
    [rater],
  );
  const rated = await makeRating(client, {
    name: "Bench",
    releaseId: release,
    furthermore: FURTHERMORE,
    models: 2,
    raters: [rater],
    ratingsPerResponse: 1,
    judged: 0,
  });
  await makeRating(client, {
    name: "Bench of cases",
    releaseId: release,
    furthermore: FURTHERMORE,
    agreement: 0,
  });
  const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!;
  const protocol = await makeProtocolCampaign(client, {
    name: "Bench of a protocol",
    definition,
    runIds: rated.runIds,
    raters: [rater],
  });
  await client.query(
    `INSERT INTO response_references (response_id, place, title, url, text)
    SELECT p.id, n, 'Source ' || n, 'https://example.org/' || n, repeat('What it tells about the question, in a sentence. ', 12)
    FROM responses p CROSS JOIN generate_series(1, 5) n WHERE p.run_id = ANY($1)`,
    [rated.runIds],
  );
  const eli = "eli@freshqa.example";
  return [
    {
      name: "rating",
      email: eli,
      address: `/rate/${rated.campaignId}`,
      keys: ["1", "2", "h", "t", "o", "k", "Escape", "Enter"],
    },
    {
      name: "adjudication",
      email: "gina@freshqa.example",
      address: "/adjudication/desk",
      keys: ["ArrowUp", "2", "w", "q", "t", "o", "k", "Escape", "Enter"],
    },
    {
      name: "protocol",
      email: eli,
      address: `/rate/${protocol}`,
      keys: ["4", "3", "2", "1", "2", "1", "t", "o", "k", "Escape", "Enter"],
    },
    {
      name: "refresh",
      email: "carlos@freshqa.example",
      address: "/refresh/desk",
      keys: ["a", "o", "k", "Escape", "v"],
    },
  ];
}
