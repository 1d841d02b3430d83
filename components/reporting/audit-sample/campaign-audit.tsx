import { Group, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { countOf } from "@/lib/platform/format";
import { findingsInWords } from "@/lib/reporting/audit-sample/rules";
import type { CampaignAudit } from "@/lib/reporting/audit-sample/schema";
import { AuditSettings } from "@/components/rating/audit-sample/audit-settings";
import { adjudicationPage } from "@/lib/rating/adjudication/address";

interface CampaignAuditProps {
  campaignId: number;
  audit: CampaignAudit;
}

/** A campaign's audit: what it draws, what it found, and what awaits a verdict. */
export function CampaignAuditSection({ campaignId, audit: { rate, found } }: CampaignAuditProps) {
  const waiting = found?.waiting ?? 0;
  return (
    <section aria-labelledby="audit">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="audit">
          Audit
        </Title>
        <AuditSettings campaignId={campaignId} rate={rate} />
      </Group>
      {rate === null ? (
        <Text fz="sm" c="dimmed" maw="80ch">
          Raters can agree and still be wrong. An audit draws responses at random from those they
          agree on; an adjudicator judges them without seeing the ratings, and reports state the
          error rate.
        </Text>
      ) : (
        <>
          <Text fz="sm" maw="80ch" className="tabular">
            {rate === 0
              ? "No more responses are drawn."
              : `${rate}% of agreed responses are drawn.`}{" "}
            {found === null ? "Raters agree on no response yet." : findingsInWords(found)}
          </Text>
          {waiting > 0 && (
            <LinkAnchor
              href={adjudicationPage.href({ campaign: campaignId, cause: ["audit"] })}
              fz="sm"
              underline="always"
            >
              Adjudicate {countOf(waiting, "drawn response")}
            </LinkAnchor>
          )}
        </>
      )}
    </section>
  );
}
