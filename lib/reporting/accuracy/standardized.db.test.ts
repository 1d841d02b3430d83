import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { makeRating } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { exported, exportedRelease, parseCsv } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/prisma/testing/exported-lines.oracle";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";
import { EXPECTED_COLUMNS, expectedVerdict, type AskedQuestion } from "./accuracy.oracle";
import { getAccuracyReport } from "./queries";
import {
  accuracyDataTable,
  accuracyReportTable,
  basisNotes,
  questionNotes,
  shareInWords,
} from "./rules";
import { accuracyRequestSchema, accuracyViewSchema } from "./schema";

/*
 * Accuracy standardized to the mix of the newest release, of runs on two releases that were rated on different questions:
 * every number of its file, computed once more from exported judgments and releases alone.
 */

const OLDER = "FreshQA_v01052026";
const NEWER = "FreshQA_v02022026";
const YEAR = 2022;
const MEASURES = ["relaxed", "strict", "gap", "relaxed-in-both", "strict-in-both"] as const;
type Measure = (typeof MEASURES)[number];

let researcher: Actor;
/** On the older release; on the newer one; on it without verdicts on never-changing questions; on the newest, never rated. */
let runs: number[];
let lines: Line[];
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
  lines = (
    await Promise.all(made.slice(0, 3).map(({ campaignId }) => exported(researcher, campaignId)))
  ).flat();
});
afterAll(disconnect);

// What follows knows of the files alone ---------------------------------------------------------------------------

interface Verdict {
  row: Line;
  relaxed: boolean | null;
  strict: boolean | null;
}

function questionOf(row: Line): AskedQuestion {
  const [, before, year] = /^(before )?(\d+)$/.exec(row.effective_year!) ?? [];
  return {
    falsePremise: yes(row.false_premise!),
    factType: row.fact_type!,
    hops: row.num_hops!,
    year: year === undefined ? null : Number(year),
    before: before !== undefined,
  };
}

const kindOf = (row: Line) =>
  `${yes(row.false_premise!) ? "false premise" : row.fact_type} ${row.num_hops}`;

/** The verdicts on a run's rated responses, by its own release's rows. */
function verdictsOf(run: number, rule: "majority" | "excluded"): Verdict[] {
  const own = lines.filter((line) => Number(line.run_id) === run && yes(line.counts!));
  return [...new Set(own.map((line) => line.response_id!))].map((response) => {
    const votes = own.filter((line) => line.response_id === response);
    const [line] = votes as [Line];
    const said = (relaxed: string, strict: string) => ({
      relaxed: yes(relaxed),
      strict: yes(strict),
    });
    const judged = {
      gold: null,
      adjudicated:
        line.adjudicated_relaxed === ""
          ? null
          : said(line.adjudicated_relaxed!, line.adjudicated_strict!),
      votes: votes.map((one) => said(one.relaxed!, one.strict!)),
    };
    return {
      row: files.get(line.release!)!.get(line.question!.trim())!,
      relaxed: expectedVerdict(judged, rule, "relaxed"),
      strict: expectedVerdict(judged, rule, "strict"),
    };
  });
}

function says(measure: Measure, { relaxed, strict }: Verdict): boolean | null {
  if (measure === "relaxed") return relaxed;
  if (measure === "strict") return strict;
  if (relaxed === null || strict === null) return null;
  return measure === "gap" ? relaxed && !strict : measure === "relaxed-in-both" ? relaxed : strict;
}

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
  verdicts: readonly Verdict[][],
  standard: readonly Line[],
  belongs: (question: AskedQuestion, year: number) => boolean,
  measure: Measure,
): Record<string, number | null>[] {
  const inColumn = (row: Line) => belongs(questionOf(row), YEAR);
  const weights = new Map<string, number>();
  for (const row of standard)
    if (inColumn(row)) weights.set(kindOf(row), (weights.get(kindOf(row)) ?? 0) + 1);
  const inAny = verdicts.map((own) =>
    own
      .filter(({ row }) => inColumn(row))
      .map((one) => ({ kind: kindOf(one.row), said: says(measure, one) })),
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
    const n = here.filter(({ said }) => said !== null).length;
    const population = kinds.reduce((sum, kind) => sum + weights.get(kind)!, 0);
    return {
      n,
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
  ] as const)("of $which is what its exports say", async ({ at, standard, rule, ...scope }) => {
    const { hops = null } = scope as { hops?: string };
    const chosen = at.map((one) => runs[one]!);
    const report = await getAccuracyReport(
      researcher,
      accuracyRequestSchema.parse({ runs: chosen, questions: "standardized", rule, hops }),
    );
    const inScope = (row: Line) => hops === null || row.num_hops === hops;
    expect(report.inputs).toMatchObject({
      basis: "standardized",
      questions: "standardized",
      standard: {
        release: standard,
        questions: [...files.get(standard)!.values()].filter(inScope).length,
      },
    });
    const records = parseCsv(tableCsv(accuracyDataTable(report)));
    const verdicts = chosen.map((run) => verdictsOf(run, rule).filter(({ row }) => inScope(row)));
    let numbers = 0;
    for (const [column, belongs] of Object.entries(EXPECTED_COLUMNS))
      for (const measure of MEASURES) {
        const expected = expectedNumbers(
          verdicts,
          [...files.get(standard)!.values()].filter(inScope),
          belongs,
          measure,
        );
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
  });

  it("leaves out, in every run, the strata in which some run has no verdict, and says so", async () => {
    const read = (at: readonly number[]) =>
      getAccuracyReport(
        researcher,
        accuracyRequestSchema.parse({
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
      accuracyRequestSchema.parse({ runs: runs.slice(0, 2), questions: "standardized" }),
    );
    expect(questionNotes(report)).toEqual([
      `Standardized to ${NEWER}: each stratum (category and hops) has the weight of its questions among the 80 of that release that count here, regardless of which questions each run was rated on.`,
    ]);
    const table = accuracyReportTable(report, accuracyViewSchema.parse({}));
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
      (
        await getAccuracyReport(
          researcher,
          accuracyRequestSchema.parse({ runs: full.runIds, questions }),
        )
      ).rows[0]!.accuracy;
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
      getAccuracyReport(researcher, accuracyRequestSchema.parse({ runs: apart.runIds, questions }));
    const report = await read("standardized");
    const shares = report.rows.map(({ accuracy }) => accuracy.all.relaxed);
    expect(shares.map(({ value, judged }) => ({ value, judged }))).toEqual([
      { value: null, judged: 0 },
      { value: null, judged: 0 },
    ]);
    expect(Math.min(...shares.map(({ outside }) => outside))).toBeGreaterThan(5);
    expect(shareInWords(shares[0]!)).toBe("not comparable");
    expect(basisNotes(report, "relaxed")[1]).toMatch(
      /^No stratum of \S+ has a verdict for every run\.$/,
    );

    // What is left is rated too: both runs in full, on the same questions.
    await withConnection((client) => judgeAll(client, apart.campaignId, "p.run_id % 2"));
    const strong = async (questions: string) =>
      accuracyReportTable(await read(questions), accuracyViewSchema.parse({ measure: "strict" }))
        .rows.flat()
        .some((cell) => cell.strong === true);
    expect([await strong("rated"), await strong("standardized")]).toEqual([true, false]);
  });
});

describe("the choice of questions", () => {
  it("is read from addresses of before, and refuses what it does not know", () => {
    const of = (more: object) => accuracyRequestSchema.safeParse({ runs: "1", ...more });
    expect(of({}).data!.questions).toBe("rated");
    expect(of({ common: "1" }).data!.questions).toBe("common");
    expect(of({ common: "0" }).data!.questions).toBe("rated");
    expect(of({ common: "1", questions: "standardized" }).data!.questions).toBe("standardized");
    expect(of({ questions: "all" }).error!.issues[0]!.message).toBe(
      "Questions must be rated, common, standardized.",
    );
  });
});
