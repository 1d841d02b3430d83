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
