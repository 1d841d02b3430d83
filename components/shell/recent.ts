import { z } from "zod";
import { keepText, readValue } from "@/components/ui/device-storage";

const MAX = 6;

const recentSchema = z.array(
  z.object({
    // A path of ours and nothing else: it becomes a link.
    href: z.string().regex(/^\/(?!\/)/),
    label: z.string(),
    note: z.string(),
  }),
);

/** Something that was opened by a search, the last one first. */
export type Recent = z.infer<typeof recentSchema>[number];

/** What this device has kept; empty where it keeps nothing, or something else. */
export function readRecent(key: string): Recent[] {
  const kept = recentSchema.safeParse(readValue(key));
  return kept.success ? kept.data.slice(0, MAX) : [];
}

/** Keeps what was opened now before the others. */
export function remember(key: string, opened: Recent): void {
  const others = readRecent(key).filter(({ href }) => href !== opened.href);
  keepText(key, JSON.stringify([opened, ...others].slice(0, MAX)));
}
