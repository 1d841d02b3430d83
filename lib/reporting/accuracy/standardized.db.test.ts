import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import type { ExportedRows } from "@/lib/reporting/judgment-export/schema";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { makeRating } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import {
  exported,
  exportedAsOf,
  exportedRelease,
  parseCsv,
} from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { editContent } from "@/prisma/testing/change-answers";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { holdSince } from "@/prisma/testing/past-days";
import {
  percentSaid,
  readSentences,
  saidOf,
  type Figures,
} from "@/lib/reporting/files/sentences.oracle";
import { value } from "@/prisma/testing/value";
import {
  changedSince,
  COLUMNS,
  excludedOf,
  FILE_MEASURES,
  judgedBy,
  MEASURES,
  says,
  type Choice,
  type Judged,
  type RatedFiles,
} from "./from-files.oracle";
import { getAccuracyReport } from "./queries";
import {
  accuracyDataTable,
  accuracyReportTable,
  basisNotes,
  questionNotes,
  shareInWords,
} from "./rules";
import { accuracyRequest, accuracyView } from "./schema";
import {
  choiceSaid,
  leftOutFigures,
  outsideOf,
  sharesSaid,
  STANDARDIZED_SENTENCES,
  type JudgedRun,
} from "./sentences.oracle";

/*
 * Accuracy standardized to the mix of the newest release, of runs on two releases that were rated on different questions:
 * every number of its file, computed once more from exported judgments and releases alone.
 */

const OLDER = "FreshQA_v01052026";
const NEWER = "FreshQA_v02022026";
/** By the end of which some answers, premises and hops are other ones. */
const DAY = "2026-03-31";

let researcher: Actor;
/** On the older release; on the newer one; on it without verdicts on never-changing questions; on the newest, never rated. */
let runs: number[];
let lines: Line[];
let responses: Line[];
let evaluator: number;
const files = new Map<string, Map<string, Line>>();

beforeAll(async () => {
  const base = await withConnection((client) =>
    makeRating(client, { questions: 110, models: 0, campaign: false, name: "Base", seed: 3 }),
  );
  const maintainer = actorOf(base.maintainerId, ["maintainer"]);
  researcher = actorOf(base.researcherId, ["researcher"]);
  const ids = (
    await db.releaseEntry.findMany({
      where: { releaseId: base.releaseId },
      orderBy: { position: "asc" },
    })
  ).map(({ questionId }) => questionId);
  await holdSince("2026-01-05");
  const releases: number[] = [];
  for (const [name, from, to] of [
    [OLDER, 0, 80],
    [NEWER, 30, 110],
    ["FreshQA_v03022026", 0, 20],
  ] as const) {
    const selection = { kind: "questions" as const, questionIds: ids.slice(from, to) };
    value(await publishRelease(maintainer, { name, notes: "", selection }));
    releases.push((await db.release.findUniqueOrThrow({ where: { name } })).id);
    files.set(name, await exportedRelease(researcher, name));
  }
  const [older, newer, newest] = releases as [number, number, number];
  const rated = { raters: 3, ratingsPerResponse: 3, agreement: 0.4, adjudicated: 0.3 };
  const made = await withConnection(async (client) => {
    const first = await makeRating(client, {
      ...rated,
      name: "First",
      seed: 10,
      releaseId: older,
      judged: 0.5,
      gold: 0.1,
      evaluators: [0.7],
    });
    const second = await makeRating(client, {
      ...rated,
      name: "Second",
      seed: 11,
      releaseId: newer,
      judged: 0.6,
    });
    const lopsided = await makeRating(client, {
      name: "Third",
      seed: 12,
      releaseId: newer,
      raters: 1,
      ratingsPerResponse: 1,
      judged: 0,
    });
    await judgeAll(
      client,
      lopsided.campaignId,
      "CASE WHEN p.question_id % 3 = 0 THEN 2 ELSE p.question_id % 2 END",
      "(r.fact_type <> 'never-changing' OR r.false_premise) AND p.question_id % 5 > 0",
    );
    const unrated = await makeRating(client, {
      name: "Fourth",
      releaseId: newest,
      campaign: false,
    });
    return [first, second, lopsided, unrated];
  });
  runs = made.map(({ runIds }) => runIds[0]!);
  // The evaluator judges the second run too, but for every fifth response, and not each in both modes.
  const judge = await db.evaluator.findFirstOrThrow();
  evaluator = judge.id;
  for (const { id, revisionId } of await db.response.findMany({ where: { runId: runs[1]! } }))
    if (id % 5 > 0)
      await db.automaticVerdict.create({
        data: {
          responseId: id,
          evaluatorId: evaluator,
          revisionId,
          relaxed: id % 3 > 0,
          strict: id % 4 === 0 ? null : id % 3 === 1,
        },
      });
  for (const [at, questionId] of ids.slice(30, 50).entries())
    await editContent(maintainer, questionId, ({ falsePremise, hops, question }) =>
      at < 6
        ? { answers: ["Something else"] }
        : at < 12
          ? { falsePremise: !falsePremise }
          : at < 17
            ? { hops: hops === "one-hop" ? "multi-hop" : "one-hop" }
            : { question: `In other words: ${question}` },
    );
  await holdSince("2026-03-02", { after: "2026-01-05" });
  await db.$executeRaw`ANALYZE`;
  const read = async (rows: ExportedRows) =>
    (
      await Promise.all(
        made.slice(0, 3).map(({ campaignId }) => exported(researcher, campaignId, rows)),
      )
    ).flat();
  lines = await read("judgments");
  responses = await read("responses");
  files.set(DAY, await exportedAsOf(researcher, DAY));
});
afterAll(disconnect);

// What follows knows of the files alone ---------------------------------------------------------------------------

const kindOf = (row: Line) =>
  `${yes(row.false_premise!) ? "false premise" : row.fact_type} ${row.num_hops}`;

/** The releases of the four runs, and what can be downloaded for one of them. @param among the runs of the report */
const RELEASES = [OLDER, NEWER, NEWER, "FreshQA_v03022026"];
const filesOf = (at: number, among: readonly number[]): RatedFiles => ({
  lines,
  responses: responses.filter((line) => among.some((one) => Number(line.run_id) === runs[one])),
  tables: new Map([
    ["release", files.get(RELEASES[at]!)!],
    [DAY, files.get(DAY)!],
  ]),
  present: DAY,
  follows: new Map(),
});

/** Σ W p with Wilson's interval at n = min(p(1 − p)/v, 1/Σ W²/n), of strata with their weights and counts. */
function standardized(strata: readonly { weight: number; n: number; right: number }[]) {
  const all = strata.reduce((sum, { weight }) => sum + weight, 0);
  const n = strata.reduce((sum, one) => sum + one.n, 0);
  if (n === 0) return { share: null, low: null, high: null };
  const weighed = strata.map((one) => ({ ...one, w: one.weight / all }));
  const share = weighed.reduce((sum, { w, right, n: of }) => sum + (w * right) / of, 0);
  if (n < 10) return { share, low: null, high: null };
  const mean = strata.reduce((sum, { right }) => sum + right, 0) / n;
  const equal = 1 / weighed.reduce((sum, { w, n: of }) => sum + w ** 2 / of, 0);
  let [nearer, variance] = [0, 0];
  for (const { w, n: of, right } of weighed) {
    const p = (right + 2 * mean) / (of + 2);
    nearer += w * p;
    variance += (w ** 2 / of) * p * (1 - p) * (1 + 2 / of);
  }
  const alike = mean === 0 || mean === 1 || strata.length === 1;
  const size = alike ? equal : Math.min(equal, (nearer * (1 - nearer)) / variance);
  return { share, ...expectedWilson(share * size, size)! };
}

/** What the file has to say of each run, in a column and measure. @param standard the rows of the newest of their releases */
function expectedNumbers(
  verdicts: readonly (readonly Judged[])[],
  standard: readonly Line[],
  inColumn: (row: Line) => boolean,
  measure: (typeof FILE_MEASURES)[number],
): Record<string, number | null>[] {
  const weights = new Map<string, number>();
  for (const row of standard)
    if (inColumn(row)) weights.set(kindOf(row), (weights.get(kindOf(row)) ?? 0) + 1);
  const inAny = verdicts.map((own) =>
    own
      .filter(({ row }) => inColumn(row))
      .flatMap((one) =>
        one.rated ? [{ ...one, kind: kindOf(one.row), said: says(measure, one) }] : [],
      ),
  );
  const known = inAny.map((own) => own.filter(({ kind }) => weights.has(kind)));
  const judged = known.map((own) => own.filter(({ said }) => said !== null));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const kinds = [...weights.keys()].filter((kind) =>
    judged.every((own) => own.length === 0 || own.some((one) => one.kind === kind)),
  );
  return known.map((own, at): Record<string, number | null> => {
    const all = inAny[at]!.filter(({ said }) => said !== null).length;
    if (judged[at]!.length === 0)
      return {
        n: 0,
        n_stale: 0,
        n_automatic: 0,
        value: null,
        population: 0,
        left_out: 0,
        n_outside: all,
        not_covered_otherwise: total,
      };
    const strata = (tiesRight: boolean | null) =>
      kinds.map((kind) => {
        const of = own.filter((one) => one.kind === kind);
        const counted = tiesRight === null ? of.filter(({ said }) => said !== null) : of;
        return {
          weight: weights.get(kind)!,
          n: counted.length,
          right: counted.filter(({ said }) => said ?? tiesRight).length,
        };
      });
    const here = own.filter(({ kind }) => kinds.includes(kind));
    const { share, low, high } = standardized(strata(null));
    const [least, most] = [standardized(strata(false)), standardized(strata(true))];
    const decided = here.filter(({ said }) => said !== null);
    const n = decided.length;
    const population = kinds.reduce((sum, kind) => sum + weights.get(kind)!, 0);
    return {
      n,
      n_stale: decided.filter(({ row }) => changedSince(filesOf(0, []), row)).length,
      n_automatic: decided.filter(({ automatic }) => automatic).length,
      n_outside: all - n,
      not_covered_otherwise: total - population,
      right: here.filter(({ said }) => said === true).length,
      left_out: here.filter(({ said }) => said === null).length,
      population,
      value: share,
      low,
      high,
      lowest: least.share,
      highest: most.share,
      range_low: least.low === null ? null : Math.min(least.low, low ?? 1),
      range_high: most.high === null ? null : Math.max(most.high, high ?? 0),
    };
  });
}

interface Case extends Partial<Omit<Choice, "campaign">> {
  which: string;
  /** Of the four runs. */
  at: number[];
  standard: string;
  hops?: string;
}

describe("accuracy standardized to the mix of the newest release", () => {
  it.each([
    { which: "all runs", at: [0, 1, 2, 3], standard: NEWER, rule: "majority" },
    { which: "all runs, ties left out", at: [0, 1, 2, 3], standard: NEWER, rule: "excluded" },
    { which: "runs on two releases", at: [1, 0], standard: NEWER, rule: "excluded" },
    { which: "a run on the older release", at: [0, 3], standard: OLDER, rule: "majority" },
    {
      which: "multi-hop questions",
      at: [0, 1],
      standard: NEWER,
      rule: "majority",
      hops: "multi-hop",
    },
    { which: "all runs, by the answers of a day", at: [0, 1, 2], standard: NEWER, truth: DAY },
    { which: "all runs without gold", at: [0, 1, 2], standard: NEWER, gold: "leave-out" },
    { which: "an evaluator", at: [0, 1], standard: NEWER, verdicts: "automatic" },
    {
      which: "people and an evaluator, by the answers of a day, without gold",
      at: [0, 1, 2],
      standard: NEWER,
      truth: DAY,
      gold: "leave-out",
      verdicts: "people-else-automatic",
    },
  ] as Case[])("of $which is what its exports say", async ({ at, standard, ...chosenly }) => {
    const { hops = null, ...given } = chosenly;
    const choice: Choice = {
      truth: "release",
      gold: "count",
      rule: "majority",
      verdicts: "people",
      campaign: null,
      ...given,
    };
    const chosen = at.map((one) => runs[one]!);
    const report = await getAccuracyReport(
      researcher,
      accuracyRequest.parse({
        ...choice,
        campaign: "all",
        ...(choice.verdicts !== "people" && { evaluator }),
        runs: chosen,
        questions: "standardized",
        hops,
      }),
    );
    const inScope = ({ row }: Judged) => hops === null || row.num_hops === hops;
    const known = at.map((one) => [...judgedBy(filesOf(one, at), choice, runs[one]!).values()]);
    const verdicts = known.map((own) => own.filter(inScope));
    const mix = verdicts[at.findIndex((one) => RELEASES[one] === standard)]!.map(({ row }) => row);
    expect(report.inputs).toMatchObject({
      basis: "standardized",
      questions: "standardized",
      standard: {
        release: standard,
        questions: mix.length,
      },
    });
    const records = parseCsv(tableCsv(accuracyDataTable(report)));
    let numbers = 0;
    for (const [column, belongs] of Object.entries(COLUMNS))
      for (const measure of FILE_MEASURES) {
        const expected = expectedNumbers(verdicts, mix, belongs, measure);
        for (const [row, run] of chosen.entries()) {
          const record = records.find(
            (one) => Number(one.run_id) === run && one.column === column && one.measure === measure,
          )!;
          expect(record).toMatchObject({
            basis: "standardized",
            standardized_to: standard,
            common_questions_only: "false",
          });
          for (const [name, number] of Object.entries(expected[row]!)) {
            const said = record[name]!;
            const where = `${run} ${column} ${measure} ${name}`;
            if (number === null) expect(said, where).toBe("");
            else expect(Number(said), where).toBeCloseTo(number, 10);
            numbers++;
          }
        }
      }
    expect(numbers).toBeGreaterThanOrEqual(11 * 5 * 4);
    if (hops !== null) return;
    const labels = report.rows.map(({ label }) => label);
    const named = labels.map((label, row): JudgedRun => ({
      label,
      judged: verdicts[row]!,
      excluded: excludedOf(filesOf(at[row]!, at), choice),
    }));
    const names = [...new Set(at.map((one) => RELEASES[one]!))];
    const releases = await db.release.findMany({
      where: { name: { in: names } },
      select: { name: true, sha256: true },
    });
    const inOrder = names.map((name) => releases.find((one) => one.name === name)!);
    const of = (count: number) => (count === 0 ? null : { count });
    for (const measure of MEASURES) {
      const { about, notes } = accuracyReportTable(report, accuracyView.parse({ measure }));
      const read = readSentences(
        [...about!, ...notes],
        {
          ...inputForms(names),
          ...STANDARDIZED_SENTENCES,
          outside: outsideOf(standard, labels.length),
        },
        labels,
      );
      const inModes = (["relaxed", "strict"] as const).map((mode) =>
        expectedNumbers(verdicts, mix, () => true, mode),
      );
      const expected = expectedNumbers(verdicts, mix, () => true, measure);
      const uncovered = Math.min(...expected.map((one) => one.not_covered_otherwise!));
      const sizes = Object.values(COLUMNS).flatMap((belongs) =>
        expectedNumbers(verdicts, mix, belongs, measure).map(({ n }) => n!),
      );
      const ofRuns = (said: (one: Record<string, number | null>) => Figures | null) =>
        saidOf(expected.map((one, row) => [labels[row]!, said(one)]));
      const [outside, stale] = [
        ofRuns(({ n_outside }) => of(n_outside!)),
        ofRuns(({ n_stale, n }) =>
          n_stale === 0
            ? null
            : { count: n_stale!, n: n!, unit: "responses", percent: percentSaid(n_stale!, n!) },
        ),
      ];
      expect(read, measure).toEqual({
        unread: [],
        figures: {
          ...inputsSaid(choice.truth, inOrder, report.inputs.at),
          ...choiceSaid(choice, "First evaluator 1", null),
          ...leftOutFigures(choice, named),
          standardized: { release: standard, questions: mix.length },
          basis: {},
          shares: sharesSaid(measure),
          ...(uncovered > 0 && {
            uncovered: {
              count: uncovered,
              release: standard,
              several: "not every run has a verdict in their stratum",
            },
          }),
          ...(Object.keys(outside).length > 0 && { outside }),
          ...(Object.keys(stale).length > 0 && { stale }),
          ...(choice.verdicts === "people-else-automatic" && {
            automatic: Object.fromEntries(
              labels.map((label, row) => [
                label,
                {
                  relaxed: inModes[0]![row]!.n_automatic,
                  ofRelaxed: inModes[0]![row]!.n,
                  strict: inModes[1]![row]!.n_automatic,
                  ofStrict: inModes[1]![row]!.n,
                },
              ]),
            ),
          }),
          ...(sizes.some((n) => n > 0 && n < 10) && { fewInFiles: { few: 10 } }),
        },
      });
    }
  });

  it("leaves out, in every run, the strata in which some run has no verdict, and says so", async () => {
    const read = (at: readonly number[]) =>
      getAccuracyReport(
        researcher,
        accuracyRequest.parse({
          runs: at.map((one) => runs[one]!),
          questions: "standardized",
        }),
      );
    const [without, all] = [await read([0, 1]), await read([0, 1, 2])];
    const never = [...files.get(NEWER)!.values()].filter(
      (row) => !yes(row.false_premise!) && row.fact_type === "never-changing",
    ).length;
    expect(never).toBeGreaterThan(5);
    const covered = 80 - never;
    expect(all.rows.map(({ accuracy }) => accuracy.all.relaxed.population)).toEqual([
      covered,
      covered,
      covered,
    ]);
    const outside = all.rows.map(
      ({ accuracy }) => accuracy.vpNever.relaxed.judged + accuracy.vpNever.relaxed.outside,
    );
    const labels = all.rows.map(({ label }) => label);
    expect(basisNotes(all, "relaxed").slice(1)).toEqual([
      `Not covered, as not every run has a verdict in their stratum: ${never} questions of ${NEWER}.`,
      `Verdicts left out, as their stratum is not in ${NEWER} or has no verdict for some other run: ${labels[0]} ${outside[0]}; ${labels[1]} ${outside[1]}.`,
      "Each column leaves out strata by its own verdicts; the CSV file has the numbers.",
    ]);
    expect(without.rows[0]!.accuracy.all.relaxed.population).toBe(80);
    expect(basisNotes(without, "relaxed").join(" ")).not.toContain("Not covered");
    // In the column of the lost category the others are still compared.
    const [first, , third] = notEmpty(all.rows);
    expect(first!.accuracy.vpNever.relaxed.value).not.toBeNull();
    expect(third!.accuracy.vpNever.relaxed).toMatchObject({
      value: null,
      population: 0,
      judged: 0,
    });
  });

  it("says what it is in its table, and marks what is not covered in full", async () => {
    const report = await getAccuracyReport(
      researcher,
      accuracyRequest.parse({ runs: runs.slice(0, 2), questions: "standardized" }),
    );
    expect(questionNotes(report)).toEqual([
      `Standardized to ${NEWER}: each stratum (category and hops) has the weight of its questions among the 80 of that release that count here, regardless of which questions each run was rated on.`,
    ]);
    const table = accuracyReportTable(report, accuracyView.parse({}));
    expect(table.caption).toBe(`Accuracy, Relaxed, standardized to ${NEWER}`);
    expect(notEmpty(table.rows).every(([name]) => name!.text.endsWith("†"))).toBe(true);
    expect(table.notes.join(" ")).toContain("Incomplete coverage");
    expect(table.notes[0]).toBe(
      "Weighted share of responses with credit in Relaxed mode, in percent; n: responses with a verdict in this mode, of the strata that are compared; in brackets the 95% CI.",
    );
  });

  it("is the plain accuracy of a run that was rated in full, by its own release", async () => {
    const full = await withConnection((client) =>
      makeRating(client, { seed: 9, name: "Full", questions: 60, agreement: 1 }),
    );
    const read = async (questions: string) =>
      (await getAccuracyReport(researcher, accuracyRequest.parse({ runs: full.runIds, questions })))
        .rows[0]!.accuracy;
    const [plain, weighed] = [await read("rated"), await read("standardized")];
    for (const column of notEmpty(Object.keys(plain) as (keyof typeof plain)[]))
      for (const measure of ["relaxed", "strict", "gap"] as const) {
        const [one, other] = [plain[column][measure], weighed[column][measure]];
        expect([other.judged, other.right]).toEqual([one.judged, one.right]);
        expect([other.uncovered, other.outside]).toEqual([0, 0]);
        if (one.value === null) expect(other.value).toBeNull();
        else expect(other.value).toBeCloseTo(one.value, 12);
      }
  });

  it("marks no run as the best, and says what cannot be compared", async () => {
    // Two runs of one release, one rated on fast-changing questions alone, the other on the rest.
    const apart = await withConnection(async (client) => {
      const made = await makeRating(client, {
        seed: 14,
        name: "Apart",
        questions: 60,
        models: 2,
        raters: 1,
        ratingsPerResponse: 1,
        judged: 0,
      });
      const fast = "(r.fact_type = 'fast-changing' AND NOT r.false_premise)";
      await judgeAll(
        client,
        made.campaignId,
        "p.question_id % 3",
        `${fast} = (p.run_id = ${made.runIds[0]!})`,
      );
      return made;
    });
    const read = async (questions: string) =>
      getAccuracyReport(researcher, accuracyRequest.parse({ runs: apart.runIds, questions }));
    const report = await read("standardized");
    const shares = report.rows.map(({ accuracy }) => accuracy.all.relaxed);
    expect(shares.map(({ value, judged }) => ({ value, judged }))).toEqual([
      { value: null, judged: 0 },
      { value: null, judged: 0 },
    ]);
    expect(Math.min(...shares.map(({ outside }) => outside))).toBeGreaterThan(5);
    expect(shareInWords(shares[0]!)).toBe("not comparable");
    expect(
      readSentences(basisNotes(report, "relaxed"), STANDARDIZED_SENTENCES, []).figures.nothing,
    ).toEqual({ release: report.rows[0]!.release });

    // What is left is rated too: both runs in full, on the same questions.
    await withConnection((client) => judgeAll(client, apart.campaignId, "p.run_id % 2"));
    const strong = async (questions: string) =>
      accuracyReportTable(await read(questions), accuracyView.parse({ measure: "strict" }))
        .rows.flat()
        .some((cell) => cell.strong === true);
    expect([await strong("rated"), await strong("standardized")]).toEqual([true, false]);
  });
});

describe("the choice of questions", () => {
  it("is read from addresses of before, and refuses what it does not know", () => {
    const of = (more: object) => accuracyRequest.schema.safeParse({ runs: "1", ...more });
    expect(of({}).data!.questions).toBe("rated");
    expect(of({ questions: "" }).data!.questions).toBe("rated");
    expect(of({ questions: "standardized" }).data!.questions).toBe("standardized");
    expect(of({ questions: "all" }).error!.issues[0]!.message).toBe(
      "Questions must be rated, common or standardized.",
    );
  });
});
