import { useEffect, useState, useSyncExternalStore } from "react";
import { newClientKey } from "@/components/ui/client-key";
import { deviceStorage } from "@/components/ui/device-storage";
import { afterPaint } from "./after-paint";
import { sayLeft, sayStays } from "./left-visit";
import type { Given } from "./machine-state";
import type { DeskScreen } from "./screen";
import { postJson, tellJson } from "./post";
import type { DeskRules, DeskTypes } from "./rules";
import { Desk, type DeskWorld } from "./runtime";
import { deviceShelf } from "./shelf";
import { deskWindows, shelvedPost } from "./shelved-post";
import { useLeaveWarning, useVisit } from "./use-visit";

interface DeskOptions<D extends DeskTypes> {
  userId: number;
  /** What the page knows as it comes. */
  facts: D["facts"];
  /** An item to begin with, whatever the queue says. */
  first?: number | null;
  /** Where items lie on the device: a person's, in a place; without it none do. */
  place?: number;
  /** Items that came with the page, so that the first one is seen before any script runs; null: none. */
  given?: Given<D["item"]> | null;
}

/** A window whose scripts have run for so long is not about to be left without their hearing of it. */
const STAYS_AFTER_MS = 1_000;

/** Visits that have begun in this document: the browser's history may bring a page's items once more. */
const begun = new Set<string>();

/** A person's visit to a desk: what it shows, and the desk itself for what is done. */
export function useDesk<D extends DeskTypes>(
  rules: DeskRules<D>,
  { userId, facts, first = null, place, given = null }: DeskOptions<D>,
): [DeskScreen<D>, Desk<D>] {
  const [desk] = useState(() => {
    const fresh = given !== null && !begun.has(given.visit) ? given : null;
    return new Desk(rules, pageWorld(rules, userId, place, fresh), userId, facts, first, fresh);
  });
  const screen = useSyncExternalStore(desk.subscribe, desk.getScreen, desk.getScreen);
  useVisit(desk);
  useEffect(() => {
    begun.add(desk.visit);
    // Not at once: where the next page is asked for while these scripts begin, beforeunload has been.
    const stays = setTimeout(() => sayStays(desk.visit), STAYS_AFTER_MS);
    const going = () => {
      clearTimeout(stays);
      sayLeft(desk.visit);
    };
    window.addEventListener("beforeunload", going);
    return () => {
      clearTimeout(stays);
      window.removeEventListener("beforeunload", going);
    };
  }, [desk]);
  useLeaveWarning(screen.unkept && screen.pending > 0);
  return [screen, desk];
}

/** The world of a page: our own addresses, this device and the browser's clock. */
function pageWorld<D extends DeskTypes>(
  rules: DeskRules<D>,
  userId: number,
  place: number | undefined,
  given: Given<D["item"]> | null,
): DeskWorld {
  const { address, personKey, version } = rules;
  const signed = (body: Record<string, unknown>) => ({ ...body, [personKey]: userId, version });
  const post: DeskWorld["post"] = (step, body) => postJson(`${address}/${step}`, signed(body));
  return {
    post:
      place === undefined
        ? post
        : shelvedPost(rules, post, deviceShelf({ userId, place }), deskWindows(), given),
    tell: (step, body) => tellJson(`${address}/${step}`, signed(body)),
    storage: deviceStorage(),
    uuid: newClientKey,
    painted: () => new Promise(afterPaint),
    now: () => Date.now(),
    later: (run, ms) => {
      if (ms === 0) return afterPaint(run);
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
