import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { REASONS, type Reason } from "@/lib/rating/judging/schema";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import { MODE_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";

interface ReasonsTableProps {
  report: Pick<AgreementReport, "reasons" | "counts">;
  /** The disagreements in which a reason is named; called on the server. */
  href: (mode: "relaxed" | "strict", reason: Reason) => string;
}

/** How often each reason for no credit is given, and by how many raters. */
export function ReasonsTable({ report: { reasons, counts }, href }: ReasonsTableProps) {
  return (
    <TableScroll label="Reasons for no credit">
      <Table
        fz="sm"
        miw={480}
        maw={720}
        verticalSpacing={4}
        className="tabular"
        aria-label="Reasons for no credit"
      >
        <TableThead>
          <TableTr>
            <TableTh scope="col">Reason</TableTh>
            {["Relaxed", "by raters", "Strict", "by raters"].map((title, at) => (
              <TableTh key={at} scope="col" ta="end">
                {title}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {reasons.map(({ reason, relaxed, strict }) => {
            const words = REASONS.find(({ code }) => code === reason)?.words ?? reason;
            return (
              <TableTr key={reason}>
                <TableTh scope="row">{words}</TableTh>
                {(
                  [
                    ["relaxed", relaxed],
                    ["strict", strict],
                  ] as const
                ).flatMap(([mode, { judgments, raters }]) => [
                  <TableTd key={mode} ta="end">
                    {judgments === 0 || counts.compared === 0 ? (
                      formatCount(judgments)
                    ) : (
                      <LinkAnchor
                        href={href(mode, reason)}
                        inherit
                        underline="always"
                        aria-label={`${words}, ${MODE_WORDS[mode]}: ${formatCount(judgments)} ratings; show disagreements`}
                      >
                        {formatCount(judgments)}
                      </LinkAnchor>
                    )}
                  </TableTd>,
                  <TableTd key={`${mode} raters`} ta="end">
                    {formatCount(raters)}
                  </TableTd>,
                ])}
              </TableTr>
            );
          })}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
