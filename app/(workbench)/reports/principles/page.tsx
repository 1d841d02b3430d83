import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Stack, Text, Title } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { PrincipleChart } from "@/components/reporting/principles/principle-chart";
import { PrincipleFormPart } from "@/components/reporting/principles/form-part";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { EmptyState } from "@/components/ui/empty-state";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getPrincipleReport, listComparisonJobs } from "@/lib/reporting/principles/queries";
import { comparisonToBegin, principleRequest } from "@/lib/reporting/principles/schema";
import { aboutInWords, figuresTables, overviewTables } from "@/lib/reporting/principles/tables";
import { REPORTS } from "@/lib/reporting/reports";
import { countOf } from "@/lib/platform/format";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Principles" };

const { principles } = REPORTS;

interface PrincipleReportPageProps {
  searchParams: Promise<SearchParams>;
}

export default async function PrincipleReportPage({ searchParams }: PrincipleReportPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, jobs] = await Promise.all([searchParams, listComparisonJobs(actor)]);
  const latest = comparisonToBegin(jobs);
  const address = orBegin(asked, principleRequest, latest ? { job: [latest.jobId] } : null);
  const header = (
    <ReportHeader
      title="Principles"
      description="Which of two runs judges prefer by stated principles, each pair asked in both orders."
    />
  );
  const url = await readReportUrl(address, principles, datasetDay);
  const report = url.ok ? await orNotFound(getPrincipleReport(actor, url.request)) : null;
  if (!url.ok || report === null || !report.ok) {
    const refused = report === null || report.ok ? [] : [report.refusal.message];
    const problems = url.ok ? refused : url.problems;
    return (
      <>
        {header}
        <Stack gap="md">
          <InvalidAddress problems={problems} />
          {jobs.length === 0 ? (
            <EmptyState icon={<IconScale size={24} />} title="No comparisons yet">
              Numbers appear here once a job compares two runs by principles.
            </EmptyState>
          ) : (
            <PrincipleFormPart chosen={url.ok ? url.request.job : []} jobs={jobs} />
          )}
        </Stack>
      </>
    );
  }
  const { value } = report;
  const { request, view } = url;
  const shown = value.figures.find(({ key }) => key === view.show);
  const tables = shown === undefined ? overviewTables(value) : figuresTables(shown, value);
  const about = aboutInWords(value);
  const { name } = value.comparison;
  return (
    <>
      {header}
      <Stack gap="lg">
        <FoldedForm
          chips={[
            request.job.length === 1 ? `Job ${request.job[0]}` : countOf(request.job.length, "job"),
            `By ${name}`,
          ]}
        >
          <PrincipleFormPart chosen={request.job} jobs={jobs} />
        </FoldedForm>
        <div>
          <Title order={2} size="h3">
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </Title>
          <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {about.join(" ")}
          </Text>
        </div>
        {value.figures.every(({ pairs }) => pairs === 0) ? (
          <EmptyState icon={<IconScale size={24} />} title="No preferences yet">
            Numbers appear here with the first comparison of these jobs.
          </EmptyState>
        ) : (
          <>
            <LinkTabs
              label="Report sections"
              tabs={[
                {
                  name: "All principles",
                  href: principles.href(request),
                  current: shown === undefined,
                },
                ...value.figures.map((one) => ({
                  name: one.label,
                  href: principles.href(request, { show: one.key }),
                  current: one === shown,
                })),
              ]}
            />
            {shown === undefined ? (
              <PrincipleChart report={value} caption={about} />
            ) : (
              shown.definition !== null && <Text>{shown.definition}</Text>
            )}
            {tables.map(({ name: table, table: content }) => (
              <Stack key={table} gap="xs">
                <ReportTableView table={content} sections={table === "people"} />
                <ReportFiles
                  address={principles.fileHref(request, { table })}
                  of={content.caption}
                />
              </Stack>
            ))}
          </>
        )}
      </Stack>
    </>
  );
}
