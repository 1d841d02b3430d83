import { Text } from "@mantine/core";
import { COEFFICIENT_TITLES, COEFFICIENTS } from "@/lib/reporting/agreement/coefficient";
import type { FileAgreementView } from "@/lib/reporting/ratings-file/queries";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { fileCoefficientsTable } from "@/components/reporting/agreement/tables";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { ConfusionMatrix } from "@/components/reporting/agreement/confusion-matrix";
import { PrevalenceNote } from "@/components/reporting/agreement/prevalence-note";
import { saveFile } from "@/components/ui/save-file";
import { countOf } from "@/lib/platform/format";
import { DownloadButton, fileBase, FileResult } from "./file-result";
import { formatShare } from "@/lib/platform/numbers";

/** The agreement in a file, with what a paper includes of it. */
export function FileAgreementResult({
  view,
  command,
}: {
  view: FileAgreementView;
  command: string;
}) {
  const { agreement, confusion, confusionCsv, values, raters, levels, fileName } = view;
  const { missing, cannotTell, cannotTellShare } = agreement.answers;
  const base = fileBase("agreement", fileName);
  return (
    <FileResult title="Agreement" base={base} view={view} json={agreement} command={command}>
      <Text className="tabular">
        {countOf(agreement.units, "unit")} rated by two or more
        {agreement.single > 0 && (
          <>; {countOf(agreement.single, "unit")} rated once not counted</>
        )}; {countOf(agreement.raters, "rater")}, {countOf(agreement.values, "value")}
        {missing > 0 && <>; {countOf(missing, "rating")} missing</>}
        {cannotTell > 0 && cannotTellShare !== null && (
          <>
            ; {countOf(cannotTell, "answer")} “cannot tell” ({formatShare(cannotTellShare)})
          </>
        )}
      </Text>
      <ReportTableView
        name="Coefficients of agreement"
        table={fileCoefficientsTable(agreement)}
        minWidth={560}
      />
      <PrevalenceNote />
      {agreement.units > 0 && (
        <GroupedBars
          title="Agreement with 95% CI"
          unit="number"
          fileName={base}
          data={{
            places: {
              title: "Coefficient",
              labels: COEFFICIENTS.map((name) => COEFFICIENT_TITLES[name]),
            },
            series: [
              { name: fileName, values: COEFFICIENTS.map((name) => agreement.coefficients[name]) },
            ],
          }}
        />
      )}
      {levels !== null && <ReportTableView table={levels} fit />}
      {confusion !== null && confusionCsv !== null && raters.length === 2 && (
        <ConfusionMatrix
          table={confusion}
          values={values}
          raters={[raters[0]!, raters[1]!]}
          actions={
            <DownloadButton
              label="CSV"
              of="confusion matrix"
              save={() => saveFile(`${base}-confusion.csv`, "text/csv", confusionCsv)}
            />
          }
        />
      )}
    </FileResult>
  );
}
