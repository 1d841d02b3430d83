import {
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import { COEFFICIENT_TITLES, type Coefficient } from "@/lib/reporting/agreement/coefficient";
import type { CampaignAgreement } from "@/lib/reporting/agreement/queries";
import { formatCoefficient, formatShare } from "@/lib/platform/numbers";
import { MODE_WORDS } from "@/components/rating/judging/verdict-labels";
import { HowLink } from "@/components/reporting/shared/how-link";
import { TableScroll } from "@/components/ui/table-scroll";
import { countOf } from "@/lib/platform/format";

const SHOWN = ["percent", "krippendorff", "gwetAC1"] as const;

/** A campaign's percent agreement beside what is left of it beyond chance, in both modes; nothing before there is some. */
export function CampaignAgreementSection({
  agreement: { truth, timeZone, modes },
}: {
  agreement: CampaignAgreement;
}) {
  if (modes.length === 0) return null;
  return (
    <section aria-labelledby="agreement">
      <Title order={2} id="agreement" mb="xs">
        Agreement so far
      </Title>
      <TableScroll label="Agreement by mode">
        <Table w="auto" miw={520}>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Mode</TableTh>
              {SHOWN.map((name) => (
                <TableTh key={name} scope="col">
                  {COEFFICIENT_TITLES[name]}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {modes.map(({ mode, coefficients }) => (
              <TableTr key={mode}>
                <TableTh scope="row" fw={550}>
                  {MODE_WORDS[mode]}
                </TableTh>
                {SHOWN.map((name) => (
                  <TableTd key={name}>
                    <Value of={coefficients[name]} percent={name === "percent"} />
                  </TableTd>
                ))}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <Text fz="xs" c="dimmed" maw="80ch">
        {countOf(modes[0]?.coefficients.percent.n ?? 0, "response")} with two or more ratings, with
        95% CIs.{" "}
        {truth === "release"
          ? "Ratings based on answers other than the release’s are not counted."
          : `Ratings based on answers other than those of ${truth} (${timeZone}) are not counted.`}{" "}
        When nearly all verdicts are the same, chance-corrected coefficients can be low or undefined
        even though raters agree. <HowLink />
      </Text>
    </section>
  );
}

function Value({
  of: { value, low, high, method, undefinedBecause },
  percent,
}: {
  of: Coefficient;
  percent: boolean;
}) {
  if (value === null)
    return (
      <Text fz="sm" maw={300}>
        Undefined: {undefinedBecause}
      </Text>
    );
  const shown = percent ? formatShare : formatCoefficient;
  return (
    <span title={method} style={{ whiteSpace: "nowrap" }}>
      {shown(value)}
      {low !== null && high !== null && (
        <Text span fz="xs" c="dimmed">
          {" "}
          ({shown(low)} to {shown(high)})
        </Text>
      )}
    </span>
  );
}
