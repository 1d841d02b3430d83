import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { reasonAgainstMixing } from "./mixing";

const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!;

const reasonFor = (other: ProtocolDefinition) =>
  reasonAgainstMixing(
    [definition, other].map((asked, at) => ({
      id: at + 1,
      name: `Campaign ${at + 1}`,
      protocolId: 7,
      key: null,
      protocol: "Answers",
      version: at + 1,
      definition: asked,
    })),
  );

/** The definition with other properties of its last question. */
const lastWith = (changed: object): ProtocolDefinition => ({
  ...definition,
  questions: definition.questions.map((question, at) =>
    at === definition.questions.length - 1 ? { ...question, ...changed } : question,
  ),
});

describe("versions of a protocol", () => {
  it.each<[string, ProtocolDefinition]>([
    [
      "what raters are shown",
      {
        ...definition,
        shows: { ...definition.shows, correctAnswers: !definition.shows.correctAnswers },
      },
    ],
    [
      "what raters are shown",
      {
        ...definition,
        shows: { ...definition.shows, marks: "removed" },
      },
    ],
    ["when “Redundancy” is asked", lastWith({ when: { key: "fluency", is: 1 } })],
    ["whether “Redundancy” may be left out", lastWith({ required: false })],
    ["whether “Redundancy” may be answered with “cannot tell”", lastWith({ cannotTell: true })],
    ["whether more is better of “Redundancy”", lastWith({ direction: "none" })],
    [
      "which answers go together",
      {
        ...definition,
        rules: [{ if: { key: "objectivity", is: 1 }, then: { key: "truthfulness", is: 1 } }],
      },
    ],
  ])("that differ in %s have no numbers together", (differing, other) => {
    expect(reasonFor(other)).toBe(
      `“Campaign 1” and “Campaign 2” are rated by versions 1 and 2 of “Answers”, which differ in ${differing}. Choose campaigns whose versions ask the same.`,
    );
  });

  it("have them where texts and order alone differ", () => {
    expect(reasonFor(lastWith({ help: "Read it twice." }))).toBeNull();
    expect(reasonFor({ ...definition, questions: definition.questions.toReversed() })).toBeNull();
  });
});
