import { describe, expect, it } from "vitest";
import { renderCells } from "@/lib/dataset/questions/cells";
import { cellText } from "@/lib/dataset/sheet/cells";
import type { SheetRow } from "@/lib/dataset/sheet/queries";
import { sampleContent } from "@/prisma/testing/content";
import {
  cellKey,
  enterTexts,
  readKept,
  setStates,
  shownContent,
  takeAnswer,
  takeRows,
  type UnsavedCells,
} from "./unsaved-cells";

const TODAY = "2026-11-23";
const row = (questionId: number, revisionId: number, more = {}): SheetRow => {
  const content = sampleContent(more);
  return {
    questionId,
    revisionId,
    content: { cells: renderCells(content), nextReview: content.nextReview },
    author: "Ben",
    revisedAt: "2026-11-23T00:00:00.000Z",
  };
};
const NONE: UnsavedCells = new Map();
const enter = (unsaved: UnsavedCells, rows: SheetRow[], ...texts: [number, string, string][]) =>
  enterTexts(
    unsaved,
    texts.map(([questionId, field, text]) => ({ questionId, field, text })),
    (id) => rows.find((one) => one.questionId === id),
    TODAY,
  );
const answer = (more = {}) => ({
  operationId: 1,
  summary: "",
  changed: 1,
  questionIds: [1],
  notSaved: [],
  ...more,
});
const states = (unsaved: UnsavedCells) =>
  Object.fromEntries([...unsaved].map(([key, cell]) => [key, cell.state.is]));

describe("texts that are entered", () => {
  it("are sent, marked or nothing new, each by itself", () => {
    const { unsaved, send } = enter(
      NONE,
      [row(1, 10)],
      [1, "split", "dev"],
      [1, "year", "soon"],
      [1, "hops", "one-hop"],
      [9, "split", "DEV"],
    );
    expect(states(unsaved)).toEqual({ "1:split": "saving", "1:year": "invalid" });
    expect(
      send.map(({ field, baseRevisionId, before }) => [field, baseRevisionId, before]),
    ).toEqual([["split", 10, "TEST"]]);
    const shown = shownContent(row(1, 10), unsaved, TODAY);
    expect([cellText(shown, "split"), cellText(shown, "year")]).toEqual(["DEV", "2024"]);
  });

  it("are given up by entering what was there", () => {
    const { unsaved } = enter(NONE, [row(1, 10)], [1, "year", "soon"]);
    expect(enter(unsaved, [row(1, 10)], [1, "year", "2024"]).unsaved.size).toBe(0);
  });

  it("that take back one on its way are sent behind it", () => {
    const { unsaved } = enter(NONE, [row(1, 10)], [1, "split", "DEV"]);
    const back = enter(unsaved, [row(1, 10)], [1, "split", "TEST"]);
    expect(back.send.map(({ text }) => text)).toEqual(["TEST"]);
  });
});

describe("the answer to a save", () => {
  it("leaves what could not be saved, with both values where someone else was first", () => {
    const first = enter(NONE, [row(1, 10)], [1, "note", "mine"], [1, "split", "DEV"]);
    const now = takeAnswer(
      first.unsaved,
      first.send,
      answer({
        notSaved: [
          {
            questionId: 1,
            field: "note",
            outcome: { is: "conflict", base: "", theirs: "theirs", revisionId: 11 },
          },
        ],
      }),
      new Map([[1, row(1, 12, { note: "theirs", split: "DEV" })]]),
    );
    expect([...now.values()]).toMatchObject([
      {
        field: "note",
        text: "mine",
        state: { is: "conflict", theirs: "theirs", by: "Ben", revisionId: 11 },
      },
    ]);
  });

  it("keeps a text that was entered since, on top of the saved one", () => {
    const first = enter(NONE, [row(1, 10)], [1, "note", "one"]);
    const second = enter(first.unsaved, [row(1, 10)], [1, "note", "two"]);
    const now = takeAnswer(
      second.unsaved,
      first.send,
      answer(),
      new Map([[1, row(1, 11, { note: "one" })]]),
    );
    expect(now.get(cellKey(1, "note"))).toMatchObject({
      text: "two",
      baseRevisionId: 11,
      state: { is: "saving" },
    });
  });

  it("moves the base of another cell only where no one changed it", () => {
    const first = enter(NONE, [row(1, 10)], [1, "note", "x"]);
    const second = enter(first.unsaved, [row(1, 10)], [1, "split", "DEV"], [1, "year", "2025"]);
    const now = takeAnswer(
      second.unsaved,
      first.send,
      answer(),
      new Map([[1, row(1, 11, { note: "x", effectiveYear: { year: 2020, before: false } })]]),
    );
    expect([...now.values()].map(({ field, baseRevisionId }) => [field, baseRevisionId])).toEqual([
      ["split", 11],
      ["year", 10],
    ]);
  });
});

describe("someone else was faster", () => {
  const typed = (seen: string, text: string, now: SheetRow) =>
    enterTexts(NONE, [{ questionId: 1, field: "note", text, seen }], () => now, TODAY);

  it("while one typed: both values at once, and nothing is sent", () => {
    const { unsaved, send } = typed("", "mine", row(1, 11, { note: "theirs" }));
    expect(send).toEqual([]);
    expect([...unsaved.values()]).toMatchObject([
      {
        text: "mine",
        before: "",
        state: { is: "conflict", theirs: "theirs", by: "Ben", revisionId: 11 },
      },
    ]);
  });

  it("in another cell, or with the same text, or where one typed nothing new: no conflict", () => {
    expect(states(typed("", "mine", row(1, 11, { split: "DEV" })).unsaved)).toEqual({
      "1:note": "saving",
    });
    expect(typed("", "theirs", row(1, 11, { note: "theirs" })).unsaved.size).toBe(0);
    expect(typed("", "", row(1, 11, { note: "theirs" })).unsaved.size).toBe(0);
  });

  it("than a text that waits for a person: in conflict as soon as the question was read again", () => {
    const kept = readKept([
      { questionId: 1, field: "note", text: "mine", baseRevisionId: 10, before: "" },
      { questionId: 1, field: "split", text: "DEV", baseRevisionId: 10, before: "TEST" },
    ]);
    const now = takeRows(kept, [row(1, 11, { note: "theirs" })]);
    expect(states(now)).toEqual({ "1:note": "conflict", "1:split": "kept" });
    expect(now.get("1:split")).toMatchObject({ baseRevisionId: 11 });
    const later = takeRows(now, [row(1, 12, { note: "theirs, too" })]);
    expect(later.get("1:note")!.state).toMatchObject({ theirs: "theirs, too", revisionId: 12 });
    expect(states(takeRows(later, [row(1, 13, { note: "mine" })]))).toEqual({ "1:split": "kept" });
    expect(takeRows(kept, [row(1, 10)])).toEqual(kept);
  });

  it("than one that is on its way: the server says so", () => {
    const { unsaved } = enter(NONE, [row(1, 10)], [1, "note", "mine"]);
    expect(states(takeRows(unsaved, [row(1, 11, { note: "theirs" })]))).toEqual({
      "1:note": "saving",
    });
  });
});

describe("what a device keeps", () => {
  it("goes out again where it was only not sent, else waits for a person's word", () => {
    const { unsaved } = enter(NONE, [row(1, 10)], [1, "note", "x"], [1, "year", "soon"]);
    const offline = setStates(unsaved, [...unsaved.values()], { is: "offline" });
    const read = (cells: UnsavedCells, ...more: unknown[]) =>
      readKept(JSON.parse(JSON.stringify([...cells.values(), ...more])));
    expect(states(read(unsaved))).toEqual({ "1:note": "offline", "1:year": "kept" });
    expect(states(read(offline))["1:note"]).toBe("offline");
    const [conflict, refused] = [
      { is: "conflict", theirs: "y", by: "Ben", revisionId: 11 },
      { is: "refused", message: "No." },
    ] as const;
    for (const state of [conflict, refused])
      expect(states(read(setStates(unsaved, [...unsaved.values()], state)))["1:note"]).toBe("kept");
  });

  it("is read only where it is of its kind", () => {
    const { unsaved } = enter(NONE, [row(1, 10)], [1, "note", "x"]);
    const kept = readKept(
      JSON.parse(
        JSON.stringify([
          ...setStates(unsaved, [...unsaved.values()], { is: "refused", message: "" }).values(),
          { text: "x" },
          null,
          7,
        ]),
      ),
    );
    expect([...kept.values()]).toEqual([
      {
        questionId: 1,
        field: "note",
        text: "x",
        before: "",
        baseRevisionId: 10,
        state: { is: "kept" },
      },
    ]);
    expect(readKept("x").size).toBe(0);
  });
});
