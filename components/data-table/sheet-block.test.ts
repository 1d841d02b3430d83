import { describe, expect, it } from "vitest";
import type { RowSource } from "./row-source";
import { copiedPart, entriesOf, idsOf, isTooLarge, loadedText, textAt } from "./sheet-block";
import type { SheetEditing } from "./sheet-editing";

/** Ten rows under one heading: place 0 is the heading, place 3 has row 30, which is still on its way. */
const source = {
  count: 11,
  idAt: (at: number) => (at === 0 || at > 10 ? undefined : at * 10),
  groupAt: (at: number) => (at === 0 ? { key: "a", label: "A", count: 10, open: true } : undefined),
  rowAt: (at: number) => (at === 3 ? undefined : { name: `row ${at}` }),
} as unknown as RowSource<{ name: string }>;
const column = (id: string) => ({
  id,
  header: id,
  cell: () => null,
  text: (row: { name: string }) => `${id} of ${row.name}`,
  width: 100,
  pinnedAt: null,
});
const editing = {
  editable: (id: string) => id !== "id",
  text: (id: number, name: string) => (id === 20 ? undefined : `${name} ${id}`),
} as unknown as SheetEditing;
const sheet = { source, shown: ["id", "a", "b"].map(column), editing };

describe("a block of cells", () => {
  it("has the texts of rows and of what is edited, and knows which are not loaded", () => {
    expect(textAt(sheet, 1, 0)).toBe("id of row 1");
    expect(textAt(sheet, 1, 2)).toBe("b 10");
    expect(textAt(sheet, 2, 1)).toBeUndefined();
    expect(textAt(sheet, 3, 0)).toBeUndefined();
    expect(textAt(sheet, 0, 1)).toBe("");
  });

  it("takes texts where cells can be edited", () => {
    const block = { top: 0, bottom: 2, left: 0, right: 1 };
    expect(entriesOf(sheet, block, (row, at) => `${row},${at}`)).toEqual([
      { id: 10, column: "a", text: "1,1" },
      { id: 20, column: "a", text: "2,1" },
    ]);
    expect(idsOf(source, { ...block, top: -5, bottom: 99 })).toEqual(
      Array.from({ length: 10 }, (_, at) => 10 * (at + 1)),
    );
  });

  it("is copied up to 20,000 cells and 5,000 rows", () => {
    const rows = (block: ReturnType<typeof copiedPart>) => block.bottom - block.top + 1;
    expect(rows(copiedPart({ top: 5, bottom: 100_004, left: 0, right: 7 }))).toBe(2_500);
    expect(rows(copiedPart({ top: 0, bottom: 99_999, left: 0, right: 0 }))).toBe(5_000);
    expect(copiedPart({ top: 3, bottom: 9, left: 1, right: 2 })).toEqual({
      top: 3,
      bottom: 9,
      left: 1,
      right: 2,
    });
  });

  it("is changed up to 20,000 cells, read-only ones not counted", () => {
    const block = { top: 0, bottom: 9_999, left: 0, right: 2 };
    expect(isTooLarge(sheet, block)).toBe(false);
    expect(isTooLarge(sheet, { ...block, bottom: 10_000 })).toBe(true);
    expect(isTooLarge({ ...sheet, editing: undefined }, { ...block, bottom: 90_000 })).toBe(false);
  });
});

it("a text whose row is read again while it is loaded is loaded again, and given up where it never comes", async () => {
  const loading = (after: number) => {
    let loads = 0;
    return {
      load: () => Promise.resolve(void loads++),
      text: () => (loads >= after ? "There" : undefined),
      loads: () => loads,
    };
  };
  const [here, later, never] = [loading(0), loading(2), loading(Infinity)];
  expect(await loadedText(here, 7, "note")).toBe("There");
  expect(await loadedText(later, 7, "note")).toBe("There");
  expect(await loadedText(never, 7, "note")).toBeUndefined();
  expect([here.loads(), later.loads(), never.loads()]).toEqual([0, 2, 5]);
});
