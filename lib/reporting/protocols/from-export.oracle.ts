import { expectedStrengths } from "@/lib/statistics/bradley-terry.oracle";
import {
  expectedPlaces,
  expectedWinRate,
  impliedPairs,
  type PairRow,
  type RankRow,
} from "@/lib/reporting/preferences/preferences.oracle";

/*
 * Every number of a report under a protocol, from nothing but the files that its readers can download: rows=judgments for
 * questions with levels, rows=rankings and rows=pairs for the others. It shares no code with what makes the report.
 */

/** A row by the titles of the file's columns. */
export type Line = Readonly<Record<string, string>>;

/** A question with levels, as the protocol says it. */
export interface AskedChoice {
  key: string;
  kind: "binary" | "nominal" | "ordinal";
  levels: readonly { value: number; label: string }[];
  cannotTell: boolean;
}

/** Numbers by "Measure|System|Against"; empty where a number is of no system. */
export type Figures = Map<string, { value: number | null; n: number }>;

const yes = (cell: string | undefined) => /^(t|true)$/i.test(cell ?? "");
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
const unique = <T>(all: readonly T[]) => [...new Set(all)];
const nameOf = (measure: string, system = "", against = "") => [measure, system, against].join("|");

// Questions with levels ---------------------------------------------------------------------------------------------

interface Said {
  question: string;
  item: string;
  rater: string;
  system: string;
  /** The rater's own; null: cannot tell, or the question was not asked. */
  own: number | null;
  /** What counts in means and shares: of an adjudicated item the adjudicated answer; null: cannot tell. */
  final: number | null;
  adjudicated: boolean;
  /** Of a gold item of the sample: no part of agreement. */
  gold: boolean;
}

/** The answers to one question that count, one of each rater and item at most: of an adjudicated one what was decided. */
export function answersOf(lines: readonly Line[], key: string): Said[] {
  return saidOf(lines, key).flatMap(({ final, ...said }) =>
    final === undefined ? [] : [{ ...said, final }],
  );
}

/** What each rater and the adjudicator say; `final` is undefined where nothing counts as answered. */
function saidOf(lines: readonly Line[], key: string) {
  const valueOf = (cell: string | undefined, cannotTell: string | undefined) =>
    yes(cannotTell) ? null : cell === "" || cell === undefined ? undefined : Number(cell);
  return lines
    .filter((line) => line.key === key && yes(line.counts))
    .map((line) => {
      const adjudicated = line.adjudication_id !== "";
      const own = valueOf(line.value, line.cannot_tell);
      return {
        question: line.question_id!,
        item: line.response_ids! + line.reference_place!,
        rater: line.rater_key!,
        system: (JSON.parse(line.systems!) as string[])[0]!,
        own: own ?? null,
        final: adjudicated ? valueOf(line.adjudicated_value, line.adjudicated_cannot_tell) : own,
        adjudicated,
        gold: yes(line.gold),
      };
    });
}

/** Ratings of each system that count, whether they answer a question or not. */
export function ratingsOf(lines: readonly Line[], system: string): number {
  return unique(
    lines
      .filter((line) => yes(line.counts) && (JSON.parse(line.systems!) as string[])[0] === system)
      .map(({ judgment_id: id }) => id!),
  ).length;
}

/** Every number of a question with levels: of each system, agreement over all, and agreement of each system. */
export function choiceFigures(
  lines: readonly Line[],
  question: AskedChoice,
  systems: readonly string[],
): Figures {
  const { key, kind, levels, cannotTell } = question;
  const found: Figures = new Map();
  const counting = answersOf(lines, key);
  for (const system of systems) {
    const own = counting.filter((one) => one.system === system);
    const values = own.flatMap(({ final }) => (final === null ? [] : [final]));
    const n = values.length;
    const share = (value: number) =>
      n === 0 ? null : values.filter((one) => one === value).length / n;
    if (kind === "ordinal") {
      found.set(nameOf("Mean", system), { value: n === 0 ? null : mean(values), n });
      found.set(nameOf("Median", system), { value: n === 0 ? null : medianOf(values), n });
      for (const { value } of levels)
        found.set(nameOf(`Share of ${value}`, system), { value: share(value), n });
    } else
      for (const { value, label } of kind === "binary" ? levels.slice(1) : levels)
        found.set(nameOf(`Share of ${label}`, system), { value: share(value), n });
    if (cannotTell)
      found.set(nameOf("Share of cannot tell", system), {
        value: own.length === 0 ? null : (own.length - n) / own.length,
        n: own.length,
      });
  }
  // Each two systems on the questions that both have answers about, each question once.
  const measures: [string, (value: number) => number][] =
    kind === "ordinal"
      ? [["Mean", (value) => value]]
      : (levels.length === 2 ? levels.slice(1) : levels).map(({ value: level, label }) => [
          label,
          (value) => Number(value === level),
        ]);
  const pointsOf = (system: string, question: string) =>
    counting.flatMap((one) =>
      one.system === system && one.question === question && one.final !== null ? [one.final] : [],
    );
  systems.forEach((one, at) =>
    systems.slice(at + 1).forEach((other) => {
      const shared = unique(counting.map((answer) => answer.question)).filter(
        (asked) => pointsOf(one, asked).length > 0 && pointsOf(other, asked).length > 0,
      );
      for (const [measure, points] of measures) {
        const differences = shared.map(
          (asked) =>
            mean(pointsOf(one, asked).map(points)) - mean(pointsOf(other, asked).map(points)),
        );
        found.set(nameOf(`Paired difference, ${measure}`, one, other), {
          value: shared.length === 0 ? null : mean(differences),
          n: shared.length,
        });
      }
    }),
  );
  const said = saidOf(lines, key);
  const scale = levels.map(({ value }) => value);
  for (const [measure, of] of agreementOf(said, kind, scale)) found.set(nameOf(measure), of);
  for (const system of systems) {
    const own = said.filter((one) => one.system === system);
    const agreement = agreementOf(own, kind, scale);
    // Of fewer than ten items no agreement of a system is printed.
    if (agreement.get("Percent agreement")!.n < 10) continue;
    for (const [measure, of] of agreement) found.set(nameOf(measure, system), of);
  }
  return found;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!;
}

/** A rating by the number of its level. */
interface Rated {
  rater: string;
  level: number;
}
type Weight = (a: number, b: number) => number;

/** All coefficients, of raters' own answers; null: undefined. */
function agreementOf(
  said: readonly (Pick<Said, "item" | "own" | "rater"> & Partial<Pick<Said, "gold">>)[],
  kind: AskedChoice["kind"],
  scale: readonly number[],
): Map<string, { value: number | null; n: number }> {
  const given = said.filter((one) => one.own !== null && one.gold !== true);
  const raters = unique(given.map(({ rater }) => rater)).sort();
  const units = unique(given.map(({ item }) => item))
    .map((item): Rated[] =>
      given
        .filter((one) => one.item === item)
        .map(({ rater, own }) => ({ rater, level: scale.indexOf(own!) })),
    )
    .filter((unit) => unit.length > 1);
  return coefficients(units, raters, scale.length, kind === "ordinal");
}

function coefficients(
  units: readonly Rated[][],
  raters: readonly string[],
  q: number,
  ordinal: boolean,
): Map<string, { value: number | null; n: number }> {
  const same: Weight = (a, b) => Number(a === b);
  const near =
    (power: number): Weight =>
    (a, b) =>
      1 - (Math.abs(a - b) / (q - 1)) ** power;
  const n = units.length;
  const of = (value: number | null) => ({ value, n });
  const two = raters.length === 2;
  return new Map([
    ["Percent agreement", of(n === 0 ? null : 100 * observed(units, same))],
    ["Cohen’s kappa", of(two ? kappa(units, raters, same) : null)],
    ["Fleiss’ kappa", of(fleiss(units, q))],
    ["Krippendorff’s alpha", of(alpha(units, ordinal))],
    ["Gwet’s AC1", of(gwet(units, q, same))],
    ...(ordinal
      ? ([
          ["Weighted kappa, linear", of(two ? kappa(units, raters, near(1)) : null)],
          ["Weighted kappa, quadratic", of(two ? kappa(units, raters, near(2)) : null)],
          ["Gwet’s AC2, linear", of(gwet(units, q, near(1)))],
          ["Gwet’s AC2, quadratic", of(gwet(units, q, near(2)))],
        ] as const)
      : []),
  ]);
}

/** The mean weight of the pairs of ratings of a unit, averaged over units. */
function observed(units: readonly Rated[][], weight: Weight): number {
  return mean(
    units.map((unit) =>
      mean(
        unit.flatMap((a, i) => unit.flatMap((b, j) => (i === j ? [] : [weight(a.level, b.level)]))),
      ),
    ),
  );
}

function kappa(
  units: readonly Rated[][],
  [first, second]: readonly string[],
  weight: Weight,
): number | null {
  const levelsOf = (rater: string) =>
    units.map((unit) => unit.find((one) => one.rater === rater)!.level);
  const [a, b] = [levelsOf(first!), levelsOf(second!)];
  const chance = mean(a.flatMap((one) => b.map((other) => weight(one, other))));
  return chance === 1
    ? null
    : (mean(a.map((one, at) => weight(one, b[at]!))) - chance) / (1 - chance);
}

/** Where each unit has as many ratings. */
function fleiss(units: readonly Rated[][], q: number): number | null {
  if (unique(units.map(({ length }) => length)).length !== 1) return null;
  const all = units.flat();
  const chance = sum(
    Array.from(
      { length: q },
      (_, level) => (all.filter((one) => one.level === level).length / all.length) ** 2,
    ),
  );
  const po = observed(units, (a, b) => Number(a === b));
  return chance === 1 ? null : (po - chance) / (1 - chance);
}

/** Krippendorff's, by the matrix of coincidences. */
function alpha(units: readonly Rated[][], ordinal: boolean): number | null {
  const counts = new Map<number, number>();
  for (const { level } of units.flat()) counts.set(level, (counts.get(level) ?? 0) + 1);
  const n = sum([...counts.values()]);
  const between = (a: number, b: number) =>
    sum([...counts].flatMap(([level, many]) => (level >= a && level <= b ? [many] : [])));
  const distance = (a: number, b: number) => {
    if (a === b) return 0;
    if (!ordinal) return 1;
    const [low, high] = a < b ? [a, b] : [b, a];
    return (between(low, high) - (counts.get(low)! + counts.get(high)!) / 2) ** 2;
  };
  const found = sum(
    units.flatMap((unit) =>
      unit.flatMap((a, i) =>
        unit.flatMap((b, j) => (i === j ? [] : [distance(a.level, b.level) / (unit.length - 1)])),
      ),
    ),
  );
  const chance = sum(
    [...counts].flatMap(([a, many]) =>
      [...counts].map(([b, others]) => (many * others * distance(a, b)) / (n - 1)),
    ),
  );
  return chance === 0 || n === 0 ? null : 1 - found / chance;
}

/** AC1, and with weights AC2. */
function gwet(units: readonly Rated[][], q: number, weight: Weight): number | null {
  if (units.length === 0) return null;
  const places = Array.from({ length: q }, (_, at) => at);
  const all = sum(places.flatMap((a) => places.map((b) => weight(a, b))));
  const spread = sum(
    places.map((level) => {
      const share = mean(
        units.map((unit) => unit.filter((one) => one.level === level).length / unit.length),
      );
      return share * (1 - share);
    }),
  );
  const chance = (all / (q * (q - 1))) * spread;
  return (observed(units, weight) - chance) / (1 - chance);
}

/**
 * The 2.5% and 97.5% quantiles of the mean where whole groups are drawn with replacement, by a generator of its own: as
 * near to the product's as chance allows.
 */
export function expectedMeanInterval(groups: readonly (readonly number[])[]): [number, number] {
  let state = 12_345;
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * n);
  };
  const means = Array.from({ length: 4_000 }, () =>
    mean(groups.flatMap(() => groups[below(groups.length)]!)),
  ).sort((a, b) => a - b);
  return [means[100]!, means[3_899]!];
}

/** The answers to a question that count in means, of a system, by question of the dataset. */
export function answersByQuestion(lines: readonly Line[], key: string, system: string) {
  const said = answersOf(lines, key).filter((one) => one.system === system);
  return unique(said.map(({ question }) => question))
    .map((question) =>
      said.flatMap((one) => (one.question === question && one.final !== null ? [one.final] : [])),
    )
    .filter((values) => values.length > 0);
}

// Rankings and pairs ------------------------------------------------------------------------------------------------

/** What rankings and pairs have in common: win rates, expected ranks, strengths. @param rows a comparison each */
function comparisonFigures(rows: readonly PairRow[], systems: readonly string[]): Figures {
  const found: Figures = new Map();
  const metBy = (one: string, other: string) =>
    rows.filter(({ left, right }) => [left, right].includes(one) && [left, right].includes(other));
  const others = (one: string) => systems.filter((other) => other !== one);
  const count = (one: string, other: string, preferred: string) =>
    one === other ? 0 : metBy(one, other).filter((row) => row.preferred === preferred).length;
  const { strengths, tie } = expectedStrengths(
    systems.map((one) => systems.map((other) => count(one, other, one))),
    systems.map((one) => systems.map((other) => count(one, other, "tie"))),
  );
  systems.forEach((one, at) => {
    const rates = others(one).map((other) => expectedWinRate(rows, one, other));
    const n = sum(others(one).map((other) => metBy(one, other).length));
    found.set(nameOf("Mean win rate", one), { value: mean(rates), n });
    found.set(nameOf("Expected rank", one), { value: 1 + sum(rates.map((rate) => 1 - rate)), n });
    found.set(nameOf("Strength", one), { value: strengths[at]!, n });
    others(one).forEach((other, to) =>
      found.set(nameOf("Win rate", one, other), { value: rates[to]!, n: metBy(one, other).length }),
    );
  });
  const ties = rows.filter(({ preferred }) => preferred === "tie").length;
  if (ties > 0) found.set(nameOf("Davidson’s ν"), { value: tie, n: ties });
  return found;
}

/** Every number of a ranking. @param lines of rows=rankings */
export function rankingFigures(lines: readonly Line[], systems: readonly string[]): Figures {
  const rows = lines as readonly unknown[] as readonly (RankRow & { shown: string })[];
  const found = comparisonFigures(impliedPairs(rows), systems);
  for (const system of systems) {
    const { meanRank, firstPlace, rankings } = expectedPlaces(rows, systems, system);
    found.set(nameOf("Mean rank", system), { value: meanRank, n: rankings });
    found.set(nameOf("First places", system), { value: firstPlace, n: rankings });
  }
  // The same figures, with the place shown in the place of the system.
  const byPlace = rows.map((row) => ({ ...row, system: row.shown }));
  const places = systems.map((_, at) => String(at + 1));
  for (const place of places) {
    const { meanRank, firstPlace, rankings } = expectedPlaces(byPlace, places, place);
    found.set(nameOf(`First places, place shown ${place}`), { value: firstPlace, n: rankings });
    found.set(nameOf(`Mean rank, place shown ${place}`), { value: meanRank, n: rankings });
  }
  const concordances = [...rankingsByQuestion(rows, systems).values()].flatMap((rankings) => {
    const w = rankings.length < 2 ? null : kendallsW(rankings);
    return w === null ? [] : [{ w, spearman: (rankings.length * w - 1) / (rankings.length - 1) }];
  });
  const n = concordances.length;
  found.set(nameOf("Kendall’s W"), { value: mean(concordances.map(({ w }) => w)), n });
  found.set(nameOf("Spearman’s correlation"), {
    value: mean(concordances.map(({ spearman }) => spearman)),
    n,
  });
  return found;
}

/** Friedman's test over questions: W and chi-square of the mean ranks of each question as one ranking. */
export function expectedAcrossQuestions(
  lines: readonly Line[],
  systems: readonly string[],
): { w: number; chiSquare: number } {
  const rows = lines as readonly unknown[] as readonly RankRow[];
  const means = [...rankingsByQuestion(rows, systems).values()].map((rankings) =>
    systems.map((_, at) => mean(rankings.map((ranking) => midranks(ranking)[at]!))),
  );
  const w = kendallsW(means)!;
  return { w, chiSquare: means.length * (systems.length - 1) * w };
}

function rankingsByQuestion(
  rows: readonly RankRow[],
  systems: readonly string[],
): Map<string, number[][]> {
  const found = new Map<string, number[][]>();
  for (const question of unique(rows.map((row) => row.question))) {
    const own = rows.filter((row) => row.question === question);
    found.set(
      question,
      unique(own.map(({ rater }) => rater)).map((rater) =>
        systems.map((system) =>
          Number(own.find((row) => row.rater === rater && row.system === system)!.rank),
        ),
      ),
    );
  }
  return found;
}

/** The mean of the places that equal values take. */
function midranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value - 1e-9).length;
    const equal = values.filter((other) => Math.abs(other - value) <= 1e-9).length;
    return below + (equal + 1) / 2;
  });
}

/** W = 12 S / (m² (n³ − n) − m Σ T). Null where each ranking ties all. */
function kendallsW(rankings: readonly (readonly number[])[]): number | null {
  const ranks = rankings.map(midranks);
  const [m, n] = [ranks.length, ranks[0]!.length];
  const sums = ranks[0]!.map((_, at) => sum(ranks.map((ranking) => ranking[at]!)));
  const s = sum(sums.map((one) => (one - mean(sums)) ** 2));
  const ties = sum(
    ranks.flatMap((ranking) =>
      unique(ranking).map((rank) => {
        const t = ranking.filter((other) => other === rank).length;
        return t ** 3 - t;
      }),
    ),
  );
  const room = m * m * (n ** 3 - n) - m * ties;
  return room === 0 ? null : (12 * s) / room;
}

/** Every number of a comparison in pairs. @param lines of rows=pairs */
export function pairFigures(lines: readonly Line[], systems: readonly string[]): Figures {
  const rows = (lines as readonly unknown[] as readonly PairRow[]).filter(
    ({ preferred }) => preferred !== "cannot tell",
  );
  const found = comparisonFigures(rows, systems);
  const untied = rows.filter(({ preferred }) => preferred !== "tie");
  found.set(nameOf("Won by the left side"), {
    value: untied.filter(({ left, preferred }) => left === preferred).length / untied.length,
    n: untied.length,
  });
  // Agreement on each pair of each question, by the order of the systems.
  const ties = untied.length < rows.length;
  const units = new Map<string, Rated[]>();
  for (const { question, rater, left, right, preferred } of rows) {
    const [first, second] = [left, right].sort((a, b) => systems.indexOf(a) - systems.indexOf(b));
    const level = preferred === first ? 0 : preferred === second ? (ties ? 2 : 1) : 1;
    const key = `${question} ${first} ${second}`;
    units.set(key, [...(units.get(key) ?? []), { rater, level }]);
  }
  const rated = [...units.values()].filter((unit) => unit.length > 1);
  const raters = unique(rows.map(({ rater }) => rater)).sort();
  for (const [measure, of] of coefficients(rated, raters, ties ? 3 : 2, false))
    found.set(nameOf(measure), of);
  return found;
}
