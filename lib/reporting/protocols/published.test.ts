import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { readPublished } from "./published";

const questionsOf = (key: string) =>
  PROTOCOL_PRESETS.find((preset) => preset.key === key)!.definition.questions;
const ANSWERS = questionsOf("webglm-answers");

describe("a published table of means", () => {
  it("of WebGLM's table 2 is within the scales", () => {
    const { rows, problems } = readPublished(
      [
        "System\tFluency\tCorrectness\tCitation accuracy\tObjectivity\tTruthfulness\tRedundancy",
        "WebGPT-175B\t2.457\t2.889\t2.837\t.990\t.975\t.087",
        "Perplexity\t2.718\t2.321\t2.512\t.726\t.975\t.032",
        "WebGPT-13B\t2.692\t2.102\t2.769\t.974\t.872\t.051",
        "WebGLM-10B\t2.829\t2.810\t2.757\t.943\t.998\t.021",
      ].join("\n"),
      ANSWERS,
    );
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(4);
    expect(rows[3]).toEqual({
      system: "WebGLM-10B",
      means: {
        fluency: 2.829,
        correctness: 2.81,
        "citation-accuracy": 2.757,
        objectivity: 0.943,
        truthfulness: 0.998,
        redundancy: 0.021,
      },
    });
  });

  it("of WebGLM's table 4 breaks its own scale, and is reported so", () => {
    const { rows, problems } = readPublished(
      `| Filter | Fluency | Correctness | Citation accuracy | Truthfulness | Objectivity | Redundancy |
       | --- | --- | --- | --- | --- | --- | --- |
       | None | 2.872 | 2.636 | 2.370 | 2.810 | .805 | .134 |
       | Rouge-L | 2.731 | 2.680 | 2.573 | 2.896 | .841 | .181 |
       | Rouge-1 | 2.826 | 2.694 | 2.688 | 2.919 | .890 | .120 |`,
      ANSWERS,
    );
    expect(problems).toEqual([
      "Truthfulness of “None” is 2.810, but its levels go from 0 to 1.",
      "Truthfulness of “Rouge-L” is 2.896, but its levels go from 0 to 1.",
      "Truthfulness of “Rouge-1” is 2.919, but its levels go from 0 to 1.",
    ]);
    expect(rows.map(({ means }) => means["truthfulness"])).toEqual([2.81, 2.896, 2.919]);
  });

  it("keeps gaps as gaps", () => {
    const { rows, problems } = readPublished(
      "System,fluency,correctness,citation-accuracy,objectivity,redundancy\nno retriever,2.364,1.982,–,-,.645",
      ANSWERS,
    );
    expect(problems).toEqual([]);
    expect(rows[0]!.means).toEqual({
      fluency: 2.364,
      correctness: 1.982,
      "citation-accuracy": null,
      objectivity: null,
      redundancy: 0.645,
    });
  });

  it.each([
    ["System,Charm\nA,1", "“Charm” is no question of the protocol."],
    ["System,Fluency,Fluency\nA,1,2", "“Fluency” is there twice; the first one counts."],
    ["System,Fluency\nA,good", "“good” (Fluency of “A”) is no number."],
    ["System,Fluency\nA,0x2", "“0x2” (Fluency of “A”) is no number."],
    ["System,Fluency\nA,1e0", "“1e0” (Fluency of “A”) is no number."],
    ["System,Fluency\nA,Infinity", "“Infinity” (Fluency of “A”) is no number."],
    ["System,Fluency\nA,-1", "Fluency of “A” is -1, but its levels go from 0 to 3."],
    ["System,Fluency,Correctness\nA,1", "“A” has 1 cell for 2 questions; write – for a gap."],
    ["System,Fluency", "There is no line below the titles."],
  ])("says what is wrong: %j", (text, problem) => {
    expect(readPublished(text, ANSWERS).problems).toEqual([problem]);
  });

  it("has no mean of what is not on a scale, and is empty without text", () => {
    expect(readPublished("System,Grade\nA,1", questionsOf("three-way")).problems).toEqual([
      "“Grade” has no mean.",
    ]);
    expect(readPublished(" \n", ANSWERS)).toEqual({ rows: [], problems: [] });
  });
});
