import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import type { Answers } from "@/lib/rating/protocols/vocabulary";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { answerAll, openUnderPreset, type OpenedCampaign } from "@/prisma/testing/protocol-desks";
import { openJudgmentExport } from "./queries";
import type { JudgmentExportRequest } from "./schema";

/** How many rows each workbook would have, as it is asked before anything is written. */
const counted = vi.hoisted(() => ({ rows: [] as number[], refuse: false }));
vi.mock("@/lib/dataset/file-formats/write-workbook", async (original) => ({
  ...(await original<object>()),
  checkWorkbookRows: (rows: number) => {
    counted.rows.push(rows);
    if (counted.refuse) throw new Error(`${rows} rows`);
  },
}));

let made: RatingSampleMade;
let researcher: Actor;
let answers: OpenedCampaign;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 12,
      models: 2,
      raters: 3,
      judged: 0.8,
      corrected: 0.4,
      gold: 0.2,
      adjudicated: 0.5,
      agreement: 0.6,
    }),
  );
  researcher = actorOf(made.researcherId, ["researcher"]);
  // Some responses are in two campaigns, and some of none.
  await withConnection((client) =>
    makeRating(client, { runIds: made.runIds.slice(0, 1), judged: 0.5 }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  const maintainer = actorOf(made.maintainerId, ["maintainer"]);
  answers = await openUnderPreset({ maintainer, raters, runIds: made.runIds }, "webglm-answers");
  await answerAll(raters, answers.campaignId, (rater, { taskId }): Answers | null =>
    (rater + taskId) % 4 === 0
      ? null
      : {
          fluency: { value: 1 },
          correctness: { value: taskId % 4 },
          "citation-accuracy": { value: 2 },
          objectivity: { value: 1 },
          truthfulness: { value: 1 },
          redundancy: { value: 0 },
        },
  );
}, 120_000);
afterAll(disconnect);

async function rowsOf(request: JudgmentExportRequest): Promise<number> {
  const parts: Uint8Array[] = [];
  for await (const part of (await openJudgmentExport(researcher, request)).bytes) parts.push(part);
  return Buffer.concat(parts).toString().trimEnd().split("\n").length;
}

it.each([
  ["ratings", () => ({ campaign: made.campaignId })],
  ["ratings that stand", () => ({ campaign: made.campaignId, current: true })],
  ["responses of a campaign", () => ({ campaign: made.campaignId, rows: "responses" as const })],
  ["responses of a run", () => ({ run: made.runIds[0]!, rows: "responses" as const })],
  ["answers", () => ({ campaign: answers.campaignId })],
])("a workbook of %s is asked for with the number of its rows", async (_, of) => {
  counted.rows = [];
  await openJudgmentExport(researcher, { ...of(), format: "xlsx" });
  expect(counted.rows).toEqual([await rowsOf({ ...of(), format: "jsonl" })]);
});

it("nothing is written where that is too many, and CSV is not asked", async () => {
  counted.refuse = true;
  await expect(
    openJudgmentExport(researcher, { campaign: made.campaignId, format: "xlsx" }),
  ).rejects.toThrow("rows");
  expect(await rowsOf({ campaign: made.campaignId, format: "csv" })).toBeGreaterThan(1);
  counted.refuse = false;
});
