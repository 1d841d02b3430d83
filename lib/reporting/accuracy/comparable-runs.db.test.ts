import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { addRater, takePendingItems } from "@/lib/rating/campaigns/rater-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { previewCampaign } from "@/lib/rating/campaigns/preview-queries";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { tableCsv, tableLatex, tableMarkdown } from "@/lib/reporting/files/write-table";
import { coinTest } from "@/lib/statistics/exact-binomial-test.oracle";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { exported, parseCsv } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { judgeAll } from "@/prisma/testing/judge-all";
import { accuracyOfRuns, compareRuns, getAccuracyReport } from "./queries";
import { comparisonDataTable } from "./comparison-tables";
import type { RunGroups } from "./groups";
import {
  accuracyDataTable,
  accuracyReportTable,
  groupNotes,
  pairsDataTable,
  pairsTable,
  questionNotes,
} from "./rules";
import { accuracyRequest, accuracyView, comparisonRequest, type AccuracyReport } from "./schema";
import { ACCURACY_SENTENCES, GROUP_SENTENCES } from "./sentences.oracle";
import { readSentences } from "@/lib/reporting/files/sentences.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * Runs beside each other: the questions that all have, which can be told apart, estimates from a random sample, and the
 * file that carries it all. Recomputed from exported judgments and the plan by arithmetic of its own.
 */

afterAll(disconnect);

interface Known {
  question: string;
  relaxed: boolean | null;
  strict: boolean | null;
}

/** The verdicts of a run by majority; a tie is none. */
function verdictsOf(lines: Line[], run: number): Map<string, Known> {
  const byResponse = new Map<string, Line[]>();
  for (const line of lines)
    if (Number(line.run_id) === run && yes(line.counts!))
      byResponse.set(line.response_id!, [...(byResponse.get(line.response_id!) ?? []), line]);
  return new Map(
    [...byResponse.values()].map((judgments) => {
      const verdict = (mode: "relaxed" | "strict") => {
        const settled = judgments[0]![`adjudicated_${mode}`]!;
        if (settled !== "") return yes(settled);
        const share =
          judgments.filter((judgment) => yes(judgment[mode]!)).length / judgments.length;
        return share === 0.5 ? null : share > 0.5;
      };
      const question = judgments[0]!.question_id!;
      return [question, { question, relaxed: verdict("relaxed"), strict: verdict("strict") }];
    }),
  );
}

/** What raters of the sample say: Relaxed credit to two of three questions. */
const TWO_OF_THREE = "CASE WHEN p.question_id % 3 = 0 THEN 2 ELSE 1 END";

let made: RatingSampleMade;
let actor: Actor;
let lines: Line[];
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      seed: 5,
      questions: 80,
      models: 4,
      raters: 4,
      ratingsPerResponse: 2,
      judged: 0.8,
      agreement: 0.6,
      adjudicated: 0.4,
    }),
  );
  actor = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  lines = await exported(actor, made.campaignId);
});

const read = (more: object = {}) =>
  accuracyOfRuns(accuracyRequest.parse({ runs: made.runIds, ...more }), { groups: true });

describe("runs that were rated on different questions", () => {
  it("say so, and can be put on the questions that all have a verdict for in both modes", async () => {
    const all = made.runIds.map((run) => verdictsOf(lines, run));
    const decided = all.map(
      (own) =>
        new Set(
          [...own.values()]
            .filter(({ relaxed, strict }) => relaxed !== null && strict !== null)
            .map(({ question }) => question),
        ),
    );
    const common = [...decided[0]!].filter((question) => decided.every((own) => own.has(question)));
    expect(common.length).toBeGreaterThan(5);
    expect(common.length).toBeLessThan(Math.min(...decided.map(({ size }) => size)));

    const apart = await read();
    expect(apart.common).toEqual({ questions: common.length, differ: true });
    expect(questionNotes(apart)[0]).toBe(
      `These runs were rated on different questions; ${common.length} questions have a verdict in both modes for all of them.`,
    );

    const together = await read({ questions: "common" });
    expect(together.common).toEqual({ questions: common.length, differ: false });
    expect(together.inputs.questions).toBe("common");
    notEmpty(together.rows).forEach((row, at) => {
      const own = common.map((question) => all[at]!.get(question)!);
      const { all: cell } = row.accuracy;
      expect(cell).toMatchObject({
        questions: common.length,
        answered: common.length,
        judged: common.length,
      });
      expect([
        cell.relaxed.right,
        cell.relaxed.judged,
        cell.strict.right,
        cell.strict.judged,
      ]).toEqual([
        own.filter(({ relaxed }) => relaxed).length,
        common.length,
        own.filter(({ strict }) => strict).length,
        common.length,
      ]);
    });
    // On the same questions runs compete for the best, and nothing is missing.
    const table = accuracyReportTable(together, accuracyView.parse({}));
    expect(table.rows.some((row) => row[4]!.strong)).toBe(true);
    expect(notEmpty(table.rows).every((row) => !row[0]!.text.endsWith("†"))).toBe(true);
    expect(readSentences(table.notes, ACCURACY_SENTENCES, []).figures.common).toEqual({
      common: common.length,
    });
    // The lists of one run differ from nothing.
    expect(
      (await getAccuracyReport(actor, accuracyRequest.parse({ runs: made.runIds[0] }))).common,
    ).toBeNull();
  });

  it("say nothing of the kind where all have the same", async () => {
    const full = await withConnection((client) =>
      makeRating(client, { seed: 8, questions: 15, models: 2, agreement: 1 }),
    );
    const report = await getAccuracyReport(actor, accuracyRequest.parse({ runs: full.runIds }));
    expect(report.common).toEqual({ questions: 15, differ: false });
    expect(questionNotes(report)).toEqual([]);
  });
});

describe("runs that cannot be told apart", () => {
  /** The pairs of runs in a mode, in their order, counted from exported judgments. */
  const pairsIn = (all: Map<string, Known>[], runs: number[], mode: "relaxed" | "strict") =>
    runs.flatMap((first, at) =>
      runs.slice(at + 1).map((second, beyond) => {
        const pairs = [...all[at]!.values()].flatMap((own) => {
          const found = all[at + 1 + beyond]!.get(own.question)?.[mode] ?? null;
          return own[mode] === null || found === null ? [] : [[own[mode], found] as const];
        });
        const count = (x: boolean, y: boolean) =>
          pairs.filter(([one, other]) => one === x && other === y).length;
        return {
          first,
          second,
          n: pairs.length,
          counts: {
            both: count(true, true),
            onlyFirst: count(true, false),
            onlySecond: count(false, true),
            neither: count(false, false),
          },
        };
      }),
    );
  /** Compares groups with what was counted: numbers, tests and letters. @returns how many pairs are tested */
  function expectGroups(groups: RunGroups, counted: ReturnType<typeof pairsIn>): number {
    expect(
      groups.pairs!.map(({ first, second, n, counts }) => ({ first, second, n, counts })),
    ).toEqual(counted);
    // Ten questions make an interval, and more are needed where the smallest p of so many tests could not be below 5%.
    let least = 10;
    const countOf = (from: number) => counted.filter(({ n }) => n >= from).length;
    while (coinTest(least, 0) * countOf(least) >= 0.05) least++;
    const tested = counted.filter(({ n }) => n >= least);
    const adjusted = holmAlone(
      tested.map(({ counts }) => coinTest(counts.onlyFirst, counts.onlySecond)),
    );
    for (const [at, found] of groups.pairs!.entries()) {
      const { n, counts } = counted[at]!;
      const test = tested.indexOf(counted[at]!);
      const [x, y] = [groups.letters![found.first] ?? "", groups.letters![found.second] ?? ""];
      expect([...x].some((letter) => y.includes(letter))).toBe(
        test >= 0 && adjusted[test]! >= 0.05,
      );
      expect(found.comparable).toBe(test >= 0);
      if (test < 0)
        expect(found).toMatchObject({ difference: null, low: null, p: null, adjusted: null });
      else {
        expect(found.difference).toBeCloseTo((counts.onlyFirst - counts.onlySecond) / n, 12);
        expect(found.p).toBeCloseTo(coinTest(counts.onlyFirst, counts.onlySecond), 10);
        expect(found.adjusted).toBeCloseTo(adjusted[test]!, 10);
      }
    }
    const all = counted.length;
    const runs = new Set(counted.flatMap(({ first, second }) => [first, second]));
    const lonely = [...runs].some(
      (run) => !tested.some(({ first, second }) => first === run || second === run),
    );
    expect(readSentences(groupNotes(groups), GROUP_SENTENCES, [])).toEqual({
      unread: [],
      figures: {
        tested: {
          ...(all === 1
            ? { two: "The two runs" }
            : tested.length === all
              ? { all }
              : { some: tested.length, pairs: all }),
          ...(tested.length > 1 && { tests: tested.length }),
        },
        letters: {
          ...(tested.length < all && { unlike: " or are not comparable" }),
          ...(lonely && { without: " –: not comparable with any other run." }),
        },
        ...(tested.length < all && { incomparable: { count: all - tested.length, least } }),
      },
    });
    return tested.length;
  }

  it("are found by McNemar's test of all pairs on common questions, adjusted by Holm", async () => {
    const { groups } = await read();
    const all = made.runIds.map((run) => verdictsOf(lines, run));
    for (const mode of ["relaxed", "strict"] as const) {
      expect(expectGroups(groups![mode], pairsIn(all, made.runIds, mode))).toBe(6);
      expect(groupNotes(groups![mode]).join(" ")).toContain("All 6 pairs are tested");
    }
    const pair = await read({ runs: made.runIds.slice(0, 2) });
    expect(
      expectGroups(pair.groups!.relaxed, pairsIn(all, made.runIds.slice(0, 2), "relaxed")),
    ).toBe(1);
    // A pair alone is what the comparison of two runs says.
    const [first, second] = made.runIds as [number, number];
    const compared = await compareRuns(actor, comparisonRequest.parse({ first, second }));
    const { n, counts, difference, low, high, p } = groups!.relaxed.pairs![0]!;
    expect(compared.measures.relaxed[0]).toMatchObject({ n, counts, difference, low, high, p });
  });

  it("share a letter only where they share questions: of runs on other questions, and on too few, it is said that they are not comparable", async () => {
    // Releases of their own: their runs share no question. Of the last one nine are shared.
    const others: RatingSampleMade[] = [];
    for (const questions of [40, 9])
      others.push(
        await withConnection((client) =>
          makeRating(client, { seed: questions, questions, models: 2, agreement: 0.8 }),
        ),
      );
    const runs = [made, ...others].flatMap(({ runIds }) => runIds);
    const known = [
      lines,
      ...(await Promise.all(others.map(({ campaignId }) => exported(actor, campaignId)))),
    ].flat();
    const all = runs.map((run) => verdictsOf(known, run));
    const report = await read({ runs });
    for (const mode of ["relaxed", "strict"] as const) {
      const groups = report.groups![mode];
      // The six pairs of four runs, and the one of the second release.
      expect(expectGroups(groups, pairsIn(all, runs, mode))).toBe(7);
      const [one, other] = runs.slice(-2) as [number, number];
      expect(groups.letters).not.toHaveProperty(String(one));
      expect(groups.letters).not.toHaveProperty(String(other));
      const notes = groupNotes(groups).join(" ");
      expect(notes).toContain("7 of 28 pairs are tested");
      expect(notes).toContain("adjusted by Holm for the 7 tests");
      expect(notes).toContain(
        "21 pairs are not comparable: fewer than 10 questions with a verdict for both by the same correct answers.",
      );
      expect(notes).toContain("–: not comparable with any other run.");
      const table = pairsTable(report, mode);
      expect(
        table.rows
          .at(-1)!
          .slice(2)
          .map(({ text }) => text),
      ).toEqual([String(groups.pairs!.at(-1)!.n), "Not comparable", "–", "–", "–"]);
      expect(table.rows.filter((row) => row[3]!.text === "Not comparable")).toHaveLength(21);
    }
    const records = parseCsv(tableCsv(pairsDataTable(report)));
    expect(records).toHaveLength(3 * 28);
    for (const record of notEmpty(records)) {
      const [n, both, one, other, neither] = [
        record.n,
        record.both,
        record.only_first,
        record.only_second,
        record.neither,
      ].map(Number);
      expect(both! + one! + other! + neither!).toBe(n);
      expect(record.comparable).toBe(String(n! >= 10));
      if (n! < 10)
        expect([record.difference, record.low, record.p, record.p_holm]).toEqual(["", "", "", ""]);
      else expect(Number(record.difference)).toBeCloseTo((one! - other!) / n!, 12);
    }
  });

  it("in the comparison of two runs have p-values adjusted over its columns", async () => {
    const [first, second] = made.runIds as [number, number];
    const report = await compareRuns(actor, comparisonRequest.parse({ first, second }));
    for (const columns of notEmpty(Object.values(report.measures))) {
      const tested = columns.filter(({ p }) => p !== null);
      const expected = holmAlone(tested.map(({ p }) => p!));
      notEmpty(tested).forEach(({ adjusted }, at) =>
        expect(adjusted).toBeCloseTo(expected[at]!, 12),
      );
      for (const { n, low, odds, counts } of notEmpty(columns)) {
        expect(low === null).toBe(n < 10);
        if (counts.onlySecond > 0)
          expect(odds.value).toBeCloseTo(counts.onlyFirst / counts.onlySecond, 12);
      }
    }
    const records = parseCsv(tableCsv(comparisonDataTable(report)));
    expect(records).toHaveLength(33);
    for (const record of notEmpty(records))
      if (record.n !== "0")
        expect(
          (Number(record.only_first) - Number(record.only_second)) / Number(record.n),
        ).toBeCloseTo(Number(record.difference), 12);
  });
});

describe("the accuracy report as a file", () => {
  it("as CSV carries what JSON carries: a record for each run, measure and column, whose right / n is its value", async () => {
    const report = await read();
    const records = parseCsv(tableCsv(accuracyDataTable(report)));
    expect(records).toHaveLength(4 * 5 * 11);
    for (const record of notEmpty(records)) {
      expect(record.basis).toBe("rated");
      if (record.n === "0") expect([record.value, record.low, record.high]).toEqual(["", "", ""]);
      else expect(Number(record.right) / Number(record.n)).toBe(Number(record.value));
      const found = report.rows.find(({ runId }) => runId === Number(record.run_id))!.accuracy[
        record.column as "all"
      ];
      const measure =
        record.measure === "relaxed-in-both"
          ? found.both.relaxed
          : record.measure === "strict-in-both"
            ? found.both.strict
            : found[record.measure as "gap"];
      const numbers = [
        measure.value,
        measure.right,
        measure.judged,
        measure.low,
        measure.high,
        measure.leftOut,
        measure.lowest,
        measure.highest,
        found.questions,
        found.answered,
        found.rated,
        found.judged,
      ];
      expect(
        [
          "value",
          "right",
          "n",
          "low",
          "high",
          "left_out",
          "lowest",
          "highest",
          "questions",
          "answered",
          "rated",
          "decided_in_both_modes",
        ].map((name) => (record[name] === "" ? null : Number(record[name]))),
      ).toEqual(numbers);
      expect(record).toMatchObject({
        release: report.rows[0]!.release,
        release_sha256: report.rows[0]!.sha256,
        rule: "majority",
        correct_answers_from: "release",
        gold: "count",
        split: "all",
        old_is_before: "2022",
      });
      const { aside } = report.rows.find(({ runId }) => runId === Number(record.run_id))!;
      expect([
        record.run_ratings_by_other_answers,
        record.n_stale,
        record.run_gold_counted,
      ]).toEqual([aside.otherAnswers.judgments, measure.stale, aside.goldCounted].map(String));
      expect(record.method).toMatch(/Wilson/);
    }
    const gap = records.filter(({ column, measure }) => column === "all" && measure === "gap");
    for (const record of notEmpty(gap)) {
      const of = (measure: string) =>
        Number(
          records.find(
            (other) =>
              other.run_id === record.run_id && other.column === "all" && other.measure === measure,
          )!.value,
        );
      expect(of("relaxed-in-both") - of("strict-in-both")).toBeCloseTo(Number(record.value), 12);
    }
  });

  it("as LaTeX and Markdown has n with each number, and how it came about", async () => {
    const table = accuracyReportTable(await read(), accuracyView.parse({}));
    const { details, text } = table.rows[0]![4]!;
    const [n, interval] = details!;
    expect(n).toMatch(/^n \d+$/);
    expect(interval).toMatch(/^\[\d+\.\d, \d+\.\d\]$/);
    expect(tableMarkdown(table)).toContain(
      `${text} · ${n} · ${interval!.replace("[", "\\[").replace("]", "\\]")}`,
    );
    expect(tableMarkdown(table)).toMatch(/\d+ answered · \d+ decided in both modes/);
    expect(tableLatex(table)).toContain(`{\\scriptsize ${interval}}`);
    expect(tableLatex(table)).toContain(`{\\scriptsize ${n}}`);
    for (const file of [tableMarkdown(table), tableLatex(table)])
      expect(file).toMatch(/Wilson 95(\\)?% CI/);
  });
});

describe("a report of one campaign with a random sample", () => {
  it("is an estimate for the questions that the sample was drawn from; all others are of those rated", async () => {
    const there = await withConnection((client) =>
      makeRating(client, { seed: 11, questions: 150, models: 2, raters: 2, campaign: false }),
    );
    const maintainer: Actor = {
      userId: there.maintainerId,
      name: "Maintainer",
      roles: ["maintainer"],
      via: "web",
    };
    // Gold for the raters comes from anywhere: it must not join the sample.
    const gold = await db.response.findMany({
      where: { runId: there.runIds[0]! },
      orderBy: { id: "asc" },
      take: 12,
    });
    await db.goldVerdict.createMany({
      data: gold.map(({ id, revisionId }) => ({
        kind: "set",
        responseId: id,
        revisionId,
        relaxed: true,
        strict: true,
        setById: there.maintainerId,
      })),
    });
    const plan = campaignPlanSchema.parse({
      name: `Sample ${randomUUID()}`,
      runIds: there.runIds,
      sample: { kind: "random", count: 45 },
      raterIds: there.raterIds,
      ratingsPerResponse: 1,
      overlap: 0,
      seed: 3,
      deadline: null,
      truth: "release",
      goldRate: 20,
      namesHidden: true,
      ratersMayAdjudicate: false,
    });
    const { strata } = await previewCampaign(maintainer, plan);
    const draft = await createCampaign(maintainer, { plan, clientKey: randomUUID() });
    const opened = await openCampaign(
      maintainer,
      draft.ok ? draft.value : { campaignId: 0, version: 1 },
    );
    if (!opened.ok) throw new Error(opened.refusal.message);
    const campaign = opened.value.campaignId;
    // All but some are rated; who is right depends on the question and the run.
    await withConnection((client) =>
      judgeAll(client, campaign, TWO_OF_THREE, "p.question_id % 7 > 0"),
    );

    const responses = await db.response.findMany({
      where: { runId: { in: there.runIds } },
      include: { revision: true },
    });
    const stratumOf = ({ revision }: (typeof responses)[number]) =>
      `${revision.falsePremise ? "false-premise" : revision.factType} ${revision.hops}`;
    const order = (id: number) => createHash("md5").update(`3:sample:${id}`).digest("hex");
    const goldTasks = await db.ratingTask.findMany({ where: { campaignId: campaign, gold: true } });
    const isGold = new Set(goldTasks.map(({ responseId }) => responseId));
    let [inside, outside] = [0, 0];
    const report: AccuracyReport = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: there.runIds, campaign }),
    );
    expect(report.inputs.basis).toBe("estimate");
    for (const row of notEmpty(report.rows)) {
      let [value, variance, population, judged, right] = [0, 0, 0, 0, 0];
      const cells = strata
        .map(({ category, hops, drawn }) => {
          const own = responses
            .filter(
              (response) =>
                response.runId === row.runId && stratumOf(response) === `${category} ${hops}`,
            )
            .sort((a, b) => (order(a.questionId) < order(b.questionId) ? -1 : 1));
          inside += own.slice(0, drawn).filter(({ id }) => isGold.has(id)).length;
          outside += own.slice(drawn).filter(({ id }) => isGold.has(id)).length;
          const rated = own
            .slice(0, drawn)
            .filter((response) => isGold.has(response.id) || response.questionId % 7 > 0);
          return {
            size: own.length,
            n: rated.length,
            right: rated.filter(
              (response) => isGold.has(response.id) || response.questionId % 3 > 0,
            ).length,
          };
        })
        .filter(({ n }) => n > 0);
      population = cells.reduce((sum, { size }) => sum + size, 0);
      judged = cells.reduce((sum, { n }) => sum + n, 0);
      right = cells.reduce((sum, cell) => sum + cell.right, 0);
      let nearer = 0;
      for (const { size, n, right: good } of cells) {
        // Two responses with the share of all are added to each stratum, for its variance alone.
        const p = (good + (2 * right) / judged) / (n + 2);
        const spread =
          n > 1
            ? (p * (1 - p) * n) / (n - 1)
            : ((right / judged) * (1 - right / judged) * judged) / (judged - 1);
        value += (size / population) * (good / n);
        nearer += (size / population) * p;
        variance += (size / population) ** 2 * (1 - n / size) * (spread / n);
      }
      const { relaxed } = row.accuracy.all;
      expect([relaxed.population, relaxed.judged, relaxed.right]).toEqual([
        population,
        judged,
        right,
      ]);
      expect(relaxed.value).toBeCloseTo(value, 12);
      const z = 1.959963984540054;
      const size = (nearer * (1 - nearer)) / variance;
      const [centre, reach] = [
        (value + z ** 2 / (2 * size)) / (1 + z ** 2 / size),
        (z / (1 + z ** 2 / size)) *
          Math.sqrt((value * (1 - value)) / size + z ** 2 / (4 * size ** 2)),
      ];
      expect(relaxed.low).toBeCloseTo(centre - reach, 10);
      expect(relaxed.high).toBeCloseTo(centre + reach, 10);
    }
    // Gold of both kinds was there: of the sample, and mixed in.
    expect([inside > 0, outside > 0]).toEqual([true, true]);
    const table = accuracyReportTable(report, accuracyView.parse({}));
    expect(table.caption).toBe("Accuracy, Relaxed, estimated from a random sample");
    expect(table.notes.join(" ")).toContain(
      `Estimates for ${report.rows[0]!.accuracy.all.relaxed.population} questions from the random sample of the campaign ${plan.name}`,
    );
    expect(table.notes.join(" ")).not.toContain("Shares of the n rated responses");
    expect(notEmpty(table.rows).every((row) => !row[0]!.text.endsWith("†"))).toBe(true);
    expect(
      notEmpty(parseCsv(tableCsv(accuracyDataTable(report)))).every(
        ({ basis, method }) => basis === "estimate" && /finite population/.test(method!),
      ),
    ).toBe(true);

    // A run that is not in the campaign has answered what it has answered; none of it is rated there.
    const other = await withConnection((client) =>
      makeRating(client, { releaseId: there.releaseId, models: 1, campaign: false }),
    );
    const third = other.runIds[0]!;
    const answered = await db.response.count({ where: { runId: third } });
    expect(answered).toBeGreaterThan(0);
    const withThird = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: [...there.runIds, third], campaign }),
    );
    expect(withThird.inputs.basis).toBe("estimate");
    // The others keep their estimates.
    const estimates = ({ rows }: AccuracyReport) =>
      rows.slice(0, 2).map(({ answered, accuracy: { all } }) => ({
        answered,
        population: all.relaxed.population,
        value: expect.closeTo(all.relaxed.value!, 12) as number,
      }));
    expect(
      withThird.rows.slice(0, 2).map(({ answered, accuracy: { all } }) => ({
        answered,
        population: all.relaxed.population,
        value: all.relaxed.value,
      })),
    ).toEqual(estimates(report));
    expect(withThird.rows[2]).toMatchObject({
      questions: 150,
      answered,
      rated: 0,
      judged: 0,
      aside: { noResponse: 150 - answered, notRated: answered },
      accuracy: { all: { answered, relaxed: { population: 0, judged: 0, value: null } } },
    });

    for (const more of [{}, { campaign, questions: "common" }]) {
      const rated = await getAccuracyReport(
        actor,
        accuracyRequest.parse({ runs: there.runIds, ...more }),
      );
      expect(rated.inputs.basis).toBe("rated");
      expect(accuracyReportTable(rated, accuracyView.parse({})).notes.join(" ")).toContain(
        "Shares of the n rated responses",
      );
    }
    const standardized = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: there.runIds, campaign, questions: "standardized" }),
    );
    expect(standardized.inputs.basis).toBe("standardized");
  });

  it("estimates from the sample that the campaign was opened with, also where all of a stratum's sample is gold, some is rated twice and someone helps", async () => {
    const there = await withConnection((client) =>
      makeRating(client, { seed: 21, questions: 90, models: 2, raters: 3, campaign: false }),
    );
    const maintainer: Actor = {
      userId: there.maintainerId,
      name: "Maintainer",
      roles: ["maintainer"],
      via: "web",
    };
    const open = async (goldRate: number) => {
      const plan = campaignPlanSchema.parse({
        name: `Sample ${randomUUID()}`,
        runIds: there.runIds,
        sample: { kind: "random", count: 24 },
        raterIds: there.raterIds.slice(0, 2),
        ratingsPerResponse: 2,
        overlap: 10,
        seed: 9,
        deadline: null,
        truth: "release",
        goldRate,
        namesHidden: true,
        ratersMayAdjudicate: false,
      });
      const draft = await createCampaign(maintainer, { plan, clientKey: randomUUID() });
      const opened = await openCampaign(
        maintainer,
        draft.ok ? draft.value : { campaignId: 0, version: 1 },
      );
      if (!opened.ok) throw new Error(opened.refusal.message);
      return opened.value.campaignId;
    };
    // The same seed takes the same sample; of each stratum's, the last questions become gold for both runs, and nothing outside.
    const first = await exported(maintainer, await open(0), "responses");
    expect(first).toHaveLength(48);
    const order = (line: Line) =>
      createHash("md5")
        .update(`9:sample:${line.question_id!.slice(1)}`)
        .digest("hex");
    const last = new Set([
      ...new Map(
        first
          .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
          .map((line) => [`${line.category} ${line.hops}`, line.question_id]),
      ).values(),
    ]);
    const gold = await db.response.findMany({
      where: {
        id: {
          in: first
            .filter((line) => last.has(line.question_id))
            .map((line) => Number(line.response_id)),
        },
      },
    });
    await db.goldVerdict.createMany({
      data: gold.map(({ id, revisionId }) => ({
        kind: "set",
        responseId: id,
        revisionId,
        relaxed: true,
        strict: true,
        setById: there.maintainerId,
      })),
    });
    const campaign = await open(40);
    const rate = (raterId: number) =>
      withConnection((client) =>
        judgeAll(client, campaign, TWO_OF_THREE, `a.rater_id = ${raterId}`),
      );
    await rate(there.raterIds[0]!);
    const helper: Actor = {
      userId: there.raterIds[2]!,
      name: "Helper",
      roles: ["rater"],
      via: "web",
    };
    await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
    const joined = await addRater(maintainer, { campaignId: campaign, raterId: helper.userId });
    if (!joined.ok) throw new Error(joined.refusal.message);
    expect(await rate(helper.userId)).toBeGreaterThan(0);
    const helped = await takePendingItems(helper, { campaignId: campaign });
    if (!helped.ok) throw new Error(helped.refusal.message);
    expect(await rate(helper.userId)).toBe(helped.value.taken);

    const sample = (await exported(maintainer, campaign, "responses")).filter((line) =>
      yes(line.sampled!),
    );
    expect(sample.map((line) => line.response_id).toSorted()).toEqual(
      first.map((line) => line.response_id).toSorted(),
    );
    expect(sample.filter((line) => yes(line.gold!)).length).toBeGreaterThan(4);
    expect(sample.some((line) => !yes(line.gold!) && line.ratings === "2")).toBe(true);
    const sizes = await db.$queryRaw<{ stratum: string; size: number }[]>`
      SELECT (CASE WHEN r.false_premise THEN 'false-premise' ELSE r.fact_type END) || ' ' || r.hops AS stratum, count(*)::int AS size
      FROM release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = ${there.releaseId} GROUP BY 1`;
    const report = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: there.runIds, campaign }),
    );
    expect(report.inputs.basis).toBe("estimate");
    for (const row of notEmpty(report.rows)) {
      const own = sample.filter(
        (line) => Number(line.run_id) === row.runId && (yes(line.gold!) || line.ratings !== "0"),
      );
      const right = (line: Line) => yes(line.gold!) || Number(line.question_id!.slice(1)) % 3 > 0;
      const met = sizes
        .map(({ stratum, size }) => ({
          size,
          lines: own.filter((line) => `${line.category} ${line.hops}` === stratum),
        }))
        .filter(({ lines: rated }) => rated.length > 0);
      const population = met.reduce((sum, { size }) => sum + size, 0);
      const { relaxed } = row.accuracy.all;
      expect([relaxed.population, relaxed.judged, relaxed.right]).toEqual([
        population,
        own.length,
        own.filter(right).length,
      ]);
      expect(relaxed.value).toBeCloseTo(
        met.reduce(
          (sum, { size, lines: rated }) =>
            sum + (size / population) * (rated.filter(right).length / rated.length),
          0,
        ),
        12,
      );
      expect(row.aside.goldCounted).toBe(own.filter((line) => yes(line.gold!)).length);
    }
  });
});
