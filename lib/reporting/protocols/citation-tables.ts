import { countOf, formatCount } from "@/lib/platform/format";
import { COEFFICIENT_DIGITS, type Coefficient } from "@/lib/reporting/agreement/coefficient";
import {
  countCell,
  leftColumn,
  rightColumn,
  textCell,
  type Cell,
  type ReportTable,
  intervalCell,
  type Kind,
  decimalCell,
} from "@/lib/reporting/files/table";
import { notesOf, recordOf } from "@/lib/reporting/preferences/tables";
import { CITATION_CHECK_TITLES, CITATION_CHECKS } from "@/lib/runs/references/vocabulary";
import { MEASURE_TITLES, type CitationReport } from "./schema";

const DIGITS = 3;
const SHARES = ["precision", "recall"] as const;

const HINT =
  "The citation check counts shared words and knows nothing of meaning: a hint, not a verdict.";

/** People's mean and the check's shares, system by system. */
export function citationsTable(reports: readonly CitationReport[], of: string): ReportTable {
  const named = reports.length > 1;
  return {
    caption: `Citation check beside people: ${of}`,
    label: "tab:protocol-citations",
    columns: [
      ...(named ? [leftColumn("Question")] : []),
      leftColumn("System"),
      rightColumn("Mean", named ? "People" : `People: ${reports[0]!.question.label}`),
      ...CITATION_CHECKS.flatMap((variant) =>
        SHARES.map((share) => rightColumn(MEASURE_TITLES[share], CITATION_CHECK_TITLES[variant])),
      ),
    ],
    rows: reports.flatMap(({ question, systems }) =>
      systems.map(({ system, people, checks }) => [
        ...(named ? [textCell(question.label)] : []),
        textCell(system),
        withN(people, "number"),
        ...CITATION_CHECKS.flatMap((variant) =>
          SHARES.map((share) => withN(checks[variant][share], "share")),
        ),
      ]),
    ),
    notes: [
      HINT,
      "People: of each response the adjudicated answer, or the mean of its raters’ answers; n responses with references. Precision: citations that the check supports, n citations. Recall: pieces with a right citation, n pieces that some reference supports.",
      ...leftOutNotes(reports),
      ...unique(
        notesOf(
          reports.flatMap(({ systems }) => [
            ["People", systems.map(({ people }) => people)],
            ...SHARES.map((share): [string, (typeof systems)[number]["people"][]] => [
              MEASURE_TITLES[share],
              systems.flatMap(({ checks }) =>
                CITATION_CHECKS.map((variant) => checks[variant][share]),
              ),
            ]),
          ]),
        ),
      ),
    ],
  };
}

/** How far the check and people put responses in the same order. */
export function citationAgreementTable(
  reports: readonly CitationReport[],
  of: string,
): ReportTable {
  const named = reports.length > 1;
  return {
    caption: `Agreement of the citation check with people: ${of}`,
    label: "tab:protocol-citation-agreement",
    columns: [
      ...(named ? [leftColumn("Question")] : []),
      leftColumn("Check"),
      leftColumn("Measure"),
      rightColumn("n"),
      rightColumn("Without value"),
      rightColumn("Spearman’s ρ"),
      rightColumn("Low", "95% CI"),
      rightColumn("High", "95% CI"),
    ],
    rows: reports.flatMap(({ question, agreement }) =>
      agreement.map(({ variant, measure, correlation, withoutValue }) => [
        ...(named ? [textCell(question.label)] : []),
        textCell(CITATION_CHECK_TITLES[variant]),
        textCell(MEASURE_TITLES[measure]),
        countCell(correlation.n),
        countCell(withoutValue),
        {
          ...decimalCell(correlation.value, COEFFICIENT_DIGITS),
          ...(correlation.undefinedBecause !== null && {
            undefinedBecause: correlation.undefinedBecause,
          }),
        },
        decimalCell(correlation.low, COEFFICIENT_DIGITS),
        decimalCell(correlation.high, COEFFICIENT_DIGITS),
      ]),
    ),
    notes: [
      HINT,
      "ρ: 1 where the check and people put the responses of all systems in the same order, 0 where they have nothing in common, −1 where the orders are opposite. F1: the harmonic mean of a response’s precision and recall.",
      "n: responses with references of which people could tell and the check has a value. Without value: those of them in which nothing is cited (precision), no piece is supported (recall), or either (F1).",
      ...leftOutNotes(reports),
      ...unique(
        notesOf(
          reports.flatMap(({ agreement }) =>
            agreement.map(({ variant, measure, correlation }) => [
              `${CITATION_CHECK_TITLES[variant]}, ${MEASURE_TITLES[measure].toLowerCase()},`,
              [correlation],
            ]),
          ),
        ),
      ),
    ],
  };
}

function leftOutNotes(reports: readonly CitationReport[]): string[] {
  return reports.flatMap(({ question, withoutReferences, cannotTell }) => {
    const parts = [
      ...(withoutReferences === 0
        ? []
        : [`${countOf(withoutReferences, "rated response")} without references`]),
      ...(cannotTell === 0
        ? []
        : [`${countOf(cannotTell, "rated response")} of which people could not tell`]),
    ];
    return parts.length === 0 ? [] : [`${question.label}: left out ${parts.join(", ")}.`];
  });
}

/** Every number for programs, a record each, with the key of its question. */
export function citationRecords(reports: readonly CitationReport[]): (readonly Cell[])[] {
  return reports.flatMap(({ question, systems, agreement }) => [
    ...systems.flatMap(({ system, people, checks }) => [
      [textCell(question.key), ...recordOf("Mean of responses with references", people, system)],
      ...CITATION_CHECKS.flatMap((variant) =>
        SHARES.map((share) => [
          textCell(question.key),
          ...recordOf(
            `Citation check, ${variant}: ${MEASURE_TITLES[share].toLowerCase()}`,
            checks[variant][share],
            system,
          ),
        ]),
      ),
    ]),
    ...agreement.map(({ variant, measure, correlation }) => [
      textCell(question.key),
      ...recordOf(
        `Spearman, citation check, ${variant}: ${MEASURE_TITLES[measure].toLowerCase()}`,
        correlation,
      ),
    ]),
  ]);
}

function withN(found: Coefficient, kind: Kind): Cell {
  return intervalCell(found, DIGITS, kind, [`n ${formatCount(found.n)}`]);
}

function unique(notes: readonly string[]): string[] {
  return [...new Set(notes)];
}
