import { expect, test, vi } from "vitest";
import { RowWindows, WINDOW, KEPT_ROWS } from "./row-windows";

interface Asked {
  ids: readonly number[];
  signal: AbortSignal;
  answer: (rows?: readonly { id: number }[]) => void;
  fail: () => void;
}

function windows(count: number, groups: { key: string; count: number }[] | null = null) {
  const asked: Asked[] = [];
  const changed = vi.fn();
  const source = new RowWindows<{ id: number; text?: string }>(
    (ids, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          ids,
          signal,
          answer: (rows = ids.map((id) => ({ id }))) => resolve(rows),
          fail: () => reject(new Error("no network")),
        });
      }),
    changed,
    (key) => `the ${key}`,
    ({ text = "" }) => text,
  );
  // Ids that are no places: question at place n has id 10 n + 7.
  source.setIds({ ids: Array.from({ length: count }, (_, n) => 10 * n + 7), groups });
  return { asked, changed, source };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("places know their ids at once, and rows when their window has come", async () => {
  const { asked, source } = windows(1_000);
  expect(source.snapshot().count).toBe(1_000);
  expect(source.snapshot().idAt(3)).toBe(37);
  expect(source.snapshot().indexOf(37)).toBe(3);
  expect(source.snapshot().indexOf(38)).toBe(-1);
  expect(source.snapshot().rowAt(3)).toBeUndefined();
  source.snapshot().ensure(0, 30);
  asked[0]!.answer();
  await settled();
  expect(source.snapshot().rowAt(3)).toEqual({ id: 37 });
});

test("the next window is asked for with the one that is looked at, in the direction of scrolling, and none twice", async () => {
  const { asked, source } = windows(1_000);
  source.snapshot().ensure(350, 380);
  expect(asked.map(({ ids }) => [ids[0], ids.length])).toEqual([
    [3007, WINDOW],
    [4007, WINDOW],
  ]);
  source.snapshot().ensure(352, 382);
  expect(asked).toHaveLength(2);
  for (const one of asked) one.answer();
  await settled();
  source.snapshot().ensure(340, 370);
  expect(asked.map(({ ids }) => ids[0])).toEqual([3007, 4007, 2007]);
});

test("windows that were scrolled past are cancelled, and asked for again when someone comes back", async () => {
  const { asked, source } = windows(100_000);
  source.snapshot().ensure(0, 30);
  source.snapshot().ensure(50_000, 50_030);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false, false]);
  asked[0]!.answer();
  await settled();
  expect(source.snapshot().rowAt(0)).toBeUndefined();
  source.snapshot().ensure(0, 30);
  expect(asked.at(-1)!.ids[0]).toBe(7);
});

test("a window that did not come is asked for again", async () => {
  const { asked, source } = windows(50);
  source.snapshot().ensure(0, 30);
  asked[0]!.fail();
  await settled();
  source.snapshot().ensure(0, 30);
  expect(asked).toHaveLength(2);
});

test("rows that were changed are read again, those that nobody saw are not", async () => {
  const { asked, source } = windows(1_000);
  source.setRows([{ id: 7, text: "before" }]);
  const read = source.snapshot().refresh([7, 5007]);
  expect(asked.map(({ ids }) => ids)).toEqual([[7]]);
  asked[0]!.answer([{ id: 7 }].map((row) => ({ ...row, text: "after" })));
  expect(await read).toBe(true);
  expect(source.snapshot().rowAt(0)).toEqual({ id: 7, text: "after" });
  const failed = source.snapshot().refresh([7]);
  asked[1]!.fail();
  expect(await failed).toBe(false);
});

test("a row that is being read again is not asked for twice, and once more if it could not be read", async () => {
  const { asked, source } = windows(50);
  source.snapshot().ensure(0, 30);
  asked.splice(0)[0]!.answer();
  await settled();
  const read = source.snapshot().refresh([17]);
  source.snapshot().ensure(0, 30);
  expect(asked.map(({ ids }) => ids)).toEqual([[17]]);
  asked[0]!.fail();
  expect(await read).toBe(false);
  source.snapshot().ensure(0, 30);
  expect(asked.map(({ ids }) => ids)).toEqual([[17], [17]]);
});

test("what was read before a change does not stand in the place of what was read after it", async () => {
  const { asked, source } = windows(50);
  source.snapshot().ensure(0, 30);
  const read = source.snapshot().refresh([17]);
  expect(asked.map(({ ids }) => ids.length)).toEqual([50, 1]);
  const rowsOf = (ids: readonly number[], text: string) => ids.map((id) => ({ id, text }));
  asked[1]!.answer(rowsOf([17], "after"));
  expect(await read).toBe(true);
  asked[0]!.answer(rowsOf(asked[0]!.ids, "before"));
  await settled();
  expect(source.snapshot().rowAt(0)).toEqual({ id: 7, text: "before" });
  expect(source.snapshot().rowAt(1)).toEqual({ id: 17, text: "after" });
});

test("where any row may have changed, those that are looked at are read again now, others when they are looked at", async () => {
  const { asked, source } = windows(1_000);
  source.snapshot().ensure(0, 30);
  for (const one of asked.splice(0)) one.answer();
  await settled();
  void source.snapshot().refresh(null);
  expect(asked.splice(0).map(({ ids }) => [ids[0], ids.length])).toEqual([[7, 30]]);
  source.snapshot().ensure(120, 150);
  expect(asked.map(({ ids }) => ids[0])).toContain(1007);
});

test("a heading stands above each group; a closed group keeps its heading and count, and opens again", () => {
  const { source, changed } = windows(5, [
    { key: "TEST", count: 2 },
    { key: "DEV", count: 3 },
  ]);
  const layout = () => {
    const view = source.snapshot();
    return Array.from({ length: view.count }, (_, at) => view.groupAt(at)?.label ?? view.idAt(at));
  };
  expect(layout()).toEqual(["the TEST", 7, 17, "the DEV", 27, 37, 47]);
  expect(source.snapshot().indexOf(27)).toBe(4);
  const before = changed.mock.calls.length;
  source.snapshot().toggleGroup("TEST");
  expect(changed.mock.calls.length).toBe(before + 1);
  expect(layout()).toEqual(["the TEST", "the DEV", 27, 37, 47]);
  expect(source.snapshot().groupAt(0)).toMatchObject({ count: 2, open: false });
  expect(source.snapshot().indexOf(17)).toBe(-1);
  expect(source.snapshot().indexOf(27)).toBe(2);
  source.setIds({ ids: [1, 2], groups: [{ key: "TEST", count: 2 }] });
  expect(layout()).toEqual(["the TEST"]);
  source.snapshot().toggleGroup("TEST");
  expect(layout()).toEqual(["the TEST", 1, 2]);
});

test("of a hundred thousand rows that were scrolled through, few are kept", () => {
  const { source } = windows(100_000);
  source.setRows(Array.from({ length: KEPT_ROWS + 10 }, (_, n) => ({ id: 10 * n + 7 })));
  expect(source.snapshot().rowAt(9)).toBeUndefined();
  expect(source.snapshot().rowAt(10)).toEqual({ id: 107 });
});

test("who leaves cancels everything", () => {
  const { asked, source } = windows(1_000);
  source.snapshot().ensure(0, 30);
  source.stop();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

test("a view that is loaded again keeps its places and shows old rows until they were read again", async () => {
  const { asked, source } = windows(1_000);
  source.snapshot().ensure(500, 530);
  for (const one of asked) one.answer();
  await settled();
  const before = asked.length;
  source.renew([{ id: 7, text: "new" }], false);
  expect(source.snapshot().count).toBe(1_000);
  expect(source.snapshot().rowAt(0)).toEqual({ id: 7, text: "new" });
  expect(source.snapshot().rowAt(505)).toEqual({ id: 5057 });
  // Its ids come again: what is in view is read again.
  source.setIds({ ids: Array.from({ length: 1_000 }, (_, n) => 10 * n + 7), groups: null });
  expect(asked.slice(before).map(({ ids }) => ids[0])).toContain(5007);
  asked[before]!.answer(asked[before]!.ids.map((id) => ({ id, text: "new" })));
  await settled();
  expect(source.snapshot().rowAt(505)).toEqual({ id: 5057, text: "new" });
});

test("a numbered page is what came with it", () => {
  const { source } = windows(1_000);
  source.renew([{ id: 1 }, { id: 2 }], true);
  expect(source.snapshot().count).toBe(2);
  source.renew([{ id: 2 }], true);
  expect([source.snapshot().count, source.snapshot().idAt(0)]).toEqual([1, 2]);
});

test("new ids cancel what was asked for by the places of before", () => {
  const { asked, source } = windows(1_000);
  source.snapshot().ensure(0, 30);
  source.setIds({ ids: [5, 6], groups: null });
  expect(asked.slice(0, 2).map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(asked[2]!.ids).toEqual([5, 6]);
});

test("rows that say something else than when they were put into their places stay there, and are counted until the list is read again", async () => {
  const { asked, source } = windows(300);
  const read = async (text: string, at = asked.length - 1) => {
    asked[at]!.answer(asked[at]!.ids.map((id) => ({ id, text: id === 37 ? text : "" })));
    await settled();
  };
  source.snapshot().ensure(0, 30);
  await read("a", 0);
  expect(source.snapshot().moved).toBe(0);
  void source.snapshot().refresh([37]);
  await read("b");
  expect([source.snapshot().moved, source.snapshot().indexOf(37)]).toEqual([1, 3]);
  // Changed back: it stands where it should.
  void source.snapshot().refresh([37]);
  await read("a");
  expect(source.snapshot().moved).toBe(0);
  void source.snapshot().refresh([37]);
  await read("b");
  const ids = Array.from({ length: 300 }, (_, n) => 10 * n + 7);
  source.setIds({ ids, groups: null });
  expect(source.snapshot().moved).toBe(0);
  void source.snapshot().refresh([37]);
  await read("c");
  expect(source.snapshot().moved).toBe(1);
  // The page was loaded again, with other values: what is read of other rows later was already so when it was placed.
  source.renew([], false);
  source.setIds({ ids, groups: null });
  void source.snapshot().refresh([37]);
  await read("d");
  expect(source.snapshot().moved).toBe(0);
});

test("groups that were closed before the list came are closed in it", () => {
  const { source } = windows(0, [{ key: "a", count: 0 }]);
  source.closeGroups(["b"]);
  source.setIds({
    ids: [1, 2, 3],
    groups: [
      { key: "a", count: 1 },
      { key: "b", count: 2 },
    ],
  });
  expect(source.snapshot().count).toBe(3);
  expect(source.snapshot().groupAt(2)).toMatchObject({ key: "b", open: false });
  expect(source.closedGroups()).toEqual(["b"]);
  source.snapshot().toggleGroup("b");
  expect(source.closedGroups()).toEqual([]);
});
