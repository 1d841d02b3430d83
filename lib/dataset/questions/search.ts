import { foldText } from "./cells";
import { hostOf } from "./evidence";

/*
 * What someone means by the text in a search field. Pure: values in, values out.
 */

export interface Sought {
  /** Folded pieces of text, each of which has to be in question or answers: words, and what stood in quotation marks. */
  pieces: string[];
  /** All of it as one piece of text: whoever has it so comes first. */
  phrase: string;
  /** "Q515" means question 515; a bare number may. */
  questionId: number | null;
  /** A bare number, or "515 of FreshQA_v01012026", may be the id of a row in a release; null: the latest one. */
  releaseId: { id: number; release: string | null } | null;
  /** An evidence host, without "www.": "nytimes.com". */
  host: string | null;
  /** A web address without scheme, "www.", fragment and slash at its end, lower case; its host is `host`. */
  page: string | null;
}

/** More words than these make no search better. */
const MAX_PIECES = 20;
const MAX_ID = 999_999_999;

/** Reads a search, null where it says nothing. */
export function readSearch(q: string): Sought | null {
  const typed = q.replace(/\s+/g, " ").trim();
  const pieces: string[] = [];
  for (const [, quoted, word] of foldText(typed).matchAll(/"([^"]+)"|(\S+)/g)) {
    const piece = (quoted ?? word!).trim();
    if (piece !== "" && !pieces.includes(piece)) pieces.push(piece);
  }
  if (pieces.length === 0) return null;
  const numbered = /^q ?(\d{1,9})$/i.exec(typed)?.[1] ?? /^#?(\d{1,9})$/.exec(typed)?.[1];
  const inRelease = /^(?:id )?(\d{1,9}) (?:of |in )?(FreshQA_v\d{8})$/i.exec(typed);
  const bare = /^#?(\d{1,9})$/.exec(typed);
  const address = readAddress(typed);
  return {
    pieces: pieces.slice(0, MAX_PIECES),
    phrase: pieces.join(" "),
    questionId: numbered === undefined ? null : idOrNull(numbered),
    releaseId: inRelease
      ? { id: Number(inRelease[1]), release: `FreshQA_v${inRelease[2]!.slice(-8)}` }
      : bare
        ? { id: Number(bare[1]), release: null }
        : null,
    host: address?.host ?? null,
    page: address?.page ?? null,
  };
}

function idOrNull(digits: string): number | null {
  const id = Number(digits);
  return id >= 1 && id <= MAX_ID ? id : null;
}

/** Reads "https://www.nytimes.com/a/b/", "nytimes.com/a/b" or "nytimes.com". */
function readAddress(typed: string): { host: string; page: string | null } | null {
  const whole = /^https?:\/\//i.test(typed)
    ? typed
    : /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#:].*)?$/u.test(typed)
      ? `https://${typed}`
      : null;
  if (whole === null || whole.includes(" ")) return null;
  const host = hostOf(whole);
  if (host === null) return null;
  const page = pageOf(whole);
  return { host, page: page === host ? null : page };
}

/** A web address without what does not tell pages apart: scheme, "www.", fragment, slash at its end, case. */
export function pageOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/#.*$/, "")
    .replace(/\/+$/, "");
}

/** As much of a page is looked up; what follows is compared. */
const PAGE_WORD = 250;

/**
 * Text of a tsquery: finds pages, and those that begin with them, among the words that the database's evidence_pages makes
 * of a source cell. @param pages see pageOf
 */
export function pageQuery(pages: readonly string[]): string {
  return pages
    .map((page) => {
      const bare = page.replaceAll("https://", "").replaceAll("http://", "").replaceAll("www.", "");
      const word = [...bare].slice(0, PAGE_WORD).join("");
      return word === "" ? [] : `'${word.replace(/['\\]/g, "$&$&")}':*`;
    })
    .flat()
    .join(" | ");
}

/** A piece that is too short to be mistyped recognizably. */
export const SHORT = 2;
const MAX_MEANT = 5;

/**
 * The words that a piece of a search may mean, the nearest only: itself where some text has it, and otherwise those that
 * differ by the fewest letters. Empty: none is near enough.
 * @param known whether some text has the piece as it is
 * @param near words of the dataset that look like it, the likest first
 */
export function meantWords(piece: string, known: boolean, near: readonly string[]): string[] {
  if (known) return [piece];
  const allowed = piece.length <= 5 ? 1 : piece.length <= 9 ? 2 : 3;
  const byDistance = near.map((word) => ({ word, distance: typos(piece, word) }));
  const least = Math.min(...byDistance.map(({ distance }) => distance));
  if (least > allowed) return [];
  return byDistance
    .filter(({ distance }) => distance === least)
    .map(({ word }) => word)
    .slice(0, MAX_MEANT);
}

/**
 * How many slips make one word of another: a letter more, less or another, or two that changed places (optimal string
 * alignment).
 */
export function typos(a: string, b: string): number {
  const from = [...a];
  const to = [...b];
  let before: number[] = [];
  let row = to.map((_, j) => j).concat(to.length);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
