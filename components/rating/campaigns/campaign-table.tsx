import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { CampaignListItem } from "@/lib/rating/campaigns/queries";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { CampaignBadge } from "./campaign-badge";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount, formatDay } from "@/lib/platform/format";

interface CampaignTableProps {
  campaigns: CampaignListItem[];
  page: number;
  pageSize: number;
  total: number;
}

/** All campaigns, newest first. */
export function CampaignTable({ campaigns, page, pageSize, total }: CampaignTableProps) {
  return (
    <>
      <TableScroll label="Campaigns">
        <Table miw={960} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col" miw={180}>
                Name
              </TableTh>
              <TableTh scope="col" miw={92}>
                Status
              </TableTh>
              <TableTh scope="col">Runs</TableTh>
              <TableTh scope="col" ta="end">
                Raters
              </TableTh>
              <TableTh scope="col" ta="end">
                Responses
              </TableTh>
              <TableTh scope="col" w={220}>
                Ratings
              </TableTh>
              <TableTh scope="col">Deadline</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {campaigns.map((campaign) => (
              <TableTr key={campaign.campaignId}>
                <TableTd maw={320}>
                  <LinkAnchor
                    href={`/campaigns/${campaign.campaignId}`}
                    inherit
                    fw={550}
                    style={{ overflowWrap: "anywhere" }}
                  >
                    {campaign.name}
                  </LinkAnchor>
                </TableTd>
                <TableTd>
                  <CampaignBadge status={campaign.status} />
                </TableTd>
                <TableTd maw={260}>
                  <Text fz="sm" truncate title={campaign.runs.join(", ")}>
                    {campaign.runs.length === 0 ? "None" : campaign.runs.join(", ")}
                  </Text>
                </TableTd>
                <TableTd ta="end">{formatCount(campaign.raters)}</TableTd>
                <TableTd ta="end">
                  {campaign.status === "draft" ? "–" : formatCount(campaign.tasks)}
                </TableTd>
                <TableTd>
                  {campaign.status === "draft" ? (
                    <Text fz="sm" c="dimmed">
                      Not open yet
                    </Text>
                  ) : (
                    <ProgressBar
                      done={campaign.judged}
                      of={campaign.ratings}
                      label={`Ratings of ${campaign.name}`}
                    />
                  )}
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {campaign.deadline === null ? "–" : formatDay(campaign.deadline)}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner
        page={page}
        pageSize={pageSize}
        total={total}
        label="Pages of campaigns"
        href={(target) => (target === 1 ? "/campaigns" : `/campaigns?page=${target}`)}
      />
    </>
  );
}
