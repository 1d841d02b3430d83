import type { DeskRules, DeskTypes, StepOf } from "./rules";
import type { Given } from "./machine-state";
import type { DeskWorld } from "./runtime";
import type { Shelf } from "./shelf";

type Post = DeskWorld["post"];

/** Refusals after which nothing may be worked on here: what lies on the device is given up. */
const GIVEN_UP: ReadonlySet<string> = new Set([
  "signed-out",
  "other-person",
  "access-denied",
  "not-found",
  "not-qualified",
  "closed",
]);
/** The server was not reached, or could not serve anyone. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(["unavailable", "no-answer"]);

/** The windows of this browser that are at a desk, by their visits. */
export interface Windows {
  /** This one is there until it is closed. */
  hold(visit: string): void;
  /** Null where the browser cannot say: any may be there. */
  there(): Promise<ReadonlySet<string> | null>;
}

/**
 * A desk's way to the server, beside which the items that it gives lie on the device: where no server is reached, those are
 * given that no other window holds. What was saved or left leaves the shelf.
 * @param given what the page came with: it lies there too from the first message on; null: nothing
 */
export function shelvedPost<D extends DeskTypes>(
  rules: DeskRules<D>,
  post: Post,
  shelf: Shelf,
  windows: Windows,
  given: Given<D["item"]> | null = null,
): Post {
  const { next, visitKey, leave, shelf: kept } = rules;
  if (kept === undefined) return post;
  /** Visits that ended out of reach: the server believes that their windows hold what this one shows. */
  const silent = new Set<string>();

  /** What lies there and is free for this window: its own, and that of windows that are gone. */
  const free = async (visit: string) => {
    const there = await windows.there();
    return (await shelf.items()).filter(
      (row) => row.visit === visit || (there !== null && !there.has(row.visit)),
    );
  };

  const fromShelf = async (body: Record<string, unknown>, own: string) => {
    const known = new Set(body[kept.known] as number[]);
    const taken = (await free(own))
      .filter(({ id }) => !known.has(id))
      .slice(0, body.count as number);
    if (taken.length === 0) return null;
    for (const { visit } of taken) if (visit !== own) silent.add(visit);
    await shelf.put(taken.map((row) => ({ ...row, visit: own })));
    return { ok: true, value: kept.answer(taken.map(({ item }) => item as D["item"])) } as const;
  };

  /** The server's answer lies there then, and nothing else that is free. */
  const took = async (items: readonly D["item"][], body: Record<string, unknown>, own: string) => {
    const stay = new Set([...(body[kept.known] as number[]), ...items.map(rules.idOf)]);
    const gone = (await free(own)).map(({ id }) => id).filter((id) => !stay.has(id));
    await shelf.drop(gone);
    await put(items, own);
  };

  const put = (items: readonly D["item"][], own: string) =>
    shelf.put(items.map((item) => ({ id: rules.idOf(item), item, visit: own })));

  let withPage = given;
  return async (step, body) => {
    const own = String(body[visitKey]);
    windows.hold(own);
    if (withPage?.visit === own) void put(withPage.items, own);
    withPage = null;
    for (const visit of silent) {
      const left = await post(leave, { [visitKey]: visit });
      if (left?.ok !== true) break;
      silent.delete(visit);
    }
    const answer = await post(step, body);
    if (answer === null || (!answer.ok && OUT_OF_REACH.has(answer.refusal.code)))
      return step === "next" ? ((await fromShelf(body, own)) ?? answer) : answer;
    if (!answer.ok) {
      if (step === "next" && GIVEN_UP.has(answer.refusal.code)) void shelf.clear();
      return answer;
    }
    if (step === "next")
      void took(next.read(answer.value as never, body.count as number).items, body, own);
    else if (kept.leaving.has(step as StepOf<D>)) void shelf.drop([body[kept.subject] as number]);
    return answer;
  };
}

const LOCK = "freshqa-desk-";

/** Windows hold a lock of the browser each, which goes with them. */
export function deskWindows(): Windows {
  const held = new Set<string>();
  return {
    hold: (visit) => {
      if (held.has(visit) || !("locks" in navigator)) return;
      held.add(visit);
      navigator.locks.request(LOCK + visit, () => new Promise(() => {})).catch(() => {});
    },
    there: async () => {
      if (!("locks" in navigator)) return null;
      const { held: all = [] } = await navigator.locks.query();
      return new Set(
        all.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])),
      );
    },
  };
}
