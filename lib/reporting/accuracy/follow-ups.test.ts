import { describe, expect, it } from "vitest";
import { seededRandom } from "@/prisma/factories/release-rows";
import { sampleStrata } from "@/lib/rating/campaigns/rules";
import { accuracyRow, type AccuracyCount } from "./accuracy-table";
import { campaignRatingBy } from "./follow-ups";

const sampled = { id: 7, followsId: null };
const first = { id: 8, followsId: 7 };
const second = { id: 9, followsId: 7 };
const ofFirst = { id: 10, followsId: 8 };

describe("which campaign rates a question by the answers of a report", () => {
  it.each([
    ["the sample, where nothing changed", [sampled], [1, 1], 0],
    ["none, where the answers changed and no one follows", [sampled], [1, 2], null],
    ["the follow-up that was opened after the change", [sampled, first], [1, 2, 2], 1],
    ["none, where they changed after the follow-up was opened", [sampled, first], [1, 1, 2], null],
    ["none, where they changed before and after it", [sampled, first], [1, 2, 3], null],
    ["the sample, by its own answers of a former day", [sampled, first], [1, 2, 1], 0],
    ["the sample, where the answers came back", [sampled, first], [1, 1, 1], 0],
    [
      "the second follow-up of what the first one did not have",
      [sampled, first, second],
      [1, 1, 2, 2],
      2,
    ],
    ["none, where the first had it already", [sampled, first, second], [1, 2, 3, 3], null],
    [
      "the follow-up of the follow-up, where it changed twice",
      [sampled, first, ofFirst],
      [1, 2, 3, 3],
      2,
    ],
    ["the first follow-up, by the answers in between", [sampled, first, ofFirst], [1, 2, 3, 2], 1],
    [
      "none of a follow-up of a follow-up that does not have it",
      [sampled, first, ofFirst],
      [1, 1, 3, 3],
      null,
    ],
    [
      "the sample too that follows what is not looked at",
      [{ id: 7, followsId: 2 }, first],
      [1, 2, 2],
      1,
    ],
    [
      "the follow-up that came after answers came back and changed again",
      [sampled, first, second],
      [1, 1, 2, 2],
      2,
    ],
  ])("%s", (_, campaigns, answers, place) =>
    expect(campaignRatingBy(campaigns, answers)).toBe(place),
  );
});

/** Questions of a stratum that became right or wrong, and whether their answers have changed since: once, or twice. */
interface Population {
  factType: AccuracyCount["factType"];
  size: number;
  right: number;
  changed: number;
  twice: number;
  /** Of those that changed. */
  rightAfter: number;
}

const POPULATION: readonly Population[] = [
  { factType: "never-changing", size: 180, right: 0.9, changed: 0.03, twice: 0, rightAfter: 0.4 },
  { factType: "slow-changing", size: 200, right: 0.8, changed: 0.3, twice: 0.2, rightAfter: 0.1 },
  { factType: "fast-changing", size: 220, right: 0.7, changed: 0.6, twice: 0.4, rightAfter: 0.05 },
];

interface Question {
  factType: AccuracyCount["factType"];
  /** By the answers of the sample, and of the report. */
  right: boolean;
  rightNow: boolean;
  changes: 0 | 1 | 2;
}

function drawQuestions(random: () => number): Question[] {
  return POPULATION.flatMap(({ factType, size, ...share }) =>
    Array.from({ length: size }, (): Question => {
      const changes = random() >= share.changed ? 0 : random() < share.twice ? 2 : 1;
      const right = random() < share.right;
      return {
        factType,
        right,
        rightNow: changes === 0 ? right : random() < share.rightAfter,
        changes,
      };
    }),
  );
}

/** What a report by the present answers has of a sample and the follow-ups to it. */
function countsOf(
  questions: readonly Question[],
  { followUps, rated }: { followUps: 0 | 1 | 2; rated: number },
  random: () => number,
): AccuracyCount[] {
  const sizes = POPULATION.map(({ size }) => size);
  const drawn = sampleStrata(
    sizes.map((count) => ({ count })),
    120,
  );
  const campaigns = [sampled, first, ofFirst].slice(0, 1 + followUps);
  return POPULATION.flatMap(({ factType }, at) =>
    questions
      .filter((question) => question.factType === factType)
      .map((question) => ({ question, chance: random() }))
      .toSorted((a, b) => a.chance - b.chance)
      .map(({ question: { right, rightNow, changes } }, place): AccuracyCount => {
        // The first change came before the first follow-up, the second one between it and its own.
        const now = 1 + changes;
        const ratedIn = campaignRatingBy(campaigns, [
          ...[1, Math.min(2, now), now].slice(0, campaigns.length),
          now,
        ]);
        // Of a follow-up that goes on, some of the sample is rated.
        const has = place < drawn[at]! && ratedIn !== null && (ratedIn === 0 || random() < rated);
        const verdict = has ? (ratedIn === 0 ? right : rightNow) : null;
        return {
          factType,
          falsePremise: false,
          hops: "one-hop",
          effectiveYear: null,
          automatic: false,
          stale: false,
          rated: has,
          relaxed: verdict,
          strict: verdict,
          ratedIn,
          late: false,
          questions: 1,
        };
      }),
  );
}

/** So many times the truth is drawn, and from each so many samples. */
const [TRUTHS, SAMPLES] = [60, 50];

/** How often the interval holds the share of those questions that the estimate is for, and the range's that of all; on average its error and bounds. */
function simulate(followUps: 0 | 1 | 2, rated = 1) {
  const random = seededRandom(41);
  const mean = { held: 0, ranged: 0, error: 0, difference: 0, below: 0, above: 0 };
  for (let truth = 0; truth < TRUTHS; truth++) {
    const questions = drawQuestions(random);
    const shareOf = (of: readonly Question[]) =>
      of.filter(({ rightNow }) => rightNow).length / of.length;
    const whole = shareOf(questions);
    for (let sample = 0; sample < SAMPLES; sample++) {
      const counts = countsOf(questions, { followUps, rated }, random);
      // A follow-up of which nothing is rated yet says nothing.
      const speaking = new Set(counts.flatMap(({ ratedIn, rated: has }) => (has ? [ratedIn] : [])));
      const covered = questions.filter(({ changes }) => speaking.has(changes));
      const share = shareOf(covered);
      const { all } = accuracyRow(counts, 2022, "estimate");
      const { population, value, low, high, lowest, highest, changed, rangeLow, rangeHigh } =
        all.relaxed;
      expect([population, changed]).toEqual([covered.length, questions.length - covered.length]);
      mean.held += Number(low! <= share && share <= high!) / TRUTHS / SAMPLES;
      mean.error += (value! - share) / TRUTHS / SAMPLES;
      mean.difference += (value! - whole) / TRUTHS / SAMPLES;
      mean.ranged += Number(rangeLow! <= whole && whole <= rangeHigh!) / TRUTHS / SAMPLES;
      mean.below += (whole - lowest!) / TRUTHS / SAMPLES;
      mean.above += (highest! - whole) / TRUTHS / SAMPLES;
    }
  }
  return mean;
}

describe("an estimate from a sample whose answers have changed since", () => {
  it("is for the questions that have not, and its bounds hold the share of all of them", () => {
    const { held, ranged, error, difference, below, above } = simulate(0);
    expect(held).toBeGreaterThan(0.93);
    expect(held).toBeLessThan(0.975);
    expect(Math.abs(error)).toBeLessThan(0.005);
    // Bounds have no sampling error of their own; with it they hold the share of all.
    expect(ranged).toBeGreaterThan(0.95);
    // Far from the share of all of them.
    expect(difference).toBeGreaterThan(0.15);
    expect(Math.min(below, above)).toBeGreaterThan(0);
  });

  it.each([
    ["is for all of them with its follow-ups", 2, 1],
    ["is for all but what changed twice with the first of them", 1, 1],
    ["is for all of them while two thirds of the follow-ups are rated", 2, 2 / 3],
  ] as const)("%s", (_, followUps, rated) => {
    const { held, error } = simulate(followUps, rated);
    expect(held).toBeGreaterThan(0.93);
    // Of strata with a handful of ratings the interval is cautious.
    expect(held).toBeLessThan(rated === 1 ? 0.975 : 0.985);
    expect(Math.abs(error)).toBeLessThan(0.005);
  });
});
