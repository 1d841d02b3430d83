import { describe, expect, it } from "vitest";
import type { ReadPage } from "@/lib/runs/connections/retrieved";
import { scoreByWords, selectBest } from "./paragraphs";

const page = (rank: number, ...paragraphs: string[]): ReadPage => ({
  rank,
  url: `https://example.org/${rank}#top`,
  finalUrl: `https://example.org/${rank}`,
  title: `Page ${rank}`,
  paragraphs,
});

describe("by words", () => {
  // Four paragraphs of 4, 2, 4 and 6 words: 4 on average. "Who" and "the" are stop words; "wrote" stands in one paragraph,
  // "program" in three.
  const pages = [
    page(1, "Ada wrote a program", "Nothing here"),
    page(2, "Program after program ended", "They looked at it as program"),
  ];
  const idf = (having: number) => Math.log(1 + (4 - having + 0.5) / (having + 0.5));
  const term = (having: number, frequency: number, length: number) =>
    (idf(having) * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / 4));

  it("scores by BM25, the best first", () => {
    const scored = scoreByWords("Who wrote the program?", pages);
    expect(scored.map(({ text }) => text)).toEqual([
      "Ada wrote a program",
      "Program after program ended",
      "They looked at it as program",
      "Nothing here",
    ]);
    // By hand: ln(1 + 3.5 / 1.5) = 1.203973; ln(1 + 1.5 / 3.5) = 0.356675; at the mean length, a word that stands once
    // counts (2.2 / 2.2) and twice (4.4 / 3.2) times that.
    expect(scored[0]!.lexical).toBeCloseTo(1.203973 + 0.356675, 5);
    expect(scored[1]!.lexical).toBeCloseTo(0.356675 * 1.375, 5);
    expect(scored[2]!.lexical).toBeCloseTo(term(3, 1, 6), 9);
    expect(scored[3]!.lexical).toBe(0);
  });

  it("keeps the order of results where scores are equal, and says where each is from", () => {
    const scored = scoreByWords("Who?", [page(2, "One thing", "Two things"), page(5, "Three")]);
    expect(scored.map(({ rank, text }) => `${rank} ${text}`)).toEqual([
      "2 One thing",
      "2 Two things",
      "5 Three",
    ]);
    expect(scored[2]).toMatchObject({ url: "https://example.org/5", title: "Page 5" });
    expect(scoreByWords("Who?", [{ ...page(1, "One"), title: " " }])[0]!.title).toBeNull();
  });

  it("has each text once, counts each word of the question once, and knows no case", () => {
    const once = scoreByWords("program", [page(1, "A PROGRAM"), page(2, "A PROGRAM")]);
    expect(once).toHaveLength(1);
    expect(scoreByWords("program Program program", [page(1, "A PROGRAM")])[0]!.lexical).toBe(
      once[0]!.lexical,
    );
  });

  it("takes a question of stop words alone at its word", () => {
    expect(scoreByWords("Who is it?", [page(1, "Nothing", "It is")])[0]!.text).toBe("It is");
  });

  it("is nothing without pages", () => {
    expect(scoreByWords("Who?", [])).toEqual([]);
    expect(selectBest([], null, 5)).toEqual({ considered: 0, matching: 0, compared: 0, kept: [] });
  });
});

describe("by words and embeddings", () => {
  const scored = scoreByWords("a b c d", [page(1, "a b c d", "a b c x", "a b x y", "a x y z")]);
  const kept = (similarities: number[], keep = 4) =>
    selectBest(scored, similarities, keep).kept.map(({ text }) => text);

  it.each<[string, number[], string[]]>([
    ["the same order", [0.9, 0.8, 0.7, 0.6], ["a b c d", "a b c x", "a b x y", "a x y z"]],
    // 1/61 + 1/64, 1/62 + 1/63, 1/63 + 1/62, 1/64 + 1/61: the ends win, and of two equal ones the better by words.
    ["the opposite order", [0.1, 0.2, 0.3, 0.4], ["a b c d", "a x y z", "a b c x", "a b x y"]],
    // 1/61 + 1/63, 1/62 + 1/61, 1/63 + 1/62, 1/64 + 1/64.
    ["another one", [0.2, 0.9, 0.5, -0.3], ["a b c x", "a b c d", "a b x y", "a x y z"]],
  ])("joins ranks: %s", (_what, similarities, texts) => {
    expect(kept(similarities)).toEqual(texts);
  });

  it("chooses among those that were compared, and says what it chose by", () => {
    const selection = selectBest(scored, [0.25, 0.5], 3);
    expect(selection).toMatchObject({ considered: 4, compared: 2 });
    expect(selection.kept).toMatchObject([
      { text: "a b c d", dense: 0.25, score: 0.032522 },
      { text: "a b c x", dense: 0.5, score: 0.032522 },
    ]);
    expect(selectBest(scored, null, 1)).toMatchObject({ compared: 0, kept: [{ dense: null }] });
  });
});
