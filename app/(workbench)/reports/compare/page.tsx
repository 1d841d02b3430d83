import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { ComparisonFormPart } from "@/components/reporting/accuracy/form-parts";
import {
  ComparisonTable,
  DifferenceChart,
  DifferingQuestions,
} from "@/components/reporting/accuracy/comparison-table";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportInputsList } from "@/components/reporting/shared/report-inputs";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { accuracyChips } from "@/components/reporting/shared/option-chips";
import { AsOf } from "@/components/reporting/shared/as-of";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { goldOfVerdicts, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { may } from "@/lib/people/access/policy";
import type { SampleBasis } from "@/lib/reporting/accuracy/accuracy-table";
import { changedNotes, methodNote, readingNotes } from "@/lib/reporting/accuracy/comparison-tables";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import {
  compareRuns,
  listDifferingQuestions,
  listReportChoices,
} from "@/lib/reporting/accuracy/queries";
import {
  asideNotes,
  isStale,
  methodNotes,
  sidesOf,
  staleOfBoth,
} from "@/lib/reporting/accuracy/rules";
import {
  comparisonRequest,
  DIFFERING_PER_PAGE,
  MEASURE_NAMES,
  type ComparisonView,
} from "@/lib/reporting/accuracy/schema";
import { followUpsOffered } from "@/lib/reporting/snapshots/queries";
import { showingLag } from "@/lib/platform/replica";
import { countOf, formatCount } from "@/lib/platform/format";
import { MeasureTabs } from "@/components/reporting/accuracy/measure-tabs";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { REPORTS } from "@/lib/reporting/reports";
import { getReportDefaults } from "@/lib/reporting/defaults/queries";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Compare runs" };

const { comparison } = REPORTS;

interface ComparePageProps {
  searchParams: Promise<SearchParams>;
}

export default async function CompareRunsPage({ searchParams }: ComparePageProps) {
  const actor = await requireActor("reports.read");
  const [asked, begin] = await Promise.all([searchParams, getReportDefaults(actor)]);
  const address = orBegin(
    asked,
    comparisonRequest,
    begin === null || begin.runIds.length < 2
      ? null
      : { first: begin.runIds[0], second: begin.runIds[1] },
  );
  const url = await readReportUrl(address, comparison, datasetDay);
  const choices = await listReportChoices(actor);
  const header = (basis: SampleBasis = "rated") => (
    <ReportHeader
      title="Compare runs"
      parent={{ label: "Accuracy", href: "/reports/accuracy" }}
      description={
        basis === "estimate"
          ? "Paired comparison of two runs, estimated from a campaign’s random sample."
          : "Paired comparison of two runs on the questions where both have a verdict."
      }
    />
  );
  if (!url.ok) {
    return (
      <>
        {header()}
        <Stack gap="md">
          <InvalidAddress problems={url.problems} />
          {choices.runs.length < 2 ? (
            <NothingRated
              icon={<IconArrowsDiff size={24} />}
              mayManage={may(actor, "campaigns.manage")}
            >
              You need two runs with rated responses.
            </NothingRated>
          ) : (
            <ComparisonFormPart
              first={null}
              second={null}
              scope={comparisonRequest.parse({ first: 1, second: 1 })}
              choices={choices}
            />
          )}
        </Stack>
      </>
    );
  }
  const { request, view } = url;
  const [{ value: report, asOf }, list] = await orNotFound(
    Promise.all([
      showingLag(request.state === null, () => compareRuns(actor, request)),
      listDifferingQuestions(actor, request, view),
    ]),
  );
  const href = (change: Partial<ComparisonView>) =>
    comparison.href(request, { ...view, page: 1, ...change });
  const stale = staleOfBoth(report, view.measure);
  const changed = isStale(sidesOf(report), stale);
  const title = report.measures[view.measure].find(({ column }) => column === view.column)!.title;
  return (
    <>
      {header(report.inputs.basis)}
      <Stack gap="md">
        <FoldedForm
          chips={accuracyChips(
            [request.first, request.second],
            request,
            report.inputs.campaign,
            choices,
          )}
        >
          <ComparisonFormPart
            first={request.first}
            second={request.second}
            scope={request}
            choices={choices}
          />
        </FoldedForm>
        <AsOf time={asOf} />
        <Text>
          <b>First:</b> {report.first.label} ({report.first.release}). <b>Second:</b>{" "}
          {report.second.label} ({report.second.release}).{" "}
          {methodNotes(
            report.first.runId === report.second.runId
              ? [report.first]
              : [report.first, report.second],
          ).join(" ")}
        </Text>
        {report.first.sha256 !== report.second.sha256 && (
          <Alert color="blue" variant="light" title="Different releases">
            {formatCount(report.shared)} questions in common; {formatCount(report.changed)} with
            different answers are excluded so both runs use the same ground truth.
          </Alert>
        )}
        <TruthNote
          inputs={report.inputs}
          source={verdictSourceInWords(report.inputs)}
          gold={goldOfVerdicts(report.inputs)}
          notes={[...changedNotes(report, view.measure), ...asideNotes(sidesOf(report), stale)]}
          stale={changed}
          followUpOf={await followUpsOffered(actor, changed, request.campaign)}
        />
        <MeasureTabs current={view.measure} href={(measure) => href({ measure })} />
        <ComparisonTable
          report={report}
          measure={view.measure}
          listHref={(column, which) => `${href({ column, which })}#differ`}
        />
        <Stack gap={2} maw="90ch">
          <Text fz="sm" c="dimmed">
            {readingNotes(report, view.measure).join(" ")}
          </Text>
          <Text fz="sm" c="dimmed">
            {methodNote(report, view.measure)}{" "}
            <LinkAnchor
              href={`/reports/how#${report.inputs.basis === "estimate" ? "estimates" : "comparing"}`}
              inherit
              underline="always"
            >
              How runs are compared
            </LinkAnchor>
          </Text>
        </Stack>
        <ReportFiles address={comparison.fileHref(request, { measure: view.measure })} />
        <DifferenceChart
          report={report}
          measure={view.measure}
          title={`${view.measure === "gap" ? "Gap" : MEASURE_NAMES[view.measure]}: difference by question type`}
        />
        <ReportInputsList inputs={report.inputs} asOf={asOf} />
        <PermanentAddress
          address={comparison.href({ ...request, state: null }, view)}
          state={report.inputs.state}
        />
        <section aria-labelledby="differ">
          <Title order={2} id="differ" mb="xs">
            {countOf(list.total, "question")}{" "}
            {view.which === "both"
              ? "with different verdicts"
              : `only the ${view.which} answered correctly`}
            : {title}
          </Title>
          <LinkTabs
            label="Questions with different verdicts"
            tabs={[
              ["both", "Either"],
              ["first", "Only the first"],
              ["second", "Only the second"],
            ].map(([which, name]) => ({
              name: name!,
              href: `${href({ which: which as ComparisonView["which"] })}#differ`,
              current: which === view.which,
            }))}
          />
          <Stack gap="md" mt="md">
            {list.stillToRate > 0 && (
              <Text fz="sm" c="dimmed">
                You have yet to rate {countOf(list.stillToRate, "response")} of these runs. Their
                questions are not listed until you have.
              </Text>
            )}
            {list.questions.length === 0 ? (
              <Text c="dimmed">None</Text>
            ) : (
              <DifferingQuestions questions={list.questions} report={report} read={readMarkdown} />
            )}
          </Stack>
          <PageTurner
            list={{ page: view.page, pageSize: DIFFERING_PER_PAGE, total: list.total }}
            label="Questions"
            href={({ page }) => `${href({ page })}#differ`}
          />
        </section>
      </Stack>
    </>
  );
}
