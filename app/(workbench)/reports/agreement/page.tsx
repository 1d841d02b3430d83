import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { FoldedForm } from "@/components/reporting/shared/folded-form";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import { PermanentAddress } from "@/components/reporting/shared/permalink";
import { AsOf } from "@/components/reporting/shared/as-of";
import { TruthNote } from "@/components/reporting/shared/truth-note";
import { AgreementFormPart } from "@/components/reporting/agreement/form-part";
import { AgreementInputsList } from "@/components/reporting/agreement/agreement-inputs";
import {
  CoefficientsSection,
  VerdictsSection,
  PairsSection,
  BreakdownSection,
  ReasonsSection,
  RatersSection,
  OverTimeSection,
  type SectionProps,
} from "@/components/reporting/agreement/agreement-sections";
import { AuditSection } from "@/components/reporting/agreement/audit-section";
import { EvaluatorSection } from "@/components/reporting/agreement/evaluator-section";
import type { ComponentType } from "react";
import { AgreementSummary } from "@/components/reporting/agreement/agreement-summary";
import { HowLink } from "@/components/reporting/shared/how-link";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { campaignChips } from "@/components/reporting/shared/option-chips";
import { LinkAnchor } from "@/components/ui/links";
import { may } from "@/lib/people/access/policy";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { listReportChoices } from "@/lib/reporting/accuracy/queries";
import { agreementReportTable } from "@/lib/reporting/agreement/file-tables";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { countsInWords, goldOfAgreement, outdatedInWords } from "@/lib/reporting/agreement/rules";
import {
  agreementRequest,
  disagreementsHref,
  SECTIONS,
  type AgreementRequest,
  type DisagreementsRequest,
  type Section,
  type TableName,
} from "@/lib/reporting/agreement/schema";
import { followUpsOffered } from "@/lib/reporting/snapshots/queries";
import { showingLag } from "@/lib/platform/replica";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { REPORTS } from "@/lib/reporting/reports";
import { getReportDefaults } from "@/lib/reporting/defaults/queries";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";

export const metadata = { title: "Agreement" };

interface AgreementPageProps {
  searchParams: Promise<SearchParams>;
}

/** The parts of the report, in their order. */
const PARTS = [
  ["coefficients", CoefficientsSection],
  ["verdicts", VerdictsSection],
  ["pairs", PairsSection],
  ["evaluator", EvaluatorSection],
  ["kinds", BreakdownSection],
  ["reasons", ReasonsSection],
  ["raters", RatersSection],
  ["audit", AuditSection],
  ["time", OverTimeSection],
] as const satisfies readonly [Section, ComponentType<SectionProps>][];
const SECTION_WORDS: Record<Section, string> = {
  coefficients: "Coefficients",
  verdicts: "By verdict",
  pairs: "Pairs",
  evaluator: "Automatic evaluator",
  kinds: "By kind",
  reasons: "Reasons",
  raters: "Raters",
  audit: "Audit",
  time: "Over time",
  all: "All on one page",
};

export default async function AgreementPage({ searchParams }: AgreementPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, begin] = await Promise.all([searchParams, getReportDefaults(actor)]);
  const address = orBegin(asked, agreementRequest, begin && { campaign: [begin.campaignId] });
  const url = await readReportUrl(address, REPORTS.agreement, datasetDay);
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
            <NothingRated icon={<IconUsers size={24} />} mayManage={may(actor, "campaigns.manage")}>
              Agreement appears here once a campaign has overlapping ratings.
            </NothingRated>
          ) : (
            <AgreementFormPart request={null} choices={choices} />
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
    request: wanted,
    view: { show },
  } = url;
  // The evaluator's part has pairs of its own; the part of all pairs any others.
  const pairing =
    show === "evaluator"
      ? "paper"
      : wanted.pairing === "paper" && show !== "all"
        ? "raters"
        : wanted.pairing;
  const { value: report, asOf } = await showingLag(wanted.state === null, () =>
    orNotFound(getAgreementReport(actor, { ...wanted, pairing })),
  );
  // What was chosen by default is named, so that addresses mean the same for ever.
  const request: AgreementRequest = {
    ...wanted,
    pairing,
    ...(report.paper !== null && {
      evaluator: report.paper.evaluator?.id ?? null,
      between: report.paper.raters.map(({ key }) => key) as [string, string],
    }),
  };
  const href = (change: Partial<AgreementRequest & { show: Section }>) =>
    REPORTS.agreement.href({ ...request, ...change }, { show: change.show ?? show });
  // The evaluator there is another choice: only responses with a verdict of it.
  const disagreements = (of: Partial<DisagreementsRequest>) =>
    disagreementsHref({ ...request, evaluator: null, ...of });
  const files = (table: TableName) => REPORTS.agreement.fileHref(request, { table });
  const compared = report.counts.compared > 0;
  const outdated = outdatedInWords(report.counts);
  return (
    <>
      {header}
      <Stack gap="lg">
        <FoldedForm chips={campaignChips(request, report.inputs.campaigns, choices)}>
          <AgreementFormPart request={request} choices={choices} />
        </FoldedForm>
        <AsOf time={asOf} />
        <TruthNote
          inputs={report.inputs}
          notes={outdated}
          stale
          gold={goldOfAgreement(request.gold)}
          followUpOf={await followUpsOffered(actor, outdated.length > 0, request.campaign)}
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

        {PARTS.filter(
          ([section]) =>
            show === section ||
            (show === "all" && section !== (report.paper === null ? "evaluator" : "pairs")),
        ).map(([section, Part]) => (
          <Part
            key={section}
            report={report}
            request={request}
            disagreements={disagreements}
            files={files}
            tables={(table) => agreementReportTable(report, table)}
            href={href}
          />
        ))}

        <AgreementInputsList inputs={report.inputs} />
        <PermanentAddress address={href({ state: null })} state={report.inputs.state} />
      </Stack>
    </>
  );
}
