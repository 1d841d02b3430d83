import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import {
  compareRuns,
  getAccuracyOverTime,
  getAccuracyReport,
} from "@/lib/reporting/accuracy/queries";
import {
  accuracyRequest,
  comparisonRequest,
  overTimeRequest,
} from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { getLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { writeState } from "@/lib/reporting/snapshots/address";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { commandNamed, testTerminal } from "@/prisma/testing/command-line";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { holdSince } from "@/prisma/testing/past-days";
import { Refused, UsageError, type Call, type Command } from "./command";
import { exportJudgments } from "./judgments";
import { runResults } from "./run-results";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";

const { terminal } = testTerminal();
const reportAccuracy = commandNamed("report accuracy");
const reportComparison = commandNamed("report compare");
const reportAgreement = commandNamed("report agreement");
let made: RatingSampleMade;
let actor: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Shell",
      questions: 40,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.8,
      corrected: 0.1,
      agreement: 0.6,
      evaluators: [0.9],
    }),
  );
  actor = {
    userId: made.maintainerId,
    name: "Maintainer",
    roles: ["admin", "maintainer"],
    via: "cli",
  };
});
afterAll(disconnect);

const run = async (command: Command, values: Call["values"], words: string[] = [], json = true) =>
  (await command.run({ actor, words, values, json, say: () => {}, terminal }))!;
const rowsOf = (answer: { json: unknown }) => (answer.json as { rows: unknown }).rows;

describe("freshqa run results", () => {
  it("writes the accuracy of a run for the Hub with the state, and refuses what it cannot", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "results-")), "results.yaml");
    const hub = { format: "hub", dataset: "open-birds/freshqa", out: file };
    const runId = made.runIds[0]!;
    expect((await run(runResults, hub, ["Shell model 1"])).json).toMatchObject({
      file,
      run: runId,
      format: "hub",
    });
    const { rows } = await getAccuracyReport(actor, accuracyRequest.parse({ runs: runId }));
    const text = readFileSync(file, "utf8");
    for (const mode of ["relaxed", "strict"] as const)
      expect(text).toContain(`value: ${(rows[0]!.accuracy.all[mode].value! * 100).toFixed(2)}\n`);
    await expect(run(runResults, { ...hub, dataset: "freshqa" }, [String(runId)])).rejects.toThrow(
      "ORGANIZATION/NAME",
    );
    await expect(run(runResults, { ...hub, format: "csv" }, [String(runId)])).rejects.toThrow(
      "Format must be hub or every-eval-ever.",
    );
    await expect(run(runResults, hub, ["No one"])).rejects.toBeInstanceOf(Refused);
  });
});

describe("freshqa report accuracy", () => {
  it("answers with the very report of the page, whichever way runs, campaign and evaluator are named", async () => {
    const [first, second] = made.runIds;
    const { rows } = await getAccuracyReport(
      actor,
      accuracyRequest.parse({
        runs: [first, second],
        campaign: made.campaignId,
        rule: "excluded",
        year: 2023,
      }),
    );
    expect(
      rowsOf(
        await run(reportAccuracy, {
          run: [String(first), "Shell model 2"],
          campaign: "Shell",
          rule: "excluded",
          year: "2023",
        }),
      ),
    ).toEqual(rows);
    const automatic = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: [second], evaluator: 1 }),
    );
    expect(
      rowsOf(
        await run(reportAccuracy, {
          run: ["Shell model 2 / Run 1"],
          evaluator: "Shell evaluator 1",
        }),
      ),
    ).toEqual(automatic.rows);
  });

  it("stands on the questions of every run, or standardized, but not both", async () => {
    const values = { run: made.runIds.map(String) };
    const rated = rowsOf(await run(reportAccuracy, values));
    for (const questions of ["common", "standardized"]) {
      const report = await getAccuracyReport(
        actor,
        accuracyRequest.parse({ runs: made.runIds, questions }),
      );
      expect(report.inputs.questions).toBe(questions);
      const { json } = await run(reportAccuracy, { ...values, [questions]: true });
      expect(json).toMatchObject({ inputs: { questions }, rows: report.rows });
      expect(report.rows).not.toEqual(rated);
    }
    await expect(
      run(reportAccuracy, { ...values, common: true, standardized: true }),
    ).rejects.toThrow("Use either --common or --standardized.");
  });

  it("prints a table for people and files for papers", async () => {
    const { words } = await run(
      reportAccuracy,
      { run: [String(made.runIds[0])], measure: "gap" },
      [],
      false,
    );
    expect(words).toMatch(/^Hallucination gap[^]*vp fast[^]*Shell model 1[^]*SHA-256/);
    expect(
      (await run(reportAccuracy, { run: [String(made.runIds[0])], format: "latex" }, [], false))
        .words,
    ).toContain("\\multicolumn{8}{c}{Valid premise}");
  });

  it("refuses what it cannot read or find", async () => {
    await expect(run(reportAccuracy, {})).rejects.toBeInstanceOf(UsageError);
    await expect(run(reportAccuracy, { run: ["No one"] })).rejects.toBeInstanceOf(Refused);
    await expect(run(reportAccuracy, { run: ["1"], year: "22" })).rejects.toBeInstanceOf(Refused);
    await expect(run(reportAccuracy, { run: ["1"], campaign: "None" })).rejects.toBeInstanceOf(
      Refused,
    );
  });
});

describe("freshqa report compare", () => {
  it("answers with the very comparison of the page", async () => {
    const [first, second] = made.runIds as [number, number];
    const found = await compareRuns(actor, comparisonRequest.parse({ first, second }));
    expect(
      ((await run(reportComparison, {}, [String(first), String(second)])).json as typeof found)
        .measures,
    ).toEqual(found.measures);
  });
});

describe("freshqa report over-time", () => {
  it("answers with the very report of the page, its model named or numbered, and prints it for people", async () => {
    const command = commandNamed("report over-time");
    const [model] = made.modelIds as [number];
    const { rows, changes } = await getAccuracyOverTime(actor, overTimeRequest.parse({ model }));
    for (const word of [String(model), "Shell model 1"])
      expect((await run(command, {}, [word])).json).toMatchObject({ rows, changes });
    const { words } = await run(command, { measure: "strict" }, [String(model)], false);
    expect(words).toMatch(/^Accuracy[^]*Strict[^]*Shell model 1/);
    const csv = await run(command, { format: "csv", table: "accuracy" }, [String(model)], false);
    expect(csv.words).toContain("Shell model 1");
    // A single run has no change to print.
    for (const more of [{ format: "csv" }, { format: "markdown" }, { table: "changes" }])
      await expect(run(command, more, [String(model)], false)).rejects.toThrow("was not found.");
    await expect(run(command, { table: "changes" }, [String(model)])).rejects.toThrow(
      "The table “changes” was not found.",
    );
    await expect(run(command, {}, ["No one"])).rejects.toThrow(
      'No model with runs named "No one".',
    );
  });
});

describe("freshqa report leaderboard", () => {
  it("answers with the listed runs, and says so where there are none", async () => {
    const command = commandNamed("report leaderboard");
    await expect(run(command, {})).rejects.toThrow("A run on the leaderboard was not found.");
    await db.leaderboardRun.createMany({
      data: made.runIds.map((runId, position) => ({ runId, position })),
    });
    const { report } = await getLeaderboard(actor);
    const { rows } = report!;
    expect(rows).toHaveLength(made.runIds.length);
    expect((await run(command, {})).json).toMatchObject({ rows });
    const { words } = await run(command, { measure: "gap" }, [], false);
    expect(words).toMatch(/^Hallucination gap[^]*Shell model 1[^]*Shell model 2/);
    expect((await run(command, { table: "accuracy", format: "csv" }, [], false)).words).toContain(
      "Shell model 2",
    );
    await db.leaderboardRun.deleteMany();
  });
});

describe("which answers count as correct, and gold", () => {
  const DAY = "2026-03-31";
  /** Each report with what it needs at least. */
  const REPORTS: [
    string,
    () => Promise<{ command: Command; values: Record<string, string | string[]>; words: string[] }>,
  ][] = [
    [
      "accuracy",
      async () => ({
        command: reportAccuracy,
        values: { run: made.runIds.map(String) },
        words: [],
      }),
    ],
    [
      "compare",
      async () => ({ command: reportComparison, values: {}, words: made.runIds.map(String) }),
    ],
    [
      "agreement",
      async () => ({ command: reportAgreement, values: { campaign: ["Shell"] }, words: [] }),
    ],
  ];
  /** What the same report says to the page. */
  const page = async (report: string, more: object) => {
    const [first, second] = made.runIds;
    if (report === "accuracy")
      return getAccuracyReport(actor, accuracyRequest.parse({ runs: made.runIds, ...more }));
    if (report === "compare")
      return compareRuns(actor, comparisonRequest.parse({ first, second, ...more }));
    return getAgreementReport(
      actor,
      agreementRequest.parse({ campaign: made.campaignId, ...more }),
    );
  };
  beforeAll(async () => {
    // What there is holds since January; in June the answers of two questions changed, and a few responses are gold.
    await holdSince("2026-01-05");
    const maintainer: Actor = { ...actor, roles: ["maintainer"], via: "web" };
    const heads = await db.questionHead.findMany({ orderBy: { questionId: "asc" }, take: 2 });
    for (const head of notEmpty(heads)) {
      const content = contentOfRevision(
        await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } }),
      );
      expect(
        await editQuestion(maintainer, {
          questionId: head.questionId,
          baseRevisionId: head.revisionId,
          comment: "",
          content: { ...content, answers: ["Another answer"] },
        }),
      ).toMatchObject({ ok: true });
    }
    await holdSince("2026-06-01", { after: "2026-01-05" });
    const tasks = await db.ratingTask.findMany({
      where: { campaignId: made.campaignId },
      orderBy: { id: "asc" },
      skip: 20,
      take: 3,
    });
    for (const { id, responseId, revisionId } of tasks) {
      await db.ratingTask.update({ where: { id }, data: { gold: true } });
      await db.goldVerdict.create({
        data: {
          kind: "set",
          responseId: responseId!,
          revisionId,
          relaxed: true,
          strict: true,
          setById: made.maintainerId,
        },
      });
    }
  });

  it.each(REPORTS)(
    "report %s says both, by default and as asked, and computes what the page does",
    async (report, given) => {
      const { command, values, words } = await given();
      const texts: string[] = [];
      for (const [more, truthWords] of [
        [{}, /Correct answers from: release FreshQA_v\d{8} \(default\)\./],
        [{ truth: DAY }, `Correct answers from: the dataset at the end of ${DAY} (UTC).`],
        [{ truth: "2026-06-30", gold: "leave-out" }, "the dataset at the end of 2026-06-30 (UTC)."],
      ] as const) {
        const { words: said } = await run(command, { ...values, ...more }, words, false);
        expect(said).toMatch(
          truthWords instanceof RegExp
            ? truthWords
            : new RegExp(truthWords.replace(/[().]/g, "\\$&")),
        );
        expect(said).toMatch(
          "gold" in more
            ? /Questions with a gold response are excluded for every run/
            : report === "agreement"
              ? /gold items are used for quality control only/
              : /Gold responses count by their gold verdict/,
        );
        const { json } = await run(command, { ...values, ...more }, words);
        const { inputs, ...found } = (await page(report, more)) as {
          inputs: { truth: string; gold: string };
        };
        expect([inputs.truth, inputs.gold]).toEqual([
          "truth" in more ? more.truth : "release",
          "gold" in more ? more.gold : "count",
        ]);
        const { inputs: told, ...rest } = json as { inputs: { truth: string; gold: string } };
        expect([told.truth, told.gold]).toEqual([inputs.truth, inputs.gold]);
        expect(JSON.parse(JSON.stringify(rest))).toEqual(JSON.parse(JSON.stringify(found)));
        texts.push(JSON.stringify(rest));
        // Files for papers and programs say it too.
        expect(
          (await run(command, { ...values, ...more, format: "markdown" }, words, false)).words,
        ).toContain("Correct answers from:");
        if (report !== "agreement")
          expect(
            (await run(command, { ...values, ...more, format: "csv" }, words, false)).words,
          ).toMatch(new RegExp(`correct_answers_from[^]*${inputs.truth}`));
      }
      // The day behind the change, without gold, is another report.
      expect(texts[2]).not.toBe(texts[0]);
    },
  );

  it.each(REPORTS)(
    "report %s refuses other values in words that say what to write",
    async (_, given) => {
      const { command, values, words } = await given();
      const said = async (more: Record<string, string>) =>
        run(command, { ...values, ...more }, words).then(
          () => "nothing",
          (error: Error) => `${error.name}: ${error.message}`,
        );
      const expected =
        "Refused: Correct answers must come from the release or from a past date such as 2026-11-20.";
      for (const truth of [
        "yesterday",
        "2026-02-30",
        "0000-01-01",
        "Release",
        "20261120",
        "2026-1-5",
      ])
        expect(await said({ truth }), truth).toBe(expected);
      await withConnection(keepDay);
      const [{ today, timeZone }] = await db.$queryRaw<
        [{ today: string; timeZone: string }]
      >`SELECT dataset_today()::text AS today, time_zone AS "timeZone" FROM dataset_settings`;
      for (const truth of [today, "2999-01-01"])
        expect(await said({ truth })).toBe(
          `UsageError: ${truth} is not over yet (${timeZone}), so its correct answers can still change. Choose a past date, or the run’s release.`,
        );
      for (const gold of ["without", "Count", ""])
        expect(await said({ gold })).toBe(
          `UsageError: --gold must be count or leave-out, not "${gold}".`,
        );
      expect(await said({ state: "12" })).toBe(
        "Refused: State must be seven whole numbers separated by dots (four in older permalinks), as in a report permalink.",
      );
    },
  );

  it("an older state says that definitions changed", async () => {
    const state = await currentSnapshot(actor);
    if (!state.ok) throw new Error(state.refusal.message);
    const four = writeState(state.value).split(".").slice(0, 4).join(".");
    for (const [, given] of REPORTS) {
      const { command, values, words } = await given();
      expect((await run(command, { ...values, state: four }, words, false)).words).toContain(
        "Definitions changed on 22, 27, 28 and 29 Nov 2026",
      );
    }
  });

  it("judgments export writes ratings and responses, each with the answers behind its verdicts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cli-judgments-"));
    const out = join(folder, "file.csv");
    const write = async (values: Record<string, string | boolean>) => {
      const answer = await exportJudgments.run({
        actor,
        words: [],
        values: { campaign: "Shell", out, ...values },
        json: false,
        terminal,
        say: () => {},
      });
      return { answer: answer!, lines: parseCsv(readFileSync(out, "utf8")) };
    };
    const ratings = await write({});
    expect(ratings.answer.words).toMatch(/^Wrote the judgments of “Shell” to/);
    expect(ratings.lines).toHaveLength(made.judgments);
    expect(
      notEmpty(ratings.lines).every(
        (line) =>
          line.release_answers === "TRUE" &&
          (JSON.parse(line.automatic_verdicts!) as { release_answers: boolean }[])[0]!
            .release_answers,
      ),
    ).toBe(true);
    const responses = await write({ rows: "responses" });
    expect(responses.answer).toMatchObject({
      json: { rows: "responses", format: "csv", campaign: "Shell" },
      words: expect.stringMatching(/^Wrote the responses of “Shell” to/) as string,
    });
    expect(responses.lines).toHaveLength(made.responses);
    expect(responses.lines.filter((line) => line.gold === "TRUE")).toHaveLength(3);
    const current = await write({ current: true, columns: "rater, judgment_id" });
    const corrected = new Set(
      notEmpty(ratings.lines.filter((line) => line.supersedes !== "").map((l) => l.supersedes!)),
    );
    expect(current.lines).toEqual(
      ratings.lines
        .filter((line) => !corrected.has(line.judgment_id!))
        .map((line) => ({ judgment_id: line.judgment_id, rater: line.rater })),
    );
    await write({ rows: "responses", "for-spreadsheets": true });
    expect(readFileSync(out, "utf8").startsWith("\uFEFFresponse_id,")).toBe(true);
    const refused = (values: Record<string, string | boolean>) =>
      write(values).then(
        () => "nothing",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    expect(await refused({ rows: "raters" })).toBe(
      'UsageError: --rows must be judgments, responses, rankings or pairs, not "raters".',
    );
    expect(await refused({ columns: "rater,name" })).toContain(
      "UsageError: There is no column “name”. Columns: judgment_id,",
    );
    expect(await refused({ format: "avro" })).toBe(
      'UsageError: --format must be csv, jsonl, xlsx or parquet, not "avro".',
    );
    expect(await refused({ format: "jsonl", "for-spreadsheets": true })).toBe(
      "UsageError: --for-spreadsheets is for CSV only: XLSX cells are already text, and spreadsheet programs don't open jsonl or parquet.",
    );
    expect(await refused({ campaign: "shell" })).toBe(
      "Refused: Campaign “shell” not found. Enter its name exactly as shown in the web app.",
    );
    expect(await refused({ campaign: "" })).toBe(
      "UsageError: Specify the campaign: --campaign NAME.",
    );
    rmSync(folder, { recursive: true });
  });
});
