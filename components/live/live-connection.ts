import { newClientKey } from "@/components/ui/client-key";
import type { Doing } from "@/lib/platform/live/messages";
import type { TopicState } from "@/lib/platform/live/stream";
import { MAX_TOPICS } from "@/lib/platform/live/topic";
import { strongest, watchQuery, type Want } from "./wants";

const POLL_MS = 15_000;
/** Windows that closed without a word are looked for so often. */
const SWEEP_MS = 20_000;
/** A stream that brings nothing for so long is held back by something on its way. */
const SILENT_MS = 10_000;
/** A stream that broke may have been ended by the browser as it leaves the page, which is over after so long. */
const LEAVING_MS = 1_000;
/** Changes of what is wanted within this time open one stream. */
const TOGETHER_MS = 150;

/** What the windows of one browser tell each other. */
type Word =
  | { type: "wants"; tab: string; wants: Want[] }
  /** The leader is new and wants to know what each window wants. */
  | { type: "who" }
  | { type: "states"; states: TopicState[] };

/**
 * Live updates of one browser: one of its windows, the leader, has the stream, and tells the others. A window leads for as
 * long as it holds a lock, so that the next one takes over in the moment in which it is closed.
 */
export class LiveConnection {
  private readonly tab = newClientKey();
  private readonly own = new Map<object, Want>();
  private readonly others = new Map<string, Want[]>();
  private readonly states = new Map<string, TopicState>();
  /** The leader's: what the stream said of all that any window wants. */
  private readonly known = new Map<string, TopicState>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly channel: BroadcastChannel | null;
  private readonly stopped = new AbortController();
  private leads = false;
  /** There are no locks: it polls, and tells no other window. */
  private alone = false;
  /** The stream that counts; those before it end once it brings something. */
  private source: EventSource | null = null;
  private readonly earlier = new Set<EventSource>();
  private url = "";
  private openTimer: ReturnType<typeof setTimeout> | null = null;
  private silence: ReturnType<typeof setTimeout> | null = null;
  private polling: ReturnType<typeof setInterval> | null = null;

  /** @param name of the person's account, so that windows of another one are no party to it */
  constructor(name: string) {
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null;
    this.channel?.addEventListener("message", (event: MessageEvent<Word>) =>
      this.heard(event.data),
    );
    window.addEventListener("pagehide", this.leave);
    window.addEventListener("pageshow", this.back);
    // Without locks (plain http on a network) no window can be chosen, and a stream for each would use up the connections
    // that a browser has to a host: each window polls for itself.
    if (!("locks" in navigator)) {
      this.alone = true;
      queueMicrotask(() => this.lead());
      return;
    }
    const { signal } = this.stopped;
    // A lock may be granted to a window that has stopped waiting for it.
    const held = async () =>
      signal.aborted || new Promise<void>((done) => signal.addEventListener("abort", () => done()));
    void navigator.locks.request(tabLock(name, this.tab), held).catch(() => {});
    void navigator.locks
      .request(name, { signal }, () => {
        this.lead();
        const sweep = setInterval(() => void this.sweep(name), SWEEP_MS);
        signal.addEventListener("abort", () => clearInterval(sweep));
        return held();
      })
      .catch(() => {});
  }

  /** Begins to want a topic. @returns how to end it */
  want(topic: string, doing: Doing | null, changed: () => void): () => void {
    const key = {};
    this.own.set(key, { topic, doing });
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(changed));
    const known = this.known.get(topic);
    if (known !== undefined) this.states.set(topic, known);
    this.tellWants();
    return () => {
      this.own.delete(key);
      listeners.delete(changed);
      if (listeners.size === 0) {
        this.listeners.delete(topic);
        this.states.delete(topic);
      }
      this.tellWants();
    };
  }

  state(topic: string): TopicState | null {
    return this.states.get(topic) ?? null;
  }

  stop(): void {
    this.leave();
    this.stopped.abort();
    window.removeEventListener("pagehide", this.leave);
    window.removeEventListener("pageshow", this.back);
    this.channel?.close();
    this.close();
  }

  private readonly leave = () => {
    this.channel?.postMessage({ type: "wants", tab: this.tab, wants: [] } satisfies Word);
    this.close();
  };

  /** A page that the browser had kept aside (Back) goes on. */
  private readonly back = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    this.tellWants();
    this.openSoon();
  };

  private heard(word: Word): void {
    if (this.alone) return;
    if (word.type === "states") return this.take(word.states);
    if (word.type === "who") return this.tellWants();
    if (!this.leads) return;
    this.others.set(word.tab, word.wants);
    // What is known already need not be waited for.
    this.tellStates(word.wants.flatMap(({ topic }) => this.known.get(topic) ?? []));
    this.openSoon();
  }

  private tellWants(): void {
    if (this.leads) return this.openSoon();
    this.channel?.postMessage({
      type: "wants",
      tab: this.tab,
      wants: [...this.own.values()],
    } satisfies Word);
  }

  private tellStates(states: TopicState[]): void {
    if (states.length > 0) this.channel?.postMessage({ type: "states", states } satisfies Word);
  }

  private take(states: readonly TopicState[]): void {
    for (const state of states) {
      if (this.leads) this.known.set(state.topic, state);
      const listeners = this.listeners.get(state.topic);
      if (listeners === undefined) continue;
      this.states.set(state.topic, state);
      for (const changed of listeners) changed();
    }
  }

  private lead(): void {
    if (this.stopped.signal.aborted) return;
    this.leads = true;
    this.channel?.postMessage({ type: "who" } satisfies Word);
    this.openSoon();
  }

  private async sweep(name: string): Promise<void> {
    const { held = [] } = await navigator.locks.query();
    const there = new Set(held.map((lock) => lock.name));
    for (const tab of this.others.keys())
      if (!there.has(tabLock(name, tab))) this.others.delete(tab);
    this.openSoon();
  }

  /** Opens a stream of what is wanted now, where it is another one. */
  private openSoon(): void {
    if (!this.leads || this.openTimer !== null) return;
    this.openTimer = setTimeout(() => {
      this.openTimer = null;
      // What this window wants comes first, should all of it be too much.
      const wants = strongest([...this.own.values(), ...[...this.others.values()].flat()]).slice(
        0,
        MAX_TOPICS,
      );
      // What no one wants any more grows old.
      for (const topic of this.known.keys())
        if (wants.every((want) => want.topic !== topic)) this.known.delete(topic);
      const query = watchQuery(wants);
      if (query === this.url && (this.source !== null || this.polling !== null)) return;
      this.url = query;
      if (this.polling !== null) void this.poll();
      else if (this.alone) this.startPolling();
      else this.open();
    }, TOGETHER_MS);
  }

  /** Opens the next stream, and closes the one before once it brings something. */
  private open(): void {
    if (this.stopped.signal.aborted) return;
    if (this.source !== null) this.earlier.add(this.source);
    if (this.url === "") return this.close();
    const source = new EventSource(`/api/live?${this.url}`);
    this.source = source;
    this.pollUnlessAnswered(SILENT_MS);
    const arrived = () => {
      if (this.silence !== null) clearTimeout(this.silence);
      this.silence = null;
      this.endEarlier();
    };
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      if (this.source !== source) return;
      arrived();
      const state = JSON.parse(data) as TopicState;
      this.tellStates([state]);
      this.take([state]);
    });
    source.addEventListener("over", () => {
      if (this.source === source) this.open();
    });
    source.addEventListener("error", () => {
      // The browser connects again by itself, unless the server said no. Who polls is seen for longer than who leaves.
      if (this.source === source && source.readyState === EventSource.CLOSED)
        this.pollUnlessAnswered(LEAVING_MS);
    });
  }

  private pollUnlessAnswered(ms: number): void {
    if (this.silence !== null) clearTimeout(this.silence);
    this.silence = setTimeout(() => this.startPolling(), ms);
  }

  private endEarlier(): void {
    for (const source of this.earlier) source.close();
    this.earlier.clear();
  }

  private close(): void {
    this.endEarlier();
    this.source?.close();
    this.source = null;
    this.url = "";
    if (this.openTimer !== null) clearTimeout(this.openTimer);
    if (this.silence !== null) clearTimeout(this.silence);
    if (this.polling !== null) clearInterval(this.polling);
    this.openTimer = this.silence = this.polling = null;
  }

  /** Where no stream gets through. Now and then a stream is tried again. */
  private startPolling(): void {
    const url = this.url;
    this.close();
    this.url = url;
    let rounds = 0;
    this.polling = setInterval(() => {
      if (++rounds % 8 === 0 && !this.alone) {
        if (this.polling !== null) clearInterval(this.polling);
        this.polling = null;
        this.open();
      } else void this.poll();
    }, POLL_MS);
    void this.poll();
  }

  private async poll(): Promise<void> {
    if (this.url === "" || document.visibilityState !== "visible") return;
    const answer = await fetch(`/api/live?window=${this.tab}&${this.url}`).catch(() => null);
    if (!answer?.ok) return;
    const { states } = (await answer.json()) as { states: TopicState[] };
    this.tellStates(states);
    this.take(states);
  }
}

const tabLock = (name: string, tab: string) => `${name}.${tab}`;
