import { looseTraits } from "@/lib/dataset/imports/likeness";
import { RewordingIndex } from "@/lib/dataset/imports/matching";
import { normalizeText } from "@/lib/dataset/questions/cells";
import { sameButForCase } from "@/lib/dataset/questions/same-text";

/*
 * A prompt that shows a question with its answer is no test of that question: it is left out and counted as a
 * demonstration.
 */

/**
 * From this likeness on (0 to 1, see weighedLikeness), a question counts as its demonstration. Rewordings with other
 * filling words are above it; the same sentence about another year or another name is below: it is another question.
 */
const LEAK_THRESHOLD = 0.8;

export interface Asked {
  /** The question of the dataset; null where there is none. */
  questionId: number | null;
  question: string;
}

export interface Leak {
  /** Which demonstration, from 0. */
  index: number;
  how: "same question" | "same text" | "similar text";
  /** 1 unless similar. */
  likeness: number;
}

/**
 * Returns the guard of one prompt, which tells the demonstration that a question is, or nearly is; null where it is none.
 * @param demonstrations those that the prompt shows, in order.
 */
export function leakGuard(demonstrations: readonly Asked[]): (asked: Asked) => Leak | null {
  const index = new RewordingIndex(
    demonstrations.map(({ question }, questionId) => ({ questionId, ...comparable(question) })),
    looseTraits,
  );
  return (asked) => {
    const byId = demonstrations.findIndex(
      ({ questionId }) => questionId !== null && questionId === asked.questionId,
    );
    if (byId !== -1) return { index: byId, how: "same question", likeness: 1 };
    const byText = demonstrations.findIndex(({ question }) =>
      sameButForCase(question, asked.question),
    );
    if (byText !== -1) return { index: byText, how: "same text", likeness: 1 };
    const [nearest] = index.candidates(comparable(asked.question));
    return nearest && nearest.score >= LEAK_THRESHOLD
      ? { index: nearest.questionId, how: "similar text", likeness: nearest.score }
      : null;
  };
}

function comparable(question: string) {
  return { question, normalized: normalizeText(question), primaryAnswer: "", evidence: [] };
}
