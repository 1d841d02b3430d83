/** A text that a response was given with. */
export interface Reference {
  /** By which the response cites it: `[2]` is the reference at place 2. From 1; places may be missing. */
  place: number;
  title: string | null;
  /** As it came; a link only where it is an address of the web. */
  url: string | null;
  /** As it came; empty where only title or address is known. */
  text: string;
}

/** Limits of a response's references; the database has the same. Lengths are in UTF-16 units, which are never fewer than characters. */
export const MAX_REFERENCES = 100;
export const MAX_TITLE = 1_000;
export const MAX_URL = 4_000;
export const MAX_TEXT = 100_000;

/**
 * The two ways to check citations that WebGLM describes, both by the words that a segment of the answer shares with a
 * reference (Rouge-1). They are named apart as they give different numbers.
 * - `paper` (arXiv 2306.07906): F1 of at least 0.57. A reference that is much longer than the segment has a low F1
 *   whatever it says, so that short segments seldom reach it.
 * - `repository` (THUDM/WebGLM, model/utils.py): precision of at least 0.75 without stop words. A segment of fewer than
 *   five other words scores 0. A reference that the segment cites gets a bonus of 0.3 divided by the number of its
 *   citations. Where none reaches the threshold but one was cited, the best one is kept as a citation. This is what that
 *   code means to do; as written, it never raises its best score, so that it keeps the last reference that scores above 0,
 *   or the first where none does.
 *
 * A name stands for one way of counting: it is in plans of campaigns and in files, and what it counted is stored. What
 * counts otherwise has another name.
 */
export const CITATION_CHECKS = ["paper", "repository"] as const;
export type CitationVariant = (typeof CITATION_CHECKS)[number];

/** How the variants are called: with where they come from and their threshold. */
export const CITATION_CHECK_TITLES: Record<CitationVariant, string> = {
  paper: "Paper: Rouge-1 F1 ≥ 0.57",
  repository: "Repository: Rouge-1 precision ≥ 0.75",
};
