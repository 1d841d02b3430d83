import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";
import { ALPHA_SCALE, summaryInWords } from "@/lib/reporting/agreement/rules";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { auditInWords } from "@/lib/reporting/audit-sample/rules";
import classes from "./agreement.module.css";
import { MODE_WORDS, shownCoefficient, shownInterval } from "./labels";

/** The three main numbers in words, "87.5% equal, alpha 0.70, moderate", the coefficients in each mode, and what audits found. */
export function AgreementSummary({
  report,
}: {
  report: Pick<AgreementReport, "audits" | "coefficients">;
}) {
  return (
    <Stack gap="xs">
      {(["relaxed", "strict"] as const).map((mode) => (
        <Text key={mode} className={classes.words}>
          {MODE_WORDS[mode]}: <b>{summaryInWords(report.coefficients[mode].overall)}</b>
        </Text>
      ))}
      <Text fz="sm" c="dimmed">
        {ALPHA_SCALE}
      </Text>
      <Numbers report={report} />
      {report.audits.map((audit) => (
        <Text key={audit.campaignId} fz="sm" className="tabular" maw="90ch">
          {auditInWords(audit)}
        </Text>
      ))}
    </Stack>
  );
}

function Numbers({ report }: { report: Pick<AgreementReport, "coefficients"> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" component="section" aria-label="Summary">
      {(["relaxed", "strict"] as const).map((mode) => {
        const { percent, krippendorff, gwetAC1 } = report.coefficients[mode].overall;
        return (
          <Paper key={mode} withBorder p="md">
            <Title order={2} size="h4" mb={6}>
              {MODE_WORDS[mode]}
            </Title>
            <dl className={classes.short}>
              <Short name="Percent agreement" of={percent} percent />
              <Short name="Krippendorff’s alpha" of={krippendorff} />
              <Short name="Gwet’s AC1" of={gwetAC1} />
            </dl>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

function Short({
  name,
  of: { value, low, high, undefinedBecause },
  percent = false,
}: {
  name: string;
  of: Coefficient;
  percent?: boolean;
}) {
  const which = percent ? "percent" : "krippendorff";
  return (
    <div>
      <Text component="dt" fz="sm" c="dimmed">
        {name}
      </Text>
      <dd>
        <b className={classes.big}>
          {value === null ? "Undefined" : shownCoefficient(which, value)}
        </b>
        <Text fz="xs" c="dimmed">
          {value === null
            ? undefinedBecause
            : low === null
              ? "no interval"
              : shownInterval(which, low, high)}
        </Text>
      </dd>
    </div>
  );
}
