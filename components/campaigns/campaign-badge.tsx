import { Badge } from "@mantine/core";
import type { CampaignStatus } from "@/lib/campaigns/schema";
import { STATUS_WORDS } from "./words";

const COLORS: Record<CampaignStatus, string> = {
  draft: "gray",
  open: "green",
  paused: "yellow",
  closed: "blue",
};

export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return <Badge color={COLORS[status]}>{STATUS_WORDS[status]}</Badge>;
}
