import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/people/access/roles";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { countCases, getCases, listCases, listSettled } from "@/lib/rating/adjudication/queries";
import { getGoldForm, listGold } from "@/lib/rating/campaigns/gold-queries";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import { beginResponseImport, mapColumns, readResponseImport } from "@/lib/runs/responses/commands";
import {
  allProblems,
  listProblems,
  listResponses,
  responsePlan,
} from "@/lib/runs/responses/queries";
import type { ColumnRole } from "@/lib/runs/responses/schema";
import { value } from "@/prisma/testing/value";
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
  });
  return new Set(rows.flatMap(({ runIds }) => runIds));
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
    expect(await runOf(whole.rows.map((item) => item.responseId))).toEqual(new Set([blind, seen]));
    expect(await runOf(own.rows.map((item) => item.responseId))).toEqual(new Set([seen]));
    expect([whole.stillToRate, own.stillToRate]).toEqual([0, 40]);
    expect(own.total).toBe(own.rows.length);
    expect((await listGold(rater, state(blind))).rows).toEqual([]);
    const gold = await db.response.findMany({
      where: { runId: blind, gold: { some: {} } },
    });
    for (const { id } of notEmpty(gold)) {
      await expect(getGoldForm(rater, id)).rejects.toThrow(NotFound);
      expect((await getGoldForm(free, id)).standing).not.toBeNull();
    }
  });

  describe("of an imported file that someone else is bringing in", () => {
    const folder = mkdtempSync(join(tmpdir(), "blindness-"));
    afterAll(() => rmSync(folder, { recursive: true }));

    /** A file of two columns with verdicts of a run; its columns are unknown until they have roles. */
    async function bring(runId: number, roles?: ColumnRole[], further?: string) {
      const asked = (await listResponses(free, runId, "answered")).slice(0, 4);
      const rows = asked.map(({ question }, at) => [question, `VALUE-${at}`]);
      const bytes =
        further ??
        `${stringify([["asked", "said"], ...rows, ["Who is no one?", "VALUE-4"]])}Who is broken?,The "VALUE-5" one\n`;
      const path = join(folder, `${runId}-${Math.random()}`);
      writeFileSync(path, bytes);
      const { importId } = value(
        await beginResponseImport(free, { runId, fileName: "v.csv", byteSize: bytes.length }),
      );
      value(await readResponseImport(free, { importId, path }));
      if (roles) value(await mapColumns(free, { importId, roles, evaluator: "Someone" }));
      return importId;
    }
    async function read(actor: Actor, importId: number) {
      const plan = await responsePlan(actor, importId);
      const every = [];
      for await (const batch of allProblems(actor, importId)) every.push(...batch);
      return { plan, listed: await listProblems(actor, importId, null), every };
    }

    it.each([
      ["unmapped", undefined],
      ["with bad verdicts", ["question", "relaxed"] satisfies ColumnRole[]],
      ["with verdicts taken for responses", ["question", "response"] satisfies ColumnRole[]],
    ] as const)("reads no verdict in it: %s", async (_, roles) => {
      const own = await bring(blind, roles && [...roles]);
      const whole = await read(free, own);
      const cut = await read(rater, own);
      // The others see what there is, in the places that are looked at here.
      expect(JSON.stringify(whole.plan.preview)).toContain("VALUE-0");
      if (roles) expect(JSON.stringify([whole.listed, whole.every])).toContain("VALUE");
      expect(JSON.stringify(cut)).not.toContain("VALUE");
      expect([whole.plan.stillToRate, cut.plan.stillToRate]).toEqual([0, 40]);
      // What to mend is still said, and how much of it.
      expect(cut.plan.counts).toEqual(whole.plan.counts);
      const places = (rows: typeof whole.every) => rows.map((row) => [row.record, row.problem]);
      expect(places(cut.every)).toEqual(places(whole.every));

      // Nothing of another run is kept from them.
      const others = await bring(seen, roles && [...roles]);
      expect(await read(rater, others)).toEqual(await read(free, others));
    });

    it("is told how many rows have quotes inside cells, and does not read them", async () => {
      const file = 'question,relaxed\nWho is first?,The "VALUE" one\nWho is second?,TRUE\n';
      const own = await bring(blind, ["question", "relaxed"], file);
      const [whole, cut] = [await read(free, own), await read(rater, own)];
      expect(whole.plan.unescaped).toEqual({
        count: 1,
        rows: [{ record: 2, cells: ["Who is first?", 'The "VALUE" one'] }],
      });
      expect(cut.plan.unescaped).toEqual({ count: 1, rows: [] });
      expect(JSON.stringify(cut)).not.toContain("VALUE");
    });
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
