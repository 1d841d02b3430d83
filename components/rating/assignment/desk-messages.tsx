"use client";

import { Suspense, useState } from "react";
import { useTopic } from "@/components/live/use-live";
import { later } from "@/components/ui/later";
import { useUserId } from "@/components/ui/signed-in";

interface DeskMessagesProps {
  campaignId: number;
  /** Which item is shown; null: none. */
  at: number | null;
}

/** Shows unread messages to a campaign's raters: never in the middle of an item, but before the next one. */
export function DeskMessages({ campaignId, at }: DeskMessagesProps) {
  const userId = useUserId();
  const live = useTopic<{ subjects: string[] }>(userId === null ? null : `user:${userId}`);
  const unread = live?.facts.subjects.includes(`message:${campaignId}`) ?? false;
  // Undefined until the server has said whether there are any: what is unread by then comes before the first item.
  const [arrivedAt, setArrivedAt] = useState<number | "none" | "before">();
  const [shown, setShown] = useState(false);
  if (live !== null) {
    const arrived = !unread ? "none" : arrivedAt === undefined ? "before" : (at ?? "before");
    if (arrivedAt === undefined || unread !== (arrivedAt !== "none")) setArrivedAt(arrived);
    if (unread && !shown && arrivedAt !== undefined && arrivedAt !== "none" && arrivedAt !== at)
      setShown(true);
    if (!unread && shown) setShown(false);
  }
  return shown ? (
    <Suspense fallback={null}>
      <dialog.Part campaignId={campaignId} />
    </Suspense>
  ) : null;
}

const dialog = later<{ campaignId: number }>(
  () => import("./messages-dialog"),
  () => null,
);
