import type { z } from "zod";
import { describe, expect, it } from "vitest";
import { repeatedKeys, sampleKey } from "@/components/desk/key-samples";
import { Desk, outboxOf } from "@/components/desk/runtime";
import { MapStorage } from "@/components/desk/outbox-samples";
import type { AnyResult } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { DESK_KEYS } from "./form-keys";
import { expectTaken } from "@/prisma/testing/wires";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { JUDGING_WIRE } from "@/lib/rating/judging/wire";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { protocolDesk } from "./protocol-rules";
import { EMPTY_FORM, enterCredit, formDrafts, type RatingForm } from "./rating-form";
import { ITEM_KEYS } from "./rating-keys";
import { doneOf, RATING_DESK, type RatingDeskTypes } from "./rating-rules";

const CAMPAIGN: DeskCampaign = {
  id: 3,
  protocol: null,
  name: "Check",
  instructions: "",
  status: "open",
  deadline: null,
  done: 0,
  total: 12,
  teamDone: 5,
  teamTotal: 24,
  idleSeconds: 60,
  qualified: true,
  ranOn: null,
};
const GOOD: Verdict = { relaxed: true, strict: true, relaxedReason: null, strictReason: null };
const FORM: RatingForm = enterCredit(enterCredit(EMPTY_FORM, true), true);

/** As much of an item as the session looks at. */
const item = (taskId: number) =>
  ({
    taskId,
    revisionId: taskId * 10,
    question: `Question ${taskId}?`,
    response: "It is so.",
  }) as RatingItem;

/** A server with a rater's items, and a device; time passes when `tick` says so. */
class FakeWorld {
  order: number[];
  reachable = true;
  loseAnswers = 0;
  stop: RefusalCode | null = null;
  refuse: Record<number, RefusalCode> = {};
  /** How the campaign stands, as each answer says. */
  status: "open" | "paused" | "closed" = "open";
  /** Items that other windows of the rater hold. */
  elsewhere: number[] = [];
  /** What is stored, by client key. */
  readonly stored = new Map<string, { step: string; taskId: number }>();
  readonly sent: string[] = [];
  readonly told: string[] = [];
  /** Of every timer that was set, in milliseconds. */
  readonly delays: number[] = [];
  private timers: (() => void)[] = [];
  private keys = 0;

  constructor(
    count: number,
    readonly storage = new MapStorage(),
  ) {
    this.order = Array.from({ length: count }, (_, i) => i + 1);
  }

  /** So many items fit into one answer. */
  atOnce = Infinity;

  session(raterId = 7, campaign = CAMPAIGN): Desk<RatingDeskTypes> {
    const world = {
      post: (step: string, body: Record<string, unknown>) => {
        expectTaken(JUDGING_WIRE, step, body);
        return this.post(step, body as never);
      },
      tell: (step: string, body: Record<string, unknown>) => {
        expectTaken(JUDGING_WIRE, step, body);
        this.told.push(step);
      },
      storage: this.storage,
      uuid: () => sampleKey(++this.keys),
      now: () => ++this.keys,
      painted: () => Promise.resolve(),
      later: (run: () => void, ms: number) => {
        this.delays.push(ms);
        this.timers.push(run);
        return () => void (this.timers = this.timers.filter((other) => other !== run));
      },
    };
    return new Desk(RATING_DESK, world, raterId, { campaign });
  }

  private judgedTasks() {
    return new Set(
      [...this.stored.values()]
        .filter((entry) => entry.step === "judge")
        .map((entry) => entry.taskId),
    );
  }

  private async post(
    step: string,
    body: {
      taskId: number;
      clientKey: string;
      supersedes?: string;
      held: number[];
      count: number;
      progress: boolean;
    },
  ): Promise<AnyResult<unknown> | null> {
    this.sent.push(step);
    await Promise.resolve();
    if (!this.reachable) return null;
    const standing = { status: this.status, done: this.judgedTasks().size, total: 12 };
    if (step === "status") return { ok: true, value: { standing } };
    if (step === "shown")
      return this.elsewhere.includes(body.taskId)
        ? { ok: false, refusal: { code: "moved", message: "moved" } }
        : { ok: true, value: { standing } };
    if (step === "next") {
      if (this.status !== "open")
        return { ok: false, refusal: { code: this.status, message: this.status } };
      if (this.stop) return { ok: false, refusal: { code: this.stop, message: this.stop } };
      const judged = this.judgedTasks();
      const ids = this.order
        .filter((id) => !judged.has(id) && !body.held.includes(id) && !this.elsewhere.includes(id))
        .slice(0, body.count);
      const given = ids.slice(0, this.atOnce);
      return {
        ok: true,
        value: {
          items: given.map(item),
          more: given.length < ids.length || ids.length >= body.count,
          elsewhere: this.elsewhere.filter((id) => !judged.has(id)).length,
          order: this.order.filter(
            (id) => !judged.has(id) && (given.includes(id) || body.held.includes(id)),
          ),
          campaign: body.progress
            ? { ...CAMPAIGN, done: judged.size, teamDone: 5 + judged.size }
            : null,
        },
      };
    }
    if (step === "skip") {
      this.order = [...this.order.filter((id) => id !== body.taskId), body.taskId];
      return { ok: true, value: {} };
    }
    const refused = this.refuse[body.taskId];
    if (this.status !== "open")
      return { ok: false, refusal: { code: this.status, message: this.status } };
    const elsewhere = [...this.stored].find(([key]) => key === sampleKey(9_999))?.[0];
    if (refused && step === "judge")
      return {
        ok: false,
        refusal: {
          code: refused,
          message: refused,
          ...(elsewhere && { details: { clientKey: elsewhere } }),
        },
      };
    if (step === "correct" && !this.stored.has(body.supersedes!))
      return { ok: false, refusal: { code: "not-found", message: "nothing" } };
    this.stored.set(body.clientKey, { step, taskId: body.taskId });
    return this.loseAnswers-- > 0
      ? null
      : { ok: true, value: { standing: { ...standing, done: this.judgedTasks().size } } };
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 80; i++) await Promise.resolve();
  }

  /** Runs the timers that are set, and those that they set, `rounds` times. */
  async tick(rounds = 3): Promise<void> {
    for (let i = 0; i < rounds; i++) {
      const due = this.timers;
      this.timers = [];
      for (const run of due) run();
      await this.settle();
    }
  }
}

/** What the desk shows, with what its view computes from it. */
function stateOf(session: Desk<RatingDeskTypes>) {
  const screen = session.getScreen();
  return { ...screen, done: doneOf(screen), ready: Math.max(0, screen.queued - 1) };
}
async function begun(count = 12, world = new FakeWorld(count)) {
  const session = world.session();
  session.start();
  await world.settle();
  return { world, session };
}
const judge = (session: Desk<RatingDeskTypes>, form: RatingForm = FORM) =>
  session.act("judge", { verdict: GOOD, form, activeMs: 1_000 });

describe("a visit to the rating desk", () => {
  it("holds the item and more behind it, and shows the next one in the same moment in which a verdict is entered", async () => {
    const { session } = await begun();
    expect(stateOf(session)).toMatchObject({
      phase: "working",
      item: { taskId: 1 },
      ready: 11,
      done: 0,
    });
    judge(session);
    expect(stateOf(session)).toMatchObject({ item: { taskId: 2 }, saving: "saving", done: 1 });
  });

  it("begins with eight items and then holds fifty ahead, whatever is judged, as long as they are not very long", async () => {
    const { world, session } = await begun(200);
    await world.tick(10);
    // 8 and then ten by ten until fifty or more are here.
    expect(stateOf(session).queued).toBe(58);
    for (let i = 0; i < 9; i++) judge(session);
    await world.tick(10);
    expect(stateOf(session).queued).toBe(59);
    const long = { ...item(1), response: "x".repeat(1_000_000) };
    expect(RATING_DESK.wanted(4, [long, long, long, long])).toBe(10);
    expect(
      RATING_DESK.wanted(
        8,
        Array.from({ length: 8 }, () => long),
      ),
    ).toBe(0);
  });

  it("takes up within ten ratings what a manager moved, held here or not, and keeps what is on screen", async () => {
    const { world, session } = await begun(200);
    await world.tick(10);
    // 20 is held here, 150 is not.
    const moved = [150, 20];
    world.order = [...moved, ...world.order.filter((id) => !moved.includes(id))];
    const shown: number[] = [];
    for (let i = 0; i < 13; i++) {
      shown.push(session.getScreen().item!.taskId);
      judge(session);
      await world.tick();
    }
    expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 150, 20, 11]);

    const second = await begun(200);
    await second.world.tick(10);
    second.world.order = [...second.world.order.filter((id) => id !== 40), 40];
    for (let i = 0; i < 45; i++) {
      judge(second.session);
      await second.world.tick();
    }
    // Held here, and not given when it would have come.
    expect(second.session.getScreen().item!.taskId).toBe(47);
  });

  it("asks again where an answer holds fewer items than asked for because they are long", async () => {
    const world = new FakeWorld(12);
    world.atOnce = 2;
    const { session } = await begun(12, world);
    await world.tick();
    expect(stateOf(session)).toMatchObject({ item: { taskId: 1 }, ready: 11 });
    expect(world.sent.filter((step) => step === "next")).toHaveLength(6);
  });

  it.each([
    ["three-way", 8],
    ["webglm-answers", 3],
    ["webglm-references", 3],
    ["webglm-turing", 3],
    ["pairwise-fresh", 3],
  ])("under %s begins with %i items: fewer where one may be long", (key, count) => {
    const { definition } = PROTOCOL_PRESETS.find((preset) => preset.key === key)!;
    expect(protocolDesk(definition).wanted(0, [])).toBe(count);
  });

  it("keeps a verdict on the device before it is sent, sends it behind, and says so", async () => {
    const { world, session } = await begun();
    judge(session);
    expect(world.storage.map.size).toBe(1);
    expect(world.stored.size).toBe(0);
    await world.tick();
    expect(world.stored.size).toBe(1);
    expect(world.storage.map.size).toBe(0);
    expect(stateOf(session)).toMatchObject({
      saving: "idle",
      done: 1,
      facts: { campaign: { done: 1, teamDone: 6 } },
    });
  });

  it("judges everything that is the rater's, each once", async () => {
    const { world, session } = await begun(40);
    for (let i = 0; i < 40; i++) {
      judge(session);
      await world.tick(2);
    }
    await world.tick();
    expect(new Set([...world.stored.values()].map((entry) => entry.taskId)).size).toBe(40);
    expect(world.stored.size).toBe(40);
    expect(stateOf(session)).toMatchObject({ phase: "done", done: 40 });
  });

  it("loses nothing while the server is not reached, and goes on with what is here", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    for (let i = 0; i < 5; i++) {
      judge(session);
      await world.tick(1);
    }
    expect(stateOf(session)).toMatchObject({
      saving: "retrying",
      pending: 5,
      done: 5,
      trouble: { code: "network" },
      item: { taskId: 6 },
    });
    world.reachable = true;
    session.retry();
    await world.tick(8);
    expect(world.stored.size).toBe(5);
    expect(stateOf(session)).toMatchObject({
      saving: "idle",
      pending: 0,
      done: 5,
      trouble: null,
    });
  });

  it("sends a verdict whose answer was lost again under the same key", async () => {
    const { world, session } = await begun();
    world.loseAnswers = 1;
    judge(session);
    await world.tick(4);
    expect(world.sent.filter((step) => step === "judge")).toHaveLength(2);
    expect(world.stored.size).toBe(1);
  });

  it("that was killed leaves its verdicts to the next visit of the same person, and to no one else's", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    judge(session);
    judge(session);
    world.reachable = true;
    const other = world.session(8);
    other.start();
    await world.settle();
    expect(world.stored.size).toBe(0);
    other.leave();
    const again = world.session();
    again.start();
    await world.tick();
    expect(world.stored.size).toBe(2);
    expect(stateOf(again)).toMatchObject({ item: { taskId: 3 }, done: 2 });
  });

  it("counts a verdict once that an earlier visit left and that had arrived already", async () => {
    const { world, session } = await begun();
    world.loseAnswers = 1;
    judge(session);
    await world.tick(1);
    session.leave();
    const again = world.session(7, { ...CAMPAIGN, done: 1 });
    again.start();
    await world.tick();
    expect(stateOf(again)).toMatchObject({ done: 1, pending: 0 });
  });

  it("that goes away sends what waits without waiting for an answer, and keeps it", async () => {
    const { world, session } = await begun();
    judge(session);
    session.leave();
    expect(world.told).toEqual(["judge", "leave"]);
    expect(world.storage.map.size).toBe(1);
  });

  it("says when the device keeps nothing", async () => {
    const { world, session } = await begun();
    world.storage.full = true;
    judge(session);
    expect(stateOf(session).unkept).toBe(true);
    await world.tick();
    expect(world.stored.size).toBe(1);
  });
});

describe("moving and undoing", () => {
  it("goes back to the last verdict, and what is submitted then corrects it", async () => {
    const { world, session } = await begun();
    judge(session);
    await world.tick();
    session.undo();
    expect(stateOf(session)).toMatchObject({
      item: { taskId: 1 },
      entered: { input: { verdict: GOOD } },
    });
    session.act("judge", {
      verdict: { ...GOOD, strict: false, strictReason: "outdated" },
      form: FORM,
      activeMs: 500,
    });
    expect(stateOf(session)).toMatchObject({ item: { taskId: 2 }, entered: null, done: 1 });
    await world.tick();
    expect([...world.stored.values()].map((entry) => entry.step)).toEqual(["judge", "correct"]);
    session.back();
    expect(stateOf(session).entered?.input.verdict.strictReason).toBe("outdated");
  });

  it("corrects a verdict that has not arrived yet, in order", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    judge(session);
    await world.tick(1);
    session.undo();
    judge(session);
    world.reachable = true;
    session.retry();
    await world.tick(6);
    expect([...world.stored.values()].map((entry) => entry.step)).toEqual(["judge", "correct"]);
    expect(stateOf(session).conflicts).toEqual([]);
  });

  it("moves among judged and coming items, and judges the one that is shown", async () => {
    const { world, session } = await begun();
    judge(session);
    session.forward();
    expect(stateOf(session).item!.taskId).toBe(3);
    judge(session);
    expect(stateOf(session).item!.taskId).toBe(2);
    session.back();
    session.back();
    expect(stateOf(session)).toMatchObject({
      item: { taskId: 1 },
      hasBack: false,
      hasForward: true,
    });
    await world.tick();
    expect([...world.stored.values()].map((entry) => entry.taskId)).toEqual([1, 3]);
  });

  it("brings a skipped item at the end, and at once by undo", async () => {
    const { world, session } = await begun(10);
    session.act("skip", undefined);
    expect(stateOf(session)).toMatchObject({ item: { taskId: 2 }, passed: 1, done: 0 });
    session.undo();
    expect(stateOf(session)).toMatchObject({ item: { taskId: 1 }, passed: 0 });
    session.act("skip", undefined);
    await world.tick();
    for (let i = 0; i < 9; i++) {
      judge(session);
      await world.tick(2);
    }
    expect(stateOf(session).item!.taskId).toBe(1);
  });
});

describe("refusals", () => {
  it("keep the verdict on the device until someone sends it again or lets it go", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "moved";
    judge(session);
    await world.tick();
    expect(stateOf(session)).toMatchObject({
      conflicts: [{ taskId: 1, refused: { code: "moved" } }],
      done: 0,
      undoable: null,
      item: { taskId: 2 },
    });
    expect(world.storage.map.size).toBe(1);
    delete world.refuse[1];
    session.sendAgain(stateOf(session).conflicts[0]!);
    await world.tick();
    expect(stateOf(session)).toMatchObject({ conflicts: [], done: 1 });
    world.refuse[2] = "closed";
    judge(session);
    await world.tick();
    session.discard(stateOf(session).conflicts[0]!);
    expect(world.storage.map.size).toBe(0);
  });

  it("about the visit are no refusals of the verdict: it is sent again", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "signed-out";
    judge(session);
    await world.tick(2);
    expect(stateOf(session)).toMatchObject({
      conflicts: [],
      saving: "retrying",
      trouble: { code: "signed-out" },
    });
    delete world.refuse[1];
    session.retry();
    await world.tick();
    expect(world.stored.size).toBe(1);
  });

  it("of one item lets those behind it pass, and counts what is unsent rightly all the while", async () => {
    const { world, session } = await begun();
    world.refuse[1] = "failed";
    for (let i = 0; i < 3; i++) {
      judge(session);
      expect(stateOf(session).pending).toBe(i + 1);
      await world.tick(1);
    }
    await world.tick(6);
    expect([...world.stored.values()].map((entry) => entry.taskId)).toEqual([2, 3]);
    expect(stateOf(session)).toMatchObject({
      conflicts: [{ taskId: 1, refused: { code: "failed" } }],
      pending: 0,
      saving: "idle",
      done: 2,
    });
    delete world.refuse[1];
    session.retry();
    await world.tick(4);
    expect(stateOf(session)).toMatchObject({ conflicts: [], pending: 0, done: 3 });
  });

  it("of a verdict that another window gave before are resolved by using this one instead, or by keeping that one", async () => {
    const { world, session } = await begun();
    world.stored.set(sampleKey(9_999), { step: "judge", taskId: 1 });
    world.refuse[1] = "already-judged";
    judge(session);
    await world.tick();
    const [conflict] = stateOf(session).conflicts;
    session.useInstead(conflict!);
    await world.tick();
    expect(stateOf(session)).toMatchObject({ conflicts: [], pending: 0 });
    expect([...world.stored.values()].at(-1)).toMatchObject({ step: "correct" });
  });

  it("of a verdict take in the correction that is behind it, so that one thing needs attention", async () => {
    const { world, session } = await begun();
    world.reachable = false;
    judge(session);
    await world.tick(1);
    session.undo();
    session.act("judge", {
      verdict: { ...GOOD, strict: false, strictReason: "outdated" },
      form: FORM,
      activeMs: 500,
    });
    world.reachable = true;
    world.refuse[1] = "moved";
    session.retry();
    await world.tick(6);
    expect(stateOf(session).conflicts).toMatchObject([
      {
        step: "judge",
        taskId: 1,
        body: { taskId: 1, revisionId: 10, verdict: { strictReason: "outdated" } },
        refused: { code: "moved" },
      },
    ]);
    expect(stateOf(session)).toMatchObject({ pending: 0, undoable: null });
    delete world.refuse[1];
    session.sendAgain(stateOf(session).conflicts[0]!);
    await world.tick();
    expect([...world.stored.values()]).toEqual([{ step: "judge", taskId: 1 }]);
  });

  it("of items stop the desk once nothing is left on it, with the server's reason", async () => {
    const world = new FakeWorld(12);
    world.stop = "paused";
    const { session } = await begun(12, world);
    expect(stateOf(session)).toMatchObject({ phase: "stopped", stop: { code: "paused" } });
    world.stop = null;
    session.retry();
    await world.settle();
    expect(stateOf(session)).toMatchObject({ phase: "working", item: { taskId: 1 } });
  });
});

describe("a campaign that is paused, resumed or closed", () => {
  it("stops an open desk with its next answer, keeps what was refused for that, and sends it when a later answer says open", async () => {
    const { world, session } = await begun();
    judge(session);
    await world.tick();
    world.status = "paused";
    judge(session);
    await world.tick(1);
    expect(stateOf(session)).toMatchObject({
      phase: "stopped",
      stop: { code: "paused" },
      conflicts: [{ taskId: 2 }],
      done: 1,
    });
    // It asks from time to time, and no one has to press anything.
    await world.tick(3);
    expect(stateOf(session)).toMatchObject({ phase: "stopped" });
    world.status = "open";
    await world.tick(4);
    expect(stateOf(session)).toMatchObject({
      phase: "working",
      stop: null,
      conflicts: [],
      done: 2,
      item: { taskId: 3 },
    });
    expect([...world.stored.values()].map((entry) => entry.taskId)).toEqual([1, 2]);
  });

  it("that was resumed while no one was here lets the next visit send what the pause kept", async () => {
    const { world, session } = await begun();
    world.status = "paused";
    judge(session);
    await world.tick();
    session.leave();
    world.status = "open";
    const again = world.session();
    again.start();
    await world.tick();
    expect(stateOf(again)).toMatchObject({
      phase: "working",
      conflicts: [],
      done: 1,
      item: { taskId: 2 },
    });
    expect(world.stored.size).toBe(1);
  });

  it("is noticed while someone reads, without a verdict", async () => {
    const { world, session } = await begun();
    world.status = "closed";
    await world.tick(1);
    expect(stateOf(session)).toMatchObject({
      phase: "stopped",
      stop: { code: "closed", message: expect.stringContaining("closed") as string },
    });
    expect(world.stored.size).toBe(0);
  });
});

describe("another window of the same rater", () => {
  it("keeps its items: what it took over gives way here, and nothing is called done before it is", async () => {
    const { world, session } = await begun(10);
    // Of the ten that are held here, the other window took the last four.
    world.elsewhere = [7, 8, 9, 10];
    for (let i = 0; i < 6; i++) {
      judge(session);
      await world.tick(2);
    }
    await world.tick();
    expect([...world.stored.values()].map((entry) => entry.taskId)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(stateOf(session)).toMatchObject({ phase: "elsewhere", elsewhere: 4, item: null });
    // That window was closed.
    world.elsewhere = [];
    await world.tick(4);
    expect(stateOf(session)).toMatchObject({ phase: "working", item: { taskId: 7 } });
  });

  it("that holds more than it shows gives its share as this one shows its last item, before it runs dry", async () => {
    const world = new FakeWorld(10);
    world.elsewhere = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    const session = world.session();
    session.start();
    // The server gives a window without anything held half of what the others merely hold.
    await Promise.resolve();
    world.elsewhere = [2, 3, 4, 5, 6];
    await world.settle();
    expect(stateOf(session)).toMatchObject({ item: { taskId: 1 }, ready: 4 });
    judge(session);
    expect(stateOf(session)).toMatchObject({ phase: "working", item: { taskId: 7 } });
  });

  it("with all that is left is asked after every fifteen seconds, also where that was known before the last verdict", async () => {
    const world = new FakeWorld(2);
    world.elsewhere = [2];
    const session = world.session();
    session.start();
    await world.settle();
    world.delays.length = 0;
    judge(session);
    expect(stateOf(session)).toMatchObject({ phase: "elsewhere", elsewhere: 1 });
    expect(world.delays).toContain(15_000);
  });

  it("is told which item is shown, once each", async () => {
    const { world, session } = await begun();
    const shown = () => world.sent.filter((step) => step === "shown").length;
    expect(shown()).toBe(1);
    judge(session);
    await world.tick();
    expect(shown()).toBe(2);
    session.back();
    expect(shown()).toBe(2);
  });
});

describe("what is entered and not submitted", () => {
  it("is kept by person and item, and read back only while it can be understood", () => {
    const storage = new MapStorage();
    const keeper = formDrafts(storage, 7, "rating");
    keeper.write(5, { form: FORM, activeMs: 400 });
    expect(keeper.read(5)).toEqual({ form: FORM, activeMs: 400 });
    expect(formDrafts(storage, 8, "rating").read(5)).toBeNull();
    storage.setItem("freshqa.rate.7.draft.5", '{"form":{}}');
    expect(keeper.read(5)).toBeNull();
    keeper.write(5, null);
    expect(storage.map.size).toBe(0);
  });
});

describe("the table of steps", () => {
  const clientKey = "6f1c1f0e-9d5b-4b39-8a6f-0d7d52f3a111";
  const making = { clientKey, at: 0, about: clientKey };
  const { judge: judges, correct, ...passes } = RATING_DESK.steps;
  const submission = { verdict: GOOD, form: FORM, activeMs: 10 };

  const { steps } = JUDGING_WIRE;

  it.each<[string, z.ZodType, object]>([
    ["judge", steps.judge.body, judges.body(item(4), submission, making)],
    ["correct", steps.correct.body, correct.body(item(4), submission, making)],
    ...Object.entries(passes).map(([step, rule]): [string, z.ZodType, object] => [
      step,
      steps[step as keyof typeof passes].body,
      rule.body(item(4), undefined, making),
    ]),
  ])("sends for %s what the server takes, and nothing that it doesn't know", (_, schema, body) => {
    expect(schema.safeParse({ ...body, clientKey }).error).toBeUndefined();
  });

  it("reads what the page before this one kept under the same key", () => {
    const storage = new MapStorage();
    const kept = {
      clientKey: "a",
      step: "judge",
      body: { taskId: 3 },
      label: "Rating of “x”",
      at: 1,
      campaignId: 3,
      taskId: 3,
    };
    storage.setItem("freshqa.rate.7.pending.a", JSON.stringify(kept));
    storage.setItem("freshqa.rate.7.pending.b", JSON.stringify({ ...kept, taskId: "3" }));
    storage.setItem("freshqa.rate.8.pending.c", JSON.stringify(kept));
    expect(outboxOf(RATING_DESK, storage, 7).list()).toEqual([{ ...kept, version: 2 }]);
    // As it was made to replace another window's rating.
    const body = { ...judges.body(item(3), submission, making), clientKey, supersedes: clientKey };
    const correction = { ...kept, step: "correct", body: { ...body, correction: "Seen again" } };
    storage.map.clear();
    storage.setItem("freshqa.rate.7.pending.d", JSON.stringify(correction));
    const [read] = outboxOf(RATING_DESK, storage, 7).list();
    expect(steps.correct.body.safeParse(read!.body).error).toBeUndefined();
  });
});

describe("the keys of the desk", () => {
  it("stand there once each, the letters of the reasons included", () => {
    expect(ITEM_KEYS.reason.keys.length).toBeGreaterThan(10);
    expect(repeatedKeys(ITEM_KEYS, DESK_KEYS)).toEqual([]);
  });
});
