import { liveHub, type Watch } from "./hub";
import type { Doing } from "./messages";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** What a browser is told of a topic: all there is to know of it now, so that nothing is lost where an event is. */
export interface TopicState {
  topic: string;
  /** Others who are there. */
  people: { id: number; name: string; doing: Doing }[];
  /** What changes about it, as its kind defines; null where there is nothing. */
  facts: unknown;
}

/** A stream ends after so long, and the browser opens the next one: who is gone without a word is not seen for longer. */
const STREAM_MS = 25_000;
/** Before that, the browser is told to open the next. */
const OVER_MS = 20_000;
/** Changes within this time are told together. */
const TOGETHER_MS = 80;

/** How long someone who polls is seen; they ask every 15 seconds. */
const POLL_SEEN_MS = 25_000;

/** Streams of one sign-in: some browsers with a leader each, and what a leader opens before it closes another. */
export const MAX_STREAMS = 8;

interface Reader {
  userId: number;
  session: string;
  watches: readonly Watch[];
}
type Read = (topics: readonly string[]) => Promise<TopicState[]>;

/** The state of each topic once, for browsers that no stream reaches; their person counts as there until they ask again. */
export async function poll(reader: Reader, read: Read, window: string): Promise<Response> {
  liveHub().see(reader, window, POLL_SEEN_MS);
  const states = await read(reader.watches.map(({ topic }) => topic));
  return jsonAnswer({ states }, { headers: { "cache-control": "no-store" } });
}

/**
 * A stream of server-sent events: the state of each topic, now and whenever it changes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 * @param every says of a topic how often it is looked at without being told of (ms); null: not at all
 * @returns null where the sign-in has too many streams
 */
export function stream(
  reader: Reader,
  read: Read,
  signal: AbortSignal,
  every: (topic: string) => number | null = () => null,
): Response | null {
  const hub = liveHub();
  if (hub.streamsOf(reader.session) >= MAX_STREAMS) return null;
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      let over = false;
      let dirty = new Set<string>();
      let reading = false;
      const send = (text: string) => {
        if (!over) controller.enqueue(encoder.encode(text));
      };
      const timers: NodeJS.Timeout[] = [];
      /** What was said last of the topics that are looked at: what is the same is not said again. */
      const said = new Map<string, string>();
      const end = () => {
        if (over) return;
        over = true;
        for (const timer of timers) clearTimeout(timer);
        remove();
        try {
          controller.close();
        } catch {
          // Whoever read it has closed it already.
        }
      };
      const tell = async () => {
        if (reading || over) return;
        reading = true;
        const topics = [...dirty];
        dirty = new Set();
        try {
          for (const state of await read(topics)) {
            const text = JSON.stringify(state);
            if (said.get(state.topic) === text) continue;
            if (every(state.topic) !== null) said.set(state.topic, text);
            send(`data: ${text}\n\n`);
          }
        } catch {
          // The database is away: the browser opens the next stream, and reads everything anew.
          return end();
        }
        reading = false;
        if (dirty.size > 0) later();
      };
      const later = () => void timers.push(setTimeout(() => void tell(), TOGETHER_MS));
      const changed = (topics: readonly string[]) => {
        const idle = dirty.size === 0;
        for (const topic of topics) dirty.add(topic);
        if (idle && !reading) later();
      };
      const remove = hub.add({
        userId: reader.userId,
        session: reader.session,
        watches: reader.watches,
        changed,
        end,
      });
      leave = end;
      signal.addEventListener("abort", end, { once: true });
      timers.push(
        setTimeout(() => send("event: over\ndata:\n\n"), OVER_MS),
        setTimeout(end, STREAM_MS),
      );
      // Fills what proxies and browsers hold back before they pass anything on.
      send(`retry: 2000\n: ${" ".repeat(2_048)}\n\n`);
      for (const { topic } of reader.watches) {
        dirty.add(topic);
        const ms = every(topic);
        if (ms !== null) timers.push(setInterval(() => changed([topic]), ms));
      }
      void tell();
    },
    cancel: () => leave(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // "no-transform": compressed, events would be held back until there are enough of them.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
