import { describe, expect, it } from "vitest";
import { repeatedKeys, sampleKey } from "@/components/desk/key-samples";
import { Desk, outboxOf } from "@/components/desk/runtime";
import { mayRetry } from "@/components/desk/attention";
import { MapStorage } from "@/components/desk/outbox-samples";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { CASE_WIRE } from "@/lib/rating/adjudication/wire";
import { expectTaken } from "@/prisma/testing/wires";
import type { AnyResult } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { CASE_KEYS, DESK_KEYS } from "./case-keys";
import { CASE_DESK, leftOf, type CaseDeskTypes } from "./case-rules";

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
  refuse: Record<number, RefusalCode> = {};
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

  session(userId = 7, first: number | null = null): Desk<CaseDeskTypes> {
    const world = {
      post: (step: string, body: Record<string, unknown>) => {
        expectTaken(CASE_WIRE, step, body);
        return this.post(step, body as never);
      },
      tell: (step: string, body: Record<string, unknown>) => {
        expectTaken(CASE_WIRE, step, body);
        this.told.push({ step, body: body as never });
      },
      storage: this.storage,
      uuid: () => sampleKey(++this.keys),
      now: () => ++this.keys,
      painted: () => Promise.resolve(),
      later: (run: () => void, ms: number) => {
        const timer = { run, ms };
        this.timers.push(timer);
        return () => void (this.timers = this.timers.filter((other) => other !== timer));
      },
    };
    const filters = { campaign: null, cause: [] };
    const facts = { filters, total: this.count, heldByOthers: 0 };
    return new Desk(CASE_DESK, world, userId, facts, first);
  }

  private async post(step: string, body: Body): Promise<AnyResult<unknown> | null> {
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

const settle = (session: Desk<CaseDeskTypes>, verdict: Verdict, reason: string) =>
  session.act("settle", { verdict, answers: null, reason });
/** What the desk shows, with what its view computes from it. */
function stateOf(session: Desk<CaseDeskTypes>) {
  const screen = session.getScreen();
  return { ...screen, left: leftOf(screen) };
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
    expect(stateOf(session)).toMatchObject({
      phase: "working",
      item: { item: { taskId: 1 } },
      decided: 0,
      left: 8,
    });
    settle(session, GOOD, "Both names are in use.");
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 2 } },
      saving: "saving",
      decided: 1,
      left: 7,
    });
    expect(world.storage.map.size, "kept before it is sent").toBe(1);
    expect(world.stored.size).toBe(0);
    await world.tick();
    expect([...world.stored.values()]).toEqual([{ taskId: 1, reason: "Both names are in use." }]);
    expect(world.storage.map.size).toBe(0);
    expect(stateOf(session)).toMatchObject({ saving: "idle", saved: true });
  });

  it("begins with the case that the address names, once", async () => {
    const { world, session } = await begun(8, new FakeWorld(8), 5);
    expect(stateOf(session).item!.item.taskId).toBe(5);
    settle(session, GOOD, "x");
    await world.tick();
    expect(stateOf(session).item!.item.taskId).toBe(1);
    expect(
      world.sent.filter(({ step, body }) => step === "next" && body.first !== null),
    ).toHaveLength(1);
  });

  it("settles all that there are, each once, and says so", async () => {
    const { world, session } = await begun(7);
    for (let i = 0; i < 7; i++) {
      settle(session, GOOD, "x");
      await world.tick(2);
    }
    expect([...world.stored.values()].map((one) => one.taskId).sort()).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(stateOf(session)).toMatchObject({ phase: "done", decided: 7, left: 0, pending: 0 });
  });

  it("loses nothing while the server is not reached, and sends it by itself, in order", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    for (const reason of ["one", "two", "three"]) {
      settle(session, GOOD, reason);
      await world.tick(1);
    }
    expect(stateOf(session)).toMatchObject({
      phase: "unreachable",
      item: null,
      saving: "retrying",
      pending: 3,
      decided: 3,
      trouble: { code: "network" },
    });
    world.reachable = true;
    await world.tick(6);
    expect([...world.stored.values()].map((one) => one.reason)).toEqual(["one", "two", "three"]);
    expect(stateOf(session)).toMatchObject({
      phase: "working",
      item: { item: { taskId: 4 } },
      saving: "idle",
      pending: 0,
      decided: 3,
      trouble: null,
    });
  });

  it("sends a verdict whose answer was lost again under the same key", async () => {
    const { world, session } = await begun();
    world.loseAnswers = 1;
    settle(session, GOOD, "x");
    await world.tick(4);
    const settles = world.sent.filter(({ step }) => step === "settle");
    expect(settles).toHaveLength(2);
    expect(new Set(settles.map(({ body }) => body.clientKey)).size).toBe(1);
    expect(stateOf(session)).toMatchObject({ conflicts: [], pending: 0, decided: 1 });
  });

  it("that was killed leaves its verdicts to the next visit of the same person, which is not given those cases again", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    settle(session, GOOD, "kept");
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
    expect(stateOf(again)).toMatchObject({
      item: { item: { taskId: 2 } },
      decided: 0,
      pending: 0,
    });
  });

  it("that goes away sends what waits without waiting for an answer, keeps it, and gives back what it held", async () => {
    const { world, session } = await begun();
    settle(session, GOOD, "x");
    session.leave();
    expect(world.told.map(({ step }) => step)).toEqual(["settle", "release"]);
    expect(world.storage.map.size).toBe(1);
  });

  it("skips a case for this visit and gives it back", async () => {
    const { world, session } = await begun(3);
    session.act("release", undefined);
    await world.tick();
    expect(world.told).toMatchObject([{ step: "release", body: { taskIds: [1] } }]);
    settle(session, GOOD, "x");
    settle(session, GOOD, "x");
    await world.tick();
    expect(stateOf(session)).toMatchObject({ phase: "done", decided: 2, passed: 1 });
  });

  it("says when another visit has taken its case", async () => {
    const { world, session } = await begun();
    world.held.set(1, "another visit");
    world.held.set(2, "another visit");
    session.seen();
    await world.settle();
    expect(stateOf(session)).toMatchObject({ lost: true, item: { item: { taskId: 1 } } });
    settle(session, GOOD, "x");
    expect(stateOf(session)).toMatchObject({ lost: false, item: { item: { taskId: 3 } } });
  });

  it("says when the device keeps nothing", async () => {
    const { world, session } = await begun();
    world.storage.full = true;
    settle(session, GOOD, "x");
    expect(stateOf(session).unkept).toBe(true);
    await world.tick();
    expect(world.stored.size).toBe(1);
  });
});

describe("going back", () => {
  it("reopens the last case with its verdict, and what is saved then supersedes it", async () => {
    const { world, session } = await begun();
    settle(session, GOOD, "Wrong finger.");
    await world.tick();
    session.undo();
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 1 } },
      entered: { input: { reason: "Wrong finger.", verdict: GOOD } },
      decided: 1,
      undoable: null,
    });
    settle(session, { ...GOOD, strict: false, strictReason: "outdated" }, "Right finger.");
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 2 } },
      entered: null,
      decided: 1,
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
    expect(stateOf(session).entered).toMatchObject({ input: { reason: "Right finger." } });
  });

  it("takes back what was never sent, and corrects in order what may have been", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    settle(session, GOOD, "one");
    await world.tick(1);
    settle(session, GOOD, "two");
    session.undo();
    expect(stateOf(session), "never sent").toMatchObject({
      item: { item: { taskId: 2 } },
      entered: null,
      decided: 1,
      pending: 1,
    });
    session.undo();
    expect(stateOf(session), "perhaps arrived").toMatchObject({
      item: { item: { taskId: 1 } },
      entered: { input: { reason: "one" } },
      decided: 1,
    });
    settle(session, GOOD, "one, corrected");
    world.reachable = true;
    session.retry();
    await world.tick(6);
    expect([...world.stored.values()].map((one) => one.reason)).toEqual(["one", "one, corrected"]);
    expect(stateOf(session)).toMatchObject({ conflicts: [], pending: 0, decided: 1 });
  });

  it("shows what was taken back before it was sent as it was decided, each case with its own", async () => {
    const { world, session } = await begun();
    settle(session, GOOD, "one");
    const refused: Verdict = { ...GOOD, strict: false, strictReason: "outdated" };
    settle(session, refused, "two");
    session.undo();
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 2 } },
      entered: null,
      withdrawn: { verdict: refused, reason: "two" },
    });
    session.undo();
    expect(stateOf(session).withdrawn).toEqual({ verdict: GOOD, answers: null, reason: "one" });
    settle(session, GOOD, "one, better");
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 2 } },
      withdrawn: { reason: "two" },
    });
    settle(session, refused, "two, better");
    expect(stateOf(session), "a case that was not decided").toMatchObject({
      item: { item: { taskId: 3 } },
      withdrawn: null,
    });
    await world.tick(6);
    expect([...world.stored.values()].map((one) => one.reason)).toEqual([
      "one, better",
      "two, better",
    ]);
    session.undo();
    expect(stateOf(session), "sent: it is corrected").toMatchObject({
      entered: { input: { reason: "two, better" } },
      withdrawn: null,
    });
  });

  it("brings a skipped case back, and keeps a verdict that is reopened and left alone", async () => {
    const { world, session } = await begun();
    session.act("release", undefined);
    session.undo();
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 1 } },
      entered: null,
      passed: 0,
    });
    settle(session, GOOD, "x");
    await world.tick();
    session.undo();
    session.act("release", undefined);
    await world.tick();
    expect(stateOf(session)).toMatchObject({
      item: { item: { taskId: 2 } },
      passed: 0,
      decided: 1,
    });
    expect(world.stored.size).toBe(1);
    session.seen();
    session.undo();
    await world.settle();
    expect(stateOf(session).lost, "what was reopened needs no lease").toBe(false);
  });

  it("folds a correction into the verdict that it corrects where that one is rejected", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    settle(session, GOOD, "one");
    await world.tick(1);
    session.undo();
    settle(session, GOOD, "one, corrected");
    world.reachable = true;
    world.refuse[1] = "own-rating";
    session.retry();
    await world.tick(6);
    expect(stateOf(session)).toMatchObject({
      conflicts: [
        { step: "settle", body: { reason: "one, corrected" }, refused: { code: "own-rating" } },
      ],
      decided: 0,
      pending: 0,
    });
    expect(world.storage.map.size).toBe(1);
  });

  it("puts a verdict in the place of the own one that another window saved", async () => {
    const { world, session } = await begun();
    world.stored.set(sampleKey(9_999), { taskId: 1, reason: "There." });
    settle(session, GOOD, "Here.");
    await world.tick();
    const [conflict] = stateOf(session).conflicts;
    expect(conflict).toMatchObject({ refused: { code: "adjudicated" } });
    session.useInstead(conflict!);
    await world.tick();
    expect(stateOf(session)).toMatchObject({ conflicts: [], pending: 0 });
    expect([...world.stored.values()].at(-1)).toEqual({
      taskId: 1,
      reason: "Here.",
      supersedes: sampleKey(9_999),
    });
  });
});

describe("refusals", () => {
  it("keep the verdict on the device until someone sends it again or lets it go", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "adjudicated";
    settle(session, GOOD, "Mine.");
    await world.tick();
    expect(stateOf(session)).toMatchObject({
      conflicts: [{ taskId: 1, body: { reason: "Mine." }, refused: { code: "adjudicated" } }],
      decided: 0,
      item: { item: { taskId: 2 } },
    });
    expect(world.storage.map.size).toBe(1);
    delete world.refuse[1];
    session.sendAgain(stateOf(session).conflicts[0]!);
    await world.tick();
    expect(stateOf(session)).toMatchObject({ conflicts: [], decided: 1 });
    world.refuse[2] = "not-disputed";
    settle(session, GOOD, "x");
    await world.tick();
    session.discard(stateOf(session).conflicts[0]!);
    expect(world.storage.map.size).toBe(0);
    expect(stateOf(session)).toMatchObject({ conflicts: [], decided: 1 });
  });

  it.each(["signed-out", "other-person", "failed"] as const)(
    "about the visit (%s) are none of the verdict: it is sent again",
    async (code) => {
      const { world, session } = await begun();
      world.refuse[1] = code;
      settle(session, GOOD, "x");
      await world.tick(2);
      expect(stateOf(session)).toMatchObject({
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
    expect(outboxOf(CASE_DESK, storage, 7).list()).toEqual([]);
  });
});

describe("the table of steps", () => {
  const clientKey = "6f1c1f0e-9d5b-4b39-8a6f-0d7d52f3a111";
  const making = { clientKey, at: 0, about: clientKey };
  const visit = { token: "6f1c1f0e-9d5b-4b39-8a6f-0d7d52f3a112" };
  const { settle: settles, correct, release } = CASE_DESK.steps;
  const final = { verdict: GOOD, answers: null, reason: "Both names are in use." };
  const { steps } = CASE_WIRE;

  it.each([
    ["settle", steps.settle.body, { ...settles.body(caseOf(4), final, making), clientKey }],
    ["correct", steps.correct.body, { ...correct.body(caseOf(4), final, making), clientKey }],
    ["release", steps.release.body, release.body(caseOf(4), undefined, making)],
  ])("sends for %s what the server takes, and nothing that it doesn't know", (_, schema, body) => {
    expect(schema.safeParse({ ...body, ...visit }).error).toBeUndefined();
  });

  it("reads what the page before this one kept under the same key", () => {
    const storage = new MapStorage();
    const body = { taskId: 3, clientKey: "a", verdict: GOOD, reason: "x", audit: true };
    const kept = {
      clientKey: "a",
      step: "settle",
      taskId: 3,
      body,
      label: "Adjudication of “x”",
      at: 1,
    };
    storage.setItem("freshqa.adjudicate.7.pending.a", JSON.stringify(kept));
    storage.setItem("freshqa.adjudicate.7.pending.b", JSON.stringify({ ...kept, step: "correct" }));
    storage.setItem("freshqa.adjudicate.8.pending.c", JSON.stringify(kept));
    const now = { ...kept, version: 2, body: { ...body, answers: null } };
    expect(outboxOf(CASE_DESK, storage, 7).list()).toEqual([now]);
    // As it was made to replace another window's verdict.
    const correction = {
      ...kept,
      step: "correct",
      about: clientKey,
      body: { ...body, clientKey, supersedes: clientKey },
    };
    storage.map.clear();
    const refused = { code: "invalid", message: "audit is not known." };
    storage.setItem("freshqa.adjudicate.7.pending.d", JSON.stringify({ ...correction, refused }));
    const [read] = outboxOf(CASE_DESK, storage, 7).list();
    expect(steps.correct.body.safeParse(read!.body).error).toBeUndefined();
    expect(read!.refused, "for its form alone: it is sent again").toBeUndefined();
    storage.map.clear();
    storage.setItem("freshqa.adjudicate.7.pending.e", JSON.stringify({ ...now, version: 3 }));
    const [newer] = outboxOf(CASE_DESK, storage, 7).list();
    expect(newer).toMatchObject({ clientKey: "a", version: 3, refused: { code: "out-of-date" } });
    expect(mayRetry(newer!)).toBe(false);
    expect(storage.map.get("freshqa.adjudicate.7.pending.e"), "left alone").not.toContain(
      "refused",
    );
  });
});

describe("the keys of the desk", () => {
  it("stand there once each, the letters of the reasons included", () => {
    expect(CASE_KEYS.reason.keys.length).toBeGreaterThan(10);
    expect(repeatedKeys(CASE_KEYS, DESK_KEYS)).toEqual([]);
  });
});
