import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { principleSet } from "@/lib/runs/principles/principles";
import type { DecisionRule, Said } from "@/lib/runs/principles/rules";
import type { Comparison } from "@/lib/runs/principles/schema";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { addRunOfOtherLengths, makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { freshqa, json } from "@/prisma/testing/command-line";
import { writeCampaign, writeProtocol } from "@/prisma/testing/protocol-campaign";
import {
  expectedAgreement,
  expectedOverall,
  expectedPeople,
  expectedRate,
  lastRows,
  pairOf,
  ordersDisagree,
  winnerOf,
  type OraclePerson,
  type OracleRow,
} from "./principles.oracle";
import { getPrincipleReport, listComparisonJobs } from "./queries";
import { OVERALL, type PrincipleReport } from "./schema";
import {
  aboutInWords,
  overviewTables,
  principleDataTable,
  principleTables,
  tableNamed,
} from "./tables";

let fixture: JobFixture;
let runs: [number, number, number];
let judges: [number, number];
const FRESH = principleSet("fresh")!;
const chance = SeededRandom.ofSeed(133);
const SAID: Said[] = [1, 0, -1];

beforeAll(async () => {
  fixture = await makeJobFixture("http://127.0.0.1:9", { questions: 40 });
  const second = await addRunOfOtherLengths(fixture.runId);
  runs = [fixture.runId, second, await addRunOfOtherLengths(second)];
  judges = [await fixture.serve("one"), await fixture.serve("two")];
});
afterAll(disconnect);

const comparison = (rule: DecisionRule, negated: string[] = []): Comparison => ({
  set: FRESH.key,
  version: FRESH.version,
  name: FRESH.name,
  rule,
  principles: FRESH.principles.map(({ key, name, definition, weight }) => ({
    key,
    name,
    definition,
    weight,
    negated: negated.includes(key),
  })),
});

/** What a judge says of the pair of a question by a principle; null: its reply holds no preference. */
type Says = (question: number, principle: string) => { ab: Said; ba: Said } | null;

/** Writes a job as workers leave it. @returns its id */
async function writeJob(
  [runId, otherRunId]: [number, number],
  judge: number,
  asked: Comparison,
  says: Says,
): Promise<number> {
  const job = await db.job.create({
    data: {
      kind: "compare",
      runId,
      otherRunId,
      evaluatorId: await fixture.evaluator(judge),
      servedModelId: judge,
      settings: { sample: null, modes: [], again: true, repetitions: 1, comparison: asked },
      createdById: fixture.actor.userId,
    },
  });
  const [ours, theirs] = await Promise.all(
    [runId, otherRunId].map((of) =>
      db.response.findMany({ where: { runId: of }, orderBy: { questionId: "asc" } }),
    ),
  );
  const asking = ours!.flatMap(({ id, questionId, revisionId }, at) =>
    asked.principles.map(({ key }) => ({
      said: says(at, key),
      compared: { responseId: id, otherResponseId: theirs![at]!.id, principle: key },
      questionId,
      revisionId,
    })),
  );
  const items = await db.jobItem.createManyAndReturn({
    data: asking.map(({ said, compared, ...question }, position) => ({
      ...question,
      ...compared,
      jobId: job.id,
      position,
      status: "done",
      outcome: said === null ? "unparsed" : "parsed",
    })),
  });
  await db.automaticPreference.createMany({
    data: asking.flatMap(({ said, compared }, at) =>
      said === null ? [] : [{ itemId: items[at]!.id, ...compared, ...said }],
    ),
  });
  return job.id;
}

const anything: Says = () =>
  chance.below(12) === 0
    ? null
    : chance.below(4) === 0
      ? { ab: SAID[chance.below(3)]!, ba: SAID[chance.below(3)]! }
      : (
          [
            { ab: 1, ba: -1 },
            { ab: -1, ba: 1 },
            { ab: 0, ba: 0 },
          ] as const
        )[chance.below(3)]!;

async function reportOf(...job: number[]): Promise<PrincipleReport> {
  const report = await getPrincipleReport(fixture.actor, { job });
  if (!report.ok) throw new Error(report.refusal.message);
  return report.value;
}

/** The rows of the tables, by plain joins from the responses. */
async function rowsOf(jobs: number[]): Promise<OracleRow[]> {
  const rows = await db.automaticPreference.findMany({
    where: { item: { jobId: { in: jobs } } },
    include: { response: true, otherResponse: true, item: { include: { job: true } } },
  });
  return rows.map(({ id, response, otherResponse, item, principle, ab, ba }) => ({
    id,
    judge: item.job.servedModelId!,
    question: response.questionId,
    runs: [response.runId, otherResponse.runId],
    principle,
    ab,
    ba,
  }));
}

/** Holds every number of a report against the oracle. */
async function expectAsRecomputed(
  report: PrincipleReport,
  people: readonly OraclePerson[],
): Promise<void> {
  const { rule, principles } = report.comparison;
  const rows = lastRows(await rowsOf(report.jobs.map(({ jobId }) => jobId)));
  const overall = expectedOverall(rows, principles, rule);
  const outcomesOf = (key: string) =>
    key === OVERALL
      ? overall
      : rows
          .filter(({ principle }) => principle === key)
          .map((row) => ({ ...row, winner: winnerOf(row) }));
  expect(report.figures.map(({ key }) => key)).toEqual([
    ...FRESH.principles.map(({ key }) => key),
    OVERALL,
  ]);
  for (const { key, pairs, disagree, decides, missing, preferences } of report.figures) {
    const outcomes = outcomesOf(key);
    expect(pairs).toBe(outcomes.length);
    expect(preferences.ties).toBe(outcomes.filter(({ winner }) => winner === null).length);
    // 40 questions for each judge and pair of runs that any job compares.
    const planned = new Set(
      report.jobs.map(({ judgeId, runId, otherRunId }) =>
        [judgeId, ...[runId, otherRunId].sort((a, b) => a - b)].join(),
      ),
    );
    expect(missing).toBe(40 * planned.size - pairs);
    expect(disagree).toBe(
      key === OVERALL
        ? null
        : rows.filter((row) => row.principle === key && ordersDisagree(row)).length,
    );
    expect(decides).toBe(
      key === OVERALL || rule === "weighted"
        ? null
        : overall.filter(({ by }) => by.includes(key)).length,
    );
    report.systems.forEach(({ runId: one }, i) =>
      report.systems.forEach(({ runId: other }, j) => {
        const found = preferences.matrix[i]![j];
        if (i === j) return expect(found).toBeNull();
        const { rate, n } = expectedRate(outcomes, one, other);
        expect(found!.n).toBe(n);
        if (n === 0) return expect(found!.value).toBeNull();
        expect(found!.value).toBeCloseTo(rate, 12);
      }),
    );
  }
  for (const [at, { judgeId, judge }] of [
    ...new Map(report.jobs.map((job) => [job.judgeId, job])).values(),
  ]
    .sort((a, b) => a.judgeId - b.judgeId)
    .entries()) {
    const own = rows.filter((row) => row.judge === judgeId);
    const count = (ab: number, ba: number) =>
      own.filter((row) => row.ab === ab && row.ba === ba).length;
    const bias = report.bias[at]!;
    expect(bias).toMatchObject({
      judge,
      comparisons: own.length,
      first: count(1, 1),
      second: count(-1, -1),
      tie: count(0, 1) + count(0, -1) + count(1, 0) + count(-1, 0),
    });
    expect(bias.disagree.value).toBeCloseTo(own.filter(ordersDisagree).length / own.length, 12);
    if (people.some(({ key }) => key === OVERALL)) {
      const preferred = expectedPeople(people, OVERALL);
      const said = overall
        .filter((one) => one.judge === judgeId)
        .flatMap((one) =>
          [...preferred].flatMap(([pair, most]) => (pair === pairOf(one) ? most : [])),
        );
      const decided = said.filter((most) => typeof most === "number").length;
      const prediction = report.people.predictions[at]!;
      expect(prediction).toMatchObject({ judge, pairs: decided, undecided: said.length - decided });
      expect(prediction.fit === null).toBe(decided < 100);
    }
    for (const key of new Set(people.map((person) => person.key))) {
      const expected = expectedAgreement(
        outcomesOf(key).filter((one) => one.judge === judgeId),
        expectedPeople(people, key),
      );
      const found = report.people.agreement.find((one) => one.key === key && one.judge === judge)!;
      expect(found.undecided).toBe(expected.undecided);
      expect(found.agreement.units).toBe(expected.n);
      for (const name of ["percent", "cohen", "krippendorff"] as const)
        expect(found.agreement.coefficients[name].value).toBeCloseTo(expected[name], 12);
    }
  }
}

describe("jobs that compared runs by principles", () => {
  it("are reported as recomputed from their rows, by either rule, with negated principles", async () => {
    for (const [rule, negated] of [
      ["dominant", []],
      ["dominant", ["concise", "specific"]],
      ["weighted", []],
      ["weighted", ["concise"]],
    ] as const) {
      const job = await writeJob(
        [runs[0], runs[1]],
        judges[0],
        comparison(rule, [...negated]),
        anything,
      );
      const report = await reportOf(job);
      await expectAsRecomputed(report, []);
      expect(report.figures.at(-1)!.pairs).toBeGreaterThan(10);
      expect(report.figures.at(-1)!.preferences.systems[0]!.strength.value).not.toBeNull();
    }
  });

  it("are reported together: several judges, three runs, either of them first, the latest preference", async () => {
    const asked = comparison("dominant");
    const jobs = [
      await writeJob([runs[0], runs[1]], judges[0], asked, anything),
      await writeJob([runs[1], runs[0]], judges[1], asked, anything),
      await writeJob([runs[2], runs[1]], judges[0], asked, anything),
      // Again, turned.
      await writeJob([runs[1], runs[0]], judges[0], asked, anything),
    ];
    const report = await reportOf(...jobs);
    expect(report.systems.map(({ runId }) => runId)).toEqual([...runs].sort((a, b) => a - b));
    await expectAsRecomputed(report, []);
    // Two judges of the same pairs: whether they agree is part of each principle's tables.
    expect(report.figures[0]!.preferences.agreement!.raters).toBe(2);
    expect(report.figures[0]!.preferences.agreement!.units).toBeGreaterThan(20);
  });

  it("turn exactly with their runs", async () => {
    const said = new Map<string, { ab: Said; ba: Said } | null>();
    const fixed: Says = (question, key) => {
      const place = `${question} ${key}`;
      if (!said.has(place)) said.set(place, anything(question, key));
      return said.get(place)!;
    };
    const asked = comparison("dominant", ["concise"]);
    const straight = await reportOf(await writeJob([runs[0], runs[1]], judges[0], asked, fixed));
    // The same words about other names: what the judge said where A was first it says where B is.
    const turned = await reportOf(
      await writeJob([runs[0], runs[1]], judges[0], asked, (question, key) => {
        const one = fixed(question, key);
        return one === null ? null : { ab: one.ba, ba: one.ab };
      }),
    );
    for (const [at, { preferences, ...counts }] of straight.figures.entries()) {
      const { preferences: other, ...otherCounts } = turned.figures[at]!;
      expect(otherCounts).toEqual(counts);
      expect(other.matrix[1]![0]!.value).toBeCloseTo(preferences.matrix[0]![1]!.value!, 12);
      expect(other.matrix[1]![0]!.low).toBeCloseTo(preferences.matrix[0]![1]!.low!, 9);
      expect(other.matrix[1]![0]!.high).toBeCloseTo(preferences.matrix[0]![1]!.high!, 9);
    }
  });

  it("have Wilson's interval where there is no tie, and say that a judge prefers positions", async () => {
    const clear = await reportOf(
      await writeJob([runs[0], runs[1]], judges[0], comparison("dominant"), (question) =>
        question % 4 === 0 ? { ab: -1, ba: 1 } : { ab: 1, ba: -1 },
      ),
    );
    const rate = clear.figures[0]!.preferences.matrix[0]![1]!;
    expect(rate).toMatchObject({ value: 0.75, n: 40 });
    expect(rate.low).toBeCloseTo(expectedWilson(30, 40)!.low, 12);
    expect(rate.high).toBeCloseTo(expectedWilson(30, 40)!.high, 12);
    expect(clear.bias[0]!.disagree.value).toBe(0);

    const biased = await reportOf(
      await writeJob([runs[0], runs[1]], judges[1], comparison("dominant"), () => ({
        ab: 1,
        ba: 1,
      })),
    );
    expect(biased.bias[0]).toMatchObject({ comparisons: 240, first: 240, second: 0, tie: 0 });
    expect(biased.bias[0]!.disagree.value).toBe(1);
    const overall = biased.figures.at(-1)!;
    expect(overall.preferences.matrix[0]![1]!.value).toBe(0.5);
    expect(overall.preferences.systems[0]!.strength.undefinedBecause).toBe(
      "Every comparison is a tie.",
    );
  });

  it("have no numbers together where they ask otherwise, and none that compares no runs", async () => {
    const jobs = [
      await writeJob([runs[0], runs[1]], judges[0], comparison("dominant"), () => null),
      await writeJob([runs[0], runs[1]], judges[0], comparison("weighted"), () => null),
      await writeJob(
        [runs[0], runs[1]],
        judges[0],
        comparison("dominant", ["concise"]),
        () => null,
      ),
    ];
    for (const other of jobs.slice(1)) {
      const report = await getPrincipleReport(fixture.actor, { job: [jobs[0]!, other] });
      expect(report).toMatchObject({ ok: false, refusal: { code: "not-possible" } });
    }
    await expect(getPrincipleReport(fixture.actor, { job: [2_000_000_000] })).rejects.toThrow(
      "This job",
    );
    const empty = await reportOf(jobs[0]!);
    expect(empty.figures.map(({ pairs, missing }) => [pairs, missing])).toEqual(
      Array.from({ length: 7 }, () => [0, 40]),
    );
    // A report of nothing has its tables, too.
    expect(principleTables(empty).length).toBeGreaterThan(7);
  });
});

describe("a report beside people's campaign of pairs", () => {
  it("tells how judges agree with what most people prefer, where the words are the same", async () => {
    const preset = PROTOCOL_PRESETS.find(({ key }) => key === "pairwise-fresh")!;
    const version = await writeProtocol(
      `Pairs ${fixture.runId}`,
      preset.definition,
      fixture.actor.userId,
    );
    const raters = await Promise.all(
      ["a", "b", "c"].map((name) =>
        db.user.create({
          data: { name: `Rater ${name}`, email: `${name}.${fixture.runId}@example.org`, roles: [] },
        }),
      ),
    );
    const pair = [runs[0], runs[2]] as [number, number];
    const [ours, theirs] = await Promise.all(
      pair.map((runId) =>
        db.response.findMany({ where: { runId }, orderBy: { questionId: "asc" } }),
      ),
    );
    const keys = ["current", "concise", OVERALL];
    const people: OraclePerson[] = [];
    const items = ours!.slice(0, 30).map(({ id, questionId }, at) => ({
      responseIds: [id, theirs![at]!.id],
      judgments: raters.slice(0, 1 + chance.below(3)).map(({ id: raterId }) => ({
        raterId,
        shownOrder: chance.below(2) === 0 ? [1, 2] : [2, 1],
        answers: Object.fromEntries(
          keys.map((key) => {
            const value = [1, 2, 0][chance.below(3)]!;
            people.push({ question: questionId, key, runs: pair, value });
            return [key, { value }];
          }),
        ),
      })),
    }));
    const name = `People ${fixture.runId}`;
    await writeCampaign(name, version, pair, fixture.actor.userId, items);
    // The same keys in other words say something else.
    const other = await writeProtocol(
      `Other words ${fixture.runId}`,
      {
        ...preset.definition,
        questions: preset.definition.questions.map((question) =>
          question.key === "concise" ? { ...question, help: "Is short." } : question,
        ),
      },
      fixture.actor.userId,
    );
    await writeCampaign(`Other ${fixture.runId}`, other, pair, fixture.actor.userId, items);

    // The judge was given the runs the other way round.
    const report = await reportOf(
      await writeJob([pair[1], pair[0]], judges[0], comparison("dominant"), anything),
      await writeJob(pair, judges[1], comparison("dominant"), anything),
    );
    expect(report.people.campaigns.map((one) => one.name)).toEqual([name]);
    expect(report.people.agreement.map(({ key }) => key)).toEqual(
      keys.flatMap((key) => [key, key]),
    );
    await expectAsRecomputed(report, people);
    expect(report.people.agreement.some(({ undecided }) => undecided > 0)).toBe(true);
    const table = overviewTables(report).find((one) => one.name === "people")!.table;
    expect(table.rows).toHaveLength(6);
    expect(aboutInWords(report).join(" ")).toContain("is told from 100 pairs on; people decide");
    expect(overviewTables(report).some((one) => one.name === "prediction")).toBe(false);
    // Of runs that nobody compared there is nothing to say.
    const alone = await reportOf(
      await writeJob([runs[0], runs[1]], judges[0], comparison("dominant"), anything),
    );
    expect(alone.people).toEqual({ campaigns: [], agreement: [], predictions: [] });
  });
});

describe("a report beside many pairs that people decide", () => {
  it("tells which principles predict what they prefer", async () => {
    const preset = PROTOCOL_PRESETS.find(({ key }) => key === "pairwise-fresh")!;
    const version = await writeProtocol(
      `Many pairs ${fixture.runId}`,
      preset.definition,
      fixture.actor.userId,
    );
    const first = await addRunOfOtherLengths(runs[2]);
    const second = await addRunOfOtherLengths(first);
    const third = await addRunOfOtherLengths(second);
    const all = await db.response.findMany({
      where: { runId: { in: [first, second, third] } },
      orderBy: { questionId: "asc" },
    });
    const met: [number, number][] = [
      [first, second],
      [first, third],
      [second, third],
    ];
    const people: OraclePerson[] = [];
    // The judge says the same by every principle but the first; people go by that one, and every eleventh is a tie.
    const says = (question: number, pair: number, key: string): Said =>
      key === FRESH.principles[0]!.key && (question + pair) % 2 === 0 ? 1 : -1;
    const items = met.flatMap((pair, number) => {
      const [ours, theirs] = pair.map((runId) => all.filter((one) => one.runId === runId));
      return ours!.map(({ id, questionId }, at) => {
        const value = (at + number) % 11 === 0 ? 0 : (at + number) % 2 === 0 ? 1 : 2;
        people.push({ question: questionId, key: OVERALL, runs: pair, value });
        return {
          responseIds: [id, theirs![at]!.id],
          judgments: [
            {
              raterId: fixture.actor.userId,
              shownOrder: [1, 2],
              answers: { [OVERALL]: { value } },
            },
          ],
        };
      });
    });
    await writeCampaign(
      `Many people ${fixture.runId}`,
      version,
      [first, second, third],
      fixture.actor.userId,
      items,
    );
    const jobs: number[] = [];
    for (const [number, pair] of met.entries())
      jobs.push(
        await writeJob(pair, judges[0], comparison("weighted"), (question, key) => {
          const ab = says(question, number, key);
          return { ab, ba: (0 - ab) as Said };
        }),
      );
    const report = await reportOf(...jobs);
    await expectAsRecomputed(report, people);
    const { fit, pairs } = report.people.predictions[0]!;
    expect(pairs).toBeGreaterThan(100);
    expect(fit!.weights[0]!.value).toBeGreaterThan(1);
    expect(fit!.accuracy.value).toBe(1);
    expect(fit!.gain.low).toBeGreaterThan(0);
    const { table } = overviewTables(report).find((one) => one.name === "prediction")!;
    expect(table.rows.map(([label]) => label!.text)).toEqual([
      ...FRESH.principles.map(({ name }) => name),
      "Predicted by principles",
      "Predicted by the usual winner",
      "Difference",
    ]);
    expect(principleDataTable(report).rows.map((row) => row[1]!.text)).toContain(
      "Weight in people’s preference",
    );
  });
});

describe("the report's files and its command", () => {
  it("have every number, and name what they are of", async () => {
    const job = await writeJob([runs[0], runs[1]], judges[0], comparison("dominant"), anything);
    expect((await listComparisonJobs(fixture.actor))[0]).toMatchObject({ jobId: job, items: 240 });
    const report = await reportOf(job);
    const csv = await reportFile(REPORTS.principles, fixture.actor, { job: String(job) }, "csv");
    expect(csv.table).toEqual(principleDataTable(report));
    const rate = report.figures[0]!.preferences.matrix[0]![1]!;
    expect(csv.table.rows.map((row) => row.map(({ text }) => text))).toContainEqual([
      "current",
      "Win rate",
      report.systems[0]!.label,
      report.systems[1]!.label,
      ...[rate.n, rate.value, rate.low, rate.high].map(String),
      rate.method,
      "",
    ]);
    expect(() => tableNamed(report, "none")).toThrow(
      /Table must be win-rates, counts, position-bias, current-systems/,
    );
    expect(tableNamed(report, "counts").about![1]).toContain(`Job ${job}: `);
    const printed = await freshqa(["report", "principles", "--job", String(job), "--json"]);
    expect(json(printed).figures).toEqual(JSON.parse(JSON.stringify(report.figures)));
    expect((await freshqa(["report", "principles"])).status).toBe(2);
    expect((await freshqa(["report", "principles", "--job", "2000000000"])).status).toBe(1);
  });
});
