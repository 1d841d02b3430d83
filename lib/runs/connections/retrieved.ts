/*
 * What a method reads behind the results of a search: pages, their paragraphs, and those that it chooses.
 */

/** A search result whose page is to be read. */
export interface PageToRead {
  /** Of the result, from 1. */
  rank: number;
  url: string;
  /** As the search has it. */
  title: string | null;
}

/** A page that was read. */
export interface ReadPage extends PageToRead {
  /** Where it was in the end. */
  finalUrl: string;
  paragraphs: readonly string[];
}

/** What became of reading a page. */
export type PageOutcome = PageToRead &
  (
    | {
        /** Of the table web_pages. */
        pageId: number;
        /** It was read for another item under the same day, and is not asked for again. */
        stored: boolean;
        /** Of the body after decompression. */
        bytes: number;
        paragraphs: number;
        /** Until its last byte was there, and for finding the paragraphs; of a stored page as it was then. */
        durationMs: number;
        extractMs: number;
      }
    | {
        /** Why it could not be read, in words. */
        because: string;
        durationMs: number;
      }
  );

/** What a step that reads pages came to, with its sums. */
export interface Reading {
  pages: PageOutcome[];
  read: number;
  /** Of those that were read. */
  stored: number;
  failed: number;
  bytes: number;
  paragraphs: number;
  extractMs: number;
}

/** A paragraph with what it scores. */
export interface ScoredParagraph {
  /** Of the result whose page has it. */
  rank: number;
  title: string | null;
  url: string;
  text: string;
  lexical: number;
  /** Cosine; null: it was not compared by a model. */
  dense: number | null;
  /** By which it was chosen. */
  score: number;
}

/** What a step that chooses paragraphs came to. */
export interface Selection {
  /** Paragraphs of all pages, each text once; those with a word of the question; those compared by a model. */
  considered: number;
  matching: number;
  compared: number;
  /** The best first: the reference at place 1, 2 … */
  kept: ScoredParagraph[];
}

/** The sums of a reading. */
export function readingOf(pages: readonly PageOutcome[]): Reading {
  const sums: Reading = {
    pages: [...pages],
    read: 0,
    stored: 0,
    failed: 0,
    bytes: 0,
    paragraphs: 0,
    extractMs: 0,
  };
  for (const page of pages) {
    if ("because" in page) {
      sums.failed++;
      continue;
    }
    sums.read++;
    sums.stored += page.stored ? 1 : 0;
    sums.bytes += page.bytes;
    sums.paragraphs += page.paragraphs;
    sums.extractMs += page.extractMs;
  }
  return sums;
}
