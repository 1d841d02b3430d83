import { showsCase } from "@/lib/dataset/questions/same-text";
import {
  MOST_ALIKE,
  OTHER_CASE,
  type ReadTraits,
  type Traits,
  traitsOf,
  UNLIKE,
  weighedLikeness,
} from "./likeness";

/**
 * Finds, for a question that has no equal in the dataset, the questions that it may be a rewording of.
 *
 * Pure, and fast enough to hold a million questions against as many: an inverted index of word stems proposes a few
 * neighbours (rare words first, and never more than REACH of them, so that each row costs the same however large the
 * index is), and only these are compared letter by letter.
 */

export interface Candidate {
  questionId: number;
  /** 0 (nothing in common) to 1 (the same text for those who compare; see weighedLikeness). */
  score: number;
}

/** What a question is compared by. */
export interface Comparable {
  /** The text as it is, for what its normal form does not show: numbers, signs, the order of names. */
  question: string;
  /** The text in normal form (normalizeText). */
  normalized: string;
  primaryAnswer: string;
  evidence: readonly string[];
}

/** Proposals below this score are not shown: two unrelated questions rarely reach it. */
export const REWORDING_THRESHOLD = UNLIKE;
export const MAX_CANDIDATES = 5;
/** How many candidates of the index are compared character by character. */
const SHORTLIST = 16;
/** A word that more than this share of the questions has says too little to look its questions up. */
const COMMON_SHARE = 0.05;
const COMMON_FLOOR = 200;
/** How many questions the words of one row may bring up together, whatever the size of the index. */
const REACH = 4_000;
/** So many trigram lists and traits are kept once a question was compared; others are made again. */
const KEPT_FORMS = 200_000;

type Entry = Comparable & { questionId: number; words: Int32Array };
/** An index of questions by their words; see candidates(). */
export class RewordingIndex {
  private readonly vocabulary = new Map<string, number>();
  private readonly postings: number[][] = [];
  private readonly entries: Entry[] = [];
  private readonly letters: (Uint32Array | undefined)[] = [];
  private readonly traits: (Traits | undefined)[] = [];
  private kept = 0;
  /** By entry: the weight of the words that it shares with the row at hand; 0 where it shares none. */
  private shared = new Float64Array(0);
  /** By word: the number of the row that had it last. */
  private seenIn = new Int32Array(0);
  private row = 0;

  /** @param read what is compared beside words and letters: all of it, unless looseTraits or caselessTraits is given. */
  constructor(
    questions: Iterable<Comparable & { questionId: number }> = [],
    private readonly read: ReadTraits = traitsOf,
  ) {
    for (const question of questions) this.add(question);
  }

  add(question: Comparable & { questionId: number }): void {
    const words = stems(question.normalized).map((word) => this.wordId(word));
    const at = this.entries.push({ ...question, words: Int32Array.from(words) }) - 1;
    for (const word of words) this.postings[word]!.push(at);
  }

  private wordId(word: string): number {
    const known = this.vocabulary.get(word);
    if (known !== undefined) return known;
    this.vocabulary.set(word, this.postings.length);
    return this.postings.push([]) - 1;
  }

  /** The best candidates, best first, at most MAX_CANDIDATES and none below REWORDING_THRESHOLD. */
  candidates(row: Comparable): Candidate[] {
    const words = stems(row.normalized).map((word) => this.vocabulary.get(word) ?? -1);
    const shortlist = this.shortlist(words);
    if (shortlist.length === 0) return [];
    const letters = trigrams(row.normalized);
    const own = this.enter(words);
    const alike = shortlist
      .map((at) => ({ at, likeness: this.likeness(row, letters, own, at) }))
      .filter(({ likeness }) => round(likeness) >= REWORDING_THRESHOLD)
      .sort((a, b) => b.likeness - a.likeness);
    if (alike.length === 0) return [];
    const traits = this.read(row.question);
    const best: Candidate[] = [];
    for (const { at, likeness } of alike) {
      // A likeness is only ever lowered, but to 1 for equal texts: whoever comes behind five that are above it is out.
      if (best.length === MAX_CANDIDATES && best[MAX_CANDIDATES - 1]!.score > round(likeness))
        break;
      best.push({
        questionId: this.entries[at]!.questionId,
        score: round(weighedLikeness(likeness, traits, this.traitsAt(at))),
      });
      best.sort((a, b) => b.score - a.score || a.questionId - b.questionId);
      if (best.length > MAX_CANDIDATES) best.pop();
    }
    return best;
  }

  /** The entries that share the weightiest words with a row: the rarest words first, REACH entries at most. */
  private shortlist(words: readonly number[]): number[] {
    if (this.shared.length < this.entries.length)
      this.shared = new Float64Array(this.entries.length);
    const known = words
      .filter((word) => word !== -1)
      .sort((a, b) => this.postings[a]!.length - this.postings[b]!.length || a - b);
    const common = Math.max(COMMON_FLOOR, this.entries.length * COMMON_SHARE);
    const touched: number[] = [];
    let left = REACH;
    for (const word of known) {
      const list = this.postings[word]!;
      // Where all words of a row are common, the rarest of them is better than nothing.
      if ((list.length > common && touched.length > 0) || left === 0) break;
      const weight = this.weight(word);
      const reached = Math.min(left, list.length);
      for (let i = 0; i < reached; i++) {
        const at = list[i]!;
        if (this.shared[at] === 0) touched.push(at);
        this.shared[at]! += weight;
      }
      left -= reached;
    }
    const best = weightiest(touched, this.shared);
    for (const at of touched) this.shared[at] = 0;
    return best;
  }

  /** Inverse document frequency: ln(1 + N / (1 + n)). @param word -1 where no entry has it. */
  private weight(word: number): number {
    return Math.log(
      1 + this.entries.length / (1 + (word === -1 ? 0 : this.postings[word]!.length)),
    );
  }

  /** Notes the words of the row at hand. @returns the sum of their weights. */
  private enter(words: readonly number[]): number {
    if (this.seenIn.length < this.postings.length)
      this.seenIn = new Int32Array(this.postings.length);
    this.row++;
    let sum = 0;
    for (const word of words) {
      sum += this.weight(word);
      if (word !== -1) this.seenIn[word] = this.row;
    }
    return sum;
  }

  /**
   * Half the weighted Dice overlap of words, half the Dice overlap of letter trigrams, so that both a changed word and a
   * changed letter count little. What the questions share beside their text lifts what is missing to 1: the same primary
   * answer by a tenth, a shared evidence page by a fifth. What words and letters do not show is weighed afterwards.
   * @param own the weight of all words of the row (see enter).
   */
  private likeness(row: Comparable, letters: Uint32Array, own: number, at: number): number {
    const other = this.entries[at]!;
    const text =
      0.5 * this.wordOverlap(own, other.words) + 0.5 * overlap(letters, this.trigramsAt(at));
    const answer = row.primaryAnswer !== "" && row.primaryAnswer === other.primaryAnswer ? 0.1 : 0;
    const evidence = row.evidence.some((page) => other.evidence.includes(page)) ? 0.2 : 0;
    return text + (1 - text) * text * (answer + evidence);
  }

  private wordOverlap(own: number, words: Int32Array): number {
    let both = 0;
    let all = own;
    for (const word of words) {
      const weight = this.weight(word);
      all += weight;
      if (this.seenIn[word] === this.row) both += 2 * weight;
    }
    return all === 0 ? 0 : both / all;
  }

  private trigramsAt(at: number): Uint32Array {
    const known = this.letters[at];
    if (known !== undefined) return known;
    const letters = trigrams(this.entries[at]!.normalized);
    if (this.kept++ < KEPT_FORMS) this.letters[at] = letters;
    return letters;
  }

  private traitsAt(at: number): Traits {
    const known = this.traits[at];
    if (known !== undefined) return known;
    const traits = this.read(this.entries[at]!.question);
    if (this.kept++ < KEPT_FORMS) this.traits[at] = traits;
    return traits;
  }
}

/** What is below every question that differs from a row in case alone. */
const BEHIND_A_TWIN = round(OTHER_CASE - 0.001);

/** Candidates, best first, of which those that differ from another row in case alone are left to that row. */
export function leavingTwins(
  candidates: readonly Candidate[],
  isTwinOfAnother: (questionId: number) => boolean,
): Candidate[] {
  return candidates
    .map(({ questionId, score }) => ({
      questionId,
      score: isTwinOfAnother(questionId) ? Math.min(score, BEHIND_A_TWIN) : score,
    }))
    .sort((a, b) => b.score - a.score);
}

/**
 * Puts the questions that differ from a row in case alone before its other candidates, none of which is then accepted unseen.
 * @param twins see sameButForCase; of several, case alone tells which is meant, so none of them is accepted unseen.
 * @param withoutCase one side was written without regard to case: a twin may be accepted unseen, unless both texts show their
 *   case.
 */
export function inOtherCase(
  text: string,
  twins: readonly { questionId: number; question: string }[],
  candidates: Candidate[],
  withoutCase: boolean,
): Candidate[] {
  if (twins.length === 0) return candidates;
  const safe = (question: string) =>
    withoutCase && twins.length === 1 && !(showsCase(text) && showsCase(question));
  return [
    ...twins.slice(0, MAX_TWINS).map(({ questionId, question }) => ({
      questionId,
      score: round(safe(question) ? MOST_ALIKE : OTHER_CASE),
    })),
    ...candidates
      .filter(({ questionId }) => twins.every((twin) => twin.questionId !== questionId))
      .map(({ questionId, score }) => ({ questionId, score: Math.min(score, BEHIND_A_TWIN) })),
  ].slice(0, Math.max(MAX_CANDIDATES, Math.min(twins.length, MAX_TWINS)));
}

/** No one tells more texts apart that differ in case alone. */
const MAX_TWINS = 50;

/** The SHORTLIST entries of the greatest weight, the heaviest first; among equals the earliest. */
function weightiest(entries: readonly number[], weights: Float64Array): number[] {
  const heavier = (a: number, b: number) => weights[b]! - weights[a]! || a - b;
  const best: number[] = [];
  for (const at of entries) {
    if (best.length === SHORTLIST && heavier(at, best[SHORTLIST - 1]!) > 0) continue;
    let place = best.length;
    while (place > 0 && heavier(at, best[place - 1]!) < 0) place--;
    best.splice(place, 0, at);
    if (best.length > SHORTLIST) best.pop();
  }
  return best;
}

/** Distinct words, cut to what inflection leaves alone: "visited", "visits" and "visit" are one word. */
function stems(normalized: string): string[] {
  return [
    ...new Set(
      normalized
        .split(" ")
        .map((word) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s)$/, "") : word)),
    ),
  ].filter(Boolean);
}

/** Dice coefficient of the sets of letter trigrams, words padded as pg_trgm does. */
export function trigramOverlap(a: string, b: string): number {
  return overlap(trigrams(a), trigrams(b));
}

/** Dice coefficient of two ascending lists. */
function overlap(a: Uint32Array, b: Uint32Array): number {
  if (a.length + b.length === 0) return 0;
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) both++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return (2 * both) / (a.length + b.length);
}

/** Room for the trigrams of the text at hand; grows with the longest. */
let found = new Uint32Array(4_096);

/**
 * The distinct trigrams of a text as numbers (two may share one, which is too rare to matter), ascending: of each word with
 * two spaces before it and one behind.
 */
function trigrams(text: string): Uint32Array {
  if (found.length < 3 * text.length + 3) found = new Uint32Array(6 * text.length + 6);
  let count = 0;
  let first = SPACE;
  let second = SPACE;
  for (let i = 0; i <= text.length; i++) {
    const third = i === text.length ? SPACE : text.charCodeAt(i);
    if (second !== SPACE || third !== SPACE)
      found[count++] = Math.imul(Math.imul(first, 65_599) + second, 65_599) + third;
    first = third === SPACE ? SPACE : second;
    second = third;
  }
  const sorted = found.subarray(0, count).sort();
  let distinct = 0;
  for (let i = 0; i < count; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i]!;
  return sorted.slice(0, distinct);
}

const SPACE = 32;

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/**
 * Pairs of rows and questions, gathered row by row in little memory (twelve bytes a pair), then assigned.
 * Rows come in ascending order of their ordinals.
 */
export class Proposals {
  private ordinals = new Int32Array(1024);
  private questions = new Int32Array(1024);
  private thousandths = new Uint16Array(1024);
  private count = 0;

  add(ordinal: number, candidates: readonly Candidate[]): void {
    for (const { questionId, score } of candidates) {
      if (this.count === this.ordinals.length) this.grow();
      this.ordinals[this.count] = ordinal;
      this.questions[this.count] = questionId;
      this.thousandths[this.count++] = Math.round(score * 1000);
    }
  }

  private grow(): void {
    const wider = <T extends Int32Array | Uint16Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.ordinals = wider(this.ordinals, new Int32Array(2 * this.count));
    this.questions = wider(this.questions, new Int32Array(2 * this.count));
    this.thousandths = wider(this.thousandths, new Uint16Array(2 * this.count));
  }

  /**
   * Gives each row at most one question and each question to at most one row, best scores first, among equals the earliest
   * row. Linear: scores have three decimals, so that pairs are counted into their places instead of being sorted.
   * @returns the chosen question of each row that got one, by the row's ordinal.
   */
  assign(): Map<number, Candidate> {
    const starts = new Int32Array(1002);
    for (let i = 0; i < this.count; i++) starts[1000 - this.thousandths[i]! + 1]!++;
    for (let score = 1; score < starts.length; score++) starts[score]! += starts[score - 1]!;
    const order = new Int32Array(this.count);
    for (let i = 0; i < this.count; i++) order[starts[1000 - this.thousandths[i]!]!++] = i;
    const chosen = new Map<number, Candidate>();
    const taken = new Set<number>();
    for (const i of order) {
      const ordinal = this.ordinals[i]!;
      const questionId = this.questions[i]!;
      if (chosen.has(ordinal) || taken.has(questionId)) continue;
      chosen.set(ordinal, { questionId, score: this.thousandths[i]! / 1000 });
      taken.add(questionId);
    }
    return chosen;
  }

  /** Every candidate of the rows that `assign` gave one, in the order in which they were added. */
  *candidatesOf(
    chosen: ReadonlyMap<number, Candidate>,
  ): Generator<{ ordinal: number; rank: number } & Candidate> {
    let rank = 0;
    for (let i = 0; i < this.count; i++) {
      const ordinal = this.ordinals[i]!;
      rank = i > 0 && this.ordinals[i - 1] === ordinal ? rank + 1 : 0;
      if (chosen.has(ordinal))
        yield { ordinal, rank, questionId: this.questions[i]!, score: this.thousandths[i]! / 1000 };
    }
  }
}

/** See Proposals.assign; for rows in any order, the candidates of each as they are to be preferred among equals. */
export function assignOneToOne(
  rows: readonly { ordinal: number; candidates: readonly Candidate[] }[],
): Map<number, Candidate> {
  const proposals = new Proposals();
  for (const { ordinal, candidates } of [...rows].sort((a, b) => a.ordinal - b.ordinal)) {
    proposals.add(ordinal, candidates);
  }
  return proposals.assign();
}

/** The page of an evidence URL, without scheme, "www.", query and fragment: what two versions of a question share. */
export function evidencePage(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/$/, "");
}
