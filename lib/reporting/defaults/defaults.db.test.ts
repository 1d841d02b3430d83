import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { getLastAccuracy, getReportDefaults, getReportFigure } from "./queries";
import type { ChoiceReport } from "@/lib/reporting/protocols/schema";
import { formatShare } from "@/lib/platform/numbers";
import {
  accuracyFigure,
  accuracyInSmall,
  overTimeFigure,
  principleFigure,
  protocolFigure,
} from "./figures";

let hugo: Actor;
beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "hugo.defaults@example.org", name: "Hugo", roles: ["researcher"] },
  });
  hugo = { userId: user.id, name: "Hugo", roles: ["researcher"], via: "web" };
});
afterAll(disconnect);

const make = (sample: Parameters<typeof makeRating>[1]): Promise<RatingSampleMade> =>
  withConnection((client) => makeRating(client, sample));

it("are nothing before something is rated; then the last release with ratings, all its rated runs, its largest campaign", async () => {
  const unrated = await make({ name: "Unrated", models: 2, judged: 0 });
  expect(await getReportDefaults(hugo)).toBeNull();

  const first = await make({ name: "First", questions: 30, models: 2, agreement: 1 });
  await make({ name: "Small", runIds: first.runIds.slice(0, 1), judged: 0.4 });
  const { release } = (await getReportDefaults(hugo))!;
  // Each made release is a day older than the one before; a campaign without ratings makes no release the last one.
  expect(release).toBe(
    (await db.release.findUniqueOrThrow({ where: { id: first.releaseId } })).name,
  );
  expect(unrated.releaseId).not.toBe(first.releaseId);
  expect(await getReportDefaults(hugo)).toEqual({
    release,
    runIds: first.runIds,
    ratedRuns: 2,
    modelId: first.modelIds[0],
    campaignId: first.campaignId,
  });

  const begin = (await getReportDefaults(hugo))!;
  const agreement = await getReportFigure(hugo, "agreement", begin);
  expect(agreement).toMatchObject({
    headline: "100.0%",
    words: "Raters give the same verdict, Relaxed",
    of: "alpha 1.00, reliable · n = 60",
  });
  const accuracy = (await getReportFigure(hugo, "accuracy", begin))!;
  // The best first, whichever run it is.
  const values = accuracy.bars.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect(accuracy.words).toContain(accuracy.bars[0]!.label);
  expect(accuracy.words).toMatch(
    values[0] === values[1]
      ? /^Highest share with credit: First model \d and 1 other run, Relaxed$/
      : /^Highest share with credit: First model \d, Relaxed$/,
  );
  expect(accuracy.of).toBe("n = 30");
  expect(accuracy.bars.map(({ n }) => n)).toEqual([30, 30]);
  expect(accuracy.headline).toBe(
    `${(Math.max(...accuracy.bars.map(({ value }) => value)) * 100).toFixed(1)}%`,
  );
  const comparison = (await getReportFigure(hugo, "comparison", begin))!;
  const [one, two] = ["First model 1", "First model 2"].map((name) =>
    Math.round(accuracy.bars.find(({ label }) => label === name)!.value * 30),
  );
  expect(comparison.bars[0]!.value).toBeCloseTo((one! - two!) / 30, 12);
  const { low, high } = comparison.bars[0]!;
  expect(comparison.words).toBe(
    `First model 1 minus First model 2, Relaxed${low! > 0 || high! < 0 ? "" : ": no clear difference"}`,
  );
  expect(await getReportFigure(hugo, "accuracy-over-time", begin)).toMatchObject({
    headline: formatShare(accuracy.bars.find(({ label }) => label === "First model 1")!.value),
    words: `First model 1 on ${release}, Relaxed`,
    of: "n = 30",
  });
  expect(await getReportFigure(hugo, "protocols", begin)).toBeNull();
  expect(await getReportFigure(hugo, "principles", begin)).toBeNull();
  // No run is listed there.
  expect(await getReportFigure(hugo, "leaderboard", begin)).toBeNull();
});

it("are the newest twelve of more runs, which is said; gold and corrections make no campaign larger", async () => {
  const { release: name } = (await getReportDefaults(hugo))!;
  const { id: releaseId } = await db.release.findUniqueOrThrow({ where: { name } });
  const many = await make({ name: "Many", releaseId, models: 14, ratingsPerResponse: 1 });
  const begin = (await getReportDefaults(hugo))!;
  expect(begin).toMatchObject({
    runIds: many.runIds.slice(-12),
    ratedRuns: 14 + 2,
    campaignId: many.campaignId,
  });
  expect((await getReportFigure(hugo, "accuracy", begin))!.of).toBe("n = 30 · 12 of 16 rated runs");
  // Six are drawn, which is said, and how many there are.
  const small = (await getLastAccuracy(hugo, begin))!;
  expect(small.bars).toEqual((await getReportFigure(hugo, "accuracy", begin))!.bars);
  expect(small.notes).toEqual([
    `Share of responses with credit, Relaxed, ${begin.release}.`,
    "Verdicts by human raters.",
    "Of the newest, the best 6 of 16 rated runs.",
  ]);
  const { runIds } = many;
  const gold = await make({ name: "Gold", runIds, gold: 0.9, corrected: 1, ratingsPerResponse: 1 });
  const ratings = (campaignId: number) => db.judgment.count({ where: { campaignId } });
  expect(await ratings(gold.campaignId)).toBeGreaterThan(await ratings(many.campaignId));
  expect((await getReportDefaults(hugo))!.campaignId).toBe(many.campaignId);
});

it("begin with a campaign whose follow-ups make it the largest, and not with one of these", async () => {
  const { campaignId, runIds } = (await getReportDefaults(hugo))!;
  const half = (name: string) => make({ name, runIds, judged: 0.7, ratingsPerResponse: 1 });
  const ratings = (id: number) => db.judgment.count({ where: { campaignId: id } });
  const [root, later] = [await half("Half"), await half("Other half")];
  expect((await getReportDefaults(hugo))!.campaignId).toBe(campaignId);
  await db.campaign.update({
    where: { id: later.campaignId },
    data: { followsId: root.campaignId },
  });
  expect(await ratings(later.campaignId)).toBeLessThan(await ratings(campaignId));
  expect((await getReportDefaults(hugo))!.campaignId).toBe(root.campaignId);
});

it("draw the bar of the headline, however many runs there are", () => {
  const row = (label: string, value: number) => ({
    label,
    accuracy: { all: { relaxed: { value, judged: 4, low: null, high: null } } },
  });
  const rows = ["a", "b", "c", "d", "e", "f", "g", "h"].map((label, at) => row(label, at / 10));
  const figure = accuracyFigure({ rows: rows as never })!;
  expect(figure.words).toBe("Highest share with credit: h, Relaxed");
  expect(figure.of).toBe("n = 4");
  const apart = rows.map((one, at) => ({ ...one, release: `R${at % 2}` }));
  expect(accuracyFigure({ rows: apart as never })!.bars[0]!.label).toBe("h, R1");
  const inputs = { verdicts: "people", questions: "rated", standard: null, basis: "rated" };
  const inSmall = (common: object | null) =>
    accuracyInSmall({ rows: apart, inputs, common } as never)!.notes;
  expect(inSmall(null)).toEqual([
    "Share of responses with credit, Relaxed.",
    "Verdicts by human raters.",
    "The best 6 of 8 rated runs.",
  ]);
  // Where runs were rated on different questions, it is said as in the report.
  expect(inSmall({ differ: true, questions: 3 }).at(-1)).toMatch(
    /^These runs were rated on different questions; 3 questions /,
  );
  const tied = [row("a", 0.5), row("b", 0.75), row("c", 0.75)];
  const words = (some: object[]) => accuracyFigure({ rows: some as never })!.words;
  expect(words(tied)).toBe("Highest share with credit: b and 1 other run, Relaxed");
  expect(words(tied.slice(0, 1))).toBe("Share with credit of a, Relaxed");
  expect(figure.bars.map(({ label }) => label)).toEqual(["h", "g", "f", "e", "d", "c"]);
});

it("show a model's latest release, drawn behind those before it", () => {
  const row = (release: string, value: number | null) => ({
    release,
    run: "Run",
    accuracy: { all: { relaxed: { value, judged: 9, low: null, high: null } } },
  });
  const figure = (rows: object[]) => overTimeFigure({ model: "Kestrel", rows: rows as never });
  const rows = [null, 0.1, 0.9, 0.3, 0.4, 0.5, 0.6, 0.45, null].map((value, at) =>
    row(`2025-0${at + 1}`, value),
  );
  const { headline, words, of, bars } = figure(rows)!;
  expect([headline, words, of]).toEqual(["45.0%", "Kestrel on 2025-08, Relaxed", "n = 9 · 7 runs"]);
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ["2025-03 · Run", 0.9],
    ["2025-04 · Run", 0.3],
    ["2025-05 · Run", 0.4],
    ["2025-06 · Run", 0.5],
    ["2025-07 · Run", 0.6],
    ["2025-08 · Run", 0.45],
  ]);
  expect(figure([row("2025-01", null)])).toBeNull();
});

it("show the run that judges prefer most by all principles together", () => {
  const share = (value: number | null) => ({ value, low: null, high: null, n: 40 });
  const of = (key: string, ...systems: [string, number | null][]) => ({
    key,
    preferences: {
      systems: systems.map(([system, value]) => ({ system, winRate: share(value) })),
    },
  });
  const figure = (...figures: object[]) => principleFigure({ figures: figures as never });
  const overall = of("overall", ["A", 0.375], ["B", 0.625]);
  expect(figure(of("brief", ["A", 1], ["B", 0]), overall)).toEqual({
    headline: "62.5%",
    words: "B, all principles: mean win rate",
    of: "n = 40",
    bars: [
      { label: "B", value: 0.625, low: null, high: null, n: 40 },
      { label: "A", value: 0.375, low: null, high: null, n: 40 },
    ],
  });
  expect(figure(of("overall", ["A", null], ["B", null]))).toBeNull();
});

describe("the picture of protocols", () => {
  const found = (value: number | null, low: number | null = null, high: number | null = null) => ({
    value,
    low,
    high,
    n: 12,
    method: "",
    undefinedBecause: null,
  });
  const chosen = (kind: "ordinal" | "binary", systems: object[]) =>
    ({
      kind,
      question: {
        kind,
        label: "Fluency",
        levels: [1, 2, 3, 4].map((value) => ({ value, label: `L${value}`, meaning: "" })),
      },
      systems,
    }) as unknown as ChoiceReport;

  it("draws means by their place on the scale, the greatest first, and shares as they are", () => {
    const means = protocolFigure({
      reports: [
        chosen("ordinal", [
          { system: "A", ordinal: { mean: found(1.75, 1, 2.5) }, shares: null },
          { system: "B", ordinal: { mean: found(3.25, 2.5, 4) }, shares: null },
          { system: "C", ordinal: { mean: found(null) }, shares: null },
        ]),
      ],
    });
    expect(means).toEqual({
      headline: "3.25",
      words: "B, Fluency: mean",
      of: "n = 12",
      bars: [
        { label: "B", value: 0.75, low: 0.5, high: 1, n: 12 },
        { label: "A", value: 0.25, low: 0, high: 0.5, n: 12 },
      ],
    });
    const shares = protocolFigure({
      reports: [
        chosen("binary", [
          { system: "A", ordinal: null, shares: [{ label: "Yes", share: found(0.5, 0.25, 0.75) }] },
        ]),
      ],
    });
    expect(shares).toEqual({
      headline: "50.0%",
      words: "A, Fluency: Yes",
      of: "n = 12",
      bars: [{ label: "A", value: 0.5, low: 0.25, high: 0.75, n: 12 }],
    });
    expect(protocolFigure({ reports: [] })).toBeNull();
  });
});
