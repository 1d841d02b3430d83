import { describe, expect, it } from "vitest";
import { seededRandom } from "@/prisma/factories/release-rows";
import { sampleStrata } from "@/lib/rating/campaigns/rules";
import { accuracyRow, type Accuracy, type AccuracyCount } from "./accuracy-table";
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
          questions: 1,
        };
      }),
  );
}

const REPEATS = 2_000;

/** How often the interval holds the share of those questions that the estimate is for, and how often the bounds hold that of all. */
function simulate(followUps: 0 | 1 | 2, rated = 1) {
  const random = seededRandom(41 + followUps);
  const questions = drawQuestions(random);
  const covered = questions.filter(({ changes }) => changes <= followUps);
  const shareOf = (of: readonly Question[]) =>
    of.filter(({ rightNow }) => rightNow).length / of.length;
  let [held, sum, lowest, highest] = [0, 0, 0, 0];
  let found: Accuracy | undefined;
  let population = 0;
  for (let turn = 0; turn < REPEATS; turn++) {
    const { all } = accuracyRow(
      countsOf(questions, { followUps, rated }, random),
      2022,
      "estimate",
    );
    found = all.relaxed;
    population = all.population;
    sum += found.value!;
    if (found.low! <= shareOf(covered) && shareOf(covered) <= found.high!) held++;
    lowest += found.lowest!;
    highest += found.highest!;
  }
  return {
    coverage: held / REPEATS,
    /** On average: bounds have no sampling error of their own. */
    bounds: [lowest / REPEATS, highest / REPEATS] as const,
    share: shareOf(questions),
    bias: sum / REPEATS - shareOf(covered),
    covered: covered.length,
    population,
    changed: found!.changed,
    /** What all of it would be if what changed were as right as what did not. */
    difference: shareOf(covered) - shareOf(questions),
    questions: questions.length,
  };
}

describe("an estimate from a sample whose answers have changed since", () => {
  it("is for the questions that have not, and its bounds for all of them", () => {
    const { coverage, bounds, share, bias, covered, population, changed, difference, questions } =
      simulate(0);
    expect(coverage).toBeGreaterThan(0.93);
    expect(coverage).toBeLessThan(0.975);
    expect(Math.abs(bias)).toBeLessThan(0.005);
    expect([population, changed]).toEqual([covered, questions - covered]);
    // Far from the share of all of them, which the bounds hold.
    expect(difference).toBeGreaterThan(0.15);
    expect(bounds[0]).toBeLessThan(share);
    expect(bounds[1]).toBeGreaterThan(share);
  });

  it("is for all of them with its follow-ups, and for what they have with some", () => {
    for (const [followUps, rated] of [
      [2, 1],
      [1, 1],
      // Half of what changed is rated yet.
      [2, 0.5],
    ] as const) {
      const { coverage, bias, covered, population } = simulate(followUps, rated);
      expect(coverage).toBeGreaterThan(0.93);
      expect(coverage).toBeLessThan(0.975);
      expect(Math.abs(bias)).toBeLessThan(0.005);
      expect(population).toBe(covered);
    }
  });
});
