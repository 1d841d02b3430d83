import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect } from "@/lib/platform/db";
import { createRun } from "@/lib/runs/models/commands";
import { runSchema } from "@/lib/runs/models/schema";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import { POST as bring } from "./runs/[id]/imports/route";
import { POST as look } from "./runs/logs/route";

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ currentActor: async () => signedIn.actor }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

const RELEASE = "FreshQA_v01052026";
let runId: number;
beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "carlos@test.example", name: "Carlos", roles: ["maintainer"] },
  });
  const actor: Actor = { userId: user.id, name: "Carlos", roles: ["maintainer"], via: "web" };
  signedIn.actor = actor;
  await addQuestion(actor, sampleContent({ question: "Who is first?" }));
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  ({ runId } = value(
    await createRun(
      actor,
      runSchema.parse({ modelName: "Heron 2", releaseName: RELEASE, name: "Run 1" }),
    ),
  ));
});
afterAll(disconnect);

type Given = [name: string, text: string];
const LOG: Given = [
  "samples_freshqa_2026-01-21T03-44-18.jsonl",
  '{"doc_id": 0, "doc": {"question": "Who is first?"}, "filtered_resps": ["Ada – wirklich"]}\n',
];
const RESULTS: Given = [
  "results_2026-01-21T03-44-18.json",
  '{"results": {}, "configs": {"freshqa": {}}, "model_name": "org/plover"}',
];
const TABLE: Given = ["table.csv", "question,response\nWho is first?,Bea\n"];

async function send(
  route: (request: Request, context: never) => Promise<Response>,
  files: Given[],
  more: { parts?: unknown; listSize?: string; clientKey?: string; body?: string } = {},
) {
  const parts =
    more.parts ?? files.map(([name, text]) => ({ name, size: Buffer.byteLength(text) }));
  const list = typeof parts === "string" ? parts : JSON.stringify(parts);
  const address = new URL("http://workbench.example/api/runs");
  address.searchParams.set("fileName", files[0]![0]);
  address.searchParams.set("parts", more.listSize ?? String(Buffer.byteLength(list)));
  if (more.clientKey !== undefined) address.searchParams.set("clientKey", more.clientKey);
  const request = new Request(address, {
    method: "POST",
    body: list + (more.body ?? files.map(([, text]) => text).join("")),
    headers: { "content-type": "application/octet-stream" },
  });
  const answer = await route(request, { params: Promise.resolve({ id: String(runId) }) } as never);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const readImports = () =>
  db.responseImport.findMany({ orderBy: { id: "asc" }, select: { fileName: true, status: true } });

test("files that come together are cut where they end, and each log or table is an import with what belongs to it; sent twice, once", async () => {
  const clientKey = randomUUID();
  const first = await send(bring, [RESULTS, LOG, TABLE], { clientKey });
  const again = await send(bring, [RESULTS, LOG, TABLE], { clientKey });
  expect(first.status).toBe(202);
  expect(first.body["importIds"]).toHaveLength(2);
  expect(again).toEqual(first);
  await expect.poll(readImports, { timeout: 20_000 }).toEqual([
    { fileName: LOG[0], status: "planned" },
    { fileName: TABLE[0], status: "planned" },
  ]);
  const made = await db.responseImport.findFirstOrThrow({ where: { fileName: LOG[0] } });
  expect(made.columns).toMatchObject({ log: { model: "org/plover" } });
  expect(Number(made.byteSize)).toBe(Buffer.byteLength(LOG[1]));
});

test("while one file is read, the imports that wait behind it give signs of life, too", async () => {
  const signs: (() => void)[] = [];
  const every = vi.spyOn(globalThis, "setInterval").mockImplementation(((sign: () => void) => {
    signs.push(sign);
    return 0;
  }) as never);
  const { body } = await send(bring, [LOG, RESULTS, TABLE]);
  const ids = body["importIds"] as number[];
  const waiting = ids[1]!;
  await expect
    .poll(
      async () => (await db.responseImport.findUniqueOrThrow({ where: { id: waiting } })).status,
      {
        timeout: 20_000,
      },
    )
    .toBe("planned");
  every.mockRestore();
  const long = new Date(Date.now() - 3_600_000);
  const silent = { status: "reading", progressAt: long };
  const progressAt = async () =>
    (await db.responseImport.findUniqueOrThrow({ where: { id: waiting } })).progressAt.getTime();
  await db.responseImport.update({ where: { id: waiting }, data: silent });
  // The first file's own.
  signs[0]!();
  await expect.poll(progressAt).toBeGreaterThan(long.getTime());
  await db.responseImport.update({ where: { id: waiting }, data: { status: "cancelled" } });
});

test("a look answers what is in each and opens no import", async () => {
  const before = await db.responseImport.count();
  const { status, body } = await send(look, [LOG, RESULTS, TABLE]);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    found: [
      {
        fileName: LOG[0],
        beside: [RESULTS[0]],
        files: [0, 1],
        log: { model: "org/plover", task: "freshqa" },
        releases: [{ name: RELEASE, matched: 1 }],
      },
      { fileName: TABLE[0], beside: [], files: [2], log: null },
    ],
  });
  expect(await db.responseImport.count()).toBe(before);
});

test("fifty files with the longest names that there are are taken", async () => {
  const names = Array.from({ length: 50 }, (_, at) => `${"日".repeat(249)}${at}`);
  const { status, body } = await send(
    look,
    names.map((name): Given => [`${name}.csv`, "question,response\nWho is first?,Bea\n"]),
  );
  expect(status).toBe(200);
  expect((body["found"] as { fileName: string }[]).map(({ fileName }) => fileName)).toEqual(
    names.map((name) => `${name}.csv`),
  );
});

test("logs of two runs with the scores of one of them are refused", async () => {
  const state: Given = ["scenario_state.json", '{"adapter_spec": {}, "request_states": []}'];
  const scores: Given = ["per_instance_stats.json", '[{"instance_id": "a", "stats": []}]'];
  for (const route of [bring, look])
    expect(await send(route, [state, state, scores])).toMatchObject({
      status: 409,
      body: { refusal: { code: "several-runs" } },
    });
});

test.each([
  ["sizes that are not those of the body", { body: "short" }],
  ["more than fifty files", { parts: Array.from({ length: 51 }, () => ({ name: "a", size: 0 })) }],
  ["no files", { parts: [] }],
  ["a size that is none", { parts: [{ name: "a", size: -1 }] }],
  ["what is no JSON", { parts: "[{" }],
  ["a list that ends early", { listSize: "10" }],
  ["a list that is longer than the body", { listSize: "199999" }],
  ["a list that is longer than any", { listSize: "200001" }],
  ["a length that is none", { listSize: "[]" }],
])("%s are refused", async (_, more) => {
  const before = await db.responseImport.count();
  for (const route of [bring, look])
    expect(await send(route, [LOG, RESULTS], more)).toMatchObject({
      status: 422,
      body: { refusal: { code: "invalid" } },
    });
  expect(await db.responseImport.count()).toBe(before);
});
