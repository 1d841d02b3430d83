import { describe, expect, it } from "vitest";
import {
  columnOf,
  guessRoles,
  isResponseHeader,
  keepingOthers,
  readVerdict,
  RecordMatcher,
  ReleaseIndex,
  rolesProblem,
  type ReleasedText,
  withMainRole,
} from "./rules";
import type { ColumnRole } from "./schema";

describe("what the columns of a file are taken for", () => {
  const RELEASE = [
    "id",
    "split",
    "question",
    "effective_year",
    "next_review",
    "false_premise",
    "num_hops",
    "fact_type",
    "source",
    ...Array.from({ length: 10 }, (_, i) => `answer_${i}`),
    "note",
  ];
  it.each<[string, string[], string[][], string, ColumnRole[]]>([
    [
      "question and response",
      ["question", "response"],
      [["Who?", "Me"]],
      "a.csv",
      ["question", "response"],
    ],
    [
      "names however they are written",
      ["Question Text", "Model Response", "Latency (ms)"],
      [],
      "a.csv",
      ["question", "response", "metadata"],
    ],
    [
      "an id of numbers is the release's",
      ["id", "output"],
      [
        ["0", "a"],
        ["12.0", "b"],
      ],
      "a.jsonl",
      ["id", "response"],
    ],
    [
      "an id such as Q17 is the lasting one",
      ["question_id", "id", "answer"],
      [["Q17", "3", "a"]],
      "a.jsonl",
      ["stable-id", "id", "response"],
    ],
    [
      "an id that is neither stays metadata",
      ["id", "question", "text"],
      [["run-7", "Who?", "x"]],
      "a.csv",
      ["metadata", "question", "response"],
    ],
    [
      "the model's own column before a column called answer",
      ["question", "answer", "model_response"],
      [],
      "a.csv",
      ["question", "metadata", "response"],
    ],
    [
      "the FreshEval sheet",
      ["model_response", ...RELEASE, "rating", "explanation"],
      [["Yes", ...RELEASE.map((name) => (name === "id" ? "4" : "")), "TRUE", "Because."]],
      "fresheval_strict.csv",
      [
        "response",
        "id",
        "ignore",
        "question",
        ...Array.from<ColumnRole>({ length: 17 }).fill("ignore"),
        "strict",
        "explanation",
      ],
    ],
    [
      "ratings of an unknown mode stay metadata",
      ["question", "response", "rating", "explanation"],
      [["Who?", "Me", "TRUE", "x"]],
      "sheet.csv",
      ["question", "response", "metadata", "metadata"],
    ],
    [
      "row numbers that pandas wrote along are dropped, whatever else has no name is kept",
      ["Unnamed: 0", "Unnamed: 0.1", "question", "base_response", "Unnamed: 4"],
      [["0", "17", "Who?", "Me", "a note"]],
      "gpt4.csv",
      ["ignore", "ignore", "question", "response", "metadata"],
    ],
    [
      "what is no verdict stays metadata",
      ["question", "response", "strict"],
      [["Who?", "Me", "very"]],
      "sheet.csv",
      ["question", "response", "metadata"],
    ],
  ])("%s", (_name, columns, sample, fileName, roles) =>
    expect(guessRoles(columns, sample, fileName)).toEqual(roles),
  );

  it.each<[string, ColumnRole[], string, RegExp | null]>([
    ["complete", ["question", "response"], "", null],
    ["by id alone", ["id", "response", "metadata"], "", null],
    ["verdicts alone", ["stable-id", "strict"], "FreshEval", null],
    ["no response", ["question", "metadata"], "", /Select the response column/],
    ["nothing to match by", ["response"], "", /question text, release ID/],
    ["two responses", ["question", "response", "response"], "", /Only one column/],
    [
      "verdicts of no one",
      ["question", "response", "strict"],
      " ",
      /name of the automatic evaluator/,
    ],
    ["an explanation of nothing", ["question", "response", "explanation"], "", /verdict/],
  ])("is checked: %s", (_name, roles, evaluator, words) => {
    const problem = rolesProblem(roles, evaluator);
    if (words === null) expect(problem).toBeNull();
    else expect(problem).toMatch(words);
  });

  it.each([
    ["the warning of a release", ["Warning: Please do not click", "", ""], false],
    ["an empty record", ["", ""], false],
    ["a header", ["id", "Question"], true],
    ["a record of data", ["Who asked this question?", "Me"], false],
  ])("tells a header: %s", (_name, cells, is) => expect(isResponseHeader(cells)).toBe(is));

  it.each([
    ["TRUE", true],
    [" correct ", true],
    ["1.0", true],
    ["False", false],
    ["0", false],
    ["", null],
    ["maybe", undefined],
  ])("reads the verdict %j", (text, value) => expect(readVerdict(text)).toBe(value));
});

describe("a record's question where the file or the release was written without regard to case", () => {
  const index = new ReleaseIndex(
    ["Who is first?", "Who is the Last?", "Twice upon it?", "Twice upon It?"].map(
      (question, position) => ({ position, questionId: position + 10, revisionId: 1, question }),
    ),
    true,
  );
  it.each<[string, string, object]>([
    [
      "is still for a person to say",
      "WHO IS FIRST?",
      { by: null, problem: "similar", score: 0.99 },
    ],
    ["may be accepted with others", "who is the last?", { entry: { questionId: 11 }, score: 0.99 }],
    ["may not where both show their case", "Who Is the last?", { score: 0.695 }],
    ["is none of two", "TWICE UPON IT?", { problem: "conflict", detail: "Q12, Q13" }],
    ["is the one with its text", "twice upon it?", { by: "normalized", entry: { questionId: 12 } }],
  ])("%s: %s", (_, question, expected) => {
    expect(index.find({ question, id: "", stableId: "" })).toMatchObject(expected);
  });
});

describe("a record's question", () => {
  const entry = (position: number, questionId: number, question: string): ReleasedText => ({
    position,
    questionId,
    revisionId: questionId * 10,
    question,
  });
  const index = new ReleaseIndex([
    entry(0, 17, "Who is first?"),
    entry(1, 5, "Who is second? "),
    entry(2, 8, "Twice?"),
    entry(3, 9, "Twice?"),
    entry(4, 30, "Twice upon it?"),
    entry(5, 31, "Twice upon It?"),
  ]);
  it.each<[string, { question?: string; id?: string; stableId?: string }, object]>([
    ["by its text", { question: "Who is first?" }, { by: "text", entry: { questionId: 17 } }],
    [
      "by its text, with spaces around it",
      { question: "\n Who is second?" },
      { by: "text", entry: { questionId: 5 } },
    ],
    [
      "in other spacing, without the first capital",
      { question: "who is  first?" },
      { by: "normalized", entry: { questionId: 17 } },
    ],
    [
      "by the release's id where there is no text",
      { id: "1" },
      { by: "id", entry: { questionId: 5 } },
    ],
    [
      "by an id that a spreadsheet library wrote",
      { id: "1.0" },
      { by: "id", entry: { questionId: 5 } },
    ],
    ["by its lasting id", { stableId: "q17" }, { by: "stable-id", entry: { questionId: 17 } }],
    [
      "by text, with an id that agrees",
      { question: "Who is first?", id: "0", stableId: "Q17" },
      { by: "text", entry: { questionId: 17 } },
    ],
    [
      "by text, with an id that the release lacks",
      { question: "Who is first?", id: "77" },
      { by: "text", entry: { questionId: 17 } },
    ],
    [
      "by text, against an id of the release, which is passed over",
      { question: "Who is first?", id: "1" },
      { by: "text", entry: { questionId: 17 }, passedOver: { questionId: 5 } },
    ],
    [
      "in other spacing, against an id",
      { question: "who is  first?", id: "1" },
      { by: "normalized", entry: { questionId: 17 }, passedOver: { questionId: 5 } },
    ],
    [
      "not by a lasting id against its text",
      { question: "Who is first?", stableId: "Q5" },
      { problem: "conflict", detail: "Q5: Who is second?" },
    ],
    [
      "not by ids that agree against its text",
      { question: "Who is first?", id: "1", stableId: "Q5" },
      { problem: "conflict" },
    ],
    [
      "not by an id among two with the same text that it does not name",
      { question: "Twice?", id: "0" },
      { problem: "conflict", detail: "Q8, Q9" },
    ],
    [
      "not by an id beside an unknown text",
      { question: "Who is third?", id: "1" },
      { problem: "conflict" },
    ],
    ["not by ids that disagree", { id: "1", stableId: "Q17" }, { problem: "conflict" }],
    [
      "not by a text that is only like it",
      { question: "Who is the first?" },
      { by: null, problem: "similar", entry: { questionId: 17 } },
    ],
    [
      "not by a text that lacks a sign",
      { question: "Who is first" },
      { by: null, problem: "similar", entry: { questionId: 17 }, score: 0.99 },
    ],
    [
      "not by an id beside a text that is like another's",
      { question: "Who is the first?", id: "1" },
      { problem: "conflict" },
    ],
    ["not at all without text and id", {}, { problem: "unmatched" }],
    ["not by an unknown text", { question: "Who is third?" }, { problem: "unmatched" }],
    ["not by an unknown id", { id: "99" }, { problem: "unmatched", detail: "99" }],
    [
      "not by a text that two questions have",
      { question: "Twice?" },
      { problem: "conflict", detail: "Q8, Q9" },
    ],
    [
      "not by a text in other case",
      { question: "Who is First?" },
      { by: null, problem: "similar", entry: { questionId: 17 }, score: 0.695 },
    ],
    [
      "not by a text in other case, though an id points elsewhere",
      { question: "Who is First?", id: "1" },
      { by: null, problem: "similar", entry: { questionId: 17 } },
    ],
    [
      "not by a text in other case, though its id agrees",
      { question: "Who is First?", id: "0" },
      { by: null, problem: "similar", entry: { questionId: 17 } },
    ],
    [
      "not by a text that two questions have in other case",
      { question: "twice upon IT?" },
      { problem: "conflict", detail: "Q30, Q31" },
    ],
    [
      "not by such a text, but the one that its id names is proposed",
      { question: "twice upon IT?", stableId: "Q31" },
      { by: null, problem: "similar", entry: { questionId: 31 } },
    ],
    [
      "not by a lasting id against a text in other case",
      { question: "Who is First?", stableId: "Q5" },
      { problem: "conflict", detail: "Q5: Who is second?" },
    ],
    [
      "by id among two with the same text",
      { question: "Twice?", id: "3" },
      { by: "text", entry: { questionId: 9 } },
    ],
  ])("%s", (_name, row, found) =>
    expect(index.find({ question: "", id: "", stableId: "", ...row })).toMatchObject(found),
  );

  it("is answered once: the first response that is not empty, the others are duplicates that name it", () => {
    const matcher = new RecordMatcher(index);
    const take = (ordinal: number, question: string, empty = false) =>
      matcher.take({
        ordinal,
        record: ordinal + 2,
        replaced: false,
        invisible: null,
        empty,
        question,
        id: "",
        stableId: "",
        acceptedId: null,
        references: null,
        missing: null,
      });
    const rows = [
      take(0, "Who is first?", true),
      take(1, "who is first?"),
      take(2, "Who is first?"),
      take(3, "Who is second?", true),
      take(4, "Who is second?", true),
    ];
    expect(rows.map((row) => [row.problem, row.detail])).toEqual([
      ["duplicate", "3"],
      [null, null],
      ["duplicate", "3"],
      ["empty", null],
      ["duplicate", "5"],
    ]);
  });

  it("is worth a look where an id was passed over", () => {
    const take = (empty: boolean) =>
      new RecordMatcher(index).take({
        ordinal: 0,
        record: 2,
        replaced: false,
        invisible: null,
        empty,
        question: "Who is first?",
        id: "1",
        stableId: "",
        acceptedId: null,
        references: null,
        missing: null,
      });
    expect(take(false)).toMatchObject({
      questionId: 17,
      problem: "other-id",
      detail: "Q5: Who is second?",
    });
    expect(take(true)).toMatchObject({ questionId: 17, problem: "empty", detail: null });
  });

  it("that a person took for the one it is like gets it, unless a record has that question's own text", () => {
    const matcher = new RecordMatcher(index);
    const take = (ordinal: number, question: string, acceptedId: number | null = null) =>
      matcher.take({
        ordinal,
        record: ordinal + 2,
        replaced: false,
        invisible: null,
        empty: false,
        question,
        id: "",
        stableId: "",
        acceptedId,
        references: null,
        missing: null,
      });
    const rows = [
      take(0, "Who is the first?", 17),
      take(1, "Who is the second?", 5),
      take(2, "Who is first?"),
      take(3, "Who is second", 8),
    ];
    matcher.takeSimilar();
    expect(rows.map((row) => [row.matchedBy, row.questionId, row.problem, row.accepted])).toEqual([
      ["similar", 17, "duplicate", true],
      ["similar", 5, "accepted", true],
      ["text", 17, null, false],
      [null, null, "similar", false],
    ]);
  });
});

describe("the three main columns", () => {
  const roles = ["metadata", "question", "response", "ignore", "metadata"] as const;
  const sample = [
    ["Q17", "Who?", "Nobody.", "x", "0"],
    ["", "What?", "Nothing.", "y", "1"],
  ];
  it("take a role from the column that had it, which is kept as metadata", () => {
    expect(withMainRole(roles, "response", 4, sample)).toEqual([
      "metadata",
      "question",
      "metadata",
      "ignore",
      "response",
    ]);
    expect(withMainRole(roles, "question", -1, sample)[1]).toBe("metadata");
  });
  it("tell question IDs from release IDs by the values, and have one ID column at a time", () => {
    const stable = withMainRole(roles, "id", 0, sample);
    expect(stable[0]).toBe("stable-id");
    expect(columnOf(stable, "id")).toBe(0);
    const release = withMainRole(stable, "id", 4, sample);
    expect([release[0], release[4]]).toEqual(["metadata", "id"]);
    expect(columnOf(roles, "id")).toBe(-1);
  });
  it("leave the others, which are kept or dropped together", () => {
    expect(keepingOthers(roles, true)).toEqual([
      "metadata",
      "question",
      "response",
      "metadata",
      "metadata",
    ]);
    expect(keepingOthers(roles, false)).toEqual([
      "ignore",
      "question",
      "response",
      "ignore",
      "ignore",
    ]);
  });
});
