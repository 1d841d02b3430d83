import { describe, expect, it, vi } from "vitest";
import { unsavedCellsKey } from "@/components/ui/device-keys";
import type { Keeping } from "@/components/ui/device-storage";
import { CONTENT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import type { SheetRow } from "@/lib/dataset/sheet/queries";
import type { CellEdit } from "@/lib/dataset/sheet/schema";
import type { AnyResult } from "@/lib/platform/result";
import type { CellRequests } from "./cell-requests";
import { CellStore } from "./cell-store";

/*
 * What the store of unsaved cells does when the network goes, windows meet, and someone changes their mind.
 */

const USER = 5;
const COLUMN_OF: Record<string, string> = { note: "note", answer: "answer_0" };
const FIRST: Record<string, string> = {
  question: "Who leads the council?",
  answer_0: "Ada",
  note: "old",
  fact_type: "never-changing",
  false_premise: "FALSE",
  num_hops: "one-hop",
  split: "TEST",
  effective_year: "2020",
  next_review: "occasionally",
  source: "https://council.example/lead",
};

/** A device's storage. */
function device(): Keeping & { kept: () => string[] } {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    key: (at) => [...texts.keys()][at] ?? null,
    get length() {
      return texts.size;
    },
    kept: () =>
      (JSON.parse(texts.get(unsavedCellsKey(USER)) ?? "[]") as { text: string }[]).map(
        ({ text }) => text,
      ),
  };
}

/** One question on a server that can be out of reach; what it was asked to do, in order. */
function server() {
  const asked: string[] = [];
  let cells = CONTENT_COLUMNS.map((column) => FIRST[column] ?? "");
  let revision = 1;
  const state = {
    reached: true,
    why: "network" as "network" | "out-of-date",
    strange: false,
    short: false,
    unread: false,
    reads: 0,
  };
  const answer = <T>(value: T): Promise<AnyResult<T>> =>
    Promise.resolve(
      state.reached
        ? { ok: true, value }
        : { ok: false, refusal: { code: state.why, message: "Not reached." } },
    );
  const row = (questionId: number): SheetRow => ({
    questionId,
    revisionId: revision,
    content: {
      cells: [...cells],
      nextReview: { policy: "occasionally", on: null },
    } as unknown as SheetRow["content"],
    author: "Bea",
    revisedAt: "",
  });
  const requests: CellRequests = {
    rows: (ids) => {
      state.reads++;
      return answer({ rows: ids.map(row), today: "2026-11-23" });
    },
    preview: () => answer({ cells: [] }),
    save: (edits: readonly CellEdit[]) => {
      if (state.strange) {
        state.strange = false;
        return Promise.resolve({ ok: false } as never);
      }
      if (state.reached) {
        asked.push(...edits.map(({ field, text }) => `${field}=${text}`));
        revision++;
        for (const { field, text } of edits)
          cells = cells.map((was, at) => (CONTENT_COLUMNS[at] === COLUMN_OF[field] ? text : was));
      }
      return answer({
        operationId: revision,
        summary: "",
        changed: 1,
        questionIds: [1],
        notSaved: [],
        ...(!state.unread && { rows: state.short ? [] : [row(1)], today: "2026-11-23" }),
      });
    },
    undo: (operationId) => {
      asked.push(`undo ${operationId}`);
      return answer({ operationId: 99, undone: 1, kept: 0, keptNames: "" });
    },
  };
  return { requests, asked, state };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const type = (field: string, text: string) => [{ questionId: 1, field, text }];

async function open(at = server(), storage = device()) {
  const store = new CellStore(at.requests, USER, storage);
  await store.load([1]);
  return { store, storage, ...at };
}

describe("without the network", () => {
  it("a text typed back to what was there is what the question says in the end", async () => {
    const { store, state, asked, storage } = await open();
    state.reached = false;
    store.enter(type("note", "wrong"));
    await settled();
    store.enter(type("note", "old"));
    state.reached = true;
    store.online();
    await settled();
    expect(asked.at(-1)).toBe("note=old");
    expect(store.snapshot().unsaved.size).toBe(0);
    expect(storage.kept()).toEqual([]);
  });

  it("and on a page that is out of date a text waits on the device, and the next page sends it", async () => {
    const { store, state, asked, storage, requests } = await open();
    Object.assign(state, { reached: false, why: "out-of-date" });
    store.enter(type("note", "typed"));
    await settled();
    expect(store.snapshot()).toMatchObject({ message: "Not reached." });
    expect([...store.snapshot().unsaved.values()]).toMatchObject([{ state: { is: "offline" } }]);
    store.close();
    state.reached = true;
    const next = new CellStore(requests, USER, storage);
    await next.load([1]);
    next.begin();
    await settled();
    expect(asked).toEqual(["note=typed"]);
    expect(storage.kept()).toEqual([]);
  });

  it("of texts that were not tried yet only the last is sent", async () => {
    const { store, state, asked } = await open();
    state.reached = false;
    store.enter(type("answer", "Bea"));
    await settled();
    store.enter(type("note", "first"));
    store.enter(type("note", "second"));
    state.reached = true;
    store.online();
    await settled();
    expect(asked).toEqual(["answer=Bea", "note=second"]);
  });

  it("what is given up is not sent, also after a first try", async () => {
    const { store, state, asked } = await open();
    state.reached = false;
    store.enter(type("answer", "wrong"));
    await settled();
    store.discard([...store.snapshot().unsaved.values()]);
    store.enter(type("note", "other"));
    state.reached = true;
    store.online();
    await settled();
    expect(asked).toEqual(["note=other"]);
  });

  it("an undo takes back what was not sent, and leaves what was saved before", async () => {
    const { store, state, asked } = await open();
    store.enter(type("note", "saved"));
    await settled();
    state.reached = false;
    store.enter(type("answer", "tried"));
    await settled();
    store.enter(type("note", "never sent"));
    store.undo();
    await settled();
    expect([...store.snapshot().unsaved.values()].map(({ text }) => text)).toEqual(["tried"]);
    store.undo();
    await settled();
    expect(store.snapshot().message).toMatch(/^Not undone\./);
    state.reached = true;
    store.online();
    await settled();
    expect(asked).toEqual(["note=saved", "answer=tried"]);
    expect(store.snapshot()).toMatchObject({ canUndo: true, canRedo: false });
  });
});

it("a save is one request: its answer says what the question says now", async () => {
  const { store, state } = await open();
  const before = state.reads;
  store.enter(type("note", "one"));
  store.enter(type("note", "two"));
  expect(store.wrote(1, 2)).toBe(true);
  await settled();
  expect(store.snapshot().unsaved.size).toBe(0);
  expect(store.row(1)?.revisionId).toBe(3);
  expect(state.reads).toBe(before);
  // What it wrote need not be read again because of the news of it; what others write behind it does.
  expect([3, 4].map((revisionId) => store.wrote(1, revisionId))).toEqual([true, false]);
});

it.each(["short", "unread"] as const)(
  "questions that the answer to a save leaves out are read: %s",
  async (how) => {
    const { store, state } = await open();
    state[how] = true;
    const asked: boolean[] = [];
    store.subscribe(() => asked.push(store.wrote(1, 9)));
    store.enter(type("note", "one"));
    await settled();
    expect(asked.length).toBeGreaterThan(1);
    expect(store.row(1)?.revisionId).toBe(2);
    expect(store.snapshot().unsaved.size).toBe(0);
    expect(store.wrote(1, 2)).toBe(true);
  },
);

it("sixty cells that are entered faster than they are saved are all saved", async () => {
  const { store, asked } = await open();
  for (let i = 0; i < 60; i++) store.enter(type("note", `text ${i}`));
  await settled();
  expect(store.snapshot()).toMatchObject({ unsaved: new Map(), canUndo: true });
  expect(asked.at(-1)).toBe("note=text 59");
});

describe("two windows", () => {
  it("keep their unsaved cells beside each other", async () => {
    const storage = device();
    const one = await open(server(), storage);
    const other = await open(server(), storage);
    one.state.reached = false;
    one.store.enter(type("note", "of one"));
    await settled();
    other.store.enter(type("answer", "of the other"));
    await settled();
    expect(other.asked).toEqual(["answer=of the other"]);
    expect(storage.kept()).toEqual(["of one"]);
    one.state.reached = true;
    one.store.online();
    await settled();
    expect(storage.kept()).toEqual([]);
  });
});

it("an answer that is none holds up nothing that comes later", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const { store, state, asked } = await open();
  state.strange = true;
  store.enter(type("note", "one"));
  await settled();
  expect(report).toHaveBeenCalledOnce();
  expect(store.snapshot().message).toMatch(/kept on this device/);
  store.enter(type("answer", "two"));
  await settled();
  expect(asked).toEqual(["note=one", "answer=two"]);
  vi.unstubAllGlobals();
});
