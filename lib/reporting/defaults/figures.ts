import type { Coefficient } from "@/lib/reporting/agreement/coefficient";
import { formatCount, countOf } from "@/lib/platform/format";
import type {
  AccuracyReport,
  ComparisonReport as RunComparison,
} from "@/lib/reporting/accuracy/schema";
import { allOf, questionNotes } from "@/lib/reporting/accuracy/rules";
import { verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { RELIABILITY_WORDS, reliability } from "@/lib/reporting/agreement/rules";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { formatCoefficient, formatPoints, formatShare } from "@/lib/platform/numbers";
import type {
  ChoiceReport,
  ComparisonReport,
  ProtocolReport,
} from "@/lib/reporting/protocols/schema";

import { OVERALL, type PrincipleReport } from "@/lib/reporting/principles/schema";

/** A report in small: its headline number, what it says, what it is of, and what is drawn of it. */
export interface ReportFigure {
  /** "38.7%". */
  headline: string;
  /** What the number says, in a few words: "Kestrel 8B gets the most credit, Relaxed". */
  words: string;
  /** What it is of: "n = 31". */
  of: string;
  /** Shares from 0 to 1, or differences from −1 to 1 where `around` zero. */
  bars: { label: string; value: number; low: number | null; high: number | null; n: number }[];
  around?: boolean;
}

/** "12 of 15 rated runs", where reports begin with only some; null: with all. */
export function runsInWords(begin: {
  runIds: readonly number[];
  ratedRuns: number;
}): string | null {
  return begin.runIds.length < begin.ratedRuns
    ? `${formatCount(begin.runIds.length)} of ${countOf(begin.ratedRuns, "rated run")}`
    : null;
}

/** As many as one tells apart in a small picture. */
const BARS_AT_MOST = 6;

/** The release that all of the runs answer; null: they answer several. */
function releaseOf({ rows }: Pick<AccuracyReport, "rows">): string | null {
  const [first] = rows;
  return first !== undefined && rows.every(({ release }) => release === first.release)
    ? first.release
    : null;
}

/**
 * The best of the runs, the others beside it, each named with its release where they answer several. Null: none has a
 * verdict.
 * @param some where there are more runs than these: how many
 */
export function accuracyFigure(
  report: Pick<AccuracyReport, "rows">,
  some: string | null = null,
): ReportFigure | null {
  const several = releaseOf(report) === null;
  const rated = report.rows
    .map((row) => (several ? { ...row, label: `${row.label}, ${row.release}` } : row))
    .filter(({ accuracy }) => accuracy.all.relaxed.value !== null)
    .toSorted((a, b) => b.accuracy.all.relaxed.value! - a.accuracy.all.relaxed.value!);
  const [best] = rated;
  if (best === undefined) return null;
  const { value, judged } = best.accuracy.all.relaxed;
  return {
    headline: formatShare(value),
    words: ledBy(rated),
    of: [`n = ${formatCount(judged)}`, ...(some ? [some] : [])].join(" · "),
    bars: rated.slice(0, BARS_AT_MOST).map(({ label, accuracy: { all } }) => ({
      label,
      value: all.relaxed.value!,
      low: all.relaxed.low,
      high: all.relaxed.high,
      n: all.relaxed.judged,
    })),
  };
}

/** Who comes first of runs in the order of their accuracy: none alone where several are equal. */
function ledBy(rated: readonly AccuracyReport["rows"][number][]): string {
  const [best, ...others] = rated.map(({ label, accuracy }) => ({
    label,
    value: accuracy.all.relaxed.value,
  }));
  if (others.length === 0) return `Share with credit of ${best!.label}, Relaxed`;
  const equal = others.filter(({ value }) => value === best!.value).length;
  return equal === 0
    ? `Highest share with credit: ${best!.label}, Relaxed`
    : `Highest share with credit: ${best!.label} and ${countOf(equal, "other run")}, Relaxed`;
}

/** The accuracy of runs in small, with what has to be known beside it. */
export interface AccuracyInSmall {
  bars: ReportFigure["bars"];
  /** What the shares are of, in sentences. */
  notes: string[];
}

/**
 * The best runs of a report with what their shares are of. Null: none has a verdict.
 * @param runs how many rated runs there are, where the report has only some of them
 */
export function accuracyInSmall(report: AccuracyReport, runs?: number): AccuracyInSmall | null {
  const figure = accuracyFigure(report);
  if (figure === null) return null;
  const rated = report.rows.filter(({ accuracy }) => accuracy.all.relaxed.value !== null).length;
  const all = Math.max(runs ?? 0, rated);
  const release = releaseOf(report);
  return {
    bars: figure.bars,
    notes: [
      `Share of responses with credit, Relaxed${release === null ? "" : `, ${release}`}.`,
      verdictSourceInWords(report.inputs),
      ...(all > figure.bars.length
        ? [
            `${runs === undefined ? "The best" : "Of the newest, the best"} ${formatCount(figure.bars.length)} of ${countOf(all, "rated run")}.`,
          ]
        : []),
      ...questionNotes(report),
    ],
  };
}

/**
 * The model's latest rated run, by release, beside those before it; drawn from the oldest of the last ones to the latest.
 * Null: none has a verdict.
 */
export function overTimeFigure({
  rows,
  model,
}: Pick<AccuracyReport, "rows"> & { model: string }): ReportFigure | null {
  const rated = rows.filter(({ accuracy }) => accuracy.all.relaxed.value !== null);
  const latest = rated.at(-1);
  if (latest === undefined) return null;
  const { value, judged } = latest.accuracy.all.relaxed;
  return {
    headline: formatShare(value),
    words: `${model} on ${latest.release}, Relaxed`,
    of: [
      `n = ${formatCount(judged)}`,
      ...(rated.length > 1 ? [`${formatCount(rated.length)} runs`] : []),
    ].join(" · "),
    bars: rated.slice(-BARS_AT_MOST).map(({ release, run, accuracy: { all } }) => ({
      label: `${release} · ${run}`,
      value: all.relaxed.value!,
      low: all.relaxed.low,
      high: all.relaxed.high,
      n: all.relaxed.judged,
    })),
  };
}

/** How often judges prefer each run by all principles together, the one they prefer most first. Null: there is no preference. */
export function principleFigure({
  figures,
}: Pick<PrincipleReport, "figures">): ReportFigure | null {
  const overall = figures.find(({ key }) => key === OVERALL);
  const rated = (overall?.preferences.systems ?? [])
    .filter(({ winRate }) => winRate.value !== null)
    .toSorted((a, b) => b.winRate.value! - a.winRate.value!);
  const [most] = rated;
  if (most === undefined) return null;
  return {
    headline: formatShare(most.winRate.value),
    words: `${most.system}, all principles: mean win rate`,
    of: `n = ${formatCount(most.winRate.n)}`,
    bars: rated.slice(0, BARS_AT_MOST).map(({ system, winRate: { value, low, high, n } }) => ({
      label: system,
      value: value!,
      low,
      high,
      n,
    })),
  };
}

/** Whether the interval of a difference leaves out zero. */
const told = ({ low, high }: { low: number | null; high: number | null }) =>
  low !== null && high !== null && (low > 0 || high < 0);

/** The paired difference of all questions, in both modes. Null: there is no pair. */
export function comparisonFigure({
  first,
  second,
  measures,
}: Pick<RunComparison, "first" | "second" | "measures">): ReportFigure | null {
  const all = allOf(measures.relaxed);
  if (all.difference === null) return null;
  return {
    headline: `${formatPoints(all.difference)} pp`,
    words: `${first.label} minus ${second.label}, Relaxed${told(all) ? "" : ": no clear difference"}`,
    of: `n = ${formatCount(all.n)}`,
    around: true,
    bars: (["relaxed", "strict"] as const).flatMap((mode) => {
      const { difference, low, high, n } = allOf(measures[mode]);
      return difference === null
        ? []
        : [{ label: mode === "relaxed" ? "Relaxed" : "Strict", value: difference, low, high, n }];
    }),
  };
}

/** Percent agreement in both modes, with what alpha makes of it. Null: nothing was rated twice. */
export function agreementFigure({
  coefficients,
}: Pick<AgreementReport, "coefficients">): ReportFigure | null {
  const { percent, krippendorff } = coefficients.relaxed.overall;
  if (percent.value === null) return null;
  const word = reliability(krippendorff);
  return {
    headline: formatShare(percent.value),
    words: "Raters give the same verdict, Relaxed",
    of: `alpha ${formatCoefficient(krippendorff.value)}${word === null ? "" : `, ${RELIABILITY_WORDS[word]}`} · n = ${formatCount(percent.n)}`,
    bars: (["relaxed", "strict"] as const).flatMap((mode) => {
      const { value, low, high, n } = coefficients[mode].overall.percent;
      return value === null
        ? []
        : [{ label: mode === "relaxed" ? "Relaxed" : "Strict", value, low, high, n }];
    }),
  };
}

/**
 * The first question with levels, or the first comparison, by system, the one with most of it first. A mean is drawn by
 * where it stands between the ends of its scale. Null: nothing is rated.
 */
export function protocolFigure({ reports }: Pick<ProtocolReport, "reports">): ReportFigure | null {
  const [first] = reports.flatMap((report) => {
    const found =
      "systems" in report ? ofLevels(report) : "preferences" in report ? ofPairs(report) : [];
    const rated = found
      .filter(({ figure }) => figure.value !== null)
      .toSorted((a, b) => b.figure.value! - a.figure.value!);
    return rated.length === 0 ? [] : [{ report, rated }];
  });
  if (first === undefined) return null;
  const { report, rated } = first;
  const [most] = rated as [Systems[number], ...Systems];
  const print = most.scale === null ? formatShare : formatCoefficient;
  const drawn = (value: number | null) =>
    value === null || most.scale === null
      ? value
      : (value - most.scale.low) / (most.scale.high - most.scale.low);
  return {
    headline: print(most.figure.value),
    words: `${most.system}, ${report.question.label}${most.of === null ? "" : `: ${most.of}`}`,
    of: `n = ${formatCount(most.figure.n)}`,
    bars: rated.slice(0, BARS_AT_MOST).map(({ system, figure }) => ({
      label: system,
      value: drawn(figure.value)!,
      low: drawn(figure.low),
      high: drawn(figure.high),
      n: figure.n,
    })),
  };
}

type Systems = {
  system: string;
  figure: Coefficient;
  /** Of a share, what it is a share of. */
  of: string | null;
  /** Of a mean; null: a share. */
  scale: { low: number; high: number } | null;
}[];

function ofLevels({ systems, question: { levels } }: ChoiceReport): Systems {
  const scale = { low: levels[0]!.value, high: levels.at(-1)!.value };
  return systems.flatMap(({ system, ordinal, shares }): Systems => {
    const share = shares?.[0];
    if (ordinal !== null) return [{ system, figure: ordinal.mean, of: "mean", scale }];
    return share === undefined
      ? []
      : [{ system, figure: share.share, of: share.label, scale: null }];
  });
}

function ofPairs({ preferences }: ComparisonReport): Systems {
  return preferences.systems.map(({ system, winRate }) => ({
    system,
    figure: winRate,
    of: "mean win rate",
    scale: null,
  }));
}
