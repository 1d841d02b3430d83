import { Stack, Text, Title } from "@mantine/core";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { AUDIT_NOTE } from "@/lib/reporting/audit-sample/rules";
import type { SectionProps } from "./agreement-sections";
import { auditTable } from "./tables";

/** What audits found among the responses on which raters agree. */
export function AuditSection({ report, files }: Pick<SectionProps, "files" | "report">) {
  return (
    <Stack gap="sm" component="section" aria-label="Audit">
      <Title order={2}>Audit of agreed responses</Title>
      {report.audits.length === 0 ? (
        <Text fz="sm" c="dimmed" maw="80ch">
          No audit in these campaigns. Raters can agree and still be wrong: start an audit on a
          campaign’s page to have a random part of the responses they agree on adjudicated without
          seeing the ratings.
        </Text>
      ) : (
        <>
          <Text fz="sm" c="dimmed" maw="80ch">
            {AUDIT_NOTE}
          </Text>
          <ReportTableView name="Audit" table={auditTable(report.audits)} minWidth={880} />
          <ReportFiles address={files("audit")} of="the audit" />
        </>
      )}
    </Stack>
  );
}
