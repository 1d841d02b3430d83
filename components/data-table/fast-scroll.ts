/** Rows a frame from which on nobody reads them. */
const FAST_ROWS = 2.5;
const FRAME_MS = 1000 / 60;
/** So long after the last fast move the list is slow again: a wheel moves in notches. */
const SLOW_MS = 120;
/** So many rows are drawn whole in each frame then. */
const ROWS_A_FRAME = 3;

/**
 * Whether a list is scrolled too fast to be read. Rows that come into view meanwhile are drawn with their main cell alone,
 * and whole, a few in each frame, once the list is slow again.
 */
export class FastScroll {
  fast = false;
  private offset = 0;
  private at = 0;
  private readonly waiting = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame: number | undefined;

  /**
   * The list was moved, by whomever.
   * @param offset in pixels
   * @param height of a row
   */
  moved(offset: number, height: number, now: number): void {
    const frames = Math.max(1, (now - this.at) / FRAME_MS);
    const rows = Math.abs(offset - this.offset) / height / frames;
    this.offset = offset;
    this.at = now;
    if (rows < FAST_ROWS) return;
    this.fast = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.slow(), SLOW_MS);
  }

  /** Draws a row whole when there is time. @returns to be called when the row is gone, or is whole */
  whenSlow(draw: () => void): () => void {
    this.waiting.add(draw);
    if (!this.fast) this.slow();
    return () => this.waiting.delete(draw);
  }

  private slow(): void {
    this.fast = false;
    if (this.frame !== undefined || this.waiting.size === 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      if (this.fast) return;
      for (const draw of [...this.waiting].slice(0, ROWS_A_FRAME)) {
        this.waiting.delete(draw);
        draw();
      }
      this.slow();
    });
  }
}
