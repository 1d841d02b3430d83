import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reply, Step, VerdictEnd } from "@/lib/runs/connections/procedure";
import { ASK_AGAIN, freshEvalDefinition, judgePrompt } from "./fresh-eval";
import { judgeProcedure, mostAsks } from "./judging";
import { JUDGING_MODES } from "./vocabulary";

const definition = freshEvalDefinition();
const judged = { question: "Who wrote it?", answers: ["Ada Lovelace"], response: "Ada." };
const today = "November 22, 2026";
const procedure = judgeProcedure({ definition, mode: "strict", judged, today });

const CREDITED: Reply = { text: "It is right.\nevaluation: correct", finish: "stop" };
const PROSE: Reply = { text: "It seems right to me.", finish: "stop" };
const CUT: Reply = { text: "The response says", finish: "length" };
const EMPTY: Reply = { text: " \n", finish: "stop" };

/** The step after these replies. */
const after = (...replies: Reply[]): Step<VerdictEnd> =>
  procedure(replies.map((reply) => ({ kind: "asked", reply })));
const asked = (step: Step<VerdictEnd>) => {
  if (step.kind !== "ask") throw new Error(`It ended: ${JSON.stringify(step)}`);
  return step;
};
const end = (outcome: VerdictEnd["outcome"]) => ({ kind: "end", end: { outcome } });

describe("judging a response", () => {
  it("asks the mode's prompt, with the date and the evaluator's tokens", () => {
    const step = asked(after());
    expect(step.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(step.messages[0]!.content).toBe(
      "You are a helpful assistant. Respond as concisely as possible. Knowledge cutoff: November 22, 2026.",
    );
    expect(step.messages[3]!.content).toBe(judgePrompt(definition, "strict", judged));
    expect(step.messages[3]!.content).not.toBe(judgePrompt(definition, "relaxed", judged));
    expect(step.maxTokens).toBe(256);
  });

  it("states no date where the evaluator or the job has none", () => {
    const none = judgeProcedure({
      definition: { ...definition, date: "none" },
      mode: "relaxed",
      judged,
      today,
    });
    const undated = judgeProcedure({ definition, mode: "relaxed", judged, today: null });
    for (const made of [none, undated]) {
      const { messages } = asked(made([]));
      expect(messages).toHaveLength(2);
      expect(JSON.stringify(messages)).not.toMatch(/2026|cutoff: /);
    }
  });

  it("ends with the first reply that holds a verdict", () => {
    expect(after(CREDITED)).toEqual({
      kind: "end",
      end: { outcome: "parsed", correct: true, comment: "It is right." },
    });
    expect(after(PROSE, CUT, CREDITED)).toEqual(after(CREDITED));
    expect(after({ text: "evaluation: incorrect", finish: "other" })).toEqual({
      kind: "end",
      end: { outcome: "parsed", correct: false, comment: "" },
    });
  });

  it("answers a reply without a verdict with the form, twice, and then gives up", () => {
    const first = asked(after());
    const second = asked(after(PROSE));
    expect(second.messages).toEqual([
      ...first.messages,
      { role: "assistant", content: PROSE.text },
      { role: "user", content: ASK_AGAIN },
    ]);
    expect(second.maxTokens).toBe(256);
    expect(asked(after(PROSE, PROSE)).messages).toHaveLength(first.messages.length + 4);
    expect(after(PROSE, PROSE, PROSE)).toEqual(end("unparsed"));
  });

  it("puts the request for the form behind the prompt where a reply is empty: no message is", () => {
    const { messages } = asked(after(EMPTY));
    expect(messages).toHaveLength(4);
    expect(messages[3]!.content).toBe(
      `${judgePrompt(definition, "strict", judged)}\n\n${ASK_AGAIN}`,
    );
    expect(after(EMPTY, EMPTY, EMPTY)).toEqual(end("unparsed"));
  });

  it("asks the same with twice the tokens where a reply is cut off, twice, and then gives up", () => {
    const first = asked(after());
    expect(asked(after(CUT))).toMatchObject({ messages: first.messages, maxTokens: 512 });
    expect(asked(after(CUT, CUT))).toMatchObject({ messages: first.messages, maxTokens: 1024 });
    expect(after(CUT, CUT, CUT)).toEqual(end("truncated"));
    // A verdict that was cut is none.
    expect(after({ text: CREDITED.text, finish: "length" }).kind).toBe("ask");
  });

  it("ends at once where the service refuses, whatever the reply says", () => {
    expect(after({ text: CREDITED.text, finish: "refused" })).toEqual(end("refused"));
  });

  it("never asks again where the evaluator says so", () => {
    const once = judgeProcedure({
      definition: { ...definition, asksAgain: { unparsed: 0, truncated: 0 } },
      mode: "relaxed",
      judged,
      today,
    });
    expect(once([{ kind: "asked", reply: PROSE }])).toEqual(end("unparsed"));
    expect(once([{ kind: "asked", reply: CUT }])).toEqual(end("truncated"));
  });

  it("says for each call how its reply is read", () => {
    const { read } = asked(after());
    expect([CREDITED, PROSE, CUT, { ...CREDITED, finish: "refused" as const }].map(read!)).toEqual([
      "parsed",
      "unparsed",
      "truncated",
      "unparsed",
    ]);
  });
});

// Whatever a model replies -----------------------------------------------------------------------------------------

const pieces = [
  "evaluation",
  "Evaluation",
  ":",
  " ",
  "\n",
  "\r\n",
  "correct",
  "incorrect",
  "not ",
  "partially ",
  "**",
  ".",
  "?",
  '"',
  "or",
  "Thus, the response is credited.",
  "Thus, the response is not credited.",
  "the response is credited",
  "comment: ",
  ASK_AGAIN,
];
const replyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join("")),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 })), {
      maxLength: 10,
    })
    .map((parts) => parts.join("")),
);
const anyReply = fc.record({
  text: replyText,
  finish: fc.constantFrom<Reply["finish"]>("stop", "length", "refused", "other"),
});

/**
 * What a reader would accept as a clear verdict, by words alone: lines that end in "evaluation: correct" or "incorrect", or
 * else the closing sentence, and in each form nothing that says the opposite.
 */
function clearlySays({ text, finish }: Reply): boolean | null {
  if (finish === "length" || finish === "refused") return null;
  const words = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9_:]+/g, " ");
  const lines = text.split(/\r\n|\n|\r/).map(words);
  const ends = (verdict: string) =>
    lines.some((line) => new RegExp(`(^|[ :])evaluation ?:[ :_]*${verdict}[ :_]*$`).test(line));
  const [yes, no] = [ends("correct"), ends("incorrect")];
  if (yes || no) return yes && no ? null : yes;
  const closing = words(text);
  const credited = closing.includes("thus the response is credited");
  const refused = closing.includes("thus the response is not credited");
  return credited === refused ? null : credited;
}

describe("whatever a model replies", () => {
  it.each(JUDGING_MODES)("only a clear verdict becomes one (%s)", (mode) => {
    const judge = judgeProcedure({ definition, mode, judged, today });
    let verdicts = 0;
    fc.assert(
      fc.property(anyReply, (reply) => {
        const step = judge([{ kind: "asked", reply }]);
        if (step.kind !== "end" || step.end.outcome !== "parsed") return;
        verdicts += 1;
        expect(step.end.correct).toBe(clearlySays(reply));
      }),
      { numRuns: 20_000 },
    );
    // Some of them do hold one, so that the sentence above says something.
    expect(verdicts).toBeGreaterThan(100);
  });

  it("it ends within the calls that the evaluator allows, and goes on from any point as it would have", () => {
    const some = fc.record({
      unparsed: fc.integer({ min: 0, max: 5 }),
      truncated: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(some, fc.infiniteStream(anyReply), (asksAgain, replies) => {
        const judge = judgeProcedure({
          definition: { ...definition, asksAgain },
          mode: "strict",
          judged,
          today,
        });
        const taken: { kind: "asked"; reply: Reply }[] = [];
        let step = judge(taken);
        for (const reply of replies) {
          if (step.kind === "end") break;
          for (const [at, message] of asked(step).messages.entries()) {
            expect(message.content).toMatch(/\S/);
            if (at > 0) expect(message.role).not.toBe(asked(step).messages[at - 1]!.role);
          }
          taken.push({ kind: "asked", reply });
          // Replayed from the start by another worker, it is the same step.
          step = judge(taken);
          expect(JSON.stringify(judge(structuredClone(taken)))).toBe(JSON.stringify(step));
        }
        expect(step.kind).toBe("end");
        expect(taken.length).toBeGreaterThan(0);
        expect(taken.length).toBeLessThanOrEqual(mostAsks({ asksAgain }));
      }),
    );
  });
});
