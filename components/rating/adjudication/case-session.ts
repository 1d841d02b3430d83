import { Pauses, Sender, type Sending } from "@/components/desk/sender";
import { RETRY_MS, shortened, standingKey, TRANSIENT } from "@/components/desk/kept";
import type { VisitWorld } from "@/components/desk/world";
import type { CasesClaimed, CaseView } from "@/lib/rating/adjudication/queries";
import type { CaseFilters } from "@/lib/rating/adjudication/schema";
import type { Refusal, Result } from "@/lib/platform/result";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import type { CaseOutbox, PendingCase } from "./case-outbox";
import { deskUnreachable } from "@/lib/platform/lost-answers";

/** A final verdict as it was entered last in this session. */
export interface EnteredVerdict {
  clientKey: string;
  verdict: Verdict;
  reason: string;
}

export interface CaseDeskState extends Sending<PendingCase> {
  /** `working` has a current case; `done`: nothing is left; `unreachable`: the server gives no next case. */
  phase: "loading" | "working" | "done" | "unreachable";
  current: CaseView | null;
  /** The verdict that was entered on the current case in this session: what is saved now corrects it. */
  entered: EnteredVerdict | null;
  /** What `u` goes back to, in words. */
  undoable: string | null;
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
  trouble: Refusal | null;
}

/** How many cases are held beside the current one. */
const AHEAD = 2;
const HEARTBEAT_MS = 40_000;

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
  /** What was entered in this session, by task. */
  private readonly entered = new Map<number, EnteredVerdict>();
  /** Everything that was entered in this session, by client key. */
  private readonly trail = new Map<string, EnteredVerdict>();
  /** Settled or skipped in this session, in that order, for `u`. */
  private history: { kind: "settle" | "skip"; view: CaseView; clientKey: string }[] = [];
  private beat: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();
  private state: CaseDeskState;

  /**
   * @param total how many await the person under the filters.
   * @param first a case to begin with, whatever the filters.
   */
  constructor(
    private readonly world: VisitWorld<CaseOutbox>,
    private readonly filters: CaseFilters,
    private readonly total: number,
    private first: number | null = null,
  ) {
    this.state = {
      phase: "loading",
      current: null,
      entered: null,
      undoable: null,
      lost: false,
      settled: 0,
      skipped: 0,
      left: total,
      heldByOthers: 0,
      saved: false,
      unkept: false,
      trouble: null,
      saving: "idle",
      pending: 0,
      conflicts: [],
    };
    this.pauses = new Pauses(world.later);
    this.sender = new Sender({
      outbox: world.outbox,
      pauses: this.pauses,
      subject: (pending) => pending.taskId,
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
    this.sender.revive();
    void this.sender.pump();
    void this.topUp();
    this.publish({ phase: "loading", lost: false });
  }

  /** Sends what still waits, and gives back what is held. No one may be here for the answers: all of it stays kept. */
  leave(): void {
    if (!this.alive) return;
    this.alive = false;
    for (const pending of this.world.outbox.list())
      if (pending.refused === undefined) this.world.tell(pending.step, pending.body);
    this.beat?.();
    this.beat = null;
    this.pauses.wake();
    this.world.tell("release", { token: this.token });
  }

  /** Tries again at once what could not be sent, and looks for cases. */
  retry(): void {
    this.exhausted = false;
    this.sender.revive();
    this.sender.retry();
    void this.topUp();
    void this.renew();
  }

  /** Another window has sent, added or discarded something. */
  stored(): void {
    this.sender.announce();
  }

  /** The window is looked at again: the leases may have run out meanwhile. */
  seen(): void {
    void this.renew();
  }

  /** Settles the current case, or corrects the verdict that was entered on it, and shows the next one at once. */
  settle(verdict: Verdict, reason: string): void {
    const current = this.cases[0];
    if (!current) return;
    const clientKey = this.world.uuid();
    const { taskId, question } = current.item;
    const before = this.entered.get(taskId);
    this.own.add(clientKey);
    this.deal(taskId);
    this.entered.set(taskId, { clientKey, verdict, reason });
    this.trail.set(clientKey, { clientKey, verdict, reason });
    this.history.push({ kind: "settle", view: current, clientKey });
    this.publish({ lost: false, ...(before === undefined && { settled: this.state.settled + 1 }) });
    const body = {
      taskId,
      clientKey,
      verdict,
      reason,
      ...(before !== undefined && { supersedes: before.clientKey }),
    };
    const label = `${before === undefined ? "Final verdict on" : "Correction of"} “${shortened(question)}”`;
    this.send({
      clientKey,
      step: before === undefined ? "settle" : "correct",
      taskId,
      body,
      at: this.world.now(),
      label,
    });
  }

  /** Leaves the current case to others; it is not shown again in this session. A case that was reopened keeps its verdict. */
  skip(): void {
    const current = this.cases[0];
    if (!current) return;
    const { taskId } = current.item;
    this.deal(taskId);
    if (!this.entered.has(taskId)) {
      this.history.push({ kind: "skip", view: current, clientKey: "" });
      this.world.tell("release", { token: this.token, taskIds: [taskId] });
      this.publish({ skipped: this.state.skipped + 1 });
    }
    this.publish({ lost: false });
    void this.topUp();
  }

  /** Reopens the last case that was settled or skipped in this session: a settled one with its verdict, to be corrected. */
  undo(): void {
    const last = this.history.pop();
    if (!last) return;
    const { taskId } = last.view.item;
    if (last.kind === "skip") this.publish({ skipped: this.state.skipped - 1 });
    else if (
      !this.sender.mayHaveArrived(last.clientKey) &&
      this.world.outbox.list().some((one) => one.clientKey === last.clientKey)
    )
      this.takeBack(taskId, last.clientKey);
    this.cases = [last.view, ...this.cases.filter((one) => one.item.taskId !== taskId)];
    this.publish({ lost: false });
  }

  /** Takes a verdict back that was never sent: what was entered before it, if anything, is what counts again. */
  private takeBack(taskId: number, clientKey: string): void {
    const unsent = this.world.outbox.list().find((entry) => entry.clientKey === clientKey);
    this.sender.drop(clientKey);
    const before = this.trail.get(unsent?.body.supersedes ?? "");
    if (before !== undefined) this.entered.set(taskId, before);
    else {
      this.entered.delete(taskId);
      this.publish({ settled: this.state.settled - 1 });
    }
  }

  /** Sends an entry that needs attention again. */
  sendAgain(conflict: PendingCase): void {
    if (conflict.step === "settle" && !this.own.has(conflict.clientKey)) {
      this.own.add(conflict.clientKey);
      this.publish({ settled: this.state.settled + 1 });
    }
    this.sender.again(conflict);
    this.sendLater();
  }

  /** Puts what was entered here in the place of the own verdict that was saved elsewhere. */
  useInstead(conflict: PendingCase): void {
    const standing = standingKey(conflict);
    if (standing === null) return;
    this.sender.drop(conflict.clientKey);
    const clientKey = this.world.uuid();
    const { refused: _, ...pending } = conflict;
    this.send({
      ...pending,
      clientKey,
      step: "correct",
      body: { ...conflict.body, clientKey, supersedes: standing },
    });
  }

  /** Discards an entry that needs attention: it stays unsaved, and its case may come again. */
  discard(conflict: PendingCase): void {
    this.sender.drop(conflict.clientKey);
    this.dealt.delete(conflict.taskId);
    this.exhausted = false;
    void this.topUp();
  }

  private deal(taskId: number): void {
    this.dealt.add(taskId);
    this.cases = this.cases.filter((one) => one.item.taskId !== taskId);
  }

  private send(pending: PendingCase): void {
    this.sender.add(pending);
    this.sendLater();
  }

  /** The next case is painted first. */
  private sendLater(): void {
    this.world.later(() => {
      void this.sender.pump();
      void this.topUp();
    }, 0);
  }

  private answered(pending: PendingCase, result: Result<unknown>): void {
    if (result.ok) {
      // A correction that came before what it corrects: now there is something to correct.
      for (const conflict of this.state.conflicts)
        if (conflict.body.supersedes === pending.clientKey) this.sender.again(conflict);
    } else {
      this.history = this.history.filter((entry) => entry.clientKey !== pending.clientKey);
      if (pending.step === "settle") {
        if (this.own.delete(pending.clientKey)) this.publish({ settled: this.state.settled - 1 });
        this.fold(pending, result.refusal);
      } else {
        const before = this.trail.get(pending.body.supersedes ?? "");
        if (before !== undefined) this.entered.set(pending.taskId, before);
      }
    }
    this.publish({ trouble: null, ...(result.ok && { saved: true }) });
    void this.topUp();
  }

  /** Takes the corrections behind a rejected verdict into it: what needs attention is what was entered last. */
  private fold(settle: PendingCase, refusal: Refusal): void {
    if (TRANSIENT.has(refusal.code)) return;
    this.entered.delete(settle.taskId);
    const corrections = this.world.outbox
      .list()
      .filter(
        (entry) =>
          entry.step === "correct" && entry.taskId === settle.taskId && entry.refused === undefined,
      );
    const last = corrections.at(-1);
    if (last === undefined) return;
    for (const entry of [settle, ...corrections]) this.sender.drop(entry.clientKey);
    const clientKey = this.world.uuid();
    const { verdict, reason } = last.body;
    this.sender.add({
      ...settle,
      clientKey,
      body: { taskId: settle.taskId, clientKey, verdict, reason },
      refused: refusal,
    });
    this.history = this.history.filter((entry) =>
      corrections.every((other) => other.clientKey !== entry.clientKey),
    );
  }

  private async topUp(): Promise<void> {
    if (this.fetching || !this.alive) return;
    this.fetching = true;
    const { token } = this;
    try {
      for (let failures = 0; this.alive && !this.exhausted && this.cases.length <= AHEAD;) {
        const except = [...new Set([...this.dealt, ...this.cases.map((one) => one.item.taskId)])];
        const count = this.cases.length < AHEAD ? 2 : 1;
        const result = (await this.world.post("next", {
          token,
          filters: this.filters,
          except,
          first: this.first,
          count,
        })) as Result<CasesClaimed> | null;
        if (!this.alive || token !== this.token) return;
        if (result === null || !result.ok) {
          this.publish({
            trouble: result === null ? UNREACHABLE : result.refusal,
            ...(this.cases.length === 0 && { phase: "unreachable" }),
          });
          await this.pauses.pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
          if (token !== this.token) return;
          continue;
        }
        failures = 0;
        // Once: what comes behind it is the queue.
        this.first = null;
        const { cases, heldByOthers } = result.value;
        this.exhausted = cases.length === 0;
        this.cases.push(
          ...cases.filter(
            (one) =>
              !this.dealt.has(one.item.taskId) &&
              this.cases.every((other) => other.item.taskId !== one.item.taskId),
          ),
        );
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
    const result = (await this.world.post("renew", { token })) as Result<{
      taskIds: number[];
    }> | null;
    if (!this.alive || token !== this.token || !result?.ok) return;
    // A case that was reopened is not held, and needs not be.
    const gone = new Set(
      shown.filter((taskId) => !result.value.taskIds.includes(taskId) && !this.dealt.has(taskId)),
    );
    if (gone.size === 0) return;
    const [current, ...behind] = this.cases;
    this.cases = [
      ...(current ? [current] : []),
      ...behind.filter((one) => !gone.has(one.item.taskId)),
    ];
    this.publish({ lost: current !== undefined && gone.has(current.item.taskId) });
    void this.topUp();
  }

  private publish(changes: Partial<CaseDeskState>): void {
    const next = { ...this.state, ...changes };
    const current = this.cases[0] ?? null;
    const phase =
      current !== null
        ? "working"
        : this.exhausted
          ? "done"
          : next.phase === "unreachable"
            ? "unreachable"
            : "loading";
    // What others settle meanwhile is not known here; what is on the desk certainly is left.
    const last = this.history.at(-1);
    this.state = {
      ...next,
      current,
      phase,
      entered: current === null ? null : (this.entered.get(current.item.taskId) ?? null),
      undoable:
        last === undefined
          ? null
          : `${last.kind === "settle" ? "Final verdict on" : "Skipped"} “${shortened(last.view.item.question)}”`,
      left: Math.max(
        this.cases.filter((one) => !this.entered.has(one.item.taskId)).length,
        this.total - next.settled,
      ),
    };
    for (const listener of this.listeners) listener();
  }
}

const UNREACHABLE = deskUnreachable("Your verdicts");
