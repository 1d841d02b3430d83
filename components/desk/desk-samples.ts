import { hasFields } from "@/components/ui/has-fields";
import type { AnyResult, Refusal } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import type { Kept } from "./kept";
import { type MapStorage } from "./outbox-samples";
import type { DeskRules, StepRule, StepTable } from "./rules";
import type { Given } from "./machine-state";
import { Desk } from "./runtime";

/*
 * Desks for tests, one of each kind that there is, with a clock, a server and a device of their own: items are numbers,
 * and a decision is a number that nothing else was ever decided as.
 */

interface SampleItem {
  id: number;
}
/** Until what changed is painted. */
const FRAME_MS = 1;

interface SampleEntry extends Kept {
  id: number;
}
/** What each step answers; `id` is missing where it could not be read. */
interface SampleAnswer {
  id?: number;
  standing?: string | null;
}
interface SampleStep<B> {
  body: B & { clientKey?: string };
  answer: SampleAnswer | null;
}
interface SampleWire {
  person: "person";
  visit: "visit";
  version: 2;
  steps: {
    decide: SampleStep<{ id: number; value: number }>;
    correct: SampleStep<{ id: number; value: number; supersedes: string; reason: string }>;
    pass: SampleStep<{ id: number }>;
    release: SampleStep<{ ids: number[] }>;
    takeBack: SampleStep<{ id: number; undoes: string }>;
    open: SampleStep<{ id: number }>;
    next: {
      body: { count: number; known: number[]; first: number | null; progress: boolean };
      answer: { ids: number[]; elsewhere: number };
    };
    renew: { body: object; answer: { ids: number[] } };
    shown: SampleStep<{ id: number }>;
    leave: SampleStep<object>;
  };
}
export interface SampleTypes {
  item: SampleItem;
  inputs: {
    decide: number;
    correct: number;
    pass: undefined;
    release: undefined;
    takeBack: undefined;
    open: undefined;
  };
  entered: number;
  entry: SampleEntry;
  facts: { saved: number };
  wire: SampleWire;
}

/**
 * `leased`: decisions are taken back by the server. `owned`: items are the person's, and decisions are corrected; the
 * server can pause. `reviewed`: leased, what was not sent is withdrawn, and what was is corrected.
 */
export type SampleKind = "leased" | "owned" | "reviewed";
export const SAMPLE_KINDS: readonly SampleKind[] = ["leased", "owned", "reviewed"];

const decide = (kind: SampleKind): StepRule<SampleTypes, "decide"> => ({
  does: "decide",
  holdsItem: kind === "owned" ? "unsent" : "visit",
  undo: {
    unsent: kind === "owned" ? "reopen" : "withdraw",
    sent: kind === "leased" ? "takeBack" : "reopen",
  },
  correctedBy: kind === "leased" ? null : "correct",
  label: ({ id }, value) => `Decided ${id} as ${value}`,
  body: ({ id }, value) => ({ id, value }),
});

const stepsOf = (kind: SampleKind): StepTable<SampleTypes> => ({
  decide: decide(kind),
  correct: {
    does: "correct",
    of: "decide",
    instead: { without: {}, with: { reason: "instead" } },
    label: ({ id }, value) => `Corrected ${id} to ${value}`,
    body: ({ id }, value, { about }) => ({ id, value, supersedes: about, reason: "seen again" }),
  },
  pass: {
    does: "pass",
    holdsItem: kind === "owned" ? "unsent" : "visit",
    kept: true,
    undoneBy: kind === "leased" ? "open" : null,
    label: ({ id }) => `Passed ${id}`,
    body: ({ id }) => ({ id }),
  },
  release: {
    does: "pass",
    holdsItem: "visit",
    kept: false,
    undoneBy: null,
    label: ({ id }) => `Passed ${id}`,
    body: ({ id }) => ({ ids: [id] }),
  },
  takeBack: {
    does: "return",
    takesItem: false,
    settledBy: ["not-found"],
    body: ({ id }, _, { about }) => ({ id, undoes: about }),
  },
  open: { does: "return", takesItem: true, settledBy: [], body: ({ id }) => ({ id }) },
});

const STOPS = { paused: "Paused.", closed: "Closed." };

/** What version 1 of the page kept: a decision's value had another name. */
export function asBefore({ version: _, body: { value, ...body }, ...kept }: Kept): Kept {
  return { ...kept, body: value === undefined ? body : { ...body, decided: value } };
}
function earlier({ body: { decided, ...body }, ...kept }: Kept): Kept {
  return { ...kept, body: decided === undefined ? body : { ...body, value: decided } };
}

/** The rules of a sample desk. */
export function sampleRules(kind: SampleKind): DeskRules<SampleTypes> {
  return {
    address: "/sample",
    personKey: "person",
    visitKey: "visit",
    version: 2,
    earlier,
    storagePrefix: (userId) => `sample.${userId}.pending.`,
    unreachable: { code: "network", message: "Not reached." },
    steps: stepsOf(kind),
    idOf: ({ id }) => id,
    subjectOf: ({ id }) => id,
    keeps: ({ id }) => ({ id }),
    isEntry: (value) => hasFields(value, { id: "number" }),
    leased: kind !== "owned",
    wanted: (queued) => (queued < 3 ? 3 - queued : 0),
    next: {
      body: (_, { count, known, first, progress }) => ({ count, known, first, progress }),
      read: ({ ids, elsewhere }) => ({
        items: ids.map((id) => ({ id })),
        more: ids.length > 0,
        elsewhere: kind === "owned" ? elsewhere : 0,
      }),
      took: (facts) => facts,
      tellsProgress: kind === "owned",
    },
    open: {
      step: "open",
      body: (id) => ({ id }),
      read: (value) => ({ item: value?.id === undefined ? null : { id: value.id }, held: true }),
    },
    beat: {
      step: "renew",
      body: () => ({}),
      held: ({ ids }) => (kind === "owned" ? null : ids),
      everyMs: 40_000,
      waitingMs: 15_000,
    },
    ...(kind === "owned" && {
      shown: { step: "shown", body: (id: number) => ({ id }) },
      stops: new Set(["paused", "closed"]),
      halts: STOPS,
      resumes: new Set(["paused"]),
      standing: (value) =>
        value && "standing" in value ? (value.standing ?? undefined) : undefined,
    }),
    leave: "leave",
    saved: (facts, entry, _, earlier) => ({
      facts: { saved: facts.saved + (entry.step === "decide" ? 1 : 0) },
      recount: earlier,
    }),
  };
}

/** Time that passes when it is told to. */
export class Clock {
  now = Date.UTC(2026, 10, 22);
  private readonly timers: { at: number; run: () => void }[] = [];

  readonly later = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.push(timer);
    return () => this.remove(timer);
  };

  private remove(timer: (typeof this.timers)[number]): void {
    const place = this.timers.indexOf(timer);
    if (place >= 0) this.timers.splice(place, 1);
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (let idle = 0; idle < 4;) {
      // As many turns as an answer takes from the server to the desk; one may lead to the next.
      for (let i = 0; i < 4; i++) await Promise.resolve();
      let next: (typeof this.timers)[number] | undefined;
      for (const timer of this.timers)
        if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
      idle = next === undefined ? idle + 1 : 0;
      if (next === undefined) continue;
      this.now = Math.max(this.now, next.at);
      this.remove(next);
      next.run();
    }
    this.now = end;
  }
}

interface Request {
  person: number;
  visit: string;
  clientKey: string;
  id: number;
  value: number;
  supersedes?: string;
  undoes: string;
  ids?: number[];
  known: number[];
  count: number;
}

/**
 * What becomes of one request. `late`: given up on, and done after all. `unread`: done, but what the answer says beside that
 * could not be read.
 */
export type Fate = "ok" | "before" | "after" | "failed" | "twice" | "silent" | "late" | "unread";

const refusal = (code: RefusalCode, more: Partial<Refusal> = {}): AnyResult<unknown> => ({
  ok: false,
  refusal: { code, message: code, ...more },
});
const LEASE_MS = 120_000;

/** A server that stores each client key once and one decision an item, and answers as badly as it is told to. */
export class SampleServer {
  /** What stands, by item. */
  readonly standing = new Map<number, { clientKey: string; value: number }>();
  /** Every client key with what came of it. */
  readonly known = new Map<string, AnyResult<unknown>>();
  /** Every value that was ever written, in that order. */
  readonly written: number[] = [];
  readonly requests: { step: string; body: Request; at: number; got: string }[] = [];
  private readonly leases = new Map<number, { visit: string; until: number }>();
  private readonly passed = new Set<number>();
  /** What the whole server answers; null: it is not reached. */
  state: "well" | "unavailable" | "out-of-date" | null = "well";
  /** Who is signed in on the device; null: no one. */
  signedIn: number | null = 1;
  status: "open" | "paused" | "closed" = "open";
  /** Items that are rejected whatever is decided. */
  readonly rejects = new Set<number>();
  fate: (step: string, body: Request) => Fate = () => "ok";
  delay: () => number = () => 0;

  constructor(
    readonly clock: Clock,
    readonly kind: SampleKind,
    public items: number[],
  ) {}

  post(step: string, body: Request): Promise<AnyResult<unknown> | null> {
    const answer = this.answer(step, body);
    this.requests.push({
      step,
      body,
      at: this.clock.now,
      got: answer === null ? "nothing" : answer.ok ? "ok" : answer.refusal.code,
    });
    const delay = this.delay();
    if (delay === 0) return Promise.resolve(answer);
    return new Promise((resolve) => void this.clock.later(() => resolve(answer), delay));
  }

  private answer(step: string, body: Request): AnyResult<unknown> | null {
    if (this.state === null) return null;
    if (this.state !== "well") return refusal(this.state);
    if (this.signedIn === null) return refusal("signed-out");
    if (this.signedIn !== body.person) return refusal("other-person");
    const fate = this.fate(step, body);
    if (fate === "before") return null;
    if (fate === "silent") return refusal("no-answer");
    if (fate === "failed") return refusal("failed");
    if (fate === "late") {
      this.clock.later(() => this.handle(step, body), 3_000);
      return refusal("no-answer");
    }
    const result = this.handle(step, body);
    if (fate === "twice") return this.handle(step, body);
    if (fate === "unread" && result.ok && step !== "next" && step !== "renew")
      return { ok: true, value: { standing: null } };
    return fate === "after" ? null : result;
  }

  /** A message whose answer no one waits for. */
  tell(step: string, body: Request): void {
    if (this.state === "well" && this.signedIn === body.person) this.handle(step, body);
  }

  /** Someone else was faster. */
  settleElsewhere(id: number): void {
    if (!this.standing.has(id)) this.standing.set(id, { clientKey: `elsewhere ${id}`, value: -id });
  }

  private handle(step: string, body: Request): AnyResult<unknown> {
    switch (step) {
      case "next":
        return this.status === "open" || this.kind !== "owned"
          ? { ok: true, value: this.next(body) }
          : refusal(this.status);
      case "renew":
        for (const [id, lease] of this.leases)
          if (lease.visit === body.visit && this.isHeld(id)) this.lease(id, body.visit);
        return this.well({
          ids: [...this.leases]
            .filter(([id, { visit }]) => visit === body.visit && this.isHeld(id))
            .map(([id]) => id),
        });
      case "shown":
        return this.isHeldByOther(body.id, body.visit) ? refusal("moved") : this.well({});
      case "leave":
      case "release":
        for (const [id, { visit }] of this.leases)
          if (visit === body.visit && (body.ids?.includes(id) ?? true)) this.leases.delete(id);
        return this.well({});
      default:
        return this.once(step, body);
    }
  }

  private well(value: object): AnyResult<unknown> {
    return { ok: true, value: this.kind === "owned" ? { ...value, standing: this.status } : value };
  }

  private next({ visit, known, count }: Request) {
    const open = this.items.filter((id) => !this.standing.has(id));
    const ids = [
      ...open.filter((id) => !this.passed.has(id)),
      ...(this.kind === "owned" ? open.filter((id) => this.passed.has(id)) : []),
    ]
      .filter((id) => !known.includes(id) && !this.isHeldByOther(id, visit))
      .slice(0, count);
    for (const id of ids) this.lease(id, visit);
    return { ids, elsewhere: open.filter((id) => this.isHeldByOther(id, visit)).length };
  }

  private lease(id: number, visit: string): void {
    this.leases.set(id, { visit, until: this.clock.now + LEASE_MS });
  }
  private isHeld(id: number): boolean {
    return (this.leases.get(id)?.until ?? 0) > this.clock.now;
  }
  private isHeldByOther(id: number, visit: string): boolean {
    return this.isHeld(id) && this.leases.get(id)!.visit !== visit;
  }

  private once(step: string, body: Request): AnyResult<unknown> {
    // Opening and passing come to the same when repeated, and are not remembered.
    if (step === "open" || step === "pass") return this.move(step, body);
    const before = this.known.get(body.clientKey);
    if (before?.ok) return before;
    const result = this.write(step, body);
    if (result.ok) this.known.set(body.clientKey, result);
    return result;
  }

  private move(step: string, { id, visit }: Request): AnyResult<unknown> {
    if (step === "pass") this.passed.add(id);
    else this.passed.delete(id);
    if (step === "open") this.lease(id, visit);
    return this.well({ id });
  }

  private write(step: string, body: Request): AnyResult<unknown> {
    const { id, clientKey, value, supersedes, undoes } = body;
    const standing = this.standing.get(id);
    if (step === "takeBack") {
      if (standing?.clientKey !== undoes) return refusal("not-found");
      this.standing.delete(id);
      this.lease(id, body.visit);
      return this.well({ id });
    }
    if (this.kind === "owned" && this.status !== "open") return refusal(this.status);
    if (this.rejects.has(id)) return refusal("not-possible");
    if (step === "decide" && standing !== undefined) {
      const own = standing.clientKey.startsWith("elsewhere")
        ? {}
        : { details: { clientKey: standing.clientKey } };
      return refusal("taken", own);
    }
    if (step === "correct" && standing?.clientKey !== supersedes) return refusal("not-found");
    this.standing.set(id, { clientKey, value });
    this.written.push(value);
    return this.well({ id });
  }
}

let keys = 0;

/** A window of a person with a sample desk, which is not started yet. */
export class SampleWindow {
  readonly desk: Desk<SampleTypes>;
  private alive = true;

  constructor(
    server: SampleServer,
    readonly storage: MapStorage,
    readonly person = 1,
    first: number | null = null,
    given: Given<{ id: number }> | null = null,
  ) {
    const { clock } = server;
    const signed = (body: Record<string, unknown>) => ({ ...body, person }) as unknown as Request;
    const world = {
      post: async (step: string, body: Record<string, unknown>) => {
        const result = await server.post(step, signed(body));
        return this.alive ? result : new Promise<null>(() => {});
      },
      tell: (step: string, body: Record<string, unknown>) => server.tell(step, signed(body)),
      storage,
      uuid: () => `key ${++keys}`,
      now: () => clock.now,
      painted: () =>
        new Promise<void>((resolve) => void clock.later(() => this.alive && resolve(), FRAME_MS)),
      later: (run: () => void, ms: number) => clock.later(() => this.alive && run(), ms),
    };
    this.desk = new Desk(sampleRules(server.kind), world, person, { saved: 0 }, first, given);
  }

  /** The browser ends without a word: no answer is heard, and no timer goes off. */
  kill(): void {
    this.alive = false;
  }
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
