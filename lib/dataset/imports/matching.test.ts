import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeText } from "@/lib/dataset/questions/cells";
import { releaseRows } from "@/prisma/factories/release-rows";
import { ALIKE_BUT_OTHER } from "@/lib/dataset/questions/same-text-samples";
import {
  assignOneToOne,
  type Candidate,
  evidencePage,
  MAX_CANDIDATES,
  REWORDING_THRESHOLD,
  RewordingIndex,
  trigramOverlap,
} from "./matching";
import { SAFE_SCORE } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

const comparable = (question: string, primaryAnswer = "", evidence: string[] = []) => ({
  question,
  normalized: normalizeText(question),
  primaryAnswer,
  evidence,
});
const index = (...questions: string[]) =>
  new RewordingIndex(
    questions.map((question, questionId) => ({ questionId, ...comparable(question) })),
  );

const QUESTIONS = [
  "When was the second time that President Joe Biden visited Vietnam during his presidency?",
  "How old is Donald Trump?",
  "Where will the FIFA World Cup be hosted next year?",
  "How much does the Netflix basic plan without ads cost in the US?",
  "What is the base price of a Tesla Model Y Long Range All-Wheel Drive?",
  "Who is the current CEO of Twitter?",
];

describe("a reworded question", () => {
  it.each([
    ["When was the second time that Joe Biden visited Vietnam during his presidency?", 0],
    ["How old is President Donald Trump?", 1],
    ["Where will the FIFA World Cup be hosted this year?", 2],
    ["How much does the Netflix standard plan without ads cost in the US?", 3],
    ["What is the base price of the new Tesla Model Y Long Range All Wheel Drive", 4],
    ["Who is Twitter's current CEO?", 5],
    ["WHO IS THE CURENT CEO OF TWITTER", 5],
  ])("%j has its partner first", (text, partner) => {
    expect(index(...QUESTIONS).candidates(comparable(text))[0]?.questionId).toBe(partner);
  });

  it.each(["What is the capital of Portugal?", "", "Why?"])(
    "%j, which is like none of them, has no partner",
    (text) => {
      expect(index(...QUESTIONS).candidates(comparable(text))).toEqual([]);
    },
  );

  it("with a shared evidence page or the same answer ranks above one that is alike by its text alone", () => {
    const questions = ["Who won the last race in Monza?", "Who won the last race in Imola?"];
    const pages = [["a.example/monza"], ["b.example/imola"]];
    const races = new RewordingIndex(
      questions.map((question, questionId) => ({
        questionId,
        ...comparable(question, `Driver ${questionId}`, pages[questionId]),
      })),
    );
    expect(
      races.candidates(comparable("Who won the last race?", "", ["b.example/imola"]))[0]
        ?.questionId,
    ).toBe(1);
    expect(races.candidates(comparable("Who won the last race?", "Driver 1"))[0]?.questionId).toBe(
      1,
    );
  });

  it.each([
    ["When did OpenAI release GPT-5.5?", "When did OpenAI release GPT-5?"],
    ["When did OpenAI release GPT-5?", "When did OpenAI release GPT?"],
    ["Did Chelsea beat Arsenal in 2024?", "Did Arsenal beat Chelsea in 2024?"],
    ["did chelsea beat arsenal", "did arsenal beat chelsea"],
    [
      "In which city did the 25th Centurion Lounge open?",
      "In which city did the 20th Centurion Lounge open?",
    ],
    ["In which month in 2022 did the war begin?", "In which month in 2021 did the war begin?"],
    [
      "Who was the second president of the republic?",
      "Who was the third president of the republic?",
    ],
    ["Who won 2 to 1 in the final?", "Who won 1 to 2 in the final?"],
    [
      "How old was Emperor Pedro II when the monarchy was abolished?",
      "How old was Emperor Pedro III when the monarchy was abolished?",
    ],
    ["In which city was Super Bowl LVIII played?", "In which city was Super Bowl LIX played?"],
    ["When did World War I begin in Europe?", "When did World War II begin in Europe?"],
    ["Who designed the language C# at first?", "Who designed the language C at first?"],
    ...ALIKE_BUT_OTHER.filter(
      ([a]) => a.length > 12 && a !== "Who is first?" && a !== "How many g/l?",
    ).map(([a, b]): [string, string] => [a, b]),
  ] as [string, string][])(
    "%j is proposed for %j, but never to be accepted unseen",
    (row, question) => {
      const [candidate] = index(question).candidates(comparable(row));
      expect(candidate!.score).toBeGreaterThanOrEqual(REWORDING_THRESHOLD);
      expect(candidate!.score).toBeLessThan(SAFE_SCORE);
    },
  );

  it("is wholly alike only where the texts are equal", () => {
    const equal = index("Where is the Pokémon Café?").candidates(
      comparable("where is  the POKE\u0301MON café?"),
    );
    expect(equal[0]!.score).toBe(1);
    const alike = index("Who is the first?").candidates(comparable("Who is the first", "", []));
    expect(alike[0]!.score).toBe(0.99);
    const wish = "When did Joe Biden announce his presidential campaign in 2023?";
    expect(
      index(wish.replace("in 2023", "this year")).candidates(comparable(wish))[0]!.score,
    ).toBeGreaterThan(0.7);
  });

  it("has at most a handful of candidates, best first, none below the threshold and none twice", () => {
    const many = index(
      ...Array.from({ length: 60 }, (_, n) => `Who won the final of the cup in year ${n}?`),
    );
    const candidates = many.candidates(comparable("Who won the final of the cup?"));
    expect(candidates).toHaveLength(MAX_CANDIDATES);
    expect(
      notEmpty(candidates).every(
        (candidate) => candidate.score >= REWORDING_THRESHOLD && candidate.score <= 1,
      ),
    ).toBe(true);
    expect(candidates.map((candidate) => candidate.score)).toEqual(
      [...candidates.map((candidate) => candidate.score)].sort((a, b) => b - a),
    );
    expect(new Set(candidates.map((candidate) => candidate.questionId)).size).toBe(MAX_CANDIDATES);
  });

  it("is found among twenty thousand others in milliseconds", () => {
    const questions = [...releaseRows(20_000)]
      .flat()
      .map((cells, questionId) => ({ questionId, ...comparable(cells[2]!) }));
    const all = new RewordingIndex(questions);
    const begin = performance.now();
    for (let n = 0; n < 400; n++) {
      const original = questions[n * 48]!;
      expect(
        all.candidates({
          ...original,
          normalized: original.normalized.replace("what is the name of", "name"),
        })[0]?.questionId,
      ).toBe(original.questionId);
    }
    // Some milliseconds each, and 50 at most.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

describe("the likeness of two texts", () => {
  it("is 1 with itself, the same both ways, and between 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        (a, b) => {
          if (a.trim() !== "" && trigramOverlap(a, a) !== 0) expect(trigramOverlap(a, a)).toBe(1);
          expect(trigramOverlap(a, b)).toBe(trigramOverlap(b, a));
          expect(trigramOverlap(a, b)).toBeGreaterThanOrEqual(0);
          expect(trigramOverlap(a, b)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it.each([
    ["https://www.example.org/a/b/?x=1#:~:text=c", "example.org/a/b"],
    ["http://example.org", "example.org"],
    ["https://example.org/a#b?c", "example.org/a"],
  ])("counts the page of %s, not its query or fragment", (url, page) =>
    expect(evidencePage(url)).toBe(page),
  );
});

describe("the assignment", () => {
  const candidate = (questionId: number, score: number): Candidate => ({ questionId, score });

  it("gives the better pair its question, and the other row its next best", () => {
    const chosen = assignOneToOne([
      { ordinal: 0, candidates: [candidate(1, 0.8), candidate(2, 0.7)] },
      { ordinal: 1, candidates: [candidate(1, 0.9)] },
      { ordinal: 2, candidates: [candidate(1, 0.6)] },
    ]);
    expect([...chosen]).toEqual([
      [1, candidate(1, 0.9)],
      [0, candidate(2, 0.7)],
    ]);
  });

  it("is one to one, takes only candidates, and does not depend on the order of the rows", () => {
    const rows = fc.uniqueArray(
      fc.record({
        ordinal: fc.nat(50),
        candidates: fc.uniqueArray(
          fc.record({
            questionId: fc.nat(12),
            score: fc.integer({ min: 40, max: 100 }).map((n) => n / 100),
          }),
          { selector: (one) => one.questionId, maxLength: 5 },
        ),
      }),
      { selector: (one) => one.ordinal, maxLength: 20 },
    );
    fc.assert(
      fc.property(rows, (proposals) => {
        const chosen = assignOneToOne(proposals);
        expect(new Set([...chosen.values()].map((one) => one.questionId)).size).toBe(chosen.size);
        for (const [ordinal, one] of chosen)
          expect(proposals.find((row) => row.ordinal === ordinal)!.candidates).toContainEqual(one);
        expect(assignOneToOne([...proposals].reverse())).toEqual(chosen);
      }),
    );
  });
});
