import type { RowGroup, RowSource } from "@/components/data-table/row-source";
import { MAX_WINDOW } from "@/lib/dataset/questions/grid";

/** Rows are asked for in windows of so many places. */
export const WINDOW = 100;
/** Of the rows that were read, so many are kept. */
export const KEPT_ROWS = 5_000;

/** What a view holds, as its server says it. */
export interface ViewIds {
  ids: readonly number[];
  groups: readonly { key: string; count: number }[] | null;
}

interface Segment extends RowGroup {
  /** Where the group's heading stands. */
  at: number;
  /** The place of its first id among all ids. */
  from: number;
}

/**
 * The rows of a long list, read a window at a time: the windows that are looked at and the next one, while those that
 * were scrolled past before they came are cancelled. Listeners are told when something new can be shown; what `snapshot`
 * returns is another object then.
 */
export class RowWindows<Row extends { id: number }> {
  private ids: readonly number[] = [];
  private segments: Segment[] | null = null;
  private shown = 0;
  private whole = false;
  private places: Map<number, number> | null = null;
  private readonly closed = new Set<string>();
  private readonly rows = new Map<number, Row>();
  private readonly coming = new Map<number, AbortController>();
  /** By what each row is read that is on its way. */
  private readonly reading = new Map<number, AbortController>();
  /** Rows that may have changed since they were read: shown until they were read again. */
  private readonly stale = new Set<number>();
  /** By what each row was put into its place, as far as it was read since; and those that say something else by now. */
  private readonly placedBy = new Map<number, string>();
  private readonly moved = new Set<number>();
  /** The places that were looked at last. */
  private seen: { from: number; to: number } | null = null;
  private source: RowSource<Row>;

  /**
   * @param read reads rows by ids; rows that are gone are left out.
   * @param changed is called when something new can be shown.
   * @param label what a group is called.
   * @param orderOf what puts a row into its place.
   */
  constructor(
    private readonly read: (ids: readonly number[], signal: AbortSignal) => Promise<readonly Row[]>,
    private readonly changed: () => void,
    private readonly label: (key: string) => string = String,
    private readonly orderOf: (row: Row) => string = () => "",
  ) {
    this.source = this.view();
  }

  /**
   * Takes the ids of the view; groups that were closed stay closed, rows that are here stay. What is on its way was asked
   * for by other places, and is cancelled.
   */
  setIds({ ids, groups }: ViewIds): void {
    this.stop();
    this.place({ ids, groups });
    this.whole = true;
    for (const [id, row] of this.rows)
      if (!this.stale.has(id)) this.placedBy.set(id, this.orderOf(row));
    this.tell();
    if (this.seen !== null) this.ensure(this.seen.from, this.seen.to);
  }

  /**
   * Takes the rows that came with the page, at first and each time that it is loaded again: all others may have changed.
   * Tells no one, since it is called while the page is drawn.
   * @param whole these are all of the view, or all that is known of it until its ids come.
   */
  renew(rows: readonly Row[], whole: boolean): void {
    if (whole || (this.ids.length === 0 && this.segments === null))
      this.place({ ids: rows.map(({ id }) => id), groups: null });
    if (whole) this.whole = true;
    for (const id of this.rows.keys()) this.stale.add(id);
    for (const row of rows) this.keep(row);
    this.source = this.view();
  }

  private place({ ids, groups }: ViewIds): void {
    this.ids = ids;
    this.placedBy.clear();
    this.moved.clear();
    let from = 0;
    this.segments =
      groups?.map(({ key, count }) => {
        const segment = { key, count, from, at: 0, label: this.label(key), open: true };
        from += count;
        return segment;
      }) ?? null;
    this.layOut();
  }

  /** Takes rows that came another way. */
  setRows(rows: readonly Row[]): void {
    for (const row of rows) this.keep(row);
    this.tell();
  }

  snapshot = (): RowSource<Row> => this.source;

  closedGroups = (): string[] => [...this.closed];

  /** Closes these groups, also those that are still to come. */
  closeGroups(keys: readonly string[]): void {
    for (const key of keys) this.closed.add(key);
    this.layOut();
    this.tell();
  }

  /** Cancels what is on its way. */
  stop(): void {
    for (const controller of this.coming.values()) controller.abort();
    this.coming.clear();
  }

  private layOut(): void {
    this.places = null;
    let at = 0;
    if (this.segments === null) at = this.ids.length;
    else
      for (const segment of this.segments) {
        segment.open = !this.closed.has(segment.key);
        segment.at = at;
        at += 1 + (segment.open ? segment.count : 0);
      }
    this.shown = at;
  }

  private tell(): void {
    this.source = this.view();
    this.changed();
  }

  private view(): RowSource<Row> {
    return {
      list: this,
      count: this.shown,
      whole: this.whole,
      moved: this.moved.size,
      idAt: (index) => this.idAt(index),
      indexOf: (id) => this.indexOf(id),
      rowAt: (index) => {
        const id = this.idAt(index);
        return id === undefined ? undefined : this.rows.get(id);
      },
      ensure: (from, to) => this.ensure(from, to),
      load: (from, to) => this.loadAll(from, to),
      refresh: (ids) => this.refresh(ids),
      groupAt: (index) => {
        const segment = this.segmentAt(index);
        return segment?.at === index ? segment : undefined;
      },
      toggleGroup: (key) => {
        if (!this.closed.delete(key)) this.closed.add(key);
        this.layOut();
        this.tell();
      },
    };
  }

  /** The last group whose heading stands at a place or before it. */
  private segmentAt(index: number): Segment | undefined {
    if (this.segments === null || index < 0 || index >= this.shown) return undefined;
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.segments[middle]!.at <= index) low = middle;
      else high = middle - 1;
    }
    return this.segments[low];
  }

  private idAt(index: number): number | undefined {
    if (this.segments === null) return this.ids[index];
    const segment = this.segmentAt(index);
    if (segment === undefined || segment.at === index) return undefined;
    return this.ids[segment.from + index - segment.at - 1];
  }

  private indexOf(id: number): number {
    // Made when first asked for: a list that is only scrolled does without it.
    this.places ??= new Map(this.ids.map((one, place) => [one, place]));
    const place = this.places.get(id);
    if (place === undefined) return -1;
    if (this.segments === null) return place;
    const segment = this.segments.findLast(({ from }) => from <= place)!;
    return segment.open ? segment.at + 1 + place - segment.from : -1;
  }

  private ensure(from: number, to: number): void {
    const first = Math.max(0, Math.floor(from / WINDOW));
    const last = Math.max(first, Math.floor((Math.min(to, this.shown) - 1) / WINDOW));
    const ahead = this.seen !== null && from < this.seen.from ? first - 1 : last + 1;
    this.seen = { from, to };
    for (const [window, controller] of this.coming)
      if (window < Math.min(first, ahead) || window > Math.max(last, ahead)) {
        controller.abort();
        this.coming.delete(window);
      }
    for (let window = first; window <= last; window++) this.load(window);
    this.load(ahead);
  }

  private load(window: number): void {
    if (window < 0 || this.coming.has(window)) return;
    const missing: number[] = [];
    for (let at = window * WINDOW; at < Math.min((window + 1) * WINDOW, this.shown); at++) {
      const id = this.idAt(at);
      if (id === undefined || (this.rows.has(id) && !this.stale.has(id))) continue;
      if (this.reading.get(id)?.signal.aborted ?? true) missing.push(id);
    }
    if (missing.length > 0) void this.fetch(missing, window);
  }

  private async loadAll(from: number, to: number): Promise<void> {
    const missing: number[] = [];
    for (let at = from; at < Math.min(to, this.shown); at++) {
      const id = this.idAt(at);
      if (id !== undefined && !this.rows.has(id)) missing.push(id);
    }
    for (let at = 0; at < missing.length; at += MAX_WINDOW)
      await this.fetch(missing.slice(at, at + MAX_WINDOW), -1 - at);
  }

  private async refresh(ids: readonly number[] | null): Promise<boolean> {
    if (ids === null) {
      for (const id of this.rows.keys()) this.stale.add(id);
      ids = Array.from(
        { length: (this.seen?.to ?? 0) - (this.seen?.from ?? 0) },
        (_, at) => this.idAt(this.seen!.from + at) ?? 0,
      );
    }
    const held = ids.filter((id) => this.rows.has(id) || this.reading.has(id));
    for (const id of held) this.stale.add(id);
    const parts = Array.from({ length: Math.ceil(held.length / WINDOW) }, (_, at) =>
      this.fetch(held.slice(at * WINDOW, (at + 1) * WINDOW), -1 - at),
    );
    await Promise.all(parts);
    return held.every((id) => !this.stale.has(id));
  }

  /** @param key of what is on its way: a window, or a negative number for rows that are read again. */
  private async fetch(ids: readonly number[], key: number): Promise<void> {
    const controller = new AbortController();
    if (key >= 0) this.coming.set(key, controller);
    for (const id of ids) this.reading.set(id, controller);
    try {
      const rows = await this.read(ids, controller.signal);
      if (controller.signal.aborted) return;
      // What was asked for later is newer, whichever comes first.
      for (const row of rows) if (this.reading.get(row.id) === controller) this.keep(row);
      this.tell();
    } catch {
      // Cancelled, or no network: whoever looks at these places asks again.
    } finally {
      if (this.coming.get(key) === controller) this.coming.delete(key);
      for (const id of ids) if (this.reading.get(id) === controller) this.reading.delete(id);
    }
  }

  private forget(id: number): void {
    this.rows.delete(id);
    this.stale.delete(id);
  }

  /** Keeps a row, and lets go of those that were read longest ago. */
  private keep(row: Row): void {
    this.stale.delete(row.id);
    const order = this.orderOf(row);
    const placedBy = this.placedBy.get(row.id);
    if (placedBy === undefined) this.placedBy.set(row.id, order);
    else if (placedBy === order) this.moved.delete(row.id);
    else this.moved.add(row.id);
    this.rows.delete(row.id);
    this.rows.set(row.id, row);
    if (this.rows.size > KEPT_ROWS) this.forget(this.rows.keys().next().value!);
  }
}
