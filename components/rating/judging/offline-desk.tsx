"use client";

import { Alert } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { outboxOf } from "@/components/desk/runtime";
import { shelvedPage } from "@/components/desk/shelf";
import { SIGNED_IN_KEY } from "@/components/ui/device-keys";
import { deviceStorage, readText } from "@/components/ui/device-storage";
import type { DeskCampaign } from "@/lib/rating/judging/queries";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import { DeskOfCampaign } from "./desk-of-campaign";
import { RATING_DESK } from "./rating-rules";
import classes from "./rating-desk.module.css";

/** As the device keeps it; "nothing": no one has been at this campaign's desk here. */
type Found = { raterId: number; campaign: DeskCampaign } | "nothing";

/** The desk of the campaign in the address, from what the device keeps of it. */
export function OfflineDesk({ examples }: { examples: readonly CalibrationExample[] }) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let here = true;
    const campaignId = Number(/^\/rate\/(\d+)$/.exec(window.location.pathname)?.[1]);
    // Whoever signed in here last, and no one else.
    const userId = Number(readText(SIGNED_IN_KEY) ?? NaN);
    void shelvedPage({ userId, place: campaignId }).then((page) => {
      if (!here) return;
      if (page === null) return setFound("nothing");
      const campaign = page as DeskCampaign;
      // What waits here is rated, though the server has not heard of it.
      const waiting = outboxOf(RATING_DESK, deviceStorage(), userId)
        .list()
        .filter((entry) => entry.step === "judge" && entry.campaignId === campaignId);
      const done = campaign.done + waiting.length;
      setFound({ raterId: userId, campaign: { ...campaign, done } });
    });
    return () => {
      here = false;
    };
  }, []);
  const online = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => false,
  );
  return (
    <main className={classes.offline}>
      <p className={classes.offlineNote} role="status">
        <IconCloudOff size={16} aria-hidden />
        {online ? (
          <>
            You&apos;re back online.{" "}
            {/* Everything is loaded again: this page was made without a server. */}
            {/* eslint-disable-next-line @next/next/no-html-link-for-pages */}
            <a href="/rate">Back to campaigns</a>
          </>
        ) : (
          "You're offline. Your ratings are kept on this device and saved when you're back online."
        )}
      </p>
      {found === "nothing" ? (
        <Alert color="yellow" title="Not available offline">
          Nothing of this campaign is on this device. Open this page again when you&apos;re online.
        </Alert>
      ) : (
        found !== null && (
          <DeskOfCampaign raterId={found.raterId} campaign={found.campaign} examples={examples} />
        )
      )}
    </main>
  );
}

function watchConnection(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
