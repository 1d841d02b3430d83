import { z } from "zod";

/*
 * What servers tell each other by NOTIFY. Messages hold ids alone: who may know what is behind an id is asked where it is
 * read.
 */

/** The channel of NOTIFY that all servers of an installation listen on. */
export const CHANNEL = "freshqa_live";

/** NOTIFY refuses a payload of 8,000 bytes or more. https://www.postgresql.org/docs/current/sql-notify.html */
const PAYLOAD_BYTES = 7_500;

/** A topic: what can be watched, as "question:17"; "question:*" stands for all of a kind. */
export const topicPattern = /^[a-z][a-z-]{0,30}(:([1-9]\d{0,9}|\*))?$/;

/** What someone does at a topic. */
export const DOINGS = ["viewing", "editing"] as const;
export type Doing = (typeof DOINGS)[number];

/** Someone at a topic, as servers tell it: topic, person's id, what they do. */
const presence = z.tuple([z.string(), z.number(), z.enum(DOINGS)]);
export type Presence = z.infer<typeof presence>;

const messageSchema = z.discriminatedUnion("kind", [
  /** Something about these topics changed. */
  z.object({ kind: z.literal("changed"), topics: z.array(z.string()) }),
  /** Who is at some topics by this server: all of them at once, in parts. The first part replaces what it said before. */
  z.object({
    kind: z.literal("present"),
    server: z.string(),
    part: z.number(),
    people: z.array(presence),
  }),
  /** A server has begun to listen, and wants to know who is where. */
  z.object({ kind: z.literal("hello"), server: z.string() }),
]);
export type LiveMessage = z.infer<typeof messageSchema>;

/** Reads a payload; null for what no version of ours has written. */
export function readMessage(payload: string): LiveMessage | null {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Cuts items into lists whose message fits a payload; at least one list, which may be empty. */
function inParts<T>(items: readonly T[], write: (part: readonly T[]) => string): T[][] {
  const parts: T[][] = [[]];
  for (const item of items) {
    const last = parts.at(-1)!;
    if (last.length > 0 && Buffer.byteLength(write([...last, item])) > PAYLOAD_BYTES)
      parts.push([item]);
    else last.push(item);
  }
  return parts;
}

/** Payloads that say which topics changed; none for no topics. */
export function changedMessages(topics: readonly string[]): string[] {
  const write = (part: readonly string[]) => JSON.stringify({ kind: "changed", topics: part });
  return topics.length === 0 ? [] : inParts([...new Set(topics)], write).map(write);
}

/** Payloads that say who is where by this server. */
export function presentMessages(server: string, people: readonly Presence[]): string[] {
  const write = (part: readonly Presence[], at: number) =>
    JSON.stringify({ kind: "present", server, part: at, people: part });
  return inParts(people, (part) => write(part, 99)).map(write);
}

export const helloMessage = (server: string): string => JSON.stringify({ kind: "hello", server });

/** Does a topic that changed concern one that is watched? "question:*" concerns each question. */
export function concerns(changed: string, watched: string): boolean {
  return changed.endsWith(":*") ? watched.startsWith(changed.slice(0, -1)) : changed === watched;
}
