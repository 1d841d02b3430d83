import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { bootstrap } from "./bootstrap";
import { clusteredShare } from "./clustered-share";
import {
  coverageOf,
  expectPromise,
  pairedCells,
  pointsOf,
  type Model,
} from "@/prisma/testing/interval-coverage";
import { finish, wilson } from "./intervals";
import { discordantOddsRatio, newcombePaired } from "./paired-proportions";

describe("the coverage of 95% intervals", { timeout: 120_000 }, () => {
  it("Wilson's, of a share", () => {
    const models = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((p): Model => ({
      cells: [p, 1 - p],
      truth: [p],
    }));
    expectPromise(
      "Wilson",
      pointsOf(1, models, ([successes, failures]) => [
        wilson(successes!, successes! + failures!)!,
      ])[0]!,
      0,
    );
  });

  it.each([
    { name: "of four comparisons each, alike in part", sizes: [4], alike: 0.5 },
    { name: "of four comparisons each, all alike", sizes: [4], alike: 1 },
    { name: "of one and of nine comparisons", sizes: [1, 9], alike: 0.3 },
  ])("a share over questions $name", ({ sizes, alike }) => {
    // A question is all alike, won or lost, with some probability, else each of its comparisons is by itself.
    const kinds = sizes.flatMap((of) =>
      Array.from({ length: of + 1 }, (_, points) => ({ points, of })),
    );
    const models = [0.5, 0.7, 0.8, 0.9, 0.95].map((p): Model => {
      const whole = [1 - p, p];
      return {
        cells: kinds.map(({ points, of }) => {
          const together = points === 0 || points === of ? whole[points === of ? 1 : 0]! : 0;
          const apart = binomial(of, points, p);
          return (alike * together + (1 - alike) * apart) / sizes.length;
        }),
        truth: [p],
      };
    });
    expectPromise(
      "clustered share",
      pointsOf(31, models, (counts) => [
        clusteredShare(counts.map((times, kind) => ({ ...kinds[kind]!, times }))).interval!,
      ])[0]!,
      0,
    );
  });

  it("a share over few questions, about as often as Wilson's of so few trials", () => {
    const kinds = [0, 1, 2, 3, 4].map((points) => ({ points, of: 4 }));
    const models = [0.5, 0.7, 0.8, 0.9].map((p): Model => ({
      cells: kinds.map(({ points }) => binomial(4, points, p)),
      truth: [p],
    }));
    const few = { sizes: [1, 2, 5, 10] };
    const points = pointsOf(
      37,
      models,
      (counts) => [
        clusteredShare(counts.map((times, kind) => ({ ...kinds[kind]!, times }))).interval!,
      ],
      few,
    )[0]!;
    const { mean, least } = coverageOf(points);
    expect(mean).toBeGreaterThan(0.94);
    expect(least).toBeGreaterThan(0.9);
  });

  /** Two runs: the share of credit of each, and how far they go together (0 to 1). */
  const paired = [
    [0.5, 0.5],
    [0.6, 0.7],
    [0.7, 0.9],
    [0.9, 0.9],
  ].flatMap(([first, second]) =>
    [0, 0.4, 0.8].map((together) => {
      const model = { first: first!, second: second!, together };
      return { ...model, cells: pairedCells(model) };
    }),
  );

  it("Newcombe's, of the difference of two runs", () => {
    const models = paired.map(({ cells, first, second }): Model => ({
      cells,
      truth: [first - second],
    }));
    expectPromise(
      "Newcombe",
      pointsOf(41, models, ([both, first, second, neither]) => [
        newcombePaired({ both: both!, first: first!, second: second!, neither: neither! })!,
      ])[0]!,
      0,
    );
  });

  it("the exact one of an odds ratio, which covers at least so often", () => {
    const models = paired
      .filter(({ cells }) => cells[1]! > 0.01 && cells[2]! > 0.01)
      .map(({ cells: [, first, second] }): Model => ({
        cells: [first!, second!, 1 - first! - second!],
        truth: [first! / second!],
      }));
    const points = pointsOf(51, models, ([first, second]) => {
      const { low, high } = discordantOddsRatio(first!, second!);
      return [{ low, high: high ?? (low === null ? null : Infinity) }];
    })[0]!;
    const { mean, least } = coverageOf(points);
    expect(mean).toBeGreaterThanOrEqual(0.95);
    expect(least).toBeGreaterThanOrEqual(
      0.95 - 2.5 * Math.max(...points.map(({ error }) => error)),
    );
  });

  it("the bootstrap's over questions, of a mean", () => {
    const models = [
      [0.25, 0.25, 0.25, 0.25],
      [0.7, 0.1, 0.1, 0.1],
      [0.05, 0.1, 0.25, 0.6],
    ].map((cells): Model => ({
      cells,
      truth: [cells.reduce((sum, probability, level) => sum + probability * level, 0)],
    }));
    // 2,000 resamples of each sample: more of them would take minutes.
    const some = { sizes: [20, 50, 100], mostTables: 2_000 };
    const meanOf = (counts: readonly number[]) => {
      const values = counts.flatMap((questions, level) =>
        Array.from({ length: questions }, () => level),
      );
      const { interval } = finish(
        bootstrap(values.length, (times) => {
          let sum = 0;
          for (let at = 0; at < values.length; at++) sum += times[at]! * values[at]!;
          return [sum / values.length];
        }),
      )(0);
      return [interval ?? { low: null, high: null }];
    };
    expectPromise("bootstrap", pointsOf(61, models, meanOf, some)[0]!, 0.02);
  });
});

function binomial(of: number, some: number, p: number): number {
  let ways = 1;
  for (let at = 0; at < some; at++) ways = (ways * (of - at)) / (at + 1);
  return ways * p ** some * (1 - p) ** (of - some);
}

/*
 * Where the product makes intervals, and the test that measures how often such an interval covers the truth: by file and
 * the function that makes it, so that one file's coefficients are one entry. What a bootstrap draws is the same for every
 * number; its row is of a mean. Record 0226 says which numbers have no row of their own.
 */
const HERE = "lib/statistics/coverage.test.ts";
const AGREEMENT = "lib/reporting/agreement/coverage.test.ts";
const ROWS: Record<string, [file: string, titles: string[]]> = {
  "lib/reporting/accuracy/accuracy-table.ts wilson": [HERE, ["Wilson's, of a share"]],
  "lib/reporting/accuracy/comparison.ts discordantOddsRatio": [
    HERE,
    ["the exact one of an odds ratio, which covers at least so often"],
  ],
  "lib/reporting/accuracy/comparison.ts newcombePaired": [
    HERE,
    ["Newcombe's, of the difference of two runs"],
  ],
  "lib/reporting/accuracy/paired-estimate.ts discordantOddsRatio": [
    "lib/reporting/accuracy/paired-estimate.test.ts",
    ["the interval of an odds ratio from a sample, which covers at least so often"],
  ],
  "lib/reporting/accuracy/paired-estimate.ts newcombePaired": [
    "lib/reporting/accuracy/paired-estimate.test.ts",
    ["the interval of a difference from a sample"],
  ],
  "lib/reporting/accuracy/estimate.ts wilson": [
    "lib/reporting/accuracy/estimate.test.ts",
    [
      "the interval of an estimate keeps its promise",
      "the interval of a standardized share keeps its promise",
    ],
  ],
  "lib/reporting/agreement/agreement.ts jackknife": [
    AGREEMENT,
    [
      "percent agreement, Fleiss' kappa, alpha and AC1 of two ratings a response",
      "Cohen's kappa",
      "every coefficient of %i raters",
      "the coefficients over both modes, whose verdicts belong together",
      "weighted kappa and ordinal alpha of both modes as one verdict",
    ],
  ],
  "lib/reporting/agreement/agreement.ts wilson": [HERE, ["Wilson's, of a share"]],
  "lib/reporting/agreement/levels.ts bootstrap": [
    HERE,
    ["the bootstrap's over questions, of a mean"],
  ],
  "lib/reporting/agreement/rules.ts clusteredShare": [
    AGREEMENT,
    ["a rater's agreement with the others, of %i raters"],
  ],
  "lib/reporting/agreement/verdicts.ts clusteredShare": [
    AGREEMENT,
    ["specific agreement on credit and on no credit"],
  ],
  "lib/reporting/agreement/rules.ts wilson": [HERE, ["Wilson's, of a share"]],
  "lib/reporting/preferences/preferences.ts bootstrap": [
    HERE,
    ["the bootstrap's over questions, of a mean"],
  ],
  "lib/reporting/preferences/win-rates.ts clusteredShare": [HERE, ["a share over questions $name"]],
  "lib/reporting/principles/prediction.ts bootstrap": [
    HERE,
    ["the bootstrap's over questions, of a mean"],
  ],
  "lib/reporting/protocols/citations.ts bootstrap": [
    HERE,
    ["the bootstrap's over questions, of a mean"],
  ],
  "lib/reporting/protocols/paired.ts bootstrap": [
    HERE,
    ["the bootstrap's over questions, of a mean"],
  ],
  "lib/reporting/audit-sample/rules.ts finiteShare": [
    "lib/statistics/finite-share.test.ts",
    [
      "covers the truth about as often as it says, whatever the truth: mean, and the least of all truths",
    ],
  ],
  "lib/runs/evaluators/repeatability.ts wilson": [HERE, ["Wilson's, of a share"]],
};

describe("the intervals that the product prints", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");
  const sources = ["lib", "components", "app"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|oracle)\.tsx?$/.test(path)),
  );
  const within = (path: string) => path.startsWith("lib/statistics/");
  const statements = (path: string) =>
    ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest).statements;

  /** The functions of lib/statistics that make an interval, by what they say they return. */
  const makers = new Set(
    sources.filter(within).flatMap((path) => {
      const text = read(path);
      return [...statements(path)].flatMap((one) =>
        ts.isFunctionDeclaration(one) &&
        one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) &&
        /Interval|OddsRatio|ClusteredShare/.test(text.slice(one.type?.pos ?? 0, one.type?.end ?? 0))
          ? [one.name!.text]
          : [],
      );
    }),
  );

  it("are those of these makers, each with a row", () => {
    expect([...makers].sort()).toEqual([
      "bootstrap",
      "clopperPearson",
      "clusteredShare",
      "discordantOddsRatio",
      "finiteShare",
      "jackknife",
      "newcombePaired",
      "wilson",
      "wilsonOfShare",
    ]);
    const uses = sources
      .filter((path) => !within(path))
      .flatMap((path) =>
        [...statements(path)].flatMap((one) => {
          if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return [];
          if (!/(^@\/lib|^\.\..*)\/statistics\//.test(one.moduleSpecifier.text)) return [];
          const names = one.importClause?.namedBindings;
          expect(names !== undefined && ts.isNamedImports(names), path).toBe(true);
          return (names as ts.NamedImports).elements
            .map(({ propertyName, name }) => (propertyName ?? name).text)
            .filter((name) => makers.has(name))
            .map((name) => `${path} ${name}`);
        }),
      );
    expect(uses.sort()).toEqual(Object.keys(ROWS).sort());
  });

  it.each(Object.entries(ROWS))("%s has a test that measures its coverage", (_, [file, titles]) => {
    const text = read(file);
    for (const title of titles)
      expect(text).toMatch(
        new RegExp(`(it|describe)(\\.each\\([^]*?\\))?\\(\\s*"${escaped(title)}"`),
      );
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
