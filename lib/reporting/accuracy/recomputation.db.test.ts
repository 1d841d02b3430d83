import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { exported, yes, type Line } from "@/prisma/testing/exported-judgments";
import { compareRuns, getAccuracyReport } from "./queries";
import { accuracyRequestSchema, comparisonRequestSchema } from "./schema";

/*
 * The numbers of a report, computed once more from nothing but the exported judgments. What computes here shares no code
 * with the product: its own reading of CSV, its own verdicts, its own columns and intervals.
 */

afterAll(disconnect);

interface Verdicts {
  line: Line;
  relaxed: boolean | null;
  strict: boolean | null;
}

/** One entry a judged response of the run: gold, else adjudicated, else unanimous, else by the rule. */
function verdictsOf(lines: Line[], run: number, rule: "majority" | "excluded"): Verdicts[] {
  const byResponse = new Map<string, Line[]>();
  for (const line of lines) {
    if (!(yes(line.counts!) || yes(line.gold!)) || Number(line.run_id) !== run) continue;
    byResponse.set(line.response_id!, [...(byResponse.get(line.response_id!) ?? []), line]);
  }
  return [...byResponse.values()].map((judgments) => {
    const verdict = (mode: "relaxed" | "strict") => {
      // Where a response is gold, its gold verdict counts.
      const settled = yes(judgments[0]!.gold!)
        ? judgments[0]![`gold_${mode}`]!
        : judgments[0]![`adjudicated_${mode}`]!;
      if (settled !== "") return yes(settled);
      const share = judgments.filter((judgment) => yes(judgment[mode]!)).length / judgments.length;
      if (share === 0 || share === 1) return share === 1;
      return rule === "excluded" || share === 0.5 ? null : share > 0.5;
    };
    return { line: judgments[0]!, relaxed: verdict("relaxed"), strict: verdict("strict") };
  });
}

const YEAR = 2022;
const yearOf = (line: Line) =>
  line.effective_year === ""
    ? NaN
    : line.effective_year!.startsWith("before ")
      ? Number(line.effective_year!.slice(7)) - 0.5
      : Number(line.effective_year);
const before = (line: Line) => yearOf(line) < YEAR;
const since = (line: Line) => yearOf(line) >= YEAR && Number.isInteger(yearOf(line));
const valid = (line: Line) => line.category !== "false-premise";
const COLUMNS: Record<string, (line: Line) => boolean> = {
  all: () => true,
  vp: valid,
  vpFast: (line) => line.category === "fast-changing",
  vpSlow: (line) => line.category === "slow-changing",
  vpNever: (line) => line.category === "never-changing",
  vpOld: (line) => valid(line) && before(line),
  vpNew: (line) => valid(line) && since(line),
  vpOneHop: (line) => valid(line) && line.hops === "one-hop",
  vpMultiHop: (line) => valid(line) && line.hops === "multi-hop",
  fp: (line) => !valid(line),
  fpOld: (line) => !valid(line) && before(line),
};

/** Share and Wilson's interval by the two roots of (p − x)² = z² x (1 − x) / n. */
function share(right: number, n: number) {
  if (n === 0) return { right, judged: n, value: null, low: null, high: null };
  const z2 = 1.959963984540054 ** 2;
  const p = right / n;
  const [a, b, c] = [1 + z2 / n, -(2 * p + z2 / n), p * p];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return { right, judged: n, value: p, low: (-b - root) / (2 * a), high: (-b + root) / (2 * a) };
}

async function sampled(
  sample: RatingSample,
): Promise<{ made: RatingSampleMade; actor: Actor; lines: Line[] }> {
  const made = await withConnection((client) => makeRating(client, sample));
  const actor: Actor = {
    userId: made.researcherId,
    name: "Researcher",
    roles: ["researcher"],
    via: "web",
  };
  return { made, actor, lines: await exported(actor, made.campaignId) };
}

/** Holds every number of the report against the export. */
async function checkEverything({ made, actor, lines }: Awaited<ReturnType<typeof sampled>>) {
  for (const rule of ["majority", "excluded"] as const) {
    const report = await getAccuracyReport(
      actor,
      accuracyRequestSchema.parse({ runs: made.runIds, campaign: made.campaignId, rule }),
    );
    for (const { runId, accuracy, ...row } of report.rows) {
      const verdicts = verdictsOf(lines, runId, rule);
      const [{ questions }] = await db.$queryRaw<
        [{ questions: number }]
      >`SELECT count(*)::int AS questions FROM release_entries WHERE release_id = ${made.releaseId}`;
      expect(row).toMatchObject({
        questions,
        rated: verdicts.length,
        judged: verdicts.filter(({ relaxed, strict }) => relaxed !== null && strict !== null)
          .length,
      });
      expect(Object.keys(accuracy)).toEqual(Object.keys(COLUMNS));
      for (const [column, belongs] of Object.entries(COLUMNS)) {
        const own = verdicts.filter(({ line }) => belongs(line));
        const both = own.filter(({ relaxed, strict }) => relaxed !== null && strict !== null);
        const found = accuracy[column as keyof typeof accuracy];
        expect(found.judged).toBe(both.length);
        const expected = {
          relaxed: share(
            own.filter(({ relaxed }) => relaxed === true).length,
            own.filter(({ relaxed }) => relaxed !== null).length,
          ),
          strict: share(
            own.filter(({ strict }) => strict === true).length,
            own.filter(({ strict }) => strict !== null).length,
          ),
          gap: share(
            both.filter(({ relaxed, strict }) => relaxed === true && strict === false).length,
            both.length,
          ),
        };
        for (const [mode, { right, judged, value, low, high }] of Object.entries(expected)) {
          const said = found[mode as keyof typeof expected];
          expect([said.right, said.judged, said.value], `${rule} ${column} ${mode}`).toEqual([
            right,
            judged,
            value,
          ]);
          if (low === null || high === null) expect([said.low, said.high]).toEqual([null, null]);
          else {
            expect(said.low!).toBeCloseTo(low, 12);
            expect(said.high!).toBeCloseTo(high, 12);
          }
        }
      }
    }
  }
}

describe("every number of the accuracy report follows from the exported judgments", () => {
  it("of 200 responses judged by three raters, with missing values, corrections, gold and adjudications", async () => {
    const sample = await sampled({
      seed: 20,
      questions: 100,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.75,
      agreement: 0.6,
      corrected: 0.15,
      flagged: 0.05,
      gold: 0.05,
      adjudicated: 0.5,
    });
    expect(sample.made.responses).toBe(200);
    await checkEverything(sample);

    // And of two runs compared, without the interval, which is a matter of chance.
    const [first, second] = sample.made.runIds as [number, number];
    const report = await compareRuns(
      sample.actor,
      comparisonRequestSchema.parse({ first, second, campaign: sample.made.campaignId }),
    );
    const other = new Map(
      verdictsOf(sample.lines, second, "majority").map((verdicts) => [
        verdicts.line.question_id,
        verdicts,
      ]),
    );
    for (const [column, belongs] of Object.entries(COLUMNS)) {
      for (const mode of ["relaxed", "strict"] as const) {
        const pairs = verdictsOf(sample.lines, first, "majority")
          .filter(({ line }) => belongs(line))
          .map((own) => [own[mode], other.get(own.line.question_id)?.[mode] ?? null] as const)
          .filter(([x, y]) => x !== null && y !== null);
        const [onlyFirst, onlySecond] = [
          pairs.filter(([x, y]) => x && !y).length,
          pairs.filter(([x, y]) => !x && y).length,
        ];
        const found = report.measures[mode].find((entry) => entry.column === column)!;
        expect(
          [found.n, found.counts.onlyFirst, found.counts.onlySecond],
          `${column} ${mode}`,
        ).toEqual([pairs.length, onlyFirst, onlySecond]);
        expect(found.difference).toBeCloseTo((onlyFirst - onlySecond) / pairs.length, 12);
        expect(found.p).toBeCloseTo(mcnemar(onlyFirst, onlySecond), 10);
      }
    }
  });

  it.each<[string, RatingSample]>([
    ["no one has judged yet", { questions: 20, judged: 0 }],
    ["there is one rater", { questions: 30, raters: 1, ratingsPerResponse: 1, judged: 0.8 }],
    [
      "all raters agree on everything",
      { questions: 30, raters: 3, ratingsPerResponse: 3, agreement: 1 },
    ],
    ["two raters always differ", { questions: 30, raters: 2, ratingsPerResponse: 2, agreement: 0 }],
  ])("where %s", async (_, sample) => checkEverything(await sampled(sample)));

  it("where there is one judgment", async () => {
    const made = await withConnection((client) => makeRating(client, { questions: 20, judged: 0 }));
    const actor: Actor = {
      userId: made.researcherId,
      name: "Researcher",
      roles: ["researcher"],
      via: "web",
    };
    await db.$executeRaw`
      WITH judged AS (
        INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, strict_reason, active_ms, client_key)
        SELECT a.task_id, a.campaign_id, t.response_id, a.rater_id, t.revision_id, TRUE, FALSE, 'hallucination', 5000, gen_random_uuid()
        FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id WHERE a.campaign_id = ${made.campaignId} ORDER BY a.id LIMIT 1 RETURNING id, task_id, rater_id)
      UPDATE rating_assignments a SET status = 'judged', judgment_id = judged.id, opened_at = now() FROM judged WHERE a.task_id = judged.task_id AND a.rater_id = judged.rater_id`;
    const lines = await exported(actor, made.campaignId);
    await checkEverything({ made, actor, lines });
    const [row] = (
      await getAccuracyReport(actor, accuracyRequestSchema.parse({ runs: made.runIds }))
    ).rows;
    expect(row!.accuracy.all).toMatchObject({
      questions: 20,
      judged: 1,
      relaxed: { right: 1, judged: 1, value: 1 },
      strict: { right: 0, judged: 1, value: 0 },
      gap: { value: 1 },
    });
  });
});

/** By definition: twice the smaller tail of fair coins, at most 1. */
function mcnemar(one: number, other: number): number {
  const n = one + other;
  let tail = 0;
  for (let k = 0, coefficient = 1; k <= Math.min(one, other); k++) {
    tail += coefficient / 2 ** n;
    coefficient = (coefficient * (n - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
