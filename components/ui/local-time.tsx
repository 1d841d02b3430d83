"use client";

import { useSyncExternalStore } from "react";
import { formatDay, formatMoment } from "@/lib/platform/format";

const never = () => () => {};

/** A moment in the reader's own time zone ("21 Nov 2026, 15:05 GMT+1"); the server, which cannot know it, says UTC. */
export function LocalTime({ iso }: { iso: string }) {
  const text = useSyncExternalStore(
    never,
    () => inLocalZone(iso),
    () => formatMoment(iso),
  );
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {text}
    </time>
  );
}

function inLocalZone(iso: string): string {
  const date = new Date(iso);
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const zone =
    new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
      .formatToParts(date)
      .find((part) => part.type === "timeZoneName")?.value ?? "";
  return `${formatDay(day)}, ${two(date.getHours())}:${two(date.getMinutes())} ${zone}`;
}
