import { datasetDay } from "@/lib/dataset/schedule/queries";
import { REPORTS } from "@/lib/reporting/reports";
import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconListCheck } from "@tabler/icons-react";
import { PreferenceCharts } from "@/components/reporting/preferences/preference-charts";
import {
  AgreementCharts,
  LevelCharts,
  OverviewCharts,
} from "@/components/reporting/protocols/protocol-charts";
import { CitationCharts } from "@/components/reporting/protocols/citation-charts";
import { ProtocolFormPart } from "@/components/reporting/protocols/form-part";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { HowLink } from "@/components/reporting/shared/how-link";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { campaignChips } from "@/components/reporting/shared/option-chips";
import { EmptyState } from "@/components/ui/empty-state";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { listReportChoices } from "@/lib/reporting/accuracy/queries";
import {
  getProtocolReport,
  listProtocolCampaigns,
  listDifferingAnswers,
} from "@/lib/reporting/protocols/queries";
import {
  protocolRequest,
  DIFFERING_ANSWERS_PER_PAGE,
  type ProtocolReport,
  type ProtocolRequest,
  type ProtocolView,
} from "@/lib/reporting/protocols/schema";
import {
  aboutInWords,
  comparisonsOf,
  protocolInWords,
  protocolSections,
  sectionOf,
  COMPARE,
} from "@/lib/reporting/protocols/tables";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { DifferingList } from "@/components/reporting/protocols/differing-answers";
import { PageTurner } from "@/components/ui/page-turner";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { countOf } from "@/lib/platform/format";
import { MOST_RUNS_COMPARED } from "@/lib/reporting/protocols/paired";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Protocols" };

const { protocols } = REPORTS;

interface ProtocolReportPageProps {
  searchParams: Promise<SearchParams>;
}

export default async function ProtocolReportPage({ searchParams }: ProtocolReportPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, campaigns, { runs }] = await Promise.all([
    searchParams,
    listProtocolCampaigns(actor),
    listReportChoices(actor),
  ]);
  const latest = campaigns.find(({ followsId }) => followsId === null);
  const address = orBegin(asked, protocolRequest, latest ? { campaign: [latest.id] } : null);
  const header = (
    <ReportHeader
      title="Protocols"
      description="Campaigns under other protocols than Relaxed and Strict, each question by its level of measurement."
    />
  );
  const url = await readReportUrl(address, protocols, datasetDay);
  const report = url.ok ? await orNotFound(getProtocolReport(actor, url.request)) : null;
  if (!url.ok || report === null || !report.ok) {
    const refused = report === null || report.ok ? [] : [report.refusal.message];
    const problems = url.ok ? refused : url.problems;
    return (
      <>
        {header}
        <Stack gap="md">
          <InvalidAddress problems={problems} />
          {campaigns.length === 0 ? (
            <EmptyState icon={<IconListCheck size={24} />} title="No campaigns yet">
              Numbers appear here once a campaign under another protocol than Relaxed and Strict was
              opened.
            </EmptyState>
          ) : (
            <ProtocolFormPart
              request={url.ok ? url.request : null}
              campaigns={campaigns}
              runs={runs}
            />
          )}
        </Stack>
      </>
    );
  }
  const { value } = report;
  const { request, view } = url;
  const sections = protocolSections(value);
  const section = sections.find(({ name }) => name === view.show) ?? sections[0]!;
  const comparison = comparisonsOf(value).find(
    ({ question }) => sectionOf(question) === section.name,
  );
  const noStrengths =
    comparison?.answers.given === 0
      ? null
      : (comparison?.preferences.systems[0]?.strength.undefinedBecause ?? null);
  const about = aboutInWords(value);
  return (
    <>
      {header}
      <Stack gap="lg">
        <FoldedForm
          chips={campaignChips(
            { ...request, rule: "majority", truth: "release", gold: "count" },
            value.inputs.campaigns,
            { runs },
          )}
        >
          <ProtocolFormPart request={request} campaigns={campaigns} runs={runs} />
        </FoldedForm>
        <div>
          <Title order={2} size="h3">
            {value.protocol.name}
          </Title>
          <Text className="tabular">{protocolInWords(value)}</Text>
          <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {about.join(" ")} <HowLink href="/reports/how#protocols" />
          </Text>
        </div>
        {value.published !== null && value.published.problems.length > 0 && (
          <Alert
            color="yellow"
            icon={<IconAlertTriangle size={16} aria-hidden />}
            title="The published table does not fit the protocol"
          >
            {value.published.problems.join(" ")}
          </Alert>
        )}
        {value.judgments === 0 ? (
          <EmptyState icon={<IconListCheck size={24} />} title="No ratings yet">
            Numbers appear here with the first rating that these options include.
          </EmptyState>
        ) : (
          <>
            {sections.length > 1 && (
              <LinkTabs
                label="Report sections"
                tabs={sections.map((one) => ({
                  name: one.title,
                  href: protocols.href(request, { show: one.name }),
                  current: one === section,
                }))}
              />
            )}
            {noStrengths !== null && (
              <Alert
                color="blue"
                variant="light"
                icon={<IconInfoCircle size={16} aria-hidden />}
                title="No strengths"
              >
                {noStrengths}
              </Alert>
            )}
            {section.name === "overview" && <OverviewCharts report={value} caption={about} />}
            {section.name === "levels" && <LevelCharts report={value} caption={about} />}
            {section.name === "agreement" && <AgreementCharts report={value} caption={about} />}
            {section.name === "citations" && <CitationCharts report={value} caption={about} />}
            {comparison !== undefined && (
              <PreferenceCharts
                report={comparison.preferences}
                name={comparison.question.label}
                fileName={`protocol-${comparison.question.key}`}
                caption={about}
              />
            )}
            {section.tables.map(({ name, table }) => (
              <Stack key={name} gap="xs">
                <ReportTableView
                  table={table}
                  sections={
                    comparison === undefined &&
                    (["answers", "levels", "agreement", "agreement-systems"].includes(name) ||
                      (name === COMPARE && value.paired.length > 1))
                  }
                />
                <ReportFiles
                  address={protocols.fileHref(request, { table: name })}
                  of={table.caption}
                />
              </Stack>
            ))}
          </>
        )}
        {section.name === COMPARE && value.paired.length === 0 && (
          <Text>
            Up to {MOST_RUNS_COMPARED} runs are compared. Choose fewer runs in the report options.
          </Text>
        )}
        {section.name === COMPARE && value.paired.length > 0 && (
          <Compared report={value} request={request} view={view} />
        )}
        <PermanentAddress
          address={protocols.href({ ...request, state: null })}
          state={value.inputs.state}
        />
      </Stack>
    </>
  );
}

/** The answers that differ between two of the systems, by one question of the protocol. */
async function Compared({
  report,
  request,
  view,
}: {
  report: ProtocolReport;
  request: ProtocolRequest;
  view: ProtocolView;
}) {
  const actor = await requireActor("reports.read");
  const pair =
    report.paired.find(
      ({ first, second }) => first.runId === view.first && second.runId === view.second,
    ) ?? report.paired[0]!;
  const asked = [...new Set(pair.figures.map(({ question }) => question))];
  const question = asked.find(({ key }) => key === view.ask) ?? asked[0]!;
  const list = await listDifferingAnswers(actor, request, {
    first: pair.first.runId,
    second: pair.second.runId,
    question,
    page: view.page,
  });
  const href = (of: typeof pair, key: string, page = 1) =>
    `${protocols.href(request, { show: COMPARE, first: of.first.runId, second: of.second.runId, ask: key, page: page === 1 ? undefined : page })}#differ`;
  return (
    <Stack gap="md" component="section" aria-labelledby="differ">
      <Title order={2} id="differ">
        {countOf(list.total, "question")} with different answers: {question.label}
      </Title>
      {report.paired.length > 1 && (
        <LinkTabs
          label="Runs"
          tabs={report.paired.map((one) => ({
            name: `${one.first.label} and ${one.second.label}`,
            href: href(one, question.key),
            current: one === pair,
          }))}
        />
      )}
      {asked.length > 1 && (
        <LinkTabs
          label="Question"
          tabs={asked.map((one) => ({
            name: one.label,
            href: href(pair, one.key),
            current: one === question,
          }))}
        />
      )}
      {list.stillToRate > 0 && (
        <Text fz="sm" c="dimmed">
          You have yet to rate {countOf(list.stillToRate, "response")} of these runs. Their
          questions are not listed until you have.
        </Text>
      )}
      {list.total === 0 ? (
        <Text c="dimmed">None</Text>
      ) : (
        <DifferingList
          list={list}
          question={question}
          systems={[pair.first.label, pair.second.label]}
          read={readMarkdown}
        />
      )}
      <PageTurner
        list={{ page: view.page, pageSize: DIFFERING_ANSWERS_PER_PAGE, total: list.total }}
        label="Questions"
        href={({ page }) => href(pair, question.key, page)}
      />
    </Stack>
  );
}
