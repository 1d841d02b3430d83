import { formatDecimal, formatInterval } from "@/lib/reporting/files/numbers";
import { textCell, type ReportTable } from "@/lib/reporting/files/table";
import {
  COEFFICIENT_DIGITS,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type Agreement,
} from "./coefficient";
import type { PairTable } from "./patterns";
import { countOf, formatCount } from "@/lib/platform/format";

/** The coefficients under each other, each with its interval and how it was found or why it is undefined. */
export function agreementTable(
  agreement: Agreement,
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
    rows: COEFFICIENTS.map((name) => {
      const { n, value, low, high } = agreement.coefficients[name];
      return [
        textCell(COEFFICIENT_TITLES[name]),
        { text: formatCount(n), value: n },
        ...[value, low, high].map((number) => ({
          text: formatDecimal(number, COEFFICIENT_DIGITS),
          value: number,
        })),
      ];
    }),
    notes: [
      unitsInWords(agreement),
      ...COEFFICIENTS.map((name) => agreement.coefficients[name]).map(
        ({ method, undefinedBecause }, at) =>
          undefinedBecause === null
            ? `${method}.`
            : `${COEFFICIENT_TITLES[COEFFICIENTS[at]!]} is undefined: ${undefinedBecause}`,
      ),
      ...notes,
    ],
  };
}

/** The same for programs, as CSV has no notes: a record for each coefficient, with its method and why it is undefined. */
export function agreementDataTable(agreement: Agreement, caption: string): ReportTable {
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
    rows: COEFFICIENTS.map((name) => {
      const { n, value, low, high, method, undefinedBecause } = agreement.coefficients[name];
      return [
        textCell(COEFFICIENT_TITLES[name]),
        ...[n, value, low, high].map(number),
        textCell(method),
        textCell(undefinedBecause ?? ""),
        ...[agreement.units, agreement.single, agreement.raters, agreement.values].map(number),
      ];
    }),
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
export function coefficientWords(agreement: Agreement): string[][] {
  return COEFFICIENTS.map((name) => {
    const { value, low, high, method, undefinedBecause } = agreement.coefficients[name];
    return [
      COEFFICIENT_TITLES[name],
      formatDecimal(value, COEFFICIENT_DIGITS),
      formatInterval(low, high, COEFFICIENT_DIGITS),
      undefinedBecause === null ? method : `undefined: ${undefinedBecause}`,
    ];
  });
}
