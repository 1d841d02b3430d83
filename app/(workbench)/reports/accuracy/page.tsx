import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Stack } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { AccuracyCharts } from "@/components/reporting/accuracy/accuracy-charts";
import { AccuracyNotes, QuestionsDiffer } from "@/components/reporting/accuracy/accuracy-notes";
import { AccuracyFormPart } from "@/components/reporting/accuracy/form-parts";
import { AccuracyTable, IntervalTable } from "@/components/reporting/accuracy/accuracy-table";
import { CoverageTable } from "@/components/reporting/accuracy/coverage-table";
import { AsOf } from "@/components/reporting/shared/as-of";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportInputsList } from "@/components/reporting/shared/report-inputs";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { accuracyChips } from "@/components/reporting/shared/option-chips";
import { LinkButton } from "@/components/ui/links";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { goldOfVerdicts, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { may } from "@/lib/people/access/policy";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getAccuracyReport, listReportChoices } from "@/lib/reporting/accuracy/queries";
import {
  accuracyReportTable,
  asideNotes,
  changedNotes,
  isStale,
  staleOf,
  sortRows,
} from "@/lib/reporting/accuracy/rules";
import { accuracyRequest, type AccuracyView } from "@/lib/reporting/accuracy/schema";
import { REPORTS } from "@/lib/reporting/reports";
import { followUpsOffered } from "@/lib/reporting/snapshots/queries";
import { showingLag } from "@/lib/platform/replica";
import { MeasureTabs } from "@/components/reporting/accuracy/measure-tabs";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { getReportDefaults } from "@/lib/reporting/defaults/queries";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { runsInWords } from "@/lib/reporting/defaults/figures";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Accuracy" };

interface AccuracyPageProps {
  searchParams: Promise<SearchParams>;
}

export default async function AccuracyPage({ searchParams }: AccuracyPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, begin] = await Promise.all([searchParams, getReportDefaults(actor)]);
  const some = begin && runsInWords(begin);
  const address = orBegin(asked, accuracyRequest, begin && { runs: begin.runIds });
  const url = await readReportUrl(address, REPORTS.accuracy, datasetDay);
  const choices = await listReportChoices(actor);
  const header = (
    <ReportHeader
      title="Accuracy"
      description="The FreshQA paper's table: share of responses with credit, by question type."
    />
  );
  if (!url.ok) {
    return (
      <>
        {header}
        <Stack gap="md">
          <InvalidAddress problems={url.problems} />
          {choices.runs.length === 0 ? (
            <NothingRated
              icon={<IconChartBar size={24} />}
              mayManage={may(actor, "campaigns.manage")}
            />
          ) : (
            <AccuracyFormPart
              runs={[]}
              questions="rated"
              scope={accuracyRequest.parse({ runs: "1" })}
              choices={choices}
            />
          )}
        </Stack>
      </>
    );
  }
  const { request, view } = url;
  const { value: report, asOf } = await showingLag(request.state === null, () =>
    orNotFound(getAccuracyReport(actor, request)),
  );
  const href = (change: Partial<AccuracyView>) =>
    REPORTS.accuracy.href(request, { ...view, ...change });
  const table = accuracyReportTable(report, view);
  const rows = sortRows(report.rows, view);
  const stale = staleOf(report.rows, view.measure);
  const changed = isStale(report.rows, stale);
  return (
    <>
      {header}
      <Stack gap="md">
        <FoldedForm
          chips={[
            ...accuracyChips(request.runs, request, report.inputs.campaign, choices),
            ...(some !== null && asked.runs === undefined ? [some] : []),
          ]}
        >
          <AccuracyFormPart
            runs={request.runs}
            questions={request.questions}
            scope={request}
            choices={choices}
          />
        </FoldedForm>
        <AsOf time={asOf} />
        <TruthNote
          inputs={report.inputs}
          source={verdictSourceInWords(report.inputs)}
          gold={goldOfVerdicts(report.inputs)}
          notes={[...changedNotes(report, view.measure), ...asideNotes(report.rows, stale)]}
          stale={changed}
          followUpOf={await followUpsOffered(actor, changed, request.campaign)}
        />
        <MeasureTabs current={view.measure} href={(measure) => href({ measure })} />
        <AccuracyTable
          table={table}
          rows={rows}
          view={view}
          sortHref={(sort, order) => href({ sort, order })}
          rowHref={(row) => `/runs/${row.runId}`}
        />
        <QuestionsDiffer
          report={report}
          href={(questions) => REPORTS.accuracy.href({ ...request, questions }, view)}
        />
        <AccuracyNotes report={report} measure={view.measure} />
        <AccuracyCharts rows={rows} measure={view.measure} inputs={report.inputs} />
        <IntervalTable
          rows={rows}
          view={view}
          columns={table.columns}
          basis={report.inputs.basis}
        />
        <ReportFiles address={REPORTS.accuracy.fileHref(request, view)} />
        <section aria-label="Coverage">
          <CoverageTable rows={rows} />
        </section>
        <ReportInputsList inputs={report.inputs} asOf={asOf} />
        <PermanentAddress
          address={REPORTS.accuracy.href({ ...request, state: null }, view)}
          state={report.inputs.state}
        />
        {rows.length > 1 && (
          <LinkButton
            href={REPORTS.comparison.href({ first: rows[0]!.runId, second: rows[1]!.runId })}
            variant="default"
            size="xs"
            w="fit-content"
          >
            Compare first two runs
          </LinkButton>
        )}
      </Stack>
    </>
  );
}
