import { describe, expect, it } from "vitest";
import { EXAMPLE_RESPONSES } from "./calibration-examples";
import { conversation } from "@/lib/runs/connections/conversation";
import { freshEvalPrompt, judgePrompt, JUDGING_MODES } from "./fresh-eval";
import { readFreshEval } from "./reading";

describe.each(JUDGING_MODES)("FreshEval, %s", (mode) => {
  const prompt = freshEvalPrompt(mode);

  it("shows the paper's fifteen examples with its verdicts", () => {
    expect(prompt.demonstrations).toHaveLength(15);
    expect(prompt.demonstrations.map(({ question, correct }) => [question, correct])).toEqual(
      EXAMPLE_RESPONSES.map((example) => [example.question, example[mode]]),
    );
    expect(prompt.demonstrations.map(({ response }) => response)).toEqual(
      EXAMPLE_RESPONSES.map(({ response }) => response),
    );
  });

  it("is read by its own rule: each demonstration's reply has the demonstration's verdict", () => {
    expect(prompt.demonstrations.length).toBeGreaterThan(0);
    for (const { comment, correct } of prompt.demonstrations) {
      const verdict = correct ? "correct" : "incorrect";
      expect(readFreshEval(`${comment}\nevaluation: ${verdict}`, "stop")).toMatchObject({
        state: "parsed",
        correct,
        comment,
      });
      // The closing sentence says the same by itself.
      expect(readFreshEval(comment, "stop")).toMatchObject({ state: "parsed", correct });
    }
  });

  it("is laid out as in the notebooks", () => {
    expect(
      judgePrompt(prompt, {
        question: "Who wrote the first program?",
        answers: ["Ada Lovelace", "", "Lovelace "],
        response: "Ada.",
      }),
    ).toMatchSnapshot();
  });
});

it("differs between the modes as in the paper: five verdicts, and the comment of a sixth", () => {
  const [relaxed, strict] = [freshEvalPrompt("relaxed"), freshEvalPrompt("strict")];
  const numbers = (differ: (index: number) => boolean) =>
    relaxed.demonstrations.flatMap((_one, index) => (differ(index) ? [index + 1] : []));
  expect(
    numbers((at) => relaxed.demonstrations[at]!.correct !== strict.demonstrations[at]!.correct),
  ).toEqual([4, 11, 12, 13, 15]);
  expect(
    numbers((at) => relaxed.demonstrations[at]!.comment !== strict.demonstrations[at]!.comment),
  ).toEqual([4, 11, 12, 13, 14, 15]);
});

it("is asked with the date as the model's own words, or without one", () => {
  const style = "Respond as concisely as possible.";
  expect(conversation("PROMPT", "November 22, 2026", style)).toEqual([
    {
      role: "system",
      content:
        "You are a helpful assistant. Respond as concisely as possible. Knowledge cutoff: November 22, 2026.",
    },
    { role: "user", content: "What is today's date?" },
    { role: "assistant", content: "Today is November 22, 2026 in Pacific Standard Time." },
    { role: "user", content: "PROMPT" },
  ]);
  expect(conversation("PROMPT", null, style)).toHaveLength(2);
});
