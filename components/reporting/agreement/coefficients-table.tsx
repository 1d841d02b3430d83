import { Stack, Text } from "@mantine/core";
import type { AgreementMode, Scope } from "@/lib/reporting/agreement/coefficient";
import { methodsInWords, undefinedInWords } from "@/lib/reporting/agreement/rules";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { coefficientsTable } from "./tables";

interface CoefficientsTableProps {
  report: Pick<AgreementReport, "coefficients">;
  /** The disagreements behind a number; called on the server. */
  href: (mode: AgreementMode, scope: Scope) => string;
}

/** Every coefficient in each mode, why some are undefined, and how they were computed. */
export function CoefficientsTable({ report, href }: CoefficientsTableProps) {
  return (
    <Stack gap="xs">
      <ReportTableView
        name="Coefficients of agreement"
        table={coefficientsTable(report, href)}
        sections
        fit
        minWidth={440}
      />
      {undefinedInWords(report).map((words) => (
        <Text key={words} fz="sm">
          {words}
        </Text>
      ))}
      <Text component="details" fz="sm">
        <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
          How these numbers were computed
        </Text>
        <ul>
          {methodsInWords(report).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Text>
    </Stack>
  );
}
