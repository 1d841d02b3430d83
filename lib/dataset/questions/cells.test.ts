import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";
import {
  answerCellsOf,
  answersSql,
  categoryOf,
  cellOf,
  cellSql,
  changedColumns,
  foldText,
  normalizeText,
  readCells,
  readNextReview,
  renderCells,
  searchColumns,
  writeCells,
} from "./cells";
import { hostOf } from "./evidence";
import type { Content } from "./schema";
import { CONTENT_COLUMNS } from "./vocabulary";

/** Cells of a plain question, with some replaced. */
function cellsWith(
  changes: Partial<Record<(typeof CONTENT_COLUMNS)[number], string>> = {},
): string[] {
  const plain: Record<string, string> = {
    split: "TEST",
    question: "Who founded Amazon?",
    effective_year: "before 2022",
    next_review: "N/A",
    false_premise: "FALSE",
    num_hops: "one-hop",
    fact_type: "never-changing",
    source: "https://en.wikipedia.org/wiki/Amazon_(company)",
    answer_0: "Jeff Bezos",
    answer_1: "Jeffrey Preston Bezos",
    ...changes,
  };
  return CONTENT_COLUMNS.map((column) => plain[column] ?? "");
}

describe("next_review", () => {
  test.each([
    // raw, release day, policy, day, finding
    ["N/A", null, "never", null, null],
    ["hardly_ever", null, "hardly_ever", null, null],
    ["occasionally", null, "occasionally", null, null],
    ["frequently", null, "frequently", null, null],
    ["every_time", null, "every_time", null, null],
    ["Every time", null, "every_time", null, "old-spelling"],
    ["n/a", null, "never", null, "old-spelling"],
    ["04/07/2025", null, "on_date", "2025-04-07", null],
    [" 04/07/2025 ", null, "on_date", "2025-04-07", null],
    ["1/1/2024", null, "on_date", "2024-01-01", "old-spelling"],
    ["1/4/2025", null, "on_date", "2025-01-04", "month-first-date"],
    ["1/24/2025", null, "on_date", "2025-01-24", "old-spelling"],
    ["01/04/2025", null, "on_date", "2025-01-04", null],
    ["2025-04-07", null, "on_date", "2025-04-07", "old-spelling"],
    ["2025", null, "on_date", "2025-01-01", "old-spelling"],
    ["24-Nov", "2024-11-18", "on_date", "2024-11-24", "old-spelling"],
    ["24-Nov", "2024-12-18", "on_date", "2025-11-24", "old-spelling"],
    ["24-Nov", null, "unrecognized", null, "date-without-year"],
    ["Fall 2024", null, "unrecognized", null, "vague-date"],
    ["Nov-24", null, "unrecognized", null, "vague-date"],
    ["", null, "unrecognized", null, "no-next-review"],
    ["02/29/2024", null, "on_date", "2024-02-29", null],
  ])("%j (release of %s) means %s %s, reported as %s", (raw, released, policy, on, code) => {
    expect(readNextReview(raw, released)).toEqual({ value: { policy, on }, code });
  });

  test.each([
    ["02/30/2024", "impossible-date"],
    ["02/29/2023", "impossible-date"],
    ["13/01/2024", "impossible-date"],
    ["00/10/2024", "impossible-date"],
    ["31-Feb", "date-without-year"],
    ["sometimes", "unknown-value"],
    ["tomorrow!", "unknown-value"],
  ])("%j is refused or kept as %s", (raw, code) => {
    const reading = readNextReview(raw, null);
    expect(reading.code).toBe(code);
    expect(reading.value?.policy ?? "unrecognized").toBe("unrecognized");
  });

  it("refuses a day without a year that the calendar does not have", () => {
    expect(readNextReview("31-Feb", "2024-12-18")).toEqual({
      value: undefined,
      code: "impossible-date",
    });
  });
});

describe("reading cells", () => {
  it("derives every typed value, and the category from false premise before fact type", () => {
    const { content, findings } = readCells(
      cellsWith({
        split: "DEV",
        question: "  Who? ",
        source: "https://a.org/x\r\n\r\n https://b.org \r\n",
        answer_0: " A ",
        answer_3: "B",
        note: " n ",
      }),
    );
    expect(findings).toEqual([]);
    expect(content).toEqual({
      split: "DEV",
      question: "Who?",
      effectiveYear: { year: 2022, before: true },
      nextReview: { policy: "never", on: null },
      falsePremise: false,
      hops: "one-hop",
      factType: "never-changing",
      sources: ["https://a.org/x", "https://b.org"],
      answers: ["A", "Jeffrey Preston Bezos", "B"],
      note: "n",
    });
    expect(categoryOf(content!)).toBe("never-changing");
    expect(categoryOf({ ...content!, falsePremise: true })).toBe("false-premise");
  });

  test.each([
    [{ split: "TRAIN" }, "split", "unknown-value"],
    [{ question: "   " }, "question", "no-question"],
    [{ question: "x".repeat(2_001) }, "question", "too-long"],
    [{ effective_year: "lately" }, "effective_year", "unknown-value"],
    [{ next_review: "02/30/2025" }, "next_review", "impossible-date"],
    [{ false_premise: "maybe" }, "false_premise", "unknown-value"],
    [{ false_premise: "" }, "false_premise", "unknown-value"],
    [{ num_hops: "3" }, "num_hops", "unknown-value"],
    [{ fact_type: "changing" }, "fact_type", "unknown-value"],
    [{ source: "javascript:alert(1)" }, "source", "dangerous-url"],
    [{ source: "data:text/html,x" }, "source", "dangerous-url"],
    [{ note: "a\u0000b" }, "note", "control-character"],
  ] as const)("%j is an error in %s: %s", (changes, column, code) => {
    const { content, findings } = readCells(cellsWith(changes));
    expect(content).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining({ column, code, severity: "error" }));
  });

  test.each([
    [{ false_premise: "True" }, "false_premise", "old-spelling"],
    [{ num_hops: "Multi hop" }, "num_hops", "old-spelling"],
    [{ fact_type: "Fast_Changing" }, "fact_type", "old-spelling"],
    [{ split: "test" }, "split", "old-spelling"],
    [{ effective_year: "2024.0" }, "effective_year", "old-spelling"],
    [{ effective_year: "" }, "effective_year", "no-effective-year"],
    [{ answer_0: "", answer_1: "" }, "answer_0", "no-answer"],
    [{ source: "the almanac" }, "source", "not-a-url"],
  ] as const)("%j is understood, with a notice in %s: %s", (changes, column, code) => {
    const { content, findings } = readCells(cellsWith(changes));
    expect(content).not.toBeNull();
    expect(findings).toEqual([expect.objectContaining({ column, code, severity: "notice" })]);
  });

  it("reports everything that is wrong with a row at once", () => {
    const { findings } = readCells(
      cellsWith({ split: "X", question: "", fact_type: "Y", next_review: "99/99/2025" }),
    );
    expect(findings.map((finding) => finding.column).sort()).toEqual([
      "fact_type",
      "next_review",
      "question",
      "split",
    ]);
  });
});

const line = fc
  .string({ unit: "binary-ascii", maxLength: 20 })
  .map((text) => text.replace(/[\u0000-\u001f\u007f]/g, "").trim());
const content: fc.Arbitrary<Content> = fc.record({
  split: fc.constantFrom("TEST", "DEV", "DEMO", null),
  question: line.map((text) => `Q ${text}`.trim()),
  effectiveYear: fc.option(
    fc.record({ year: fc.integer({ min: 1000, max: 9999 }), before: fc.boolean() }),
  ),
  nextReview: fc.oneof(
    fc
      .constantFrom("never", "hardly_ever", "occasionally", "frequently", "every_time")
      .map((policy) => ({ policy: policy as "never", on: null })),
    fc
      .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((day) => ({ policy: "on_date" as const, on: day.toISOString().slice(0, 10) })),
  ),
  falsePremise: fc.boolean(),
  hops: fc.constantFrom("one-hop", "multi-hop"),
  factType: fc.constantFrom("never-changing", "slow-changing", "fast-changing"),
  sources: fc.array(fc.webUrl({ validSchemes: ["https"] }), { maxLength: 4 }),
  answers: fc.array(
    line.map((text) => `a${text}`.trim()),
    { minLength: 1, maxLength: 10 },
  ),
  note: line,
});

describe("writing cells", () => {
  it("reading what was rendered gives the same values, whatever they are", () => {
    fc.assert(
      fc.property(content, (value) => {
        expect(readCells(renderCells(value)).content).toEqual(value);
      }),
    );
  });

  it("keeps every cell to the letter when nothing was edited, however it is spelt", () => {
    const odd = cellsWith({
      question: " Who founded Amazon? ",
      next_review: "1/1/2024",
      false_premise: "True",
      source: "https://a.org\r\n",
      answer_0: " Jeff\nBezos",
      answer_1: "",
      answer_4: "J. Bezos ",
      note: " \t",
    });
    const read = readCells(odd).content!;
    expect(writeCells({ cells: odd, nextReview: read.nextReview }, read)).toEqual({
      cells: odd,
      changed: [],
    });
  });

  it("takes a text area's line ends for no change", () => {
    const cells = cellsWith({ note: "first\r\nsecond", answer_0: "one\r\ntwo" });
    const read = readCells(cells).content!;
    const typed = {
      ...read,
      note: "first\nsecond",
      answers: read.answers.map((answer) => answer.replaceAll("\r\n", "\n")),
    };
    expect(writeCells({ cells, nextReview: read.nextReview }, typed).changed).toEqual([]);
  });

  it("replaces the text of the edited field alone", () => {
    const cells = cellsWith({
      next_review: "1/1/2024",
      false_premise: "True",
      answer_1: " Jeffrey ",
    });
    const read = readCells(cells).content!;
    const { cells: written, changed } = writeCells(
      { cells, nextReview: read.nextReview },
      { ...read, answers: ["Jeff Bezos", "Jeffrey", "Bezos"] },
    );
    expect(changed).toEqual(["answer_2"]);
    expect(cellOf(written, "next_review")).toBe("1/1/2024");
    expect(cellOf(written, "false_premise")).toBe("True");
    expect(cellOf(written, "answer_1")).toBe(" Jeffrey ");
  });

  it("keeps a date whose year only the import knew", () => {
    const cells = cellsWith({ next_review: "24-Nov" });
    const read = readCells(cells, "2024-11-18").content!;
    const { changed } = writeCells(
      { cells, nextReview: read.nextReview },
      { ...read, note: "seen" },
    );
    expect(changed).toEqual(["note"]);
  });

  it("names the columns that differ", () => {
    expect(changedColumns(cellsWith(), cellsWith({ note: "x", answer_1: "" }))).toEqual([
      "answer_1",
      "note",
    ]);
  });
});

describe("normal form", () => {
  test.each([
    ["Who founded  Amazon?", "who founded amazon"],
    ["who founded “Amazon”…", "who founded amazon"],
    ["Zoë Kravitz’s age", "zoe kravitz s age"],
    ["ﬁve", "five"],
    ["What is C++?", "what is c++"],
    ["हिन्दी", "हिन्दी"],
    ["???", "???"],
  ])("%j becomes %j", (text, normal) => expect(normalizeText(text)).toBe(normal));

  it("folds ASCII just as it folds the same text among Unicode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        // A combining acute accent behind a letter takes the Unicode way and folds to the letter.
        expect(normalizeText(`${text} x\u0301`)).toBe(normalizeText(`${text} x`));
        expect(foldText(`${text} x\u0301`)).toBe(foldText(`${text} x`));
      }),
    );
  });

  test.each([
    ["https://www.BBC.co.uk/news?x", "bbc.co.uk"],
    ["http://user@a.org:80/", "a.org"],
    ["almanac", null],
  ])("the host of %s is %s", (url, host) => expect(hostOf(url)).toBe(host));

  it("lists each evidence host once", () => {
    const { evidenceHosts } = searchColumns(
      readCells(cellsWith({ source: "https://www.a.org/1\r\nhttps://a.org/2\r\nhttps://b.org" }))
        .content!,
    );
    expect(evidenceHosts).toEqual(["a.org", "b.org"]);
  });
});

describe("cells by name", () => {
  // As CSV files and the database have had them since the first release; `id` is no content.
  const ORDER =
    "split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note".split(
      ",",
    );

  it("are in their places, which PostgreSQL counts from 1", () => {
    expect(CONTENT_COLUMNS).toEqual(ORDER);
    for (const [at, column] of CONTENT_COLUMNS.entries()) {
      expect(cellOf(ORDER, column)).toBe(column);
      expect(cellSql("r", column)).toBe(`r.cells[${at + 1}]`);
    }
    expect(answerCellsOf(ORDER)).toEqual(ORDER.slice(8, 18));
    expect(answersSql("r")).toBe("r.cells[9:18]");
  });

  it("are named: no statement and no code counts them", () => {
    const sources = productSourcesIn("app", "components", "lib", "prisma");
    expect(sources.length).toBeGreaterThan(600);
    const counting = /\.cells\[\d|\.cells\.at\(|\.cells\.slice\([1-9]|CONTENT_COLUMNS\.indexOf/;
    expect("SELECT r.cells[2] FROM revisions r").toMatch(counting);
    expect(sources.filter((path) => counting.test(read(path)))).toEqual([]);
  });
});
