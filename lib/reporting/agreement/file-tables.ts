import { campaignInWords } from "@/lib/reporting/snapshots/rules";
import { paperAgreementTable, paperRowsTable, type PairRow } from "./paper-table";
import type { NamedEvaluator } from "@/lib/reporting/verdicts/schema";
import {
  AGREEMENT_MODES,
  COEFFICIENT_DIGITS,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  kindOf,
  SCOPES,
  type AgreementMode,
  type Coefficient,
  type Scope,
} from "./coefficient";
import {
  agreementNotes,
  captionNotes,
  countsInWords,
  methodsInWords,
  ORDINAL_TITLES,
  pairName,
  paperNotes,
  paperSidesInWords,
  PEOPLE,
  REPEATABILITY_NOTE,
  partCoefficients,
  undefinedInWords,
} from "./rules";
import {
  BREAKDOWNS,
  type AgreementReport,
  type BreakdownName,
  type BreakdownRow,
  type CountedShare,
  type PartAgreement,
  type TableName,
} from "./schema";
import type { OrdinalAgreement } from "./verdicts";
import { formatDecimal } from "@/lib/platform/numbers";
import {
  countCell,
  decimalCell,
  inFiles,
  inOneLine,
  leftColumn,
  percentCell,
  rightColumn,
  textCell,
  withInCommon,
  type Cell,
  type Kind,
  type ReportTable,
} from "@/lib/reporting/files/table";
import { AUDIT_NOTE } from "@/lib/reporting/audit-sample/rules";
import { LEAST_UNITS } from "@/lib/statistics/jackknife";

/*
 * The report's tables as files have them: one number a cell, and with `forPrograms` (CSV, which has no notes) columns for
 * method, reasons and inputs. Pages show tables of their own (components/reporting/agreement/tables.ts).
 */

/**
 * One of the report's tables.
 * @param forPrograms for CSV, which has no notes: a column each for method, reasons and inputs, and one number a record where that tells more
 */
export function agreementReportTable(
  report: AgreementReport,
  table: TableName,
  forPrograms = false,
): ReportTable {
  const made = {
    ...TABLES[table]({
      report,
      name: report.inputs.campaigns.map(campaignInWords).join(", "),
      notes: [countsInWords(report), ...agreementNotes(report.inputs)],
      forPrograms,
    }),
    about: captionNotes(report),
  };
  return forPrograms ? withInputs(made, report) : made;
}

/** The table with what it was computed from in each of its records. */
function withInputs(table: ReportTable, { inputs, counts }: AgreementReport): ReportTable {
  const { campaigns, runs, releases, split, category, hops, rule, truth, gold, state, at } = inputs;
  return withInCommon(table, [
    ["Campaigns", textCell(campaigns.map(({ name }) => name).join("; "))],
    ["Follow-ups", textCell(campaigns.map(({ followUps }) => followUps).join("; "))],
    ["Runs", textCell(runs.join("; "))],
    ["Split", textCell(split)],
    ["Categories", textCell(category.join("; "))],
    ["Hops asked", textCell(hops ?? "")],
    ["Correct answers from", textCell(truth)],
    ["Gold", textCell(gold)],
    ["Rule", textCell(rule)],
    ["Releases", textCell(releases.map(({ name }) => name).join("; "))],
    ["SHA-256", textCell(releases.map(({ sha256 }) => sha256).join("; "))],
    ["Responses rated once", countCell(counts.single)],
    ["Stale responses", countCell(counts.stale.compared)],
    ["Stale responses rated once", countCell(counts.stale.single)],
    ["Ratings by other answers", countCell(counts.aside.otherAnswers.judgments)],
    ["Ratings of gold items", countCell(counts.aside.gold.judgments)],
    ["State", textCell(state ?? "")],
    ["As of", textCell(at)],
  ]);
}

/** What every table is made from. */
interface Making {
  report: AgreementReport;
  /** Of the campaigns, for the caption. */
  name: string;
  notes: readonly string[];
  forPrograms: boolean;
}

/** The table of each name. */
const TABLES: Record<TableName, (making: Making) => ReportTable> = {
  pairs: pairsTable,
  paper: paperTable,
  versions: versionsTable,
  repeatability: repeatabilityTable,
  "pair-coefficients": pairCoefficientsTable,
  confusion: confusionTable,
  coefficients: coefficientsTable,
  indices: indicesTable,
  ordinal: ordinalTable,
  breakdown: breakdownTable,
  "part-confusion": partConfusionTable,
  raters: ratersTable,
  audit: auditTable,
  drift: driftTable,
  reasons: reasonsTable,
};

const decimal = (value: number | null): Cell => ({
  text: formatDecimal(value, COEFFICIENT_DIGITS),
  value,
});
const MODE_NAMES: Record<AgreementMode, string> = {
  relaxed: "Relaxed",
  strict: "Strict",
  all: "All",
};
const SCOPE_NAMES: Record<Scope, string> = {
  overall: "all",
  vp: "valid premise",
  fp: "false premise",
};
const PARTS: Record<BreakdownName, string> = {
  category: "Category",
  hops: "Hops",
  run: "Run",
  period: "Time",
};
const MODES = ["relaxed", "strict"] as const;

/** A share in percent, with one digit. */
const sharePercent = (share: number | null) => decimalCell(share, 3, "percent");

/** A share with its interval, in percent. */
const shareAndInterval = (of: CountedShare): Cell[] => [
  percentCell(of),
  ...[of.low, of.high].map(sharePercent),
];

const CI = "95% CI";
const COEFFICIENT_COLUMNS = [
  rightColumn("n"),
  rightColumn("Value"),
  rightColumn("Low", CI),
  rightColumn("High", CI),
];
/** Beside a number for programs, whose files have no notes. */
const METHOD_COLUMNS = [leftColumn("Method"), leftColumn("Undefined because")];
const methodColumns = (forPrograms: boolean) => (forPrograms ? METHOD_COLUMNS : []);

/** A coefficient under its title. */
function coefficientCells(
  title: string,
  { n, value, low, high, method, undefinedBecause }: Coefficient,
  forPrograms: boolean,
): Cell[] {
  return [
    textCell(title),
    countCell(n),
    ...[value, low, high].map((number) => decimalCell(number, COEFFICIENT_DIGITS, kindOf(title))),
    ...(forPrograms ? [textCell(method), textCell(undefinedBecause ?? "")] : []),
  ];
}

const inOneCell = (found: Coefficient, kind?: Kind) => inOneLine(found, COEFFICIENT_DIGITS, kind);

/** All of a report and its parts, under the names that tables give them. */
function* allParts(report: AgreementReport): Generator<{
  by: string;
  part: string;
  compared: number;
  of: (mode: "relaxed" | "strict") => PartAgreement;
  ordinal: OrdinalAgreement;
}> {
  for (const scope of SCOPES) {
    const of = (mode: "relaxed" | "strict"): PartAgreement => ({
      coefficients: report.coefficients[mode][scope],
      indices: report.indices[mode][scope],
      confusion: null,
    });
    yield {
      by: "Questions",
      part: SCOPE_NAMES[scope],
      compared: report.coefficients.relaxed[scope].percent.n,
      of,
      ordinal: report.ordinal[scope],
    };
  }
  for (const by of BREAKDOWNS)
    for (const row of report.breakdown[by])
      yield {
        by: PARTS[by],
        part: row.label,
        compared: row.compared,
        of: (mode) => row[mode],
        ordinal: row.ordinal,
      };
}

const N_NOTE = "n: responses with two or more ratings, on which everything here is computed.";
const CONFUSION_COLUMNS = ["No credit", "Credit"].flatMap((said) => [
  rightColumn("no credit", `First: ${said}`),
  rightColumn("credit", `First: ${said}`),
]);
const CONFUSION_NOTE =
  "Responses by the verdict of the first (grouped headings) and of the second (headings below them).";
const INDICES_NOTE =
  "On credit, on no credit: specific agreement, the share of agreeing pairs among those in which one side gives that verdict. Prevalence index: from −1 (all no credit) to 1 (all credit). Bias index: how much more often the first of two raters gives credit. PABAK: prevalence- and bias-adjusted kappa.";
const ORDINAL_NOTE =
  "The two modes as one verdict: no credit < Relaxed credit only < credit in both.";
const RATER_INTERVALS = [
  { what: "agreed", title: "Agreement with others" },
  { what: "adjudicated", title: "Adjudicated" },
  { what: "sensitivity", title: "Sensitivity" },
  { what: "specificity", title: "Specificity" },
] as const;

/** What audits of the campaigns found: a record for each campaign and mode. */
function auditTable({ report, name, notes }: Making): ReportTable {
  return {
    caption: `Audit of responses on which raters agree in ${name}`,
    label: "tab:agreement-audit",
    columns: [
      leftColumn("Campaign"),
      leftColumn("Mode"),
      ...["Agreed", "Audited", "Lost credit", "Got credit", "Error rate"].map((title) =>
        rightColumn(title),
      ),
      rightColumn("Low", CI),
      rightColumn("High", CI),
      ...["Out of order", "Changed later", "Not adjudicated yet"].map((title) =>
        rightColumn(title),
      ),
    ],
    rows: report.audits.flatMap((audit) =>
      MODES.map((mode) => {
        const { lost, got, rate, interval } = audit[mode];
        return [
          textCell(audit.campaign),
          textCell(MODE_NAMES[mode]),
          ...[audit.agreed, audit.audited, lost, got].map(countCell),
          ...[rate, interval?.low ?? null, interval?.high ?? null].map(sharePercent),
          countCell(audit.outOfOrder),
          countCell(audit.changed),
          audit.waiting === null ? textCell("") : countCell(audit.waiting),
        ];
      }),
    ),
    notes: [AUDIT_NOTE, ...notes],
  };
}

/** The paper's table: exact agreement of each pair. */
function pairsTable({ report, name, notes }: Making): ReportTable {
  return paperAgreementTable(
    report.pairs.rows.map((pair) => ({ pair: pairName(pair), row: pair.row })),
    `Agreement in ${name}`,
    notes,
  );
}

const exact = (value: number | null): Cell => ({
  text: value === null ? "" : String(value),
  value,
});
const PARTS_OF_PAIRS = AGREEMENT_MODES.flatMap((mode) => SCOPES.map((scope) => ({ mode, scope })));

/** Exact agreement for programs: a record for each pair, mode and scope. */
function pairRecords(
  pairs: readonly {
    raters: string;
    first: string;
    second: string;
    evaluator: NamedEvaluator | null;
    of: (part: (typeof PARTS_OF_PAIRS)[number]) => [(number | null)[], method: string];
  }[],
  caption: string,
  label: string,
): ReportTable {
  return {
    caption,
    label,
    columns: [
      ...["Raters", "First", "Second", "Mode", "Questions"].map((title) => leftColumn(title)),
      ...["Responses", "Verdicts", "Equal", "Percent agreement", "Low", "High"].map((title) =>
        rightColumn(title),
      ),
      ...["Method", "Evaluator family", "Evaluator version"].map((title) => leftColumn(title)),
    ],
    rows: pairs.flatMap(({ raters, first, second, evaluator, of }) =>
      PARTS_OF_PAIRS.map((part) => {
        const [numbers, method] = of(part);
        return [
          ...[raters, first, second, MODE_NAMES[part.mode], SCOPE_NAMES[part.scope]].map(textCell),
          ...numbers.map(exact),
          textCell(method),
          textCell(evaluator?.family ?? ""),
          exact(evaluator?.version ?? null),
        ];
      }),
    ),
    notes: [],
  };
}

/** Responses, verdicts, equal ones, their share and its interval, and how that was found. */
const numbersOf =
  (row: PairRow) =>
  ({ mode, scope }: (typeof PARTS_OF_PAIRS)[number]): [(number | null)[], string] => {
    const { responses, verdicts, agreed, coefficients } = row[mode][scope];
    const { value, low, high, method, undefinedBecause } = coefficients.percent;
    const percent = [value, low, high].map((share) => inFiles(share, "percent"));
    return [[responses, verdicts, agreed, ...percent], undefinedBecause ?? method];
  };

/** The paper's rows of two raters and an evaluator, with the average. */
function paperTable({ report, name, forPrograms, notes }: Making): ReportTable {
  const { paper, pairs } = report;
  const caption = `Exact agreement of ${paper === null ? "no raters" : paperSidesInWords(paper)} in ${name}`;
  const average = paper?.average ?? null;
  if (!forPrograms)
    return paperRowsTable(
      pairs.rows.map((pair) => ({ pair: pairName(pair), row: pair.row })),
      average,
      caption,
      [...(paper === null ? [] : paperNotes(paper)), ...notes],
    );
  const evaluator = paper?.evaluator ?? null;
  return pairRecords(
    [
      ...pairs.rows.map((pair) => ({
        raters: pairName(pair),
        first: pair.first.label,
        second: pair.second.label,
        evaluator: pair.first.key === evaluator?.key ? evaluator : null,
        of: numbersOf(pair.row),
      })),
      ...(average === null
        ? []
        : [
            {
              raters: "Average",
              first: evaluator!.name,
              second: "Both raters",
              evaluator,
              of: ({
                mode,
                scope,
              }: (typeof PARTS_OF_PAIRS)[number]): [(number | null)[], string] => [
                [null, null, null, inFiles(average[mode][scope], "percent"), null, null],
                "Mean of the evaluator’s exact agreement with either rater",
              ],
            },
          ]),
    ],
    caption,
    "tab:agreement-paper-data",
  );
}

/** Each version of each evaluator with the verdict of people. */
function versionsTable({ report, name, forPrograms, notes }: Making): ReportTable {
  const versions = report.paper?.versions ?? [];
  const caption = `Exact agreement of evaluators with human verdicts in ${name}`;
  if (!forPrograms)
    return paperRowsTable(
      versions.map(({ evaluator, row }) => ({ pair: evaluator.name, row })),
      null,
      caption,
      ["Each row is over the responses with both verdicts.", ...notes],
    );
  return pairRecords(
    versions.map(({ evaluator, row }) => ({
      raters: `${PEOPLE.label} and ${evaluator.name}`,
      first: PEOPLE.label,
      second: evaluator.name,
      evaluator,
      of: numbersOf(row),
    })),
    caption,
    "tab:agreement-versions",
  );
}

/** How often the evaluator says something else when asked the same again. */
function repeatabilityTable({ report, name, notes }: Making): ReportTable {
  const { evaluator = null, repeatability = null } = report.paper ?? {};
  return {
    caption: `Repeatability of ${evaluator?.name ?? "no evaluator"}, beside its agreement in ${name}`,
    label: "tab:agreement-repeatability",
    columns: [
      leftColumn("Evaluator"),
      leftColumn("Mode"),
      ...["n", "Flips", "Flip rate", "Low", "High", "Without a verdict", "Replies"].map((title) =>
        rightColumn(title),
      ),
    ],
    rows:
      repeatability === null
        ? []
        : MODES.flatMap((mode) => {
            const found = repeatability[mode];
            if (found === null) return [];
            const { prompts, flips, rate, interval, unread, readings } = found;
            return [
              [
                textCell(evaluator?.name ?? ""),
                textCell(MODE_NAMES[mode]),
                countCell(prompts),
                countCell(flips),
                ...[rate, interval?.low ?? null, interval?.high ?? null].map(sharePercent),
                countCell(unread),
                countCell(readings),
              ],
            ];
          }),
    notes: [REPEATABILITY_NOTE, ...notes],
  };
}

/** Every coefficient in each mode and scope. */
function coefficientsTable({ report, name, forPrograms, notes }: Making): ReportTable {
  return {
    caption: `Coefficients of agreement in ${name}`,
    label: "tab:agreement-coefficients",
    columns: [
      leftColumn("Mode"),
      leftColumn("Questions"),
      leftColumn("Coefficient"),
      ...COEFFICIENT_COLUMNS,
      ...methodColumns(forPrograms),
    ],
    rows: AGREEMENT_MODES.flatMap((mode) =>
      SCOPES.flatMap((scope) =>
        COEFFICIENTS.map((coefficient) => [
          textCell(MODE_NAMES[mode]),
          textCell(SCOPE_NAMES[scope]),
          ...coefficientCells(
            COEFFICIENT_TITLES[coefficient],
            report.coefficients[mode][scope][coefficient],
            forPrograms,
          ),
        ]),
      ),
    ),
    notes: [N_NOTE, ...methodsInWords(report), ...undefinedInWords(report), ...notes],
  };
}

/** The coefficients of each pair; for programs in every scope. */
function pairCoefficientsTable({ report, name, forPrograms, notes }: Making): ReportTable {
  return {
    caption: `Pairwise coefficients in ${name}`,
    label: "tab:agreement-pair-coefficients",
    columns: [
      leftColumn("Raters"),
      leftColumn("Mode"),
      leftColumn("Questions"),
      leftColumn("Coefficient"),
      ...COEFFICIENT_COLUMNS,
      ...methodColumns(forPrograms),
    ],
    rows: report.pairs.rows.flatMap((pair) =>
      AGREEMENT_MODES.flatMap((mode) =>
        (forPrograms ? SCOPES : (["overall"] as const)).flatMap((scope) =>
          COEFFICIENTS.map((coefficient) => [
            textCell(pairName(pair)),
            textCell(MODE_NAMES[mode]),
            textCell(SCOPE_NAMES[scope]),
            ...coefficientCells(
              COEFFICIENT_TITLES[coefficient],
              pair.row[mode][scope].coefficients[coefficient],
              forPrograms,
            ),
          ]),
        ),
      ),
    ),
    notes: ["n: responses that both rated.", ...notes],
  };
}

/** The confusion matrices of each pair. */
function confusionTable({ report, name, notes }: Making): ReportTable {
  return {
    caption: `Pairwise confusion matrices in ${name}`,
    label: "tab:agreement-confusion",
    columns: [leftColumn("First"), leftColumn("Second"), leftColumn("Mode"), ...CONFUSION_COLUMNS],
    rows: report.pairs.rows.flatMap((pair) =>
      MODES.map((mode) => [
        textCell(pair.first.label),
        textCell(pair.second.label),
        textCell(MODE_NAMES[mode]),
        ...pair.row[mode].overall.confusion.flatMap((row) => row.map(countCell)),
      ]),
    ),
    notes: [CONFUSION_NOTE, ...notes],
  };
}

/** Specific agreement, prevalence and bias, of all and of each part. */
function indicesTable({ report, name, forPrograms, notes }: Making): ReportTable {
  return {
    caption: `Specific agreement, prevalence and bias in ${name}`,
    label: "tab:agreement-indices",
    columns: [
      leftColumn("By"),
      leftColumn("Part"),
      leftColumn("Mode"),
      rightColumn("n"),
      ...(forPrograms
        ? ["On credit", "On no credit"].flatMap((group) => [
            rightColumn("Value", group),
            rightColumn("Low", group),
            rightColumn("High", group),
          ])
        : [rightColumn("On credit"), rightColumn("On no credit")]),
      rightColumn("Prevalence index"),
      rightColumn("Bias index"),
      rightColumn("PABAK"),
    ],
    rows: [...allParts(report)].flatMap(({ by, part, compared, of }) =>
      MODES.map((mode) => {
        const { positive, negative, prevalence, bias, pabak } = of(mode).indices;
        const shown = [positive, negative].flatMap((one) =>
          forPrograms ? [one.value, one.low, one.high].map(decimal) : [inOneCell(one)],
        );
        return [
          textCell(by),
          textCell(part),
          textCell(MODE_NAMES[mode]),
          countCell(compared),
          ...shown,
          ...[prevalence, bias, pabak].map(decimal),
        ];
      }),
    ),
    notes: [INDICES_NOTE, N_NOTE, ...notes],
  };
}

/** Both modes as one verdict, of all and of each part. */
function ordinalTable({ report, name, forPrograms, notes }: Making): ReportTable {
  return {
    caption: `Agreement on both modes as one verdict in ${name}`,
    label: "tab:agreement-ordinal",
    columns: [
      leftColumn("By"),
      leftColumn("Part"),
      leftColumn("Coefficient"),
      ...COEFFICIENT_COLUMNS,
      ...methodColumns(forPrograms),
    ],
    rows: [...allParts(report)].flatMap(({ by, part, ordinal }) =>
      (["weightedKappa", "alpha"] as const).map((which) => [
        textCell(by),
        textCell(part),
        ...coefficientCells(ORDINAL_TITLES[which], ordinal[which], forPrograms),
      ]),
    ),
    notes: [ORDINAL_NOTE, N_NOTE, ...notes],
  };
}

/** The confusion matrices of exactly two raters by part. */
function partConfusionTable({ report, name, notes }: Making): ReportTable {
  const [first, second] = report.two ?? [{ label: "First" }, { label: "Second" }];
  return {
    caption: `Confusion matrices of ${first.label} and ${second.label} by part in ${name}`,
    label: "tab:agreement-part-confusion",
    columns: [leftColumn("By"), leftColumn("Part"), leftColumn("Mode"), ...CONFUSION_COLUMNS],
    rows: [...allParts(report)].flatMap(({ by, part, of }) =>
      MODES.flatMap((mode) => {
        const { confusion } = of(mode);
        return confusion === null
          ? []
          : [
              [
                textCell(by),
                textCell(part),
                textCell(MODE_NAMES[mode]),
                ...confusion.flatMap((row) => row.map(countCell)),
              ],
            ];
      }),
    ),
    notes: [
      report.two === null
        ? "Confusion matrices by part require exactly two raters."
        : `${CONFUSION_NOTE} First: ${first.label}. Second: ${second.label}.`,
      ...notes,
    ],
  };
}

/** Each rater's work, agreement and strictness. */
function ratersTable({ report, name, forPrograms, notes }: Making): ReportTable {
  return {
    caption: `Raters in ${name}`,
    label: "tab:agreement-raters",
    columns: [
      leftColumn("Rater"),
      rightColumn("Ratings"),
      rightColumn("Pairs"),
      rightColumn("Relaxed", "Agreement with others"),
      rightColumn("Strict", "Agreement with others"),
      rightColumn("n", "Adjudicated"),
      rightColumn("Relaxed", "Adjudicated"),
      rightColumn("Strict", "Adjudicated"),
      rightColumn("Relaxed", "Sensitivity"),
      rightColumn("Strict", "Sensitivity"),
      rightColumn("Relaxed", "Specificity"),
      rightColumn("Strict", "Specificity"),
      rightColumn("own", "Credit, Relaxed"),
      rightColumn("others", "Credit, Relaxed"),
      rightColumn("own", "Credit, Strict"),
      rightColumn("others", "Credit, Strict"),
      rightColumn("Median s"),
      ...(forPrograms
        ? RATER_INTERVALS.flatMap(({ title }) =>
            MODES.flatMap((mode) =>
              ["n", "low", "high"].map((part) =>
                rightColumn(part, `${title}, ${MODE_NAMES[mode]}`),
              ),
            ),
          )
        : []),
    ],
    rows: report.raters.map((rater) => [
      textCell(rater.rater.label),
      countCell(rater.judgments),
      countCell(rater.agreed.relaxed.of),
      percentCell(rater.agreed.relaxed),
      percentCell(rater.agreed.strict),
      countCell(rater.adjudicated.relaxed.of),
      ...(["adjudicated", "sensitivity", "specificity"] as const).flatMap((what) =>
        MODES.map((mode) => percentCell(rater[what][mode])),
      ),
      ...MODES.flatMap((mode) => [
        percentCell(rater.credit[mode].own),
        percentCell(rater.credit[mode].others),
      ]),
      {
        text: formatDecimal(rater.medianActiveMs / 1_000, 1),
        value: rater.medianActiveMs / 1_000,
      },
      ...(forPrograms
        ? RATER_INTERVALS.flatMap(({ what }) =>
            MODES.flatMap((mode) => [
              countCell(rater[what][mode].of),
              ...shareAndInterval(rater[what][mode]).slice(1),
            ]),
          )
        : []),
    ]),
    notes: [
      "Shares in percent, with 95% CI: agreement with others by the jackknife over responses on Wilson’s scale, the rest Wilson’s. Pairs: the rater’s and another rater’s rating of the same response. Credit: how often each side gave it in these pairs. Adjudicated: ratings equal to the adjudicated verdict; sensitivity and specificity: of the responses adjudicated as credit or no credit, those that the rater gave the same. Responses are adjudicated mostly because they are disputed, so these shares do not represent all ratings. Median active time per rating, in seconds.",
      ...notes,
    ],
  };
}

/** Each rater's agreement with the others by week or month. */
function driftTable({ report, name, notes }: Making): ReportTable {
  return {
    caption: `Agreement of raters with others by ${report.period} in ${name}`,
    label: "tab:agreement-drift",
    columns: [
      leftColumn(report.period === "week" ? "Week" : "Month"),
      leftColumn("Rater"),
      rightColumn("Ratings"),
      rightColumn("Pairs"),
      ...(["Relaxed", "Strict"] as const).flatMap((mode) => [
        rightColumn("agree", mode),
        rightColumn("low", mode),
        rightColumn("high", mode),
      ]),
    ],
    rows: report.periods.flatMap((period, at) =>
      report.raters
        .filter((rater) => rater.periods[at]!.judgments > 0)
        .map((rater) => {
          const { judgments, agreed } = rater.periods[at]!;
          return [
            textCell(period),
            textCell(rater.rater.label),
            countCell(judgments),
            countCell(agreed.relaxed.of),
            ...shareAndInterval(agreed.relaxed),
            ...shareAndInterval(agreed.strict),
          ];
        }),
    ),
    notes: [
      `Shares of agreeing pairs, each the rater’s and another rater’s rating of the same response, in percent, by the ${report.period} of the response’s last rating (its first day, in UTC). Low and high: 95% CI by the jackknife over responses, on Wilson’s scale.`,
      ...notes,
    ],
  };
}

/** How often each reason for no credit is given. */
function reasonsTable({ report, name, notes }: Making): ReportTable {
  return {
    caption: `Reasons for no credit in ${name}`,
    label: "tab:agreement-reasons",
    columns: [
      leftColumn("Reason"),
      rightColumn("Ratings", "Relaxed"),
      rightColumn("Raters", "Relaxed"),
      rightColumn("Ratings", "Strict"),
      rightColumn("Raters", "Strict"),
    ],
    rows: report.reasons.map(({ reason, relaxed, strict }) => [
      textCell(reason),
      countCell(relaxed.judgments),
      countCell(relaxed.raters),
      countCell(strict.judgments),
      countCell(strict.raters),
    ]),
    notes,
  };
}

/** Agreement part by part; for programs one coefficient a record. */
function breakdownTable({ report, name, forPrograms, notes }: Making): ReportTable {
  const shown = partCoefficients(report.two !== null);
  const rows = (each: (row: BreakdownRow, mode: "relaxed" | "strict") => Cell[][]) =>
    BREAKDOWNS.flatMap((by) =>
      report.breakdown[by].flatMap((row) =>
        MODES.flatMap((mode) =>
          each(row, mode).map((cells) => [
            textCell(PARTS[by]),
            textCell(row.label),
            countCell(row.responses),
            countCell(row.compared),
            textCell(MODE_NAMES[mode]),
            ...cells,
          ]),
        ),
      ),
    );
  return {
    caption: `Agreement in ${name} by category, hops, run and ${report.period}`,
    label: "tab:agreement-breakdown",
    columns: [
      leftColumn("By"),
      leftColumn("Part"),
      rightColumn("Rated"),
      rightColumn("n"),
      leftColumn("Mode"),
      ...(forPrograms
        ? [leftColumn("Coefficient"), ...COEFFICIENT_COLUMNS.slice(1), ...METHOD_COLUMNS]
        : shown.map(({ title }) => rightColumn(title))),
    ],
    rows: forPrograms
      ? rows((row, mode) =>
          COEFFICIENTS.map((of) => [
            // n stands before the mode.
            ...coefficientCells(COEFFICIENT_TITLES[of], row[mode].coefficients[of], true).toSpliced(
              1,
              1,
            ),
          ]),
        )
      : rows((row, mode) => [
          shown.map(({ of, title }) => inOneCell(row[mode].coefficients[of], kindOf(title))),
        ]),
    notes: [
      `In brackets the 95% CI; none for fewer than ${LEAST_UNITS} responses. ${N_NOTE} Time: the ${report.period} of a response’s last rating, by its first day, in UTC.`,
      ...notes,
    ],
  };
}
