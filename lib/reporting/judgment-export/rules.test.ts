import { describe, expect, it } from "vitest";
import { fileHead, fileLine } from "./rules";
import { JUDGMENT_COLUMNS, type ExportedJudgment } from "./schema";

const judgment = {
  ...Object.fromEntries(JUDGMENT_COLUMNS.map((column) => [column, null])),
  comment: "=1+1",
  automatic_verdicts: [],
} as unknown as ExportedJudgment;
const cells = (spreadsheet?: boolean) =>
  fileLine("csv", JUDGMENT_COLUMNS, judgment, spreadsheet).trimEnd().split(",");
const at = (column: (typeof JUDGMENT_COLUMNS)[number]) => JUDGMENT_COLUMNS.indexOf(column);

describe("a judgment in a CSV file", () => {
  it("has its automatic verdicts as JSON text, also where there are none", () => {
    expect(cells()[at("automatic_verdicts")]).toBe("[]");
  });

  it("has its texts exactly, or guarded for spreadsheet programs", () => {
    expect([cells()[at("comment")], cells(true)[at("comment")]]).toEqual(["=1+1", "'=1+1"]);
    expect([
      fileHead("csv", JUDGMENT_COLUMNS).startsWith("judgment_id,"),
      fileHead("csv", JUDGMENT_COLUMNS, true).startsWith("\uFEFFjudgment_id,"),
      fileHead("jsonl", JUDGMENT_COLUMNS, true),
    ]).toEqual([true, true, ""]);
  });
});
