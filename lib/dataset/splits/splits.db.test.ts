import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { editQuestion, undoOperation } from "@/lib/dataset/questions/commands";
import { readCells } from "@/lib/dataset/questions/cells";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { releaseRows } from "@/prisma/factories/release-rows";
import { applyDraw } from "./commands";
import { listDraws, previewDraw } from "./queries";
import { drawSchema, type DrawInput } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
const FILE = join(RELEASES, "FreshQA_v04072025.csv");
let carlos: Actor;
const input: DrawInput = drawSchema.parse({
  seed: "spring 2026",
  mode: "anew",
  sizes: { testPerCategory: 100, devPerCategory: 20, demoQuestions: 15 },
});
const splits = async () =>
  JSON.stringify(
    await db.questionHead.findMany({
      orderBy: { questionId: "asc" },
      select: { questionId: true, split: true },
    }),
  );

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "carlos@example.org", name: "Carlos", roles: ["maintainer"] },
  });
  carlos = { userId: user.id, name: "Carlos", roles: ["maintainer"], via: "web" };
  const rows = existsSync(FILE)
    ? (
        parse(readFileSync(FILE, "utf8"), {
          relax_column_count: true,
          record_delimiter: ["\r\n", "\n"],
        }) as string[][]
      ).filter((cells) => /^\d+$/.test(cells[0]!))
    : [...releaseRows(600)].flat();
  await transaction(
    async (tx) => {
      for (const row of rows)
        await createQuestion(tx, carlos, {
          cells: row.slice(1, 20),
          style: 0,
          status: "active",
          reason: "author",
          comment: "",
        });
    },
    { timeoutMs: 120_000 },
  );
}, 120_000);
afterAll(disconnect);

test("a draw on a release is balanced, reproducible, kept with its seed, and undone as one", async () => {
  const before = await splits();
  const preview = await previewDraw(carlos, input);
  expect(await splits()).toBe(before);
  for (const category of CATEGORIES) {
    const of = preview.counts.filter((one) => one.category === category);
    expect(of.reduce((sum, one) => sum + one.TEST, 0)).toBe(100);
    expect(of.reduce((sum, one) => sum + one.DEV, 0)).toBe(20);
    // One-hop and multi-hop as in the category as a whole, to a question.
    const total = of.reduce((sum, one) => sum + one.TEST + one.DEV + one.DEMO + one.none, 0);
    for (const one of notEmpty(of))
      expect(
        Math.abs(one.TEST - (100 * (one.TEST + one.DEV + one.DEMO + one.none)) / total),
      ).toBeLessThanOrEqual(1);
  }
  expect(preview.counts.reduce((sum, one) => sum + one.DEMO, 0)).toBe(15);

  const applied = await applyDraw(carlos, { ...input, fingerprint: preview.fingerprint });
  if (!applied.ok) throw new Error(applied.refusal.message);
  expect(applied.value.changed).toBe(preview.changed);
  const drawn = await splits();
  // Every changed head has a revision whose cell says the same.
  const heads = await db.$queryRaw<
    { wrong: number }[]
  >`SELECT count(*)::int AS wrong FROM question_heads h JOIN revisions r ON r.id = h.revision_id WHERE r.cells[1] <> coalesce(h.split, '') OR r.split IS DISTINCT FROM h.split`;
  expect(heads[0]!.wrong).toBe(0);
  expect((await listDraws(carlos))[0]).toMatchObject({
    ...input,
    by: "Carlos",
    undone: false,
    counts: preview.counts,
  });
  expect(
    await applyDraw(carlos, {
      ...input,
      fingerprint: (await previewDraw(carlos, input)).fingerprint,
    }),
  ).toMatchObject({ ok: false, refusal: { code: "unchanged" } });

  await undoOperation(carlos, { operationId: applied.value.operationId });
  expect(await splits()).toBe(before);
  expect((await listDraws(carlos))[0]).toMatchObject({ undone: true });
  const again = await applyDraw(carlos, {
    ...input,
    fingerprint: (await previewDraw(carlos, input)).fingerprint,
  });
  expect(again.ok).toBe(true);
  expect(await splits()).toBe(drawn);
});

test("a preview that no longer holds is refused, and of two who apply at once one does", async () => {
  const other = { ...input, seed: "autumn" };
  const preview = await previewDraw(carlos, other);
  const head = await db.questionHead.findFirstOrThrow({
    where: { status: "active", falsePremise: false, factType: "slow-changing", split: "TEST" },
  });
  const base = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  const content = readCells(base.cells).content!;
  expect(
    (
      await editQuestion(carlos, {
        questionId: head.questionId,
        baseRevisionId: base.id,
        content: { ...content, falsePremise: true },
        comment: "",
      })
    ).ok,
  ).toBe(true);
  expect(await applyDraw(carlos, { ...other, fingerprint: preview.fingerprint })).toMatchObject({
    ok: false,
    refusal: { code: "moved" },
  });
  const { fingerprint } = await previewDraw(carlos, other);
  const results = await Promise.all([
    applyDraw(carlos, { ...other, fingerprint }),
    applyDraw(carlos, { ...other, fingerprint }),
  ]);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
});

test.each([
  { seed: "" },
  { seed: "a\u0000" },
  { seed: "x".repeat(200) },
  { mode: "some" },
  { sizes: { ...input.sizes, testPerCategory: -1 } },
  { sizes: { ...input.sizes, demoQuestions: 1.5 } },
])("a draw with %j is refused", (change) => {
  expect(drawSchema.safeParse({ ...input, ...change }).success).toBe(false);
});
