"use client";

import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { COEFFICIENT_TITLES, COEFFICIENTS } from "@/lib/reporting/agreement/coefficient";
import type { FileAgreementView } from "@/lib/reporting/ratings-file/queries";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { CopyButton } from "@/components/ui/copy-button";
import { fileCoefficientsTable } from "@/components/reporting/agreement/tables";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { ConfusionMatrix } from "@/components/reporting/agreement/confusion-matrix";
import { PrevalenceNote } from "@/components/reporting/agreement/prevalence-note";
import { saveFile } from "@/components/ui/save-file";
import { countOf } from "@/lib/platform/format";

/** The agreement in a file, with what a paper includes of it. */
export function FileAgreementResult({
  view,
  command,
}: {
  view: FileAgreementView;
  command: string;
}) {
  const { agreement, files, confusion, confusionCsv, values, raters, fileName } = view;
  const heading = useRef<HTMLHeadingElement>(null);
  // Who computes by keyboard or hears the page is led to what came of it.
  useEffect(() => heading.current?.focus(), [view]);
  const base = `agreement-${fileName
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]+/g, "-")
    .slice(0, 80)}`;
  return (
    <Stack gap="sm" component="section" aria-label="Agreement">
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
          Agreement
        </Title>
        <Group gap="xs" className="no-print">
          <DownloadButton label="CSV" save={() => saveFile(`${base}.csv`, "text/csv", files.csv)} />
          <DownloadButton
            label="LaTeX"
            save={() => saveFile(`${base}.tex`, "application/x-tex", files.latex)}
          />
          <DownloadButton
            label="Markdown"
            save={() => saveFile(`${base}.md`, "text/markdown", files.markdown)}
          />
          <DownloadButton
            label="JSON"
            save={() =>
              saveFile(
                `${base}.json`,
                "application/json",
                `${JSON.stringify(agreement, null, 2)}\n`,
              )
            }
          />
        </Group>
      </Group>
      <Text className="tabular">
        {countOf(agreement.units, "unit")} rated by two or more
        {agreement.single > 0 && (
          <>; {countOf(agreement.single, "unit")} rated once not counted</>
        )}; {countOf(agreement.raters, "rater")}, {countOf(agreement.values, "value")}
        {agreement.answers.missing > 0 && (
          <>; {countOf(agreement.answers.missing, "rating")} missing</>
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
      <Stack gap={4} className="no-print">
        <Title order={3}>Command-line equivalent</Title>
        <Group gap="xs" align="flex-start">
          <Code
            block
            style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", flex: "1 1 320px" }}
          >
            {command}
          </Code>
          <CopyButton value={command} size="xs" />
        </Group>
      </Stack>
    </Stack>
  );
}

function DownloadButton({ label, of, save }: { label: string; of?: string; save: () => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={save}
      aria-label={`Download ${of === undefined ? "" : `the ${of} `}as ${label}`}
    >
      {label}
    </Button>
  );
}
