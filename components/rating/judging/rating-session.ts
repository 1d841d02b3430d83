import { Pauses, Sender, type Sending } from "@/components/desk/sender";
import { RETRY_MS, shortened, standingKey, TRANSIENT } from "@/components/desk/kept";
import type { VisitWorld } from "@/components/desk/world";
import type { Refusal, Result } from "@/lib/platform/result";
import type { DeskCampaign, DeskStatus, RatingItem } from "@/lib/rating/judging/queries";
import { STOP_WORDS, type Verdict } from "@/lib/rating/judging/vocabulary";
import { formOf, type RatingForm } from "./rating-form";
import type { Pending, RatingOutbox } from "./rating-outbox";
import { deskUnreachable } from "@/lib/platform/lost-answers";

/** An item that was judged in this visit, as it was entered last. */
export interface Entered {
  item: RatingItem;
  form: RatingForm;
  clientKey: string;
}

export interface RatingState extends Sending<Pending> {
  /**
   * `stopped`: the server gives no items, and says why in `stop`. `elsewhere`: all that is left is open in other windows
   * of the rater.
   */
  phase: "loading" | "working" | "done" | "elsewhere" | "unreachable" | "stopped";
  /** How many items other windows of the rater hold, as of when the server was last asked for items. */
  elsewhere: number;
  stop: Refusal | null;
  item: RatingItem | null;
  /** The verdict that was entered on the shown item in this visit: what is submitted now corrects it. */
  entered: Entered | null;
  /** How many items wait behind, ready to be shown. */
  ready: number;
  hasBack: boolean;
  hasForward: boolean;
  /** What `u` goes back to, in words. */
  undoable: string | null;
  /** Something was saved in this visit. */
  saved: boolean;
  campaign: DeskCampaign;
  /** Own verdicts, those that wait included. */
  done: number;
  skipped: number;
  trouble: Refusal | null;
}

/** What is submitted of an item. */
export interface Submission {
  verdict: Verdict;
  form: RatingForm;
  activeMs: number;
}

/** How many items are held ready: asked for when fewer than the first are there, until the second are. */
const [LOW, FULL] = [5, 8];
const STOPS = new Set(["paused", "closed", "not-qualified", "not-found", "access-denied"]);
/** Nothing that is entered now would count: the item is put away, and what was begun on it is kept. */
const HALTS = new Set(["paused", "closed"]);
/** How often a desk gives a sign of life, and how often it asks while it waits for work, in milliseconds. */
const [BEAT_MS, WAITING_BEAT_MS] = [60_000, 15_000];

/**
 * One visit to the rating desk: holds the next items, shows the next one at once, and saves behind it, in order, each
 * verdict under a key of its own.
 */
export class RatingSession {
  private queue: RatingItem[] = [];
  /** Judged in this visit, in that order. */
  private trail: Entered[] = [];
  private history: {
    kind: "judge" | "skip";
    taskId: number;
    item: RatingItem;
    clientKey: string;
  }[] = [];
  /** Where in trail and queue, one behind the other, the shown item is. */
  private at = 0;
  private exhausted = false;
  private fetching = false;
  private alive = false;
  /** The item that the server was last told of as shown. */
  private shownTask: number | null = null;
  private cancelBeat: () => void = () => {};
  /** Goes up with everything that is entered or saved: counts that were asked for before are old then. */
  private moves = 0;
  /** How far the campaign is has to be asked. */
  private wantsProgress = false;
  /** What an earlier visit left: the server's count may hold it already. */
  private readonly earlier = new Set<string>();
  private readonly pauses: Pauses;
  private readonly sender: Sender<Pending>;
  private readonly listeners = new Set<() => void>();
  private state: RatingState;

  constructor(
    private readonly world: VisitWorld<RatingOutbox>,
    campaign: DeskCampaign,
  ) {
    this.state = {
      phase: "loading",
      elsewhere: 0,
      stop: null,
      item: null,
      entered: null,
      ready: 0,
      hasBack: false,
      hasForward: false,
      undoable: null,
      saved: false,
      campaign,
      done: campaign.done,
      skipped: 0,
      saving: "idle",
      pending: 0,
      conflicts: [],
      unkept: false,
      trouble: null,
    };
    this.pauses = new Pauses(world.later);
    this.sender = new Sender({
      outbox: world.outbox,
      pauses: this.pauses,
      subject: (pending) => pending.taskId,
      alive: () => this.alive,
      post: (pending) => world.post(pending.step, pending.body),
      told: (sending) => this.publish(sending),
      troubled: (refusal) => this.publish({ trouble: refusal ?? UNREACHABLE }),
      settled: (pending, result) => this.settle(pending, result),
      emptied: () => {
        if (this.wantsProgress || (this.exhausted && this.queue.length === 0))
          void this.topUp(true);
      },
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): RatingState => this.state;

  /** Begins, or goes on after the page came back: sends what waits, and takes items. */
  start(): void {
    this.alive = true;
    for (const pending of this.world.outbox.list()) this.earlier.add(pending.clientKey);
    this.sender.revive();
    void this.sender.pump();
    void this.topUp();
    this.shownTask = null;
    this.beat();
    this.publish({});
  }

  /** Sends what still waits while the page goes away. No one may be here for the answers: all of it stays kept. */
  leave(): void {
    this.alive = false;
    for (const pending of this.world.outbox.list())
      if (pending.refused === undefined) this.world.tell(pending.step, pending.body);
    // What this window holds is free for the rater's others.
    this.world.tell("leave", {});
    this.cancelBeat();
    this.pauses.wake();
  }

  /** Tries again at once what could not be sent, and looks for items. */
  retry(): void {
    this.exhausted = false;
    this.publish({ stop: null });
    this.sender.revive();
    this.sender.retry();
    void this.topUp(true);
  }

  /** Another window has sent, added or discarded something. */
  stored(): void {
    this.sender.announce();
  }

  // Moving --------------------------------------------------------------------------------------------------------

  /** To the item before: one that was judged in this visit is shown with its verdict. */
  back(): void {
    if (this.at > 0) this.at--;
    this.publish({});
  }

  /** To the item behind, as far as it is here. What was entered on the one left is kept. */
  forward(): void {
    if (this.at < this.trail.length + this.queue.length - 1) this.at++;
    this.publish({});
  }

  /** Back to the last item that was judged or skipped: a judged one with its verdict, to be corrected. */
  undo(): void {
    const last = this.history.pop();
    if (!last) return;
    if (last.kind === "judge")
      this.at = this.trail.findIndex((entered) => entered.item.taskId === last.taskId);
    else {
      if (!this.sender.mayHaveArrived(last.clientKey)) this.sender.drop(last.clientKey);
      this.queue = [last.item, ...this.queue.filter((item) => item.taskId !== last.taskId)];
      this.at = this.trail.length;
      this.publish({ skipped: this.state.skipped - 1 });
    }
    this.publish({});
  }

  // Entering ------------------------------------------------------------------------------------------------------

  /** Enters a verdict on the shown item, or corrects the one that was entered, and shows the next item at once. */
  submit({ verdict, form, activeMs }: Submission): void {
    const { item, entered } = this.state;
    if (item === null) return;
    this.moves++;
    const clientKey = this.world.uuid();
    const at = this.world.now();
    const body = {
      verdict,
      comment: form.comment,
      lowConfidence: form.lowConfidence,
      flagged: form.flagged,
      activeMs,
      clientKey,
      enteredAt: new Date(at).toISOString(),
      ...(entered === null
        ? { taskId: item.taskId, revisionId: item.revisionId }
        : {
            supersedes: entered.clientKey,
            correction: form.correction.trim() || "Corrected while rating",
          }),
    };
    const pending: Pending = {
      clientKey,
      step: entered === null ? "judge" : "correct",
      body,
      at,
      campaignId: this.state.campaign.id,
      taskId: item.taskId,
      label: `${entered === null ? "Rating" : "Correction"} of “${shortened(item.question)}”`,
    };
    const now: Entered = {
      item,
      form: { ...formOf({ ...verdict, ...form }), correction: "" },
      clientKey,
    };
    if (entered === null) {
      this.queue = this.queue.filter((other) => other.taskId !== item.taskId);
      this.trail.push(now);
    } else
      this.trail = this.trail.map((other) => (other.item.taskId === item.taskId ? now : other));
    this.history.push({ kind: "judge", taskId: item.taskId, item, clientKey });
    this.at = this.trail.length;
    this.send(pending);
  }

  /** Puts the shown item behind all others. */
  skip(): void {
    const { item, entered } = this.state;
    if (item === null || entered !== null) return;
    this.moves++;
    const clientKey = this.world.uuid();
    this.queue = this.queue.filter((other) => other.taskId !== item.taskId);
    this.at = this.trail.length;
    this.history.push({ kind: "skip", taskId: item.taskId, item, clientKey });
    this.publish({ skipped: this.state.skipped + 1 });
    this.send({
      clientKey,
      step: "skip",
      body: { taskId: item.taskId, clientKey },
      at: this.world.now(),
      campaignId: this.state.campaign.id,
      taskId: item.taskId,
      label: `Skipped “${shortened(item.question)}”`,
    });
  }

  /** Sends an entry that needs attention again. */
  sendAgain(conflict: Pending): void {
    this.sender.again(conflict);
    this.sendLater();
  }

  /** Puts what was entered here in the place of the own verdict that was saved elsewhere. */
  useInstead(conflict: Pending): void {
    const standing = standingKey(conflict);
    if (standing === null) return;
    this.sender.drop(conflict.clientKey);
    const clientKey = this.world.uuid();
    const { taskId: _, revisionId: __, ...body } = conflict.body;
    const { refused: ___, ...rest } = conflict;
    this.send({
      ...rest,
      clientKey,
      step: "correct",
      body: { ...body, clientKey, supersedes: standing, correction: "Entered in another window" },
    });
  }

  /** Discards an entry that needs attention: it stays unsaved. */
  discard(conflict: Pending): void {
    this.sender.drop(conflict.clientKey);
    this.exhausted = false;
    void this.topUp();
  }

  private send(pending: Pending): void {
    this.sender.add(pending);
    this.sendLater();
  }

  /** The next item is painted first. */
  private sendLater(): void {
    this.world.later(() => {
      void this.sender.pump();
      void this.topUp();
    }, 0);
  }

  private settle(pending: Pending, result: Result<unknown>): void {
    this.moves++;
    const here = pending.campaignId === this.state.campaign.id;
    if (result.ok) {
      const { campaign } = this.state;
      const { standing } = (result.value ?? {}) as { standing?: DeskStatus | null };
      if (this.earlier.has(pending.clientKey)) this.wantsProgress = true;
      else if (pending.step === "judge" && here)
        this.publish({
          campaign: { ...campaign, done: campaign.done + 1, teamDone: campaign.teamDone + 1 },
        });
      // Verdicts are sent one after the other: this count holds what was sent, and nothing of what waits.
      if (here && standing && standing.done !== null && standing.total !== null)
        this.publish({
          campaign: { ...this.state.campaign, done: standing.done, total: standing.total },
        });
      if (here) this.note(standing);
      if (pending.step === "skip") this.exhausted = false;
      // A correction that came before what it corrects: now there is something to correct.
      for (const conflict of this.state.conflicts)
        if (conflict.step === "correct" && conflict.body.supersedes === pending.clientKey)
          this.sender.again(conflict);
    } else {
      if (here && HALTS.has(result.refusal.code))
        this.note({ status: result.refusal.code as "paused" | "closed" });
      if (pending.step === "judge") this.fold(pending, result.refusal);
      // What was not saved cannot be taken back or corrected.
      this.history = this.history.filter((entry) => entry.clientKey !== pending.clientKey);
      if (pending.step === "judge") {
        const shown = this.state.item?.taskId;
        this.trail = this.trail.filter((entered) => entered.item.taskId !== pending.taskId);
        this.show(shown);
      } else if (pending.step === "correct") {
        const { supersedes } = pending.body as { supersedes: string };
        this.trail = this.trail.map((entered) =>
          entered.clientKey === pending.clientKey ? { ...entered, clientKey: supersedes } : entered,
        );
      }
    }
    this.publish({ trouble: null, ...(result.ok && { saved: true }) });
    void this.topUp();
  }

  /** Takes the corrections behind a rejected verdict into it: what needs attention is what was entered last. */
  private fold(judge: Pending, refusal: Refusal): void {
    if (TRANSIENT.has(refusal.code)) return;
    const corrections = this.world.outbox
      .list()
      .filter(
        (entry) =>
          entry.step === "correct" && entry.taskId === judge.taskId && entry.refused === undefined,
      );
    const last = corrections.at(-1);
    if (last === undefined) return;
    for (const entry of [judge, ...corrections]) this.sender.drop(entry.clientKey);
    const { supersedes: _, correction: __, ...entered } = last.body;
    const clientKey = this.world.uuid();
    const { revisionId } = judge.body;
    this.sender.add({
      ...judge,
      clientKey,
      body: { ...entered, taskId: judge.taskId, revisionId, clientKey },
      refused: refusal,
    });
    this.history = this.history.filter((entry) =>
      corrections.every((other) => other.clientKey !== entry.clientKey),
    );
  }

  // The campaign's status and this window's share ----------------------------------------------------------------

  /** Takes in how the campaign stands: stops at once where it does, and goes on where it goes on. */
  private note(standing: Pick<DeskStatus, "status"> | null | undefined): void {
    if (!standing) return;
    const { status } = standing;
    const before = this.state.stop?.code;
    if (status !== "open" && status !== before) {
      this.publish({ stop: { code: status, message: STOP_WORDS[status] } });
      this.beat();
    }
    if (status !== "open") return;
    // What was refused for the pause alone counts now, also what an earlier visit left.
    const kept = this.state.conflicts.filter(
      (conflict) =>
        conflict.refused?.code === "paused" && conflict.campaignId === this.state.campaign.id,
    );
    for (const conflict of kept) this.sender.again(conflict);
    if (kept.length > 0) void this.sender.pump();
    if (before === undefined || !HALTS.has(before)) return;
    this.exhausted = false;
    this.publish({ stop: null });
    this.sender.retry();
    void this.topUp(true);
  }

  /** Tells the server of the item that is shown now; one that is no longer this window's gives way to the next. */
  private async tellShown(taskId: number): Promise<void> {
    const result = (await this.world.post("shown", { taskId })) as Result<{
      standing: DeskStatus | null;
    }> | null;
    if (!this.alive || result === null) return;
    if (result.ok) {
      this.note(result.value.standing);
      // The last one here, while other windows hold more than they show: this one takes its share before it runs dry.
      if (this.state.elsewhere > 0 && this.queue.length <= 1) {
        this.exhausted = false;
        void this.topUp();
      }
      return;
    }
    if (result.refusal.code !== "moved" || !this.queue.some((item) => item.taskId === taskId))
      return;
    const shown = this.state.item?.taskId;
    this.queue = this.queue.filter((item) => item.taskId !== taskId);
    this.show(shown);
    this.publish({});
    void this.topUp();
  }

  /** Gives a sign of life from time to time, and asks for work more often while there is none. */
  private beat(): void {
    this.cancelBeat();
    const waiting = this.state.stop?.code === "paused" || this.state.phase === "elsewhere";
    this.cancelBeat = this.world.later(
      () => {
        if (!this.alive) return;
        void this.world.post("status", { campaignId: this.state.campaign.id }).then((result) => {
          if (!this.alive) return;
          if (result?.ok)
            this.note((result.value as { standing: DeskStatus | null } | null)?.standing);
          if (this.state.phase === "elsewhere") this.exhausted = false;
          void this.topUp();
          this.beat();
        });
      },
      waiting ? WAITING_BEAT_MS : BEAT_MS,
    );
  }

  /** Points at an item after the lists have changed; one that is gone gives way to the next. */
  private show(taskId: number | undefined): void {
    const all = [...this.trail.map((entered) => entered.item), ...this.queue];
    const place = all.findIndex((item) => item.taskId === taskId);
    this.at = place >= 0 ? place : this.trail.length;
  }

  // Taking items --------------------------------------------------------------------------------------------------

  /** @param again asks even if there was nothing more, and how far the campaign is. */
  private async topUp(again = false): Promise<void> {
    this.wantsProgress ||= again;
    if (this.fetching || !this.alive) return;
    this.fetching = true;
    try {
      for (
        let failures = 0;
        this.alive && (this.wantsProgress || (!this.exhausted && this.queue.length < LOW));
      ) {
        const waiting = this.world.outbox
          .list()
          .filter((pending) => pending.campaignId === this.state.campaign.id);
        const held = [
          ...new Set([
            ...this.queue.map((item) => item.taskId),
            ...waiting
              .filter((pending) => pending.step !== "correct")
              .map((pending) => pending.taskId),
          ]),
        ];
        const { moves } = this;
        const count = Math.max(1, FULL - this.queue.length);
        const progress = this.wantsProgress;
        const result = (await this.world.post("next", {
          campaignId: this.state.campaign.id,
          count,
          held,
          progress,
        })) as Result<{
          items: RatingItem[];
          elsewhere?: number;
          campaign: DeskCampaign | null;
        }> | null;
        if (!this.alive) return;
        if (result === null || (!result.ok && !STOPS.has(result.refusal.code))) {
          this.publish({
            trouble: result === null ? UNREACHABLE : (result as { refusal: Refusal }).refusal,
            ...(this.queue.length === 0 && { phase: "unreachable" }),
          });
          await this.pauses.pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
          continue;
        }
        if (!result.ok) {
          this.exhausted = true;
          this.wantsProgress = false;
          this.publish({ stop: result.refusal, phase: "stopped" });
          this.beat();
          return;
        }
        failures = 0;
        const { items, elsewhere = 0, campaign } = result.value;
        this.exhausted = items.length < count;
        // Something was entered or saved meanwhile: that count is old.
        this.wantsProgress = progress && moves !== this.moves;
        const known = new Set([
          ...this.queue.map((item) => item.taskId),
          ...this.trail.map((entered) => entered.item.taskId),
          ...this.world.outbox.list().map((pending) => pending.taskId),
        ]);
        this.queue.push(...items.filter((item) => !known.has(item.taskId)));
        this.publish({
          stop: null,
          elsewhere,
          ...(campaign !== null && moves === this.moves && { campaign }),
          ...(this.state.saving === "idle" && { trouble: null }),
        });
      }
    } finally {
      this.fetching = false;
    }
    this.publish({});
  }

  private publish(changes: Partial<RatingState>): void {
    const next = { ...this.state, ...changes };
    const before = this.state.phase;
    this.at = Math.min(this.at, this.trail.length + this.queue.length);
    const entered = this.trail[this.at] ?? null;
    const item = entered?.item ?? this.queue[this.at - this.trail.length] ?? null;
    const waiting = this.world.outbox
      .list()
      .filter(
        (pending) =>
          pending.refused === undefined &&
          pending.step === "judge" &&
          pending.campaignId === next.campaign.id &&
          !this.earlier.has(pending.clientKey),
      ).length;
    const last = this.history.at(-1);
    this.state = {
      ...next,
      item,
      entered,
      ready: Math.max(0, this.queue.length - 1),
      phase:
        next.stop !== null && HALTS.has(next.stop.code)
          ? "stopped"
          : item !== null
            ? "working"
            : next.stop !== null
              ? "stopped"
              : this.exhausted
                ? next.elsewhere > 0
                  ? "elsewhere"
                  : "done"
                : next.phase === "unreachable"
                  ? "unreachable"
                  : "loading",
      hasBack: this.at > 0,
      hasForward: this.at < this.trail.length + this.queue.length - 1,
      undoable:
        last === undefined
          ? null
          : `${last.kind === "judge" ? "Rating of" : "Skipped"} “${shortened(last.item.question)}”`,
      done: next.campaign.done + waiting,
    };
    for (const listener of this.listeners) listener();
    if (this.alive && this.state.phase === "elsewhere" && before !== "elsewhere") this.beat();
    const shown = this.state.phase === "working" && entered === null ? item!.taskId : null;
    if (!this.alive || shown === null || shown === this.shownTask) return;
    this.shownTask = shown;
    void this.tellShown(shown);
  }
}

const UNREACHABLE = deskUnreachable("Your ratings");
