import { describe, expect, it } from "vitest";
import type { Result } from "@/lib/platform/result";
import { isKept, Outbox, Pauses, readAnswer, Sender, type Kept, type Sending } from "./outbox";
import { MapStorage } from "./outbox-samples";

interface Entry extends Kept {
  subject: number;
}
const isEntry = (value: unknown): value is Entry => isKept(value);
const refusal = (code: string): Result<unknown> => ({
  ok: false,
  refusal: { code, message: code },
});

/** Time that passes when it is told to. */
class Clock {
  now = 0;
  private timers: { at: number; run: () => void }[] = [];

  readonly later = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settled();
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = Math.max(this.now, next.at);
      this.timers = this.timers.filter((other) => other !== next);
      next.run();
    }
    this.now = end;
  }
}

/** Lets everything happen that waits for no timer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A server that stores each key once and one key a subject, and answers as badly as it is told to. */
class Server {
  readonly stored = new Map<string, number>();
  /** How often something was stored, by subject: never more than once. */
  readonly writes: number[] = [];
  /** What the whole server answers; null: it is not reached. */
  state: "well" | "signed-out" | "unavailable" | null = "well";
  /** What becomes of one attempt at an entry while the server is well. */
  fate: (entry: Entry) => "ok" | "refused" | "failed" | "lost" | "silent" = () => "ok";

  readonly post = async (entry: Entry): Promise<Result<unknown> | null> => {
    await Promise.resolve();
    if (this.state === null) return null;
    if (this.state !== "well") return refusal(this.state);
    const fate = this.fate(entry);
    if (fate === "silent") return null;
    if (fate === "failed") return refusal("failed");
    if (fate === "refused") return refusal("stale");
    if (!this.stored.has(entry.clientKey)) {
      if ([...this.stored.values()].includes(entry.subject)) return refusal("already-judged");
      this.stored.set(entry.clientKey, entry.subject);
      this.writes.push(entry.subject);
    }
    return fate === "lost" ? null : { ok: true, value: null };
  };
}

/** One window of one person. */
class Window {
  readonly outbox: Outbox<Entry>;
  readonly sender: Sender<Entry>;
  readonly told: Sending<Entry>[] = [];
  readonly order: string[] = [];
  alive = true;

  constructor(
    private readonly clock: Clock,
    server: Server,
    storage: MapStorage,
  ) {
    this.outbox = new Outbox(storage, "test.", isEntry);
    const pauses = new Pauses(clock.later);
    this.sender = new Sender({
      outbox: this.outbox,
      pauses,
      alive: () => this.alive,
      subject: (entry) => entry.subject,
      post: (entry) => {
        this.order.push(entry.clientKey);
        return server.post(entry);
      },
      told: (sending) => {
        this.told.push(sending);
        expect(sending.pending, "the number of unsent entries is right whenever it is said").toBe(
          this.outbox.list().filter((entry) => entry.refused === undefined).length,
        );
      },
      troubled: () => {},
      settled: () => {},
    });
    this.sender.revive();
    void this.sender.pump();
  }

  add(clientKey: string, subject: number): void {
    this.sender.add({
      clientKey,
      step: "judge",
      body: {},
      label: clientKey,
      at: ++this.clock.now,
      subject,
    });
    expect(this.told.at(-1)!.pending).toBe(
      this.outbox.list().filter((entry) => entry.refused === undefined).length,
    );
    void this.sender.pump();
  }

  get attention(): string[] {
    return this.outbox
      .list()
      .filter((entry) => entry.refused !== undefined)
      .map((entry) => entry.clientKey);
  }

  get waiting(): string[] {
    return this.outbox
      .list()
      .filter((entry) => entry.refused === undefined)
      .map((entry) => entry.clientKey);
  }
}

function made(fate?: Server["fate"]) {
  const [clock, server, storage] = [new Clock(), new Server(), new MapStorage()];
  if (fate) server.fate = fate;
  return { clock, server, storage, window: new Window(clock, server, storage) };
}

describe("one entry that the server fails at", () => {
  it("lets those behind it pass after three tries, and needs attention once they have", async () => {
    const { clock, server, window } = made((entry) => (entry.clientKey === "b" ? "failed" : "ok"));
    for (const [at, key] of ["a", "b", "c", "d"].entries()) window.add(key, at);
    await clock.pass(10_000);
    expect([...server.stored.keys()]).toEqual(["a", "c", "d"]);
    expect(window.attention).toEqual(["b"]);
    expect(window.waiting).toEqual([]);
    expect(window.told.at(-1)).toMatchObject({
      saving: "idle",
      pending: 0,
      conflicts: [{ clientKey: "b", refused: { code: "failed" } }],
    });
  });

  it("needs attention even if nothing is behind it, is given another chance by a reload, and is saved once the server can", async () => {
    const { clock, server, storage, window } = made(() => "failed");
    window.add("a", 1);
    await clock.pass(600_000);
    expect(window.attention).toEqual(["a"]);
    window.alive = false;
    server.fate = () => "ok";
    const again = new Window(clock, server, storage);
    await clock.pass(1_000);
    expect(again.attention).toEqual([]);
    expect([...server.stored.keys()]).toEqual(["a"]);
  });

  it("lets those behind it pass also where nothing ever answers it", async () => {
    const { clock, server, window } = made((entry) => (entry.clientKey === "a" ? "silent" : "ok"));
    for (const [at, key] of ["a", "b", "c"].entries()) window.add(key, at);
    await clock.pass(120_000);
    expect([...server.stored.keys()]).toEqual(["b", "c"]);
    window.add("d", 4);
    await clock.pass(200_000);
    window.add("e", 5);
    await clock.pass(200_000);
    expect([...server.stored.keys()]).toEqual(["b", "c", "d", "e"]);
    expect(window.attention).toEqual(["a"]);
  });

  it("holds back what is about the same thing, and nothing else", async () => {
    let failing = true;
    const { clock, server, window } = made((entry) =>
      failing && entry.clientKey === "a" ? "failed" : "ok",
    );
    window.add("a", 1);
    window.add("a, corrected", 1);
    window.add("b", 3);
    await clock.pass(4_000);
    expect(server.stored.has("a, corrected")).toBe(false);
    failing = false;
    await clock.pass(10_000);
    expect(window.order.indexOf("a, corrected")).toBeGreaterThan(window.order.lastIndexOf("a"));
    expect([...server.stored.keys()]).toEqual(["b", "a"]);
    expect(window.attention, "this server takes one entry a subject").toEqual(["a, corrected"]);
  });
});

describe("what concerns the whole session", () => {
  it.each(["signed-out", "unavailable", null] as const)(
    "(%s) holds everything, needs no one's attention, and sends all in order when it is over",
    async (state) => {
      const { clock, server, window } = made();
      server.state = state;
      for (const [at, key] of ["a", "b", "c"].entries()) window.add(key, at);
      await clock.pass(state === null ? 25_000 : 3_600_000);
      expect(window.attention).toEqual([]);
      expect(window.told.at(-1)).toMatchObject({ saving: "retrying", pending: 3 });
      window.add("d", 4);
      expect(window.told.at(-1)).toMatchObject({ saving: "retrying", pending: 4 });
      server.state = "well";
      window.sender.retry();
      await clock.pass(60_000);
      expect([...server.stored.keys()]).toEqual(["a", "b", "c", "d"]);
      expect(window.told.at(-1)).toMatchObject({ saving: "idle", pending: 0, conflicts: [] });
    },
  );

  it("sends everything also after a night without a network", async () => {
    const { clock, server, window } = made();
    server.state = null;
    for (const [at, key] of ["a", "b", "c", "d", "e"].entries()) window.add(key, at);
    await clock.pass(12 * 3_600_000);
    server.state = "well";
    await clock.pass(120_000);
    expect([...server.stored.keys()].sort()).toEqual(["a", "b", "c", "d", "e"]);
    expect(window.attention).toEqual([]);
  });
});

describe("what another window does", () => {
  it("is no conflict: an entry that it sent or discarded does not come back", async () => {
    const { clock, server, storage, window } = made(() => "failed");
    window.add("a", 1);
    await clock.pass(1_500);
    new Outbox(storage, "test.", isEntry).drop("a");
    await clock.pass(600_000);
    expect(window.attention).toEqual([]);
    expect(window.waiting).toEqual([]);
    expect(server.stored.size).toBe(0);
  });
});

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("any history", () => {
  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    "ends with each entry stored once or needing attention, and none blocked (seed %i)",
    async (seed) => {
      const random = randomOf(seed);
      const chance = (share: number) => random() < share;
      const { clock, server, storage, window } = made();
      const cursed = new Map<string, "failed" | "refused" | "silent">();
      server.fate = (entry) => {
        const curse = cursed.get(entry.clientKey);
        if (curse) return curse;
        return chance(0.1) ? "lost" : chance(0.1) ? "failed" : "ok";
      };
      let windows = [window];
      const added: string[] = [];
      for (let step = 0; step < 60; step++) {
        const here = windows[Math.floor(random() * windows.length)]!;
        if (chance(0.5)) {
          const key = `${seed}-${added.length}`;
          if (chance(0.15))
            cursed.set(key, chance(0.4) ? "failed" : chance(0.5) ? "refused" : "silent");
          added.push(key);
          here.add(key, added.length);
        } else if (chance(0.15))
          server.state = chance(0.4) ? null : chance(0.5) ? "signed-out" : "unavailable";
        else if (chance(0.3)) server.state = "well";
        else if (chance(0.1)) {
          here.alive = false;
          windows = [
            ...windows.filter((other) => other !== here),
            new Window(clock, server, storage),
          ];
        } else if (chance(0.1) && windows.length < 2)
          windows.push(new Window(clock, server, storage));
        else if (chance(0.2)) here.sender.retry();
        await clock.pass(Math.floor(random() * 20_000));
      }
      server.state = "well";
      for (const one of windows) one.sender.retry();
      // New work goes on arriving, as it does at a desk: it is never behind anything for ever.
      for (let i = 0; i < 8; i++) {
        const key = `${seed}-late-${i}`;
        added.push(key);
        windows[0]!.add(key, added.length);
        await clock.pass(1_800_000);
        expect(
          server.stored.has(key) || windows[0]!.attention.includes(key),
          `${key} is not blocked`,
        ).toBe(true);
      }
      expect(windows[0]!.waiting).toEqual([]);
      for (const key of added)
        expect(server.stored.has(key) || windows[0]!.attention.includes(key), key).toBe(true);
      expect(new Set(server.writes).size, "nothing is stored twice").toBe(server.writes.length);
      // Whoever retries what needs attention has everything saved that the server can save.
      server.fate = (entry) => cursed.get(entry.clientKey) ?? "ok";
      for (const entry of windows[0]!.outbox.list()) windows[0]!.sender.again(entry);
      void windows[0]!.sender.pump();
      await clock.pass(3_600_000);
      for (const key of added) if (!cursed.has(key)) expect(server.stored.has(key), key).toBe(true);
    },
  );
});

describe("an answer", () => {
  it.each<[string, number, string, unknown]>([
    ["our value", 200, '{"a":1}', { ok: true, value: { a: 1 } }],
    ["our empty value", 200, "null", { ok: true, value: null }],
    ["another page with 200, a sign-in of the network", 200, "<html>", null],
    [
      "our refusal",
      409,
      '{"refusal":{"code":"stale","message":"x"}}',
      { ok: false, refusal: { code: "stale", message: "x" } },
    ],
    ["a proxy without a server", 502, "Bad gateway", null],
    [
      "our server without its database",
      503,
      '{"refusal":{"code":"anything","message":"x"}}',
      { ok: false, refusal: { code: "unavailable", message: "x" } },
    ],
    ["a proxy that finds it too large", 413, "<html>", { ok: false, refusal: { code: "failed" } }],
    ["a broken server", 500, "Internal Server Error", { ok: false, refusal: { code: "failed" } }],
  ])("%s is understood", (_, status, text, expected) => {
    const answer = readAnswer(status, text);
    if (expected === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(expected as object);
  });
});
