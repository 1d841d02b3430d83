import { newClientKey } from "@/components/ui/client-key";
import { unsavedCellsKey } from "@/components/ui/device-keys";
import { keepValue, readValue, type Keeping } from "@/components/ui/device-storage";
import type { SheetContent } from "@/lib/dataset/sheet/cells";
import type { SheetRow } from "@/lib/dataset/sheet/queries";
import type { SheetWire } from "@/lib/dataset/sheet/wire";
import type { Refusal } from "@/lib/platform/result";
import type { AnswerOf } from "@/lib/platform/wire";
import type { CellRequests } from "./cell-requests";
import {
  cellKey,
  enterTexts,
  readKept,
  setStates,
  shownContent,
  takeAnswer,
  takeRows,
  type CellText,
  type UnsavedCell,
  type UnsavedCells,
} from "./unsaved-cells";

/** What the sheet shows of the store. A new object after each change. */
export interface CellsShown {
  unsaved: UnsavedCells;
  /** Goes up when a row was read or saved. */
  version: number;
  canUndo: boolean;
  canRedo: boolean;
  /** What an undo could not do, or did not do in whole. */
  message: string | null;
}

interface Batch {
  clientKey: string;
  cells: UnsavedCell[];
}

/** One change that can be undone. */
interface Done {
  operationId: number;
  questionIds: number[];
}

/** Refused for now: tried again by itself. */
const TRANSIENT = new Set([
  "network",
  "no-answer",
  "out-of-date",
  "unavailable",
  "unknown-outcome",
]);
const RETRY_MS = [2_000, 5_000, 15_000];

/**
 * Holds the texts that people enter in the sheet, keeps them on the device, saves them in the background one request after
 * the other, and remembers what can be undone. It knows nothing of React and nothing of the grid.
 * @param onSaved called with the questions that changed, for whoever shows more of them
 */
export class CellStore {
  private rows = new Map<number, SheetRow>();
  /** The revisions that this window wrote, by question. */
  private written = new Map<number, number>();
  private asked = new Map<number, Promise<void>>();
  private queue: Batch[] = [];
  private undoable: Done[] = [];
  private redoable: Done[] = [];
  private running: Promise<void> = Promise.resolve();
  private sending = false;
  private failures = 0;
  /** Keys of the cells that this window has had unsaved: others on the device are those of other windows. */
  private readonly own = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private listeners = new Set<() => void>();
  private shown: CellsShown;
  /** ISO day of the dataset; that of the device until the server has said it. */
  today = new Date().toISOString().slice(0, 10);

  constructor(
    private readonly requests: CellRequests,
    private readonly userId: number,
    private readonly storage: Keeping | null,
    private readonly onSaved: (questionIds: readonly number[]) => void = () => {},
  ) {
    const kept = readKept(readValue(unsavedCellsKey(userId), storage));
    for (const key of kept.keys()) this.own.add(key);
    this.shown = {
      unsaved: kept,
      version: 0,
      canUndo: false,
      canRedo: false,
      message: null,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): CellsShown => this.shown;

  /** A question's saved texts; undefined until load() has read them. */
  row(questionId: number): SheetRow | undefined {
    return this.rows.get(questionId);
  }

  /** What a question says in the sheet, unsaved texts included; undefined until load() has read it. */
  content(questionId: number): SheetContent | undefined {
    const row = this.rows.get(questionId);
    return row && shownContent(row, this.shown.unsaved, this.today);
  }

  /** Reads the whole texts of questions that are not known yet. @returns null, or why they could not be read */
  async load(questionIds: readonly number[], again = false): Promise<Refusal | null> {
    const missing = questionIds.filter(
      (id) => again || (!this.rows.has(id) && !this.asked.has(id)),
    );
    let refusal: Refusal | null = null;
    for (let at = 0; at < missing.length; at += 1_000) {
      const some = missing.slice(at, at + 1_000);
      const asked = this.requests.rows(some).then((result) => {
        for (const id of some) this.asked.delete(id);
        if (!result.ok) return void (refusal = result.refusal);
        this.take(result.value);
        const { unsaved } = this.shown;
        this.show(unsaved.size === 0 ? {} : { unsaved: takeRows(unsaved, result.value.rows) });
      });
      for (const id of some) this.asked.set(id, asked);
    }
    await Promise.all(questionIds.flatMap((id) => this.asked.get(id) ?? []));
    return refusal;
  }

  private take({ rows, today }: AnswerOf<SheetWire, "rows">): void {
    this.today = today;
    for (const row of rows) this.rows.set(row.questionId, row);
  }

  /** Whether this window wrote a revision, or may be writing it: then it reads the question again by itself. */
  wrote(questionId: number, revisionId: number): boolean {
    const sent = this.sending ? (this.queue[0]?.cells ?? []) : [];
    return (
      revisionId <= (this.written.get(questionId) ?? 0) ||
      sent.some((cell) => cell.questionId === questionId)
    );
  }

  private wroteAll(questionIds: readonly number[]): void {
    for (const id of questionIds) this.written.set(id, this.rows.get(id)?.revisionId ?? 0);
  }

  /** Someone changed questions: reads those again of which texts are not saved. */
  changed(questionIds: readonly number[] | null): void {
    const open = new Set([...this.shown.unsaved.values()].map(({ questionId }) => questionId));
    const ids = [...open].filter((id) => questionIds === null || questionIds.includes(id));
    if (ids.length > 0) void this.load(ids, true);
  }

  /** Enters texts: shown and kept on the device at once, saved in the background as one operation. */
  enter(texts: readonly CellText[]): void {
    const { unsaved, send } = enterTexts(
      this.shown.unsaved,
      texts,
      (id) => this.rows.get(id),
      this.today,
    );
    // What was tried may have arrived: it is followed by the new text, under keys of their own.
    this.drop(new Set(texts.map((cell) => cellKey(cell.questionId, cell.field))), this.underway());
    this.show({ unsaved, message: null });
    if (send.length > 0) this.send(send);
  }

  /** Sends cells again that were kept, refused or in conflict. @param mine over what someone else wrote */
  retry(cells: readonly UnsavedCell[]): void {
    const again = cells.map((cell): UnsavedCell => ({
      ...cell,
      baseRevisionId: cell.state.is === "conflict" ? cell.state.revisionId : cell.baseRevisionId,
      state: { is: "saving" },
    }));
    const next = new Map(this.shown.unsaved);
    for (const cell of again) next.set(cellKey(cell.questionId, cell.field), cell);
    this.show({ unsaved: next });
    this.send(again);
  }

  /** Gives the texts of cells up: they show what is saved. */
  discard(cells: readonly UnsavedCell[]): void {
    const next = new Map(this.shown.unsaved);
    const keys = new Set(cells.map((cell) => cellKey(cell.questionId, cell.field)));
    for (const key of keys) next.delete(key);
    this.drop(keys, this.sending);
    this.show({ unsaved: next });
  }

  /**
   * Undoes the last change of this visit, or does the last undone one again; behind what is being saved. A change that was
   * not sent yet is taken back; one of which no answer has come is neither undone nor is the one before it.
   */
  undo(redo = false): void {
    const last = this.queue.at(-1);
    if (!redo && last !== undefined && (this.queue.length > 1 || !this.underway()))
      return this.discard(last.cells);
    this.after(async () => {
      if (!redo && this.queue.length > 0)
        return this.show({ message: "Not undone. The last change isn’t saved yet." });
      const [from, to] = redo ? [this.redoable, this.undoable] : [this.undoable, this.redoable];
      const done = from.pop();
      if (done === undefined) return;
      const result = await this.requests.undo(done.operationId, newClientKey());
      if (!result.ok) {
        // What later work stands on is kept for when that is undone; meanwhile the change before it has its turn.
        if (result.refusal.code === "built-on") from.unshift(done);
        else from.push(done);
        this.show({ message: `Not ${redo ? "redone" : "undone"}. ${result.refusal.message}` });
        return;
      }
      const { operationId, kept, keptNames } = result.value;
      if (result.value.undone > 0) to.push({ operationId, questionIds: done.questionIds });
      await this.load(done.questionIds, true);
      this.wroteAll(done.questionIds);
      this.onSaved(done.questionIds);
      this.show({
        message:
          kept === 0
            ? null
            : `${kept === 1 ? `${keptNames} was` : `${kept} questions were`} edited since then and kept as is${kept === 1 ? "" : `: ${keptNames}`}.`,
      });
    });
  }

  /** Sends what was not sent when this device was last here. */
  begin(): void {
    const unsent = [...this.shown.unsaved.values()].filter(({ state }) => state.is === "offline");
    if (unsent.length > 0) this.retry(unsent);
  }

  /** Sends what waits for the network now. */
  online = (): void => {
    if (this.sending || this.queue.length === 0) return;
    clearTimeout(this.timer);
    this.work();
  };

  close(): void {
    clearTimeout(this.timer);
  }

  private send(cells: UnsavedCell[]): void {
    this.queue.push({ clientKey: newClientKey(), cells });
    if (!this.sending && this.failures === 0) this.work();
  }

  /** Whether the first batch was sent, so that the server may have it. */
  private underway(): boolean {
    return this.sending || this.failures > 0;
  }

  /** Takes cells out of what is to be sent. @param butFirst the first batch stays as it is */
  private drop(keys: ReadonlySet<string>, butFirst: boolean): void {
    this.queue = this.queue
      .map((batch, at) =>
        at === 0 && butFirst
          ? batch
          : {
              ...batch,
              cells: batch.cells.filter((one) => !keys.has(cellKey(one.questionId, one.field))),
            },
      )
      .filter(({ cells }) => cells.length > 0);
  }

  /** Does something after all that is being done. A fault in it is reported, and holds up nothing that comes later. */
  private after(step: () => Promise<void>): void {
    this.running = this.running.then(step).catch((error: unknown) => {
      reportError(error);
      this.show({ message: "Something went wrong. What isn’t saved is kept on this device." });
    });
  }

  private work(): void {
    if (this.sending) return;
    this.sending = true;
    this.after(() =>
      this.sendAll().finally(() => {
        this.sending = false;
      }),
    );
  }

  private async sendAll(): Promise<void> {
    for (let batch = this.queue[0]; batch !== undefined; batch = this.queue[0]) {
      // Bases may have moved with an answer since; texts never do.
      const cells = batch.cells.map((cell) => {
        const now = this.shown.unsaved.get(cellKey(cell.questionId, cell.field));
        return now !== undefined && now.text === cell.text ? now : cell;
      });
      const result = await this.requests.save(
        cells.map(({ questionId, baseRevisionId, field, text }) => ({
          questionId,
          baseRevisionId,
          field,
          text,
        })),
        batch.clientKey,
      );
      if (!result.ok && TRANSIENT.has(result.refusal.code)) {
        const { code, message } = result.refusal;
        this.show({
          unsaved: setStates(this.shown.unsaved, cells, { is: "offline" }),
          // The others say it by the cells' state, and end by themselves.
          ...(code === "out-of-date" && { message }),
        });
        const wait = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)];
        this.timer = setTimeout(() => this.work(), wait);
        return;
      }
      this.failures = 0;
      this.queue.shift();
      if (!result.ok) {
        const { message } = result.refusal;
        this.show({ unsaved: setStates(this.shown.unsaved, cells, { is: "refused", message }) });
        continue;
      }
      const { operationId } = result.value;
      // All that were sent: one that says the same already may say it by another's hand.
      const questionIds = [...new Set(cells.map((cell) => cell.questionId))];
      const { rows = [], today = this.today } = result.value;
      this.take({ rows, today });
      const read = new Set(rows.map((row) => row.questionId));
      if (read.size < questionIds.length)
        await this.load(
          questionIds.filter((id) => !read.has(id)),
          true,
        );
      this.wroteAll(questionIds);
      if (operationId !== null) {
        this.undoable.push({ operationId, questionIds });
        this.redoable = [];
      }
      this.show({ unsaved: takeAnswer(this.shown.unsaved, cells, result.value, this.rows) });
      this.onSaved(questionIds);
    }
  }

  private show(change: Partial<CellsShown>): void {
    this.shown = {
      ...this.shown,
      ...change,
      version: this.shown.version + 1,
      canUndo: this.undoable.length > 0,
      canRedo: this.redoable.length > 0,
    };
    if (change.unsaved !== undefined) this.keep(change.unsaved);
    for (const listener of this.listeners) listener();
  }

  /** Keeps the cells on the device, beside those of other windows. */
  private keep(unsaved: UnsavedCells): void {
    for (const key of unsaved.keys()) this.own.add(key);
    const others = [...readKept(readValue(unsavedCellsKey(this.userId), this.storage))].filter(
      ([key]) => !this.own.has(key),
    );
    const cells = [...others.map(([, cell]) => cell), ...unsaved.values()];
    keepValue(unsavedCellsKey(this.userId), cells.length === 0 ? null : cells, this.storage);
  }
}
