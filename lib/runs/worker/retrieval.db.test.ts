import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { installationGuard, pageGuard } from "@/lib/runs/connections/access";
import type { Reading, Selection } from "@/lib/runs/connections/retrieved";
import type { DefinitionOf } from "@/lib/runs/generation/schema";
import { createGenerationJob } from "@/lib/runs/jobs/commands";
import { dryRun } from "@/lib/runs/jobs/planning-queries";
import { getItem } from "@/lib/runs/jobs/item-queries";
import { getJob, getStages } from "@/lib/runs/jobs/queries";
import { generationJobSchema, type GenerationJobInput } from "@/lib/runs/jobs/schema";
import { getCitedResponse } from "@/lib/runs/responses/queries";
import { makeJobFixture, setPrice, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { ASKING } from "@/prisma/testing/plain-method";
import { ARTICLE_ANSWER, PLAIN_ANSWER, SITE_PAGES } from "@/prisma/testing/web-site";
import { workOn } from "./items";
import { claimItem, storedSteps, type Claimed } from "./writes";

const WORKER = "00000000-0000-4000-8000-000000000003";
const never = new AbortController().signal;
const DAY = "2025-04-07";

let services: ModelServices;
let fixture: JobFixture;
beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 4 });
  await allowPages(true);
});
afterAll(async () => {
  await Promise.all([installationGuard().close(), pageGuard().close()]);
  services.stop();
  await disconnect();
});

const allowPages = (pages: boolean) =>
  db.allowedHost.update({ where: { host: new URL(services.origin).host }, data: { pages } });

let made = 0;
async function searchConnection(behavior: string): Promise<number> {
  const { id } = await db.connection.create({
    data: {
      name: `Search ${++made}`,
      kind: "search",
      service: "serper",
      baseUrl: `${services.origin}/serper/${behavior}`,
      createdById: fixture.actor.userId,
    },
  });
  return id;
}
async function method(given: Partial<DefinitionOf<"webglm">> = {}): Promise<number> {
  const createdById = fixture.actor.userId;
  const { versions } = await db.method.create({
    data: {
      name: `WebGLM ${++made}`,
      createdById,
      versions: {
        create: {
          number: 1,
          createdById,
          definition: {
            kind: "webglm",
            search: { language: "en", country: "us" },
            pages: 10,
            pageSeconds: 3,
            keep: 5,
            embeddingModelId: null,
            ...ASKING,
            ...given,
          },
        },
      },
    },
    include: { versions: true },
  });
  return versions[0]!.id;
}
async function jobInput(
  methodVersionId: number,
  behavior = "pages",
  change: Partial<GenerationJobInput> = {},
): Promise<GenerationJobInput> {
  return generationJobSchema.parse({
    kind: "generate",
    target: { kind: "new", releaseName: fixture.releaseName, name: `Pages ${++made}` },
    methodVersionId,
    servedModelId: await fixture.serve("ok"),
    searchConnectionId: await searchConnection(behavior),
    date: DAY,
    sample: { size: 1, seed: 1 },
    ...change,
  });
}
async function start(input: GenerationJobInput) {
  const started = await createGenerationJob(fixture.actor, input);
  if (!started.ok) throw new Error(started.refusal.message);
  return started.value;
}
/** Works on the job's items one after the other, without the waits between attempts. */
async function workThrough(jobId: number): Promise<Claimed> {
  let last: Claimed | null = null;
  for (let turn = 0; turn < 20; turn++) {
    await db.jobItem.updateMany({ where: { jobId }, data: { notBefore: null } });
    const claimed = await claimItem(WORKER, jobId);
    if (!("itemId" in claimed)) break;
    last = claimed;
    await workOn(claimed, { halt: never, cut: never });
  }
  return last!;
}
const stepOf = async (itemId: number, kind: "pages" | "paragraphs") =>
  (await db.retrievalStep.findFirstOrThrow({ where: { itemId, kind } })).outcome as unknown;
const asked = async (page: string) =>
  (await services.received()).filter(({ path }) => path === `/site/${page}`).length;

describe("a method that reads pages", () => {
  it("answers from the pages that can be read, with marks, and keeps references, times and counts", async () => {
    const { jobId, runId } = await start(await jobInput(await method()));
    const { itemId } = await workThrough(jobId);

    const { pages, ...sums } = (await stepOf(itemId, "pages")) as Reading;
    expect(pages.map((page) => ("because" in page ? page.because : page.paragraphs))).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ sent more than 2\.0 MB\.$/),
      2,
      expect.stringMatching(/sent image\/png, which is no page of text\.$/),
      2,
      expect.stringMatching(/^127\.0\.0\.1:\d+ has, or leads to, an address that is not public\./),
      expect.stringMatching(/answered 404\.$/),
      expect.stringMatching(/did not answer completely within 3 seconds\.$/),
      1,
      expect.stringMatching(/sent a page without a paragraph of text\.$/),
    ]);
    expect(sums).toMatchObject({ read: 3, failed: SITE_PAGES.length - 3, paragraphs: 5 });

    // What a page hides, its menu and its scripts are not among them.
    const selection = (await stepOf(itemId, "paragraphs")) as Selection;
    expect(selection).toMatchObject({ considered: 5, compared: 0 });
    expect(selection.kept).toHaveLength(5);
    expect(selection.kept.map(({ score }) => score)).toEqual(
      selection.kept.map(({ lexical }) => lexical).sort((a, b) => b - a),
    );

    const question = await db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
    const response = await getCitedResponse(fixture.actor, runId, question.questionId);
    expect(response.text).toContain("[1]");
    expect(response.references.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(response.references.map(({ text }) => text))).toEqual(
      new Set(selection.kept.map(({ text }) => text)),
    );
    const article = response.references.find(({ text }) => text === ARTICLE_ANSWER)!;
    expect(article).toMatchObject({
      title: "About article",
      url: `${services.origin}/site/article`,
    });
    // The page was moved: its reference is where it was found.
    expect(response.references.map(({ url }) => url)).toContain(
      `${services.origin}/site/elsewhere`,
    );
    expect(response.checks!.paper.flatMap(({ citations }) => citations)).toHaveLength(2);

    const [call] = await db.modelCall.findMany({ where: { itemId } });
    expect(JSON.stringify(call!.messages)).toContain(
      `[${article.place}] About article: ${ARTICLE_ANSWER}`,
    );
    const trace = await getItem(fixture.actor, jobId, itemId);
    expect(trace.steps.map(({ kind }) => kind)).toEqual(["search", "pages", "paragraphs", "call"]);
    // Of the run as of its one response; the slow page was waited for.
    const stages = await getStages(fixture.actor, runId);
    expect(await getStages(fixture.actor, runId, question.questionId)).toEqual(stages);
    expect(stages).toMatchObject({
      responses: 1,
      search: { results: 9 },
      pages: { read: 3, stored: 0, failed: 6, bytes: sums.bytes },
      extract: { paragraphs: 5 },
      embeddings: null,
      choice: { considered: 5, kept: 5 },
      answer: { inputTokens: 120, outputTokens: 30 },
    });
    expect(stages!.pages.ms).toBeGreaterThanOrEqual(3_000);
    expect(stages!.pages.ms).toBeLessThan(30_000);
    const { metadata } = await db.response.findFirstOrThrow({ where: { runId } });
    expect(metadata).toMatchObject({
      "pages read": "3",
      "pages not read": "6",
      "paragraphs considered": "5",
      "paragraphs kept": "5",
      "input tokens": "120",
    });
    // Whoever takes over reads the same.
    expect((await storedSteps(itemId)).map(({ kind }) => kind)).toEqual([
      "searched",
      "read",
      "selected",
      "asked",
    ]);
  });

  it("has no stages where a run was not answered from pages", async () => {
    expect(await getStages(fixture.actor, fixture.runId)).toBeNull();
  });

  it("stores a page once under its day, with what it can be checked by, and reads it again under another", async () => {
    const methodVersionId = await method();
    const before = await asked("article");
    const second = await start(await jobInput(methodVersionId));
    const { itemId } = await workThrough(second.jobId);
    expect(await asked("article")).toBe(before);
    const { pages } = (await stepOf(itemId, "pages")) as Reading;
    expect(pages.filter((page) => "stored" in page && page.stored)).toHaveLength(3);
    // What failed is tried again.
    expect(pages.filter((page) => "because" in page)).toHaveLength(6);
    const url = `${services.origin}/site/plain`;
    const [page, ...others] = await db.webPage.findMany({ where: { url } });
    expect(others).toEqual([]);
    const body = await (await fetch(url)).text();
    expect(page).toMatchObject({
      bytes: Buffer.byteLength(body),
      sha256: createHash("sha256").update(body).digest("hex"),
      contentType: "text/plain",
      cut: false,
    });
    expect(page!.paragraphs).toContain(PLAIN_ANSWER);
    const third = await start(await jobInput(methodVersionId, "pages", { date: "2025-04-08" }));
    await workThrough(third.jobId);
    expect(await db.webPage.count({ where: { url } })).toBe(2);
  });

  it("fails an item whose pages cannot be read, and names why; the job goes on", async () => {
    const { jobId } = await start(await jobInput(await method(), "bad-pages"));
    const { itemId } = await workThrough(jobId);
    const item = await db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
    expect(item.status).toBe("failed");
    expect(item.detail).toMatch(
      /^None of 4 pages could be read: \S+ sent image\/png, which is no page of text\. \S+ has, or leads to, an address that is not public\. .* And 1 more\.$/,
    );
    // No further attempt would bring more, and an address that is refused is no reason to pause the job.
    expect(item.attempts).toBe(1);
    expect((await db.job.findUniqueOrThrow({ where: { id: jobId } })).status).toBe("done");
    expect(await db.modelCall.count({ where: { itemId } })).toBe(0);
  });

  it("fails an item whose search finds nothing", async () => {
    const { jobId } = await start(await jobInput(await method(), "no-results"));
    const { itemId } = await workThrough(jobId);
    expect(await db.jobItem.findUniqueOrThrow({ where: { id: itemId } })).toMatchObject({
      status: "failed",
      detail: "The search found no pages to read.",
    });
  });

  it("reads no page of a host that is allowed for services alone", async () => {
    await allowPages(false);
    try {
      const before = await asked("article");
      const input = await jobInput(await method(), "pages", { date: "2025-05-01" });
      const { jobId } = await start(input);
      const { itemId } = await workThrough(jobId);
      const item = await db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
      expect(item.status).toBe("failed");
      expect(item.detail).toContain(
        "an address that is not public. An administrator can allow pages",
      );
      expect(await asked("article")).toBe(before);
    } finally {
      await allowPages(true);
    }
  });
});

describe("a method that compares paragraphs by embeddings", () => {
  it("asks once for all paragraphs, joins both orders, and counts what that costs", async () => {
    const embeddingModelId = await fixture.serve("shuffled");
    await setPrice(embeddingModelId, 10, 0);
    const input = await jobInput(await method({ embeddingModelId }));
    await setPrice(input.servedModelId!, 1, 2);
    await db.price.create({
      data: {
        connectionId: input.searchConnectionId!,
        validFrom: new Date("2020-01-01"),
        requests: 1,
        createdById: fixture.actor.userId,
      },
    });
    const { jobId, runId } = await start({ ...input, spendingLimit: 5 });
    const { itemId } = await workThrough(jobId);
    const selection = (await stepOf(itemId, "paragraphs")) as Selection;
    expect(selection).toMatchObject({ considered: 5, compared: 5 });
    const { apiName } = await db.servedModel.findUniqueOrThrow({ where: { id: embeddingModelId } });
    const [request, ...more] = (await services.received()).filter(
      ({ body }) => body.model === apiName,
    );
    expect(more).toEqual([]);
    const texts = request!.body.input as string[];
    expect(texts).toHaveLength(6);
    // The service names its vectors in another order than the texts: each has its own all the same.
    const letters = (text: string) =>
      Array.from(
        { length: 26 },
        (_, at) =>
          [...text.toLowerCase()].filter((one) => one === String.fromCharCode(97 + at)).length,
      );
    const cosine = (one: number[], other: number[]) =>
      one.reduce((sum, value, at) => sum + value * other[at]!, 0) /
      (Math.hypot(...one) * Math.hypot(...other));
    for (const { text, dense } of selection.kept)
      expect(dense).toBeCloseTo(cosine(letters(texts[0]!), letters(text)), 5);

    expect(await getStages(fixture.actor, runId)).toMatchObject({
      pages: { stored: 3 },
      embeddings: { compared: 5, tokens: 120 },
      answer: { inputTokens: 120 },
    });
    const call = await db.modelCall.findFirstOrThrow({ where: { itemId, kind: "embedding" } });
    expect(call).toMatchObject({ step: 2, messages: null, inputTokens: 120, outputTokens: 0 });
    expect(call.received).toContain("[26 numbers]");
    expect(call.cost!.toNumber()).toBeCloseTo(0.0012, 9);
    // 6 × 20 tokens at US$10, 120 and 30 tokens at US$1 and US$2 per million, and a search at US$1 per thousand.
    const job = await getJob(fixture.actor, jobId);
    expect(job.cost).toBeCloseTo(0.0012 + 0.00018 + 0.001, 9);
    expect(job).toMatchObject({ calls: 2, unpriced: 0 });
    expect(job.compared).toMatch(/^shuffled \d+ · Services \d+$/);
    const item = await db.jobItem.findUniqueOrThrow({
      where: { id: itemId },
      include: { response: true },
    });
    expect(item.response!.metadata).toMatchObject({
      "input tokens": "120",
      "cost (US$)": "0.00138",
    });
  });

  it("goes on from what is stored where a call fails: it reads and compares nothing again", async () => {
    const embeddingModelId = await fixture.serve("ok");
    const servedModelId = await fixture.serve("unavailable-once");
    const { jobId, runId } = await start({
      ...(await jobInput(await method({ embeddingModelId }), "pages", { date: "2025-04-09" })),
      servedModelId,
    });
    const before = await asked("plain");
    const { itemId } = await workThrough(jobId);
    expect(await asked("plain")).toBe(before + 1);
    const calls = await db.modelCall.findMany({ where: { itemId }, orderBy: { id: "asc" } });
    expect(calls.map(({ step, kind, state }) => `${step} ${kind} ${state}`)).toEqual([
      "2 embedding answered",
      "4 chat unavailable",
      "4 chat answered",
    ]);
    const [failed, answered] = calls.slice(1);
    expect(answered!.messages).toEqual(failed!.messages);
    expect(await db.responseReference.count({ where: { response: { runId } } })).toBe(5);
  });

  it("fails where a text has no vector, after three answers that may have been charged", async () => {
    const embeddingModelId = await fixture.serve("one-short");
    const { jobId } = await start(await jobInput(await method({ embeddingModelId })));
    const { itemId } = await workThrough(jobId);
    const item = await db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
    expect(item).toMatchObject({ status: "failed", attempts: 3 });
    expect(item.detail).toMatch(/sent an answer that doesn't match its API\.$/);
    // And the search, which has no price either.
    expect((await getJob(fixture.actor, jobId)).unpriced).toBe(4);
  });

  it("needs a price under a limit, and a model that has embeddings", async () => {
    const embeddingModelId = await fixture.serve("ok");
    const input = await jobInput(await method({ embeddingModelId }), "pages", {
      spendingLimit: 5,
    });
    await setPrice(input.servedModelId!, 1, 2);
    const refused = await createGenerationJob(fixture.actor, input);
    expect(refused).toMatchObject({ ok: false, refusal: { code: "not-possible" } });
    const { apiName } = await db.servedModel.findUniqueOrThrow({ where: { id: embeddingModelId } });
    expect(!refused.ok && refused.refusal.message).toContain(`the model “${apiName}”`);
    await db.servedModel.update({
      where: { id: embeddingModelId },
      data: { archivedAt: new Date("2026-11-22T12:00:00Z") },
    });
    expect(
      await createGenerationJob(fixture.actor, { ...input, spendingLimit: null }),
    ).toMatchObject({
      ok: false,
      refusal: { fields: { methodVersionId: "Its embedding model can't be used." } },
    });
  });

  it("is estimated with its embeddings by a dry run, which reads no page", async () => {
    const embeddingModelId = await fixture.serve("ok");
    await setPrice(embeddingModelId, 10, 0);
    const input = await jobInput(await method({ embeddingModelId }));
    await setPrice(input.servedModelId!, 1, 2);
    await db.price.create({
      data: {
        connectionId: input.searchConnectionId!,
        validFrom: new Date("2020-01-01"),
        requests: 1,
        createdById: fixture.actor.userId,
      },
    });
    const before = (await services.received()).length;
    const run = await dryRun(fixture.actor, input);
    if (!run.ok) throw new Error(run.refusal.message);
    expect((await services.received()).length).toBe(before);
    const { estimate, summary, evidence, example } = run.value;
    // 64 paragraphs of 500 characters are 8,000 tokens; a quarter of them to all.
    expect(estimate.embeddingTokens).toEqual({ least: 2_000, most: 8_000 });
    expect(estimate.cost!.most - estimate.cost!.least).toBeGreaterThan(0.06 - 0.001);
    expect(estimate.calls).toEqual({ least: 2, most: 2 });
    expect(summary.join("\n")).toContain("up to 64 paragraphs for each question");
    expect(evidence).toBe("missing");
    expect(example.messages!.at(-1)!.content).toContain("References:\n\nQuestion:");
  });
});
