import { Text } from "@mantine/core";
import type { CampaignListItem } from "@/lib/rating/campaigns/queries";
import { LinkAnchor } from "@/components/ui/links";
import { CampaignBadge } from "./campaign-badge";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { CampaignsState } from "@/lib/rating/campaigns/address";

/** Campaigns. */
export function CampaignTable(list: ListProps<CampaignListItem, CampaignsState>) {
  return (
    <ListTable
      {...list}
      label="Campaigns"
      minWidth={940}
      rowKey={(campaign) => campaign.campaignId}
      columns={[
        {
          title: "Name",
          sort: "name",
          as: "text",
          minWidth: 150,
          maxWidth: 280,
          cell: (campaign) => (
            <LinkAnchor href={`/campaigns/${campaign.campaignId}`} inherit fw={550}>
              {campaign.name}
            </LinkAnchor>
          ),
        },
        {
          title: "Status",
          minWidth: 92,
          cell: (campaign) => <CampaignBadge status={campaign.status} />,
        },
        {
          title: "Protocol",
          as: "text",
          small: true,
          minWidth: 120,
          cell: (campaign) => campaign.protocol,
        },
        {
          title: "Runs",
          maxWidth: 200,
          cell: ({ runs }) => (
            <Text fz="sm" truncate title={runs.join(", ")}>
              {runs.length === 0 ? "None" : runs.join(", ")}
            </Text>
          ),
        },
        {
          title: "Raters",
          sort: "raters",
          as: "number",
          cell: (campaign) => formatCount(campaign.raters),
        },
        {
          title: "Items",
          sort: "items",
          as: "number",
          cell: ({ status, tasks }) => (status === "draft" ? "–" : formatCount(tasks)),
        },
        {
          title: "Ratings",
          sort: "rated",
          minWidth: 170,
          cell: (campaign) =>
            campaign.status === "draft" ? (
              <Text fz="sm" c="dimmed">
                Not open yet
              </Text>
            ) : (
              <ProgressBar
                done={campaign.judged}
                of={campaign.ratings}
                label={`Ratings of ${campaign.name}`}
              />
            ),
        },
        {
          title: "Deadline",
          sort: "deadline",
          as: "line",
          cell: ({ deadline }) => (deadline === null ? "–" : formatDay(deadline)),
        },
      ]}
    />
  );
}
