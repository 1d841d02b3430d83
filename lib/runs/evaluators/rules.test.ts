import { describe, expect, it } from "vitest";
import { ASK_AGAIN } from "./fresh-eval";
import { readFreshEval } from "./rules";

const state = (reply: string) => {
  const reading = readFreshEval(reply, "stop");
  return reading.state === "parsed" ? reading.correct : reading.state;
};

describe("FreshEval's reply", () => {
  it.each([
    ["The answer is right. Thus, the response is credited.\nevaluation: correct", true],
    ["It is wrong. Thus, the response is not credited.\nevaluation: incorrect", false],
    ["comment: right\nevaluation: correct\n", true],
    ["evaluation: Correct", true],
    ["Evaluation: INCORRECT", false],
    ["evaluation: correct.", true],
    ["evaluation: incorrect!", false],
    ["evaluation: **correct**", true],
    ["**Evaluation:** Incorrect.", false],
    ["**evaluation**: `correct`", true],
    ["- evaluation: “incorrect”", false],
    ["### evaluation: correct ###".replace(" ###", ""), true],
    ["evaluation:correct", true],
    ["evaluation :  correct", true],
    ["evaluation: correct\r\n\r\n", true],
    ["my evaluation: correct", true],
    ["evaluation: correct\nevaluation: correct", true],
    // The line decides, as in the notebooks, whatever the sentence before says.
    ["Thus, the response is not credited.\nevaluation: correct", true],
    // Without a line, the sentence.
    ["The primary answer is right. Thus, the response is credited.", true],
    ["It contradicts itself. Thus the response is not credited.", false],
    ["THUS, THE RESPONSE IS NOT CREDITED", false],
    ["Thus, the response is **not** credited.", false],
    ["Thus, the response is  credited. Or: thus the response is _not_ credited.", "unparsed"],
    // Nothing is read out of what says something else.
    ["evaluation: not correct", "unparsed"],
    ["evaluation: partially correct", "unparsed"],
    ["evaluation: correct, but outdated", "unparsed"],
    ["evaluation: correct|incorrect", "unparsed"],
    ["evaluation: correct or incorrect", "unparsed"],
    ["evaluation: TRUE", "unparsed"],
    ["evaluation:", "unparsed"],
    ["evaluation:\ncorrect", "unparsed"],
    ["evaluation: correct\nevaluation: incorrect", "unparsed"],
    ["evaluation: correct\nevaluation: unsure", "unparsed"],
    ["evaluation: unsure. Thus, the response is credited.", "unparsed"],
    [
      "Thus, the response is credited. On reflection: thus, the response is not credited.",
      "unparsed",
    ],
    ["The response is correct.", "unparsed"],
    ["I cannot evaluate this: correct?", "unparsed"],
    ["I'm sorry, I can't help with that.", "unparsed"],
    ["", "unparsed"],
    ["reevaluation: correct", "unparsed"],
    // The form that is asked for, repeated.
    [ASK_AGAIN, "unparsed"],
    ["evaluation: correct or evaluation: incorrect", "unparsed"],
    ["evaluation: correct; evaluation: correct.", true],
    [`evaluation: correct${".".repeat(100)} not`, "unparsed"],
  ])("%j is %s", (reply, expected) => expect(state(reply)).toBe(expected));

  it.each(["evaluation: correct", "evaluation: in", "", "comment: the response"])(
    "that was cut at the limit is truncated, whatever stands there: %j",
    (reply) => expect(readFreshEval(reply, "length")).toEqual({ state: "truncated" }),
  );

  it("keeps the comment before the verdict, without its label", () => {
    expect(
      readFreshEval("comment: First.\nSecond.\nevaluation: correct\nquestion: next?", "stop"),
    ).toEqual({ state: "parsed", correct: true, comment: "First.\nSecond." });
    expect(readFreshEval("Fine. Thus, the response is credited.", "stop")).toEqual({
      state: "parsed",
      correct: true,
      comment: "Fine. Thus, the response is credited.",
    });
    expect(readFreshEval("evaluation: incorrect", "other")).toEqual({
      state: "parsed",
      correct: false,
      comment: "",
    });
  });
});

it.each([
  ["_", "unparsed"],
  [" ", true],
  ["*", "unparsed"],
  ["\r", "unparsed"],
  ["evaluation:", "unparsed"],
  ["thus_", "unparsed"],
])("200,000 characters of %j behind the label are read at once", (one, expected) => {
  const much = one.repeat(200_000 / one.length);
  expect(state(`evaluation:${much}correct`)).toBe(expected);
  expect(state(`comment${much}x`)).toBe("unparsed");
  expect(state(`thus${much}x`)).toBe("unparsed");
});
