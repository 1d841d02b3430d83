import { Alert, Group, SimpleGrid, Stack, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { notFound } from "next/navigation";
import { InvalidAddress } from "@/components/accuracy/invalid-address";
import { LinkTabs } from "@/components/accuracy/link-tabs";
import { PermanentAddress } from "@/components/accuracy/permanent-address";
import { ReportFiles } from "@/components/accuracy/report-files";
import { AgreementForm } from "@/components/agreement/agreement-form";
import { AgreementInputsList } from "@/components/agreement/agreement-inputs";
import { BreakdownTable, PartMatrices } from "@/components/agreement/breakdown-table";
import { IndicesTable } from "@/components/agreement/indices-table";
import { OrdinalTable } from "@/components/agreement/ordinal-table";
import { PairCoefficients, PairMatrices, PairsTable } from "@/components/agreement/pairs-table";
import { DRIFT_AT_MOST, DriftChart, RatersTable } from "@/components/agreement/raters-table";
import { MODE_WORDS, SCOPE_WORDS } from "@/components/agreement/words";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { CoefficientTable } from "@/components/reports/coefficient-table";
import { HowLink } from "@/components/reports/how-link";
import { PrevalenceNote } from "@/components/reports/prevalence-note";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { may } from "@/lib/access/policy";
import { requireActor } from "@/lib/access/session";
import { listReportChoices } from "@/lib/accuracy-reports/queries";
import { AGREEMENT_MODES, SCOPES, COEFFICIENT_TITLES, COEFFICIENTS } from "@/lib/agreement/schema";
import { getAgreementReport } from "@/lib/agreement-reports/queries";
import { countsInWords } from "@/lib/agreement-reports/rules";
import { agreementRequestSchema, PAIRINGS, PAIRS_PER_PAGE, writeAgreementAddress, type AgreementRequest, type BreakdownName, type BreakdownRow, type DisagreementsRequest, type Pairing, type TableName } from "@/lib/agreement-reports/schema";
import { now } from "@/lib/platform/clock";
import { NotFound } from "@/lib/platform/errors";
import { truthProblem } from "@/lib/report-state/rules";
import { DEFINITIONS_CHANGED } from "@/lib/report-state/schema";
import type { Category, Hops } from "@/lib/questions/schema";
import { REASONS } from "@/lib/ratings/schema";

export const metadata = { title: "Agreement" };

interface AgreementPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const PAIRING_WORDS: Record<Pairing, string> = { raters: "Raters and evaluators", automatic: "Each rater vs. evaluators", adjudicated: "Each rater vs. adjudication" };
/** The filter that a part is. */
const partOf = (name: BreakdownName, { key }: BreakdownRow): Partial<DisagreementsRequest> => {
  switch (name) {
    case "category": return { category: [key as Category] };
    case "hops": return { hops: key as Hops };
    case "run": return { run: [Number(key)] };
    case "period": return { from: key };
  }
};
const PARTS: [BreakdownName, string][] = [["category", "Category"], ["hops", "Hops"], ["run", "Run"], ["period", "Time"]];

export default async function AgreementPage({ searchParams }: AgreementPageProps) {
  const actor = await requireActor("reports.read");
  const address = await searchParams;
  const asked = agreementRequestSchema.safeParse(address);
  const choices = await listReportChoices(actor);
  const header = (
    <PageHeader title="Agreement" breadcrumbs={[{ label: "Reports", href: "/reports" }]} actions={<HowLink />}
      description="Agreement among raters, with automatic evaluators and with adjudication: percent and chance-corrected, with 95% CIs and links to the disagreements." />
  );
  const future = asked.success ? truthProblem(asked.data.truth, now()) : null;
  if (!asked.success || future !== null) {
    const problems = address.campaign === undefined || address.campaign === "" ? [] : (asked.error?.issues ?? []).map(({ message }) => message).concat(future ?? []);
    return (
      <>
        {header}
        <Stack gap="md">
          {problems.length > 0 && <InvalidAddress problems={problems} />}
          {choices.campaigns.length === 0
            ? <EmptyState icon={<IconUsers size={24} />} title="No campaigns yet">Agreement appears here once a campaign has overlapping ratings.</EmptyState>
            : <AgreementForm request={null} choices={choices} />}
          <Text fz="sm">Have ratings from another tool? <LinkAnchor href="/reports/agreement/file" underline="always">Compute agreement from a file</LinkAnchor>.</Text>
        </Stack>
      </>
    );
  }
  const request = asked.data;
  const report = await getAgreementReport(actor, request).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  const href = (change: Partial<AgreementRequest>) => `/reports/agreement?${writeAgreementAddress({ ...request, ...change })}`;
  const { campaign, run, split, category, hops, rule, truth, gold, state } = request;
  const disagreements = (of: Partial<DisagreementsRequest>) => `/reports/agreement/disagreements?${writeAgreementAddress({ campaign, run, split, category, hops, rule, truth, gold, state, period: request.period, ...of })}`;
  const files = (table: TableName) => `/api/reports/agreement?${writeAgreementAddress(request)}&table=${table}`;
  return (
    <>
      {header}
      <Stack gap="lg">
        <AgreementForm request={request} choices={choices} />
        <Text className="tabular">{countsInWords(report)} {report.counts.compared > 0 && <LinkAnchor href={disagreements({})} inherit underline="always">All disagreements</LinkAnchor>}</Text>
        {report.inputs.earlier && <Alert color="yellow" variant="light" p="xs">{DEFINITIONS_CHANGED}</Alert>}
        {report.counts.aside.otherAnswers.judgments > 0 && may(actor, "campaigns.manage") && (
          <Text fz="sm">Ratings made against other answers count here only after a follow-up campaign: {report.inputs.campaigns.map(({ id, name }, at) => <span key={id}>{at > 0 && ", "}<LinkAnchor href={`/campaigns/${id}`} inherit underline="always">{name}</LinkAnchor></span>)}.</Text>
        )}

        <Stack gap="sm" component="section" aria-label="Coefficients">
          <Title order={2}>Coefficients</Title>
          <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
            {(["relaxed", "strict"] as const).map((mode) => (
              <div key={mode} style={{ minWidth: 0 }}>
                <Group justify="space-between" gap="xs">
                  <Title order={3}>{MODE_WORDS[mode]}</Title>
                  {report.counts.compared > 0 && <LinkAnchor href={disagreements({ mode })} fz="sm" underline="always">Disagreements in {MODE_WORDS[mode]}</LinkAnchor>}
                </Group>
                <CoefficientTable coefficients={report.coefficients[mode].overall} label={`Coefficients, ${MODE_WORDS[mode]}`} />
              </div>
            ))}
          </SimpleGrid>
          <PrevalenceNote />
          {AGREEMENT_MODES.flatMap((mode) => SCOPES.map((scope) => [mode, scope] as const)).filter(([mode, scope]) => mode === "all" || scope !== "overall").map(([mode, scope]) => (
            <details key={`${mode} ${scope}`}>
              <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>{MODE_WORDS[mode]}, {SCOPE_WORDS[scope]}</Text>
              <CoefficientTable coefficients={report.coefficients[mode][scope]} label={`Coefficients, ${MODE_WORDS[mode]}, ${SCOPE_WORDS[scope]}`} />
              {report.counts.compared > 0 && <LinkAnchor href={disagreements({ mode, scope })} fz="sm" underline="always">Disagreements in {MODE_WORDS[mode]}, {SCOPE_WORDS[scope]}</LinkAnchor>}
            </details>
          ))}
          {report.counts.compared > 0 && (
            <GroupedBars title="Agreement with 95% CI" unit="number" fileName="agreement" data={{
              places: { title: "Coefficient", labels: COEFFICIENTS.map((name) => COEFFICIENT_TITLES[name]) },
              series: (["relaxed", "strict"] as const).map((mode) => ({ name: MODE_WORDS[mode], values: COEFFICIENTS.map((name) => report.coefficients[mode].overall[name]) })),
            }} />
          )}
          <ReportFiles address={files("coefficients")} of="the coefficients" />
        </Stack>

        {report.counts.compared > 0 && (
          <Stack gap="sm" component="section" aria-label="Agreement by verdict">
            <Title order={2}>Agreement by verdict</Title>
            <Text fz="sm" c="dimmed">When nearly all verdicts are credit, raters may agree on credit but rarely on no credit. Kappa shows this; percent agreement hides it. Prevalence: from −1 (all no credit) to 1 (all credit).{report.two !== null && ` Bias: how much more often ${report.two[0].label} gives credit.`} PABAK: kappa at even prevalence and without bias.</Text>
            <IndicesTable report={report} />
            <ReportFiles address={files("indices")} of="the indices" />
            <Title order={3}>Both modes combined</Title>
            <Text fz="sm" c="dimmed">Ordinal: no credit &lt; Relaxed only &lt; credit in both modes.</Text>
            <OrdinalTable report={report} />
            <ReportFiles address={files("ordinal")} of="both modes combined" />
          </Stack>
        )}

        <Stack gap="sm" component="section" aria-label="Pairs">
          <Title order={2}>Pairwise agreement</Title>
          <LinkTabs label="Pairs" tabs={PAIRINGS.map((pairing) => ({ name: PAIRING_WORDS[pairing], href: href({ pairing, page: 1 }), current: pairing === request.pairing }))} />
          {report.pairs.total === 0
            ? <Text fz="sm" c="dimmed">{request.pairing === "raters" ? "No responses with two raters or an evaluator." : request.pairing === "automatic" ? "No evaluator verdicts for these responses." : "No adjudicated responses."}</Text>
            : (
              <>
                <Text fz="sm" c="dimmed">Percent agreement; vp: valid premise, fp: false premise; All: both modes combined. Select a number to see the disagreements.</Text>
                <PairsTable pairs={report.pairs.rows} href={(pair, mode, scope) => disagreements({ first: pair.first.key, second: pair.second.key, mode, scope })} />
                <ReportFiles address={files("pairs")} of="the pairs" />
                <Title order={3}>Chance-corrected</Title>
                <PairCoefficients pairs={report.pairs.rows} href={(pair, mode, scope) => disagreements({ first: pair.first.key, second: pair.second.key, mode, scope })} />
                <ReportFiles address={files("pair-coefficients")} of="the pairwise coefficients" />
                <PairMatrices pairs={report.pairs.rows} href={(pair, mode, credit) => disagreements({ first: pair.first.key, second: pair.second.key, mode, credit })} />
                <ReportFiles address={files("confusion")} of="the confusion matrices" />
                <div className="no-print"><PageTurner page={report.pairs.page} pageSize={PAIRS_PER_PAGE} total={report.pairs.total} label="Pair pages" href={(page) => href({ page })} /></div>
              </>
            )}
        </Stack>

        <Stack gap="sm" component="section" aria-label="Breakdown">
          <Title order={2}>Breakdown</Title>
          {report.counts.responses === 0 && <Text fz="sm" c="dimmed">No ratings yet.</Text>}
          {PARTS.filter(([name]) => report.breakdown[name].length > 0).map(([name, title]) => <BreakdownTable key={name} title={name === "period" ? (report.period === "week" ? "Week" : "Month") : title} rows={report.breakdown[name]} two={report.two !== null} href={(row, mode) => disagreements({ ...partOf(name, row), mode })} />)}
          <ReportFiles address={files("breakdown")} of="the breakdown" />
          {report.two !== null && <PartMatrices rows={report.breakdown.category} raters={report.two} />}
          {report.two !== null && <ReportFiles address={files("part-confusion")} of="the confusion matrices of the breakdown" />}
        </Stack>

        <Stack gap="sm" component="section" aria-label="Reasons">
          <Title order={2}>Reasons for no credit</Title>
          <Text fz="sm" c="dimmed">Number of ratings per reason. Select a number to see the disagreements.</Text>
          <TableScroll label="Reasons for no credit">
            <Table fz="sm" miw={480} verticalSpacing={4} className="tabular" aria-label="Reasons for no credit">
              <TableThead><TableTr><TableTh scope="col">Reason</TableTh>{["Relaxed", "by raters", "Strict", "by raters"].map((title, at) => <TableTh key={at} scope="col" ta="end">{title}</TableTh>)}</TableTr></TableThead>
              <TableTbody>
                {report.reasons.map(({ reason, relaxed, strict }) => ({ reason, relaxed, strict, words: REASONS.find(({ code }) => code === reason)?.words ?? reason })).map(({ reason, relaxed, strict, words }) => (
                  <TableTr key={reason}>
                    <TableTh scope="row">{words}</TableTh>
                    {([["relaxed", relaxed], ["strict", strict]] as const).flatMap(([mode, { judgments, raters }]) => [
                      <TableTd key={mode} ta="end">{judgments === 0 || report.counts.compared === 0 ? formatCount(judgments) : <LinkAnchor href={disagreements({ mode, reason })} inherit underline="always" aria-label={`${words}, ${MODE_WORDS[mode]}: ${formatCount(judgments)} ratings; show disagreements`}>{formatCount(judgments)}</LinkAnchor>}</TableTd>,
                      <TableTd key={`${mode} raters`} ta="end">{formatCount(raters)}</TableTd>,
                    ])}
                  </TableTr>
                ))}
              </TableTbody>
            </Table>
          </TableScroll>
          <ReportFiles address={files("reasons")} of="the reasons" />
        </Stack>

        <Stack gap="sm" component="section" aria-label="Raters">
          <Title order={2}>Raters</Title>
          {report.raters.length === 0 ? <Text fz="sm" c="dimmed">No ratings yet.</Text> : (
            <>
              <RatersTable raters={report.raters} href={(rater, against, mode) => disagreements({ first: rater.rater.key, second: against, mode })} />
              <ReportFiles address={files("raters")} of="the raters" />
              <Title order={3}>Rater drift</Title>
              <DriftChart report={report} href={(rater, mode, from) => disagreements({ first: rater.rater.key, second: "others", mode, from })} />
              <Text fz="sm" c="dimmed">95% Wilson intervals, clustered by response.{report.raters.length > DRIFT_AT_MOST && ` Charts show the first ${DRIFT_AT_MOST} raters; the file below includes all.`}</Text>
              <ReportFiles address={files("drift")} of="the drift" />
            </>
          )}
        </Stack>

        <AgreementInputsList inputs={report.inputs} />
        <PermanentAddress address={`/reports/agreement?${writeAgreementAddress({ ...request, state: null })}`} state={report.inputs.state} />
      </Stack>
    </>
  );
}
