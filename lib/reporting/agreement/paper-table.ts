import { formatDecimal, formatPercent } from "@/lib/platform/numbers";
import { textCell, type Cell, type ReportTable } from "@/lib/reporting/files/table";
import {
  AGREEMENT_MODES,
  SCOPES,
  type Agreement,
  type AgreementMode,
  type Scope,
} from "./coefficient";
import { modesOf, ratedByPair, verdictAgreement, type PairCount } from "./verdicts";
import { formatCount } from "@/lib/platform/format";

/*
 * The paper's table of agreement: for each pair of raters (two people, or the automatic judge and a person) the exact
 * agreement in Relaxed, in Strict and in both together, over all questions, those with a valid premise (vp) and those
 * with a false one (fp).
 */

/** One cell of the paper's table. */
export interface PairAgreement {
  /** Responses that both judged. */
  responses: number;
  /** Verdicts compared: as many as responses, twice as many in `all`. */
  verdicts: number;
  /** Of them, equal ones: exact agreement is `agreed / verdicts`. */
  agreed: number;
  /** Rows: the first rater, columns: the second; no credit before credit. */
  confusion: readonly [readonly [number, number], readonly [number, number]];
  coefficients: Agreement["coefficients"];
}

/** A pair's row: each cell with its exact agreement, its confusion matrix, and every coefficient with its interval. */
export type PairRow = Record<AgreementMode, Record<Scope, PairAgreement>>;

/**
 * The paper's row of a pair of raters. In `all`, a response counts with its two verdicts; as these belong together, its
 * intervals leave out responses, percent agreement's included. A response counts in the modes in which both have a verdict.
 */
export function pairRow(counts: readonly PairCount[]): PairRow {
  const row = (mode: AgreementMode) =>
    Object.fromEntries(
      SCOPES.map((scope) => [scope, cellOf(ofScope(counts, scope), mode)]),
    ) as Record<Scope, PairAgreement>;
  return { relaxed: row("relaxed"), strict: row("strict"), all: row("all") };
}

/** Returns the counts of one premise. */
export function ofScope<Count extends { falsePremise: boolean }>(
  counts: readonly Count[],
  scope: Scope,
): Count[] {
  return counts.filter(
    ({ falsePremise }) => scope === "overall" || falsePremise === (scope === "fp"),
  );
}

function cellOf(all: readonly PairCount[], mode: AgreementMode): PairAgreement {
  const modes = modesOf(mode);
  const rated = ratedByPair(all, modes);
  const confusion: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  let responses = 0;
  for (const count of rated.pair!) {
    responses += count.responses;
    for (const one of modes)
      confusion[count.first[one] ? 1 : 0][count.second[one] ? 1 : 0] += count.responses;
  }
  return {
    responses,
    verdicts: responses * modes.length,
    agreed: confusion[0][0] + confusion[1][1],
    confusion,
    coefficients: verdictAgreement(rated, mode),
  };
}

const MODE_TITLES: Record<AgreementMode, string> = {
  relaxed: "Relaxed",
  strict: "Strict",
  all: "All",
};

const share = ({ agreed, verdicts }: PairAgreement): Cell => ({
  text: formatPercent(agreed, verdicts),
  value: verdicts === 0 ? null : (100 * agreed) / verdicts,
});

/** A share with its number of verdicts and its interval below it. */
function shareWithInterval(cell: PairAgreement): Cell {
  const { low, high } = cell.coefficients.percent;
  return {
    ...share(cell),
    ...(cell.verdicts > 0 && {
      details: [
        `n ${formatCount(cell.verdicts)}`,
        low === null || high === null
          ? "no interval"
          : `[${formatDecimal(100 * low, 1)}, ${formatDecimal(100 * high, 1)}]`,
      ],
    }),
  };
}

/** Modes and scopes as columns. */
const COLUMNS = AGREEMENT_MODES.flatMap((mode) =>
  SCOPES.map((scope) => ({ title: scope, align: "right" as const, group: MODE_TITLES[mode] })),
);

/** The paper's rows of two raters and an evaluator, each share with its n and interval; then the average, if there is one. */
export function paperRowsTable(
  rows: readonly { pair: string; row: PairRow }[],
  average: AverageAgreement | null,
  caption: string,
  notes: readonly string[],
): ReportTable {
  return {
    caption,
    label: "tab:agreement-paper",
    columns: [{ title: "Raters", align: "left" }, ...COLUMNS],
    rows: [
      ...rows.map(({ pair, row }) => [
        textCell(pair),
        ...AGREEMENT_MODES.flatMap((mode) =>
          SCOPES.map((scope) => shareWithInterval(row[mode][scope])),
        ),
      ]),
      ...(average === null ? [] : [averageCells(average)]),
    ],
    notes: [
      "Exact agreement in percent. vp: valid premise; fp: false premise. All: the verdicts of both modes together. n: verdicts compared; in brackets the 95% CI.",
      ...notes,
    ],
  };
}

/** The row of averages. */
function averageCells(average: AverageAgreement): Cell[] {
  return [
    textCell("Average of the evaluator with both raters"),
    ...AGREEMENT_MODES.flatMap((mode) =>
      SCOPES.map((scope): Cell => {
        const value = average[mode][scope];
        const percent = value === null ? null : 100 * value;
        return { text: formatDecimal(percent, 1), value: percent };
      }),
    ),
  ];
}

/** The table as the paper prints it: a row a pair, exact agreement in percent. */
export function paperAgreementTable(
  rows: readonly { pair: string; row: PairRow }[],
  caption: string,
  notes: readonly string[] = [],
): ReportTable {
  return {
    caption,
    label: "tab:agreement",
    columns: [{ title: "Raters", align: "left" }, { title: "n", align: "right" }, ...COLUMNS],
    rows: rows.map(({ pair, row }) => {
      const { responses } = row.relaxed.overall;
      return [
        textCell(pair),
        { text: formatCount(responses), value: responses },
        ...AGREEMENT_MODES.flatMap((mode) => SCOPES.map((scope) => share(row[mode][scope]))),
      ];
    }),
    notes: [
      "Exact agreement in percent. vp: valid premise; fp: false premise. All: the verdicts of both modes together. n: responses that both rated.",
      ...notes,
    ],
  };
}

/** Shares of equal verdicts from 0 to 1; null where there are none. */
export type AverageAgreement = Record<AgreementMode, Record<Scope, number | null>>;

/** The mean of the evaluator's exact agreement with either person. */
export function averageAgreement(withFirst: PairRow, withSecond: PairRow): AverageAgreement {
  const share = ({ agreed, verdicts }: PairRow["all"]["overall"]) =>
    verdicts === 0 ? null : agreed / verdicts;
  const mean = (mode: AgreementMode, scope: Scope) => {
    const [one, other] = [share(withFirst[mode][scope]), share(withSecond[mode][scope])];
    return one === null || other === null ? null : (one + other) / 2;
  };
  return Object.fromEntries(
    AGREEMENT_MODES.map((mode) => [
      mode,
      Object.fromEntries(SCOPES.map((scope) => [scope, mean(mode, scope)])),
    ]),
  ) as AverageAgreement;
}
