import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { coinTest } from "@/lib/statistics/exact-binomial-test.oracle";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { judgeAll } from "@/prisma/testing/judge-all";
import { compareRuns, getAccuracyReport } from "./queries";
import {
  EXPECTED_COLUMNS,
  expectedShare,
  expectedVerdict,
  type AskedQuestion,
  type Judged,
} from "./accuracy.oracle";
import { accuracyRequest, comparisonRequest } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * The numbers of a report, computed once more from nothing but the exported judgments. What computes here shares no code
 * with the product: its own reading of CSV, and the oracle's verdicts, columns and intervals.
 */

afterAll(disconnect);

interface Verdicts {
  line: Line;
  relaxed: boolean | null;
  strict: boolean | null;
}

/** One entry a judged response of the run. */
function verdictsOf(lines: Line[], run: number, rule: "majority" | "excluded"): Verdicts[] {
  const byResponse = new Map<string, Line[]>();
  for (const line of lines) {
    if (!(yes(line.counts!) || yes(line.gold!)) || Number(line.run_id) !== run) continue;
    byResponse.set(line.response_id!, [...(byResponse.get(line.response_id!) ?? []), line]);
  }
  return [...byResponse.values()].map((judgments) => {
    const line = judgments[0]!;
    const said = (relaxed: string, strict: string) => ({
      relaxed: yes(relaxed),
      strict: yes(strict),
    });
    const judged: Judged = {
      gold: yes(line.gold!) ? said(line.gold_relaxed!, line.gold_strict!) : null,
      adjudicated:
        line.adjudicated_relaxed === ""
          ? null
          : said(line.adjudicated_relaxed!, line.adjudicated_strict!),
      votes: judgments.map(({ relaxed, strict }) => said(relaxed!, strict!)),
    };
    return {
      line,
      relaxed: expectedVerdict(judged, rule, "relaxed"),
      strict: expectedVerdict(judged, rule, "strict"),
    };
  });
}

/** The default of the report. */
const YEAR = 2022;
function questionOf(line: Line): AskedQuestion {
  const [, before, year] = /^(before )?(\d+)$/.exec(line.effective_year!) ?? [];
  return {
    falsePremise: line.category === "false-premise",
    factType: line.category!,
    hops: line.hops!,
    year: year === undefined ? null : Number(year),
    before: before !== undefined,
  };
}
const columns = Object.entries(EXPECTED_COLUMNS).map(
  ([column, belongs]) => [column, (line: Line) => belongs(questionOf(line), YEAR)] as const,
);

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
      accuracyRequest.parse({ runs: made.runIds, campaign: made.campaignId, rule }),
    );
    for (const { runId, accuracy, ...row } of notEmpty(report.rows)) {
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
      expect(Object.keys(accuracy)).toEqual(Object.keys(EXPECTED_COLUMNS));
      for (const [column, belongs] of columns) {
        const own = verdicts.filter(({ line }) => belongs(line));
        const both = own.filter(({ relaxed, strict }) => relaxed !== null && strict !== null);
        const found = accuracy[column as keyof typeof accuracy];
        expect(found.judged).toBe(both.length);
        const expected = {
          relaxed: expectedShare(
            own.filter(({ relaxed }) => relaxed === true).length,
            own.filter(({ relaxed }) => relaxed !== null).length,
          ),
          strict: expectedShare(
            own.filter(({ strict }) => strict === true).length,
            own.filter(({ strict }) => strict !== null).length,
          ),
          gap: expectedShare(
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
      comparisonRequest.parse({ first, second, campaign: sample.made.campaignId }),
    );
    const other = new Map(
      verdictsOf(sample.lines, second, "majority").map((verdicts) => [
        verdicts.line.question_id,
        verdicts,
      ]),
    );
    for (const [column, belongs] of columns) {
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
        expect(found.p).toBeCloseTo(coinTest(onlyFirst, onlySecond), 10);
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
    const first = `(SELECT min(id) FROM rating_assignments WHERE campaign_id = ${made.campaignId})`;
    await withConnection((client) => judgeAll(client, made.campaignId, "1", `a.id = ${first}`));
    const lines = await exported(actor, made.campaignId);
    await checkEverything({ made, actor, lines });
    const [row] = (await getAccuracyReport(actor, accuracyRequest.parse({ runs: made.runIds })))
      .rows;
    expect(row!.accuracy.all).toMatchObject({
      questions: 20,
      judged: 1,
      relaxed: { right: 1, judged: 1, value: 1 },
      strict: { right: 0, judged: 1, value: 0 },
      gap: { value: 1 },
    });
  });
});
