import { describe, expect, it } from "vitest";
import { MapStorage } from "@/components/desk/outbox-samples";
import type { VisitWorld } from "@/components/desk/world";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import type { Result } from "@/lib/platform/result";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { CaseOutbox } from "./case-outbox";
import { CaseSession } from "./case-session";

const GOOD: Verdict = { relaxed: true, strict: true, relaxedReason: null, strictReason: null };

/** As much of a case as the session looks at. */
const caseOf = (taskId: number) =>
  ({ item: { taskId, question: `Question ${taskId}?` } }) as CaseView;

interface Body {
  token: string;
  taskId: number;
  taskIds?: number[];
  clientKey: string;
  supersedes?: string;
  reason: string;
  except: number[];
  first: number | null;
  count: number;
}

/** A server with cases that await an adjudicator, and a device; time passes when `tick` says so. */
class FakeWorld {
  reachable = true;
  loseAnswers = 0;
  refuse: Record<number, string> = {};
  /** Who holds what, by task. */
  readonly held = new Map<number, string>();
  /** What is stored, by client key. */
  readonly stored = new Map<string, { taskId: number; reason: string; supersedes?: string }>();
  readonly sent: { step: string; body: Body }[] = [];
  readonly told: { step: string; body: Body }[] = [];
  private timers: { run: () => void; ms: number }[] = [];
  private keys = 0;

  constructor(
    private readonly count: number,
    readonly storage = new MapStorage(),
  ) {}

  session(userId = 7, first: number | null = null): CaseSession {
    return new CaseSession(this.worldOf(userId), { campaign: null, cause: [] }, this.count, first);
  }

  private worldOf(userId: number): VisitWorld<CaseOutbox> {
    return {
      post: (step, body) => this.post(step, body as never),
      tell: (step, body) => this.told.push({ step, body: body as never }),
      outbox: new CaseOutbox(this.storage, userId),
      uuid: () => `key-${++this.keys}`,
      now: () => ++this.keys,
      later: (run, ms) => {
        const timer = { run, ms };
        this.timers.push(timer);
        return () => (this.timers = this.timers.filter((other) => other !== timer));
      },
    };
  }

  private async post(step: string, body: Body): Promise<Result<unknown> | null> {
    this.sent.push({ step, body });
    await Promise.resolve();
    if (!this.reachable) return null;
    const settled = new Set([...this.stored.values()].map((one) => one.taskId));
    if (step === "next") {
      const all = Array.from({ length: this.count }, (_, at) => at + 1).sort(
        (a, b) => Number(b === body.first) - Number(a === body.first),
      );
      const cases = all
        .filter(
          (id) =>
            !settled.has(id) &&
            !body.except.includes(id) &&
            [undefined, body.token].includes(this.held.get(id)),
        )
        .slice(0, body.count);
      for (const id of cases) this.held.set(id, body.token);
      return { ok: true, value: { cases: cases.map(caseOf), heldByOthers: 0 } };
    }
    if (step === "renew")
      return {
        ok: true,
        value: {
          taskIds: [...this.held].filter(([, token]) => token === body.token).map(([id]) => id),
        },
      };
    const refused = this.refuse[body.taskId];
    if (refused) return { ok: false, refusal: { code: refused, message: refused } };
    if (!this.stored.has(body.clientKey)) {
      const { taskId, reason, supersedes } = body;
      if (step === "correct" && (supersedes === undefined || !this.stored.has(supersedes)))
        return { ok: false, refusal: { code: "not-found", message: "Nothing to correct." } };
      const [standing] = [...this.stored].filter(([, one]) => one.taskId === taskId).at(-1) ?? [];
      if (step === "settle" && settled.has(taskId))
        return {
          ok: false,
          refusal: {
            code: "adjudicated",
            message: "Someone was faster.",
            details: { clientKey: standing },
          },
        };
      this.stored.set(body.clientKey, {
        taskId,
        reason,
        ...(supersedes !== undefined && { supersedes }),
      });
    }
    return this.loseAnswers-- > 0 ? null : { ok: true, value: {} };
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 80; i++) await Promise.resolve();
  }

  /** Runs the timers that are set but for the heartbeat, and those that they set, `rounds` times. */
  async tick(rounds = 3): Promise<void> {
    for (let i = 0; i < rounds; i++) {
      const due = this.timers.filter((timer) => timer.ms < 40_000);
      this.timers = this.timers.filter((timer) => timer.ms >= 40_000);
      for (const { run } of due) run();
      await this.settle();
    }
  }
}

async function begun(count = 8, world = new FakeWorld(count), first: number | null = null) {
  const session = world.session(7, first);
  session.start();
  await world.settle();
  return { world, session };
}

describe("a visit to the adjudication desk", () => {
  it("holds the case and two more, and shows the next one in the same moment in which one is settled", async () => {
    const { world, session } = await begun();
    expect([...world.held.keys()]).toEqual([1, 2, 3]);
    expect(session.getState()).toMatchObject({
      phase: "working",
      current: { item: { taskId: 1 } },
      settled: 0,
      left: 8,
    });
    session.settle(GOOD, "Both names are in use.");
    expect(session.getState()).toMatchObject({
      current: { item: { taskId: 2 } },
      saving: "saving",
      settled: 1,
      left: 7,
    });
    expect(world.storage.map.size, "kept before it is sent").toBe(1);
    expect(world.stored.size).toBe(0);
    await world.tick();
    expect([...world.stored.values()]).toEqual([{ taskId: 1, reason: "Both names are in use." }]);
    expect(world.storage.map.size).toBe(0);
    expect(session.getState()).toMatchObject({ saving: "idle", saved: true });
  });

  it("begins with the case that the address names, once", async () => {
    const { world, session } = await begun(8, new FakeWorld(8), 5);
    expect(session.getState().current!.item.taskId).toBe(5);
    session.settle(GOOD, "x");
    await world.tick();
    expect(session.getState().current!.item.taskId).toBe(1);
    expect(
      world.sent.filter(({ step, body }) => step === "next" && body.first !== null),
    ).toHaveLength(1);
  });

  it("settles all that there are, each once, and says so", async () => {
    const { world, session } = await begun(7);
    for (let i = 0; i < 7; i++) {
      session.settle(GOOD, "x");
      await world.tick(2);
    }
    expect([...world.stored.values()].map((one) => one.taskId).sort()).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(session.getState()).toMatchObject({ phase: "done", settled: 7, left: 0, pending: 0 });
  });

  it("loses nothing while the server is not reached, and sends it by itself, in order", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    for (const reason of ["one", "two", "three"]) {
      session.settle(GOOD, reason);
      await world.tick(1);
    }
    expect(session.getState()).toMatchObject({
      phase: "unreachable",
      current: null,
      saving: "retrying",
      pending: 3,
      settled: 3,
      trouble: { code: "network" },
    });
    world.reachable = true;
    await world.tick(6);
    expect([...world.stored.values()].map((one) => one.reason)).toEqual(["one", "two", "three"]);
    expect(session.getState()).toMatchObject({
      phase: "working",
      current: { item: { taskId: 4 } },
      saving: "idle",
      pending: 0,
      settled: 3,
      trouble: null,
    });
  });

  it("sends a verdict whose answer was lost again under the same key", async () => {
    const { world, session } = await begun();
    world.loseAnswers = 1;
    session.settle(GOOD, "x");
    await world.tick(4);
    const settles = world.sent.filter(({ step }) => step === "settle");
    expect(settles).toHaveLength(2);
    expect(new Set(settles.map(({ body }) => body.clientKey)).size).toBe(1);
    expect(session.getState()).toMatchObject({ conflicts: [], pending: 0, settled: 1 });
  });

  it("that was killed leaves its verdicts to the next visit of the same person, which is not given those cases again", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    session.settle(GOOD, "kept");
    world.reachable = true;
    world.held.clear();
    const other = world.session(8);
    other.start();
    await world.settle();
    expect(world.stored.size).toBe(0);
    other.leave();
    world.held.clear();
    const again = world.session(7);
    again.start();
    await world.tick();
    expect([...world.stored.values()]).toEqual([{ taskId: 1, reason: "kept" }]);
    expect(again.getState()).toMatchObject({
      current: { item: { taskId: 2 } },
      settled: 0,
      pending: 0,
    });
  });

  it("that goes away sends what waits without waiting for an answer, keeps it, and gives back what it held", async () => {
    const { world, session } = await begun();
    session.settle(GOOD, "x");
    session.leave();
    expect(world.told.map(({ step }) => step)).toEqual(["settle", "release"]);
    expect(world.storage.map.size).toBe(1);
  });

  it("skips a case for this visit and gives it back", async () => {
    const { world, session } = await begun(3);
    session.skip();
    await world.tick();
    expect(world.told).toMatchObject([{ step: "release", body: { taskIds: [1] } }]);
    session.settle(GOOD, "x");
    session.settle(GOOD, "x");
    await world.tick();
    expect(session.getState()).toMatchObject({ phase: "done", settled: 2, skipped: 1 });
  });

  it("says when another visit has taken its case", async () => {
    const { world, session } = await begun();
    world.held.set(1, "another visit");
    world.held.set(2, "another visit");
    session.seen();
    await world.settle();
    expect(session.getState()).toMatchObject({ lost: true, current: { item: { taskId: 1 } } });
    session.settle(GOOD, "x");
    expect(session.getState()).toMatchObject({ lost: false, current: { item: { taskId: 3 } } });
  });

  it("says when the device keeps nothing", async () => {
    const { world, session } = await begun();
    world.storage.full = true;
    session.settle(GOOD, "x");
    expect(session.getState().unkept).toBe(true);
    await world.tick();
    expect(world.stored.size).toBe(1);
  });
});

describe("going back", () => {
  it("reopens the last case with its verdict, and what is saved then supersedes it", async () => {
    const { world, session } = await begun();
    session.settle(GOOD, "Wrong finger.");
    await world.tick();
    session.undo();
    expect(session.getState()).toMatchObject({
      current: { item: { taskId: 1 } },
      entered: { reason: "Wrong finger.", verdict: GOOD },
      settled: 1,
      undoable: null,
    });
    session.settle({ ...GOOD, strict: false, strictReason: "outdated" }, "Right finger.");
    expect(session.getState()).toMatchObject({
      current: { item: { taskId: 2 } },
      entered: null,
      settled: 1,
      left: 7,
    });
    await world.tick();
    const [first, second] = [...world.stored.entries()];
    expect(second).toEqual([
      expect.any(String),
      { taskId: 1, reason: "Right finger.", supersedes: first![0] },
    ]);
    expect(world.stored.size).toBe(2);
    session.undo();
    expect(session.getState().entered).toMatchObject({ reason: "Right finger." });
  });

  it("takes back what was never sent, and corrects in order what may have been", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    session.settle(GOOD, "one");
    await world.tick(1);
    session.settle(GOOD, "two");
    session.undo();
    expect(session.getState(), "never sent").toMatchObject({
      current: { item: { taskId: 2 } },
      entered: null,
      settled: 1,
      pending: 1,
    });
    session.undo();
    expect(session.getState(), "perhaps arrived").toMatchObject({
      current: { item: { taskId: 1 } },
      entered: { reason: "one" },
      settled: 1,
    });
    session.settle(GOOD, "one, corrected");
    world.reachable = true;
    session.retry();
    await world.tick(6);
    expect([...world.stored.values()].map((one) => one.reason)).toEqual(["one", "one, corrected"]);
    expect(session.getState()).toMatchObject({ conflicts: [], pending: 0, settled: 1 });
  });

  it("brings a skipped case back, and keeps a verdict that is reopened and left alone", async () => {
    const { world, session } = await begun();
    session.skip();
    session.undo();
    expect(session.getState()).toMatchObject({
      current: { item: { taskId: 1 } },
      entered: null,
      skipped: 0,
    });
    session.settle(GOOD, "x");
    await world.tick();
    session.undo();
    session.skip();
    await world.tick();
    expect(session.getState()).toMatchObject({
      current: { item: { taskId: 2 } },
      skipped: 0,
      settled: 1,
    });
    expect(world.stored.size).toBe(1);
    session.seen();
    session.undo();
    await world.settle();
    expect(session.getState().lost, "what was reopened needs no lease").toBe(false);
  });

  it("folds a correction into the verdict that it corrects where that one is rejected", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    session.settle(GOOD, "one");
    await world.tick(1);
    session.undo();
    session.settle(GOOD, "one, corrected");
    world.reachable = true;
    world.refuse[1] = "own-rating";
    session.retry();
    await world.tick(6);
    expect(session.getState()).toMatchObject({
      conflicts: [
        { step: "settle", body: { reason: "one, corrected" }, refused: { code: "own-rating" } },
      ],
      settled: 0,
      pending: 0,
    });
    expect(world.storage.map.size).toBe(1);
  });

  it("puts a verdict in the place of the own one that another window saved", async () => {
    const { world, session } = await begun();
    world.stored.set("other window", { taskId: 1, reason: "There." });
    session.settle(GOOD, "Here.");
    await world.tick();
    const [conflict] = session.getState().conflicts;
    expect(conflict).toMatchObject({ refused: { code: "adjudicated" } });
    session.useInstead(conflict!);
    await world.tick();
    expect(session.getState()).toMatchObject({ conflicts: [], pending: 0 });
    expect([...world.stored.values()].at(-1)).toEqual({
      taskId: 1,
      reason: "Here.",
      supersedes: "other window",
    });
  });
});

describe("refusals", () => {
  it("keep the verdict on the device until someone sends it again or lets it go", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "adjudicated";
    session.settle(GOOD, "Mine.");
    await world.tick();
    expect(session.getState()).toMatchObject({
      conflicts: [{ taskId: 1, body: { reason: "Mine." }, refused: { code: "adjudicated" } }],
      settled: 0,
      current: { item: { taskId: 2 } },
    });
    expect(world.storage.map.size).toBe(1);
    delete world.refuse[1];
    session.sendAgain(session.getState().conflicts[0]!);
    await world.tick();
    expect(session.getState()).toMatchObject({ conflicts: [], settled: 1 });
    world.refuse[2] = "not-disputed";
    session.settle(GOOD, "x");
    await world.tick();
    session.discard(session.getState().conflicts[0]!);
    expect(world.storage.map.size).toBe(0);
    expect(session.getState()).toMatchObject({ conflicts: [], settled: 1 });
  });

  it.each(["signed-out", "other-person", "failed"])(
    "about the visit (%s) are none of the verdict: it is sent again",
    async (code) => {
      const { world, session } = await begun();
      world.refuse[1] = code;
      session.settle(GOOD, "x");
      await world.tick(2);
      expect(session.getState()).toMatchObject({
        conflicts: [],
        saving: "retrying",
        trouble: { code },
      });
      delete world.refuse[1];
      session.retry();
      await world.tick();
      expect(world.stored.size).toBe(1);
    },
  );

  it("leave out what an older page kept and no one can send any more", () => {
    const storage = new MapStorage();
    storage.setItem(
      "freshqa.adjudicate.7.pending.a",
      '{"clientKey":"a","step":"settle","body":{},"label":"x","at":1,"taskId":3}',
    );
    expect(new CaseOutbox(storage, 7).list()).toEqual([]);
  });
});
