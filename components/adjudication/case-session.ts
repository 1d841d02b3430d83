import { Pauses, RETRY_MS, Sender, shortened, type Sending } from "@/components/ui/outbox";
import type { VisitWorld } from "@/components/ui/visit-world";
import type { CasesClaimed, CaseView } from "@/lib/adjudication/queries";
import type { CaseFilters } from "@/lib/adjudication/schema";
import type { Refusal, Result } from "@/lib/platform/result";
import type { Verdict } from "@/lib/ratings/vocabulary";
import type { CaseOutbox, PendingCase } from "./case-outbox";

export interface CaseDeskState extends Sending<PendingCase> {
  /** `working` has a current case; `done`: nothing is left; `unreachable`: the server gives no next case. */
  phase: "loading" | "working" | "done" | "unreachable";
  current: CaseView | null;
  /** Another visit has taken the current case, because this one was silent for too long. */
  lost: boolean;
  /** Settled in this visit, what waits to be sent included. */
  settled: number;
  skipped: number;
  /** How many await the person still, as far as it is known here. */
  left: number;
  heldByOthers: number;
  /** Something was saved in this visit. */
  saved: boolean;
  /** The device does not keep what waits: it must not be closed. */
  unkept: boolean;
  trouble: Refusal | null;
}

/** How many cases are held beside the current one. */
const AHEAD = 2;
const HEARTBEAT_MS = 40_000;
/** The answer is for the whole visit, not for what was sent: it is sent again later. */
const KEEP_TRYING = new Set(["signed-out", "failed", "other-person"]);

/**
 * One visit to the adjudication desk. It holds claims on the current case and the next ones, shows the next one at once,
 * and saves behind it, in order, each final verdict under a key of its own.
 */
export class CaseSession {
  private token = "";
  private cases: CaseView[] = [];
  /** Settled or skipped in this visit, or settled in an earlier one and not sent yet: they are not given (again). */
  private readonly dealt = new Set<number>();
  private exhausted = false;
  private fetching = false;
  private alive = false;
  private readonly pauses: Pauses;
  private readonly sender: Sender<PendingCase>;
  /** Keys of what was settled in this visit; what an earlier one left is not counted as this one's. */
  private readonly own = new Set<string>();
  private beat: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();
  private state: CaseDeskState;

  /**
   * @param total how many await the person under the filters.
   * @param first a case to begin with, whatever the filters.
   */
  constructor(private readonly world: VisitWorld<CaseOutbox>, private readonly filters: CaseFilters, private readonly total: number, private first: number | null = null) {
    this.state = {
      phase: "loading", current: null, lost: false, settled: 0, skipped: 0, left: total, heldByOthers: 0, saved: false, unkept: false, trouble: null,
      saving: "idle", pending: 0, conflicts: [],
    };
    this.pauses = new Pauses(world.later);
    this.sender = new Sender({
      outbox: world.outbox, pauses: this.pauses, keepTrying: KEEP_TRYING,
      alive: () => this.alive,
      post: (pending) => world.post(pending.step, { ...pending.body, token: this.token }),
      told: (sending) => this.publish(sending),
      troubled: (refusal) => this.publish({ trouble: refusal ?? UNREACHABLE }),
      settled: (pending, result) => this.answered(pending, result),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): CaseDeskState => this.state;

  /** Begins, or goes on after the page came back: sends what waits, and takes cases. */
  start(): void {
    // A visit of its own each time: what the one before gave back must not be given back again by a late message.
    this.token = this.world.uuid();
    this.alive = true;
    this.cases = [];
    this.exhausted = false;
    this.fetching = false;
    for (const pending of this.world.outbox.list()) this.dealt.add(pending.taskId);
    this.heartbeat();
    void this.sender.pump();
    void this.topUp();
    this.publish({ phase: "loading", lost: false });
  }

  /** Sends what still waits, and gives back what is held. Nobody may be here for the answers: all of it stays kept. */
  leave(): void {
    if (!this.alive) return;
    this.alive = false;
    for (const pending of this.world.outbox.list()) if (pending.refused === undefined) this.world.tell(pending.step, pending.body);
    this.beat?.();
    this.beat = null;
    this.pauses.wake();
    this.world.tell("release", { token: this.token });
  }

  /** Tries again at once what could not be sent, and looks for cases. */
  retry(): void {
    this.exhausted = false;
    this.sender.retry();
    void this.topUp();
    void this.renew();
  }

  /** The window is looked at again: the leases may have run out meanwhile. */
  seen(): void {
    void this.renew();
  }

  /** Settles the current case and shows the next one at once. */
  settle(verdict: Verdict, reason: string): void {
    const current = this.cases[0];
    if (!current) return;
    const clientKey = this.world.uuid();
    const { taskId, question } = current.item;
    this.own.add(clientKey);
    this.deal(taskId);
    this.publish({ lost: false, settled: this.state.settled + 1 });
    this.send({ clientKey, step: "settle", taskId, body: { taskId, clientKey, verdict, reason }, at: this.world.now(), label: `Final verdict on “${shortened(question)}”` });
  }

  /** Leaves the current case to others; it does not come again in this visit. */
  skip(): void {
    const current = this.cases[0];
    if (!current) return;
    const { taskId } = current.item;
    this.deal(taskId);
    this.world.tell("release", { token: this.token, taskIds: [taskId] });
    this.publish({ lost: false, skipped: this.state.skipped + 1 });
    void this.topUp();
  }

  /** Sends something refused once more. */
  sendAgain(conflict: PendingCase): void {
    const { refused: _, ...pending } = conflict;
    this.own.add(pending.clientKey);
    this.publish({ settled: this.state.settled + 1 });
    this.send(pending);
  }

  /** Lets go of something refused: it stays unsaved, and its case may come again. */
  discard(conflict: PendingCase): void {
    this.world.outbox.drop(conflict.clientKey);
    this.dealt.delete(conflict.taskId);
    this.exhausted = false;
    this.publish({ conflicts: this.state.conflicts.filter((other) => other.clientKey !== conflict.clientKey) });
    void this.topUp();
  }

  private deal(taskId: number): void {
    this.dealt.add(taskId);
    this.cases = this.cases.filter((one) => one.item.taskId !== taskId);
  }

  private send(pending: PendingCase): void {
    const kept = this.world.outbox.put(pending);
    // The next case is painted first.
    this.publish({ ...(!kept && { unkept: true }), ...(this.state.saving === "idle" && { saving: "saving", pending: 1 }) });
    this.world.later(() => {
      void this.sender.pump();
      void this.topUp();
    }, 0);
  }

  private answered(pending: PendingCase, result: Result<unknown>): void {
    if (result.ok) this.world.outbox.drop(pending.clientKey);
    else {
      this.world.outbox.put({ ...pending, refused: result.refusal });
      if (this.own.delete(pending.clientKey)) this.publish({ settled: this.state.settled - 1 });
    }
    this.publish({ trouble: null, ...(result.ok && { saved: true }) });
    void this.topUp();
  }

  private async topUp(): Promise<void> {
    if (this.fetching || !this.alive) return;
    this.fetching = true;
    const { token } = this;
    try {
      for (let failures = 0; this.alive && !this.exhausted && this.cases.length <= AHEAD;) {
        const except = [...new Set([...this.dealt, ...this.cases.map((one) => one.item.taskId)])];
        const count = this.cases.length < AHEAD ? 2 : 1;
        const result = (await this.world.post("next", { token, filters: this.filters, except, first: this.first, count })) as Result<CasesClaimed> | null;
        if (!this.alive || token !== this.token) return;
        if (result === null || !result.ok) {
          this.publish({ trouble: result === null ? UNREACHABLE : result.refusal, ...(this.cases.length === 0 && { phase: "unreachable" }) });
          await this.pauses.pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
          if (token !== this.token) return;
          continue;
        }
        failures = 0;
        // Once: what comes behind it is the queue.
        this.first = null;
        const { cases, heldByOthers } = result.value;
        this.exhausted = cases.length === 0;
        this.cases.push(...cases.filter((one) => !this.dealt.has(one.item.taskId) && this.cases.every((other) => other.item.taskId !== one.item.taskId)));
        this.publish({ heldByOthers, ...(this.state.saving === "idle" && { trouble: null }) });
      }
    } finally {
      // A visit that began meanwhile asks for itself.
      if (token === this.token) this.fetching = false;
    }
    this.publish({});
  }

  private heartbeat(): void {
    this.beat?.();
    this.beat = this.world.later(() => {
      void this.renew();
      this.heartbeat();
    }, HEARTBEAT_MS);
  }

  /** Keeps what is held; what another visit has taken meanwhile is let go. */
  private async renew(): Promise<void> {
    if (!this.alive || this.cases.length === 0) return;
    const { token } = this;
    const shown = this.cases.map((one) => one.item.taskId);
    const result = (await this.world.post("renew", { token })) as Result<{ taskIds: number[] }> | null;
    if (!this.alive || token !== this.token || !result?.ok) return;
    const gone = new Set(shown.filter((taskId) => !result.value.taskIds.includes(taskId)));
    if (gone.size === 0) return;
    const [current, ...behind] = this.cases;
    this.cases = [...(current ? [current] : []), ...behind.filter((one) => !gone.has(one.item.taskId))];
    this.publish({ lost: current !== undefined && gone.has(current.item.taskId) });
    void this.topUp();
  }

  private publish(changes: Partial<CaseDeskState>): void {
    const next = { ...this.state, ...changes };
    const current = this.cases[0] ?? null;
    const phase = current !== null ? "working" : this.exhausted ? "done" : next.phase === "unreachable" ? "unreachable" : "loading";
    // What others settle meanwhile is not known here; what is on the desk certainly is left.
    this.state = { ...next, current, phase, left: Math.max(this.cases.length, this.total - next.settled) };
    for (const listener of this.listeners) listener();
  }
}

const UNREACHABLE: Refusal = {
  code: "network",
  message: "The server is not reached. What you settled is kept on this device and is sent once, as soon as the connection is back.",
};
