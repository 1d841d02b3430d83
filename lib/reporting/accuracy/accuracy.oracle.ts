import { expectedWilson } from "@/lib/statistics/wilson.oracle";

/*
 * A run's accuracy, written a second time for tests: response by response, column by column, as the paper describes it.
 * The product counts in SQL and computes from counts (verdict, accuracy-table, queries).
 */

/** A verdict on a response, in both modes. */
export interface Said {
  relaxed: boolean;
  strict: boolean;
}
type Mode = keyof Said;

/** What the verdict on a response comes from. */
export interface Judged {
  gold: Said | null;
  adjudicated: Said | null;
  votes: readonly Said[];
}

export interface AskedQuestion {
  falsePremise: boolean;
  factType: string;
  hops: string;
  /** `before`: the knowledge is from before this year, no one knows how long. Null: it has no effective year. */
  year: number | null;
  before: boolean;
}

/** Gold, else the adjudicated verdict, else what all say, else by the rule; null: none. */
export function expectedVerdict(
  { gold, adjudicated, votes }: Judged,
  rule: "majority" | "excluded",
  mode: Mode,
): boolean | null {
  const settled = gold ?? adjudicated;
  if (settled !== null) return settled[mode];
  if (votes.length === 0) return null;
  const share = votes.filter((vote) => vote[mode]).length / votes.length;
  if (share === 0 || share === 1) return share === 1;
  return rule === "excluded" || share === 0.5 ? null : share > 0.5;
}

/** The end of 2021 for "before 2022". */
const moment = ({ year, before }: AskedQuestion) =>
  year === null ? NaN : before ? year - 0.5 : year;
const isBefore = (question: AskedQuestion, splitYear: number) => moment(question) < splitYear;
/** "before 2023" may be from before 2022 or not. */
const isSince = (question: AskedQuestion, splitYear: number) =>
  !question.before && moment(question) >= splitYear;
const valid = (question: AskedQuestion) => !question.falsePremise;

/** Which questions each column is of, in the paper's order. */
export const EXPECTED_COLUMNS: Record<
  string,
  (question: AskedQuestion, splitYear: number) => boolean
> = {
  all: () => true,
  vp: valid,
  vpFast: (question) => valid(question) && question.factType === "fast-changing",
  vpSlow: (question) => valid(question) && question.factType === "slow-changing",
  vpNever: (question) => valid(question) && question.factType === "never-changing",
  vpOld: (question, splitYear) => valid(question) && isBefore(question, splitYear),
  vpNew: (question, splitYear) => valid(question) && isSince(question, splitYear),
  vpOneHop: (question) => valid(question) && question.hops === "one-hop",
  vpMultiHop: (question) => valid(question) && question.hops === "multi-hop",
  fp: (question) => !valid(question),
  fpOld: (question, splitYear) => !valid(question) && isBefore(question, splitYear),
};

/** A share of people's verdicts, none of them stale, with its interval. */
export function expectedShare(right: number, n: number) {
  const interval = expectedWilson(right, n) ?? { low: null, high: null };
  return {
    population: n,
    right,
    judged: n,
    automatic: 0,
    stale: 0,
    value: n === 0 ? null : right / n,
    ...interval,
  };
}

/** A column's numbers from its responses as people judged them, each with a verdict or without one. */
export function expectedCell(
  responses: readonly (Judged & { rated: boolean })[],
  rule: "majority" | "excluded",
) {
  const decided = responses.map((response) => ({
    rated: response.rated,
    relaxed: expectedVerdict(response, rule, "relaxed"),
    strict: expectedVerdict(response, rule, "strict"),
  }));
  const both = decided.filter(({ relaxed, strict }) => relaxed !== null && strict !== null);
  const rated = decided.filter((one) => one.rated);
  /** Of some responses, by what is right of them; those with a rating that are not among them are left out. */
  const measure = (of: typeof decided, right: (one: (typeof decided)[number]) => boolean) => {
    const credit = of.filter(right).length;
    const leftOut = rated.filter((one) => !of.includes(one)).length;
    const all = of.length + leftOut;
    return {
      ...expectedShare(credit, of.length),
      leftOut,
      changed: 0,
      late: 0,
      uncovered: 0,
      outside: 0,
      lowest: all === 0 ? null : credit / all,
      highest: all === 0 ? null : (credit + leftOut) / all,
      rangeLow: expectedWilson(credit, all)?.low ?? null,
      rangeHigh: expectedWilson(credit + leftOut, all)?.high ?? null,
    };
  };
  const isRelaxed = ({ relaxed }: { relaxed: boolean | null }) => relaxed === true;
  const isStrict = ({ strict }: { strict: boolean | null }) => strict === true;
  return {
    questions: responses.length,
    answered: responses.length,
    rated: rated.length,
    judged: both.length,
    relaxed: measure(
      decided.filter(({ relaxed }) => relaxed !== null),
      isRelaxed,
    ),
    strict: measure(
      decided.filter(({ strict }) => strict !== null),
      isStrict,
    ),
    gap: measure(both, ({ relaxed, strict }) => relaxed === true && strict === false),
    both: { relaxed: measure(both, isRelaxed), strict: measure(both, isStrict) },
    inconsistent: both.filter(({ relaxed, strict }) => strict === true && relaxed === false).length,
  };
}
