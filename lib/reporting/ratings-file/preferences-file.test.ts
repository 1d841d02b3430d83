import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { kendallsW } from "@/lib/statistics/rankings";
import { expectedStrengths } from "@/lib/statistics/bradley-terry.oracle";
import { expectedClusteredShare } from "@/lib/statistics/clustered-share.oracle";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import {
  expectedPlaces,
  expectedWinRate,
  impliedPairs,
  type PairRow,
  type RankRow,
} from "@/lib/reporting/preferences/preferences.oracle";
import { preferencesOfFile, type PairsRequest, type RankingsRequest } from "./preferences-file";
import { COLUMNS } from "./schema";

const PAIRS: PairsRequest = {
  kind: "pairs",
  columns: {
    question: "question",
    rater: "rater",
    left: "left",
    right: "right",
    preferred: "preferred",
  },
};
const RANKINGS: RankingsRequest = {
  kind: "rankings",
  columns: { question: "question", rater: "rater", system: "system", rank: "rank" },
};

/** A CSV file of rows; cells have no commas. */
function csv(kind: "pairs" | "rankings", rows: readonly object[], name = "preferences.csv") {
  const columns: readonly string[] = COLUMNS[kind];
  const lines = rows.map((row) => columns.map((column) => (row as Record<string, string>)[column]));
  return { name, bytes: Buffer.from([columns, ...lines].map((line) => line.join()).join("\n")) };
}
const pairs = (...rows: string[]) => ({
  name: "pairs.csv",
  bytes: Buffer.from([COLUMNS.pairs.join(), ...rows].join("\n")),
});
const rankings = (...rows: string[]) => ({
  name: "rankings.csv",
  bytes: Buffer.from([COLUMNS.rankings.join(), ...rows].join("\n")),
});
const found = async (
  file: { name: string; bytes: Uint8Array },
  request: PairsRequest | RankingsRequest,
) => {
  const result = await preferencesOfFile(file, request);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
};
const refused = async (
  file: { name: string; bytes: Uint8Array },
  request: PairsRequest | RankingsRequest,
) => {
  const result = await preferencesOfFile(file, request);
  if (result.ok) throw new Error("It was not refused.");
  return result.refusal.message;
};

/** A whole number below another, from a seed. */
const dice = (seed: number) => {
  const chance = SeededRandom.ofSeed(seed);
  return (below: number) => chance.below(below);
};

// Win rates of row over column in WebGLM's table 3, of 200 comparisons each.
const SYSTEMS = ["Perplexity", "WebGPT-13B", "WebGPT-175B", "WebGLM-10B", "Human"];
const TABLE_3 = [
  [0, 0.68, 0.45, 0.45, 0.21],
  [0.32, 0, 0.23, 0.3, 0.18],
  [0.55, 0.77, 0, 0.55, 0.45],
  [0.55, 0.7, 0.45, 0, 0.43],
  [0.79, 0.82, 0.55, 0.57, 0],
];

/** Each pair of systems on each of 200 questions; which are won is spread by chance, sides too. */
function webglmPairs(): PairRow[] {
  const below = dice(3);
  return SYSTEMS.flatMap((one, i) =>
    SYSTEMS.slice(i + 1).flatMap((other, offset) => {
      const wins = Math.round(200 * TABLE_3[i]![i + 1 + offset]!);
      const won = Array.from({ length: 200 }, (_, at) => at < wins);
      for (let at = 199; at > 0; at--) {
        const to = below(at + 1);
        [won[at], won[to]] = [won[to]!, won[at]!];
      }
      return won.map((first, question) => ({
        question: `q${question + 1}`,
        rater: "rater",
        ...(below(2) === 0 ? { left: one, right: other } : { left: other, right: one }),
        preferred: first ? one : other,
      }));
    }),
  );
}

describe("WebGLM's table 3 from a file of pairs", () => {
  it("has its matrix, order and strengths", async () => {
    const report = await found(csv("pairs", webglmPairs()), PAIRS);
    expect(report).toMatchObject({
      questions: 200,
      comparisons: 2_000,
      ties: 0,
      tieParameter: null,
    });
    const at = (name: string) => report.systems.findIndex(({ system }) => system === name);
    const rates = SYSTEMS.map((row) =>
      SYSTEMS.map((column) => report.matrix[at(row)]![at(column)]?.value ?? 0),
    );
    rates.forEach((row, i) =>
      row.forEach((rate, j) => expect(rate).toBeCloseTo(TABLE_3[i]![j]!, 12)),
    );
    const figures = SYSTEMS.map((system) => report.systems[at(system)]!);
    expect(figures.map(({ winRate }) => winRate.value!.toFixed(4))).toEqual([
      "0.4475",
      "0.2575",
      "0.5800",
      "0.5325",
      "0.6825",
    ]);
    expect(figures.map(({ expectedRank }) => expectedRank.value!.toFixed(2))).toEqual([
      "3.21",
      "3.97",
      "2.68",
      "2.87",
      "2.27",
    ]);
    expect(figures.map(({ strength }) => strength.value!.toFixed(4))).toEqual([
      "0.8410",
      "0.4215",
      "1.3215",
      "1.1233",
      "1.9004",
    ]);
    expect(figures.map(({ logStrength }) => logStrength!.toFixed(4))).toEqual([
      "-0.1731",
      "-0.8640",
      "0.2788",
      "0.1163",
      "0.6420",
    ]);
    expect(figures.reduce((sum, { expectedRank }) => sum + expectedRank.value!, 0)).toBeCloseTo(
      15,
      12,
    );
    for (const { winRate, expectedRank, strength } of figures) {
      for (const { value, low, high } of [winRate, expectedRank, strength]) {
        expect(low!).toBeLessThan(value!);
        expect(high!).toBeGreaterThan(value!);
      }
    }
    // One comparison a question: Wilson's own interval.
    const rate = report.matrix[at("Perplexity")]![at("WebGPT-13B")]!;
    const { low, high } = expectedWilson(136, 200)!;
    expect(rate).toMatchObject({
      n: 200,
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
    });
    expect(report.matrix[at("WebGPT-13B")]![at("Perplexity")]!.low).toBeCloseTo(1 - high, 12);
    // Sides were dealt by chance.
    expect(report.leftSide!.n).toBe(2_000);
    expect(report.leftSide!.low!).toBeLessThan(0.5);
    expect(report.leftSide!.high!).toBeGreaterThan(0.5);
  });

  it("is the same in any order of rows, and as JSON Lines", async () => {
    const rows = webglmPairs();
    const report = await found(csv("pairs", rows), PAIRS);
    const turned = rows.map((row) => ({ ...row, left: row.right, right: row.left })).reverse();
    const lines = turned.map((row) => JSON.stringify(row)).join("\n");
    const other = await found({ name: "pairs.jsonl", bytes: Buffer.from(lines) }, PAIRS);
    expect({ ...other, leftSide: null }).toEqual({ ...report, leftSide: null });
    expect(other.leftSide!.value).toBeCloseTo(1 - report.leftSide!.value!, 12);
  });
});

/** Three raters rank five systems on twenty questions, with ties, gaps and "cannot tell". */
function campaign(seed: number): RankRow[] {
  const below = dice(seed);
  const systems = ["A", "B", "C", "D", "E"];
  return Array.from({ length: 20 }, (_, q) => `q${q + 1}`).flatMap((question) =>
    ["r1", "r2", "r3"].flatMap((rater) => {
      if (below(10) === 0) return [];
      const partial = below(8) === 0;
      return systems.map((system, at) => ({
        question,
        rater,
        system,
        rank:
          partial && at === below(5)
            ? ["cannot tell", ""][below(2)]!
            : String(1 + Math.min(4, below(4) + Math.floor(at / 2))),
      }));
    }),
  );
}

describe("a campaign of rankings", () => {
  it("tells by the places shown whether what is shown first is preferred; broken places are left out", async () => {
    const rows = Array.from({ length: 12 }, (_, question) =>
      ["A", "B", "C"].map((system, at) => {
        // Shown first is ranked first, but for every fourth question; the last one has a place twice.
        const shown = 1 + ((at + question) % 3);
        const rank = question % 4 === 3 ? 4 - shown : shown;
        return `q${question},r,${system},${rank},${question === 11 ? 1 : shown}`;
      }),
    ).flat();
    const file = {
      name: "rankings.csv",
      bytes: Buffer.from([`${COLUMNS.rankings.join()},shown`, ...rows].join("\n")),
    };
    const { positions } = await found(file, RANKINGS);
    expect(positions).toMatchObject({
      rankings: 11,
      expected: { firstPlace: 1 / 3, meanRank: 2 },
      places: [
        { firstPlace: { value: 9 / 11, n: 11 }, meanRank: { value: (9 + 2 * 3) / 11 } },
        { firstPlace: { value: 0 }, meanRank: { value: 2 } },
        { firstPlace: { value: 2 / 11 }, meanRank: { value: (9 * 3 + 2) / 11 } },
      ],
    });
    const [first] = positions!.places;
    expect(first!.firstPlace.low! > 1 / 3 && first!.firstPlace.high! <= 1).toBe(true);
    expect(
      (await found(rankings(...rows.map((row) => row.replace(/,\d$/, ""))), RANKINGS)).positions,
    ).toBeNull();
  });

  it("agrees with an independent recomputation, with gaps, ties and “cannot tell”", async () => {
    const systems = ["A", "B", "C", "D", "E"];
    for (const seed of [1, 2, 3]) {
      const rows = campaign(seed);
      const implied = impliedPairs(rows);
      const report = await found(csv("rankings", rows), RANKINGS);
      expect(report.systems.map(({ system }) => system)).toEqual(systems);
      expect(report.comparisons).toBe(implied.length);
      expect(report.answers).toEqual({
        given: rows.filter(({ rank }) => Number(rank) > 0).length,
        cannotTell: rows.filter(({ rank }) => rank === "cannot tell").length,
        cannotTellShare: expect.closeTo(
          rows.filter(({ rank }) => rank === "cannot tell").length /
            rows.filter(({ rank }) => rank !== "").length,
          12,
        ) as number,
        missing: rows.filter(({ rank }) => rank === "").length,
      });
      systems.forEach((system, i) => {
        const figures = report.systems[i]!;
        const places = expectedPlaces(rows, systems, system);
        expect(figures.meanRank).toMatchObject({
          n: places.rankings,
          value: expect.closeTo(places.meanRank, 12) as number,
        });
        expect(figures.firstPlace!.value).toBeCloseTo(places.firstPlace, 12);
        let rank = 1;
        systems.forEach((against, j) => {
          if (i === j) return expect(report.matrix[i]![j]).toBeNull();
          const rate = expectedWinRate(implied, system, against);
          rank += 1 - rate;
          expect(report.matrix[i]![j]!.value).toBeCloseTo(rate, 12);
        });
        expect(figures.expectedRank.value).toBeCloseTo(rank, 12);
      });
      const count = (one: string, other: string, preferred: string) =>
        implied.filter(
          (row) =>
            [row.left, row.right].includes(one) &&
            [row.left, row.right].includes(other) &&
            row.preferred === preferred,
        ).length;
      const expected = expectedStrengths(
        systems.map((one) => systems.map((other) => (one === other ? 0 : count(one, other, one)))),
        systems.map((one) =>
          systems.map((other) => (one === other ? 0 : count(one, other, "tie"))),
        ),
      );
      report.systems.forEach(({ strength }, i) =>
        expect(strength.value).toBeCloseTo(expected.strengths[i]!, 4),
      );
      expect(report.tieParameter!.value).toBeCloseTo(expected.tie, 4);
    }
  });

  it("sums expected ranks and mean ranks to 15, and first places to 1", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), async (seed) => {
        const { systems } = await found(csv("rankings", campaign(seed)), RANKINGS);
        const sum = (of: (one: (typeof systems)[number]) => number | null) =>
          systems.reduce((total, one) => total + of(one)!, 0);
        expect(sum(({ expectedRank }) => expectedRank.value)).toBeCloseTo(15, 10);
        expect(sum(({ meanRank }) => meanRank!.value)).toBeCloseTo(15, 10);
        expect(sum(({ firstPlace }) => firstPlace!.value)).toBeCloseTo(1, 10);
      }),
      { numRuns: 5 },
    );
  });

  it("has Kendall's W of each question and its mean; questions with one ranking have none", async () => {
    const report = await found(
      rankings(
        ...[
          ["q1", "a", "132"],
          ["q1", "b", "123"],
          ["q2", "a", "123"],
          ["q2", "b", "321"],
          ["q3", "a", "123"],
        ].flatMap(([question, rater, ranks]) =>
          Array.from(ranks!, (rank, at) => `${question},${rater},s${at + 1},${rank}`),
        ),
      ),
      RANKINGS,
    );
    const first = kendallsW([
      [1, 3, 2],
      [1, 2, 3],
    ])!;
    expect(report.ranking!.questions).toEqual([
      { question: "q1", rankings: 2, concordance: first },
      {
        question: "q2",
        rankings: 2,
        concordance: expect.objectContaining({ w: 0, p: 1 }) as object,
      },
    ]);
    expect(report.ranking!.w).toMatchObject({ value: first.w / 2, n: 2, low: null });
    // Opposite rankings of two raters correlate with −1.
    expect(report.ranking!.spearman.value).toBeCloseTo((0.5 - 1) / 2, 12);
    expect(report.ranking!.rankings).toBe(5);
  });

  it("takes equal ranks for a tie, and only the order of ranks for the rest", async () => {
    const one = await found(
      rankings("1,a,x,1", "1,a,y,2", "1,a,z,2", "2,a,x,2", "2,a,y,1", "2,a,z,3"),
      RANKINGS,
    );
    expect(one.systems.map(({ meanRank }) => meanRank!.value)).toEqual([1.5, 1.75, 2.75]);
    expect(one.ties).toBe(1);
    const other = await found(
      rankings("1,a,x,10", "1,a,y,20.5", "1,a,z,20.50", "2,a,x,2", "2,a,y,1", "2,a,z,7"),
      RANKINGS,
    );
    expect(other).toEqual(one);
  });

  it("counts rankings without all systems by their pairs alone", async () => {
    const report = await found(
      rankings("1,a,x,1", "1,a,y,2", "1,a,z,cannot tell", "2,a,x,2", "2,a,y,1", "2,a,z,3"),
      RANKINGS,
    );
    expect(report).toMatchObject({ incomplete: 1, comparisons: 4, ranking: { rankings: 1 } });
    expect(report.systems[0]!.meanRank).toMatchObject({ value: 2, n: 1 });
  });
});

describe("pairs", () => {
  it("say which systems nothing compares, and who is unbeaten, instead of strengths", async () => {
    const apart = await found(pairs("1,r,A,B,A", "2,r,A,B,B", "1,r,C,D,C", "2,r,D,C,D"), PAIRS);
    for (const { strength, logStrength, winRate } of apart.systems) {
      expect([strength.value, logStrength, winRate.value]).toEqual([null, null, null]);
      expect(strength.undefinedBecause).toBe(
        "Not comparable: no comparisons connect these groups: A, B; C, D.",
      );
    }
    expect(apart.matrix[0]![2]).toMatchObject({
      value: null,
      undefinedBecause: "These two were not compared.",
    });
    const unbeaten = await found(pairs("1,r,A,B,A", "1,r,B,C,C", "2,r,B,C,B"), PAIRS);
    expect(unbeaten.systems[0]!.strength.undefinedBecause).toMatch(
      /^Unbeaten by all others: A\. Without a win against the others: B, C\./,
    );
  });

  it("agree or not on the system that is preferred, whichever side it was on", async () => {
    const report = await found(
      pairs("1,r,A,B,A", "1,s,B,A,A", "2,r,A,B,tie", "2,s,A,B,B", "3,r,B,A,B", "3,s,A,B,B"),
      PAIRS,
    );
    expect(report.agreement).toMatchObject({
      units: 3,
      raters: 2,
      values: 3,
      coefficients: {
        percent: { value: expect.closeTo(2 / 3, 12) as number },
        // po = 2/3; first rater A, tie, B once each, second A once and B twice: pe = 1/9 + 2/9.
        cohen: { value: expect.closeTo((2 / 3 - 1 / 3) / (1 - 1 / 3), 12) as number },
      },
    });
    // A 1, 1, 1/2, 0, 0, 0 of six.
    const { low, high } = expectedClusteredShare([
      { points: 2, of: 2 },
      { points: 0.5, of: 2 },
      { points: 0, of: 2 },
    ])!;
    expect(report.matrix[0]![1]).toMatchObject({
      value: expect.closeTo(2.5 / 6, 12),
      n: 6,
      low: expect.closeTo(low, 9),
      high: expect.closeTo(high, 9),
    });
  });

  it("widen intervals where raters repeat each other: the question is the unit", async () => {
    const below = dice(8);
    const answers = Array.from({ length: 40 }, () => (below(3) === 0 ? "A" : "B"));
    const rows = (raters: string[]) =>
      pairs(...answers.flatMap((won, q) => raters.map((rater) => `${q},${rater},A,B,${won}`)));
    const [one, three] = [
      (await found(rows(["r"]), PAIRS)).matrix[0]![1]!,
      (await found(rows(["r", "s", "t"]), PAIRS)).matrix[0]![1]!,
    ];
    expect([one.n, three.n]).toEqual([40, 120]);
    expect(three.low!).toBeCloseTo(one.low!, 6);
    expect(three.high!).toBeCloseTo(one.high!, 6);
  });

  it("never count for more trials than there are comparisons, however evenly questions are split", async () => {
    const rows = Array.from({ length: 20 }, (_, q) => [
      `${q},r,A,B,A`,
      `${q},s,A,B,${q === 0 ? "A" : "B"}`,
    ]).flat();
    const { low, high } = expectedWilson(21, 40)!;
    expect((await found(pairs(...rows), PAIRS)).matrix[0]![1]).toMatchObject({
      value: 21 / 40,
      low: expect.closeTo(low, 9) as number,
      high: expect.closeTo(high, 9) as number,
    });
  });

  it("have no position bias where sides say nothing", async () => {
    const file = pairs("1,r,A,B,A", "2,r,A,B,A", "3,r,B,A,A");
    expect((await found(file, PAIRS)).leftSide).toMatchObject({ value: 2 / 3, n: 3 });
    expect((await found(file, { ...PAIRS, unordered: true })).leftSide).toBeNull();
  });

  it("leave out “cannot tell” and what is missing, and know a system that nobody could judge", async () => {
    const report = await found(
      pairs("1,r,A,B,A", "1,s,A,B,unsure", "2,r,A,C,-", "2,s,A,B,", "3,r,A,B,even"),
      { ...PAIRS, missing: ["-"], cannotTell: ["unsure"], tie: "even" },
    );
    expect(report.answers).toEqual({ given: 2, cannotTell: 1, cannotTellShare: 1 / 3, missing: 2 });
    expect(report).toMatchObject({ comparisons: 2, ties: 1 });
    expect(report.systems.map(({ system }) => system)).toEqual(["A", "B", "C"]);
  });
});

describe("what is wrong with a file", () => {
  it.each([
    [RANKINGS, ["1,a,x,1", "1,a,y,first"], "Line 3: “first” is not a rank. Write 1 for the best"],
    [RANKINGS, ["1,a,x,0", "1,a,y,1"], "Line 2: “0” is not a rank."],
    [
      RANKINGS,
      ["1,a,x,1", "1,a,x,2"],
      "Line 3: duplicate: “a” already ranked “x” for “1” in line 2. Keep one.",
    ],
    [RANKINGS, ["1,a,,1"], "Line 2: system is missing. Add it or delete the row."],
    [RANKINGS, ["1,a,x,1", "2,a,x,1"], "The file compares fewer than two systems."],
    [PAIRS, ["1,a,x,y,z"], "Line 2: “z” is neither “x” nor “y” nor “tie”. Write the preferred one"],
    [PAIRS, ["1,a,x,x,x"], "Line 2: “x” is compared with itself."],
    [
      PAIRS,
      ["1,a,x,y,x", "1,a,y,x,y"],
      "Line 3: duplicate: “a” already compared “y” and “x” for “1” in line 2. Keep one.",
    ],
    [
      PAIRS,
      ["1,a,tie,y,y"],
      "Line 2: “tie” is a system here, and also the text for a tie. Rename the system, or use another text with --tie.",
    ],
    [PAIRS, [",a,x,y,x"], "Line 2: question is missing."],
  ] as const)("is told with its line and a remedy: %#", async (request, rows, words) => {
    const file = request.kind === "pairs" ? pairs(...rows) : rankings(...rows);
    const message = await refused(file, request);
    expect(message).toContain(words);
    expect(message).toMatch(/Nothing was computed\.$/);
  });

  it("is told of columns and of too many systems", async () => {
    expect(await refused(pairs("1,a,x,y,x"), RANKINGS)).toBe(
      "The file has no column “system” for the system. Columns: “question”, “rater”, “left”, “right”, “preferred”.",
    );
    expect(
      await refused(pairs("1,a,x,y,x"), { ...PAIRS, columns: { ...PAIRS.columns, right: "left" } }),
    ).toBe("Question, rater, left, right and preferred must be five different columns.");
    const rows = Array.from({ length: 51 }, (_, at) => `1,a,s${at},${at + 1}`);
    expect(await refused(rankings(...rows), RANKINGS)).toContain(
      "The file compares 51 systems; the limit is 50.",
    );
  });
});
