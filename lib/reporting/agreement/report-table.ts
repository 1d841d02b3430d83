import {
  formatDecimal,
  formatInterval,
  formatCoefficient,
  formatShare,
  formatShareInterval,
  SHOWN_DIGITS,
} from "@/lib/platform/numbers";
import { textCell, type ReportTable, decimalCell, inFiles } from "@/lib/reporting/files/table";
import {
  COEFFICIENT_DIGITS,
  titledCoefficients,
  type Agreement,
  type Coefficient,
  type OrdinalRatings,
  kindOf,
} from "./coefficient";
import type { PairTable } from "./patterns";
import { countOf, formatCount } from "@/lib/platform/format";

type Rated = Agreement & { ordinal?: OrdinalRatings };

/** The coefficients under each other, each with its interval and how it was found or why it is undefined. */
export function agreementTable(
  agreement: Rated,
  caption: string,
  notes: readonly string[] = [],
): ReportTable {
  return {
    caption,
    label: "tab:agreement",
    columns: [
      { title: "Coefficient", align: "left" },
      { title: "n", align: "right" },
      { title: "Value", align: "right" },
      { title: "Low", align: "right", group: "95% CI" },
      { title: "High", align: "right", group: "95% CI" },
    ],
    rows: titledCoefficients(agreement).map(([title, { n, value, low, high }]) => {
      return [
        textCell(title),
        { text: formatCount(n), value: n },
        ...[value, low, high].map((number) =>
          decimalCell(number, COEFFICIENT_DIGITS, kindOf(title)),
        ),
      ];
    }),
    notes: [
      unitsInWords(agreement),
      ...titledCoefficients(agreement).map(([title, { method, undefinedBecause }]) =>
        undefinedBecause === null ? `${method}.` : `${title} is undefined: ${undefinedBecause}`,
      ),
      ...notes,
    ],
  };
}

/** The same for programs, as CSV has no notes: a record for each coefficient, with its method and why it is undefined. */
export function agreementDataTable(agreement: Rated, caption: string): ReportTable {
  const number = (value: number | null) => ({ text: value === null ? "" : String(value), value });
  return {
    caption,
    label: "tab:agreement-data",
    notes: [],
    columns: [
      "Coefficient",
      "n",
      "Value",
      "95% CI: Low",
      "95% CI: High",
      "Method",
      "Undefined because",
      "Units",
      "Rated once",
      "Raters",
      "Values",
    ].map((title) => ({ title, align: "left" })),
    rows: [...titledCoefficients(agreement), ...figuresOf(agreement.ordinal)].map(
      ([title, { n, value, low, high, method, undefinedBecause }]) => [
        textCell(title),
        ...[n, ...[value, low, high].map((one) => inFiles(one, kindOf(title)))].map(number),
        textCell(method),
        textCell(undefinedBecause ?? ""),
        ...[agreement.units, agreement.single, agreement.raters, agreement.values].map(number),
      ],
    ),
  };
}

/** Mean, median and the share of each level, as further records. */
export function figuresOf(
  ordinal: Omit<OrdinalRatings, "weighted"> | undefined,
): [string, Coefficient][] {
  if (ordinal === undefined) return [];
  const { mean, median, levels } = ordinal;
  return [
    ["Mean", mean],
    ["Median", median],
    ...levels.map(({ level, share }): [string, Coefficient] => [
      `Share of ${level}`,
      {
        value: share,
        low: null,
        high: null,
        n: mean.n,
        method: "Share of all ratings",
        undefinedBecause: share === null ? "No ratings." : null,
      },
    ]),
  ];
}

/** How often each level of an ordinal scale was given, with mean and median. */
export function levelsTable(
  { levels, mean, median, note }: OrdinalRatings,
  caption: string,
): ReportTable {
  const words = (title: string, { value, low, high, method }: Coefficient) =>
    `${title}: ${formatCoefficient(value)}${low === null ? "" : `, 95% CI ${formatInterval(low, high, SHOWN_DIGITS)}`}. ${method}.`;
  const named = levels.some(({ level, number }) => Number(level) !== number);
  return {
    caption,
    label: "tab:levels",
    columns: [
      { title: "Level", align: "left" },
      ...(named ? [{ title: "Counts as", align: "right" as const }] : []),
      { title: "Ratings", align: "right" },
      { title: "%", align: "right" },
    ],
    rows: levels.map(({ level, number, ratings, share }) => [
      textCell(level),
      ...(named ? [{ text: String(number), value: number }] : []),
      { text: formatCount(ratings), value: ratings },
      {
        text: formatDecimal(share === null ? null : 100 * share, 1),
        value: share === null ? null : 100 * share,
      },
    ]),
    notes: [words("Mean", mean), words("Median", median), ...(note === null ? [] : [note])],
  };
}

/** "12 units rated by two or more, 3 units rated once not counted; 4 raters, 5 values." */
export function unitsInWords({
  units,
  single,
  raters,
  values,
}: Pick<Agreement, "units" | "single" | "raters" | "values">): string {
  return `${countOf(units, "unit")} rated by two or more${single === 0 ? "" : `; ${countOf(single, "unit")} rated once not counted`}; ${countOf(raters, "rater")}, ${countOf(values, "value")}.`;
}

/** How two raters' values meet, with totals. */
export function confusionTable(
  table: PairTable,
  values: readonly string[],
  raters: readonly [string, string],
  caption: string,
): ReportTable {
  const count = (value: number) => ({ text: String(value), value });
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const column = values.map((_, at) => sum(table.map((row) => row[at]!)));
  return {
    caption,
    label: "tab:confusion",
    columns: [
      { title: raters[0], align: "left" },
      ...values.map((value) => ({ title: value, align: "right" as const, group: raters[1] })),
      { title: "Total", align: "right" },
    ],
    rows: [
      ...table.map((row, at) => [
        textCell(values[at]!),
        ...row.map((units, other) => ({ ...count(units), strong: at === other })),
        count(sum(row)),
      ]),
      [textCell("Total"), ...column.map(count), count(sum(column))],
    ],
    notes: [`Rows: ${raters[0]}. Columns: ${raters[1]}. Diagonal: both agree.`],
  };
}

/** A line for a terminal: name, value, interval. */
export function coefficientWords(agreement: Rated): string[][] {
  return titledCoefficients(agreement).map(
    ([title, { value, low, high, method, undefinedBecause }]) => [
      title,
      kindOf(title) === "percent" ? formatShare(value) : formatDecimal(value, COEFFICIENT_DIGITS),
      kindOf(title) === "percent"
        ? formatShareInterval(low, high)
        : formatInterval(low, high, COEFFICIENT_DIGITS),
      undefinedBecause === null ? method : `undefined: ${undefinedBecause}`,
    ],
  );
}
