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
import { found } from "@/lib/people/access/found";
import { requireActor } from "@/lib/people/access/session";
import { getPrincipleReport, listComparisonJobs } from "@/lib/reporting/principles/queries";
import {
  comparisonToBegin,
  principleRequestSchema,
  principleSearchParams,
} from "@/lib/reporting/principles/schema";
import { aboutInWords, figuresTables, overviewTables } from "@/lib/reporting/principles/tables";
import { protocolViewSchema } from "@/lib/reporting/protocols/schema";
import { countOf } from "@/lib/platform/format";
import { orBegin, requestProblems } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Principles" };

interface PrincipleReportPageProps {
  searchParams: Promise<SearchParams>;
}

export default async function PrincipleReportPage({ searchParams }: PrincipleReportPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, jobs] = await Promise.all([searchParams, listComparisonJobs(actor)]);
  const latest = comparisonToBegin(jobs);
  const address = orBegin(asked, ["job"], latest ? { job: String(latest.jobId) } : null);
  const header = (
    <ReportHeader
      title="Principles"
      description="Which of two runs judges prefer by stated principles, each pair asked in both orders."
    />
  );
  const read = principleRequestSchema.safeParse(address);
  const report = read.success ? await found(getPrincipleReport(actor, read.data)) : null;
  if (!read.success || report === null || !report.ok) {
    const refusal = report === null || report.ok ? null : report.refusal;
    const problems = requestProblems(address, ["job"], read.error, refusal);
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
            <PrincipleFormPart chosen={read.success ? read.data.job : []} jobs={jobs} />
          )}
        </Stack>
      </>
    );
  }
  const { value } = report;
  const parameters = principleSearchParams(read.data);
  const { show } = protocolViewSchema.catch({ show: "overview" }).parse(address);
  const shown = value.figures.find(({ key }) => key === show);
  const tables = shown === undefined ? overviewTables(value) : figuresTables(shown, value);
  const about = aboutInWords(value);
  const { name } = value.comparison;
  return (
    <>
      {header}
      <Stack gap="lg">
        <FoldedForm
          chips={[
            read.data.job.length === 1
              ? `Job ${read.data.job[0]}`
              : countOf(read.data.job.length, "job"),
            `By ${name}`,
          ]}
        >
          <PrincipleFormPart chosen={read.data.job} jobs={jobs} />
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
                  href: `/reports/principles?${parameters}`,
                  current: shown === undefined,
                },
                ...value.figures.map((one) => ({
                  name: one.label,
                  href: `/reports/principles?${parameters}&show=${one.key}`,
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
                  address={`/api/reports/principles?${parameters}&table=${table}`}
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
