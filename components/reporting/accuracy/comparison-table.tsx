import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import {
  captionNotes,
  formatOdds,
  formatPoints,
  isMarked,
  oddsIntervalInWords,
  sidesOf,
} from "@/lib/reporting/accuracy/rules";
import type {
  ComparisonReport,
  ComparisonView,
  DifferingQuestion,
  DifferingSide,
} from "@/lib/reporting/accuracy/schema";
import { formatP, formatPercent } from "@/lib/reporting/files/numbers";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./accuracy.module.css";
import { formatCount } from "@/lib/platform/format";

interface ComparisonTableProps {
  report: ComparisonReport;
  measure: AccuracyMeasure;
  /** The list of the questions that only one run got right; called on the server. */
  listHref: (column: ComparisonView["column"], which: ComparisonView["which"]) => string;
}

/** Two runs in every column: the paired difference with its interval, McNemar's test, the odds ratio, and the counts behind them. */
export function ComparisonTable({ report, measure, listHref }: ComparisonTableProps) {
  const columns = report.measures[measure];
  return (
    <TableScroll label="Comparison">
      <Table
        fz="sm"
        miw={980}
        verticalSpacing={6}
        horizontalSpacing={6}
        className="tabular"
        aria-label="Comparison"
      >
        <TableThead>
          <TableTr>
            <TableTh scope="col">Questions</TableTh>
            {[
              "n",
              "First",
              "Second",
              "Difference",
              "95% CI",
              "p",
              "p (Holm)",
              "Odds ratio",
              "Both",
              "First only",
              "Second only",
              "Neither",
            ].map((title) => (
              <TableTh key={title} scope="col" ta="end">
                {title}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {columns.map((row) => {
            const { column, title, n, counts, difference, low, high, p, adjusted, odds } = row;
            return (
              <TableTr key={column}>
                <TableTh scope="row">{title}</TableTh>
                <TableTd ta="end">{formatCount(n)}</TableTd>
                <TableTd ta="end">{formatPercent(counts.both + counts.onlyFirst, n)}</TableTd>
                <TableTd ta="end">{formatPercent(counts.both + counts.onlySecond, n)}</TableTd>
                <TableTd
                  ta="end"
                  className={classes.number}
                  fw={isMarked(row) ? 700 : 400}
                  data-quiet={low === null}
                >
                  {formatPoints(difference)}
                </TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                  {low === null
                    ? n === 0
                      ? "–"
                      : "too few"
                    : `${formatPoints(low)} to ${formatPoints(high)}`}
                </TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                  {p === null ? "–" : formatP(p)}
                </TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }} fw={isMarked(row) ? 700 : 400}>
                  {adjusted === null ? "–" : formatP(adjusted)}
                </TableTd>
                <TableTd ta="end" className={classes.number}>
                  {formatOdds(odds)}
                  {odds.low !== null && (
                    <span className={classes.detail}>{oddsIntervalInWords(odds)}</span>
                  )}
                </TableTd>
                <TableTd ta="end">{formatCount(counts.both)}</TableTd>
                <TableTd ta="end">
                  <Counted
                    count={counts.onlyFirst}
                    href={listHref(column, "first")}
                    words={`questions only the first answered correctly, ${title}`}
                  />
                </TableTd>
                <TableTd ta="end">
                  <Counted
                    count={counts.onlySecond}
                    href={listHref(column, "second")}
                    words={`questions only the second answered correctly, ${title}`}
                  />
                </TableTd>
                <TableTd ta="end">{formatCount(counts.neither)}</TableTd>
              </TableTr>
            );
          })}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function Counted({ count, href, words }: { count: number; href: string; words: string }) {
  if (count === 0) return "0";
  return (
    <LinkAnchor href={href} inherit underline="always" aria-label={`${count} ${words}`}>
      {formatCount(count)}
    </LinkAnchor>
  );
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
      unit="percent"
      fileName={`comparison-${measure}`}
      caption={captionNotes(report.inputs, sidesOf(report))}
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
}: {
  questions: readonly DifferingQuestion[];
  report: ComparisonReport;
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
            <Side label={report.first.label} side={question.first} />
            <Side label={report.second.label} side={question.second} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, side }: { label: string; side: DifferingSide }) {
  return (
    <div>
      <div className={classes.verdicts}>
        <b>{label}</b> <Verdict name="Relaxed" verdict={side.relaxed} />{" "}
        <Verdict name="Strict" verdict={side.strict} />
      </div>
      <div
        className={classes.response}
        tabIndex={0}
        role="region"
        aria-label={`Response of ${label}`}
      >
        {side.text.trim() === "" ? <i>Empty response</i> : side.text}
      </div>
    </div>
  );
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
