import { Text } from "@mantine/core";
import type { FilePreferencesView } from "@/lib/reporting/ratings-file/queries";
import { PreferenceCharts } from "@/components/reporting/preferences/preference-charts";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { fileBase, FileResult } from "./file-result";

/** What rankings or pairs in a file come to: systems, win rates, agreement. */
export function FilePreferencesResult({
  view,
  command,
}: {
  view: FilePreferencesView;
  command: string;
}) {
  const { report, summary, tables, fileName } = view;
  const base = fileBase("preferences", fileName);
  return (
    <FileResult title="Preferences" base={base} view={view} json={report} command={command}>
      <Text className="tabular">{summary}</Text>
      {tables.map((table) => (
        <ReportTableView key={table.label} table={table} />
      ))}
      <PreferenceCharts report={report} name={fileName} fileName={base} />
    </FileResult>
  );
}
