import { formatDecimal, formatInterval } from "@/lib/report-files/numbers";
import { textCell, type ReportTable } from "@/lib/report-files/table";
import { COEFFICIENT_DIGITS, COEFFICIENT_TITLES, COEFFICIENTS, type Agreement } from "./schema";
import type { PairTable } from "./patterns";

/** The coefficients under each other, each with its interval and how it was found or why it is undefined. */
export function agreementTable(agreement: Agreement, caption: string, notes: readonly string[] = []): ReportTable {
  return {
    caption,
    label: "tab:agreement",
    columns: [{ title: "Coefficient", align: "left" }, { title: "Value", align: "right" }, { title: "Low", align: "right", group: "95% interval" }, { title: "High", align: "right", group: "95% interval" }],
    rows: COEFFICIENTS.map((name) => {
      const { value, low, high } = agreement.coefficients[name];
      return [textCell(COEFFICIENT_TITLES[name]), ...[value, low, high].map((number) => ({ text: formatDecimal(number, COEFFICIENT_DIGITS), value: number }))];
    }),
    notes: [
      `${agreement.units} units, ${agreement.raters} raters, ${agreement.values} values.`,
      ...COEFFICIENTS.map((name) => agreement.coefficients[name]).map(({ method, undefinedBecause }, at) =>
        undefinedBecause === null ? `${method}.` : `${COEFFICIENT_TITLES[COEFFICIENTS[at]!]} is undefined: ${undefinedBecause}`),
      ...notes,
    ],
  };
}

/** How two raters' values meet, with totals. */
export function confusionTable(table: PairTable, values: readonly string[], raters: readonly [string, string], caption: string): ReportTable {
  const count = (value: number) => ({ text: String(value), value });
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const column = values.map((_, at) => sum(table.map((row) => row[at]!)));
  return {
    caption,
    label: "tab:confusion",
    columns: [{ title: raters[0], align: "left" }, ...values.map((value) => ({ title: value, align: "right" as const, group: raters[1] })), { title: "Total", align: "right" }],
    rows: [
      ...table.map((row, at) => [textCell(values[at]!), ...row.map((units, other) => ({ ...count(units), strong: at === other })), count(sum(row))]),
      [textCell("Total"), ...column.map(count), count(sum(column))],
    ],
    notes: [`Rows: ${raters[0]}. Columns: ${raters[1]}. On the diagonal both agree.`],
  };
}

/** A line for a terminal: name, value, interval. */
export function coefficientWords(agreement: Agreement): string[][] {
  return COEFFICIENTS.map((name) => {
    const { value, low, high, method, undefinedBecause } = agreement.coefficients[name];
    return [COEFFICIENT_TITLES[name], formatDecimal(value, COEFFICIENT_DIGITS), formatInterval(low, high, COEFFICIENT_DIGITS), undefinedBecause === null ? method : `undefined: ${undefinedBecause}`];
  });
}
