/**
 * Finds, for a question that has no equal in the data set, the questions that it may be a rewording of.
 *
 * Pure, and fast enough to hold a hundred thousand questions against a hundred thousand others: an inverted index of
 * word stems proposes a few neighbours (rare words first), and only these are compared letter by letter.
 * Text is expected in normal form (normalizeText).
 */

export interface Candidate {
  questionId: number;
  /** 0 (nothing in common) to 1 (the same words in the same spelling). */
  score: number;
}

/** What a question is compared by. */
export interface Comparable {
  normalized: string;
  primaryAnswer: string;
  evidence: readonly string[];
}

/** Proposals below this score are not shown: two unrelated questions rarely reach it. */
export const REWORDING_THRESHOLD = 0.4;
export const MAX_CANDIDATES = 5;

/** How many neighbours of the index are compared letter by letter. */
const SHORTLIST = 24;
/** A word that more than this share of the questions has says too little to look its questions up. */
const COMMON_SHARE = 0.05;
const COMMON_FLOOR = 200;

/** An index of questions by their words; see candidates(). */
export class RewordingIndex {
  private readonly postings = new Map<string, number[]>();
  private readonly entries: (Comparable & { questionId: number })[] = [];

  constructor(questions: Iterable<Comparable & { questionId: number }>) {
    for (const question of questions) {
      const at = this.entries.push(question) - 1;
      for (const word of stems(question.normalized)) {
        const list = this.postings.get(word);
        if (list) list.push(at);
        else this.postings.set(word, [at]);
      }
    }
  }

  /** The best candidates, best first, at most MAX_CANDIDATES and none below REWORDING_THRESHOLD. */
  candidates(row: Comparable): Candidate[] {
    const words = stems(row.normalized);
    const weights = words.map((word) => this.weight(word));
    return this.shortlist(words, weights)
      .map((other) => ({ questionId: other.questionId, score: round(this.score(row, words, other, stems(other.normalized))) }))
      .filter((candidate) => candidate.score >= REWORDING_THRESHOLD)
      .sort((a, b) => b.score - a.score || a.questionId - b.questionId)
      .slice(0, MAX_CANDIDATES);
  }

  private shortlist(words: string[], weights: number[]) {
    const common = Math.max(COMMON_FLOOR, this.entries.length * COMMON_SHARE);
    const shared = new Map<number, number>();
    words.forEach((word, i) => {
      const list = this.postings.get(word);
      if (!list || list.length > common) return;
      for (const at of list) shared.set(at, (shared.get(at) ?? 0) + weights[i]!);
    });
    return [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, SHORTLIST).map(([at]) => this.entries[at]!);
  }

  /** Inverse document frequency: ln(1 + N / (1 + n)). */
  private weight(word: string): number {
    return Math.log(1 + this.entries.length / (1 + (this.postings.get(word)?.length ?? 0)));
  }

  /**
   * Half the weighted Dice overlap of words, half the Dice overlap of letter trigrams, so that both a changed word and a
   * changed letter count little. What the questions share beside their text lifts what is missing to 1: the same primary
   * answer by a tenth, a shared evidence page by a fifth.
   */
  private score(a: Comparable, aWords: string[], b: Comparable, bWords: string[]): number {
    const text = 0.5 * this.wordOverlap(aWords, bWords) + 0.5 * trigramOverlap(a.normalized, b.normalized);
    const answer = a.primaryAnswer !== "" && a.primaryAnswer === b.primaryAnswer ? 0.1 : 0;
    const evidence = a.evidence.some((page) => b.evidence.includes(page)) ? 0.2 : 0;
    return text + (1 - text) * text * (answer + evidence);
  }

  private wordOverlap(a: string[], b: string[]): number {
    const others = new Set(b);
    let both = 0;
    let all = 0;
    for (const word of a) {
      const weight = this.weight(word);
      all += weight;
      if (others.has(word)) both += 2 * weight;
    }
    for (const word of b) all += this.weight(word);
    return all === 0 ? 0 : both / all;
  }
}

/** Distinct words, cut to what inflection leaves alone: "visited", "visits" and "visit" are one word. */
function stems(normalized: string): string[] {
  return [...new Set(normalized.split(" ").map((word) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s)$/, "") : word)))].filter(Boolean);
}

/** Dice coefficient of the sets of letter trigrams, words padded as pg_trgm does. */
export function trigramOverlap(a: string, b: string): number {
  const left = trigrams(a);
  const right = trigrams(b);
  if (left.size + right.size === 0) return 0;
  let both = 0;
  for (const trigram of left) if (right.has(trigram)) both++;
  return (2 * both) / (left.size + right.size);
}

function trigrams(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3));
  }
  return found;
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/**
 * Gives each row at most one question and each question to at most one row, best scores first.
 * @returns the chosen question of each row that got one, by the row's ordinal.
 */
export function assignOneToOne(rows: readonly { ordinal: number; candidates: readonly Candidate[] }[]): Map<number, Candidate> {
  const pairs = rows.flatMap(({ ordinal, candidates }) => candidates.map((candidate) => ({ ordinal, candidate })));
  pairs.sort((a, b) => b.candidate.score - a.candidate.score || a.ordinal - b.ordinal || a.candidate.questionId - b.candidate.questionId);
  const chosen = new Map<number, Candidate>();
  const taken = new Set<number>();
  for (const { ordinal, candidate } of pairs) {
    if (chosen.has(ordinal) || taken.has(candidate.questionId)) continue;
    chosen.set(ordinal, candidate);
    taken.add(candidate.questionId);
  }
  return chosen;
}

/** The page of an evidence URL, without scheme, "www.", query and fragment: what two versions of a question share. */
export function evidencePage(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, "").replace(/[?#].*$/s, "").replace(/\/$/, "");
}
