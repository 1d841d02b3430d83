/** An event of Chromium's trace; times in microseconds. `tdur`: the processor's, where it is known. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { type?: string } };
}

interface MainThread {
  /** In their order. */
  tasks: TraceEvent[];
  /** When frames were handed to the compositor, in microseconds. */
  commits: number[];
  /** Other events of the thread. */
  of: (wanted: (event: TraceEvent) => boolean) => TraceEvent[];
}

/** The page's main thread: several processes have one, the page's has the frames. */
export function mainThread(events: readonly TraceEvent[]): MainThread {
  const counts = new Map<string, number[]>();
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  for (const event of events)
    if (event.name === "Commit" && event.ph === "X") {
      const commits = counts.get(thread(event)) ?? [];
      commits.push(event.ts + (event.dur ?? 0));
      counts.set(thread(event), commits);
    }
  const [main, commits] = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]!;
  const of = (wanted: (event: TraceEvent) => boolean) =>
    events
      .filter((event) => event.ph === "X" && thread(event) === main && wanted(event))
      .sort((a, b) => a.ts - b.ts);
  return {
    tasks: of(({ name }) => name === "ThreadControllerImpl::RunTask"),
    commits: commits.sort((a, b) => a - b),
    of,
  };
}
