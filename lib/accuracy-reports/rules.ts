import { ACCURACY_COLUMNS, accuracyColumns, accuracyTable, type Accuracy, type AccuracyMeasure } from "@/lib/accuracy/accuracy-table";
import { verdictRuleInWords } from "@/lib/accuracy/verdict";
import { formatDecimal, formatInterval, formatP, formatPercent, formatWhole } from "@/lib/report-files/numbers";
import { textCell, type Cell, type ReportTable } from "@/lib/report-files/table";
import { MEASURE_NAMES, type AccuracyReport, type AccuracyReportRow, type AccuracyView, type ComparisonReport, type ReportedRun, type ReportInputs, type SortKey } from "./schema";

/** The paper's column: "UTD" (up to date: it has a search engine), "2021+" (told the present date), "2021", or nothing. */
export function cutoffOf(model: { knowledgeCutoff: string; toldDate: boolean | null; hasSearch: boolean | null }): string {
  if (model.hasSearch === true) return "UTD";
  const year = model.knowledgeCutoff.slice(0, 4);
  return year !== "" && model.toldDate === true ? `${year}+` : year;
}

/** Gives each run the shortest name that no other one of the report has: model; with run; with release. */
export function labelRuns<Run extends Omit<ReportedRun, "label">>(runs: readonly Run[]): (Run & { label: string })[] {
  const forms = [(run: Run) => run.model, (run: Run) => `${run.model} · ${run.run}`, (run: Run) => `${run.model} · ${run.release}`];
  const whole = (run: Run) => `${run.model} · ${run.run} · ${run.release}`;
  return runs.map((run) => {
    const form = forms.find((name) => runs.filter((other) => other.model === run.model && name(other) === name(run)).length === 1) ?? whole;
    return { ...run, label: form(run) };
  });
}

/** The rows in the wanted order; what has no value stands last. Ties keep the order in which the runs were chosen. */
export function sortRows(rows: readonly AccuracyReportRow[], { sort, order, measure }: AccuracyView): AccuracyReportRow[] {
  if (sort === null) return [...rows];
  const key = keyOf(sort, measure);
  const sign = order === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y as string, "en", { numeric: true, sensitivity: "base" }) : x - (y as number));
  });
}

function keyOf(sort: SortKey, measure: AccuracyMeasure): (row: AccuracyReportRow) => string | number | null {
  switch (sort) {
    case "model": return (row) => row.label;
    case "cutoff": return (row) => row.cutoff || null;
    case "n": return (row) => row.judged;
    case "size": return (row) => parameters(row.size);
    default: return (row) => row.accuracy[sort][measure].value;
  }
}

/** How many parameters a size names, as far as it can be told: "175B" 1.75e11, "770M" 7.7e8, "8x7B" 5.6e10; else null. */
export function parameters(size: string): number | null {
  const match = /^(?:(\d+)\s*[x×]\s*)?(\d+(?:[.,]\d+)?)\s*([KMBT])?\b/i.exec(size.trim());
  if (!match) return null;
  const unit = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[(match[3] ?? "").toUpperCase()] ?? 1;
  return Number(match[1] ?? 1) * Number(match[2]!.replace(",", ".")) * unit;
}

/** Which verdict counts, in a sentence. */
export function verdictRule({ evaluator, rule }: Pick<ReportInputs, "evaluator" | "rule">): string {
  return evaluator === null ? verdictRuleInWords(rule) : `Verdicts: the last ones of the evaluator ${evaluator.name}.`;
}

/** What the numbers are of, in sentences for a table's notes. */
export function inputNotes(inputs: ReportInputs): string[] {
  const { campaign, evaluator, split, category, hops, releases, state, at } = inputs;
  const filters = [...(category.length > 0 ? [`category ${category.join(", ")}`] : []), ...(hops !== null ? [hops] : [])];
  return [
    verdictRule(inputs),
    `${evaluator === null ? "Judgments" : "Responses"} of ${campaign === null ? "all campaigns" : `the campaign ${campaign.name}`}; questions: ${split === "all" ? "all of the release" : `split ${split}`}${filters.length > 0 ? `, ${filters.join(", ")}` : ""}.`,
    ...releases.map(({ name, sha256 }) => `Release ${name}, SHA-256 ${sha256}.`),
    `As of ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC${state === null ? "" : `, state ${state}`}.`,
  ];
}

/** The paper's table of a report in one measure, in the wanted order. */
export function accuracyReportTable(report: AccuracyReport, view: AccuracyView): ReportTable {
  const rows = sortRows(report.rows, view).map((row) => ({ model: row.label, size: row.size, cutoff: row.cutoff, row: row.accuracy }));
  const caption = view.measure === "gap" ? "Hallucination gap: Relaxed without Strict credit" : `Accuracy, ${MEASURE_NAMES[view.measure]}`;
  return accuracyTable(rows, view.measure, caption, report.inputs.year, inputNotes(report.inputs));
}

/** Signed percentage points with one digit: "+3.2", "−0.5", "0.0". */
export function formatPoints(share: number | null): string {
  const text = formatDecimal(share === null ? null : share * 100, 1);
  return share !== null && share > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A comparison as a table in one measure. */
export function comparisonTable(report: ComparisonReport, measure: AccuracyMeasure): ReportTable {
  const titles = accuracyColumns(report.inputs.year);
  const number = (text: string, value: number | null): Cell => ({ text, value });
  const whole = (value: number): Cell => ({ text: formatWhole(value), value });
  const right = (title: string) => ({ title, align: "right" as const });
  const differ = report.first.sha256 !== report.second.sha256;
  return {
    caption: `${report.first.label} compared with ${report.second.label}, ${MEASURE_NAMES[measure]}`,
    label: `tab:comparison-${measure}`,
    columns: [
      { title: "Questions", align: "left" }, right("n"), right("First"), right("Second"), right("Difference"), right("95 % interval from"), right("to"), right("p"),
      right("Both"), right("Only first"), right("Only second"), right("Neither"),
    ],
    rows: ACCURACY_COLUMNS.map((column, at) => {
      const found = report.measures[measure][at]!;
      const { both, onlyFirst, onlySecond, neither } = found.counts;
      const percent = (value: number | null) => (value === null ? null : value * 100);
      return [
        textCell(titles[column].group === undefined ? titles[column].title : `${titles[column].group}: ${titles[column].title}`), whole(found.n),
        number(formatPercent(both + onlyFirst, found.n), percent(found.first)), number(formatPercent(both + onlySecond, found.n), percent(found.second)),
        number(formatPoints(found.difference), percent(found.difference)), number(formatPoints(found.low), percent(found.low)), number(formatPoints(found.high), percent(found.high)),
        number(found.p === null ? "–" : formatP(found.p), found.p), whole(both), whole(onlyFirst), whole(onlySecond), whole(neither),
      ];
    }),
    notes: [
      `First: ${report.first.label}. Second: ${report.second.label}. Shares in percent, differences in percentage points, on the questions for which both have a verdict.`,
      report.measures[measure][0]!.method + ".",
      ...(differ ? [`The runs are of different releases: only questions with equal answers in both count; ${formatWhole(report.changed)} of ${formatWhole(report.shared)} shared questions have other answers.`] : []),
      ...inputNotes(report.inputs),
    ],
  };
}

/** "76.2 to 85.1": the interval of a share in percent; a dash without one. */
export function intervalInWords({ low, high }: Pick<Accuracy, "low" | "high">): string {
  return low === null || high === null ? formatInterval(null, null, 1) : formatInterval(low * 100, high * 100, 1);
}

/** "81.0% (76.2 to 85.1), n = 200", for those who cannot hover. */
export function shareInWords(found: Accuracy): string {
  if (found.judged === 0) return "no verdict";
  return `${formatPercent(found.right, found.judged)}% (${intervalInWords(found)}), n = ${formatWhole(found.judged)}`;
}
