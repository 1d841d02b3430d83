import { Stack, Text, Title } from "@mantine/core";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { PageTurner } from "@/components/ui/page-turner";
import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";
import {
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type AgreementMode,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import { captionNotes } from "@/lib/reporting/agreement/rules";
import type { ReportTable } from "@/lib/reporting/files/table";
import {
  PAIRS_PER_PAGE,
  type AgreementReport,
  type AgreementRequest,
  type BreakdownName,
  type BreakdownRow,
  type DisagreementsRequest,
  type Pairing,
  type ReportedPair,
  type TableName,
} from "@/lib/reporting/agreement/schema";
import { CoefficientsTable } from "./coefficients-table";
import { PairMatrices, PartMatrices } from "./confusion-matrices";
import { DRIFT_AT_MOST, DriftChart } from "./drift-chart";
import { MODE_WORDS } from "./labels";
import { PrevalenceNote } from "./prevalence-note";
import {
  breakdownTable,
  indicesTable,
  ordinalTable,
  pairCoefficientsTable,
  pairsTable,
  ratersTable,
  reasonsTable,
} from "./tables";

/** What each part of the report is given; its functions are called on the server. */
export interface SectionProps {
  report: AgreementReport;
  request: AgreementRequest;
  /** The address of the disagreements behind a number. */
  disagreements: (of: Partial<DisagreementsRequest>) => string;
  /** The address of a table's files, without the format. */
  files: (table: TableName) => string;
  /** A table as its files have it. */
  tables: (table: TableName) => ReportTable;
  /** The address of the report with other options. */
  href: (change: Partial<AgreementRequest>) => string;
}

const PAIRING_WORDS: Record<Exclude<Pairing, "paper">, string> = {
  raters: "Raters and evaluators",
  automatic: "Each rater vs. evaluators",
  adjudicated: "Each rater vs. adjudication",
};

/** The filter that a part is. */
const partOf = (name: BreakdownName, { key }: BreakdownRow): Partial<DisagreementsRequest> => {
  switch (name) {
    case "category":
      return { category: [key as Category] };
    case "hops":
      return { hops: key as Hops };
    case "run":
      return { run: [Number(key)] };
    case "period":
      return { from: key };
  }
};

const KINDS: [BreakdownName, string][] = [
  ["category", "Category"],
  ["hops", "Hops"],
  ["run", "Run"],
];

interface BreakdownsProps extends Pick<SectionProps, "report" | "disagreements"> {
  names: readonly (readonly [BreakdownName, string])[];
}

/** A table for each of the breakdowns that has rows. */
function Breakdowns({ report, names, disagreements }: BreakdownsProps) {
  return names
    .filter(([name]) => report.breakdown[name].length > 0)
    .map(([name, title]) => (
      <ReportTableView
        key={name}
        name={`Agreement by ${title.toLowerCase()}`}
        table={breakdownTable(title, report.breakdown[name], report.two !== null, (row, mode) =>
          disagreements({ ...partOf(name, row), mode }),
        )}
        minWidth={880}
      />
    ));
}

/** Every coefficient with its chart. */
export function CoefficientsSection({ report, disagreements, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Coefficients">
      <Title order={2}>Coefficients</Title>
      <CoefficientsTable report={report} href={(mode, scope) => disagreements({ mode, scope })} />
      <PrevalenceNote />
      <ReportFiles address={files("coefficients")} of="the coefficients" />
      {report.counts.compared > 0 && (
        <GroupedBars
          title="Agreement with 95% CI"
          unit="number"
          fileName="agreement"
          caption={captionNotes(report)}
          data={{
            places: {
              title: "Coefficient",
              labels: COEFFICIENTS.map((name) => COEFFICIENT_TITLES[name]),
            },
            series: (["relaxed", "strict"] as const).map((mode) => ({
              name: MODE_WORDS[mode],
              values: COEFFICIENTS.map((name) => ({
                ...report.coefficients[mode].overall[name],
                ...(name === "percent" && { unit: "percent" as const }),
              })),
            })),
          }}
        />
      )}
    </Stack>
  );
}

/** What percent agreement hides: agreement on each verdict, and both modes as one. */
export function VerdictsSection({ report, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Agreement by verdict">
      <Title order={2}>Agreement by verdict</Title>
      {report.counts.compared === 0 ? (
        <Text fz="sm" c="dimmed">
          No responses with two ratings yet.
        </Text>
      ) : (
        <>
          <Text fz="sm" c="dimmed" maw="80ch">
            When nearly all verdicts are credit, raters may agree on credit but rarely on no credit.
            Prevalence: from −1 (all no credit) to 1 (all credit).
            {report.two !== null &&
              ` Bias: how much more often ${report.two[0].label} gives credit.`}{" "}
            PABAK: kappa at even prevalence and without bias.
          </Text>
          <ReportTableView
            name="Agreement on each verdict"
            table={indicesTable(report)}
            minWidth={880}
          />
          <ReportFiles address={files("indices")} of="the indices" />
          <Title order={3}>Both modes combined</Title>
          <Text fz="sm" c="dimmed">
            Ordinal: no credit &lt; Relaxed only &lt; credit in both modes.
          </Text>
          <ReportTableView
            name="Both modes as one verdict"
            table={ordinalTable(report)}
            fit
            minWidth={480}
          />
          <ReportFiles address={files("ordinal")} of="both modes combined" />
        </>
      )}
    </Stack>
  );
}

/** Agreement pair by pair: exact, chance-corrected, and as confusion matrices. */
export function PairsSection({ report, request, disagreements, files, href }: SectionProps) {
  const ofPair = (pair: ReportedPair, mode: AgreementMode, scope: Scope) =>
    disagreements({ first: pair.first.key, second: pair.second.key, mode, scope });
  return (
    <Stack gap="sm" component="section" aria-label="Pairwise agreement">
      <Title order={2}>Pairwise agreement</Title>
      <LinkTabs
        label="Pairs"
        tabs={(["raters", "automatic", "adjudicated"] as const).map((pairing) => ({
          name: PAIRING_WORDS[pairing],
          href: href({ pairing, page: 1 }),
          current: pairing === request.pairing,
        }))}
      />
      {report.pairs.total === 0 ? (
        <Text fz="sm" c="dimmed">
          {request.pairing === "raters"
            ? "No responses with two raters, or with a rater and an evaluator."
            : request.pairing === "automatic"
              ? "No evaluator verdicts for these responses."
              : "No adjudicated responses."}
        </Text>
      ) : (
        <>
          <Text fz="sm" c="dimmed" maw="80ch">
            Percent agreement. vp: valid premise, fp: false premise; All: both modes combined.
            Select a number to see the disagreements.
          </Text>
          <ReportTableView
            name="Pairwise agreement (%)"
            table={pairsTable(report.pairs.rows, ofPair)}
            minWidth={860}
          />
          <ReportFiles address={files("pairs")} of="the pairs" />
          <Title order={3}>Chance-corrected</Title>
          <ReportTableView
            name="Pairwise chance-corrected agreement"
            table={pairCoefficientsTable(report.pairs.rows, ofPair)}
            minWidth={860}
          />
          <ReportFiles address={files("pair-coefficients")} of="the pairwise coefficients" />
          <Title order={3}>Confusion matrices</Title>
          <PairMatrices
            pairs={report.pairs.rows}
            href={(pair, mode, credit) =>
              disagreements({ first: pair.first.key, second: pair.second.key, mode, credit })
            }
          />
          <ReportFiles address={files("confusion")} of="the confusion matrices" />
          <div className="no-print">
            <PageTurner
              list={{
                page: report.pairs.page,
                pageSize: PAIRS_PER_PAGE,
                total: report.pairs.total,
              }}
              label="Pairs"
              href={href}
            />
          </div>
        </>
      )}
    </Stack>
  );
}

/** Agreement by question type and run. */
export function BreakdownSection({ report, disagreements, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Breakdown">
      <Title order={2}>Breakdown by question type and run</Title>
      {report.counts.responses === 0 && (
        <Text fz="sm" c="dimmed">
          No ratings yet.
        </Text>
      )}
      <Breakdowns report={report} names={KINDS} disagreements={disagreements} />
      <ReportFiles address={files("breakdown")} of="the breakdown" />
      {report.two !== null && <PartMatrices rows={report.breakdown.category} raters={report.two} />}
      {report.two !== null && (
        <ReportFiles
          address={files("part-confusion")}
          of="the confusion matrices of the breakdown"
        />
      )}
    </Stack>
  );
}

/** The reasons for no credit. */
export function ReasonsSection({ report, disagreements, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Reasons">
      <Title order={2}>Reasons for no credit</Title>
      <Text fz="sm" c="dimmed">
        Number of ratings per reason. Select a number to see the disagreements.
      </Text>
      <ReportTableView
        name="Reasons for no credit"
        table={reasonsTable(report, (mode, reason) => disagreements({ mode, reason }))}
        fit
        minWidth={480}
      />
      <ReportFiles address={files("reasons")} of="the reasons" />
    </Stack>
  );
}

/** Each rater's work and agreement. */
export function RatersSection({ report, disagreements, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Raters">
      <Title order={2}>Raters</Title>
      {report.raters.length === 0 ? (
        <Text fz="sm" c="dimmed">
          No ratings yet.
        </Text>
      ) : (
        <>
          <ReportTableView
            name="Raters"
            table={ratersTable(report.raters, (rater, against, mode) =>
              disagreements({ first: rater.rater.key, second: against, mode }),
            )}
            minWidth={960}
          />
          <Text fz="sm" c="dimmed" maw="80ch">
            Responses are adjudicated mostly because they are disputed, so agreement with
            adjudication is not representative of all ratings. In parentheses: credit rate of the
            other raters on the same responses.
          </Text>
          <ReportFiles address={files("raters")} of="the raters" />
        </>
      )}
    </Stack>
  );
}

/** Agreement by week or month, and each rater's drift. */
export function OverTimeSection({ report, disagreements, files }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Over time">
      <Title order={2}>Over time</Title>
      {report.periods.length === 0 ? (
        <Text fz="sm" c="dimmed">
          No ratings yet.
        </Text>
      ) : (
        <>
          <Breakdowns
            report={report}
            names={[["period", report.period === "week" ? "Week" : "Month"]]}
            disagreements={disagreements}
          />
          <Title order={3}>Rater drift</Title>
          {report.periods.length > 1 ? (
            <DriftChart
              report={report}
              caption={captionNotes(report)}
              href={(rater, mode, from) =>
                disagreements({ first: rater.rater.key, second: "others", mode, from })
              }
            />
          ) : (
            <Text fz="sm" c="dimmed">
              All ratings are from the same {report.period}, so there is no chart. Each rater’s
              numbers are under Raters and in the file.
            </Text>
          )}
          <Text fz="sm" c="dimmed" maw="80ch">
            95% CI by the jackknife over responses, on Wilson’s scale.
            {report.raters.length > DRIFT_AT_MOST &&
              ` Charts show the first ${DRIFT_AT_MOST} raters; the file includes all.`}
          </Text>
          <ReportFiles address={files("drift")} of="the drift" />
        </>
      )}
    </Stack>
  );
}
