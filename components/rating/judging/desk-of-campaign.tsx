"use client";

import { Suspense } from "react";
import type { Given } from "@/components/desk/machine-state";
import { later } from "@/components/ui/later";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import type { ProtocolDeskProps } from "./protocol-desk";
import { RatingDesk } from "./rating-desk";

interface DeskOfCampaignProps {
  raterId: number;
  campaign: DeskCampaign;
  /** What the page came with, under Relaxed and Strict; null: nothing. */
  given?: Given<RatingItem> | null;
  examples: readonly CalibrationExample[];
}

/** The desk of a campaign, by its protocol. */
export function DeskOfCampaign({ raterId, campaign, given, examples }: DeskOfCampaignProps) {
  const { protocol } = campaign;
  return protocol === null ? (
    <RatingDesk raterId={raterId} campaign={campaign} given={given} examples={examples} />
  ) : (
    <Suspense fallback={null}>
      <protocolDesk.Part raterId={raterId} campaign={{ ...campaign, protocol }} />
    </Suspense>
  );
}

/** Its script comes only where a campaign asks other questions: Relaxed and Strict stay as light as they are. */
const protocolDesk = later<ProtocolDeskProps>(() => import("./protocol-desk"), NoDesk);

function NoDesk() {
  return (
    <p role="alert">Couldn&apos;t load the desk. Reload the page when you&apos;re back online.</p>
  );
}
