import {
  asBefore,
  Clock,
  randomOf,
  SAMPLE_KINDS,
  SampleServer,
  SampleWindow,
  sampleRules,
  type Fate,
  type SampleKind,
} from "./desk-samples";
import { TRANSIENT, type Kept } from "./kept";
import { MapStorage } from "./outbox-samples";
import { outboxOf } from "./runtime";

/*
 * Histories that a seed determines: a person decides, passes, undoes, moves and resolves in one or two windows, while
 * requests and answers are lost, doubled, delayed and late, the server fails and rejects, the network goes and comes,
 * windows are reloaded, closed and killed, the device is full, someone else signs in, others settle items, and a new
 * version of the page is deployed. Whatever happened: once all is well again, everything that was decided is stored
 * exactly once, or stands visibly in what needs attention.
 */

const STEPS = 30;
const ITEMS = 9;
const PERSON = 1;

/** What became of a decision by what the person did afterwards. */
type Wanted = "live" | "undone" | "superseded" | "given up";

class History {
  readonly clock = new Clock();
  readonly server: SampleServer;
  readonly storage = new MapStorage();
  readonly wanted = new Map<number, { id: number; is: Wanted }>();
  private readonly outbox: ReturnType<typeof outboxOf>;
  private readonly random: () => number;
  private readonly cursed = new Map<string, Fate>();
  private windows: SampleWindow[] = [];
  private values = 0;
  private calm = false;
  readonly log: string[] = [];

  constructor(
    readonly seed: number,
    kind: SampleKind,
  ) {
    this.random = randomOf(seed);
    this.server = new SampleServer(
      this.clock,
      kind,
      Array.from({ length: ITEMS }, (_, at) => at + 1),
    );
    this.server.fate = (step, body) => this.fateOf(step, body.clientKey);
    this.server.delay = () =>
      this.calm || this.chance(0.3) ? 0 : Math.floor(this.random() * 4_000);
    this.outbox = outboxOf(sampleRules(kind), this.storage, PERSON);
    this.windows = [this.opened()];
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private fateOf(step: string, clientKey: string | undefined): Fate {
    const curse = clientKey === undefined ? undefined : this.cursed.get(clientKey);
    if (curse !== undefined) return curse;
    if (this.calm) return "ok";
    if (clientKey !== undefined && this.chance(0.02))
      this.cursed.set(clientKey, this.chance(0.5) ? "failed" : "silent");
    if (this.chance(0.75)) return this.server.requests.length % 5 === 0 ? "unread" : "ok";
    const [before, after, failed, twice, silent] = [
      "before",
      "after",
      "failed",
      "twice",
      "silent",
    ] as const;
    const bad: Fate[] = [before, after, failed, twice, silent];
    // What is given up on and taken back must not come through after all: no device can know.
    if (this.server.kind !== "leased" && (step === "decide" || step === "correct"))
      bad.push("late");
    return bad[Math.floor(this.random() * bad.length)]!;
  }

  private opened(person = PERSON): SampleWindow {
    const window = new SampleWindow(
      this.server,
      this.storage,
      person,
      this.chance(0.1) ? 1 + Math.floor(this.random() * ITEMS) : null,
    );
    window.desk.start();
    return window;
  }

  /** What the person of this history has on the device. */
  kept(): Kept[] {
    return this.outbox.list();
  }

  // What happens ------------------------------------------------------------------------------------------------------

  async run(): Promise<void> {
    await this.clock.pass(this.chance(0.8) ? 5_000 : 0);
    for (let at = 0; at < STEPS; at++) {
      const window = this.windows[Math.floor(this.random() * this.windows.length)]!;
      window.desk.stored();
      if (window.person !== PERSON) this.windows = [this.opened()];
      else if (this.chance(0.72)) this.personDoes(window);
      else this.worldDoes(window);
      await this.clock.pass(
        this.chance(0.08) ? Math.floor(this.random() * 150_000) : Math.floor(this.random() * 3_000),
      );
    }
  }

  private personDoes(window: SampleWindow): void {
    const { desk } = window;
    const { conflicts } = desk.getScreen();
    if (this.chance(0.55)) this.decide(window);
    else if (this.chance(0.3)) this.undo(window);
    else if (this.chance(0.3)) this.pass(window);
    else if (this.chance(0.3) && conflicts.length > 0)
      this.resolve(window, conflicts[Math.floor(this.random() * conflicts.length)]!);
    else if (this.chance(0.3)) desk.retry();
    else if (this.chance(0.4) && this.server.kind === "owned") desk.back();
    else if (this.server.kind === "owned") desk.forward();
    else desk.seen();
  }

  private decide({ desk }: SampleWindow): void {
    const before = desk.getScreen();
    if (before.item === null || before.phase !== "working" || before.bringing) return;
    const { id } = before.item;
    const value = ++this.values;
    if (before.entered !== null) this.becomes(before.entered.input, "superseded");
    else
      for (const conflict of before.conflicts)
        if (this.subject(conflict) === id) this.giveUp(conflict);
    this.wanted.set(value, { id, is: "live" });
    desk.act("decide", value);
    const after = desk.getScreen();
    this.log.push(`decide ${id} as ${value}`);
    if (before.entered === null && before.queued > 1) {
      must(
        after.phase === "working" && after.item!.id !== id,
        "the next item is shown in the same moment",
      );
    }
    must(
      this.storage.full || this.kept().some((entry) => entry.body.value === value),
      "a decision is on the device before anything else happens",
    );
    must(!this.storage.full || after.unkept, "a window says what the device does not keep");
  }

  private pass({ desk }: SampleWindow): void {
    const { item, phase } = desk.getScreen();
    if (item === null || phase !== "working") return;
    desk.act(this.server.kind === "reviewed" ? "release" : "pass", undefined);
  }

  private undo({ desk }: SampleWindow): void {
    const { undoable, bringing } = desk.getScreen();
    desk.undo();
    if (bringing || undoable === null) return;
    const value = Number(/as (\d+)$/.exec(undoable)?.[1]);
    const { entered } = desk.getScreen();
    this.log.push(`undo ${undoable}, now ${entered?.input ?? "undecided"}`);
    if (this.wanted.get(value)?.is !== "live" || entered?.input === value) return;
    this.becomes(value, "undone");
    if (entered !== null) this.becomes(entered.input, "live");
  }

  private resolve({ desk }: SampleWindow, conflict: Kept): void {
    this.log.push(`resolve ${conflict.label}`);
    if (this.chance(0.4)) desk.sendAgain(conflict);
    else if (this.chance(0.5) && conflict.refused!.details !== undefined) {
      const [id, value] = [this.subject(conflict), conflict.body.value];
      for (const [other, wanted] of this.wanted)
        if (wanted.id === id && wanted.is === "live" && other !== value) wanted.is = "superseded";
      desk.useInstead(conflict);
    } else if (this.chance(0.5)) desk.open(conflict);
    else if (this.chance(0.3)) {
      this.giveUp(conflict);
      desk.discard(conflict);
    }
  }

  private worldDoes(window: SampleWindow): void {
    const { server } = this;
    const fragile = window.desk.getScreen().unkept;
    const happens = Math.floor(this.random() * 11);
    this.log.push(`world ${happens}`);
    switch (happens) {
      case 0:
        server.state = this.chance(0.5) ? "well" : this.chance(0.6) ? null : "unavailable";
        return;
      case 1:
      case 2:
        [server.state, server.signedIn] = ["well", PERSON];
        return;
      case 3:
        server.signedIn = this.chance(0.5) ? null : 2;
        return;
      case 4:
        server.status = this.chance(0.6) ? "open" : "paused";
        return;
      case 5:
        if (this.chance(0.5)) server.settleElsewhere(1 + Math.floor(this.random() * ITEMS));
        else server.rejects.add(1 + Math.floor(this.random() * ITEMS));
        return;
      case 6:
        this.storage.full = this.chance(0.4);
        return;
      case 7:
        // From the browser's memory: the same page, left and shown again.
        window.desk.leave();
        window.desk.start();
        return;
      case 8:
        if (!fragile) this.reload(window);
        return;
      case 9:
        if (this.windows.length < 2) this.windows.push(this.opened());
        else if (!fragile) this.close(window);
        return;
      case 10:
        if (this.windows.every((one) => !one.desk.getScreen().unkept)) this.deploy();
        return;
    }
  }

  private close(window: SampleWindow): void {
    // By its own page's end, or without a word.
    if (this.chance(0.5)) window.desk.leave();
    window.kill();
    this.windows = this.windows.filter((other) => other !== window);
  }

  private reload(window: SampleWindow): void {
    this.close(window);
    this.windows.push(this.opened());
  }

  /** Another version of the page: what the one before kept lacks what this one writes, and names it otherwise. */
  private deploy(): void {
    for (const window of this.windows) this.close(window);
    for (const [place, text] of this.storage.map) {
      const { tried: _, about: __, ...older } = JSON.parse(text) as Kept;
      this.storage.map.set(place, JSON.stringify(asBefore(older)));
    }
    this.windows = [this.opened()];
  }

  private becomes(value: number, is: Wanted): void {
    const wanted = this.wanted.get(value);
    if (wanted !== undefined) wanted.is = is;
  }

  private subject(entry: Kept): number {
    return (entry as Kept & { id: number }).id;
  }

  /** Whatever the entry was to do is left undone; what it was to take back may stand. */
  private giveUp(entry: Kept): void {
    if (typeof entry.body.value === "number") this.becomes(entry.body.value, "given up");
    const id = this.subject(entry);
    if (entry.step === "takeBack")
      for (const wanted of this.wanted.values())
        if (wanted.id === id && wanted.is === "undone") wanted.is = "given up";
  }

  // What must be true in the end --------------------------------------------------------------------------------------

  /** All is well again, and time passes. */
  async heal(): Promise<void> {
    const { server } = this;
    Object.assign(server, { state: "well", signedIn: PERSON, status: "open" });
    this.calm = true;
    this.storage.full = false;
    this.windows = this.windows.filter((window) => window.person === PERSON);
    if (this.windows.length === 0) this.windows = [this.opened()];
    for (const { desk } of this.windows) desk.retry();
    await this.drained();
    // One window more sees what closed ones left.
    this.windows.push(this.opened());
    await this.drained();
  }

  /** Time passes until nothing waits, or so long that what still waits is blocked. */
  private async drained(): Promise<void> {
    await this.clock.pass(5_000);
    for (
      let minute = 0;
      minute < 30 && this.kept().some((entry) => entry.refused === undefined);
      minute++
    )
      await this.clock.pass(60_000);
    for (const { desk } of this.windows) desk.stored();
  }

  check(): void {
    const { server } = this;
    const kept = this.kept();
    must(
      kept.every((entry) => entry.refused !== undefined),
      "nothing is blocked",
    );
    const said = this.windows.at(-1)!.desk.getScreen().conflicts;
    const keysOf = (entries: Kept[]) => entries.map((entry) => entry.clientKey).join();
    must(keysOf(said) === keysOf(kept), "what is not saved is said");
    must(new Set(server.written).size === server.written.length, "nothing is stored twice");
    const standing = new Set([...server.standing.values()].map((one) => one.value));
    const attention = new Map(kept.map((entry) => [entry.body.value, entry]));
    const attended = new Set(kept.map((entry) => this.subject(entry)));
    for (const [value, { id, is }] of this.wanted) {
      const [stands, entry] = [standing.has(value), attention.get(value)];
      const what = `${value} on ${id}`;
      if (is === "live")
        must(stands || entry !== undefined, `${what} is stored or needs attention`);
      // Of an outcome that no one knows nothing else can be said.
      if (is === "live" && stands)
        must(
          entry === undefined || TRANSIENT.has(entry.refused!.code),
          `${what} is not said to be rejected where it is stored`,
        );
      if (is === "undone" && stands)
        must(attended.has(id), `${what} was taken back, and does not stand`);
    }
  }

  /** Whoever retries what needs attention has everything saved that the server can save. */
  async resolveAll(): Promise<void> {
    this.cursed.clear();
    this.server.rejects.clear();
    const { desk } = this.windows.at(-1)!;
    for (const conflict of desk.getScreen().conflicts) desk.sendAgain(conflict);
    await this.drained();
    for (const { refused } of this.kept())
      must(
        ["taken", "not-found"].includes(refused?.code ?? ""),
        "what still needs attention has another decision in its way",
      );
  }
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Lives through the history of a seed. @throws with all that happened where something is not as it must be */
export async function live(seed: number): Promise<void> {
  const history = new History(seed, SAMPLE_KINDS[seed % SAMPLE_KINDS.length]!);
  try {
    await history.run();
    await history.heal();
    history.check();
    await history.resolveAll();
    history.check();
  } catch (error) {
    throw new Error(
      `seed ${seed} (${history.server.kind}): ${String(error)}\n${history.log.join("\n")}`,
      { cause: error },
    );
  }
}
