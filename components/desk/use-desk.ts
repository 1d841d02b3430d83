import { useState, useSyncExternalStore } from "react";
import { newClientKey } from "@/components/ui/client-key";
import { deviceStorage } from "@/components/ui/device-storage";
import type { DeskScreen } from "./screen";
import { postJson, tellJson } from "./post";
import type { DeskRules, DeskTypes } from "./rules";
import { Desk, type DeskWorld } from "./runtime";
import { useLeaveWarning, useVisit } from "./use-visit";

interface DeskOptions<D extends DeskTypes> {
  userId: number;
  /** What the page knows as it comes. */
  facts: D["facts"];
  /** An item to begin with, whatever the queue says. */
  first?: number | null;
}

/** A person's visit to a desk: what it shows, and the desk itself for what is done. */
export function useDesk<D extends DeskTypes>(
  rules: DeskRules<D>,
  { userId, facts, first = null }: DeskOptions<D>,
): [DeskScreen<D>, Desk<D>] {
  const [desk] = useState(() => new Desk(rules, pageWorld(rules, userId), userId, facts, first));
  const screen = useSyncExternalStore(desk.subscribe, desk.getScreen, desk.getScreen);
  useVisit(desk);
  useLeaveWarning(screen.unkept && screen.pending > 0);
  return [screen, desk];
}

/** The world of a page: our own addresses, this device and the browser's clock. */
function pageWorld<D extends DeskTypes>(
  { address, personKey }: DeskRules<D>,
  userId: number,
): DeskWorld {
  return {
    post: (step, body) => postJson(`${address}/${step}`, { ...body, [personKey]: userId }),
    tell: (step, body) => tellJson(`${address}/${step}`, { ...body, [personKey]: userId }),
    storage: deviceStorage(),
    uuid: newClientKey,
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
