import { Stack, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { AgreementForm } from "@/components/reporting/agreement/agreement-form";
import { AgreementInputsList } from "@/components/reporting/agreement/agreement-inputs";
import { AgreementSummary } from "@/components/reporting/agreement/agreement-summary";
import { CoefficientsTable } from "@/components/reporting/agreement/coefficients-table";
import { PairMatrices, PartMatrices } from "@/components/reporting/agreement/confusion-matrices";
import { DRIFT_AT_MOST, DriftChart } from "@/components/reporting/agreement/drift-chart";
import {
  breakdownTable,
  indicesTable,
  ordinalTable,
  pairCoefficientsTable,
  pairsTable,
  ratersTable,
  reasonsTable,
} from "@/components/reporting/agreement/tables";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { MODE_WORDS } from "@/components/reporting/agreement/labels";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { HowLink } from "@/components/reporting/shared/how-link";
import { PrevalenceNote } from "@/components/reporting/agreement/prevalence-note";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { may } from "@/lib/people/access/policy";
import { found } from "@/lib/people/access/found";
import { requireActor } from "@/lib/people/access/session";
import { listReportChoices } from "@/lib/reporting/accuracy/queries";
import { followUpHref } from "@/lib/reporting/accuracy/rules";
import {
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type AgreementMode,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import {
  captionNotes,
  countsInWords,
  goldOfAgreement,
  staleInWords,
} from "@/lib/reporting/agreement/rules";
import {
  agreementRequestSchema,
  agreementViewSchema,
  PAIRINGS,
  PAIRS_PER_PAGE,
  SECTIONS,
  agreementSearchParams,
  type AgreementRequest,
  type BreakdownName,
  type BreakdownRow,
  type DisagreementsRequest,
  type Pairing,
  type ReportedPair,
  type Section,
  type TableName,
} from "@/lib/reporting/agreement/schema";
import { now } from "@/lib/platform/clock";
import type { Category, Hops } from "@/lib/dataset/questions/schema";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { readReportUrl, type SearchParams } from "@/lib/reporting/snapshots/report-url";

export const metadata = { title: "Agreement" };

interface AgreementPageProps {
  searchParams: Promise<SearchParams>;
}

const PAIRING_WORDS: Record<Pairing, string> = {
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
const SECTION_WORDS: Record<Section, string> = {
  coefficients: "Coefficients",
  verdicts: "By verdict",
  pairs: "Pairwise",
  kinds: "Breakdown",
  reasons: "Reasons",
  raters: "Raters",
  time: "Over time",
  all: "All on one page",
};

export default async function AgreementPage({ searchParams }: AgreementPageProps) {
  const actor = await requireActor("reports.read");
  const address = await searchParams;
  // An unknown part of the page shows the first one.
  const url = readReportUrl(
    address,
    {
      request: agreementRequestSchema,
      view: agreementViewSchema.catch(agreementViewSchema.parse({})),
    },
    ["campaign"],
    now(),
  );
  const choices = await listReportChoices(actor);
  const header = (
    <ReportHeader
      title="Agreement"
      actions={<HowLink />}
      description="Agreement among raters, with automatic evaluators and with adjudication."
    />
  );
  if (!url.ok) {
    return (
      <>
        {header}
        <Stack gap="md">
          <InvalidAddress problems={url.problems} />
          {choices.campaigns.length === 0 ? (
            <EmptyState icon={<IconUsers size={24} />} title="No campaigns yet">
              Agreement appears here once a campaign has overlapping ratings.
            </EmptyState>
          ) : (
            <AgreementForm request={null} choices={choices} />
          )}
          <Text fz="sm">
            Have ratings from another tool?{" "}
            <LinkAnchor href="/reports/agreement/file" underline="always">
              Compute agreement from a file
            </LinkAnchor>
            .
          </Text>
        </Stack>
      </>
    );
  }
  const {
    request,
    view: { show },
  } = url;
  const report = await found(getAgreementReport(actor, request));
  const href = (change: Partial<AgreementRequest & { show: Section }>) =>
    `/reports/agreement?${agreementSearchParams({ ...request, show, ...change })}`;
  const { campaign, run, split, category, hops, rule, truth, gold, state } = request;
  const disagreements = (of: Partial<DisagreementsRequest>) =>
    `/reports/agreement/disagreements?${agreementSearchParams({ campaign, run, split, category, hops, rule, truth, gold, state, period: request.period, ...of })}`;
  const ofPair = (pair: ReportedPair, mode: AgreementMode, scope: Scope) =>
    disagreements({ first: pair.first.key, second: pair.second.key, mode, scope });
  const files = (table: TableName) =>
    `/api/reports/agreement?${agreementSearchParams(request)}&table=${table}`;
  const compared = report.counts.compared > 0;
  const shows = (section: Section) => show === section || show === "all";
  const breakdowns = (names: readonly (readonly [BreakdownName, string])[]) =>
    names
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
  return (
    <>
      {header}
      <Stack gap="lg">
        <FoldedForm>
          <AgreementForm request={request} choices={choices} />
        </FoldedForm>
        <TruthNote
          inputs={report.inputs}
          notes={staleInWords(report.inputs)}
          stale={report.inputs.changedSince > 0 || report.counts.aside.otherAnswers.judgments > 0}
          gold={goldOfAgreement(gold)}
          followUpHref={
            may(actor, "campaigns.manage")
              ? followUpHref({ campaign: campaign.length === 1 ? campaign[0]! : null })
              : undefined
          }
        />
        <Text className="tabular">
          {countsInWords(report)}{" "}
          {compared && (
            <LinkAnchor href={disagreements({})} inherit underline="always">
              All disagreements
            </LinkAnchor>
          )}
        </Text>
        <AgreementSummary report={report} />
        <LinkTabs
          label="Report sections"
          tabs={SECTIONS.map((section) => ({
            name: SECTION_WORDS[section],
            href: href({ show: section }),
            current: section === show,
          }))}
        />

        {shows("coefficients") && (
          <Stack gap="sm" component="section" aria-label="Coefficients">
            <Title order={2}>Coefficients</Title>
            <CoefficientsTable
              report={report}
              href={(mode, scope) => disagreements({ mode, scope })}
            />
            <PrevalenceNote />
            <ReportFiles address={files("coefficients")} of="the coefficients" />
            {compared && (
              <GroupedBars
                title="Agreement with 95% CI"
                unit="number"
                fileName="agreement"
                caption={captionNotes(report.inputs)}
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
        )}

        {shows("verdicts") && (
          <Stack gap="sm" component="section" aria-label="Agreement by verdict">
            <Title order={2}>Agreement by verdict</Title>
            {!compared ? (
              <Text fz="sm" c="dimmed">
                No responses with two ratings yet.
              </Text>
            ) : (
              <>
                <Text fz="sm" c="dimmed" maw="80ch">
                  When nearly all verdicts are credit, raters may agree on credit but rarely on no
                  credit. Prevalence: from −1 (all no credit) to 1 (all credit).
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
        )}

        {shows("pairs") && (
          <Stack gap="sm" component="section" aria-label="Pairwise agreement">
            <Title order={2}>Pairwise agreement</Title>
            <LinkTabs
              label="Pairs"
              tabs={PAIRINGS.map((pairing) => ({
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
                    page={report.pairs.page}
                    pageSize={PAIRS_PER_PAGE}
                    total={report.pairs.total}
                    label="Pair pages"
                    href={(page) => href({ page })}
                  />
                </div>
              </>
            )}
          </Stack>
        )}

        {shows("kinds") && (
          <Stack gap="sm" component="section" aria-label="Breakdown">
            <Title order={2}>Breakdown by question type and run</Title>
            {report.counts.responses === 0 && (
              <Text fz="sm" c="dimmed">
                No ratings yet.
              </Text>
            )}
            {breakdowns(KINDS)}
            <ReportFiles address={files("breakdown")} of="the breakdown" />
            {report.two !== null && (
              <PartMatrices rows={report.breakdown.category} raters={report.two} />
            )}
            {report.two !== null && (
              <ReportFiles
                address={files("part-confusion")}
                of="the confusion matrices of the breakdown"
              />
            )}
          </Stack>
        )}

        {shows("reasons") && (
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
        )}

        {shows("raters") && (
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
                  Only disputed responses are adjudicated, so agreement with adjudication is not
                  representative of all ratings. In parentheses: credit rate of the other raters on
                  the same responses.
                </Text>
                <ReportFiles address={files("raters")} of="the raters" />
              </>
            )}
          </Stack>
        )}

        {shows("time") && (
          <Stack gap="sm" component="section" aria-label="Over time">
            <Title order={2}>Over time</Title>
            {report.periods.length === 0 ? (
              <Text fz="sm" c="dimmed">
                No ratings yet.
              </Text>
            ) : (
              <>
                {breakdowns([["period", report.period === "week" ? "Week" : "Month"]])}
                <Title order={3}>Rater drift</Title>
                {report.periods.length > 1 ? (
                  <DriftChart
                    report={report}
                    caption={captionNotes(report.inputs)}
                    href={(rater, mode, from) =>
                      disagreements({ first: rater.rater.key, second: "others", mode, from })
                    }
                  />
                ) : (
                  <Text fz="sm" c="dimmed">
                    All ratings are from the same {report.period}, so there is no chart. Each
                    rater’s numbers are under Raters and in the file.
                  </Text>
                )}
                <Text fz="sm" c="dimmed" maw="80ch">
                  95% Wilson intervals, clustered by response.
                  {report.raters.length > DRIFT_AT_MOST &&
                    ` Charts show the first ${DRIFT_AT_MOST} raters; the file includes all.`}
                </Text>
                <ReportFiles address={files("drift")} of="the drift" />
              </>
            )}
          </Stack>
        )}

        <AgreementInputsList inputs={report.inputs} />
        <PermanentAddress address={href({ state: null })} state={report.inputs.state} />
      </Stack>
    </>
  );
}
