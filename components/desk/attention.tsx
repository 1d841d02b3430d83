"use client";

import { Suspense } from "react";
import { later, useAhead } from "@/components/ui/later";
import type { AttentionProps } from "./needs-attention";
import type { Kept } from "./kept";
import { formatCount } from "@/lib/platform/format";

const list = later(() => import("./needs-attention"), Unlisted);

function Unlisted({ entries }: AttentionProps) {
  return (
    <p role="alert">
      Not saved: {entries.map((entry) => entry.label).join(", ")}. Reload the page when you are back
      online to resolve this.
    </p>
  );
}

/** Shows what is kept on this device and needs its person's attention. Renders nothing if there is nothing. */
export function Attention({ entries }: AttentionProps) {
  useAhead(list);
  return entries.length === 0 ? null : (
    <Suspense fallback={null}>
      <list.Part entries={entries} />
    </Suspense>
  );
}

/** Refusals that sending the same again cannot change. */
const FINAL = new Set([
  "adjudicated",
  "already-judged",
  "stale",
  "unchanged",
  "not-disputed",
  "not-possible",
  "key-taken",
  "invalid",
  "own-rating",
  "already-undone",
  "out-of-date",
]);

/** Whether sending the same entry again may save it. */
export function mayRetry({ refused }: Kept): boolean {
  return refused !== undefined && !FINAL.has(refused.code);
}

/**
 * The state of the sending in a few words: "Saved" only while nothing needs attention.
 * @param saved something was saved in this session
 */
export function savingWords(
  {
    saving,
    pending,
    conflicts,
  }: {
    saving: "idle" | "saving" | "retrying";
    pending: number;
    conflicts: readonly unknown[];
  },
  saved: boolean,
): string {
  if (saving === "saving") return "Saving…";
  if (saving === "retrying") return `${formatCount(pending)} unsaved, retrying`;
  if (conflicts.length > 0) return `${formatCount(conflicts.length)} not saved`;
  return saved ? "Saved" : "";
}
