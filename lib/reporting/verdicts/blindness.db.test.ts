import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/people/access/roles";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { countCases, getCases, listCases, listSettled } from "@/lib/rating/adjudication/queries";
import { getGoldForm, listGold } from "@/lib/rating/campaigns/queries";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import type { ExportedResponse } from "@/lib/reporting/judgment-export/schema";

/*
 * Someone who has every role and is to rate, in a second campaign, all responses of a run that others rated in the first
 * one: rated, adjudicated, gold, and judged by an evaluator. Another run of the first campaign is not theirs to rate.
 */

let made: RatingSampleMade;
let again: RatingSampleMade;
/** Has every role and nothing to rate; has every role and the first run to rate. */
let free: Actor;
let rater: Actor;
let [blind, seen]: [number, number] = [0, 0];
beforeAll(async () => {
  const everyone = async (name: string) => {
    const { id } = await db.user.create({
      data: { name, email: `${name}@blind.test`, roles: [...ROLES] },
    });
    return { userId: id, name, roles: [...ROLES], via: "web" } satisfies Actor;
  };
  [free, rater] = [await everyone("free"), await everyone("rater")];
  made = await withConnection((client) =>
    makeRating(client, {
      name: "First",
      questions: 40,
      models: 2,
      agreement: 0.5,
      gold: 0.2,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  [blind, seen] = [made.runIds[0]!, made.runIds[1]!];
  again = await withConnection((client) =>
    makeRating(client, {
      name: "Again",
      releaseId: made.releaseId,
      runIds: [blind],
      raters: [rater.userId],
      ratingsPerResponse: 1,
      judged: 0,
    }),
  );
});
afterAll(disconnect);

const runOf = async (responseIds: readonly number[]) => {
  const rows = await db.response.findMany({ where: { id: { in: [...responseIds] } } });
  return new Set(rows.map(({ runId }) => runId));
};
const runsOfTasks = async (taskIds: readonly number[]) => {
  const rows = await db.ratingTask.findMany({
    where: { id: { in: [...taskIds] } },
    include: { response: true },
  });
  return new Set(rows.map(({ response }) => response.runId));
};

async function exported(
  actor: Actor,
  of: { campaign: number } | { run: number },
  rows: "judgments" | "responses",
) {
  const file = await openJudgmentExport(actor, { ...of, rows, format: "jsonl" });
  const parts: Uint8Array[] = [];
  for await (const part of file.bytes) parts.push(part);
  const lines = Buffer.concat(parts).toString().split("\n").filter(Boolean);
  return {
    fileName: file.fileName,
    leftOut: file.leftOut,
    rows: lines.map((line) => JSON.parse(line) as ExportedResponse),
  };
}

describe("who has still to rate a response", () => {
  it.each(["judgments", "responses"] as const)(
    "downloads %s without it, in a file that says how many it lacks",
    async (rows) => {
      const [whole, own] = [
        await exported(free, { campaign: made.campaignId }, rows),
        await exported(rater, { campaign: made.campaignId }, rows),
      ];
      expect(await runOf(whole.rows.map((row) => row.response_id))).toEqual(new Set([blind, seen]));
      expect(whole.leftOut).toBe(0);
      expect(whole.fileName).not.toContain("without");
      expect(own.rows).toEqual(whole.rows.filter((row) => row.run_id === seen));
      expect(own.leftOut).toBe(40);
      expect(own.fileName).toContain("-without-40.jsonl");
      expect((await exported(rater, { run: blind }, rows)).rows).toEqual([]);
      expect((await exported(rater, { run: seen }, rows)).leftOut).toBe(0);
      // Not even their own campaign's file: it has the verdicts of evaluators.
      expect((await exported(rater, { campaign: again.campaignId }, rows)).rows).toEqual([]);
    },
  );

  it("neither adjudicates it nor reads what was decided of it", async () => {
    const filters = { campaign: null, cause: [] };
    const of = async (actor: Actor) => ({
      open: (await listCases(actor, filters)).rows.map(({ taskId }) => taskId),
      settled: (await listSettled(actor, { campaign: null })).rows.map(({ taskId }) => taskId),
    });
    const [whole, own] = [await of(free), await of(rater)];
    for (const which of ["open", "settled"] as const) {
      expect(await runsOfTasks(whole[which]), which).toEqual(new Set([blind, seen]));
      expect(await runsOfTasks(own[which]), which).toEqual(new Set([seen]));
    }
    expect(await countCases(rater)).toBeLessThan(await countCases(free));
    const ids = [...whole.open, ...whole.settled];
    const given = (await getCases(rater, ids)).map(({ item }) => item.taskId);
    expect(given.length).toBeGreaterThan(0);
    expect(await runsOfTasks(given)).toEqual(new Set([seen]));
  });

  it("does not learn that it is gold, or the gold verdict", async () => {
    const state = (run: number | null) => ({ run, search: "", page: 1 });
    const whole = await listGold(free, state(null));
    const own = await listGold(rater, state(null));
    expect(await runOf(whole.items.map((item) => item.responseId))).toEqual(new Set([blind, seen]));
    expect(await runOf(own.items.map((item) => item.responseId))).toEqual(new Set([seen]));
    expect([whole.stillToRate, own.stillToRate]).toEqual([0, 40]);
    expect(own.total).toBe(own.items.length);
    expect((await listGold(rater, state(blind))).items).toEqual([]);
    const gold = await db.response.findMany({
      where: { runId: blind, gold: { some: {} } },
    });
    for (const { id } of notEmpty(gold)) {
      await expect(getGoldForm(rater, id)).rejects.toThrow(NotFound);
      expect((await getGoldForm(free, id)).standing).not.toBeNull();
    }
  });

  it("reads all of it once they have rated it, and of what a closed campaign left unrated", async () => {
    await db.campaign.update({ where: { id: again.campaignId }, data: { status: "closed" } });
    for (const rows of ["judgments", "responses"] as const)
      expect(await exported(rater, { campaign: made.campaignId }, rows)).toEqual(
        await exported(free, { campaign: made.campaignId }, rows),
      );
    expect(await countCases(rater)).toBe(await countCases(free));
    expect((await listGold(rater, { run: null, search: "", page: 1 })).stillToRate).toBe(0);
  });
});
