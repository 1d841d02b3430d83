import { describe, expect, it } from "vitest";
import { MapStorage } from "@/components/desk/outbox-samples";
import type { AnyResult } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { expectTaken } from "@/prisma/testing/wires";
import { REFRESH_WIRE } from "@/lib/refreshing/wire";
import { Desk, outboxOf } from "@/components/desk/runtime";
import { repeatedKeys, sampleKey } from "@/components/desk/key-samples";
import { DESK_KEYS, FORM_KEYS, ITEM_KEYS } from "./desk-keys";
import { claimOf, REFRESH_DESK, type DeskItem, type Pending, type RefreshDesk } from "./desk-rules";
import { NO_FILTERS } from "@/lib/dataset/schedule/address";

const load = {
  due: 10,
  upcoming: 3,
  nextOn: "2026-12-01",
  nextCount: 2,
  today: "2026-11-21",
  timeZone: "UTC",
};
const obstacles = { heldByOthers: 0, skipped: 0, skippedUntil: null, today: "2026-11-21" };

/** As much of a question as the session looks at. */
function question(id: number, revisionId = id * 10): DeskItem {
  return { id, revisionId, cells: [], claim: null } as unknown as DeskItem;
}

/** A server with a queue of questions, and a device; time passes when `tick` says so. */
class FakeWorld {
  queue: number[];
  reachable = true;
  /** What was done, once a key, as the server has it. */
  readonly done = new Map<string, { step: string; questionId: number }>();
  readonly sent: string[] = [];
  readonly told: string[] = [];
  refuse: Record<number, RefusalCode> = {};
  loseAnswers = 0;
  private timers: { run: () => void; ms: number }[] = [];
  private keys = 0;

  constructor(
    count: number,
    readonly storage = new MapStorage(),
  ) {
    this.queue = Array.from({ length: count }, (_, i) => i + 1);
  }

  session(first: number | null = null): Desk<RefreshDesk> {
    const world = {
      post: (step: string, body: Record<string, unknown>) => {
        expectTaken(REFRESH_WIRE, step, body);
        return this.post(step, body);
      },
      tell: (step: string, body: Record<string, unknown>) => {
        expectTaken(REFRESH_WIRE, step, body);
        this.told.push(step);
      },
      storage: this.storage,
      uuid: () => sampleKey(++this.keys),
      now: () => this.keys,
      painted: () => Promise.resolve(),
      later: (run: () => void, ms: number) => {
        const timer = { run, ms };
        this.timers.push(timer);
        return () => void (this.timers = this.timers.filter((other) => other !== timer));
      },
    };
    const facts = { filters: NO_FILTERS, load, obstacles: null, total: load.due };
    return new Desk(REFRESH_DESK, world, 7, facts, first);
  }

  private async post(
    step: string,
    body: {
      questionId?: number;
      clientKey?: string;
      undoes?: string;
      after?: number[];
      count?: number;
    },
  ): Promise<AnyResult<unknown> | null> {
    if (step !== "renew") this.sent.push(step);
    await Promise.resolve();
    if (!this.reachable) return null;
    if (step === "next") {
      const ids = this.queue.filter((id) => !body.after!.includes(id)).slice(0, body.count);
      return { ok: true, value: { questions: ids.map((id) => question(id)), obstacles, load } };
    }
    if (step === "renew") return { ok: true, value: { questionIds: this.queue } };
    if (step === "open") return { ok: true, value: { question: question(body.questionId!, 99) } };
    if (step === "undo") {
      const undone = this.done.get(body.undoes!);
      if (!undone) return { ok: false, refusal: { code: "not-found", message: "nothing" } };
      this.done.delete(body.undoes!);
      return { ok: true, value: { question: question(undone.questionId, 77) } };
    }
    const refused = this.refuse[body.questionId!];
    if (refused) return { ok: false, refusal: { code: refused, message: refused } };
    this.done.set(body.clientKey ?? `skip-${body.questionId}`, {
      step,
      questionId: body.questionId!,
    });
    return this.loseAnswers-- > 0 ? null : { ok: true, value: {} };
  }

  /** Lets everything happen that waits for no time. */
  async settle(): Promise<void> {
    for (let i = 0; i < 60; i++) {
      this.run((ms) => ms === 0);
      await Promise.resolve();
    }
  }

  /** Runs the timers that are set. */
  async tick(): Promise<void> {
    this.run(() => true);
    await this.settle();
  }

  private run(which: (ms: number) => boolean): void {
    const due = this.timers.filter((timer) => which(timer.ms));
    this.timers = this.timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
  }
}

const verify = (session: Desk<RefreshDesk>) => session.act("verify", { evidence: [] });
const skip = (session: Desk<RefreshDesk>) => session.act("skip", undefined);
async function begun(count = 10, world = new FakeWorld(count)) {
  const session = world.session();
  session.start();
  await world.settle();
  return { world, session };
}

describe("a visit to the desk", () => {
  it("holds the current question and two more", async () => {
    const { session } = await begun();
    expect(session.getScreen()).toMatchObject({
      phase: "working",
      item: { id: 1 },
      queued: 3,
      facts: { total: 10 },
    });
  });

  it("begins with the question that was asked for, then goes on with the queue", async () => {
    const world = new FakeWorld(5);
    const session = world.session(42);
    session.start();
    await world.settle();
    expect(session.getScreen()).toMatchObject({ item: { id: 42 }, queued: 3 });
    verify(session);
    expect(session.getScreen().item!.id).toBe(1);
  });

  it("shows the next question before anything is sent", async () => {
    const { world, session } = await begun();
    world.sent.length = 0;
    verify(session);
    expect(session.getScreen()).toMatchObject({
      item: { id: 2 },
      decided: 1,
      saving: "saving",
      pending: 1,
    });
    await world.settle();
    expect(session.getScreen()).toMatchObject({
      item: { id: 2 },
      queued: 3,
      saving: "idle",
      pending: 0,
    });
    expect([...world.done.values()]).toEqual([{ step: "verify", questionId: 1 }]);
  });

  it("works through the whole queue, gives each question once and ends", async () => {
    const { world, session } = await begun(7);
    const seen: number[] = [];
    while (session.getScreen().item) {
      seen.push(session.getScreen().item!.id);
      verify(session);
      await world.settle();
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(session.getScreen().phase).toBe("done");
  });

  it("keeps what it cannot send, says so, and sends it once when the network is back", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    verify(session);
    verify(session);
    await world.settle();
    await world.tick();
    expect(session.getScreen()).toMatchObject({
      saving: "retrying",
      pending: 2,
      trouble: { code: "network" },
      item: { id: 3 },
    });
    expect(world.storage.length).toBe(2);
    world.reachable = true;
    await world.tick();
    expect(session.getScreen()).toMatchObject({ saving: "idle", pending: 0, trouble: null });
    expect(world.done.size).toBe(2);
    expect(world.storage.length).toBe(0);
  });

  it("sends an action whose answer was lost again under the same key", async () => {
    const { world, session } = await begun();
    world.loseAnswers = 1;
    verify(session);
    await world.settle();
    await world.tick();
    expect(world.sent.filter((step) => step === "verify")).toHaveLength(2);
    expect(world.done.size).toBe(1);
  });

  it("sends what an earlier visit left, and does not show its questions again", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    verify(session);
    await world.settle();
    session.leave();
    const later = new FakeWorld(10, world.storage);
    const { session: next } = await begun(10, later);
    expect(next.getScreen().item!.id).toBe(2);
    expect([...later.done.values()]).toEqual([{ step: "verify", questionId: 1 }]);
  });

  it("puts what was refused aside, with what was typed, and goes on", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "stale";
    const change = { kind: "retire" as const };
    session.act("refresh", { change, evidence: [], comment: "x", draft: { typed: "mine" } });
    verify(session);
    await world.settle();
    expect(session.getScreen()).toMatchObject({
      item: { id: 3 },
      decided: 1,
      conflicts: [{ item: { id: 1 }, refused: { code: "stale" }, draft: { typed: "mine" } }],
    });
    // It survives a reload.
    const { session: next } = await begun(10, new FakeWorld(10, world.storage));
    expect(next.getScreen().conflicts).toHaveLength(1);
    next.open(next.getScreen().conflicts[0]!);
    await world.settle();
    expect(next.getScreen().item).toMatchObject({ id: 1, revisionId: 99 });
    verify(next);
    expect(next.getScreen().conflicts).toEqual([]);
  });

  it("takes the last action back, by a message where it may have been sent and without one where not", async () => {
    const { world, session } = await begun();
    verify(session);
    await world.settle();
    session.undo();
    expect(session.getScreen()).toMatchObject({ item: { id: 1 }, bringing: true, decided: 0 });
    await world.settle();
    expect(session.getScreen()).toMatchObject({
      item: { id: 1, revisionId: 77 },
      bringing: false,
    });
    expect(world.done.size).toBe(0);

    world.reachable = false;
    verify(session);
    await world.settle();
    world.sent.length = 0;
    verify(session);
    session.undo();
    expect(session.getScreen()).toMatchObject({
      item: { id: 2 },
      bringing: false,
      pending: 1,
      undoable: "Verified Q1",
    });
    expect(world.sent.filter((step) => step !== "next")).toEqual([]);
  });

  it("can be undone as far back as it began, and acts on nothing while it brings a question back", async () => {
    const { world, session } = await begun();
    verify(session);
    await world.settle();
    session.undo();
    verify(session);
    session.undo();
    await world.settle();
    expect(session.getScreen()).toMatchObject({ item: { id: 1 }, decided: 0, undoable: null });
    session.undo();
    expect(session.getScreen().item!.id).toBe(1);
  });

  it("offers a skipped question no more, and not as reviewed", async () => {
    const { world, session } = await begun(2);
    skip(session);
    await world.settle();
    expect(session.getScreen()).toMatchObject({ item: { id: 2 }, passed: 1, decided: 0 });
  });

  it("says so when the device keeps nothing, and still saves", async () => {
    const { world, session } = await begun();
    world.storage.full = true;
    verify(session);
    expect(session.getScreen().unkept).toBe(true);
    await world.settle();
    expect(world.done.size).toBe(1);
  });

  it("lets go of what another visit has taken meanwhile, and warns where that is the current question", async () => {
    const { world, session } = await begun();
    world.queue = [3, 4, 5, 6];
    session.seen();
    await world.settle();
    expect(session.getScreen()).toMatchObject({ lost: true, item: { id: 1 } });
    verify(session);
    expect(session.getScreen()).toMatchObject({ lost: false, item: { id: 3 } });
  });

  it("gives back what it holds when it ends, and sends nothing afterwards", async () => {
    const { world, session } = await begun();
    session.leave();
    world.sent.length = 0;
    await world.tick();
    expect(world.told).toEqual(["release"]);
    expect(world.sent).toEqual([]);
  });

  it("says goodbye with what still waits, and keeps it for the next visit all the same", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    verify(session);
    verify(session);
    await world.settle();
    session.leave();
    expect(world.told).toEqual(["verify", "verify", "release"]);
    expect(world.storage.length).toBe(2);
  });
});

describe("the table of steps", () => {
  const item = { ...question(7), revisionId: 70 };
  const clientKey = "6f1c1f0e-9d5b-4b39-8a6f-0d7d52f3a111";
  const making = { clientKey, at: 0, about: clientKey };
  const { verify: verifies, refresh, skip: skips, undo, open } = REFRESH_DESK.steps;
  const visit = { token: "6f1c1f0e-9d5b-4b39-8a6f-0d7d52f3a112" };
  const change = { kind: "retire" as const };

  const { steps } = REFRESH_WIRE;

  it.each([
    ["verify", steps.verify.body, verifies.body(item, { evidence: ["https://a.example"] }, making)],
    [
      "refresh",
      steps.refresh.body,
      refresh.body(item, { change, evidence: [], comment: "Gone.", draft: null }, making),
    ],
    ["skip", steps.skip.body, skips.body(item, undefined, making)],
    ["undo", steps.undo.body, undo.body(item, undefined, making)],
    ["open", steps.open.body, open.body(item, undefined, making)],
  ])("sends for %s what the server takes, and nothing that it doesn't know", (_, schema, body) => {
    expect(schema.safeParse({ ...body, ...visit, clientKey }).error).toBeUndefined();
  });

  it("reads what the page before this one kept under the same key", () => {
    const storage = new MapStorage();
    const kept = {
      clientKey: "a",
      step: "verify",
      body: { questionId: 1 },
      label: "Verified Q1",
      item: question(1),
      at: 1,
    };
    storage.setItem("freshqa.desk.7.pending.a", JSON.stringify(kept));
    storage.setItem("freshqa.desk.7.pending.b", JSON.stringify({ ...kept, step: "unknown" }));
    storage.setItem("freshqa.desk.8.pending.c", JSON.stringify(kept));
    expect(outboxOf(REFRESH_DESK, storage, 7).list()).toEqual([kept]);
  });
});

it("tells why a question is due only while it says what it said then", () => {
  const claim = { dueOn: "2026-11-01" };
  const entry = { item: { ...question(5), cells: ["a"], claim } } as unknown as Pending;
  expect(claimOf({ cells: ["a"] }, entry)).toEqual(claim);
  expect(claimOf({ cells: ["b"] }, entry)).toBeNull();
  expect(claimOf({ cells: ["a"] }, null)).toBeNull();
});

describe("the keys of the desk", () => {
  it("stand there once each", () => {
    expect(repeatedKeys(ITEM_KEYS, FORM_KEYS, DESK_KEYS)).toEqual([]);
  });
});
