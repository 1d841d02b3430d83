import {
  AGREEMENT_MODES,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  SCOPES,
  titledCoefficients,
  type AgreementMode,
  type Coefficient,
  type CoefficientName,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import type { AuditOfCampaign } from "@/lib/reporting/audit-sample/schema";
import type { PairAgreement } from "@/lib/reporting/agreement/paper-table";
import { ORDINAL_TITLES, pairName, partCoefficients } from "@/lib/reporting/agreement/rules";
import type {
  AgreementReport,
  BreakdownRow,
  Counted,
  CountedShare,
  ReportedPair,
  ReportedRater,
} from "@/lib/reporting/agreement/schema";
import type { VerdictIndices } from "@/lib/reporting/agreement/verdicts";
import {
  formatDecimal,
  formatInterval,
  formatShare,
  formatShareInterval,
  formatShareOf,
  SHOWN_DIGITS,
} from "@/lib/platform/numbers";
import {
  countCell,
  leftColumn,
  percentCell,
  rightColumn,
  textCell,
  type Cell,
  type Column,
  type ReportTable,
} from "@/lib/reporting/files/table";
import { REASONS, type Reason } from "@/lib/rating/judging/vocabulary";
import { formatCount } from "@/lib/platform/format";
import { capital, MODE_WORDS, SCOPE_WORDS, shownCoefficient, shownInterval } from "./labels";

/*
 * The tables of agreement as pages show them: each coefficient with its interval below, each number a link to the
 * disagreements behind it. The files have other columns (lib/reporting/agreement/file-tables), one number a cell. Links are made
 * by functions of the page, called on the server.
 */

const MODES = ["relaxed", "strict"] as const;
type Mode = (typeof MODES)[number];

/** A table of the page. Its heading is the page's, so that it needs no caption or notes of its own. */
function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): ReportTable {
  return { caption: "", label: "", columns, rows, notes: [] };
}

/** A coefficient with its interval below. @param link the disagreements behind it, and what it is of */
function coefficientCell(
  name: CoefficientName,
  { value, low, high, method, undefinedBecause }: Coefficient,
  link: { href: string; words: string },
): Cell {
  if (value === null) return { text: "undefined", value, undefinedBecause: undefinedBecause ?? "" };
  const text = shownCoefficient(name, value);
  return {
    text,
    value,
    details: [shownInterval(name, low, high)],
    hint: method,
    link: { href: link.href, words: `${link.words}: ${text}; show the disagreements` },
  };
}

/** Every coefficient in each mode, in a section each for all questions and for those with a valid or a false premise. */
export function coefficientsTable(
  { coefficients }: Pick<AgreementReport, "coefficients">,
  href: (mode: AgreementMode, scope: Scope) => string,
): ReportTable {
  const scopeWords = (scope: Scope) => capital(SCOPE_WORDS[scope]);
  return table(
    [
      leftColumn("Questions"),
      leftColumn("Coefficient"),
      ...AGREEMENT_MODES.map((mode) =>
        rightColumn(mode === "all" ? "Both modes" : MODE_WORDS[mode]),
      ),
    ],
    SCOPES.flatMap((scope) =>
      COEFFICIENTS.map((name) => [
        textCell(`${scopeWords(scope)}, n ${formatCount(coefficients.relaxed[scope].percent.n)}`),
        textCell(COEFFICIENT_TITLES[name]),
        ...AGREEMENT_MODES.map((mode) =>
          coefficientCell(name, coefficients[mode][scope][name], {
            href: href(mode, scope),
            words: `${scopeWords(scope)}, ${MODE_WORDS[mode]}, ${COEFFICIENT_TITLES[name]}`,
          }),
        ),
      ]),
    ),
  );
}

/** Every coefficient of a file of ratings with its interval, and how it was found or why it is undefined. */
export function fileCoefficientsTable(
  agreement: Parameters<typeof titledCoefficients>[0],
): ReportTable {
  // Only percent agreement is shown in percent.
  const nameOf = (title: string) => (title === COEFFICIENT_TITLES.percent ? "percent" : "cohen");
  return table(
    [leftColumn("Coefficient"), rightColumn("Value"), rightColumn("95% CI"), leftColumn("Method")],
    titledCoefficients(agreement).map(([title, { value, low, high, method, undefinedBecause }]) => [
      textCell(title),
      value === null
        ? { text: "undefined", value, undefinedBecause: undefinedBecause ?? "" }
        : { text: shownCoefficient(nameOf(title), value), value, hint: String(value) },
      textCell(shownInterval(nameOf(title), low, high)),
      textCell(undefinedBecause ?? `${method}.`),
    ]),
  );
}

/** The paper's table: a row a pair, exact agreement in each mode and scope. */
export function pairsTable(
  pairs: readonly ReportedPair[],
  href: (pair: ReportedPair, mode: AgreementMode, scope: Scope) => string,
): ReportTable {
  return table(
    [
      leftColumn("Raters"),
      rightColumn("n"),
      ...AGREEMENT_MODES.flatMap((mode) =>
        SCOPES.map((scope) => ({
          ...rightColumn(scope, MODE_WORDS[mode]),
          meaning: SCOPE_WORDS[scope],
        })),
      ),
    ],
    pairs.map((pair) => [
      textCell(pairName(pair)),
      countCell(pair.row.relaxed.overall.responses),
      ...AGREEMENT_MODES.flatMap((mode) =>
        SCOPES.map((scope) =>
          exactCell(
            pair.row[mode][scope],
            href(pair, mode, scope),
            `${pairName(pair)}, ${MODE_WORDS[mode]}, ${SCOPE_WORDS[scope]}`,
          ),
        ),
      ),
    ]),
  );
}

function exactCell({ agreed, verdicts }: PairAgreement, href: string, words: string): Cell {
  const cell = percentCell({ count: agreed, of: verdicts });
  if (verdicts === 0) return cell;
  const meaning = `${words}: ${cell.text}% of ${formatCount(verdicts)} verdicts agree, ${differInWords(verdicts - agreed)}`;
  return { ...cell, link: { href, words: meaning } };
}

/** "3 differ: show them". */
function differInWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "differs" : "differ"}: show them`;
}

/** The chance-corrected coefficients of each pair. */
export function pairCoefficientsTable(
  pairs: readonly ReportedPair[],
  href: (pair: ReportedPair, mode: AgreementMode, scope: Scope) => string,
): ReportTable {
  return table(
    [
      leftColumn("Raters"),
      leftColumn("Mode"),
      ...COEFFICIENTS.map((name) => rightColumn(COEFFICIENT_TITLES[name])),
    ],
    pairs.flatMap((pair) =>
      AGREEMENT_MODES.map((mode) => [
        textCell(pairName(pair)),
        textCell(MODE_WORDS[mode]),
        ...COEFFICIENTS.map((name) =>
          coefficientCell(name, pair.row[mode].overall.coefficients[name], {
            href: href(pair, mode, "overall"),
            words: `${pairName(pair)}, ${MODE_WORDS[mode]}, ${COEFFICIENT_TITLES[name]}`,
          }),
        ),
      ]),
    ),
  );
}

const SHORT_TITLES: Record<CoefficientName, string> = {
  percent: "Percent",
  cohen: "Kappa",
  fleiss: "Kappa",
  krippendorff: "Alpha",
  gwetAC1: "AC1",
};

/**
 * Agreement part by part: of categories, hops, runs, weeks.
 * @param two Cohen's kappa is shown for two raters, Fleiss' for more
 */
export function breakdownTable(
  title: string,
  rows: readonly BreakdownRow[],
  two: boolean,
  href: (row: BreakdownRow, mode: Mode) => string,
): ReportTable {
  const shown = MODES.flatMap((mode) =>
    partCoefficients(two).map(({ of }) => ({ mode, name: of })),
  );
  return table(
    [
      leftColumn(title),
      rightColumn("Rated"),
      { ...rightColumn("n"), meaning: "Responses with two or more ratings" },
      ...shown.map(({ mode, name }) => rightColumn(SHORT_TITLES[name], MODE_WORDS[mode])),
    ],
    rows.map((row) => [
      textCell(row.label),
      countCell(row.responses),
      countCell(row.compared),
      ...shown.map(({ mode, name }) =>
        coefficientCell(name, row[mode].coefficients[name], {
          href: href(row, mode),
          words: `${row.label}, ${MODE_WORDS[mode]}, ${SHORT_TITLES[name]}`,
        }),
      ),
    ]),
  );
}

/** What percent agreement hides: agreement on each verdict, and how lopsided verdicts are, overall and by category. */
export function indicesTable(
  report: Pick<AgreementReport, "indices" | "breakdown" | "two">,
): ReportTable {
  const rows: { label: string; of: Record<Mode, VerdictIndices> }[] = [
    ...SCOPES.map((scope) => ({
      label: SCOPE_WORDS[scope],
      of: { relaxed: report.indices.relaxed[scope], strict: report.indices.strict[scope] },
    })),
    // A category of false premises is the scope of that name.
    ...report.breakdown.category
      .filter(({ key }) => key !== "false-premise")
      .map(({ label, relaxed, strict }) => ({
        label,
        of: { relaxed: relaxed.indices, strict: strict.indices },
      })),
  ];
  const bias = report.two !== null;
  return table(
    [
      leftColumn("Questions"),
      ...MODES.flatMap((mode) =>
        ["On credit", "On no credit", "Prevalence", ...(bias ? ["Bias"] : []), "PABAK"].map(
          (title) => rightColumn(title, MODE_WORDS[mode]),
        ),
      ),
    ],
    rows.map(({ label, of }) => [
      textCell(label),
      ...MODES.flatMap((mode) => {
        const indices = of[mode];
        const values = [indices.prevalence, ...(bias ? [indices.bias] : []), indices.pabak];
        return [
          specificCell(indices.positive),
          specificCell(indices.negative),
          ...values.map((value) => ({ text: formatDecimal(value, SHOWN_DIGITS), value })),
        ];
      }),
    ]),
  );
}

function specificCell({ value, low, high, undefinedBecause }: Coefficient): Cell {
  if (value === null) return { text: "undefined", value, undefinedBecause: undefinedBecause ?? "" };
  return {
    text: formatShare(value),
    value,
    ...(low !== null && high !== null && { details: [formatShareInterval(low, high)] }),
  };
}

/** Agreement on both modes as one verdict: no credit < Relaxed alone < both. */
export function ordinalTable({
  ordinal,
  two,
}: Pick<AgreementReport, "ordinal" | "two">): ReportTable {
  const shown = two === null ? (["alpha"] as const) : (["weightedKappa", "alpha"] as const);
  return table(
    [
      leftColumn("Questions"),
      rightColumn("n"),
      ...shown.map((which) => leftColumn(ORDINAL_TITLES[which])),
    ],
    SCOPES.map((scope) => [
      textCell(SCOPE_WORDS[scope]),
      countCell(ordinal[scope].alpha.n),
      ...shown.map((which): Cell => {
        const { value, low, high, undefinedBecause } = ordinal[scope][which];
        if (value === null) return { text: `Undefined: ${undefinedBecause}`, value };
        return {
          text: formatDecimal(value, SHOWN_DIGITS),
          value,
          ...(low !== null && { details: [formatInterval(low, high, SHOWN_DIGITS)] }),
        };
      }),
    ]),
  );
}

/** How often each reason for no credit is given, and by how many raters. */
export function reasonsTable(
  { reasons, counts }: Pick<AgreementReport, "reasons" | "counts">,
  href: (mode: Mode, reason: Reason) => string,
): ReportTable {
  return table(
    [
      leftColumn("Reason"),
      ...MODES.flatMap((mode) => [rightColumn(MODE_WORDS[mode]), rightColumn("by raters")]),
    ],
    reasons.map((row) => {
      const words = REASONS.find(({ code }) => code === row.reason)?.words ?? row.reason;
      return [
        textCell(words),
        ...MODES.flatMap((mode) => {
          const { judgments, raters } = row[mode];
          const count = countCell(judgments);
          return [
            judgments === 0 || counts.compared === 0
              ? count
              : {
                  ...count,
                  link: {
                    href: href(mode, row.reason),
                    words: `${words}, ${MODE_WORDS[mode]}: ${count.text} ratings; show disagreements`,
                  },
                },
            countCell(raters),
          ];
        }),
      ];
    }),
  );
}

/** Each rater's work: how much, how fast, how strict, and how far others and adjudicators agree. */
export function ratersTable(
  raters: readonly ReportedRater[],
  href: (rater: ReportedRater, against: "others" | "adjudicated", mode: Mode) => string,
): ReportTable {
  const perMode = (group: string) => MODES.map((mode) => rightColumn(MODE_WORDS[mode], group));
  return table(
    [
      leftColumn("Rater"),
      rightColumn("Ratings"),
      ...perMode("Agreement with others"),
      ...perMode("Agreement with adjudication"),
      ...perMode("Credit rate (vs. others, same responses)"),
      rightColumn("Median time"),
    ],
    raters.map((rater) => {
      const { label } = rater.rater;
      return [
        textCell(label),
        countCell(rater.judgments),
        ...MODES.map((mode) =>
          shareCell(
            rater.agreed[mode],
            href(rater, "others", mode),
            `${label} with others, ${MODE_WORDS[mode]}`,
          ),
        ),
        ...MODES.map((mode) =>
          shareCell(
            rater.adjudicated[mode],
            href(rater, "adjudicated", mode),
            `${label} with adjudicated verdicts, ${MODE_WORDS[mode]}`,
          ),
        ),
        ...MODES.map((mode) => {
          const { own, others } = rater.credit[mode];
          return textCell(`${percent(own)} (${percent(others)})`);
        }),
        {
          text: `${formatDecimal(rater.medianActiveMs / 1_000, 1)} s`,
          value: rater.medianActiveMs / 1_000,
        },
      ];
    }),
  );
}

/** What audits found: each campaign's error rates with their intervals, and which way verdicts changed. */
export function auditTable(audits: readonly AuditOfCampaign[]): ReportTable {
  const waiting = audits.some((audit) => audit.waiting !== null && audit.waiting > 0);
  const outOfOrder = audits.some((audit) => audit.outOfOrder > 0);
  return table(
    [
      leftColumn("Campaign"),
      rightColumn("Agreed"),
      rightColumn("Audited"),
      ...(outOfOrder ? [rightColumn("Out of order")] : []),
      ...(waiting ? [rightColumn("To adjudicate")] : []),
      ...MODES.flatMap((mode) =>
        ["Lost credit", "Got credit", "Error rate"].map((title) =>
          rightColumn(title, MODE_WORDS[mode]),
        ),
      ),
    ],
    audits.map((audit) => [
      textCell(audit.campaign),
      countCell(audit.agreed),
      countCell(audit.audited),
      ...(outOfOrder ? [countCell(audit.outOfOrder)] : []),
      ...(waiting ? [countCell(audit.waiting ?? 0)] : []),
      ...MODES.flatMap((mode): Cell[] => {
        const { lost, got, rate, interval } = audit[mode];
        return [
          countCell(lost),
          countCell(got),
          rate === null || interval === null
            ? { text: "undefined", value: null, undefinedBecause: "Nothing audited yet." }
            : {
                text: formatShare(rate),
                value: rate,
                details: [formatShareInterval(interval.low, interval.high)],
              },
        ];
      }),
    ]),
  );
}

function percent({ count, of }: Counted): string {
  return formatShareOf(count, of);
}

function shareCell(share: CountedShare, href: string, words: string): Cell {
  const { count, of, low, high } = share;
  const text = percent(share);
  return {
    ...percentCell(share),
    text,
    ...(of > 0 && {
      link: {
        href,
        words: `${words}: ${text} of ${formatCount(of)}, ${differInWords(of - count)}`,
      },
    }),
    ...(low !== null && high !== null && { details: [formatShareInterval(low, high)] }),
  };
}
