import type { ReadPage, ScoredParagraph, Selection } from "@/lib/runs/connections/retrieved";
import { countTokens, unicodeTokens } from "@/lib/runs/references/overlap";
import { STOP_WORDS } from "@/lib/runs/references/stop-words";
import { MAX_TITLE, MAX_URL } from "@/lib/runs/references/vocabulary";

/*
 * Which paragraphs of the pages that were read answer a question best. Pure.
 *
 * Words: BM25 (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework, formula 3.15) with k1 = 1.2 and
 * b = 0.75 over the paragraphs of this question's pages. The sum over the question's words t, each once and without stop
 * words, of idf(t) · f(t)·(k1 + 1) / (f(t) + k1·(1 − b + b·length / mean length)), where f(t) counts t in the paragraph and
 * idf(t) = ln(1 + (N − n(t) + 0.5) / (n(t) + 0.5)): that of Lucene, which is never negative.
 *
 * Words and embeddings: the two orders are joined by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009):
 * 1 / (60 + rank by words) + 1 / (60 + rank by cosine). Ranks are joined and not scores, as BM25 has no upper end and
 * cosines of different models spread differently.
 */

const K1 = 1.2;
const B = 0.75;
const FUSION = 60;

/** So many paragraphs are compared by embeddings: the best by words. */
export const MOST_COMPARED = 64;

/** Scores the paragraphs of all pages by words, each text once: the best first, equal ones in the order of results and pages. */
export function scoreByWords(question: string, pages: readonly ReadPage[]): ScoredParagraph[] {
  const known = new Set<string>();
  const paragraphs = pages.flatMap(({ rank, title, finalUrl, paragraphs }) =>
    paragraphs
      .filter((text) => !known.has(text) && known.add(text))
      .map((text) => ({ rank, title, url: finalUrl, text, ...countTokens(unicodeTokens(text)) })),
  );
  const words = wordsOf(question);
  const count = paragraphs.length;
  const mean = paragraphs.reduce((sum, { size }) => sum + size, 0) / count;
  const idf = new Map(
    words.map((word) => {
      const having = paragraphs.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (count - having + 0.5) / (having + 0.5))];
    }),
  );
  return paragraphs
    .map(({ counts, size, rank, title, url, text }) => {
      const norm = K1 * (1 - B + (B * size) / mean);
      const lexical = words.reduce((sum, word) => {
        const frequency = counts.get(word) ?? 0;
        return sum + (idf.get(word)! * frequency * (K1 + 1)) / (frequency + norm);
      }, 0);
      return {
        rank,
        title: title?.trim().slice(0, MAX_TITLE) || null,
        url: url.slice(0, MAX_URL),
        text,
        lexical,
        dense: null,
        score: lexical,
      };
    })
    .toSorted((a, b) => b.lexical - a.lexical);
}

/** The words of a question, each once; without stop words, unless it has no others. */
function wordsOf(question: string): string[] {
  const all = [...new Set(unicodeTokens(question))];
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : all;
}

/**
 * Chooses paragraphs.
 * @param scored as scoreByWords() has them.
 * @param similarities of the first ones with the question; null: words alone count.
 */
export function selectBest(
  scored: readonly ScoredParagraph[],
  similarities: readonly number[] | null,
  keep: number,
): Selection {
  const ordered = similarities === null ? scored : fused(scored, similarities);
  return {
    considered: scored.length,
    matching: scored.filter(({ lexical }) => lexical > 0).length,
    compared: similarities?.length ?? 0,
    kept: ordered.slice(0, keep).map((one) => ({
      ...one,
      lexical: round(one.lexical),
      score: round(one.score),
    })),
  };
}

/** Those that were compared, joined by both orders; equal ones in the order by words. */
function fused(
  scored: readonly ScoredParagraph[],
  similarities: readonly number[],
): ScoredParagraph[] {
  const byDense = similarities
    .map((dense, at) => ({ dense, at }))
    .toSorted((a, b) => b.dense - a.dense);
  return byDense
    .map(({ dense, at }, place) => ({
      at,
      one: {
        ...scored[at]!,
        dense,
        score: 1 / (FUSION + at + 1) + 1 / (FUSION + place + 1),
      },
    }))
    .toSorted((a, b) => b.one.score - a.one.score || a.at - b.at)
    .map(({ one }) => one);
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
