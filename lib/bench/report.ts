/** One measured thing beside the physical limit that was measured in the same run. */
import { formatCount } from "@/lib/platform/format";

export interface Line {
  what: string;
  ms: number;
  limit: string;
  limitMs: number;
  /** The ratio that we aim at, where there is an aim. */
  aim?: number;
}

/** Runs `work` and returns how long it took, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The median of `runs` timings, after two that are not counted. */
export async function median(work: () => Promise<unknown>, runs = 15): Promise<number> {
  const times: number[] = [];
  for (let i = -2; i < runs; i++) {
    const ms = await timed(work);
    if (i >= 0) times.push(ms);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** One line of the report: "what   1,234 ms   3.4 x COPY … (365 ms)   aim 6: met". */
export function printLine({ what, ms, limit, limitMs, aim }: Line): void {
  const ratio = ms / limitMs;
  const verdict = aim === undefined ? "" : `aim ${aim}: ${ratio <= aim ? "met" : "NOT MET"}`;
  console.log(
    `${what.padEnd(34)} ${milliseconds(ms)}  ${ratio.toFixed(2).padStart(7)} x  ${limit.padEnd(52)} ${milliseconds(limitMs)}  ${verdict}`,
  );
}

function milliseconds(ms: number): string {
  return `${ms < 100 ? ms.toFixed(1) : formatCount(Math.round(ms))} ms`.padStart(11);
}
