import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { groupNotes } from "@/lib/reporting/accuracy/rules";
import { accuracyRequest, MEASURES } from "@/lib/reporting/accuracy/schema";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { correctJudgments } from "@/prisma/testing/judge-all";
import { updateLeaderboard } from "./commands";
import {
  getLeaderboard,
  getLeaderboardSettings,
  isLeaderboardPublic,
  publicLeaderboard,
  publicRunConditions,
} from "./queries";
import { updateLeaderboardSchema } from "./schema";

let made: RatingSampleMade;
let actor: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { questions: 30, models: 3, judged: 0.9, evaluators: [0.8] }),
  );
  actor = { userId: made.maintainerId, name: "Maintainer", roles: ["maintainer"], via: "web" };
});
afterAll(disconnect);

const wanted = async (change: object) => {
  const { publicPages: _, ...settings } = await getLeaderboardSettings(actor);
  return updateLeaderboardSchema.parse({ ...settings, ...change });
};

describe("the leaderboard", () => {
  it("lists nothing and is not public until a maintainer says so", async () => {
    expect(await getLeaderboard(actor)).toMatchObject({ isPublic: false, report: null });
    expect(await isLeaderboardPublic()).toBe(false);
  });

  it("shows the chosen runs with the very numbers of the accuracy report", async () => {
    const runIds = [made.runIds[2]!, made.runIds[0]!];
    expect(
      (
        await updateLeaderboard(
          actor,
          await wanted({
            runIds,
            rule: "excluded",
            split: "TEST",
            splitYear: 2024,
            footnote: "Judged by two raters.",
          }),
        )
      ).ok,
    ).toBe(true);
    const { report, footnote } = await getLeaderboard(actor);
    expect(footnote).toBe("Judged by two raters.");
    expect(report!.rows).toEqual(
      (
        await getAccuracyReport(
          actor,
          accuracyRequest.parse({
            runs: runIds,
            rule: "excluded",
            split: "TEST",
            year: 2024,
          }),
        )
      ).rows,
    );
    const [event] = await db.auditEvent.findMany({ where: { type: "leaderboard.changed" } });
    expect(event!.data).toEqual({
      changes: {
        runs: { from: "", to: runIds.join(", ") },
        rule: { from: "majority", to: "excluded" },
        split: { from: "all", to: "TEST" },
        splitYear: { from: "2022", to: "2024" },
        footnote: { from: "0 characters", to: "21 characters" },
      },
    });
  });

  it("hands out the pairs behind its groups as a file, each as the page has it", async () => {
    const { report } = await getLeaderboard(actor);
    const file = async (format: "csv" | "markdown") =>
      (await reportFile(REPORTS.leaderboard, actor, { measure: "strict" }, format)).table;
    const [pair] = report!.groups!.strict.pairs!;
    const records = parseCsv(tableCsv(await file("csv")));
    expect(records).toHaveLength(MEASURES.length);
    const record = records.find(({ measure }) => measure === "strict")!;
    expect(record).toMatchObject({
      first: report!.rows[0]!.label,
      second_run_id: String(made.runIds[0]),
      n: String(pair!.n),
      least_n_tested: "10",
      comparable: String(pair!.comparable),
      rule: "excluded",
    });
    const { rows, notes } = await file("markdown");
    expect(rows[0]!.map(({ text }) => text).slice(0, 3)).toEqual([
      report!.rows[0]!.label,
      report!.rows[1]!.label,
      String(pair!.n),
    ]);
    expect(notes).toEqual(expect.arrayContaining(groupNotes(report!.groups!.strict)));
  });

  it("shows an evaluator's verdicts, or people's and else the evaluator's, and says so", async () => {
    const evaluator = await db.evaluator.findFirstOrThrow();
    const before = await wanted({});
    expect(updateLeaderboardSchema.safeParse({ ...before, verdicts: "automatic" }).success).toBe(
      false,
    );
    expect(
      await updateLeaderboard(actor, {
        ...before,
        verdicts: "automatic",
        evaluatorId: evaluator.id + 1,
      }),
    ).toMatchObject({ ok: false, refusal: { code: "no-evaluator" } });
    for (const verdicts of ["automatic", "people-else-automatic"] as const) {
      const settings = await wanted({ verdicts, evaluatorId: evaluator.id });
      expect((await updateLeaderboard(actor, settings)).ok).toBe(true);
      const report = (await getLeaderboard(actor)).report!;
      expect(report.inputs).toMatchObject({ verdicts, evaluator: { name: evaluator.name } });
      expect(report.rows).toEqual(
        (
          await getAccuracyReport(
            actor,
            accuracyRequest.parse({
              runs: settings.runIds,
              rule: "excluded",
              split: "TEST",
              year: 2024,
              verdicts,
              evaluator: evaluator.id,
            }),
          )
        ).rows,
      );
    }
    const event = await db.auditEvent.findFirstOrThrow({
      where: { type: "leaderboard.changed" },
      orderBy: { id: "asc" },
      skip: 1,
    });
    expect(event.data).toEqual({
      changes: {
        verdicts: { from: "people", to: "automatic" },
        evaluator: { from: "", to: evaluator.name },
      },
    });
    const settings = await wanted({ verdicts: "people", evaluatorId: null });
    expect((await updateLeaderboard(actor, settings)).ok).toBe(true);
  });

  it("refuses a change of an old version, one that changes nothing, and a run that is not there", async () => {
    const base = await wanted({});
    expect(await updateLeaderboard(actor, base)).toMatchObject({
      ok: false,
      refusal: { code: "unchanged" },
    });
    expect(await updateLeaderboard(actor, { ...base, runIds: [999_999] })).toMatchObject({
      ok: false,
      refusal: { code: "no-run" },
    });
    const both = await Promise.all([
      updateLeaderboard(actor, { ...base, rule: "majority" }),
      updateLeaderboard(actor, { ...base, splitYear: 2023 }),
    ]);
    expect(both.map((result) => (result.ok ? "saved" : result.refusal.code)).sort()).toEqual([
      "saved",
      "stale",
    ]);
  });

  it("is public only if both the public pages and the maintainer say so, and tells of listed runs alone", async () => {
    const [listed, other] = [made.runIds[0]!, made.runIds[1]!];
    const pages = (publicPages: boolean) =>
      db.datasetSettings.update({ where: { id: 1 }, data: { publicPages } });
    await pages(true);
    await expect(publicLeaderboard()).rejects.toBeInstanceOf(NotFound);
    await expect(publicRunConditions(listed)).rejects.toBeInstanceOf(NotFound);
    await updateLeaderboard(actor, await wanted({ isPublic: true }));
    expect((await publicLeaderboard()).report!.rows).toHaveLength(2);
    expect(await publicRunConditions(listed)).toMatchObject({
      runId: listed,
      run: "Run 1",
      temperature: 0,
      maxTokens: 256,
      ranOn: "2026-11-10",
    });
    expect(Object.keys(await publicRunConditions(listed))).not.toContain("note");
    await expect(publicRunConditions(other)).rejects.toBeInstanceOf(NotFound);

    // Counts are kept for a moment, and longer while nothing comes in; settings and names never.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
    try {
      await updateLeaderboard(actor, await wanted({ splitYear: 2021 }));
      const read = async () => (await publicLeaderboard()).report!;
      const first = await read();
      expect(first.inputs.at).toBe("2026-11-22T12:00:00.000Z");
      expect(first.rows).toEqual((await getLeaderboard(actor)).report!.rows);
      vi.setSystemTime(new Date("2026-11-22T12:01:00Z"));
      expect(await read()).toEqual(first);
      await withConnection((client) => correctJudgments(client, 2, "j.relaxed"));
      const second = await read();
      expect(second.inputs.at).toBe("2026-11-22T12:01:00.000Z");
      expect(second.rows).toEqual((await getLeaderboard(actor)).report!.rows);
      expect(second.rows).not.toEqual(first.rows);
      await db.model.update({ where: { id: made.modelIds[0]! }, data: { size: "1000B" } });
      await updateLeaderboard(actor, await wanted({ footnote: "Said anew.", splitYear: 2023 }));
      vi.setSystemTime(new Date("2026-11-22T12:01:01Z"));
      const third = await publicLeaderboard();
      expect(third.footnote).toBe("Said anew.");
      expect(third.report!.inputs).toMatchObject({ year: 2023, at: "2026-11-22T12:01:01.000Z" });
      expect(third.report!.rows.map(({ size }) => size)).toContain("1000B");
    } finally {
      vi.useRealTimers();
    }
    await pages(false);
    expect(await isLeaderboardPublic()).toBe(false);
    await expect(publicLeaderboard()).rejects.toBeInstanceOf(NotFound);
  });
});
