import { countOf, formatCount } from "@/lib/platform/format";
import type { Concordance } from "@/lib/statistics/rankings";
import {
  kindOf,
  titledCoefficients,
  type Coefficient,
} from "@/lib/reporting/agreement/coefficient";
import { agreementTable } from "@/lib/reporting/agreement/report-table";
import { formatDecimal, formatP, formatCoefficient } from "@/lib/platform/numbers";
import {
  countCell,
  inFiles,
  leftColumn,
  rightColumn,
  textCell,
  type Cell,
  type Column,
  type ReportTable,
  decimalCell,
  intervalCell,
  type Kind,
} from "@/lib/reporting/files/table";
import type { PreferenceReport, SystemFigures } from "./schema";

/** Digits after the point: rates and ranks, and strengths, which have no end. */
const DIGITS = { rate: 3, rank: 2, strength: 4 };

/** The tables of rankings or pairs, for pages, papers and terminals. @param of what it is of: a file's name */
export function preferenceTables(report: PreferenceReport, of: string): ReportTable[] {
  return [
    systemsTable(report, of),
    matrixTable(report, of),
    ...positionsTable(report, of),
    ...measuresTable(report, of),
    ...(report.agreement === null
      ? []
      : [
          {
            ...agreementTable(report.agreement, `Agreement on the preferred system in ${of}`, [
              "Unit: a pair of systems for one question. Values: first system, second system or tie, by the order of their names.",
            ]),
            label: "tab:preference-agreement",
          },
        ]),
  ];
}

/** "20 questions, 3 raters, 600 comparisons (12 ties)." */
export function preferencesInWords(report: PreferenceReport): string {
  return `${countOf(report.questions, "question")}, ${countOf(report.raters, "rater")}, ${countOf(report.comparisons, "comparison")} of ${countOf(report.systems.length, "system")}, ${countOf(report.ties, "tie")}.${
    report.incomplete === 0
      ? ""
      : ` ${countOf(report.incomplete, "ranking")} without all systems: counted by pairs, not in ranks or W.`
  }`;
}

function systemsTable(report: PreferenceReport, of: string): ReportTable {
  const ranked = report.kind === "rankings";
  // The best first; where that is unknown, by name below.
  const place = ({ expectedRank }: SystemFigures) => expectedRank.value ?? Infinity;
  const systems = [...report.systems].sort((a, b) =>
    place(a) < place(b) ? -1 : Number(place(a) > place(b)),
  );
  return {
    caption: `Systems in ${of}`,
    label: "tab:systems",
    columns: [
      leftColumn("System"),
      rightColumn("Comparisons"),
      rightColumn("Mean win rate"),
      rightColumn("Expected rank"),
      rightColumn("Strength"),
      rightColumn("log strength"),
      ...(ranked ? [rightColumn("Mean rank"), rightColumn("First places")] : []),
    ],
    rows: systems.map((figures) => [
      textCell(figures.system),
      countCell(figures.comparisons),
      intervalCell(figures.winRate, DIGITS.rate, "share"),
      intervalCell(figures.expectedRank, DIGITS.rank, "number"),
      intervalCell(figures.strength, DIGITS.strength, "number"),
      decimalCell(figures.logStrength, DIGITS.strength),
      ...(figures.meanRank === null || figures.firstPlace === null
        ? []
        : [
            intervalCell(figures.meanRank, DIGITS.rank, "number"),
            intervalCell(figures.firstPlace, DIGITS.rate, "share"),
          ]),
    ]),
    notes: notesOf([
      ["Mean win rate", systems.map(({ winRate }) => winRate)],
      ["Expected rank", systems.map(({ expectedRank }) => expectedRank)],
      ["Strength", systems.map(({ strength }) => strength)],
      ["Mean rank", systems.flatMap(({ meanRank }) => meanRank ?? [])],
      ["First places", systems.flatMap(({ firstPlace }) => firstPlace ?? [])],
    ]),
  };
}

function matrixTable({ systems, matrix }: PreferenceReport, of: string): ReportTable {
  const rates = matrix.flatMap((row) => row.flatMap((rate) => rate ?? []));
  return {
    caption: `Win rates in ${of}: row over column`,
    label: "tab:win-rates",
    columns: [leftColumn("System"), ...systems.map(({ system }) => rightColumn(system, "Over"))],
    rows: matrix.map((row, at) => [
      textCell(systems[at]!.system),
      ...row.map((rate) =>
        rate === null
          ? textCell("–")
          : intervalCell(rate, DIGITS.rate, "share", [`n ${formatCount(rate.n)}`]),
      ),
    ]),
    notes: notesOf([["Win rate", rates]]),
  };
}

function measuresTable({ ranking, tieParameter, leftSide }: PreferenceReport, of: string) {
  const measures: [string, Coefficient | null, Kind][] = [
    ["Kendall’s W", ranking?.w ?? null, "number"],
    ["Spearman’s correlation", ranking?.spearman ?? null, "number"],
    ["Won by the left side", leftSide, "share"],
    ["Davidson’s ν", tieParameter, "number"],
  ];
  const found = measures.flatMap(([title, measure, kind]) =>
    measure === null ? [] : [[title, measure, kind] as const],
  );
  const across = ranking?.acrossQuestions ?? null;
  if (found.length === 0) return [];
  const table: ReportTable = {
    caption: `${ranking === null ? "Sides and ties" : "Agreement of rankings"} in ${of}`,
    label: "tab:preference-measures",
    columns: [leftColumn("Measure"), rightColumn("n"), rightColumn("Value")],
    rows: found.map(([title, measure, kind]) => [
      textCell(title),
      countCell(measure.n),
      intervalCell(measure, DIGITS.rate, kind),
    ]),
    notes: [
      ...notesOf(found.map(([title, measure]) => [title, [measure]])),
      ...(across === null ? [] : [`Do systems differ? ${concordanceInWords(across)}`]),
    ],
  };
  return [table];
}

/** How often what was shown at a place is ranked first, and its mean rank, against what chance would give. */
function positionsTable({ positions }: PreferenceReport, of: string): ReportTable[] {
  if (positions === null) return [];
  const { places, expected, rankings } = positions;
  const table: ReportTable = {
    caption: `Position bias in ${of}`,
    label: "tab:positions",
    columns: [
      leftColumn("Place shown"),
      rightColumn("Share", "First places"),
      rightColumn("Without bias", "First places"),
      rightColumn("Mean", "Rank"),
      rightColumn("Without bias", "Rank"),
    ],
    rows: places.map(({ firstPlace, meanRank }, at) => [
      { text: String(at + 1), value: at + 1 },
      intervalCell(firstPlace, DIGITS.rate, "share"),
      decimalCell(expected.firstPlace, DIGITS.rate, "share"),
      intervalCell(meanRank, DIGITS.rank, "number"),
      decimalCell(expected.meanRank, DIGITS.rank),
    ]),
    notes: [
      `Of ${countOf(rankings, "ranking")} of all systems. Place 1 was shown first. The order is shuffled for each rater and item, so that each place would have 1/${places.length} of the first places if it did not matter. First places: a tie for the first place counts in parts.`,
      ...notesOf([
        ["First places", places.map(({ firstPlace }) => firstPlace)],
        ["Mean rank", places.map(({ meanRank }) => meanRank)],
      ]),
    ],
  };
  return [table];
}

function concordanceInWords({ w, chiSquare, degrees, p }: Concordance): string {
  return `With the mean ranks of each question as one ranking, Kendall’s W is ${formatCoefficient(w)}; Friedman’s χ² ${formatDecimal(chiSquare, 2)} with ${degrees} degrees of freedom, p ${p < 0.001 ? formatP(p) : `= ${formatP(p)}`}.`;
}

/** How each number was found, once for all that were found alike; and why some are undefined. */
export function notesOf(
  measures: readonly (readonly [string, readonly Coefficient[]])[],
): string[] {
  return measures.flatMap(([title, found]) => [
    ...new Set(
      found.map(({ method, undefinedBecause }) =>
        undefinedBecause === null ? `${method}.` : `${title} is undefined: ${undefinedBecause}`,
      ),
    ),
  ]);
}

/** The columns of numbers for programs, and a record of them: what it is of, its interval and its method. */
export const RECORD_COLUMNS: readonly Column[] = [
  "Measure",
  "System",
  "Against",
  "n",
  "Value",
  "95% CI: Low",
  "95% CI: High",
  "Method",
  "Undefined because",
].map(leftColumn);
export function recordOf(
  measure: string,
  found: Omit<Coefficient, "n"> & { n: number | null },
  system = "",
  against = "",
  kind: Kind = "number",
): Cell[] {
  const number = (value: number | null) => ({ text: value === null ? "" : String(value), value });
  const given = [found.value, found.low, found.high].map((value) => inFiles(value, kind));
  return [
    textCell(measure),
    textCell(system),
    textCell(against),
    ...[found.n, ...given].map(number),
    textCell(found.method),
    textCell(found.undefinedBecause ?? ""),
  ];
}

/** The same of the coefficients of agreement. @param more behind their titles */
export function coefficientRecords(
  agreement: Parameters<typeof titledCoefficients>[0],
  system = "",
  more = "",
): Cell[][] {
  return titledCoefficients(agreement).map(([title, found]) =>
    recordOf(`${title}${more}`, found, system, "", kindOf(title)),
  );
}

/** Every number for programs: a record each, with what it is of, its interval and its method. */
export function preferenceDataTable(report: PreferenceReport, caption: string): ReportTable {
  const one = (measure: string, found: Coefficient | null, system?: string) =>
    found === null ? [] : [recordOf(measure, found, system)];
  return {
    caption,
    label: "tab:preference-data",
    notes: [],
    columns: RECORD_COLUMNS,
    rows: [
      ...report.systems.flatMap((figures) => [
        recordOf("Mean win rate", figures.winRate, figures.system),
        recordOf("Expected rank", figures.expectedRank, figures.system),
        recordOf("Strength", figures.strength, figures.system),
        ...one("Mean rank", figures.meanRank, figures.system),
        ...one("First places", figures.firstPlace, figures.system),
      ]),
      ...report.matrix.flatMap((row, i) =>
        row.flatMap((rate, j) =>
          rate === null
            ? []
            : [recordOf("Win rate", rate, report.systems[i]!.system, report.systems[j]!.system)],
        ),
      ),
      ...one("Kendall’s W", report.ranking?.w ?? null),
      ...one("Spearman’s correlation", report.ranking?.spearman ?? null),
      ...one("Won by the left side", report.leftSide),
      ...(report.positions?.places ?? []).flatMap(({ firstPlace, meanRank }, at) => [
        recordOf(`First places, place shown ${at + 1}`, firstPlace),
        recordOf(`Mean rank, place shown ${at + 1}`, meanRank),
      ]),
      ...one("Davidson’s ν", report.tieParameter),
      ...(report.agreement === null ? [] : coefficientRecords(report.agreement)),
    ],
  };
}
