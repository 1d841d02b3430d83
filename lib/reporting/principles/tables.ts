import { countOf, formatCount } from "@/lib/platform/format";
import {
  COEFFICIENT_TITLES,
  type Coefficient,
  kindOf,
} from "@/lib/reporting/agreement/coefficient";
import {
  countCell,
  leftColumn,
  rightColumn,
  textCell,
  type ReportTable,
  intervalCell,
  type Kind,
} from "@/lib/reporting/files/table";
import {
  coefficientRecords,
  notesOf,
  preferenceDataTable,
  preferencesInWords,
  preferenceTables,
  RECORD_COLUMNS,
  recordOf,
} from "@/lib/reporting/preferences/tables";
import { chosenTable, type NamedTable } from "@/lib/reporting/protocols/tables";
import { campaignInWords } from "@/lib/reporting/snapshots/rules";
import { LEAST_PAIRS, type PrincipleFigures, type PrincipleReport } from "./schema";

/** Digits of rates, as papers print them. */
const DIGITS = 3;
/** Coefficients of agreement with people that the table has a column for. */
const SHOWN = ["percent", "cohen", "krippendorff"] as const;

/** The tables of a report: of all principles, then those of each principle and of the preference overall. */
export function principleTables(report: PrincipleReport): NamedTable[] {
  return [
    ...overviewTables(report),
    ...report.figures.flatMap((figures) => figuresTables(figures, report)),
  ];
}

/** What all principles come to beside each other, how judges depend on the order, and how they agree with people. */
export function overviewTables(report: PrincipleReport): NamedTable[] {
  return [
    { name: "win-rates", table: winRatesTable(report) },
    { name: "counts", table: countsTable(report) },
    { name: "position-bias", table: biasTable(report) },
    ...(report.people.agreement.length === 0
      ? []
      : [{ name: "people", table: peopleTable(report) }]),
    ...(report.people.predictions.some(({ fit }) => fit !== null)
      ? [{ name: "prediction", table: predictionTable(report) }]
      : []),
  ];
}

/** The tables of one principle, or of the preference overall. */
export function figuresTables(
  { key, label, preferences }: PrincipleFigures,
  report: PrincipleReport,
): NamedTable[] {
  // One judge agrees with no other.
  const shown = preferences.raters < 2 ? { ...preferences, agreement: null } : preferences;
  return preferenceTables(shown, `${label}, ${report.comparison.name}`).map((table) => {
    const name = `${key}-${table.label.replace("tab:", "")}`;
    return {
      name,
      table: { ...table, label: `tab:${name}`, about: [preferencesInWords(preferences)] },
    };
  });
}

/** A table with what its numbers go by, for files; without a name the first one. @throws ZodError for an unknown name */
export function tableNamed(report: PrincipleReport, name: string | undefined): ReportTable {
  const table = chosenTable(principleTables(report), name);
  return { ...table, about: [...aboutInWords(report), ...(table.about ?? [])] };
}

/** What the numbers are of: jobs, judges, how a preference overall comes about, and campaigns of people. */
export function aboutInWords({ jobs, comparison, people }: PrincipleReport): string[] {
  const { name, version, rule, principles } = comparison;
  const negated = principles.filter((one) => one.negated).map((one) => one.name);
  return [
    `By ${name} (version ${version}).`,
    ...jobs.map(
      ({ jobId, runs, judge, items, preferences }) =>
        `Job ${jobId}: ${runs}, judged by ${judge}, ${formatCount(preferences)} of ${countOf(items, "comparison")}.`,
    ),
    `Each comparison was asked in both orders; where they disagree it counts as a tie. ${
      rule === "dominant"
        ? "Overall, the principle with the greatest score decides, each divided by its spread over all pairs of the judge (the rule of SALMON, Sun et al., 2023)."
        : `Overall, the sign of the sum of weight × score decides; weights: ${principles.map((one) => `${one.name} ${one.weight}`).join(", ")}.`
    }${negated.length === 0 ? "" : ` Counted against a response overall: ${negated.join(", ")}.`} Scores are +1, 0 and −1; probabilities of tokens are not used.`,
    ...(people.campaigns.length === 0
      ? ["No campaign of people compares these runs by these principles."]
      : [`People: ${people.campaigns.map(campaignInWords).join(", ")}.`]),
    ...people.predictions.flatMap(({ judge, pairs, fit }) =>
      fit === null
        ? [
            `Which principles predict people’s preferences is told from ${LEAST_PAIRS} pairs on; people decide ${formatCount(pairs)} of those that ${judge} compared.`,
          ]
        : [],
    ),
  ];
}

/** Principles by pairs of runs. */
function winRatesTable({ figures, systems, comparison }: PrincipleReport): ReportTable {
  const pairs = systems.flatMap((one, i) =>
    systems.slice(i + 1).map((other, j) => ({ one, other, i, j: i + 1 + j })),
  );
  const met = pairs.filter(({ i, j }) =>
    figures.some(({ preferences }) => (preferences.matrix[i]![j]?.n ?? 0) > 0),
  );
  const rate = ({ preferences }: PrincipleFigures, { i, j }: (typeof pairs)[number]) =>
    preferences.matrix[i]![j]!;
  return {
    caption: `Win rates by principle: ${comparison.name}`,
    label: "tab:principle-win-rates",
    columns: [
      leftColumn("Principle"),
      ...met.map(({ one, other }) => rightColumn(`over ${other.label}`, one.label)),
    ],
    rows: figures.map((one) => [
      { ...textCell(one.label), strong: one.definition === null },
      ...met.map((pair) => {
        const found = rate(one, pair);
        return intervalCell(found, DIGITS, "share", [`n ${formatCount(found.n)}`]);
      }),
    ]),
    notes: [
      "Below each number its 95% CI and n, the comparisons; one half: neither run is better. A tie is half a win. A negated principle is shown as it was asked; it counts against a response overall alone.",
      ...notesOf(
        figures.map((one): [string, ReturnType<typeof rate>[]] => [
          one.label,
          met.map((pair) => rate(one, pair)),
        ]),
      ).filter((note, at, all) => all.indexOf(note) === at),
    ],
  };
}

/** How many pairs there are of each principle, and what becomes of them. */
function countsTable({ figures, comparison }: PrincipleReport): ReportTable {
  const dominant = comparison.rule === "dominant";
  const count = (value: number | null) => (value === null ? textCell("–") : countCell(value));
  return {
    caption: `Comparisons by principle: ${comparison.name}`,
    label: "tab:principle-counts",
    columns: [
      leftColumn("Principle"),
      rightColumn("Comparisons"),
      rightColumn("Preferred"),
      rightColumn("Ties"),
      rightColumn("Orders disagree"),
      rightColumn("Missing"),
      ...(dominant ? [rightColumn("Decides")] : []),
    ],
    rows: figures.map(({ label, negated, definition, pairs, disagree, missing, ...one }) => [
      { ...textCell(negated ? `${label} (negated)` : label), strong: definition === null },
      countCell(pairs),
      countCell(pairs - one.preferences.ties),
      countCell(one.preferences.ties),
      count(disagree),
      countCell(missing),
      ...(dominant ? [count(one.decides)] : []),
    ]),
    notes: [
      "Orders disagree: ties because the judge did not say the same in both orders. Missing: pairs that failed, are not done yet, or whose replies held no preference; overall, pairs that lack a principle.",
      ...(dominant
        ? [
            "Decides: pairs whose preference overall this principle decides, alone or with others as great.",
          ]
        : []),
    ],
  };
}

function biasTable({ bias, comparison }: PrincipleReport): ReportTable {
  return {
    caption: `Position bias by judge: ${comparison.name}`,
    label: "tab:position-bias",
    columns: [
      leftColumn("Judge"),
      rightColumn("Comparisons"),
      rightColumn("Orders disagree"),
      rightColumn("First both times", "Of them"),
      rightColumn("Second both times", "Of them"),
      rightColumn("A tie once", "Of them"),
    ],
    rows: bias.map(({ judge, comparisons, disagree, first, second, tie }) => [
      textCell(judge),
      countCell(comparisons),
      intervalCell(disagree, DIGITS, "share"),
      ...[first, second, tie].map(countCell),
    ]),
    notes: [
      "The share of comparisons, all principles together, in which the judge’s preference depends on the order of the responses. Below a tenth is usually wanted.",
      ...notesOf(bias.map(({ judge, disagree }) => [judge, [disagree]])).filter(
        (note, at, all) => all.indexOf(note) === at,
      ),
    ],
  };
}

function peopleTable({ people, comparison }: PrincipleReport): ReportTable {
  return {
    caption: `Agreement of judges with people: ${comparison.name}`,
    label: "tab:principle-people",
    columns: [
      leftColumn("Judge"),
      leftColumn("Principle"),
      rightColumn("n"),
      rightColumn("Undecided"),
      ...SHOWN.map((name) => rightColumn(COEFFICIENT_TITLES[name])),
    ],
    rows: people.agreement.map(({ judge, label, undecided, agreement }) => [
      textCell(judge),
      textCell(label),
      countCell(agreement.units),
      countCell(undecided),
      ...SHOWN.map((name) =>
        intervalCell(agreement.coefficients[name], DIGITS, kindOf(COEFFICIENT_TITLES[name])),
      ),
    ]),
    notes: [
      "On first run, tie or second run, with 95% CI below. People’s preference is what most raters of the pair said; undecided pairs, without one answer that is the most frequent, are left out. n: pairs that both compared. Protocols are matched by the words of their principles.",
      ...notesOf(
        people.agreement.flatMap(({ judge, label, agreement }) =>
          SHOWN.map((name): [string, [(typeof agreement.coefficients)[typeof name]]] => [
            `${COEFFICIENT_TITLES[name]}, ${label}, ${judge},`,
            [agreement.coefficients[name]],
          ]),
        ),
      ).filter((note, at, all) => all.indexOf(note) === at),
    ],
  };
}

/** Principles by judges: the weight of each in what people prefer, and what the weights together predict. */
function predictionTable({ people, comparison }: PrincipleReport): ReportTable {
  const judges = people.predictions.flatMap(({ fit, ...one }) =>
    fit === null ? [] : [{ ...one, fit }],
  );
  const rows: [string, Kind, (fit: (typeof judges)[number]["fit"]) => Coefficient][] = [
    ...comparison.principles.map(({ name }, at): (typeof rows)[number] => [
      name,
      "number",
      (fit) => fit.weights[at]!,
    ]),
    ["Predicted by principles", "share", (fit) => fit.accuracy],
    ["Predicted by the usual winner", "share", (fit) => fit.majority],
    ["Difference", "points", (fit) => fit.gain],
  ];
  return {
    caption: `Principles that predict people: ${comparison.name}`,
    label: "tab:principle-prediction",
    columns: [
      leftColumn("Principle"),
      ...judges.map(({ judge, pairs }) => rightColumn(`n ${formatCount(pairs)}`, judge)),
    ],
    rows: rows.map(([label, kind, of]) => [
      textCell(label),
      ...judges.map(({ fit }) => intervalCell(of(fit), DIGITS, kind)),
    ]),
    notes: [
      `Weights of a logistic regression without intercept (ridge penalty 1) of people’s preferences overall on the judge’s scores, as asked; above 0 people prefer what the judge prefers. Below: the share of pairs predicted by questions of the other nine folds of ten, and by the run that people prefer more often there. 95% CI by bootstrap over questions. n: pairs that most people decide and the judge compared by every principle; ${judges.map(({ judge, undecided }) => `${judge}: ${formatCount(undecided)} tied or undecided`).join("; ")}, left out. Weights are of these pairs together: principles that go together share theirs, and none is a cause.`,
    ],
  };
}

/** Every number for programs: a record each, with its principle, interval and method. */
export function principleDataTable(report: PrincipleReport): ReportTable {
  return {
    caption: report.comparison.name,
    label: "tab:principle-data",
    notes: [],
    columns: [leftColumn("Principle"), ...RECORD_COLUMNS],
    rows: [
      ...report.figures.flatMap(({ key, preferences }) =>
        preferenceDataTable(preferences, "").rows.map((cells) => [textCell(key), ...cells]),
      ),
      ...report.bias.map(({ judge, disagree }) => [
        textCell(""),
        ...recordOf("Orders disagree", disagree, judge),
      ]),
      ...report.people.agreement.flatMap(({ judge, key, agreement }) =>
        coefficientRecords(agreement, judge, " with people").map((cells) => [
          textCell(key),
          ...cells,
        ]),
      ),
      ...report.people.predictions.flatMap(({ judge, fit }) =>
        fit === null
          ? []
          : [
              ...report.comparison.principles.map(({ key }, at) => [
                textCell(key),
                ...recordOf("Weight in people’s preference", fit.weights[at]!, judge),
              ]),
              ...(
                [
                  ["Predicted by principles", fit.accuracy],
                  ["Predicted by the usual winner", fit.majority],
                  ["Predicted by principles, difference", fit.gain],
                ] as const
              ).map(([title, found]) => [textCell(""), ...recordOf(title, found, judge)]),
            ],
      ),
    ],
  };
}
