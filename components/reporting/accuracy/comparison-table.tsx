import { IconCheck, IconX } from "@tabler/icons-react";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import { comparisonTable } from "@/lib/reporting/accuracy/comparison-tables";
import { selfContainedNotes, spokenForBoth, staleOfBoth } from "@/lib/reporting/accuracy/rules";
import type {
  ComparisonReport,
  ComparisonView,
  DifferingQuestion,
  DifferingSide,
} from "@/lib/reporting/accuracy/schema";
import { withCells } from "@/lib/reporting/files/table";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { SeenResponse, type ReadMarkdown } from "@/components/reporting/shared/seen-response";
import { countOf } from "@/lib/platform/format";
import { REASONS, type Reason } from "@/lib/rating/judging/vocabulary";
import { LinkAnchor } from "@/components/ui/links";
import classes from "./accuracy.module.css";

interface ComparisonTableProps {
  report: ComparisonReport;
  measure: AccuracyMeasure;
  /** The list of the questions that only one run got right; called on the server. */
  listHref: (column: ComparisonView["column"], which: ComparisonView["which"]) => string;
}

/** Which runs' questions the numbers of a column lead to, by its title. */
const LISTED: Record<string, { which: "first" | "second"; words: string }> = {
  "First only": { which: "first", words: "questions only the first answered correctly" },
  "Second only": { which: "second", words: "questions only the second answered correctly" },
};

/** Two runs in every column: the paired difference with its interval, McNemar's test, the odds ratio, and the counts behind them. */
export function ComparisonTable({ report, measure, listHref }: ComparisonTableProps) {
  const plain = comparisonTable(report, measure);
  const table = withCells(plain, (cell, row, at) => {
    const { column, title, odds } = report.measures[measure][row]!;
    if (plain.columns[at]!.title === "Odds ratio" && odds.infinite)
      return { ...cell, hint: "Infinite: First only is divided by Second only, which is 0." };
    const listed = LISTED[plain.columns[at]!.title];
    if (listed === undefined || cell.value === 0) return cell;
    return {
      ...cell,
      link: {
        href: listHref(column, listed.which),
        words: `${cell.text} ${listed.words}, ${title}`,
      },
    };
  });
  // How many questions a row is of.
  const counts = plain.columns.filter(({ title }) => title === "n" || title === "N").length;
  return <ReportTableView name="Comparison" table={table} minWidth={1000} describing={counts} />;
}

/** The differences in every column with their intervals. */
export function DifferenceChart({
  report,
  measure,
  title,
}: {
  report: ComparisonReport;
  measure: AccuracyMeasure;
  title: string;
}) {
  const columns = report.measures[measure];
  if (columns[0]!.n === 0) return null;
  return (
    <GroupedBars
      title={title}
      unit="points"
      fileName={`comparison-${measure}`}
      caption={selfContainedNotes(
        report.inputs,
        staleOfBoth(report, measure),
        spokenForBoth(report, measure),
      )}
      data={{
        places: {
          title: "Questions",
          labels: columns.map((column) =>
            column.title.replace("Valid premise: ", "vp ").replace("False premise: ", "fp "),
          ),
        },
        series: [
          {
            name: "First minus second",
            values: columns.map(({ difference, low, high, n }) => ({
              value: difference,
              low,
              high,
              n,
            })),
          },
        ],
      }}
    />
  );
}

/** The questions on which two runs differ, both responses beside each other. */
export function DifferingQuestions({
  questions,
  report,
  read,
}: {
  questions: readonly DifferingQuestion[];
  report: ComparisonReport;
  /** Called on the server. */
  read: ReadMarkdown;
}) {
  return (
    <ul className={classes.differing}>
      {questions.map((question) => (
        <li key={question.questionId}>
          <div>
            <LinkAnchor href={`/questions/${question.questionId}`} inherit fw={600}>
              {question.question}
            </LinkAnchor>{" "}
            <CategoryBadge category={question.category} />
          </div>
          <div className={classes.truth}>
            Ground truth: <b>{question.answer || "none"}</b>
          </div>
          <div className={classes.sides}>
            {(["first", "second"] as const).map((which) => (
              <Side
                key={which}
                label={report[which].label}
                to={`Q${question.questionId}`}
                side={question[which]}
                read={read}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface SideProps {
  label: string;
  /** The question, in short. */
  to: string;
  side: DifferingSide;
  read: ReadMarkdown;
}

function Side({ label, to, side, read }: SideProps) {
  return (
    <div>
      <div className={classes.verdicts}>
        <b>{label}</b> <Verdict name="Relaxed" verdict={side.relaxed} />{" "}
        <Verdict name="Strict" verdict={side.strict} />
        {side.automatic && " (automatic)"}
      </div>
      <div
        className={classes.response}
        tabIndex={0}
        role="region"
        aria-label={`Response of ${label} to ${to}`}
      >
        <SeenResponse text={side.text} read={read} />
      </div>
      {side.ratings.length > 0 && (
        <details className={classes.behind}>
          <summary>{countOf(side.ratings.length, "rating")} behind this</summary>
          <ul>
            {side.ratings.map((rating, at) => (
              <li key={at}>
                <b>{rating.by}</b>: {inWords("Relaxed", rating.relaxed, rating.relaxedReason)},{" "}
                {inWords("Strict", rating.strict, rating.strictReason)}
                {rating.comment !== "" && ` – ${rating.comment}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function inWords(mode: string, credit: boolean, reason: Reason | null): string {
  const why = REASONS.find(({ code }) => code === reason)?.words.toLowerCase();
  return `${mode} ${credit ? "credit" : `no credit${why === undefined ? "" : ` (${why})`}`}`;
}

function Verdict({ name, verdict }: { name: string; verdict: boolean | null }) {
  return (
    <span className={classes.verdict} data-verdict={String(verdict)}>
      {verdict === true && <IconCheck size={13} aria-hidden />}
      {verdict === false && <IconX size={13} aria-hidden />}
      {name}: {verdict === null ? "no verdict" : verdict ? "credit" : "no credit"}
    </span>
  );
}
