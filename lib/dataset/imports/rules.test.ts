import { describe, expect, it } from "vitest";
import {
  alikePercent,
  dateOfFile,
  describeApplying,
  describeOutcome,
  inQueueOrder,
  isToCome,
  looksUnrelated,
  obstacleOf,
  isPassing,
  queueTurn,
  releaseDayOf,
  suggestOrder,
  spreadsheetFileName,
} from "./rules";
import { IMPORT_STATUSES } from "@/lib/dataset/import-engine/vocabulary";
import type { PlanCounts } from "./schema";

const counts = (changes: Partial<PlanCounts> = {}): PlanCounts => ({
  rows: 10,
  exact: 0,
  normalized: 0,
  unchanged: 0,
  changed: 0,
  conflicts: 0,
  conflictsOpen: 0,
  changedHere: 0,
  reworded: 0,
  rewordingsOpen: 0,
  rewordingsAccepted: 0,
  rewordingsRejected: 0,
  rewordingsReplaced: 0,
  rewordingsSafe: 0,
  new: 10,
  missing: 0,
  bad: 0,
  suspect: 0,
  unreadable: 0,
  present: 0,
  ...changes,
});

describe("the day of a release", () => {
  it.each([
    ["FreshQA_v12182024.csv", "2024-12-18"],
    ["freshqa_v04072025 (1).xlsx", "2025-04-07"],
    ["copy of FreshQA_v04072025_clean.csv", "2025-04-07"],
    ["FreshQA_v13182024.csv", null],
    ["FreshQA_v02302024.csv", null],
    ["FreshQA_v01010000.csv", null],
    ["questions.csv", null],
  ])("of %s is %s", (name, day) => expect(releaseDayOf(name)).toBe(day));
});

describe("the date of a file", () => {
  it.each([
    ["FreshQA_v12182024.csv", undefined, "2024-12-18"],
    ["FreshQA_v12182024.csv", "2024-12-20", "2024-12-20"],
    ["FreshQA_v12182024.csv", "unknown", null],
    ["questions.csv", "2024-12-20", "2024-12-20"],
    ["questions.csv", "unknown", null],
    ["questions.csv", undefined, undefined],
  ])("of %s, of which is said %s, is %s", (name, said, date) =>
    expect(dateOfFile(name, said)).toBe(date),
  );

  it.each([
    ["2026-11-27", false],
    ["2026-11-28", false],
    ["2026-11-29", true],
    ["0001-01-01", false],
  ])("%s is to come: %s", (day, toCome) => {
    // It is the 28th already where days begin first.
    expect(isToCome(day, new Date("2026-11-27T10:00:00Z"))).toBe(toCome);
  });

  it("decides the order of a queue, whatever the names are; of unknown date are last", () => {
    const files = [
      { fileName: "b.csv", releasedOn: null },
      { fileName: "FreshQA_v01012025.csv", releasedOn: "2025-03-01" },
      { fileName: "a.csv", releasedOn: null },
      { fileName: "z.csv", releasedOn: new Date("2025-02-01T00:00:00Z") },
    ];
    expect(inQueueOrder(files).map(({ fileName }) => fileName)).toEqual([
      "z.csv",
      "FreshQA_v01012025.csv",
      "a.csv",
      "b.csv",
    ]);
  });
});

describe("a likeness in percent", () => {
  it.each([
    [1, "100%"],
    [0.999, "99%"],
    [0.7, "70%"],
    [0.699, "69%"],
    [0.695, "69%"],
    [0.29, "29%"],
  ])("of %d is %s", (score, words) => expect(alikePercent(score)).toBe(words));
});

describe("the order that is suggested", () => {
  it.each([
    [600, 0, "file"],
    [600, 300, "file"],
    [600, 301, "present"],
    [0, 0, "file"],
  ] as const)(
    "with %i questions here, %i of them not in the file, is the %s's",
    (present, missing, order) => expect(suggestOrder({ present, missing })).toBe(order),
  );
});

describe("a plan can be applied", () => {
  const none = { skipBadRows: false, acceptSuspect: false };
  it.each([
    ["when all is well", {}, none, null],
    ["not with bad rows", { bad: 1 }, none, "bad-rows"],
    ["not with records that could not be read", { unreadable: 1 }, none, "bad-rows"],
    [
      "not with bad rows because suspect ones are taken",
      { bad: 1 },
      { ...none, acceptSuspect: true },
      "bad-rows",
    ],
    ["with bad rows left out", { bad: 1, suspect: 1 }, { ...none, skipBadRows: true }, null],
    ["not with suspect rows", { suspect: 1 }, none, "suspect-rows"],
    ["with suspect rows taken", { suspect: 1 }, { ...none, acceptSuspect: true }, null],
    ["not with open rewordings", { rewordingsOpen: 2 }, none, "undecided"],
    ["not when no row is left", { bad: 10 }, { ...none, skipBadRows: true }, "nothing-to-import"],
    [
      "not when only suspect rows are left, and they are not taken",
      { suspect: 10 },
      { ...none, skipBadRows: true },
      "nothing-to-import",
    ],
  ])("%s", (_, changes, choices, code) =>
    expect(obstacleOf(counts(changes), choices)?.code ?? null).toBe(code),
  );
});

describe("what applying will do, in words", () => {
  const keep = { acceptSuspect: false, missing: "keep", order: "file" } as const;
  it("names every number, what is kept, and that nothing is deleted", () => {
    expect(
      describeApplying(
        counts({ present: 600 }),
        { created: 0, replaced: 0, changed: 180, reworded: 16, keptEdits: 0, unchanged: 404 },
        keep,
      ),
    ).toEqual([
      "180 questions will get a new revision, 16 questions will be reworded, and 404 will stay unchanged.",
      "Questions will be reordered to match the file.",
      "Nothing is deleted: every earlier revision stays in the history.",
    ]);
    expect(
      describeApplying(
        counts({ present: 5, missing: 1, bad: 1, suspect: 2 }),
        { created: 1, replaced: 0, changed: 0, reworded: 0, keptEdits: 0, unchanged: 1 },
        { ...keep, order: "present" },
      ),
    ).toEqual([
      "1 question will be added and 1 will stay unchanged.",
      "1 question missing from the file will be kept.",
      "3 rows will be skipped.",
      "The current order is kept; new questions go last.",
      "Nothing is deleted: every earlier revision stays in the history.",
    ]);
    expect(
      describeApplying(
        counts({ present: 5, missing: 3 }),
        { created: 0, replaced: 0, changed: 0, reworded: 0, keptEdits: 0, unchanged: 2 },
        { ...keep, missing: "retire" },
      )[0],
    ).toBe("3 questions missing from the file will be retired and 2 will stay unchanged.");
    expect(
      describeApplying(
        counts(),
        { created: 1_200, replaced: 0, changed: 0, reworded: 0, keptEdits: 0, unchanged: 0 },
        keep,
      ),
    ).toEqual([
      "1,200 questions will be added.",
      "Nothing is deleted: every earlier revision stays in the history.",
    ]);
    expect(
      describeApplying(
        counts({ present: 5 }),
        { created: 0, replaced: 1, changed: 0, reworded: 0, keptEdits: 0, unchanged: 0 },
        keep,
      )[0],
    ).toBe("1 question will be retired and replaced by a new one.");
    expect(
      describeApplying(
        counts({ present: 1 }),
        { created: 0, replaced: 0, changed: 0, reworded: 0, keptEdits: 0, unchanged: 0 },
        keep,
      )[0],
    ).toBe("No questions will be imported.");
  });
});

describe("what applying did, in words", () => {
  const nothing = {
    created: 0,
    replaced: 0,
    changed: 0,
    reworded: 0,
    unchanged: 0,
    retired: 0,
    kept: 0,
    leftOut: 0,
  };
  it.each([
    [{ ...nothing, created: 600 }, "600 added"],
    [
      { ...nothing, changed: 180, reworded: 16, keptEdits: 0, unchanged: 404 },
      "180 changed, 16 reworded, 404 unchanged",
    ],
    [{ ...nothing, created: 2, replaced: 3 }, "2 added, 3 replaced"],
    [{ ...nothing, retired: 1, kept: 2, leftOut: 1 }, "1 retired, 2 missing (kept), 1 row skipped"],
    [nothing, "no changes"],
  ])("%j is %s", (outcome, words) => expect(describeOutcome(outcome)).toBe(words));
});

describe("a file that has hardly a question of the dataset", () => {
  it.each([
    [{ present: 600, rows: 600, exact: 2 }, true],
    [{ present: 600, rows: 600, exact: 2, reworded: 40 }, false],
    [{ present: 600, rows: 600, exact: 584 }, false],
    [{ present: 600, rows: 25, exact: 25 }, false],
    [{ present: 600, rows: 5 }, false],
    [{ present: 5, rows: 600 }, false],
    [{ present: 0, rows: 600 }, false],
  ])("%j: %s", (changes, unrelated) => expect(looksUnrelated(counts(changes))).toBe(unrelated));
});

describe("whose turn a plan in a queue is", () => {
  it.each([
    [{}, false, "server"],
    [{}, true, "stopped"],
    [{ rewordingsOpen: 1, rewordingsAccepted: 3 }, false, "decide"],
    [{ conflicts: 2, conflictsOpen: 1 }, true, "decide"],
    [{ bad: 1 }, false, "decide"],
    [{ present: 600, rows: 600, exact: 2 }, true, "decide"],
    [{ rewordingsRejected: 1 }, false, "apply"],
    [{ rewordingsReplaced: 1 }, true, "apply"],
    [{ conflicts: 2, conflictsOpen: 0 }, true, "apply"],
  ] as const)("%j, silent %s: %s", (changes, silent, turn) =>
    expect(queueTurn(counts(changes), silent)).toBe(turn),
  );
});

describe("what is shown of a queue's file holds for a moment only", () => {
  it.each([
    ...[...IMPORT_STATUSES, "interrupted", "applying", "undone"].map(
      (status) => [status, null] as const,
    ),
    ["planned", "server"],
    ["planned", "stopped"],
    ["planned", "apply"],
  ] as const)("%s, whose turn: %s", (status, turn) => {
    const passing =
      ["reading", "queued", "matching", "applying", "applied", "undone", "cancelled"].includes(
        status,
      ) || turn !== null;
    expect(isPassing(true, status, turn)).toBe(passing);
  });
  it("not of one that waits in a queue that is paused, or for a decision", () => {
    expect(isPassing(false, "queued", null)).toBe(false);
    expect(isPassing(true, "planned", "decide")).toBe(false);
  });
});

it("the name of a file for spreadsheets says what it is", () =>
  expect(spreadsheetFileName("freshqa-2026-11-22.csv")).toBe("freshqa-2026-11-22-spreadsheet.csv"));
