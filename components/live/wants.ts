import type { Doing } from "@/lib/platform/live/messages";

/** What one part of a page wants to hear of; `doing` null: without being seen there. */
export interface Want {
  topic: string;
  doing: Doing | null;
}

const RANK = { viewing: 1, editing: 2 };
const rank = (doing: Doing | null) => (doing === null ? 0 : RANK[doing]);

/** Each topic once, as the strongest of those who want it does: whoever edits in one window is editing. */
export function strongest(wants: readonly Want[]): Want[] {
  const topics = new Map<string, Doing | null>();
  for (const { topic, doing } of wants) {
    const before = topics.get(topic);
    if (before === undefined || rank(doing) > rank(before)) topics.set(topic, doing);
  }
  return [...topics].map(([topic, doing]) => ({ topic, doing }));
}

/** What a stream is asked for, the same for the same wants; "" for none. */
export function watchQuery(wants: readonly Want[]): string {
  return wants
    .map(({ topic, doing }) => (doing === null ? topic : `${topic}~${doing}`))
    .sort()
    .map((text) => `watch=${encodeURIComponent(text)}`)
    .join("&");
}
