import { Pauses, RETRY_MS, Sender } from "@/components/ui/outbox";
import type { VisitWorld } from "@/components/ui/visit-world";
import type { Refusal, Result } from "@/lib/platform/result";
import type { DeskLoad, DeskQuestion } from "@/lib/refreshing/queries";
import type { ClaimOutcome, QueueFilters } from "@/lib/review-schedule/schema";
import type { DeskItem, DeskOutbox, Pending } from "./desk-outbox";
import { deskUnreachable } from "@/lib/platform/lost-answers";

export interface DeskState {
  /** `working` has a current question; `done`: nothing is due; `unreachable`: the server gives no next question. */
  phase: "loading" | "working" | "done" | "unreachable";
  current: DeskItem | null;
  /** The current question is being brought back: its keys sleep. */
  bringing: boolean;
  /** Another visit has taken the current question, because this one was silent for too long. */
  lost: boolean;
  /** How many questions wait behind the current one, ready to be shown. */
  ready: number;
  saving: "idle" | "saving" | "retrying";
  pending: number;
  /** The device does not keep what waits: it must not be closed. */
  unkept: boolean;
  reviewed: number;
  skipped: number;
  /** Reviewed in this visit and still due, together. */
  total: number;
  load: DeskLoad;
  obstacles: Omit<ClaimOutcome, "claims"> | null;
  /** What `u` would take back, in words. */
  undoable: string | null;
  /** What the server refused, each to be looked at. */
  conflicts: Pending[];
  /** Why nothing gets through at the moment. */
  trouble: Refusal | null;
}

/** How many questions are held beside the current one. */
const AHEAD = 2;
const HEARTBEAT_MS = 40_000;

/**
 * One visit to the refresh desk. It holds claims on the current question and the next ones with everything about them,
 * shows the next one at once, and saves behind it, in order, each action under a key of its own.
 */
export class DeskSession {
  private token = "";
  private items: DeskItem[] = [];
  private readonly dealt = new Set<number>();
  private readonly history: Pending[] = [];
  private exhausted = false;
  private fetching = false;
  /** Goes up with everything that is done or taken back. */
  private moves = 0;
  private readonly pauses: Pauses;
  private readonly sender: Sender<Pending>;
  private beat: (() => void) | null = null;
  private alive = false;
  private readonly listeners = new Set<() => void>();
  private state: DeskState;

  /** @param first a question to begin with, due or not. */
  constructor(
    private readonly world: VisitWorld<DeskOutbox>,
    private readonly filters: QueueFilters,
    load: DeskLoad,
    private first: number | null = null,
  ) {
    this.pauses = new Pauses(world.later);
    this.sender = new Sender({
      outbox: world.outbox,
      pauses: this.pauses,
      subject: (pending) => pending.item.id,
      alive: () => this.alive,
      post: (pending) => world.post(pending.step, { ...pending.body, token: this.token }),
      told: (sending) => this.publish(sending),
      troubled: (refusal) => this.publish({ trouble: refusal ?? UNREACHABLE }),
      settled: (pending, result) => this.settle(pending, result),
      // At the end of the queue, once all is saved: is there really nothing more, and how much was it in all?
      emptied: () => {
        if (this.exhausted && this.items.length === 0) void this.topUp(true);
      },
    });
    this.state = {
      phase: "loading",
      current: null,
      bringing: false,
      lost: false,
      ready: 0,
      saving: "idle",
      pending: 0,
      unkept: false,
      reviewed: 0,
      skipped: 0,
      total: load.due,
      load,
      obstacles: null,
      undoable: null,
      conflicts: [],
      trouble: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): DeskState => this.state;

  /** Begins: sends what an earlier visit left, and takes the first questions. */
  start(): void {
    // A visit of its own each time: what the one before gave back must not be given back again by a late message.
    this.token = this.world.uuid();
    this.alive = true;
    this.items = [];
    this.exhausted = false;
    this.fetching = false;
    for (const pending of this.world.outbox.list()) this.dealt.add(pending.item.id);
    this.heartbeat();
    this.sender.revive();
    void this.sender.pump();
    void this.begin();
    this.publish({ phase: "loading", current: null });
  }

  private async begin(): Promise<void> {
    const { first, token } = this;
    if (first !== null) {
      const result = (await this.world.post("open", { token, questionId: first })) as Result<{
        question: DeskQuestion;
        held: boolean;
      }> | null;
      if (!this.alive || token !== this.token) return;
      if (result?.ok) {
        this.items = [{ ...result.value.question, claim: null }];
        this.dealt.delete(first);
        this.publish({ lost: !result.value.held });
      } else if (result !== null) this.publish({ trouble: result.refusal });
      // Once: what comes after a reload of the queue is the queue.
      if (result !== null) this.first = null;
    }
    void this.topUp();
  }

  /** Sends what still waits, and gives back what is held, so that others can have it at once. */
  leave(): void {
    this.alive = false;
    // No one may be here for the answers: it stays kept, and the next visit sends it again under the same key.
    for (const pending of this.world.outbox.list()) {
      if (pending.refused === undefined && pending.step !== "open")
        this.world.tell(
          pending.step,
          pending.step === "skip" ? { ...pending.body, token: this.token } : pending.body,
        );
    }
    this.beat?.();
    this.beat = null;
    this.pauses.wake();
    this.world.tell("release", { token: this.token });
  }

  /** Tries again at once what could not be sent, and looks for questions. */
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

  /**
   * Does something about the current question and shows the next one at once.
   * @param body what is sent, without its key and the visit's token.
   * @param draft what was typed, to be put back should someone else have been faster.
   */
  act(
    step: "verify" | "refresh" | "skip",
    body: Record<string, unknown>,
    label: string,
    draft?: unknown,
  ): void {
    const item = this.items[0];
    if (!item || this.state.bringing) return;
    this.moves++;
    const clientKey = this.world.uuid();
    const pending: Pending = {
      clientKey,
      step,
      body: step === "skip" ? body : { ...body, clientKey },
      label,
      item,
      at: this.world.now(),
      ...(draft !== undefined && { draft }),
    };
    this.items.shift();
    this.dealt.add(item.id);
    this.history.push(pending);
    const reviewed = this.state.reviewed + (step === "skip" ? 0 : 1);
    this.publish({
      lost: false,
      reviewed,
      total: Math.max(this.state.total, reviewed),
      skipped: this.state.skipped + (step === "skip" ? 1 : 0),
    });
    // Acting on a question again replaces what was rejected about it before.
    for (const conflict of this.state.conflicts)
      if (conflict.item.id === item.id) this.sender.drop(conflict.clientKey);
    this.send(pending);
    void this.topUp();
  }

  /** Takes the last action of this visit back and shows its question again. */
  undo(): void {
    if (this.state.bringing) return;
    const last = this.history.pop();
    if (!last) return;
    this.moves++;
    this.publish({
      reviewed: this.state.reviewed - (last.step === "skip" ? 0 : 1),
      skipped: this.state.skipped - (last.step === "skip" ? 1 : 0),
      lost: false,
    });
    this.items.unshift(last.item);
    if (!this.sender.mayHaveArrived(last.clientKey)) {
      this.sender.drop(last.clientKey);
      return;
    }
    const clientKey = this.world.uuid();
    this.publish({ bringing: true });
    this.send({
      clientKey,
      step: last.step === "skip" ? "open" : "undo",
      label: `Undo: ${last.label}`,
      item: last.item,
      at: this.world.now(),
      body:
        last.step === "skip" ? { questionId: last.item.id } : { undoes: last.clientKey, clientKey },
    });
  }

  /** Puts a question that was refused on the desk again, as it is now. */
  async open(conflict: Pending): Promise<boolean> {
    const result = (await this.world.post("open", {
      token: this.token,
      questionId: conflict.item.id,
    })) as Result<{ question: DeskQuestion }> | null;
    if (!result?.ok) {
      this.publish({ trouble: result === null ? UNREACHABLE : result.refusal });
      return false;
    }
    this.items = [
      { ...result.value.question, claim: conflict.item.claim },
      ...this.items.filter((item) => item.id !== conflict.item.id),
    ];
    this.publish({ phase: "working", lost: false });
    return true;
  }

  /** Sends an entry that needs attention again. */
  sendAgain(conflict: Pending): void {
    this.sender.again(conflict);
    void this.sender.pump();
  }

  /** Discards an entry that needs attention: it stays unsaved, and its question may come again. */
  discard(conflict: Pending): void {
    this.sender.drop(conflict.clientKey);
    this.dealt.delete(conflict.item.id);
    this.exhausted = false;
    void this.topUp();
  }

  // Sending -------------------------------------------------------------------------------------------------------

  private send(pending: Pending): void {
    this.sender.add(pending);
    void this.sender.pump();
  }

  private settle(pending: Pending, result: Result<unknown>): void {
    const brings = pending.step === "undo" || pending.step === "open";
    const here = brings && this.state.bringing && this.items[0]?.id === pending.item.id;
    if (result.ok) {
      if (here)
        this.items[0] = {
          ...(result.value as { question: DeskQuestion }).question,
          claim: pending.item.claim,
        };
      if (brings) {
        this.dealt.delete(pending.item.id);
        // What an earlier visit wanted back: this one holds it now and shows it in its turn.
        if (!here) {
          this.exhausted = false;
          void this.topUp();
        }
      }
      this.publish({ trouble: null, ...(here && { bringing: false }) });
      return;
    }
    const undone =
      pending.step === "undo" &&
      (result.refusal.code === "not-found" || result.refusal.code === "already-undone");
    const at = this.history.findIndex((entry) => entry.clientKey === pending.clientKey);
    if (at >= 0) {
      this.history.splice(at, 1);
      this.publish({
        reviewed: this.state.reviewed - (pending.step === "skip" ? 0 : 1),
        skipped: this.state.skipped - (pending.step === "skip" ? 1 : 0),
      });
    }
    if (undone) this.sender.drop(pending.clientKey);
    if (here) {
      // It was never saved, or someone has changed it since: as it was is not as it is.
      if (undone) this.publish({ bringing: false });
      else {
        this.items.shift();
        this.publish({ bringing: false });
        void this.topUp();
      }
    }
    this.publish({ trouble: null });
  }

  // Taking questions ----------------------------------------------------------------------------------------------

  /** @param again asks even if there was nothing more. */
  private async topUp(again = false): Promise<void> {
    if (this.fetching || !this.alive) return;
    this.fetching = true;
    try {
      for (
        let failures = 0;
        this.alive && (again || !this.exhausted) && this.items.length <= AHEAD;
      ) {
        const token = this.token;
        const after = [...new Set([...this.dealt, ...this.items.map((item) => item.id)])];
        const [quiet, moves] = [
          !this.world.outbox.list().some((pending) => pending.refused === undefined),
          this.moves,
        ];
        const result = (await this.world.post("next", {
          token,
          filters: this.filters,
          after,
          count: this.items.length < AHEAD ? 2 : 1,
        })) as Result<{
          questions: DeskItem[];
          obstacles: Omit<ClaimOutcome, "claims">;
          load: DeskLoad;
        }> | null;
        if (!this.alive || token !== this.token) return;
        if (result === null || !result.ok) {
          this.publish({
            trouble: result === null ? UNREACHABLE : result.refusal,
            ...(this.items.length === 0 && { phase: "unreachable" }),
          });
          await this.pauses.pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
          continue;
        }
        failures = 0;
        again = false;
        const { questions, obstacles, load } = result.value;
        this.exhausted = questions.length === 0;
        this.items.push(
          ...questions.filter(
            (question) =>
              !this.dealt.has(question.id) && this.items.every((item) => item.id !== question.id),
          ),
        );
        // Only a count that nothing of ours was under way beside says how much there is in all.
        const total =
          quiet && moves === this.moves ? load.due + this.state.reviewed : this.state.total;
        this.publish({
          load,
          obstacles,
          total,
          ...(this.state.saving === "idle" && { trouble: null }),
        });
      }
    } finally {
      this.fetching = false;
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

  /** The window is looked at again: the leases may have run out meanwhile. */
  seen(): void {
    void this.renew();
  }

  /** Keeps what is held; what another visit has taken meanwhile is let go. */
  async renew(): Promise<void> {
    if (!this.alive || this.items.length === 0) return;
    const shown = this.items.map((item) => item.id);
    const result = (await this.world.post("renew", { token: this.token })) as Result<{
      questionIds: number[];
    }> | null;
    if (!this.alive || !result?.ok) return;
    const gone = new Set(shown.filter((id) => !result.value.questionIds.includes(id)));
    if (gone.size === 0) return;
    const [current, ...behind] = this.items;
    this.items = [...(current ? [current] : []), ...behind.filter((item) => !gone.has(item.id))];
    this.publish({ lost: current !== undefined && gone.has(current.id) });
    void this.topUp();
  }

  // Telling -------------------------------------------------------------------------------------------------------

  private publish(changes: Partial<DeskState>): void {
    const current = this.items[0] ?? null;
    const phase =
      current !== null
        ? "working"
        : this.exhausted
          ? "done"
          : (changes.phase ?? (this.state.phase === "unreachable" ? "unreachable" : "loading"));
    const last = this.history.at(-1);
    this.state = {
      ...this.state,
      ...changes,
      phase,
      current,
      ready: Math.max(0, this.items.length - 1),
      undoable: last?.label ?? null,
    };
    for (const listener of this.listeners) listener();
  }
}

const UNREACHABLE = deskUnreachable("Your changes");
