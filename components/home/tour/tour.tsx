"use client";

import { part, WhenWanted } from "@/components/ui/when-wanted";
import { useTour } from "./tour-state";

const TourPanel = part(async () => ({ default: (await import("./tour-panel")).TourPanel }));

/** The tour that is under way, if any: its script comes with it. */
export function Tour() {
  return (
    <WhenWanted wanted={useTour() !== null}>
      <TourPanel />
    </WhenWanted>
  );
}
