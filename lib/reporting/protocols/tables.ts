import { inputError } from "@/lib/platform/fields";
import { countOf, formatCount } from "@/lib/platform/format";
import {
  COEFFICIENT_DIGITS,
  titledCoefficients,
  type Coefficient,
  kindOf,
} from "@/lib/reporting/agreement/coefficient";
import { figuresOf, unitsInWords } from "@/lib/reporting/agreement/report-table";
import {
  countCell,
  leftColumn,
  percentCell,
  rightColumn,
  textCell,
  withInCommon,
  type Cell,
  type ReportTable,
  intervalCell,
  type Kind,
  decimalCell,
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
import { answersInWords } from "@/lib/reporting/ratings-file/words";
import { LEAST_UNITS } from "@/lib/statistics/jackknife";
import { asOfInWords, campaignInWords } from "@/lib/reporting/snapshots/rules";
import { DEFINITIONS_CHANGED } from "@/lib/reporting/snapshots/schema";
import { isChoice } from "@/lib/rating/protocols/rules";
import type { Direction, ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import { citationAgreementTable, citationRecords, citationsTable } from "./citation-tables";
import type {
  ChoiceReport,
  ChosenBySystem,
  ComparisonReport,
  LeftOut,
  ProtocolReport,
  PublishedTable,
  QuestionReport,
  SystemPair,
} from "./schema";
import { formatP, holmInWords, NOTHING } from "@/lib/platform/numbers";

/** A table with the name that addresses and the command line know it by. */
export interface NamedTable {
  name: string;
  table: ReportTable;
}

/** Digits of means and shares, as papers print them. */
const DIGITS = 3;
const ARROWS: Record<Direction, string> = { up: " ↑", down: " ↓", none: "" };

/** A part of a report: a tab of its page. Its charts go by its name. */
export interface ProtocolSection {
  /** Of a ranking or comparison as `sectionOf` says. */
  name: string;
  title: string;
  tables: NamedTable[];
}

/** The tables of a report, from the first section's to the last one's. */
export function protocolTables(report: ProtocolReport): NamedTable[] {
  return protocolSections(report).flatMap(({ tables }) => tables);
}

/**
 * The parts of a report: of questions with levels what they come to, each level's share, agreement, and the citation check
 * beside those about citations; of rankings and comparisons all beside each other, then each. A protocol has the one or
 * the other, by its unit.
 */
export function protocolSections(report: ProtocolReport): ProtocolSection[] {
  const of = report.protocol.name;
  const choices = report.reports.filter(isChoiceReport);
  const comparisons = comparisonsOf(report);
  return [
    {
      name: "overview",
      title: "Overview",
      tables: [
        ...(choices.length === 0
          ? []
          : [
              { name: "means", table: meansTable(choices, report.published, of) },
              { name: "answers", table: answersTable(choices, of) },
            ]),
        ...(comparisons.length === 0
          ? []
          : [
              { name: "win-rates", table: winRatesTable(comparisons, of) },
              { name: "comparisons", table: comparisonCountsTable(comparisons, of) },
            ]),
      ],
    },
    ...(choices.length === 0
      ? []
      : [
          {
            name: "levels",
            title: "Levels",
            tables: [{ name: "levels", table: levelsTable(choices, of) }],
          },
          {
            name: "agreement",
            title: "Agreement",
            tables: [
              { name: "agreement", table: agreementTable(choices, of) },
              ...(report.systems.length < 2
                ? []
                : [{ name: "agreement-systems", table: systemAgreementTable(choices, of) }]),
            ],
          },
        ]),
    ...(report.systems.length < 2 || choices.length === 0
      ? []
      : [
          {
            name: COMPARE,
            title: "Compare",
            // Of too many runs there is a sentence in its place.
            tables:
              report.paired.length === 0
                ? []
                : [{ name: COMPARE, table: pairedTable(report.paired, of) }],
          },
        ]),
    ...(report.citations.length === 0
      ? []
      : [
          {
            name: "citations",
            title: "Citation check",
            tables: [
              { name: "citations", table: citationsTable(report.citations, of) },
              { name: "citation-agreement", table: citationAgreementTable(report.citations, of) },
            ],
          },
        ]),
    ...comparisons.map((one) => ({
      name: sectionOf(one.question),
      title: one.question.label,
      tables: comparisonTables(one, of),
    })),
  ];
}

/** The section that compares systems, by name. */
export const COMPARE = "compare";

/** Each two systems by each question, on what both have answers about. */
function pairedTable(pairs: readonly SystemPair[], of: string): ReportTable {
  const several = pairs.length > 1;
  const p = (value: number | null): Cell => ({
    text: value === null ? NOTHING : formatP(value),
    value,
  });
  return {
    caption: `Runs compared: ${of}`,
    label: "tab:protocol-compare",
    columns: [
      ...(several ? [leftColumn("Runs")] : []),
      leftColumn("Question"),
      rightColumn("n"),
      rightColumn(several ? "First" : pairs[0]!.first.label),
      rightColumn(several ? "Second" : pairs[0]!.second.label),
      rightColumn("Difference"),
      rightColumn("Higher: first"),
      rightColumn("Equal"),
      rightColumn("Higher: second"),
      rightColumn("p"),
      rightColumn("p (Holm)"),
    ],
    rows: pairs.flatMap(({ first, second, figures }) =>
      figures.map(({ question, title, kind, n, difference, counts, ...figure }) => [
        ...(several ? [textCell(`${first.label} and ${second.label}`)] : []),
        textCell(title === "Mean" ? titleOf(question) : `${question.label}: ${title}`),
        countCell(n),
        decimalCell(figure.first, DIGITS, kind),
        decimalCell(figure.second, DIGITS, kind),
        {
          ...intervalCell(difference, DIGITS, kind === "share" ? "points" : kind),
          ...(isTold(figure.adjusted) && { strong: true }),
        },
        ...[counts.first, counts.equal, counts.second].map(countCell),
        p(figure.p),
        { ...p(figure.adjusted), ...(isTold(figure.adjusted) && { strong: true }) },
      ]),
    ),
    notes: [
      `On the n questions of the dataset for which both runs have answers, each by the mean of its answers, so that it counts once: means of these means, and the mean difference, first minus second, with its 95% CI below. p: exact sign test of the questions on which one is higher, two-sided; p (Holm): ${holmInWords(pairs.flatMap(({ figures }) => figures.map((figure) => figure.p)))}, all pairs and levels, however they depend on each other. Bold: adjusted p below 0.05.`,
      ...notesOf([
        ["Difference", pairs.flatMap(({ figures }) => figures.map(({ difference }) => difference))],
      ]),
    ],
  };
}

function isTold(adjusted: number | null): boolean {
  return adjusted !== null && adjusted < 0.05;
}

/** The section of a ranking or comparison: no other section has such a name, whatever a question's key is. */
export function sectionOf({ key }: ProtocolQuestion): string {
  return `question-${key}`;
}

/** The rankings and comparisons of a report. */
export function comparisonsOf({ reports }: ProtocolReport): ComparisonReport[] {
  return reports.filter((one): one is ComparisonReport => "preferences" in one);
}

/** The table of a name; without a name the first one. @throws ZodError for an unknown name */
export function chosenTable(tables: readonly NamedTable[], name: string | undefined): ReportTable {
  const named = name === undefined ? tables[0] : tables.find((one) => one.name === name);
  if (named === undefined)
    throw inputError(["table"], `Table must be ${tables.map((one) => one.name).join(", ")}.`, name);
  return named.table;
}

/** A table with what its numbers go by, for files; without a name the first one. @throws ZodError for an unknown name */
export function tableNamed(report: ProtocolReport, name: string | undefined): ReportTable {
  const table = chosenTable(protocolTables(report), name);
  return { ...table, about: [...aboutInWords(report), ...(table.about ?? [])] };
}

/** How much there is, in a sentence. */
export function protocolInWords({
  judgments,
  items,
  questions,
  raters,
  systems,
}: ProtocolReport): string {
  return `${countOf(judgments, "rating")} of ${countOf(items, "item")} by ${countOf(raters, "rater")}; ${countOf(systems.length, "system")}, ${countOf(questions, "question")}.`;
}

/** What the numbers are of: campaigns, chosen questions and runs, what is left out, whether answers changed, and state. */
export function aboutInWords({ protocol, inputs, leftOut }: ProtocolReport): string[] {
  const { campaigns, at, state, earlier, changedSince, runs } = inputs;
  return [
    ...(earlier ? [DEFINITIONS_CHANGED] : []),
    `${protocol.name}: ${campaigns.map((campaign) => `${campaignInWords(campaign)} (version ${campaign.version})`).join(", ")}.`,
    `Questions: ${questionsInWords(inputs)}. Runs: ${runs.length === 0 ? "all" : runs.join(", ")}.`,
    leftOutInWords(leftOut),
    ...(changedSince === 0
      ? []
      : [
          `${countOf(changedSince, "rating")} made with correct answers that have changed in the dataset since; they count.`,
        ]),
    asOfInWords(at, state),
  ];
}

/** "split TEST, false-premise". */
function questionsInWords({ split, category, hops }: ProtocolReport["inputs"]): string {
  const chosen = [
    ...(split === "all" ? [] : [`split ${split}`]),
    ...category,
    ...(hops === null ? [] : [hops]),
  ];
  return chosen.length === 0 ? "all" : chosen.join(", ");
}

function leftOutInWords({ filtered, gold, replaced, otherAnswers, unrated }: LeftOut): string {
  const parts = [
    ...(filtered === 0
      ? []
      : [`${countOf(filtered, "rating")} outside of these questions and runs`]),
    ...(gold === 0 ? [] : [`${countOf(gold, "rating")} of gold items`]),
    ...(replaced === 0
      ? []
      : [`${countOf(replaced, "rating")} that their raters corrected or repeated`]),
    ...(otherAnswers === 0
      ? []
      : [
          `${countOf(otherAnswers, "rating")} with other correct answers than those that count for their items`,
        ]),
  ];
  return [
    `Left out: ${parts.length === 0 ? "no ratings" : parts.join(", ")}.`,
    ...(unrated === 0 ? [] : [`Not yet rated: ${countOf(unrated, "item")}.`]),
  ].join(" ");
}

function isChoiceReport(report: QuestionReport): report is ChoiceReport {
  return isChoice(report.question);
}

/** "Fluency ↑": with what is better, more or less. */
function titleOf(question: ProtocolQuestion): string {
  return question.label + (isChoice(question) ? ARROWS[question.direction] : "");
}

/** The numbers of a system by which papers compare: a mean, or shares. */
function figuresOfSystem({ ordinal, shares }: ChosenBySystem): [string, Coefficient, Kind][] {
  if (ordinal !== null) return [["Mean", ordinal.mean, "number"]];
  return (shares ?? []).map(({ label, share }) => [label, share, "share"]);
}

/** The table of papers: systems by criteria. */
function meansTable(
  choices: readonly ChoiceReport[],
  published: PublishedTable | null,
  of: string,
): ReportTable {
  const columns = choices.flatMap(({ question, systems }) =>
    figuresOfSystem(systems[0]!).map(([title, , kind], at) => ({ question, title, kind, at })),
  );
  const figure = ({ question, at }: (typeof columns)[number], system: number) =>
    figuresOfSystem(choices.find((one) => one.question === question)!.systems[system]!)[at]![1];
  const systems = choices[0]!.systems;
  return {
    caption: `Means and shares by system: ${of}`,
    label: "tab:protocol-means",
    columns: [
      leftColumn("System"),
      ...columns.map(({ question, title }) => rightColumn(title, titleOf(question))),
    ],
    rows: [
      ...systems.map(({ system }, row) => [
        textCell(system),
        ...columns.map((column) => {
          const found = figure(column, row);
          return intervalCell(found, DIGITS, column.kind, [`n ${formatCount(found.n)}`]);
        }),
      ]),
      ...(published?.rows ?? []).map(({ system, means }) => [
        textCell(publishedName(system)),
        ...columns.map(({ question }) => {
          const value = question.kind === "nominal" ? null : (means[question.key] ?? null);
          return { ...decimalCell(value, DIGITS), quiet: true };
        }),
      ]),
    ],
    notes: [
      ...(published?.problems ?? []).map((problem) => `Published: ${problem}`),
      "Below each number its 95% CI and n, the answers that it is of; ↑ more is better, ↓ less is. “Cannot tell” and missing answers are left out; adjudicated answers replace those of the raters.",
      ...notesOf(
        columns.map((column) => [
          `${column.question.label} (${column.title})`,
          systems.map((_, row) => figure(column, row)),
        ]),
      ).filter((note, at, all) => all.indexOf(note) === at),
    ],
  };
}

function publishedName(system: string): string {
  return `${system} (published)`;
}

/** What became of the ratings, by question and system. */
function answersTable(choices: readonly ChoiceReport[], of: string): ReportTable {
  return {
    caption: `Answers by question and system: ${of}`,
    label: "tab:protocol-answers",
    columns: [
      leftColumn("Question"),
      leftColumn("System"),
      rightColumn("Answers"),
      rightColumn("Adjudicated"),
      rightColumn("n", "Cannot tell"),
      rightColumn("Share", "Cannot tell"),
      rightColumn("Missing"),
      rightColumn("Median"),
    ],
    rows: choices.flatMap(({ question, systems }) =>
      systems.map(({ system, answers, adjudicated, cannotTell, ordinal }) => [
        textCell(titleOf(question)),
        textCell(system),
        countCell(answers.given),
        countCell(adjudicated),
        countCell(answers.cannotTell),
        cannotTell === null ? textCell("–") : intervalCell(cannotTell, DIGITS, "share"),
        countCell(answers.missing),
        ordinal === null ? textCell("–") : intervalCell(ordinal.median, 1, "number"),
      ]),
    ),
    notes: [
      "Answers: those with a level. Adjudicated: answers, “cannot tell” among them, that an adjudicator decided. Missing: ratings in which the question was not asked, or that leave it out.",
    ],
  };
}

/** How often each level was chosen. */
function levelsTable(choices: readonly ChoiceReport[], of: string): ReportTable {
  return {
    caption: `Levels by question and system: ${of}`,
    label: "tab:protocol-levels",
    columns: [
      leftColumn("Question"),
      leftColumn("System"),
      leftColumn("Level"),
      rightColumn("Value"),
      rightColumn("Answers"),
      rightColumn("%"),
    ],
    rows: choices.flatMap(({ question, systems }) =>
      systems.flatMap(({ system, levels, answers }) =>
        levels.map((level) => [
          textCell(titleOf(question)),
          textCell(system),
          textCell(level.label),
          { text: String(level.value), value: level.value },
          countCell(level.answers),
          percentCell({ count: level.answers, of: answers.given }),
        ]),
      ),
    ),
    notes: choices.flatMap(({ question, systems }) =>
      systems.flatMap(({ system, ordinal }) =>
        ordinal === null || ordinal.note === null
          ? []
          : [`${question.label}, ${system}: ${ordinal.note}`],
      ),
    ),
  };
}

/** Every coefficient that fits the level of a question. */
function agreementTable(choices: readonly ChoiceReport[], of: string): ReportTable {
  return {
    caption: `Agreement by question: ${of}`,
    label: "tab:protocol-agreement",
    columns: [
      leftColumn("Question"),
      leftColumn("Coefficient"),
      rightColumn("n"),
      rightColumn("Value"),
      rightColumn("Low", "95% CI"),
      rightColumn("High", "95% CI"),
    ],
    rows: choices.flatMap(({ question, agreement }) =>
      titledCoefficients(agreement).map(([title, found]) => [
        textCell(titleOf(question)),
        textCell(title),
        countCell(found.n),
        {
          ...decimalCell(found.value, COEFFICIENT_DIGITS, kindOf(title)),
          ...(found.undefinedBecause !== null && { undefinedBecause: found.undefinedBecause }),
        },
        ...[found.low, found.high].map((end) =>
          decimalCell(end, COEFFICIENT_DIGITS, kindOf(title)),
        ),
      ]),
    ),
    notes: [
      "Of the raters’ own answers, as they were before adjudication; “cannot tell” counts as missing. n: items with two or more answers.",
      ...alike(choices.map(({ question, agreement }) => [question.label, unitsInWords(agreement)])),
      ...undefinedNotes(
        choices.flatMap(({ question, agreement }) =>
          titledCoefficients(agreement).map(([title, found]) => [question, title, found]),
        ),
      ),
    ],
  };
}

/** "Fluency, Correctness: 36 units …": what is true of several, once. */
function alike(words: readonly (readonly [string, string])[]): string[] {
  const of = new Map<string, string[]>();
  for (const [label, sentence] of words) of.set(sentence, [...(of.get(sentence) ?? []), label]);
  return [...of].map(([sentence, labels]) => `${[...new Set(labels)].join(", ")}: ${sentence}`);
}

/** How coefficients were found, once; why some are undefined, with the questions where they are. */
function undefinedNotes(
  coefficients: readonly (readonly [ProtocolQuestion, string, Coefficient])[],
): string[] {
  const defined = coefficients.filter(([, , { undefinedBecause }]) => undefinedBecause === null);
  const rest = coefficients.filter(([, , { undefinedBecause }]) => undefinedBecause !== null);
  return [
    ...new Set(defined.map(([, , { method }]) => `${method}.`)),
    ...alike(
      rest.map(([{ label }, title, { undefinedBecause }]) => [
        label,
        `${title} is undefined: ${undefinedBecause}`,
      ]),
    ),
  ];
}

/** The coefficients of each question, over all systems and over the items of each. */
function systemAgreementTable(choices: readonly ChoiceReport[], of: string): ReportTable {
  const systems = choices[0]!.systems.map(({ system }) => system);
  return {
    caption: `Agreement by question and system: ${of}`,
    label: "tab:protocol-agreement-systems",
    columns: [
      leftColumn("Question"),
      leftColumn("Coefficient"),
      rightColumn("All systems"),
      ...systems.map((system) => rightColumn(system, "Items of")),
    ],
    rows: choices.flatMap(({ question, agreement, systems: all }) => [
      [
        textCell(titleOf(question)),
        textCell("Items with two or more answers"),
        ...[agreement.units, ...all.map(({ compared }) => compared)].map(countCell),
      ],
      ...titledCoefficients(agreement).flatMap(([title, whole], at) => {
        const found = [
          whole,
          ...all.map((one) =>
            one.agreement === null ? null : titledCoefficients(one.agreement)[at]![1],
          ),
        ];
        if (found.every((one) => one === null || one.value === null)) return [];
        return [
          [
            textCell(titleOf(question)),
            textCell(title),
            ...found.map((one) =>
              one === null ? textCell("–") : intervalCell(one, COEFFICIENT_DIGITS, kindOf(title)),
            ),
          ],
        ];
      }),
    ]),
    notes: [
      `Below each number its 95% CI. With fewer than ${LEAST_UNITS} items with two or more answers a system has no number. Coefficients that are undefined for all systems are left out.`,
    ],
  };
}

/** Mean win rates of systems, question beside question. */
function winRatesTable(comparisons: readonly ComparisonReport[], of: string): ReportTable {
  const systems = comparisons[0]!.preferences.systems;
  const rate = (one: ComparisonReport, row: number) => one.preferences.systems[row]!.winRate;
  return {
    caption: `Mean win rates by system: ${of}`,
    label: "tab:protocol-win-rates",
    columns: [
      leftColumn("System"),
      ...comparisons.map(({ question }) => rightColumn(question.label)),
    ],
    rows: systems.map(({ system }, row) => [
      textCell(system),
      ...comparisons.map((one) => {
        const found = rate(one, row);
        return intervalCell(found, DIGITS, "share", [`n ${formatCount(found.n)}`]);
      }),
    ]),
    notes: [
      "Below each number its 95% CI and n, the comparisons of the system. A tie is half a win; “cannot tell” and missing answers are left out.",
      ...notesOf(
        comparisons.map((one) => [one.question.label, systems.map((_, row) => rate(one, row))]),
      ).filter((note, at, all) => all.indexOf(note) === at),
    ],
  };
}

/** How many comparisons there are of each question, and whether the side tells who wins. */
function comparisonCountsTable(comparisons: readonly ComparisonReport[], of: string): ReportTable {
  const sided = comparisons.some(({ kind }) => kind === "pairwise");
  const ranked = comparisons.some(({ preferences }) => preferences.positions !== null);
  const bad = comparisons.some(({ bothBad }) => bothBad > 0);
  return {
    caption: `Comparisons by question: ${of}`,
    label: "tab:protocol-comparisons",
    columns: [
      leftColumn("Question"),
      rightColumn("Answers"),
      rightColumn("Cannot tell"),
      rightColumn("Missing"),
      rightColumn("Comparisons"),
      rightColumn("Ties"),
      ...(bad ? [rightColumn("Both bad")] : []),
      ...(sided ? [rightColumn("Won by the left side")] : []),
      ...(ranked ? [rightColumn("Shown first, ranked first")] : []),
    ],
    rows: comparisons.map(({ question, answers, preferences, bothBad }) => [
      textCell(question.label),
      ...[
        answers.given,
        answers.cannotTell,
        answers.missing,
        preferences.comparisons,
        preferences.ties,
        ...(bad ? [bothBad] : []),
      ].map(countCell),
      ...(sided ? [cellWithN(preferences.leftSide)] : []),
      ...(ranked ? [cellWithN(preferences.positions?.places[0]!.firstPlace ?? null)] : []),
    ]),
    notes: [
      ...(bad ? ["Both bad: ties in which both responses are called bad."] : []),
      ...(sided
        ? [
            "Won by the left side: of the comparisons without a tie, those won by the response that the rater was shown first; half of them where the side does not matter.",
          ]
        : []),
      ...comparisons.flatMap(({ question, preferences: { positions } }) =>
        positions === null
          ? []
          : [
              `Shown first, ranked first (${question.label}): the share of rankings in which the response that was shown first has the first place; without position bias 1/${positions.places.length}.`,
            ],
      ),
    ],
  };
}

function cellWithN(found: Coefficient | null): Cell {
  return found === null
    ? textCell("–")
    : intervalCell(found, DIGITS, "share", [`n ${formatCount(found.n)}`]);
}

/** The tables of one ranking or comparison. */
function comparisonTables(report: ComparisonReport, of: string): NamedTable[] {
  const { question, preferences, answers, bothBad } = report;
  const told = [
    preferencesInWords(preferences),
    ...(bothBad === 0 ? [] : [`${countOf(bothBad, "tie")} because both are bad.`]),
    answersInWords(answers),
  ];
  return preferenceTables(preferences, `${question.label}, ${of}`).map((table) => {
    const name = `${question.key}-${table.label.replace("tab:", "")}`;
    return { name, table: { ...table, label: `tab:${name}`, about: told } };
  });
}

/** Every number for programs: a record each, with its question, interval and method. */
export function protocolDataTable(report: ProtocolReport): ReportTable {
  const { inputs, leftOut, judgments, items } = report;
  const numbers: ReportTable = {
    caption: report.protocol.name,
    label: "tab:protocol-data",
    notes: [],
    columns: [leftColumn("Question"), ...RECORD_COLUMNS],
    rows: [
      ...report.reports.flatMap((one) =>
        recordsOf(one).map((cells) => [textCell(one.question.key), ...cells]),
      ),
      ...report.paired.flatMap(({ first, second, figures }) =>
        figures.map(({ question, title, difference }) => [
          textCell(question.key),
          ...recordOf(`Paired difference, ${title}`, difference, first.label, second.label),
        ]),
      ),
      ...citationRecords(report.citations),
      ...(report.published?.rows ?? []).flatMap(({ system, means }) =>
        Object.entries(means).map(([key, value]) => [
          textCell(key),
          ...recordOf("Published mean", PUBLISHED(value), publishedName(system)),
        ]),
      ),
    ],
  };
  return withInCommon(numbers, [
    ["Protocol", textCell(report.protocol.name)],
    ["Campaigns", textCell(inputs.campaigns.map(({ name }) => name).join("; "))],
    ["Follow-ups", textCell(inputs.campaigns.map(({ followUps }) => followUps).join("; "))],
    ["Runs", textCell(inputs.runs.join("; "))],
    ["Split", textCell(inputs.split)],
    ["Categories", textCell(inputs.category.join("; "))],
    ["Hops asked", textCell(inputs.hops ?? "")],
    ["Ratings", countCell(judgments)],
    ["Items", countCell(items)],
    ["Ratings outside of the chosen questions and runs", countCell(leftOut.filtered)],
    ["Ratings of gold items", countCell(leftOut.gold)],
    ["Ratings corrected or repeated", countCell(leftOut.replaced)],
    ["Ratings by other answers", countCell(leftOut.otherAnswers)],
    ["Items not yet rated", countCell(leftOut.unrated)],
    ["State", textCell(inputs.state ?? "")],
    ["As of", textCell(inputs.at)],
  ]);
}

const PUBLISHED = (value: number | null) => ({
  value,
  low: null,
  high: null,
  n: null,
  method: "As published",
  undefinedBecause: value === null ? "A gap of the published table." : null,
});

function recordsOf(report: QuestionReport): (readonly Cell[])[] {
  if (report.kind === "text") return [];
  if ("preferences" in report) return [...preferenceDataTable(report.preferences, "").rows];
  return [
    ...report.systems.flatMap((system) => [
      ...(system.ordinal === null ? [] : figuresOf(system.ordinal)).map(([measure, found]) =>
        recordOf(measure, found, system.system),
      ),
      ...(system.shares ?? []).map(({ label, share }) =>
        recordOf(`Share of ${label}`, share, system.system),
      ),
      ...(system.cannotTell === null
        ? []
        : [recordOf("Share of cannot tell", system.cannotTell, system.system)]),
    ]),
    ...coefficientRecords(report.agreement),
    ...report.systems.flatMap(({ system, agreement }) =>
      agreement === null ? [] : coefficientRecords(agreement, system),
    ),
  ];
}
