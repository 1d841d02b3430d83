import { describe, expect, it } from "vitest";
import {
  blockOf,
  edit,
  FIRST_CELL,
  moveTo,
  pressKey,
  withLaterRows,
  type SheetExtent,
  type SheetKey,
  type SheetState,
} from "./sheet-state";

/** Ten rows, four columns, of which the first is read-only. */
const EXTENT: SheetExtent = { rows: 10, columns: 4, page: 5, editable: ({ column }) => column > 0 };

const at = (row: number, column: number): SheetState => ({
  cursor: { row, column },
  anchor: { row, column },
  editing: null,
});
/** "Ctrl+Shift+z" as a key. */
function key(pressed: string): SheetKey {
  const parts = pressed.split("+");
  return {
    key: parts.at(-1)!,
    mod: parts.includes("Ctrl"),
    shift: parts.includes("Shift"),
    alt: parts.includes("Alt"),
  };
}
const press = (state: SheetState, pressed: string) => pressKey(state, key(pressed), EXTENT);

describe("keys in the sheet", () => {
  it.each([
    ["ArrowDown", [3, 2], [4, 2]],
    ["ArrowUp", [3, 2], [2, 2]],
    ["ArrowLeft", [3, 2], [3, 1]],
    ["ArrowRight", [3, 2], [3, 3]],
    ["ArrowUp", [0, 2], [0, 2]],
    ["ArrowRight", [3, 3], [3, 3]],
    ["Ctrl+ArrowDown", [3, 2], [9, 2]],
    ["Ctrl+ArrowUp", [3, 2], [0, 2]],
    ["Ctrl+ArrowLeft", [3, 2], [3, 0]],
    ["Ctrl+ArrowRight", [3, 2], [3, 3]],
    ["Home", [3, 2], [3, 0]],
    ["End", [3, 2], [3, 3]],
    ["Ctrl+Home", [3, 2], [0, 0]],
    ["Ctrl+End", [3, 2], [9, 3]],
    ["PageDown", [3, 2], [8, 2]],
    ["PageDown", [7, 2], [9, 2]],
    ["PageUp", [3, 2], [0, 2]],
    ["Tab", [3, 2], [3, 3]],
    ["Shift+Tab", [3, 2], [3, 1]],
    ["Shift+Enter", [3, 2], [2, 2]],
  ])("%s moves from %j to %j", (pressed, [row, column], [toRow, toColumn]) => {
    expect(press(at(row!, column!), pressed)).toEqual({ state: at(toRow!, toColumn!) });
  });

  it.each(["Enter", "F2"])("%s edits what is in a cell", (pressed) => {
    expect(press(at(3, 2), pressed)).toEqual({
      state: { ...at(3, 2), editing: { text: null, typed: false } },
    });
  });

  it.each(["a", "7", "é", "Dead", "Process"])(
    "%s edits a cell anew, and is the editor's own",
    (pressed) => {
      expect(press(at(3, 2), pressed)).toEqual({
        state: { ...at(3, 2), editing: { text: "", typed: true } },
        effect: "type",
      });
    },
  );

  it.each([
    ["a", undefined],
    ["F2", undefined],
    ["Enter", "open"],
  ])("%s edits nothing in a read-only cell", (pressed, effect) => {
    expect(press(at(3, 0), pressed)).toEqual({ state: at(3, 0), ...(effect && { effect }) });
  });

  it.each([
    ["Delete", "clear"],
    ["Backspace", "clear"],
    ["Ctrl+d", "fill-down"],
    ["Ctrl+z", "undo"],
    ["Ctrl+Shift+Z", "redo"],
    ["Ctrl+y", "redo"],
    ["Ctrl+Enter", "open"],
    [" ", "beside"],
    ["Shift+ ", "tick"],
  ])("%s does %s", (pressed, effect) => {
    expect(press(at(3, 2), pressed)).toEqual({ state: at(3, 2), effect });
  });

  it.each([
    "Ctrl+c",
    "Ctrl+x",
    "Ctrl+v",
    "Ctrl+k",
    "Ctrl+f",
    "/",
    "?",
    "Alt+ArrowLeft",
    "F5",
    "Escape",
  ])("%s is left to the page and the browser", (pressed) =>
    expect(press(at(3, 2), pressed)).toBeNull(),
  );

  it("lets Tab out at both ends of a row", () => {
    expect(press(at(3, 3), "Tab")).toBeNull();
    expect(press(at(3, 0), "Shift+Tab")).toBeNull();
  });

  it("selects a block with Shift, all with Ctrl+A, and one cell again with Escape", () => {
    const one = press(at(3, 2), "Shift+ArrowDown")!.state;
    const block = press(one, "Shift+ArrowLeft")!.state;
    expect(blockOf(block)).toEqual({ top: 3, bottom: 4, left: 1, right: 2 });
    expect(press(block, "Escape")!.state).toEqual(at(4, 1));
    expect(press(block, "ArrowUp")!.state).toEqual(at(3, 1));
    expect(blockOf(press(at(3, 2), "Ctrl+a")!.state)).toEqual({
      top: 0,
      bottom: 9,
      left: 0,
      right: 3,
    });
  });

  it("begins to edit one cell of a block", () => {
    expect(press({ ...at(4, 1), anchor: { row: 3, column: 2 } }, "x")!.state).toEqual({
      ...at(4, 1),
      editing: { text: "", typed: true },
    });
  });
});

describe("keys in a cell that is edited", () => {
  const typed = edit(at(3, 2), "x");
  const opened = edit(at(3, 2), null);

  it.each([
    ["Enter", [4, 2]],
    ["Shift+Enter", [2, 2]],
    ["Tab", [3, 3]],
    ["Shift+Tab", [3, 1]],
  ])("%s saves and moves", (pressed, [row, column]) => {
    const step = { state: at(row!, column!), effect: "commit" };
    expect(press(typed, pressed)).toEqual(step);
    expect(press(opened, pressed)).toEqual(step);
  });

  it.each([
    ["ArrowUp", [2, 2]],
    ["ArrowDown", [4, 2]],
    ["ArrowLeft", [3, 1]],
    ["ArrowRight", [3, 3]],
  ])(
    "%s saves and moves where editing began with a letter, else moves the caret",
    (pressed, [row, column]) => {
      expect(press(typed, pressed)).toEqual({ state: at(row!, column!), effect: "commit" });
      expect(press(opened, pressed)).toBeNull();
      expect(press(press(typed, "F2")!.state, pressed)).toBeNull();
    },
  );

  it("cancels with Escape and breaks the line with Alt or Ctrl and Enter", () => {
    expect(press(typed, "Escape")).toEqual({ state: at(3, 2), effect: "cancel" });
    expect(press(typed, "Alt+Enter")).toEqual({ state: typed, effect: "line-break" });
    expect(press(typed, "Ctrl+Enter")).toEqual({ state: typed, effect: "line-break" });
  });

  it.each(["a", " ", "/", "?", "Delete", "Ctrl+z", "Ctrl+a", "Ctrl+v", "Home"])(
    "%s is the field's own",
    (pressed) => expect(press(typed, pressed)).toBeNull(),
  );
});

describe("the cursor", () => {
  it("stays in the sheet, also where that is empty", () => {
    expect(moveTo(FIRST_CELL, { row: 99, column: -4 }, EXTENT)).toEqual(at(9, 0));
    expect(moveTo(FIRST_CELL, { row: 5, column: 5 }, { ...EXTENT, rows: 0 })).toEqual(at(0, 3));
  });
});

it("selects everything once all rows are known, where everything was selected before", () => {
  const all = (row: number) => ({
    cursor: { row: 0, column: 0 },
    anchor: { row, column: 3 },
    editing: null,
  });
  expect(withLaterRows(all(49), 50, 900)).toEqual(all(899));
  expect(withLaterRows(all(48), 50, 900)).toEqual(all(48));
  const one = { ...all(0) };
  expect(withLaterRows(one, 1, 900)).toBe(one);
});
