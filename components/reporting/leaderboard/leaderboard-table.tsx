import { Stack, Text } from "@mantine/core";
import {
  accuracyReportTable,
  asideNotes,
  groupNotes,
  isStale,
  sortRows,
  staleOf,
} from "@/lib/reporting/accuracy/rules";
import {
  type AccuracyReport,
  type AccuracyReportRow,
  type AccuracyView,
  type QuestionChoice,
} from "@/lib/reporting/accuracy/schema";
import { AccuracyCharts } from "@/components/reporting/accuracy/accuracy-charts";
import { AccuracyNotes, QuestionsDiffer } from "@/components/reporting/accuracy/accuracy-notes";
import { AccuracyTable, IntervalTable } from "@/components/reporting/accuracy/accuracy-table";
import { CoverageTable } from "@/components/reporting/accuracy/coverage-table";
import { ReportInputsList } from "@/components/reporting/shared/report-inputs";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { goldOfVerdicts, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { PairsTable } from "./pairs-table";
import { LinkAnchor } from "@/components/ui/links";
import { MeasureTabs } from "@/components/reporting/accuracy/measure-tabs";
import { addressOf } from "@/lib/platform/address";

interface LeaderboardTableProps {
  report: AccuracyReport;
  footnote: string;
  view: AccuracyView;
  /** Where the leaderboard is: "/leaderboard". */
  address: string;
  /** Where a run's conditions and a release are; called on the server. */
  runHref: (row: AccuracyReportRow) => string;
  releaseHref: (name: string) => string;
  /** The address of the report of these runs on other questions; null: there is none. */
  questionsHref: ((questions: QuestionChoice) => string) | null;
  /** Where two runs are compared; called on the server. Null: nowhere. */
  compareHref: ((first: number, second: number) => string) | null;
  /** Of the pairs of runs as a file. */
  fileAddress: string;
  howHref: string;
  /** For those who may make follow-up campaigns. */
  followUpOf?: null | undefined;
}

const known = (value: boolean | null) => (value === null ? "" : value ? "yes" : "no");

/** The listed runs as the paper's tables have them, with footnotes and charts. */
export function LeaderboardTable({
  report,
  footnote,
  view,
  address,
  runHref,
  releaseHref,
  questionsHref,
  compareHref,
  fileAddress,
  howHref,
  followUpOf,
}: LeaderboardTableProps) {
  const href = (change: Partial<AccuracyView>) => addressOf(address, { ...view, ...change });
  const table = accuracyReportTable(report, view);
  const rows = sortRows(report.rows, view);
  const stale = staleOf(report.rows, view.measure);
  const groups = report.groups?.[view.measure] ?? null;
  return (
    <Stack gap="md">
      <TruthNote
        inputs={report.inputs}
        source={verdictSourceInWords(report.inputs)}
        gold={goldOfVerdicts(report.inputs)}
        notes={asideNotes(report.rows, stale)}
        stale={isStale(report.rows, stale)}
        followUpOf={followUpOf}
      />
      <MeasureTabs current={view.measure} href={(measure) => href({ measure })} />
      <AccuracyTable
        table={table}
        rows={rows}
        view={view}
        sortHref={(sort, order) => href({ sort, order })}
        rowHref={runHref}
        extra={[
          ...(groups?.letters
            ? [
                {
                  title: "Group",
                  cell: (row: AccuracyReportRow) => groups.letters![row.runId] ?? "",
                },
              ]
            : []),
          { title: "Date in prompt", cell: (row) => known(row.dateInPrompt) },
          { title: "Web search", cell: (row) => known(row.hasWebSearch) },
        ]}
      />
      <QuestionsDiffer report={report} href={questionsHref} />
      <Stack gap={2} component="section" aria-label="Footnotes" maw="90ch">
        {groups !== null &&
          groupNotes(groups).map((note) => (
            <Text key={note} fz="sm" c="dimmed">
              {note}
            </Text>
          ))}
        <Text fz="sm" c="dimmed">
          Cutoff: knowledge cutoff year; “+”: current date in prompt; “UTD” (up to date): web
          search.
        </Text>
        <AccuracyNotes report={report} measure={view.measure} />
        <Text fz="sm" c="dimmed">
          Releases:{" "}
          {report.inputs.releases.map(({ name }, at) => (
            <span key={name}>
              {at > 0 && ", "}
              <LinkAnchor href={releaseHref(name)} inherit underline="always">
                {name}
              </LinkAnchor>
            </span>
          ))}
          .
        </Text>
        {footnote !== "" && (
          <Text fz="sm" maw="90ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {footnote}
          </Text>
        )}
      </Stack>
      <PairsTable
        report={report}
        measure={view.measure}
        compareHref={compareHref}
        fileAddress={fileAddress}
      />
      <IntervalTable rows={rows} view={view} columns={table.columns} basis={report.inputs.basis} />
      <CoverageTable rows={rows} />
      <AccuracyCharts rows={rows} measure={view.measure} inputs={report.inputs} />
      <ReportInputsList inputs={report.inputs} howHref={howHref} />
    </Stack>
  );
}
