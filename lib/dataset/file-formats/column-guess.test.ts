import { describe, expect, it } from "vitest";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { guessColumns } from "./column-guess";

describe("what columns are probably taken for", () => {
  it.each<[string, string[], string[]]>([
    ["a release's own names", [...RELEASE_COLUMNS], [...RELEASE_COLUMNS]],
    [
      "names in other words",
      ["Question", "Gold answer", "Link", "Remarks"],
      ["question", "answer_0", "source", "note"],
    ],
    [
      "numbered answers from 1",
      ["prompt", "Answer 1", "Answer 2", "Answer 3"],
      ["question", "answer_0", "answer_1", "answer_2"],
    ],
    [
      "numbered answers behind the first",
      ["question", "Correct answer", "answer 2", "answer 3"],
      ["question", "answer_0", "answer_1", "answer_2"],
    ],
    [
      "misspelt names",
      ["qestion", "fact typ", "next reveiw"],
      ["question", "fact_type", "next_review"],
    ],
    [
      "our own additions and unknown ones",
      ["question_id", "question", "colour"],
      ["", "question", ""],
    ],
    ["a name that is there twice", ["question", "question (2)"], ["question", ""]],
  ])("%s", (_, names, as) => {
    expect(guessColumns(names, [])).toEqual(as);
  });

  it("by their values, where names say nothing", () => {
    const rows = [
      ["Who is it?", "Ann", "https://a.example/1", "one-hop", "Never-changing", "FALSE", "x"],
      ["What is it?", "Bea", "", "multi-hop", "fast-changing", "TRUE", "y"],
    ];
    expect(guessColumns(["a", "b", "c", "d", "e", "f", "g"], rows)).toEqual([
      "question",
      "",
      "source",
      "num_hops",
      "fact_type",
      "false_premise",
      "",
    ]);
  });
});
