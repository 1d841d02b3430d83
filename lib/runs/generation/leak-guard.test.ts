import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leakGuard } from "./leak-guard";

const QUESTIONS = [
  "Who is the head coach of Manchester United?",
  "Which artist won the Grammy for Best New Artist in 2024?",
  "What is the latest album of Taylor Swift?",
  "How many countries are members of the European Union?",
  "What year was Google founded?",
].map((question, index) => ({ question, questionId: index === 0 ? 17 : null }));
const like = (question: string, questionId: number | null = null) =>
  leakGuard(QUESTIONS)({ question, questionId });

describe("a question that is a demonstration", () => {
  it("is caught by its id, whatever its text", () =>
    expect(like("Something else altogether?", 17)).toEqual({
      index: 0,
      how: "same question",
      likeness: 1,
    }));

  it("is always caught by its text, in whatever case, spacing and quotes, among any others", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { minLength: 1, maxLength: 15 }),
        fc.nat(),
        fc.boolean(),
        (texts, pick, shout) => {
          const at = pick % texts.length;
          const asked = shout ? ` ${texts[at]!.replaceAll(" ", "  ")}\n` : texts[at]!;
          const found = leakGuard(texts.map((question) => ({ question, questionId: null })))({
            question: asked,
            questionId: 5,
          });
          expect(found).not.toBeNull();
        },
      ),
    );
    expect(like("  who is the HEAD coach of Manchester United? ")).toEqual({
      index: 0,
      how: "same text",
      likeness: 1,
    });
  });

  it.each([
    ["Who is head coach of Manchester United right now?", 0],
    ["Which artist won a Grammy as Best New Artist in 2024?", 1],
    ["What's the latest album of Taylor Swift?", 2],
    ["In what year was Google founded?", 4],
  ])("is caught reworded: %s", (question, index) =>
    expect(like(question)).toMatchObject({ index, how: "similar text" }),
  );

  it.each([
    "Which artist won the Grammy for Best New Artist in 2023?",
    "What is the latest album of Adele?",
    "Who is the prime minister of Japan?",
    "What year was Tesla founded?",
    "Who is the head coach of Chelsea?",
    "",
  ])("is not %j", (question) => expect(like(question)).toBeNull());
});
