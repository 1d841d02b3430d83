import { describe, expect, it } from "vitest";
import { renderCells } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import { sampleContent } from "@/prisma/testing/content";
import { csvRecord, describeCounts, rowAsCsv, sumKinds, writeChangelog } from "./rules";
import type { DifferenceRow } from "./schema";

const content = (more: Partial<Content> = {}) =>
  sampleContent({ question: "Who is it?", answers: ["A"], ...more });
const row = (
  kinds: DifferenceRow["kinds"],
  before: Partial<Content> | null,
  after: Partial<Content> | null,
  questionId = 1,
): DifferenceRow => ({
  questionId,
  kinds,
  before: before && { position: 3, revision: 1, cells: renderCells(content(before)) },
  after: after && { position: 4, revision: 2, cells: renderCells(content(after)) },
});

describe("the changelog", () => {
  const counts = sumKinds([
    { kinds: ["answers", "effective-year"], count: 2 },
    { kinds: ["added"], count: 1 },
    { kinds: ["position"], count: 5 },
    { kinds: [], count: 7 },
    { kinds: ["class", "hops"], count: 1 },
  ]);

  it("counts each question once among the changed, and those that only moved among the unchanged", () => {
    expect(counts).toMatchObject({
      content: 4,
      unchanged: 12,
      byKind: {
        answers: 2,
        "effective-year": 2,
        added: 1,
        class: 1,
        hops: 1,
        position: 5,
        retired: 0,
      },
    });
  });

  it("says the numbers in words, one and many", () => {
    expect(describeCounts(counts)).toEqual([
      "1 question added",
      "answers of 2 questions changed",
      "1 question with a changed hop count",
      "effective year of 2 questions changed",
    ]);
  });

  it("names each question whose answers changed, from what to what, and the new ones", () => {
    const rows = [
      row(["answers"], {}, { answers: ["B"] }),
      row(["answers"], {}, { answers: ["A", "Also A"] }),
      row(["added"], null, { question: "Something\r\nnew?" }),
    ];
    expect(writeChangelog("FreshQA_v12182024", counts, rows)).toBe(
      [
        "Since FreshQA_v12182024:",
        "- 1 question added",
        "- answers of 2 questions changed",
        "- 1 question with a changed hop count",
        "- effective year of 2 questions changed",
        "",
        "Changed answers:",
        "- Who is it? A → B",
        "- Who is it? A (alternative answers changed)",
        "",
        "New questions:",
        "- Something new?",
      ].join("\n"),
    );
  });

  it("says how many it does not name, and what the first release and an unchanged one are", () => {
    const many = sumKinds([{ kinds: ["answers"], count: 130 }]);
    const text = writeChangelog(
      "FreshQA_v12182024",
      many,
      Array.from({ length: 40 }, () =>
        row(
          ["answers"],
          { question: "w ".repeat(100), answers: ["x ".repeat(100)] },
          { question: "w ".repeat(100), answers: ["y ".repeat(100)] },
        ),
      ),
    );
    expect(text.endsWith("- and 90 more")).toBe(true);
    expect(text.length).toBeLessThan(20_000);
    expect(writeChangelog(null, sumKinds([{ kinds: ["added"], count: 600 }]), [])).toBe(
      "The first release, with 600 questions.",
    );
    expect(
      writeChangelog("FreshQA_v12182024", sumKinds([{ kinds: ["position"], count: 3 }]), []),
    ).toBe("No changes since FreshQA_v12182024.");
  });
});

it("the CSV has a record a changed cell, and quotes what needs it", () => {
  expect(
    rowAsCsv(row(["answers", "note"], { answers: ["a, b"] }, { answers: ['"c"'], note: "x\ny" })),
  ).toBe(
    'Q1,answers note,3,4,1,2,Who is it?,answer_0,"a, b","""c"""\r\nQ1,answers note,3,4,1,2,Who is it?,note,,"x\ny"\r\n',
  );
  expect(rowAsCsv(row(["added"], null, {}))).toBe("Q1,added,,4,,2,Who is it?,,,\r\n");
  expect(csvRecord([null, 0, ""])).toBe(",0,\r\n");
});
