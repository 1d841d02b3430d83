import { describe, expect, it } from "vitest";
import { Clock, SampleServer, SampleWindow, type Fate } from "./desk-samples";
import type { Kept } from "./kept";
import { MapStorage } from "./outbox-samples";

const KEPT = "sample.1.pending.";

/** A desk at work on ten items; values are decisions, here the same as the items. */
async function made(fate: (value: number) => Fate = () => "ok") {
  const clock = new Clock();
  const server = new SampleServer(clock, "owned", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  server.fate = (step, body) => (step === "decide" || step === "correct" ? fate(body.value) : "ok");
  const storage = new MapStorage();
  const window = new SampleWindow(server, storage);
  window.desk.start();
  await clock.pass(10);
  return { clock, server, storage, window, ...at(window) };
}

function at({ desk }: SampleWindow) {
  const values = (entries: readonly Kept[]) => entries.map((entry) => entry.body.value);
  return {
    /** Decides the item at hand, as itself. */
    decide: (value?: number) => desk.act("decide", value ?? desk.getScreen().item!.id),
    attention: () => values(desk.getScreen().conflicts),
    screen: () => desk.getScreen(),
  };
}
const stored = (server: SampleServer) => server.written;

describe("one entry that the server fails at", () => {
  it("lets those behind it pass after three tries, and needs attention once they have", async () => {
    const { clock, server, decide, attention, screen } = await made((value) =>
      value === 2 ? "failed" : "ok",
    );
    for (let i = 0; i < 3; i++) decide();
    await clock.pass(10);
    decide();
    await clock.pass(10_000);
    expect(stored(server)).toEqual([1, 3, 4]);
    expect(attention()).toEqual([2]);
    expect(screen()).toMatchObject({
      saving: "idle",
      pending: 0,
      conflicts: [{ refused: { code: "failed" } }],
    });
  });

  it("needs attention even if nothing is behind it, is given another chance by a reload, and is saved once the server can", async () => {
    let fate: Fate = "failed";
    const { clock, server, storage, window, decide, attention } = await made(() => fate);
    decide();
    await clock.pass(600_000);
    expect(attention()).toEqual([1]);
    window.kill();
    fate = "ok";
    const again = new SampleWindow(server, storage);
    again.desk.start();
    await clock.pass(1_000);
    expect(at(again).attention()).toEqual([]);
    expect(stored(server)).toEqual([1]);
  });

  it("lets those behind it pass also where nothing ever answers it", async () => {
    const { clock, server, decide, attention } = await made((value) =>
      value === 1 ? "before" : "ok",
    );
    for (let i = 0; i < 3; i++) decide();
    await clock.pass(120_000);
    expect(stored(server)).toEqual([2, 3]);
    decide();
    await clock.pass(200_000);
    decide();
    await clock.pass(200_000);
    expect(stored(server)).toEqual([2, 3, 4, 5]);
    expect(attention()).toEqual([1]);
  });

  it("holds back what is about the same thing, and nothing else", async () => {
    let failing = true;
    const { clock, server, window, decide, attention } = await made((value) =>
      failing && value === 1 ? "failed" : "ok",
    );
    decide();
    window.desk.undo();
    decide(100);
    decide();
    await clock.pass(4_000);
    expect(stored(server)).toEqual([]);
    failing = false;
    await clock.pass(10_000);
    expect(stored(server)).toEqual([2, 1, 100]);
    expect(attention()).toEqual([]);
  });
});

describe("what concerns the whole session", () => {
  const states = {
    "signed-out": { signedIn: null },
    "other-person": { signedIn: 2 },
    "out-of-date": { state: "out-of-date" },
    unavailable: { state: "unavailable" },
    unreached: { state: null },
  } as const;
  it.each(Object.keys(states) as (keyof typeof states)[])(
    "(%s) holds everything, needs no one's attention, and sends all in order when it is over",
    async (name) => {
      const { clock, server, window, decide, attention, screen } = await made();
      Object.assign(server, states[name]);
      for (let i = 0; i < 3; i++) decide();
      await clock.pass(name === "unreached" ? 25_000 : 3_600_000);
      expect(attention()).toEqual([]);
      expect(screen()).toMatchObject({
        saving: "retrying",
        pending: 3,
        trouble: { code: name === "unreached" ? "network" : name },
      });
      Object.assign(server, { state: "well", signedIn: 1 });
      window.desk.retry();
      await clock.pass(60_000);
      decide();
      await clock.pass(1_000);
      expect(stored(server)).toEqual([1, 2, 3, 4]);
      expect(screen()).toMatchObject({ saving: "idle", pending: 0, conflicts: [], trouble: null });
    },
  );

  it("sends everything also after a night without a network", async () => {
    const { clock, server, decide, attention, screen } = await made();
    server.state = null;
    while (screen().item !== null) decide();
    expect(screen().pending).toBe(3);
    await clock.pass(12 * 3_600_000);
    server.state = "well";
    await clock.pass(120_000);
    expect(stored(server)).toEqual([1, 2, 3]);
    expect(attention()).toEqual([]);
    expect(screen()).toMatchObject({ phase: "working", item: { id: 4 } });
  });
});

describe("what another window does", () => {
  it("is no conflict: an entry that it sent or discarded does not come back", async () => {
    const { clock, server, storage, window, decide, attention, screen } = await made(
      () => "failed",
    );
    decide();
    await clock.pass(1_500);
    const [place] = [...storage.map.keys()].filter((key) => key.startsWith(KEPT));
    storage.removeItem(place!);
    window.desk.stored();
    await clock.pass(600_000);
    expect(attention()).toEqual([]);
    expect(screen().pending).toBe(0);
    expect(stored(server)).toEqual([]);
  });

  it("is seen by a step back: what it may have sent is corrected, not withdrawn", async () => {
    const { clock, server, storage, window, decide, screen } = await made();
    server.state = null;
    decide();
    decide();
    await clock.pass(10);
    const other = new SampleWindow(server, storage);
    server.state = "well";
    other.desk.start();
    await clock.pass(10);
    expect(stored(server)).toEqual([1, 2]);
    window.desk.undo();
    expect(screen()).toMatchObject({ item: { id: 2 }, entered: { input: 2 } });
  });
});

describe("a device that keeps nothing", () => {
  it("is given another chance with everything that happens, and the window says so until then", async () => {
    const { clock, server, storage, decide, screen } = await made();
    server.state = null;
    storage.full = true;
    decide();
    expect(screen()).toMatchObject({ unkept: true, pending: 1 });
    storage.full = false;
    decide();
    expect(screen()).toMatchObject({ unkept: false, pending: 2 });
    expect([...storage.map.keys()].filter((key) => key.startsWith(KEPT))).toHaveLength(2);
    server.state = "well";
    await clock.pass(5_000);
    expect(stored(server)).toEqual([1, 2]);
  });
});

describe("an answer to a visit that has ended", () => {
  it("puts nothing on the desk of the next one", async () => {
    const clock = new Clock();
    const server = new SampleServer(clock, "leased", [1, 2, 3, 4]);
    const { desk } = new SampleWindow(server, new MapStorage());
    server.delay = () => 2_000;
    desk.start();
    desk.leave();
    // Someone else does the first two before the page comes back.
    server.settleElsewhere(1);
    server.settleElsewhere(2);
    server.delay = () => 5_000;
    desk.start();
    await clock.pass(3_000);
    expect(desk.getScreen()).toMatchObject({ phase: "loading", item: null });
    await clock.pass(3_000);
    expect(desk.getScreen()).toMatchObject({ phase: "working", item: { id: 3 }, queued: 2 });
  });
});

describe("a step back over what the server has", () => {
  async function leased() {
    const clock = new Clock();
    const server = new SampleServer(clock, "leased", [1, 2, 3, 4]);
    const { desk } = new SampleWindow(server, new MapStorage());
    desk.start();
    await clock.pass(10);
    desk.act("decide", 100);
    await clock.pass(10);
    return { clock, server, desk };
  }

  it("lets no key act until the item is here again", async () => {
    const { clock, server, desk } = await leased();
    server.delay = () => 1_000;
    desk.undo();
    desk.act("decide", 200);
    desk.act("pass", undefined);
    desk.undo();
    expect(desk.getScreen()).toMatchObject({
      item: { id: 1 },
      bringing: true,
      decided: 0,
      pending: 1,
    });
    await clock.pass(1_010);
    expect(desk.getScreen()).toMatchObject({ item: { id: 1 }, bringing: false, pending: 0 });
    expect([...server.standing.keys()]).toEqual([]);
    desk.act("decide", 300);
    await clock.pass(2_000);
    expect(server.standing.get(1)?.value).toBe(300);
  });

  it("comes as the next item where it was taken back but could not be read, and no error is shown", async () => {
    const { clock, server, desk } = await leased();
    server.fate = (step) => (step === "takeBack" ? "unread" : "ok");
    desk.undo();
    await clock.pass(1_000);
    expect([...server.standing.keys()]).toEqual([]);
    expect(desk.getScreen()).toMatchObject({
      bringing: false,
      pending: 0,
      conflicts: [],
      trouble: null,
    });
    const shown: number[] = [];
    for (let value = 200; desk.getScreen().item !== null && value < 220; value++) {
      shown.push(desk.getScreen().item!.id);
      desk.act("decide", value);
      await clock.pass(1_000);
    }
    expect(shown).toContain(1);
    expect(server.standing.has(1)).toBe(true);
  });

  it("gives way to the next item where the server refuses it, and says so", async () => {
    const { clock, server, desk } = await leased();
    server.fate = (step) => (step === "takeBack" ? "failed" : "ok");
    desk.undo();
    await clock.pass(200_000);
    expect(desk.getScreen()).toMatchObject({
      item: { id: 2 },
      bringing: false,
      conflicts: [{ step: "takeBack" }],
    });
    server.fate = () => "ok";
    desk.retry();
    await clock.pass(1_000);
    expect(desk.getScreen().conflicts).toEqual([]);
    expect([...server.standing.keys()]).toEqual([]);
  });
});

describe("a key's paint", () => {
  it("has the next item at once, and nothing is sent before it", async () => {
    const { clock, server, decide, screen } = await made();
    const before = server.requests.length;
    decide();
    expect(screen()).toMatchObject({ item: { id: 2 }, saving: "saving" });
    expect(server.requests).toHaveLength(before);
    await clock.pass(10);
    expect(server.requests.slice(before).map(({ step }) => step)).toEqual([
      "decide",
      "shown",
      "next",
    ]);
  });

  it("is not followed by another one for what shows nothing", async () => {
    const { clock, server, window, decide } = await made();
    const shown: unknown[] = [];
    window.desk.subscribe(() => shown.push(window.desk.getScreen()));
    server.delay = () => 1_000;
    decide();
    expect(shown).toHaveLength(1);
    // The decision is marked as sent, the next item as shown, and another one is asked for.
    await clock.pass(500);
    expect(server.requests.at(-1)).toMatchObject({ step: "next" });
    expect(shown).toHaveLength(1);
    await clock.pass(5_000);
    expect(shown.at(-1)).toMatchObject({ saving: "idle", saved: true });
    expect(window.desk.getScreen()).toBe(shown.at(-1));
  });
});

describe("a visit that ends at once", () => {
  it("asks for nothing more", async () => {
    const clock = new Clock();
    const server = new SampleServer(clock, "leased", [1, 2, 3]);
    const { desk } = new SampleWindow(server, new MapStorage());
    desk.start();
    desk.leave();
    await clock.pass(1_000);
    expect(server.requests).toEqual([]);
    desk.start();
    await clock.pass(10);
    expect(desk.getScreen().item).toEqual({ id: 1 });
  });
});

describe.each(["owned", "leased"] as const)("items that came with the page of %s ones", (kind) => {
  /** A window whose page was made with item 1, as the server draws it before anyone has come to the desk. */
  async function opened(storage = new MapStorage()) {
    const clock = new Clock();
    const server = new SampleServer(clock, kind, [1, 2, 3, 4, 5, 6]);
    const visit = "page";
    await server.post("next", { person: 1, visit, count: 1, known: [] as number[] } as never);
    server.requests.length = 0;
    const given = { visit, items: [{ id: 1 }] };
    return { clock, server, ...new SampleWindow(server, storage, 1, null, given) };
  }
  const asked = ({ requests }: SampleServer) => requests.filter(({ step }) => step === "next");

  it("are shown before the desk begins, and stay: only others are asked for, in the visit that they were given to", async () => {
    const { clock, server, desk } = await opened();
    expect(desk.begun).toBe(false);
    expect(desk.getScreen()).toMatchObject({ phase: "working", item: { id: 1 }, queued: 1 });
    desk.start();
    expect(desk.begun).toBe(true);
    await clock.pass(10);
    expect(desk.getScreen()).toMatchObject({ item: { id: 1 }, lost: false });
    expect(asked(server)[0]!.body).toMatchObject({ visit: "page", known: [1], count: 2 });
    desk.act("decide", 11);
    await clock.pass(10);
    expect(server.standing.get(1)).toMatchObject({ value: 11 });
    expect(desk.getScreen().item).toEqual({ id: 2 });
  });

  it("give way where this device keeps a decision on them that is not sent yet", async () => {
    const storage = new MapStorage();
    const before = await opened(storage);
    before.desk.start();
    before.server.state = null;
    before.desk.act("decide", 11);
    const { clock, server, desk } = await opened(storage);
    expect(desk.getScreen().item).toEqual({ id: 1 });
    desk.start();
    expect(desk.getScreen().item).toBeNull();
    await clock.pass(10);
    expect(server.written).toEqual([11]);
    expect(desk.getScreen().item).toEqual({ id: 2 });
  });

  it("are the visit's until it ends: what comes back later asks for its items as ever", async () => {
    const { clock, server, desk } = await opened();
    desk.start();
    await clock.pass(10);
    desk.leave();
    server.requests.length = 0;
    desk.start();
    await clock.pass(10);
    expect(desk.getScreen().item).toEqual({ id: 1 });
    const visits = new Set(server.requests.map(({ body }) => body.visit));
    expect(visits.has("page")).toBe(kind === "owned");
  });
});

describe("a clock that is set back", () => {
  it("keeps what is about one thing in its order", async () => {
    const { clock, server, window, decide } = await made();
    server.state = null;
    decide();
    await clock.pass(10);
    clock.now -= 3_600_000;
    window.desk.undo();
    decide(100);
    server.state = "well";
    window.desk.retry();
    await clock.pass(60_000);
    expect(stored(server)).toEqual([1, 100]);
  });
});
