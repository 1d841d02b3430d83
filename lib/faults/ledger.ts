/*
 * What a writer was told of its write, held against what is in the database. Pure.
 */

/** What came back for a request. */
export type Answer =
  | { is: "acknowledged"; value: unknown }
  /** Words of ours that say that nothing was done. */
  | { is: "refused"; code: string }
  /** No answer, or one that says that no one knows. */
  | { is: "unknown"; why: string };

/** One kind of row that a write leaves: how many there must be of it, and how many there are. */
export interface Trace {
  what: string;
  whole: number;
  found: number;
}

const all = (traces: readonly Trace[]) => traces.every(({ found, whole }) => found === whole);
const none = (traces: readonly Trace[]) => traces.every(({ found }) => found === 0);
const words = (traces: readonly Trace[]) =>
  traces.map(({ what, found, whole }) => `${what} ${found} of ${whole}`).join(", ");

/** What is wrong with a write's rows, given what was said of it; null where all is well. */
export function faultOf(answer: Answer, traces: readonly Trace[]): string | null {
  const there = all(traces);
  const absent = none(traces);
  switch (answer.is) {
    case "acknowledged":
      return there ? null : `acknowledged, and there is: ${words(traces)}`;
    case "refused":
      return absent ? null : `refused as ${answer.code}, and there is: ${words(traces)}`;
    case "unknown":
      return there || absent ? null : `half done: ${words(traces)}`;
  }
}

/**
 * What is wrong after the same request was sent again under its key.
 * @param before its rows before it was sent again
 * @param same whether both answers say the same, where both are acknowledgements
 */
export function faultOfRepeat(
  first: Answer,
  before: readonly Trace[],
  again: Answer,
  after: readonly Trace[],
  same: boolean,
): string | null {
  if (again.is === "unknown") return `no answer when sent again: ${again.why}`;
  const stood = all(before);
  if (stood && again.is === "refused")
    return `${first.is === "acknowledged" ? "acknowledged" : "done"}, and refused as ${again.code} when sent again`;
  if (first.is === "acknowledged" && !same) return "another answer when sent again";
  return faultOf(again, after);
}
