import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "@/lib/statistics/intervals";
import {
  citationF1,
  citationPrecision,
  citationRecall,
  citationSteps,
  countCitations,
  NO_CITATIONS,
  type CitationVariant,
} from "./citation-check";
import { plainCheck } from "./citation-check.oracle";
import { countTokens, overlap, rouge1F1, rouge1Precision, unicodeTokens } from "./overlap";
import { STOP_WORDS } from "./stop-words";

const of = (...texts: string[]) => texts.map((text, at) => ({ place: at + 1, text }));
const said = (answer: string, references: string[], variant: CitationVariant) =>
  finish(citationSteps(answer, of(...references)))[variant].map(
    ({ citations, supporting, missing }) => ({
      citations: citations.map(({ place, state, score }) => [
        place,
        state,
        score === null ? null : Math.round(score * 10_000) / 10_000,
      ]),
      supporting,
      missing,
    }),
  );

describe("tokens", () => {
  it.each<[string, string, string[]]>([
    ["case and punctuation", "Don't, U.S.!", ["don", "t", "u", "s"]],
    ["digits", "1,935.3 g", ["1", "935", "3", "g"]],
    ["accents", "Café São", ["café", "são"]],
    ["a decomposed accent", "cafe\u0301", ["café"]],
    ["Cyrillic", "Ёлка дома", ["ёлка", "дома"]],
    ["a script with vowel signs", "हिन्दी में", ["हिन्दी", "में"]],
    ["Chinese and kana", "東京はTokyo", ["東", "京", "は", "tokyo"]],
    ["nothing", " – ", []],
  ])("%s", (_name, text, tokens) => {
    expect(unicodeTokens(text)).toEqual(tokens);
  });
});

describe("Rouge-1 by hand", () => {
  it.each<[string, string, number, number, number]>([
    // 4 of 4 and 6 tokens.
    ["a b c d", "a b c d e f", 4, 0.8, 1],
    // min(2, 1) + min(1, 2).
    ["the the cat", "the cat cat", 2, 4 / 6, 2 / 3],
    ["a b", "c d", 0, 0, 0],
    ["", "a", 0, 0, 0],
    ["", "", 0, 0, 0],
    ["a", "a a a a", 1, 0.4, 1],
  ])("%j against %j", (one, other, common, f1, precision) => {
    const [a, b] = [countTokens(unicodeTokens(one)), countTokens(unicodeTokens(other))];
    expect(overlap(a, b)).toBe(common);
    expect(rouge1F1(a, b)).toBeCloseTo(f1, 12);
    expect(rouge1Precision(a, b)).toBeCloseTo(precision, 12);
  });
});

describe("the paper's variant", () => {
  it("supports from F1 0.57 on", () => {
    // 2 · 4 / (6 + 8) = 0.5714; 2 · 4 / (6 + 9) = 0.5333.
    expect(said("q w e r x y [1][2]", ["q w e r a b c d", "q w e r a b c d f"], "paper")).toEqual([
      {
        citations: [
          [1, "supported", 0.5714],
          [2, "unsupported", 0.5333],
        ],
        supporting: [1],
        missing: false,
      },
    ]);
  });

  it("punishes a short segment that a long reference says word by word", () => {
    const reference = `paris is the capital of france ${"and more ".repeat(20)}`;
    expect(said("Paris is the capital of France [1]", [reference], "paper")[0]).toMatchObject({
      citations: [[1, "unsupported", 0.2308]],
      supporting: [],
    });
    // Without "is", "the", "of": three words, too few for the repository's variant, which keeps the best one.
    expect(said("Paris is the capital of France [1]", [reference], "repository")[0]).toMatchObject({
      citations: [[1, "kept", 0.3]],
    });
  });
});

describe("the repository's variant", () => {
  it("leaves stop words out of both, and supports from precision 0.75 on, with the bonus of what is cited", () => {
    // Seven words. Six of them: 0.8571. Four with the bonus: 0.5714 + 0.3; three with it: 0.4286 + 0.3, which is too little.
    const answer = "The heron and the plover fly over a marsh, lake, river, sea";
    const six = "sea river lake marsh fly plover and the rest";
    const four = "of heron plover fly marsh";
    const three = "heron plover fly";
    expect(said(answer, [six, four, three], "repository")).toEqual([
      { citations: [], supporting: [1], missing: true },
    ]);
    expect(said(`${answer} [2]`, [six, four, three], "repository")).toEqual([
      { citations: [[2, "supported", 0.8714]], supporting: [1, 2], missing: false },
    ]);
    expect(said(`${answer} [3]`, ["no", "none", three], "repository")).toEqual([
      { citations: [[3, "kept", 0.7286]], supporting: [], missing: false },
    ]);
  });

  it("divides the bonus by the citations as they are named", () => {
    // Words 10, common 5: 0.5 + 0.3 / 2 = 0.65, and 0.3 / 3 = 0.1 with a repetition.
    const answer = "one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 ten10";
    const reference = "one1 two2 three3 four4 five5";
    expect(said(`${answer} [1, 2]`, [reference, "x"], "repository")[0]!.citations).toEqual([
      [1, "kept", 0.65],
      [2, "unsupported", 0.15],
    ]);
    expect(said(`${answer} [1][1][2]`, [reference, "x"], "repository")[0]!.citations).toEqual([
      [1, "kept", 0.6],
      [2, "unsupported", 0.1],
    ]);
  });

  it("scores a segment of fewer than five other words 0", () => {
    expect(said("heron plover marsh lake", ["heron plover marsh lake"], "repository")).toEqual([
      { citations: [], supporting: [], missing: false },
    ]);
    expect(
      said("heron plover marsh lake sea", ["heron plover marsh lake sea"], "repository"),
    ).toEqual([{ citations: [], supporting: [1], missing: true }]);
  });
});

describe("both", () => {
  it("tell citations of no reference, and of one without text, from unsupported ones", () => {
    for (const variant of ["paper", "repository"] as const)
      expect(said("Something [2][9]", ["x", ""], variant)[0]!.citations).toEqual([
        [2, "unchecked", null],
        [9, "loose", null],
      ]);
  });

  it("leave out what has neither words nor marks, and check a mark without words", () => {
    expect(said("heron [1].\n", ["heron"], "paper")).toHaveLength(1);
    expect(said("[1] heron", ["heron"], "paper")).toEqual([
      { citations: [[1, "unsupported", 0]], supporting: [], missing: false },
      { citations: [], supporting: [1], missing: true },
    ]);
    expect(said("", ["heron"], "paper")).toEqual([]);
  });

  it("count: precision over citations, recall over supported segments", () => {
    const references = of("a b c d", "e f g h", "");
    const segments = finish(
      citationSteps("a b c d [1][2]. e f g h [1]. e f g h. i j k l [9] m [3]", references),
    ).paper;
    const counts = countCitations(segments);
    // Segments: abcd [1 right, 2 wrong]; efgh [1 wrong]; "efgh. ijkl" [9 loose], 2·4/12 = 0.67 of 2; m [3 unchecked].
    expect(counts).toEqual({
      cited: 4,
      supported: 1,
      kept: 0,
      loose: 1,
      unchecked: 1,
      segments: 4,
      supportedSegments: 3,
      rightlyCited: 1,
    });
    expect(citationPrecision(counts)).toBe(0.25);
    expect(citationRecall(counts)).toBeCloseTo(1 / 3, 12);
    expect(citationF1(counts)).toBeCloseTo((2 * 0.25 * (1 / 3)) / (0.25 + 1 / 3), 12);
    expect(citationPrecision(NO_CITATIONS)).toBeNull();
    expect(citationF1({ ...NO_CITATIONS, cited: 1 })).toBeNull();
    expect(citationF1({ ...NO_CITATIONS, cited: 1, supportedSegments: 1 })).toBe(0);
    expect(citationRecall(NO_CITATIONS)).toBeNull();
    expect(countCitations(segments, counts).cited).toBe(8);
  });

  it("count as pieces those with words enough, if there is a text to compare them with", () => {
    const answer = "heron plover marsh lake sea [1]. The heron [1]. [1]";
    const segments = (...texts: string[]) => {
      const { paper, repository } = finish(citationSteps(answer, of(...texts)));
      return [countCitations(paper).segments, countCitations(repository).segments];
    };
    expect(segments("heron")).toEqual([2, 1]);
    expect(segments("")).toEqual([0, 0]);
    expect(segments()).toEqual([0, 0]);
  });

  const word = fc.constantFrom("heron", "plover", "marsh", "lake", "sea", "the", "of", "Fly");
  const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(" "));
  const mark = fc.constantFrom("[1]", "[2]", "[1, 3]", " [4] ", "[2 ,2]", "\n", ". ", "[x]");
  const answer = fc.array(fc.oneof(text, mark), { maxLength: 12 }).map((parts) => parts.join(""));

  it.each(["paper", "repository"] as const)(
    "say what the slow and plain check says: %s",
    (variant) => {
      fc.assert(
        fc.property(answer, fc.array(text, { maxLength: 3 }), (given, texts) => {
          const references = of(...texts);
          expect(
            finish(citationSteps(given, references))[variant].map((segment) => ({
              cited: segment.citations.map(({ place, state }) => [place, state]),
              supporting: segment.supporting,
              scored: segment.scored,
            })),
          ).toEqual(plainCheck(given, references, variant === "repository", STOP_WORDS));
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it("keep their sums: shares lie between 0 and 1, and no count exceeds what it is a part of", () => {
    fc.assert(
      fc.property(
        answer,
        fc.array(text, { maxLength: 3 }),
        fc.constantFrom<CitationVariant>("paper", "repository"),
        (given, texts, variant) => {
          const counts = countCitations(finish(citationSteps(given, of(...texts)))[variant]);
          expect(counts.supported + counts.kept + counts.loose).toBeLessThanOrEqual(counts.cited);
          expect(counts.rightlyCited).toBeLessThanOrEqual(counts.supportedSegments);
          expect(counts.supportedSegments).toBeLessThanOrEqual(counts.segments);
        },
      ),
    );
  });
});
