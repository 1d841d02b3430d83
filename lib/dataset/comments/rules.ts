import { foldText } from "@/lib/dataset/questions/cells";
import type { QuestionCommentView, ThreadView } from "./schema";

/**
 * Who is named in a comment by "@" and their name. The longest name counts, so that "@Ann Lee" does not name Ann.
 * @returns their ids, each once, in the order of their names' first mention.
 */
export function mentionsIn(
  body: string,
  people: readonly { id: number; name: string }[],
): number[] {
  const text = foldText(body);
  const named = people
    .map((person) => ({ id: person.id, mark: `@${foldText(person.name)}` }))
    .filter(({ mark }) => mark.length > 1)
    .sort((a, b) => b.mark.length - a.mark.length);
  const found: number[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    // "mail@example" mentions no one; nor does a name that goes on.
    if (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]!)) continue;
    const called = named.find(
      ({ mark }) =>
        text.startsWith(mark, at) && !/[\p{L}\p{N}]/u.test(text[at + mark.length] ?? ""),
    );
    // Namesakes are told all: who of them is meant, they know best.
    for (const { id, mark } of named)
      if (mark === called?.mark && !found.includes(id)) found.push(id);
  }
  return found;
}

/** A row of the discussion of a question, oldest first. */
export interface SaidRow extends QuestionCommentView {
  parentId: number | null;
}

/**
 * Puts rows into their threads: open ones first, each kind by its last row, the latest first. Each thread's first row has to
 * be among them.
 * @param gaps threads of which rows are missing behind the first one
 */
export function threadsOf(rows: readonly SaidRow[], gaps: ReadonlySet<number>): ThreadView[] {
  const threads = new Map<number, ThreadView>();
  for (const { parentId, ...row } of rows) {
    const thread = threads.get(parentId ?? row.id);
    if (thread === undefined) {
      threads.set(row.id, { id: row.id, resolved: null, comments: [row], gap: gaps.has(row.id) });
      continue;
    }
    thread.comments.push(row);
    if (row.action === "resolve") thread.resolved = { by: row.author, at: row.at };
    if (row.action === "reopen") thread.resolved = null;
  }
  const last = (thread: ThreadView) => thread.comments.at(-1)!.id;
  return [...threads.values()].sort(
    (a, b) => Number(a.resolved !== null) - Number(b.resolved !== null) || last(b) - last(a),
  );
}
