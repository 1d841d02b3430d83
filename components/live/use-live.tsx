"use client";

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { Doing } from "@/lib/platform/live/messages";
import type { TopicState } from "@/lib/platform/live/stream";
import { revisedSince, type Latest } from "./latest-revisions";
import { LiveConnection } from "./live-connection";

const LiveContext = createContext<LiveConnection | null>(null);

/** Around every signed-in page: the browser's live updates for this account. */
export function LiveProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  useEffect(() => {
    const made = new LiveConnection(`freshqa.live.${userId}`);
    // There is none while the page is rendered on the server.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setConnection(made);
    return () => made.stop();
  }, [userId]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

/** Someone else who is at a topic. */
export type Person = TopicState["people"][number];

/**
 * What there is to know of a topic now; null until the server has said so, or where it does not.
 * @param topic null: none
 * @param doing as what the reader is seen there by others; null: not at all. Who only looks is not seen in a window that is
 * not shown.
 */
export function useTopic<Facts = null>(
  topic: string | null,
  doing: Doing | null = null,
): { people: readonly Person[]; facts: Facts } | null {
  const connection = useContext(LiveContext);
  const visible = useSyncExternalStore(watchVisibility, isVisible, () => true);
  const shown = doing === "viewing" && !visible ? null : doing;
  const subscribe = useCallback(
    (changed: () => void) =>
      connection === null || topic === null ? () => {} : connection.want(topic, shown, changed),
    [connection, topic, shown],
  );
  const state = useSyncExternalStore(
    subscribe,
    () => (topic === null ? null : (connection?.state(topic) ?? null)),
    () => null,
  );
  return state as (TopicState & { facts: Facts }) | null;
}

const isVisible = () => document.visibilityState === "visible";
function watchVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/**
 * Calls back when questions were revised, by whomever: with what was revised, and whether there is more than is named.
 * @param known the latest revisions from before the page was read
 */
export function useQuestionChanges(
  callback: (revised: readonly Latest[], more: boolean) => void,
  known: readonly Latest[],
): void {
  const facts = useTopic<Latest[]>("questions")?.facts ?? null;
  const last = useRef(known);
  const call = useRef(callback);
  useEffect(() => {
    call.current = callback;
  }, [callback]);
  useEffect(() => {
    if (facts === null) return;
    const before = last.current;
    last.current = facts;
    const { revised, more } = revisedSince(before, facts);
    if (revised.length > 0) call.current(revised, more);
  }, [facts]);
}
