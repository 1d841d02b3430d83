/*
 * What jobs that compare runs by principles come to, written a second time for tests: from the stored rows, by the names of
 * runs and without signs.
 */

export interface OracleRow {
  id: number;
  judge: number;
  question: number;
  /** A and B. */
  runs: [number, number];
  principle: string;
  /** Who was better where A was first, and where B was; 1: whoever was first. */
  ab: number;
  ba: number;
}
export interface OraclePrinciple {
  key: string;
  weight: number;
  negated: boolean;
}
export interface OraclePerson {
  question: number;
  key: string;
  /** By place, and what is chosen: 1 the first place, 2 the second, anything else neither. */
  runs: number[];
  value: number;
}

/** A question and two runs, whichever comes first. */
export const pairOf = ({ question, runs }: { question: number; runs: number[] }) =>
  `${question}: ${[...runs].sort((a, b) => a - b).join(" and ")}`;

/** The rows that no later one of the same judge, pair and principle replaces. */
export function lastRows(rows: readonly OracleRow[]): OracleRow[] {
  const alike = (one: OracleRow, other: OracleRow) =>
    one.judge === other.judge && one.principle === other.principle && pairOf(one) === pairOf(other);
  return rows.filter((row) => !rows.some((other) => other.id > row.id && alike(row, other)));
}

/** The run that both orders name; null: a tie, or the orders disagree. */
export function winnerOf({ runs: [a, b], ab, ba }: OracleRow): number | null {
  const withAFirst = ab === 1 ? a : ab === -1 ? b : null;
  const withBFirst = ba === 1 ? b : ba === -1 ? a : null;
  return withAFirst === withBFirst ? withAFirst : null;
}

export function ordersDisagree({ ab, ba }: OracleRow): boolean {
  return `${ab} ${ba}` !== "1 -1" && `${ab} ${ba}` !== "-1 1" && `${ab} ${ba}` !== "0 0";
}

export interface OracleOutcome {
  judge: number;
  question: number;
  runs: [number, number];
  winner: number | null;
  /** The principles that decide for the winner. */
  by: string[];
}

/** The preference overall of each judge and pair that has all principles. @param rows the last ones */
export function expectedOverall(
  rows: readonly OracleRow[],
  principles: readonly OraclePrinciple[],
  rule: "dominant" | "weighted",
): OracleOutcome[] {
  const outcomes: OracleOutcome[] = [];
  for (const judge of new Set(rows.map((row) => row.judge))) {
    const own = rows.filter((row) => row.judge === judge);
    for (const pair of new Set(own.map(pairOf))) {
      const of = own.filter((row) => pairOf(row) === pair);
      if (principles.some(({ key }) => !of.some((row) => row.principle === key))) continue;
      const { question, runs } = of[0]!;
      // A principle votes for its winner, or against it; the rarer its decisions are, the stronger its vote.
      const votes = principles.flatMap(({ key, weight, negated }) => {
        const winner = winnerOf(of.find((row) => row.principle === key)!);
        if (winner === null) return [];
        const all = own.filter((row) => row.principle === key);
        return [
          {
            key,
            weight,
            run: negated ? runs.find((run) => run !== winner)! : winner,
            decisions: all.filter((row) => winnerOf(row) !== null).length / all.length,
          },
        ];
      });
      const least = Math.min(...votes.map(({ decisions }) => decisions));
      const counting =
        rule === "weighted"
          ? votes
          : votes
              .filter(({ decisions }) => decisions === least)
              .map((vote) => ({ ...vote, weight: 1 }));
      const [one, other] = runs.map((run) =>
        counting.filter((vote) => vote.run === run).reduce((sum, vote) => sum + vote.weight, 0),
      ) as [number, number];
      const winner = one === other ? null : one > other ? runs[0] : runs[1];
      outcomes.push({
        judge,
        question,
        runs,
        winner,
        by: counting.filter(({ run }) => run === winner).map(({ key }) => key),
      });
    }
  }
  return outcomes;
}

/** Share of the comparisons of two runs that the first one wins, ties half. */
export function expectedRate(
  outcomes: readonly { runs: number[]; winner: number | null }[],
  run: number,
  against: number,
): { rate: number; n: number } {
  const met = outcomes.filter(({ runs }) => runs.includes(run) && runs.includes(against));
  const won = met.filter(({ winner }) => winner === run).length;
  const tied = met.filter(({ winner }) => winner === null).length;
  return { rate: (won + tied / 2) / met.length, n: met.length };
}

/** What people prefer by a key: for each pair a run, "tie", or "undecided". */
export function expectedPeople(
  people: readonly OraclePerson[],
  key: string,
): Map<string, number | "tie" | "undecided"> {
  const found = new Map<string, number | "tie" | "undecided">();
  for (const person of people) {
    if (person.key !== key) continue;
    const said = people
      .filter((other) => other.key === key && pairOf(other) === pairOf(person))
      .map(({ runs, value }) => (value === 1 || value === 2 ? runs[value - 1]! : "tie"));
    const times = (one: number | "tie") => said.filter((other) => other === one).length;
    const best = [...new Set(said)].filter((one) =>
      said.every((other) => times(one) >= times(other)),
    );
    found.set(pairOf(person), best.length === 1 ? best[0]! : "undecided");
  }
  return found;
}

/** Percent agreement, Cohen's kappa and Krippendorff's alpha of what people and a judge say of the same pairs. */
export function expectedAgreement(
  outcomes: readonly { question: number; runs: number[]; winner: number | null }[],
  people: ReadonlyMap<string, number | "tie" | "undecided">,
): { n: number; undecided: number; percent: number; cohen: number; krippendorff: number } {
  // As the place of the run in its pair, as runs of several pairs are the same values.
  const valueOf = (runs: number[], said: number | "tie") =>
    said === "tie" ? "tie" : said === Math.min(...runs) ? "lower" : "higher";
  const both = outcomes.flatMap((one) => {
    const said = people.get(pairOf(one));
    return said === undefined ? [] : [{ ...one, said }];
  });
  const told = both.flatMap(({ runs, winner, said }) =>
    said === "undecided" ? [] : [[valueOf(runs, said), valueOf(runs, winner ?? "tie")] as const],
  );
  const n = told.length;
  const values = ["lower", "tie", "higher"];
  const percent = told.filter(([one, other]) => one === other).length / n;
  const share = (at: 0 | 1, value: string) => told.filter((one) => one[at] === value).length / n;
  const chance = values.reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  const all = told.flat();
  const unlike = values.reduce((sum, value) => {
    const count = all.filter((one) => one === value).length;
    return sum + (count * (all.length - count)) / (all.length * (all.length - 1));
  }, 0);
  return {
    n,
    undecided: both.length - n,
    percent,
    cohen: (percent - chance) / (1 - chance),
    krippendorff: 1 - (1 - percent) / unlike,
  };
}
