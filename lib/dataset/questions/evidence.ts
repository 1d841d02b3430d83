import { isWebAddress } from "./vocabulary";

/** An evidence URL as people read it. */
export interface Evidence {
  /** The URL, unchanged. */
  url: string;
  /** False where the text is no http(s) address: it is shown, never linked. */
  linkable: boolean;
  host: string | null;
  /** The passages that the address quotes by text fragments (`#:~:text=…`), decoded. */
  passages: Passage[];
}

/** A quoted passage: its start, and its end where the fragment leaves the middle out. */
export interface Passage {
  start: string;
  end: string | null;
}

/**
 * Reads an evidence URL and the passages that its text fragments quote.
 * Source: the URL Fragment Text Directives draft, `#:~:text=[prefix-,]start[,end][,-suffix]`.
 */
export function readEvidence(url: string): Evidence {
  const linkable = isWebAddress(url);
  const directive = url.split(":~:")[1] ?? "";
  const passages = directive
    .split("&")
    .filter((part) => part.startsWith("text="))
    .map((part) => readPassage(part.slice(5)));
  return {
    url,
    linkable,
    host: hostOf(url),
    passages: passages.filter((passage) => passage !== null),
  };
}

function readPassage(value: string): Passage | null {
  const parts = value
    .split(",")
    .filter((part) => !part.endsWith("-") && !part.startsWith("-"))
    .map(decode);
  const start = parts[0]?.trim();
  return start ? { start, end: parts[1]?.trim() || null } : null;
}

/** Percent-decoding that leaves broken sequences as they are. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A passage as one reads it: “start … end”. */
export function quotePassage(passage: Passage): string {
  return passage.end === null ? `“${passage.start}”` : `“${passage.start} … ${passage.end}”`;
}

/** The readable rest of an address, without scheme, host and fragment. @param most characters; what is longer ends in "…". */
export function readablePath(url: string, most: number): string {
  const rest = /^https?:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? "";
  let text = rest === "/" ? "" : rest;
  try {
    text = decodeURI(text);
  } catch {
    // A broken escape is shown as it is.
  }
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The host of a web address, lower case and without "www.", or null. */
export function hostOf(url: string): string | null {
  const match = /^https?:\/\/(?:[^/?#@\s]*@)?(?:www\.)?([^/?#:\s]+)/i.exec(url);
  return match ? match[1]!.toLowerCase() : null;
}
