import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Stack, Text } from "@mantine/core";
import { IconTimeline } from "@tabler/icons-react";
import { OverTimeChart } from "@/components/reporting/accuracy/accuracy-charts";
import { AccuracyNotes, QuestionsDiffer } from "@/components/reporting/accuracy/accuracy-notes";
import { AccuracyTable, IntervalTable } from "@/components/reporting/accuracy/accuracy-table";
import { ChangesSection } from "@/components/reporting/accuracy/changes-section";
import { CoverageTable } from "@/components/reporting/accuracy/coverage-table";
import { OverTimeFormPart } from "@/components/reporting/accuracy/form-parts";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { accuracyChips } from "@/components/reporting/shared/option-chips";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportInputsList } from "@/components/reporting/shared/report-inputs";
import { EmptyState } from "@/components/ui/empty-state";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { AsOf } from "@/components/reporting/shared/as-of";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { goldOfVerdicts, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { may } from "@/lib/people/access/policy";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getAccuracyOverTime, listReportChoices } from "@/lib/reporting/accuracy/queries";
import {
  accuracyReportTable,
  asideNotes,
  changedNotes,
  isStale,
  staleOf,
  sortRows,
} from "@/lib/reporting/accuracy/rules";
import { overTimeRequest, type AccuracyView } from "@/lib/reporting/accuracy/schema";
import { REPORTS } from "@/lib/reporting/reports";
import { followUpsOffered } from "@/lib/reporting/snapshots/queries";
import { showingLag } from "@/lib/platform/replica";
import { MeasureTabs } from "@/components/reporting/accuracy/measure-tabs";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { getReportDefaults } from "@/lib/reporting/defaults/queries";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Accuracy over time" };

const { accuracy, comparison, "accuracy-over-time": overTime } = REPORTS;

interface OverTimePageProps {
  searchParams: Promise<SearchParams>;
}

export default async function AccuracyOverTimePage({ searchParams }: OverTimePageProps) {
  const actor = await requireActor("reports.read");
  const [asked, begin] = await Promise.all([searchParams, getReportDefaults(actor)]);
  const choices = await listReportChoices(actor);
  const modelId = begin?.modelId ?? choices.runs[0]?.modelId;
  const header = (
    <ReportHeader
      title="Accuracy over time"
      parent={{ label: "Accuracy", href: "/reports/accuracy" }}
      description="One model's accuracy by release, oldest first, and its change on the questions that releases share."
    />
  );
  if (modelId === undefined)
    return (
      <>
        {header}
        <NothingRated icon={<IconTimeline size={24} />} mayManage={may(actor, "campaigns.manage")}>
          Runs appear here once a model has been run on a release.
        </NothingRated>
      </>
    );
  const address = orBegin(asked, overTimeRequest, { model: modelId });
  const url = await readReportUrl(address, overTime, datasetDay);
  if (!url.ok)
    return (
      <>
        {header}
        <Stack gap="md">
          <InvalidAddress problems={url.problems} />
          <OverTimeFormPart
            model={modelId}
            scope={overTimeRequest.parse({ model: modelId })}
            choices={choices}
          />
        </Stack>
      </>
    );
  const { request, view } = url;
  const { value: report, asOf } = await showingLag(request.state === null, () =>
    orNotFound(getAccuracyOverTime(actor, request)),
  );
  const href = (change: Partial<AccuracyView>) => overTime.href(request, { ...view, ...change });
  const ofRuns = { ...request, runs: report.rows.map(({ runId }) => runId) };
  const table = accuracyReportTable(report, view);
  const rows = sortRows(report.rows, view);
  const stale = staleOf(report.rows, view.measure);
  const changed = isStale(report.rows, stale);
  return (
    <>
      {header}
      <Stack gap="md">
        <FoldedForm chips={accuracyChips(ofRuns.runs, request, report.inputs.campaign, choices)}>
          <OverTimeFormPart model={request.model} scope={request} choices={choices} />
        </FoldedForm>
        {report.rows.length === 0 ? (
          <EmptyState title={`${report.model} has no runs yet`} />
        ) : (
          <>
            {report.rows.length > 1 ? (
              <OverTimeChart report={report} />
            ) : (
              <Text fz="sm" c="dimmed">
                Only one run so far, so there is no chart.
              </Text>
            )}
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
              oneModel
              extra={[{ title: "Release", cell: (row) => row.release }]}
            />
            <QuestionsDiffer
              report={report}
              href={(questions) => accuracy.href({ ...ofRuns, questions }, view)}
            />
            <AccuracyNotes report={report} measure={view.measure} />
            <IntervalTable
              rows={rows}
              view={view}
              columns={table.columns}
              basis={report.inputs.basis}
            />
            <ReportFiles address={accuracy.fileHref(ofRuns, view)} />
            <ChangesSection
              report={report}
              measure={view.measure}
              compareHref={(first, second) =>
                comparison.href({ ...request, first, second }, { measure: view.measure })
              }
              fileAddress={overTime.fileHref(request, { measure: view.measure })}
            />
            <CoverageTable rows={rows} />
            <ReportInputsList inputs={report.inputs} asOf={asOf} />
            <PermanentAddress
              address={overTime.href({ ...request, state: null }, view)}
              state={report.inputs.state}
            />
          </>
        )}
      </Stack>
    </>
  );
}
