import { MAX_SIMILAR, type SimilarQuestion } from "./schema";

/**
 * What two questions share beside their words lifts what is missing to 1: the same primary answer by a tenth, a shared
 * evidence page by a fifth (as for rewordings in imports).
 * @param likeness of the two texts, 0 to 1.
 */
export function boostedScore(
  likeness: number,
  shared: { answer: boolean; evidence: boolean },
): number {
  const lifted =
    likeness +
    (1 - likeness) * likeness * ((shared.answer ? 0.1 : 0) + (shared.evidence ? 0.2 : 0));
  return Math.round(lifted * 1000) / 1000;
}

/** Questions and submissions in one list, the nearest first; among equals questions, because they are decided. */
export function nearestFirst(...found: readonly (readonly SimilarQuestion[])[]): SimilarQuestion[] {
  return found
    .flat()
    .sort((a, b) => b.score - a.score || a.kind.localeCompare(b.kind))
    .slice(0, MAX_SIMILAR);
}
