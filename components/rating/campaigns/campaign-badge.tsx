import { Badge } from "@mantine/core";
import type { CampaignStatus } from "@/lib/rating/campaigns/schema";
import { STATUS_WORDS } from "./labels";

const COLORS: Record<CampaignStatus, string> = {
  draft: "gray",
  open: "green",
  paused: "yellow",
  closed: "blue",
};

export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return <Badge color={COLORS[status]}>{STATUS_WORDS[status]}</Badge>;
}
