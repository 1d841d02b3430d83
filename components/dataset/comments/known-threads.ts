import type { ThreadView } from "@/lib/dataset/comments/schema";

/** What is known of a discussion: rows are never changed, so that what was read once stays right. */
export interface Known {
  threads: readonly ThreadView[];
  /** What was said before this row is not known; null: all is. */
  earlier: number | null;
}

/**
 * Adds what was read of a discussion, later or earlier rows, to what is known of it.
 */
export function withThreads(known: Known, read: Known): Known {
  const [first, last] = [rowsOf(known), rowsOf(read)];
  // More was said at once than is read at once: what lies between is not known.
  if (read.earlier !== null && first.length > 0 && Math.max(...first) < read.earlier) return read;
  const threads = new Map(known.threads.map((thread) => [thread.id, thread]));
  for (const thread of read.threads) {
    const there = threads.get(thread.id);
    threads.set(thread.id, there === undefined ? thread : joined(there, thread));
  }
  const isEarlier = first.length > 0 && Math.max(0, ...last) < Math.max(...first);
  return {
    threads: [...threads.values()].sort(
      (a, b) =>
        Number(a.resolved !== null) - Number(b.resolved !== null) || lastRow(b) - lastRow(a),
    ),
    earlier: isEarlier || first.length === 0 ? read.earlier : known.earlier,
  };
}

function joined(one: ThreadView, other: ThreadView): ThreadView {
  const [earlier, later] = lastRow(one) < lastRow(other) ? [one, other] : [other, one];
  const rows = new Map([...earlier.comments, ...later.comments].map((row) => [row.id, row]));
  // Whichever goes back further says whether something is missing behind the first one.
  const further = secondRow(one) < secondRow(other) ? one : other;
  return {
    id: one.id,
    resolved: later.resolved,
    comments: [...rows.values()].sort((a, b) => a.id - b.id),
    gap: further.gap,
  };
}

const rowsOf = ({ threads }: Known) =>
  threads.flatMap(({ comments }) => comments.map(({ id }) => id));
const lastRow = ({ comments }: ThreadView) => comments.at(-1)!.id;
const secondRow = ({ comments }: ThreadView) => comments[1]?.id ?? Infinity;
