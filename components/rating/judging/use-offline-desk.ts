import { useEffect } from "react";
import { keepDeskOffline } from "@/components/desk/offline";
import { shelvePage } from "@/components/desk/shelf";
import type { DeskCampaign } from "@/lib/rating/judging/queries";

/** Keeps on the device what the desk needs to open where no server is reached; its items lie there by themselves. */
export function useOfflineDesk(userId: number, campaign: DeskCampaign): void {
  useEffect(keepDeskOffline, []);
  useEffect(() => {
    void shelvePage({ userId, place: campaign.id }, campaign);
  }, [userId, campaign]);
}
