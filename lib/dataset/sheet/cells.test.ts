import { describe, expect, it } from "vitest";
import { readCells, renderCells } from "@/lib/dataset/questions/cells";
import { contentSchema } from "@/lib/dataset/questions/schema";
import { sampleContent } from "@/prisma/testing/content";
import {
  cellChoices,
  cellText,
  contentOfSheet,
  readCell,
  withCell,
  type SheetContent,
} from "./cells";
import { SHEET_FIELDS } from "./vocabulary";

const TODAY = "2026-11-23";

const sheet = (more: Parameters<typeof sampleContent>[0] = {}): SheetContent => {
  const content = sampleContent(more);
  return { cells: renderCells(content), nextReview: content.nextReview };
};

describe("what a text in a cell means", () => {
  it.each([
    // Closed lists take what people read and what a release says.
    ["factType", "Fast-changing", "fast-changing"],
    ["factType", "fast_changing", "fast-changing"],
    ["factType", "fast", null],
    ["hops", "Multi hop", "multi-hop"],
    ["hops", "2", null],
    ["split", "dev", "DEV"],
    ["split", "", ""],
    ["split", "No split", ""],
    ["split", "TRAIN", null],
    // TRUE in a release is a false premise.
    ["premise", "TRUE", "TRUE"],
    ["premise", "True", "TRUE"],
    ["premise", "False premise", "TRUE"],
    ["premise", "FALSE", "FALSE"],
    ["premise", "valid", "FALSE"],
    ["premise", "False", null],
    ["premise", "", null],
    ["year", "2024", "2024"],
    ["year", "2024.0", "2024"],
    ["year", "Before 2022", "before 2022"],
    ["year", "", ""],
    ["year", "0999", null],
    ["year", "last year", null],
    ["review", "Every release", "every_time"],
    ["review", "every_time", "every_time"],
    ["review", "N/A", "N/A"],
    ["review", "Never", "N/A"],
    ["review", "2026-12-24", "12/24/2026"],
    ["review", "12/24/2026", "12/24/2026"],
    ["review", "24 Dec 2026", "12/24/2026"],
    ["review", "24-Dec-2026", "12/24/2026"],
    ["review", "December 24, 2026", "12/24/2026"],
    ["review", "24-Nov", "11/24/2026"],
    ["review", "1-Nov", "11/01/2027"],
    ["review", "02/30/2026", null],
    ["review", "30 Feb 2026", null],
    ["review", "Fall 2026", null],
    ["review", "", null],
    [
      "evidence",
      "https://a.example/x\nhttp://b.example",
      "https://a.example/x\r\nhttp://b.example",
    ],
    ["evidence", "", "N/A"],
    ["evidence", "a.example", null],
    ["evidence", "javascript:alert(1)", null],
    ["question", "  Who?  ", "Who?"],
    ["question", "", null],
    ["question", "x".repeat(2_001), null],
    ["answer", "", null],
    ["answer2", "", ""],
    ["answer10", "x".repeat(5_001), null],
    ["note", "two\r\nlines", "two\nlines"],
    ["note", "a\u0007b", null],
    ["category", "fast-changing", null],
    ["__proto__", "x", null],
  ])("%s: %j", (field, text, raw) => {
    const reading = readCell(field, text, TODAY);
    if (raw === null) expect(reading).toEqual({ problem: expect.stringMatching(/\S.*\.$/) });
    else expect(reading).toEqual({ raw });
  });

  it("says which words a closed list takes", () => {
    expect(readCell("hops", "three", TODAY)).toEqual({ problem: "Enter One-hop or Multi-hop." });
    expect(readCell("factType", "x", TODAY)).toEqual({
      problem: "Enter Never-changing, Slow-changing or Fast-changing.",
    });
  });

  it("takes each word that it offers, and gives it back as the text of the cell", () => {
    for (const field of SHEET_FIELDS)
      for (const word of cellChoices(field) ?? []) {
        const reading = readCell(field, word, TODAY);
        if ("problem" in reading) throw new Error(`${field}: ${word}`);
        const next = withCell(sheet(), field, reading.raw, TODAY) ?? sheet();
        expect([field, cellText(next, field)]).toEqual([field, word === "No split" ? "" : word]);
      }
  });
});

describe("a cell that is written", () => {
  it("changes its own text alone", () => {
    const before = sheet({ answers: ["Ada", "A."], note: "n" });
    const raw = [...before.cells];
    raw[7] = " https://x.example \r\n";
    const after = withCell({ ...before, cells: raw }, "answer3", "Brandt", TODAY)!;
    expect(after.cells.map((cell, at) => (cell === raw[at] ? "" : cell)).join("")).toBe("Brandt");
    expect(contentOfSheet(after).answers).toEqual(["Ada", "A.", "Brandt"]);
  });

  it("keeps its raw text where the value is the same", () => {
    const cells = [...sheet().cells];
    cells[6] = "Slow Changing";
    expect(cellText({ ...sheet(), cells }, "factType")).toBe("Slow-changing");
    expect(withCell({ ...sheet(), cells }, "factType", "slow-changing", TODAY)).toBeNull();
  });

  it("keeps the year that only an import knew, and takes another schedule", () => {
    const cells = [...sheet().cells];
    cells[3] = "24-Nov";
    const base: SheetContent = {
      cells,
      nextReview: { policy: "on_date", on: "2024-11-24" },
    };
    expect(cellText(base, "review")).toBe("2024-11-24");
    expect(withCell(base, "review", "11/24/2024", TODAY)).toBeNull();
    expect(contentOfSheet(withCell(base, "note", "x", TODAY)!).nextReview.on).toBe("2024-11-24");
    expect(contentOfSheet(withCell(base, "review", "every_time", TODAY)!).nextReview).toEqual({
      policy: "every_time",
      on: null,
    });
  });

  it("is what the form takes, too", () => {
    const texts = [
      "x",
      "2024",
      "before 2022",
      "FALSE",
      "TEST",
      "multi-hop",
      "never-changing",
      "frequently",
      "2027-01-31",
      "https://a.example/",
      "a\nb",
      "",
    ];
    let taken = 0;
    for (const field of SHEET_FIELDS)
      for (const text of texts) {
        const reading = readCell(field, text, TODAY);
        if ("problem" in reading) continue;
        const next = withCell(sheet(), field, reading.raw, TODAY);
        if (next === null) continue;
        taken++;
        expect(contentSchema.safeParse(contentOfSheet(next)).error?.issues).toBeUndefined();
        expect(readCells(next.cells).content).not.toBeNull();
      }
    expect(taken).toBeGreaterThan(60);
  });
});
