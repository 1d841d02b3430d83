import { randomUUID } from "node:crypto";
import { now } from "@/lib/platform/clock";
import { Listener } from "./listener";
import {
  concerns,
  helloMessage,
  presentMessages,
  type Doing,
  type LiveMessage,
  type Presence,
} from "./messages";

/** What a browser wants to hear of, and as what its person is seen there; null: not at all. */
export interface Watch {
  topic: string;
  doing: Doing | null;
}

/** A browser that watches. */
export interface Watcher {
  userId: number;
  /** Of the sign-in, or of the account: how many streams it may have is counted by it. */
  session: string;
  watches: readonly Watch[];
  /** Some of its topics changed, or who is there. */
  changed: (topics: readonly string[]) => void;
  /** The server stops. */
  end: () => void;
}

/** How long someone is still seen after their stream ended: the next one begins meanwhile. */
const LINGER_MS = 4_000;
/** How often each server says again who is where, and when one that does not is taken for gone. */
const BEAT_MS = 8_000;
const SILENT_MS = 25_000;
/** The connection of a server that no one watches any more is closed after so long. */
const IDLE_MS = 30_000;

/** Knows of one server's process who watches what, and by NOTIFY who is where by the others. */
export class Hub {
  private readonly server = randomUUID();
  private readonly watchers = new Set<Watcher>();
  /** Those whose stream ended a moment ago, and those who poll: until when (ms). */
  private readonly seen = new Map<object, { until: number; people: Presence[] }>();
  /** The keys in `seen` of windows that poll. */
  private readonly polling = new Map<string, object>();
  private readonly others = new Map<string, { at: number; people: Presence[] }>();
  /** Who was where, by topic, when watchers were told last. */
  private readonly told = new Map<string, string>();
  private listener: Listener | null = null;
  private beat: NodeJS.Timeout | null = null;
  private idleSince = 0;

  /** How many streams a sign-in has. */
  streamsOf(session: string): number {
    return [...this.watchers].filter((one) => one.session === session).length;
  }

  /** Adds a browser. @returns how it leaves; its person is seen for a moment longer */
  add(watcher: Watcher): () => void {
    this.begin();
    this.watchers.add(watcher);
    this.presenceChanged(peopleOf(watcher));
    return () => {
      if (!this.watchers.delete(watcher)) return;
      this.keepSeen(watcher, peopleOf(watcher), LINGER_MS);
    };
  }

  /**
   * Someone who polls: seen until they have polled no more for `ms`.
   * @param window which of their windows, as it calls itself
   */
  see(visitor: Pick<Watcher, "userId" | "session" | "watches">, window: string, ms: number): void {
    this.begin();
    const name = `${visitor.session} ${window}`;
    const before = this.seen.get(this.polling.get(name) ?? {})?.people ?? [];
    this.seen.delete(this.polling.get(name) ?? {});
    const key = {};
    this.polling.set(name, key);
    const people = peopleOf(visitor);
    this.keepSeen(key, people, ms);
    setTimeout(() => {
      if (this.polling.get(name) === key) this.polling.delete(name);
    }, ms).unref();
    // Also where they are no more.
    this.presenceChanged([...before, ...people]);
  }

  /** Who is at a topic, by any server, each once; whoever edits it anywhere is editing. */
  peopleAt(topic: string): Map<number, Doing> {
    const people = new Map<number, Doing>();
    for (const [there, userId, doing] of this.everyone())
      if (there === topic && people.get(userId) !== "editing") people.set(userId, doing);
    return people;
  }

  /** Ends all streams, and the connection. */
  async end(): Promise<void> {
    for (const watcher of this.watchers) watcher.end();
    this.watchers.clear();
    this.seen.clear();
    this.told.clear();
    await this.rest();
  }

  private begin(): void {
    this.idleSince = 0;
    if (this.listener !== null) return;
    this.listener = new Listener({
      message: (message) => this.heard(message),
      ready: () => {
        // What was said meanwhile is lost: everyone reads what there is now.
        void this.listener?.tell([helloMessage(this.server), ...this.present()]);
        for (const watcher of this.watchers) watcher.changed(topicsOf(watcher));
      },
    });
    this.beat = setInterval(() => this.round(), BEAT_MS);
    this.beat.unref();
  }

  private async rest(): Promise<void> {
    if (this.beat !== null) clearInterval(this.beat);
    const { listener } = this;
    this.listener = this.beat = null;
    this.others.clear();
    await listener?.stop();
  }

  /** Says again who is here, and forgets servers that went silent. */
  private round(): void {
    const time = now().getTime();
    for (const [server, { at, people }] of this.others)
      if (time - at > SILENT_MS) {
        this.others.delete(server);
        this.tellWatchers(this.moved(people));
      }
    if (this.watchers.size > 0 || this.seen.size > 0) this.idleSince = 0;
    else if (this.idleSince === 0) this.idleSince = time;
    else if (time - this.idleSince > IDLE_MS) return void this.rest();
    void this.listener?.tell(this.present());
  }

  private heard(message: LiveMessage): void {
    if (message.kind === "changed") return this.tellWatchers(message.topics);
    if (message.server === this.server) return;
    if (message.kind === "hello") return void this.listener?.tell(this.present());
    const before = this.others.get(message.server)?.people ?? [];
    const people = message.part === 0 ? message.people : [...before, ...message.people];
    this.others.set(message.server, { at: now().getTime(), people });
    this.tellWatchers(this.moved([...before, ...people]));
  }

  private keepSeen(key: object, people: Presence[], ms: number): void {
    if (people.length === 0) return;
    this.seen.set(key, { until: now().getTime() + ms, people });
    setTimeout(() => {
      if (this.seen.delete(key)) this.presenceChanged(people);
    }, ms).unref();
  }

  /** Tells of those topics at which others are, or do something else, than was told last: a stream that is opened anew tells nothing. */
  private presenceChanged(people: readonly Presence[]): void {
    const topics = this.moved(people);
    if (topics.length === 0) return;
    this.tellWatchers(topics);
    void this.listener?.tell(this.present());
  }

  private moved(people: readonly Presence[]): string[] {
    return [...new Set(people.map(([topic]) => topic))].filter((topic) => {
      const written = [...this.peopleAt(topic)]
        .map((one) => one.join(" "))
        .sort()
        .join();
      const before = this.told.get(topic) ?? "";
      if (written === "") this.told.delete(topic);
      else this.told.set(topic, written);
      return written !== before;
    });
  }

  private tellWatchers(topics: readonly string[]): void {
    if (topics.length === 0) return;
    for (const watcher of this.watchers) {
      const mine = topicsOf(watcher).filter((watched) =>
        topics.some((changed) => concerns(changed, watched)),
      );
      if (mine.length > 0) watcher.changed(mine);
    }
  }

  private present(): string[] {
    return presentMessages(this.server, this.here());
  }

  private here(): Presence[] {
    return [
      ...[...this.watchers].flatMap(peopleOf),
      ...[...this.seen.values()].flatMap(({ people }) => people),
    ];
  }

  private everyone(): Presence[] {
    return [...this.here(), ...[...this.others.values()].flatMap(({ people }) => people)];
  }
}

const topicsOf = ({ watches }: Pick<Watcher, "watches">) => watches.map(({ topic }) => topic);

function peopleOf({ userId, watches }: Pick<Watcher, "userId" | "watches">): Presence[] {
  return watches.flatMap(({ topic, doing }) =>
    doing === null ? [] : [[topic, userId, doing] satisfies Presence],
  );
}

// Next loads a module once per bundle, and the launcher has its own; one process still has one hub.
const shared = globalThis as { __freshqaLive?: Hub };

export function liveHub(): Hub {
  return (shared.__freshqaLive ??= new Hub());
}

/** Ends every stream of this process: before the server waits for requests under way. */
export async function endLive(): Promise<void> {
  await shared.__freshqaLive?.end();
}
