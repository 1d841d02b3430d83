import { citedPlaces, splitAnswer, type Segment } from "./marks";
import { countTokens, rouge1F1, rouge1Precision, unicodeTokens, type TokenCounts } from "./overlap";
import { STOP_WORDS } from "./stop-words";
import { CITATION_CHECKS, type CitationVariant, type Reference } from "./vocabulary";

export { CITATION_CHECKS, type CitationVariant };

const THRESHOLDS: Record<CitationVariant, number> = { paper: 0.57, repository: 0.75 };
/** A segment with fewer scores 0. */
const LEAST_TOKENS: Record<CitationVariant, number> = { paper: 1, repository: 5 };
const CITED_BONUS = 0.3;

/**
 * What the check says of one citation of a segment. `supported`: the reference reaches the threshold. `kept`: it does not,
 * but the repository's variant keeps it as the best one. `unchecked`: the reference has no text. `loose`: there is no
 * reference at that place.
 */
export type CitationState = "supported" | "kept" | "unsupported" | "unchecked" | "loose";

interface CheckedCitation {
  place: number;
  state: CitationState;
  /** 0 to 1, the repository's with its bonus, thus up to 1.3; null where there is no text to compare with. */
  score: number | null;
}

export interface CheckedSegment extends Segment {
  /** Each place that it cites, once, in order. */
  citations: CheckedCitation[];
  /** Places of references that reach the threshold, ascending; cited or not. */
  supporting: number[];
  /** Some reference reaches the threshold, and none of these is cited. */
  missing: boolean;
  /** The check can say whether it is supported: it has words enough, and some reference has a text. */
  scored: boolean;
}

/** Sums over the segments of one answer or of many. */
export interface CitationCounts {
  /** Citations: a place that a segment cites, once for each segment. Those of references without text are not among them. */
  cited: number;
  supported: number;
  /** Of the others: kept by the repository's variant all the same, and those to no reference. */
  kept: number;
  loose: number;
  /** Citations of references without text, beside `cited`. */
  unchecked: number;
  /** Segments that can be scored; of these, those that some reference supports; of these, those that cite one that does. */
  segments: number;
  supportedSegments: number;
  rightlyCited: number;
}

export const NO_CITATIONS: CitationCounts = {
  cited: 0,
  supported: 0,
  kept: 0,
  loose: 0,
  unchecked: 0,
  segments: 0,
  supportedSegments: 0,
  rightlyCited: 0,
};

/**
 * Checks the citations of an answer against its references, in both variants. A hint: it compares words and knows nothing
 * of meaning. Segments without any word and mark are left out. Takes time in proportion to the answer's length times the
 * number of references, plus the length of these: up to seconds, thus in steps for a server that has to attend to others
 * in between.
 */
export function* citationSteps(
  answer: string,
  references: readonly Pick<Reference, "place" | "text">[],
): Generator<void, Record<CitationVariant, CheckedSegment[]>> {
  // The words of a text are found once for both.
  const known: { place: number; words: Record<CitationVariant, TokenCounts> | null }[] = [];
  for (const { place, text } of references) {
    known.push({ place, words: text === "" ? null : wordsFor(text) });
    yield;
  }
  const compared = (variant: CitationVariant) =>
    known.map(({ place, words }) => ({ place, tokens: words && words[variant] }));
  const tokens = { paper: compared("paper"), repository: compared("repository") };
  const checked: Record<CitationVariant, CheckedSegment[]> = { paper: [], repository: [] };
  for (const segment of splitAnswer(answer)) {
    const words = wordsFor(answer.slice(segment.from, segment.end));
    for (const variant of CITATION_CHECKS)
      if (words[variant].size > 0 || segment.marks.length > 0)
        checked[variant].push(checkSegment(segment, words[variant], tokens[variant], variant));
    yield;
  }
  return checked;
}

/** The words of a text that each variant counts. */
function wordsFor(text: string): Record<CitationVariant, TokenCounts> {
  const all = unicodeTokens(text);
  return {
    paper: countTokens(all),
    repository: countTokens(all.filter((token) => !STOP_WORDS.has(token))),
  };
}

function checkSegment(
  segment: Segment,
  own: TokenCounts,
  references: readonly { place: number; tokens: TokenCounts | null }[],
  variant: CitationVariant,
): CheckedSegment {
  const cited = citedPlaces(segment);
  // As often as they are named, repetitions too.
  const named = segment.marks.reduce((sum, { places }) => sum + places.length, 0);
  const scores = new Map<number, number | null>();
  const supporting: number[] = [];
  let best: { place: number; score: number } | null = null;
  for (const { place, tokens } of references) {
    if (tokens === null) {
      scores.set(place, null);
      continue;
    }
    const score =
      variant === "paper"
        ? rouge1F1(own, tokens)
        : (own.size < LEAST_TOKENS.repository ? 0 : rouge1Precision(own, tokens)) +
          (cited.includes(place) ? CITED_BONUS / named : 0);
    scores.set(place, score);
    if (score >= THRESHOLDS[variant]) supporting.push(place);
    if (score > (best?.score ?? 0)) best = { place, score };
  }
  const kept =
    variant === "repository" && supporting.length === 0 && cited.length > 0 ? best?.place : null;
  const supports = new Set(supporting);
  const citations = cited.map((place): CheckedCitation => {
    const score = scores.get(place);
    if (score === undefined) return { place, state: "loose", score: null };
    if (score === null) return { place, state: "unchecked", score };
    const state = supports.has(place) ? "supported" : place === kept ? "kept" : "unsupported";
    return { place, state, score };
  });
  return {
    ...segment,
    citations,
    supporting: supporting.sort((one, other) => one - other),
    missing: supporting.length > 0 && !citations.some(({ state }) => state === "supported"),
    scored:
      own.size >= LEAST_TOKENS[variant] &&
      references.some((reference) => reference.tokens !== null),
  };
}

/** Adds what the segments of an answer say to counts. */
export function countCitations(
  segments: readonly CheckedSegment[],
  before: CitationCounts = NO_CITATIONS,
): CitationCounts {
  const sum = { ...before };
  for (const { citations, supporting, missing, scored } of segments) {
    for (const { state } of citations) {
      if (state === "unchecked") sum.unchecked++;
      else sum.cited++;
      if (state === "supported") sum.supported++;
      if (state === "kept") sum.kept++;
      if (state === "loose") sum.loose++;
    }
    if (scored) sum.segments++;
    if (supporting.length > 0) sum.supportedSegments++;
    if (supporting.length > 0 && !missing) sum.rightlyCited++;
  }
  return sum;
}

/** The share of citations that are supported, 0 to 1; null where nothing is cited. A citation of no reference is a wrong one. */
export function citationPrecision({ cited, supported }: CitationCounts): number | null {
  return cited === 0 ? null : supported / cited;
}

/** The share of supported segments that cite a reference which supports them, 0 to 1; null where no segment is supported. */
export function citationRecall(counts: CitationCounts): number | null {
  return counts.supportedSegments === 0 ? null : counts.rightlyCited / counts.supportedSegments;
}

/** The harmonic mean of both; 0 where both are. Null where one of them is not there. */
export function citationF1(counts: CitationCounts): number | null {
  const [precision, recall] = [citationPrecision(counts), citationRecall(counts)];
  if (precision === null || recall === null) return null;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
