import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { commandNamed } from "@/prisma/testing/command-line";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { csvLines } from "@/lib/dataset/file-formats/csv-lines";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { claimItemsSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import type { ExportedRows } from "@/lib/reporting/judgment-export/schema";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { testTerminal } from "@/prisma/testing/command-line";
import { actorOf } from "@/prisma/testing/actor";
import { exported, exportedAsOf, exportedRelease } from "@/prisma/testing/exported-judgments";
import { answersOf, isBy, yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { importFile } from "@/prisma/testing/import-file";
import { addQuestion } from "@/prisma/testing/questions";
import {
  figuresIn,
  readSentences,
  saidOf,
  type Figures,
  type Form,
  type ReadSentences,
} from "@/lib/reporting/files/sentences.oracle";
import { taskTo } from "@/prisma/testing/task-of-response";
import { holdSince } from "@/prisma/testing/past-days";
import { comparisonTable } from "./comparison-tables";
import {
  changedSince,
  COLUMNS,
  excludedOf,
  judgedBy,
  MEASURES,
  says,
  YEAR,
  type Choice,
  type GoldRow,
  type Judged,
  type Machine,
  type RatedFiles,
} from "./from-files.oracle";
import { accuracyOfRuns, compareRuns, getAccuracyReport } from "./queries";
import {
  accuracyDataTable,
  accuracyReportTable,
  captionNotes,
  pairsTable,
  readingNotes,
  shareInWords,
  staleByMode,
} from "./rules";
import {
  accuracyRequest,
  accuracyView,
  comparisonRequest,
  type AccuracyReport,
  type ComparisonReport,
} from "./schema";
import {
  ACCURACY_SENTENCES,
  automaticFigures,
  choiceSaid,
  COMPARISON_SENTENCES,
  leftOutFigures,
  PAIR_SENTENCES,
  SHARE,
  shareFigures,
  sharesSaid,
  staleFigures,
  staleOfRuns,
  type JudgedRun,
} from "./sentences.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";

/*
 * A dataset with gold, corrections, adjudications, changed answers, a changed premise, a rated follow-up and a second
 * rating by the same person: every number of the report, for each truth, gold choice, rule and campaign, computed once
 * more from files alone: the exported judgments and responses, the release, and the dataset as of a day. What computes here shares
 * no code with the product.
 */

const RELEASE = "FreshQA_v02012026";
const [JANUARY, APRIL] = ["2026-01-05", "2026-04-15"];
/** What changes answers: a file that says since when. */
const JUNE = "FreshQA_v06012026.csv";
const DAYS = ["2026-03-31", "2026-06-30"];
let made: RatingSampleMade;
let researcher: Actor;
let campaigns: number[];
let evaluator: number;
let files: RatedFiles;
/** Of the release's file. */
let sha256: string;
const INPUTS = inputForms([RELEASE]);

const verdict = (pattern: number) => ({
  relaxed: pattern < 2,
  strict: pattern === 0,
  relaxedReason: pattern === 2 ? ("contradiction" as const) : null,
  strictReason:
    pattern === 0 ? null : pattern === 1 ? ("outdated" as const) : ("contradiction" as const),
});

beforeAll(async () => {
  const base = await withConnection((client) =>
    makeRating(client, { questions: 60, campaign: false, name: "Base", seed: 3 }),
  );
  const maintainer = actorOf(base.maintainerId, ["maintainer"]);
  await holdSince(JANUARY);
  const entries = await db.releaseEntry.findMany({
    where: { releaseId: base.releaseId },
    orderBy: { position: "asc" },
    include: { revision: true },
  });
  const ids = entries.map(({ questionId }) => questionId);
  // Two came later than the first of the days.
  for (const { revision } of entries.slice(0, 2)) {
    const content = contentOfRevision(revision);
    const question = `Since the spring: ${content.question}`;
    ids.push((await addQuestion(maintainer, { ...content, question })).questionId);
  }
  await holdSince(APRIL, { after: JANUARY });
  value(
    await publishRelease(maintainer, {
      name: RELEASE,
      notes: "",
      selection: { kind: "questions", questionIds: ids },
    }),
  );
  const { id: releaseId } = await db.release.findUniqueOrThrow({
    where: { name: RELEASE },
  });
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Study",
      seed: 12,
      releaseId,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.9,
      agreement: 0.5,
      corrected: 0.15,
      gold: 0.15,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  researcher = actorOf(made.researcherId, ["researcher"]);
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });

  // A dated file has other answers, premises, notes and wordings, and lacks some.
  const released = await exportedRelease(researcher, RELEASE);
  const rows = [...released.values()].flatMap((row, at): Line[] => {
    if (at < 12) return [{ ...row, answer_0: "Something else", answer_1: "" }];
    if (at < 18) return [{ ...row, false_premise: yes(row.false_premise!) ? "FALSE" : "TRUE" }];
    if (at < 22) return [{ ...row, note: "Checked again." }];
    if (at < 25) return [{ ...row, question: `In other words: ${row.question!}` }];
    return at < 28 ? [] : [row];
  });
  const path = join(mkdtempSync(join(tmpdir(), "recomputation-")), JUNE);
  const titles = Object.keys(rows[0]!);
  writeFileSync(path, csvLines([titles, ...rows.map((row) => titles.map((title) => row[title]!))]));
  await importFile(maintainer, JUNE, path);

  // The follow-up: all of it rated but the last few, some of it adjudicated.
  const { campaignId } = value(await followUp(maintainer, { campaignId: made.campaignId }));
  for (const [number, raterId] of made.raterIds.entries()) {
    const rater = actorOf(raterId, ["rater"]);
    for (let turn = 0; turn < 9; turn++) {
      const { taskIds } = value(
        await claimItems(rater, claimItemsSchema.parse({ campaignId, count: 5 })),
      );
      for (const taskId of taskIds) {
        const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
        value(
          await submitJudgment(
            rater,
            submitJudgmentSchema.parse({
              taskId,
              revisionId,
              verdict: verdict((taskId + (taskId % 4 === 0 ? number : 0)) % 3),
              activeMs: 1,
              clientKey: randomUUID(),
              enteredAt: new Date().toISOString(),
            }),
          ),
        );
      }
      if (taskIds.length === 0) break;
    }
  }
  for (const { taskId } of (await db.disagreement.findMany({ where: { campaignId } })).slice(
    0,
    3,
  )) {
    value(
      await adjudicate(actorOf(made.adjudicatorId, ["adjudicator"]), {
        taskId,
        verdict: verdict(1),
        reason: "So it is.",
        clientKey: randomUUID(),
      }),
    );
  }
  // Half of the stale gold is settled by the new answers.
  const gold = await db.goldVerdict.findMany({
    include: { response: true },
    orderBy: { id: "asc" },
  });
  const stale = gold.filter(({ response }) => ids.indexOf(response.questionId) < 18);
  for (const { responseId, createdAt, response } of stale.filter((_, at) => at % 2 === 0)) {
    const head = await db.questionHead.findUniqueOrThrow({
      where: { questionId: response.questionId },
    });
    value(
      await setGold(maintainer, {
        responseId,
        revisionId: head.revisionId,
        verdict: verdict(2),
        explanation: "",
        replaces: createdAt.toISOString(),
      }),
    );
  }
  // A second campaign by the release's answers, in which one person rates some responses again.
  const again = await withConnection((client) =>
    makeRating(client, { releaseId, models: 0, raters: made.raterIds, judged: 0, name: "Again" }),
  );
  for (const { responseId, revisionId } of await db.ratingTask.findMany({
    where: { campaignId: made.campaignId, gold: false },
    take: 25,
    orderBy: { id: "asc" },
  })) {
    const task = await db.ratingTask.create({
      data: { ...(await taskTo(responseId!)), campaignId: again.campaignId, revisionId, wanted: 1 },
    });
    const judgment = await db.judgment.create({
      data: {
        taskId: task.id,
        campaignId: again.campaignId,
        responseId,
        raterId: made.raterIds[0]!,
        revisionId,
        ...verdict(2),
        activeMs: 1,
        clientKey: randomUUID(),
      },
    });
    await db.assignment.create({
      data: {
        taskId: task.id,
        campaignId: again.campaignId,
        slot: 1,
        raterId: made.raterIds[0]!,
        position: task.id,
        status: "judged",
        judgmentId: judgment.id,
      },
    });
  }
  // And two responses are gold there whom no one rated by it, one of them by answers of June.
  const untouched = await db.ratingTask.findMany({
    where: { campaignId: made.campaignId, gold: false },
    take: 2,
    skip: 40,
    orderBy: { id: "asc" },
    include: { response: true },
  });
  for (const [at, { responseId, revisionId, response }] of untouched.entries()) {
    const head = await db.questionHead.findUniqueOrThrow({
      where: { questionId: response!.questionId },
    });
    const settledBy = at === 0 ? revisionId : head.revisionId;
    await db.ratingTask.create({
      data: {
        ...(await taskTo(responseId!)),
        campaignId: again.campaignId,
        revisionId,
        wanted: 1,
        gold: true,
        sampled: false,
      },
    });
    value(
      await setGold(maintainer, {
        responseId: responseId!,
        revisionId: settledBy,
        verdict: verdict(at),
        explanation: "",
        replaces: null,
      }),
    );
  }
  // The evaluator judges again, by the new answers, a third of what changed, one mode at a time.
  const [judge] = await db.evaluator.findMany();
  for (const { id, questionId } of await db.response.findMany({
    where: { runId: { in: made.runIds }, questionId: { in: ids.slice(0, 18) } },
    orderBy: { id: "asc" },
  })) {
    if (id % 3 !== 0) continue;
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    for (const said of [{ relaxed: id % 2 === 0 }, { strict: id % 4 === 3 }])
      await db.automaticVerdict.create({
        data: { responseId: id, evaluatorId: judge!.id, revisionId: head.revisionId, ...said },
      });
  }
  evaluator = judge!.id;

  campaigns = [made.campaignId, campaignId, again.campaignId];
  const read = async (rows: ExportedRows) =>
    (await Promise.all(campaigns.map((campaign) => exported(researcher, campaign, rows)))).flat();
  const tables = new Map([["release", await exportedRelease(researcher, RELEASE)]]);
  for (const day of DAYS) tables.set(day, await exportedAsOf(researcher, day));
  files = {
    lines: await read("judgments"),
    responses: await read("responses"),
    tables,
    present: DAYS[1]!,
    follows: new Map([[campaignId, made.campaignId]]),
  };
  ({ sha256 } = await db.release.findUniqueOrThrow({ where: { name: RELEASE } }));
  await db.$executeRaw`ANALYZE`;
});
afterAll(disconnect);

const choices = ["release", ...DAYS].flatMap((truth) =>
  (["count", "leave-out"] as const).flatMap((gold) =>
    (["majority", "excluded"] as const).flatMap((rule) =>
      [null, 0, 1, 2].flatMap((campaign) =>
        (["people", "automatic", "people-else-automatic"] as const)
          // The rule is about people's verdicts.
          .filter((verdicts) => verdicts !== "automatic" || rule === "majority")
          .map((verdicts) => ({ truth, gold, rule, campaign, verdicts })),
      ),
    ),
  ),
);

describe("a report by any truth follows from the exported judgments, the release and the dataset as of a day", () => {
  it("has all of it in the files: other answers, another premise, old adjudications and gold, second ratings", async () => {
    const { lines, responses, tables } = files;
    const golden = responses.filter((line) => yes(line.gold!));
    expect(golden.length).toBeGreaterThan(10);
    expect(golden.length).toBe(await db.ratingTask.count({ where: { gold: true } }));
    expect(golden.filter((line) => line.ratings === "0").length).toBeGreaterThanOrEqual(2);
    const machine = responses.map((line) => ({
      line,
      said: JSON.parse(line.automatic_verdicts!) as Machine[],
    }));
    expect(machine.filter(({ said }) => said.length === 2).length).toBeGreaterThan(5);
    expect(
      notEmpty(machine).every(({ line, said }) =>
        notEmpty(said).every(
          (one) => one.release_answers === isBy(one, tables.get("release")!.get(line.question!)!),
        ),
      ),
    ).toBe(true);
    expect(new Set(lines.map((line) => line.campaign_id)).size).toBe(3);
    expect(lines.filter((line) => !yes(line.release_answers!)).length).toBeGreaterThan(30);
    expect(
      notEmpty(lines).every(
        (line) =>
          yes(line.release_answers!) ===
          isBy(answersOf(line), tables.get("release")!.get(line.release_question!)!),
      ),
    ).toBe(true);
    expect(
      lines.some(
        (line) => yes(line.gold!) && (JSON.parse(line.gold_verdicts!) as GoldRow[]).length > 1,
      ),
    ).toBe(true);
    expect(tables.get(DAYS[1]!)!.size).toBeLessThan(tables.get("release")!.size + 60);
  });

  it.each(choices)("$verdicts: $truth, gold $gold, $rule, campaign $campaign", async (given) => {
    const choice: Choice = {
      ...given,
      campaign: given.campaign === null ? null : campaigns[given.campaign]!,
    };
    const request = {
      ...choice,
      ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
      campaign: choice.campaign ?? "all",
      year: YEAR,
    };
    const report = await getAccuracyReport(
      researcher,
      accuracyRequest.parse({ ...request, runs: made.runIds }),
    );
    for (const row of notEmpty(report.rows)) {
      const own = [...judgedBy(files, choice, row.runId).values()];
      const count = (of: (judged: Judged) => boolean) => own.filter(of).length;
      expect({
        questions: row.questions,
        answered: row.answered,
        rated: row.rated,
        judged: row.judged,
      }).toEqual({
        questions: own.length,
        answered: own.length,
        rated: count(({ rated }) => rated),
        judged: count(({ relaxed, strict }) => relaxed !== null && strict !== null),
      });
      expect(row.aside.otherAnswers).toEqual({
        judgments: own.reduce((sum, { others }) => sum + others, 0),
        responses: count(({ rated, others }) => !rated && others > 0),
      });
      expect(row.aside.automaticOtherAnswers).toEqual({
        verdicts: own.reduce((sum, { automaticOthers }) => sum + automaticOthers, 0),
        responses: count(({ rated, automaticOthers }) => !rated && automaticOthers > 0),
      });
      expect([row.aside.unjudged.relaxed.responses, row.aside.unjudged.strict.responses]).toEqual([
        count(({ missing }) => missing.includes("relaxed")),
        count(({ missing }) => missing.includes("strict")),
      ]);
      expect(row.aside.inconsistent).toBe(
        count(({ relaxed, strict }) => relaxed === false && strict === true),
      );
      expect(row.aside.goldCounted).toBe(choice.gold === "count" ? count(({ gold }) => gold) : 0);
      expect(row.aside.notRated).toBe(count(({ rated }) => !rated));
      expect(row.aside.undecided).toEqual({
        relaxed: count(({ rated, relaxed }) => rated && relaxed === null),
        strict: count(({ rated, strict }) => rated && strict === null),
      });
      const { retired, absent, reworded, goldLeftOut: gold } = row.aside;
      expect({ retired, absent, reworded, gold }).toEqual(excludedOf(files, choice));
      for (const [column, belongs] of Object.entries(COLUMNS)) {
        for (const measure of MEASURES) {
          const decided = own.filter(
            (judged) => belongs(judged.row) && says(measure, judged) !== null,
          );
          const known = decided.map((judged) => says(measure, judged));
          const { right, judged, automatic, stale, value } =
            row.accuracy[column as keyof typeof row.accuracy][measure];
          expect(
            [right, judged, automatic, stale, value],
            `${row.runId} ${column} ${measure}`,
          ).toEqual([
            known.filter(Boolean).length,
            known.length,
            decided.filter((one) => one.automatic).length,
            decided.filter((one) => changedSince(files, one.row)).length,
            known.length === 0 ? null : known.filter(Boolean).length / known.length,
          ]);
        }
      }
    }

    // The same numbers stand in the file for programs and on the command line.
    const table = accuracyDataTable(report);
    const at = (title: string) => table.columns.findIndex((column) => column.title === title);
    for (const cells of notEmpty(table.rows)) {
      const [measure, column, run] = [
        cells[at("measure")]!.text,
        cells[at("column")]!.text,
        Number(cells[at("run_id")]!.text),
      ];
      if (!(MEASURES as readonly string[]).includes(measure)) continue;
      const found = report.rows.find(({ runId }) => runId === run)!.accuracy[column as "all"][
        measure as "relaxed"
      ];
      expect([
        cells[at("right")]!.value,
        cells[at("n")]!.value,
        cells[at("n_automatic")]!.value,
        cells[at("n_stale")]!.value,
        cells[at("verdicts")]!.text,
        cells[at("correct_answers_from")]!.text,
        cells[at("gold")]!.text,
      ]).toEqual([
        found.right,
        found.judged,
        found.automatic,
        found.stale,
        choice.verdicts,
        choice.truth,
        choice.gold,
      ]);
    }
    const values = {
      run: made.runIds.map(String),
      truth: choice.truth,
      gold: choice.gold,
      rule: choice.rule,
      verdicts: choice.verdicts,
      ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
      year: String(YEAR),
      ...(choice.campaign !== null && { campaign: String(choice.campaign) }),
    };
    const told = (await commandNamed("report accuracy").run({
      actor: researcher,
      words: [],
      values,
      json: true,
      terminal: testTerminal().terminal,
      say: () => {},
    }))!;
    expect((told.json as typeof report).rows).toEqual(report.rows);

    const [first, second] = made.runIds as [number, number];
    const comparison = await compareRuns(
      researcher,
      comparisonRequest.parse({ ...request, first, second }),
    );
    const [ours, theirs] = [judgedBy(files, choice, first), judgedBy(files, choice, second)];
    expect(comparison).toMatchObject({ shared: ours.size, changed: 0 });
    for (const measure of MEASURES) {
      for (const { column, counts, automatic, stale } of notEmpty(comparison.measures[measure])) {
        const expected = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
        const machines = { first: 0, second: 0 };
        let changed = 0;
        for (const [question, judged] of ours) {
          const [x, y] = [says(measure, judged), says(measure, theirs.get(question)!)];
          if (x === null || y === null || !COLUMNS[column]!(judged.row)) continue;
          expected[x ? (y ? "both" : "onlyFirst") : y ? "onlySecond" : "neither"]++;
          changed += Number(changedSince(files, judged.row));
          machines.first += Number(judged.automatic);
          machines.second += Number(theirs.get(question)!.automatic);
        }
        expect({ counts, automatic, stale }, `${measure} ${column}`).toEqual({
          counts: expected,
          automatic: machines,
          stale: changed,
        });
      }
    }
    expectSentences(choice, report, comparison);
  });

  it("and so does each sentence with a number: every kind of them was met", () => {
    expect(
      figuresOf({ ...INPUTS, ...COMPARISON_SENTENCES }).filter((one) => !seen.has(one)),
    ).toEqual([
      // Of several releases: over-time-recomputation.db.test; of questions that all runs have: comparable-runs.db.test.
      "truth.releases",
      "counted.followUps",
      "common.common",
      "differentReleases.changed",
      "differentReleases.shared",
    ]);
  });

  it.each(
    ["release", ...DAYS].flatMap((truth) =>
      (["people", "people-else-automatic"] as const).map((verdicts) => ({ truth, verdicts })),
    ),
  )("the leaderboard's pairs too: $verdicts, $truth", async ({ truth, verdicts }) => {
    const choice: Choice = { truth, gold: "count", rule: "majority", campaign: null, verdicts };
    const report = await accuracyOfRuns(
      accuracyRequest.parse({
        truth,
        verdicts,
        ...(verdicts !== "people" && { evaluator: String(evaluator) }),
        runs: made.runIds,
      }),
      { groups: true },
    );
    let stale = 0;
    for (const measure of MEASURES) {
      const shared = sharedBy(choice, measure);
      const [pair, ...more] = report.groups![measure].pairs!;
      expect(more).toEqual([]);
      const changed = shared.filter(({ row }) => changedSince(files, row)).length;
      expect({ n: pair!.n, stale: pair!.stale }, measure).toEqual({
        n: shared.length,
        stale: changed,
      });
      stale += changed;
      // Stated beside the pair, where there is any.
      const table = pairsTable(report, measure);
      const at = table.columns.findIndex(({ title }) => title === "Stale");
      expect(at === -1 ? "0" : table.rows[0]![at]!.text).toBe(String(changed));
      const runs = judgedRuns(choice);
      const alike = pair!.adjusted! >= 0.05;
      expect(
        read(
          [...table.about!, ...table.notes],
          { ...INPUTS, ...PAIR_SENTENCES },
          runs.map(({ label }) => label),
        ),
      ).toEqual({
        unread: [],
        figures: {
          ...inputsSaid(truth, [{ name: RELEASE, sha256 }], report.inputs.at),
          ...choiceSaid(choice, "Study evaluator 1", null),
          ...leftOutFigures(choice, runs),
          difference: {},
          tested: { two: "The two runs" },
          letters: {},
        },
      });
      // Runs that share a letter do not differ.
      const { letters } = report.groups![measure];
      expect(letters![pair!.first] === letters![pair!.second]).toBe(alike);
    }
    // By the answers of today nothing is.
    expect(stale > 0).toBe(truth !== DAYS[1]);
  });
});

/** Figures that were read, by form. */
const seen = new Set<string>();
/** Those that forms can read, such as "stale.count". */
const figuresOf = (forms: Readonly<Record<string, Form>>): string[] =>
  Object.entries(forms).flatMap(([name, form]) =>
    [...(form instanceof RegExp ? form : form.each).source.matchAll(/\(\?<([a-zA-Z]\w*)>/g)].map(
      ([, figure]) => `${name}.${figure!}`,
    ),
  );
const read: typeof readSentences = (...given) => {
  const found = readSentences(...given);
  for (const [name, said] of Object.entries(found.figures))
    for (const one of given[1][name] instanceof RegExp
      ? [said]
      : (Object.values(said) as Figures[]))
      for (const figure of Object.keys(one)) seen.add(`${name}.${figure}`);
  return found;
};

/** What the first run has of the questions for which both have a verdict of a measure. */
function sharedBy(choice: Choice, measure: (typeof MEASURES)[number]): Judged[] {
  const [first, second] = made.runIds.map((run) => judgedBy(files, choice, run)) as [
    Map<string, Judged>,
    Map<string, Judged>,
  ];
  return [...first].flatMap(([question, judged]) =>
    says(measure, judged) === null || says(measure, second.get(question)!) === null ? [] : [judged],
  );
}

function judgedRuns(choice: Choice): JudgedRun[] {
  const excluded = excludedOf(files, choice);
  return made.runIds.map((run) => ({
    label: files.responses.find((line) => Number(line.run_id) === run)!.model!,
    judged: [...judgedBy(files, choice, run).values()],
    excluded,
  }));
}

/** How the chosen campaign is called, and how many follow-ups count with it; null: all campaigns. */
function campaignOf({ campaign }: Choice): { name: string; followUps: number } | null {
  if (campaign === null) return null;
  const { campaign: name } = files.responses.find((line) => Number(line.campaign_id) === campaign)!;
  return {
    name: name!,
    followUps: [...files.follows.values()].filter((id) => id === campaign).length,
  };
}

/** Every sentence with a number around the table of each measure, and around the comparison of both runs, read and held against the files. */
function expectSentences(
  choice: Choice,
  report: AccuracyReport,
  comparison: ComparisonReport,
): void {
  const byRun = made.runIds.map((run) => judgedBy(files, choice, run));
  const runs = judgedRuns(choice);
  const labels = runs.map(({ label }) => label);
  const inputs = (at: string): ReadSentences["figures"] => ({
    ...inputsSaid(choice.truth, [{ name: RELEASE, sha256 }], at),
    ...choiceSaid(choice, "Study evaluator 1", campaignOf(choice)),
    ...leftOutFigures(choice, runs),
  });
  const decided = (judged: readonly Judged[], measure: (typeof MEASURES)[number]) =>
    judged.filter((one) => says(measure, one) !== null);
  const inBoth = byRun.map(
    (judged) =>
      new Set([...judged].filter(([, one]) => says("gap", one) !== null).map(([key]) => key)),
  );
  const [one, other] = inBoth as [Set<string>, Set<string>];
  const common = [...one].filter((question) => other.has(question)).length;
  const differ = common < one.size || common < other.size;
  for (const measure of MEASURES) {
    const table = accuracyReportTable(report, accuracyView.parse({ measure }));
    const stale = staleOfRuns(files, runs, measure);
    const sizes = runs.flatMap(({ judged }) =>
      Object.values(COLUMNS).map(
        (belongs) => decided(judged, measure).filter(({ row }) => belongs(row)).length,
      ),
    );
    const reading = readingNotes(report, measure);
    expect(
      read(
        [...table.about!, ...reading, ...table.notes],
        { ...INPUTS, ...ACCURACY_SENTENCES },
        labels,
      ),
      measure,
    ).toEqual({
      unread: [],
      figures: {
        ...inputs(report.inputs.at),
        basis: {},
        shares: sharesSaid(measure),
        ...(stale !== null && { stale }),
        ...(choice.verdicts === "people-else-automatic" && { automatic: automaticFigures(runs) }),
        ...(differ && { differ: { common } }),
        ...(sizes.some((n) => n > 0 && n < 10) && { few: { few: 10 }, fewInFiles: { few: 10 } }),
      },
    });
    for (const [at, { label, judged }] of runs.entries())
      for (const column of Object.keys(COLUMNS))
        expect(
          figuresIn(shareInWords(report.rows[at]!.accuracy[column as "all"][measure]), SHARE),
          `${label} ${measure} ${column}`,
        ).toEqual(shareFigures(judged, measure, column));

    const shared = sharedBy(choice, measure);
    const changed = staleFigures(files, shared, "question");
    const tests = Object.values(COLUMNS).filter((belongs) =>
      shared.some(({ row }) => belongs(row)),
    ).length;
    const compared = comparisonTable(comparison, measure);
    expect(
      read([...compared.about!, ...compared.notes], { ...INPUTS, ...COMPARISON_SENTENCES }, labels),
      `comparison, ${measure}`,
    ).toEqual({
      unread: [],
      figures: {
        ...inputs(comparison.inputs.at),
        sides: { first: labels[0], second: labels[1] },
        method: tests > 1 ? { tests } : {},
        ...(changed !== null && { stale: changed }),
      },
    });
  }
  // Where both modes of a run stand in one place.
  for (const [at, { judged }] of runs.entries())
    expect(
      readSentences(
        captionNotes(report.inputs, staleByMode(report.rows[at]!)),
        ACCURACY_SENTENCES,
        ["Relaxed", "Strict"],
        "mode",
      ).figures.stale ?? {},
    ).toEqual(
      saidOf(
        (["relaxed", "strict"] as const).map((mode) => [
          mode === "relaxed" ? "Relaxed" : "Strict",
          staleFigures(files, decided(judged, mode), "response"),
        ]),
      ),
    );
}
