import { describe, expect, it } from "vitest";
import { renderCells } from "@/lib/dataset/questions/cells";
import { sampleContent } from "@/prisma/testing/content";
import type { SheetContent } from "./cells";
import { describeCells, fieldWords, planCells, type SheetHead } from "./rules";
import { SHEET_FIELDS } from "./vocabulary";

const TODAY = "2026-11-23";

const said = (more: Parameters<typeof sampleContent>[0] = {}): SheetContent => {
  const content = sampleContent(more);
  return { cells: renderCells(content), nextReview: content.nextReview };
};
const head = (questionId: number, revisionId: number, content = said()): SheetHead => ({
  questionId,
  revisionId,
  content,
});
const edit = (questionId: number, baseRevisionId: number, field: string, text: string) => ({
  questionId,
  baseRevisionId,
  field,
  text,
});
const plan = (edits: ReturnType<typeof edit>[], heads: SheetHead[], bases: SheetHead[] = []) =>
  planCells(
    edits,
    new Map(heads.map((one) => [one.questionId, one])),
    new Map(bases.map((one) => [one.revisionId, one])),
    TODAY,
  );

describe("what becomes of cells", () => {
  it("is decided for each by itself", () => {
    const { cells, questions } = plan(
      [
        edit(1, 10, "split", "DEV"),
        edit(1, 10, "year", "2025"),
        edit(2, 20, "split", "TEST"),
        edit(2, 20, "review", "soon"),
        edit(3, 30, "split", "DEV"),
      ],
      [head(1, 10), head(2, 20)],
    );
    expect(cells.map(({ outcome }) => outcome)).toEqual([
      { is: "change", from: "TEST", to: "DEV" },
      { is: "change", from: "2024", to: "2025" },
      { is: "unchanged" },
      { is: "invalid", message: "Enter a date (YYYY-MM-DD) or a review policy." },
      { is: "missing" },
    ]);
    expect(questions.map(({ questionId, fields }) => [questionId, fields])).toEqual([
      [1, ["split", "year"]],
    ]);
    expect(questions[0]!.content.cells.slice(0, 3)).toEqual([
      "DEV",
      "Who leads the council?",
      "2025",
    ]);
  });

  it("goes on top of what someone else changed elsewhere in the question", () => {
    const { cells, questions } = plan(
      [edit(1, 10, "split", "DEV")],
      [head(1, 11, said({ note: "theirs" }))],
      [head(1, 10)],
    );
    expect(cells[0]!.outcome).toEqual({ is: "change", from: "TEST", to: "DEV" });
    expect(questions[0]!.content.cells.at(-1)).toBe("theirs");
  });

  it("is a conflict where someone else changed this cell, with both values", () => {
    const { cells, questions } = plan(
      [edit(1, 10, "note", "mine"), edit(1, 10, "split", "DEV")],
      [head(1, 11, said({ note: "theirs" }))],
      [head(1, 10, said({ note: "before" }))],
    );
    expect(cells[0]!.outcome).toEqual({
      is: "conflict",
      base: "before",
      theirs: "theirs",
      revisionId: 11,
    });
    expect(questions.map(({ fields }) => fields)).toEqual([["split"]]);
  });

  it("is no conflict where both typed the same", () => {
    const { cells } = plan(
      [edit(1, 10, "note", "same")],
      [head(1, 11, said({ note: "same" }))],
      [head(1, 10)],
    );
    expect(cells[0]!.outcome).toEqual({ is: "unchanged" });
  });

  it("is a conflict where the base is no revision of the question", () => {
    const { cells } = plan([edit(1, 99, "note", "mine")], [head(1, 11, said({ note: "n" }))]);
    expect(cells[0]!.outcome).toMatchObject({ is: "conflict", theirs: "n", revisionId: 11 });
    // Another question's, which another edit of the same save is based on: its text is not what this cell said.
    const both = plan(
      [edit(1, 20, "note", "mine"), edit(2, 20, "note", "mine")],
      [head(1, 11, said({ note: "n" })), head(2, 21, said({ note: "n" }))],
      [head(2, 20, said({ note: "n" }))],
    );
    expect(both.cells.map(({ outcome }) => outcome.is)).toEqual(["conflict", "change"]);
  });

  it("leaves alone what could not be typed but is there", () => {
    const cells = [...said().cells];
    cells[3] = "Fall 2024";
    const vague = { cells, nextReview: { policy: "unrecognized" as const, on: null } };
    const { cells: planned } = plan(
      [edit(1, 10, "review", "Fall 2024"), edit(1, 10, "review", "Fall 2025")],
      [head(1, 10, vague)],
    );
    expect(planned.map(({ outcome }) => outcome.is)).toEqual(["unchanged", "invalid"]);
  });

  it("takes the last of several texts for one cell", () => {
    const { questions } = plan(
      [edit(1, 10, "split", "DEV"), edit(1, 10, "split", "DEMO")],
      [head(1, 10)],
    );
    expect(questions).toHaveLength(1);
    expect(questions[0]!.content.cells[0]).toBe("DEMO");
  });
});

describe("words", () => {
  it("name every field as people do", () => {
    expect(SHEET_FIELDS.map(fieldWords)).toEqual([
      "Split",
      "Question",
      "Effective year",
      "Next review",
      "Premise",
      "Hops",
      "Fact type",
      "Evidence",
      "Primary answer",
      ...Array.from({ length: 9 }, (_, i) => `Answer ${i + 2}`),
      "Note",
    ]);
  });

  it("describe a save in one line", () => {
    const question = (questionId: number, fields: string[]) => ({
      questionId,
      fields,
      content: said(),
    });
    expect(describeCells([question(17, ["split"])])).toBe("Edited Split of Q17");
    expect(describeCells([question(1, ["split", "year"]), question(2, ["year"])])).toBe(
      "Edited Split and Effective year of 2 questions",
    );
    expect(describeCells([question(1, ["split", "year", "note"]), question(2, ["hops"])])).toBe(
      "Edited 4 cells of 2 questions",
    );
  });
});
