import { fileError, quoteValue, type Finding } from "@/lib/dataset/file-formats/release-file";
import { hasEncodingErrors, escapeInvalidChars } from "@/lib/dataset/file-formats/utf8-text";
import { UnreadableLog } from "./run-log";

/** No log nests its values deeper; whoever does wants to fill our memory. */
const MAX_DEPTH = 200;
/** A sample with its messages and events, or a line of a log, in characters. */
export const MAX_VALUE = 16_000_000;

/** A value found in a document, still as text. */
interface FoundText {
  path: string;
  text: string;
  /** The 1-based line on which it begins. */
  line: number;
}

/**
 * Finds the wanted values of a JSON document, which comes piece by piece: what is not wanted is passed over and never kept.
 * `at` says of each path whether the value there is taken, entered or passed over. Python's NaN and Infinity may stand in it.
 * @throws UnreadableLog where it ceases to be JSON, nests too deeply or holds a value that is too long
 */
export class DocumentScanner {
  private readonly open: { list: boolean; key: string }[] = [];
  /** The depth within a value that is taken or passed over; 0: not in one. */
  private inside = 0;
  private taking: { path: string; parts: string[]; length: number; line: number } | null = null;
  private inText = false;
  private escaped = false;
  /** A key that is being read, or was read and waits for its value. */
  private key: string | null = null;
  private keyParts: string[] | null = null;
  private scalar = false;
  private ended = false;
  private line = 1;

  constructor(private readonly at: (path: string) => "take" | "enter" | "skip") {}

  write(piece: string): FoundText[] {
    const found: FoundText[] = [];
    let from = this.taking ? 0 : -1;
    const keep = (to: number): void => {
      if (this.taking === null || from === -1) return;
      this.taking.parts.push(piece.slice(from, to));
      this.taking.length += to - from;
      if (this.taking.length > MAX_VALUE) throw this.failure("record-too-long", piece, from);
      from = -1;
    };
    const finish = (to: number): void => {
      keep(to);
      if (this.taking !== null) {
        const { path, parts, line } = this.taking;
        found.push({ path, text: parts.join(""), line });
        this.taking = null;
      }
      this.scalar = false;
      if (this.open.length === 0) this.ended = true;
    };
    for (let place = 0; place < piece.length; place++) {
      if (this.inText) {
        const ofKey = this.keyParts !== null;
        place = this.skipText(piece, place);
        if (this.inText) break;
        if (!ofKey && this.inside === 0) finish(place + 1);
        continue;
      }
      const char = piece[place]!;
      if (char === "\n") this.line++;
      const blank = char === " " || char === "\n" || char === "\r" || char === "\t";
      if (this.scalar && (blank || char === "," || char === "}" || char === "]")) finish(place);
      if (blank || this.scalar) continue;
      if (this.inside > 0) {
        if (char === '"') this.inText = true;
        else if (char === "{" || char === "[") this.deeper(piece, place);
        else if ((char === "}" || char === "]") && --this.inside === 0) finish(place + 1);
        continue;
      }
      const parent = this.open.at(-1);
      if (parent !== undefined && (char === "}" || char === "]")) {
        if ((char === "]") !== parent.list || this.key !== null)
          throw this.failure("not-json", piece, place);
        this.open.pop();
        if (this.open.length === 0) this.ended = true;
        continue;
      }
      if (parent !== undefined && char === ",") continue;
      if (parent !== undefined && !parent.list && this.key === null) {
        if (char !== '"') throw this.failure("not-json", piece, place);
        this.keyParts = [];
        this.inText = true;
        continue;
      }
      if (char === ":" && parent !== undefined && !parent.list) continue;
      if (this.ended) throw this.failure("not-json", piece, place);
      from = this.begin(char, piece, place) ? place : -1;
    }
    keep(piece.length);
    return found;
  }

  /** @throws UnreadableLog if the document is not complete */
  end(): void {
    if (this.scalar && this.open.length === 0) this.ended = true;
    if (!this.ended)
      throw new UnreadableLog(
        this.line === 1 && this.open.length === 0 && this.inside === 0
          ? fileError("empty-file")
          : { ...fileError("not-json", "unexpected end of file"), line: this.line },
      );
  }

  /** Begins a value; whether it is taken. */
  private begin(char: string, piece: string, place: number): boolean {
    if (!/["{[\-0-9A-Za-z]/.test(char)) throw this.failure("not-json", piece, place);
    const parent = this.open.at(-1);
    if (parent && !parent.list) parent.key = this.key ?? "";
    this.key = null;
    const path = this.open.map(({ list, key }) => (list ? "*" : key)).join(".");
    const wanted = this.at(path);
    const structure = char === "{" || char === "[";
    if (wanted === "enter" && structure) {
      if (this.open.length >= MAX_DEPTH) throw this.failure("too-deep", piece, place);
      this.open.push({ list: char === "[", key: "" });
      return false;
    }
    if (structure) this.inside = 1;
    else if (char === '"') this.inText = true;
    else this.scalar = true;
    if (wanted !== "take") return false;
    this.taking = { path, parts: [], length: 0, line: this.line };
    return true;
  }

  private deeper(piece: string, place: number): void {
    if (++this.inside + this.open.length > MAX_DEPTH) throw this.failure("too-deep", piece, place);
  }

  /** Goes on in a text; the place of its last character in this piece. */
  private skipText(piece: string, from: number): number {
    let place = from;
    if (this.escaped) {
      this.escaped = false;
      place++;
    }
    for (; place < piece.length; place++) {
      const code = piece.charCodeAt(place);
      if (code === 92) {
        if (++place >= piece.length) this.escaped = true;
      } else if (code === 34) {
        this.inText = false;
        this.endKey(piece.slice(from, place));
        return place;
      }
    }
    this.keepKey(piece.slice(from));
    return place;
  }

  private keepKey(part: string): void {
    this.keyParts?.push(part);
    if (this.keyParts !== null && this.keyParts.length > 1000)
      throw this.failure("record-too-long", part, 0);
  }

  private endKey(part: string): void {
    if (this.keyParts === null) return;
    this.keyParts.push(part);
    const text = this.keyParts.join("");
    this.keyParts = null;
    try {
      this.key = JSON.parse(`"${text}"`) as string;
    } catch {
      throw this.failure("not-json", part, 0);
    }
  }

  private failure(code: string, piece: string, place: number): UnreadableLog {
    return new UnreadableLog({
      ...brokenValue(code, piece.slice(place, place + 100)),
      line: this.line,
    });
  }
}

/** What is wrong with a value: its beginning, or the bytes in it that are not UTF-8. */
export function brokenValue(code: string, text: string): Finding {
  return fileError(
    code,
    hasEncodingErrors(text) ? escapeInvalidChars(text) : quoteValue(text.trim()),
  );
}

/** Reads a JSON value in which Python's NaN and Infinity may stand, as null. Undefined where it is none, or nests too deeply. */
export function parseLoose(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    return JSON.parse(withoutNaN(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** The JSON text with null for NaN and Infinity outside its texts. */
function withoutNaN(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 34) place = endOfText(text, place);
    else if (code === 78 || code === 73) {
      const word = text.startsWith("NaN", place) ? 3 : text.startsWith("Infinity", place) ? 8 : 0;
      if (word === 0) continue;
      const minus = text[place - 1] === "-" ? 1 : 0;
      parts.push(text.slice(from, place - minus), "null");
      from = place + word;
      place = from - 1;
    }
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 34) place = endOfText(text, place);
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth);
    else if (code === 125 || code === 93) depth--;
  }
  return deepest;
}

/** The place of the quote that ends the text which begins at `from`. */
function endOfText(text: string, from: number): number {
  let place = from + 1;
  while (place < text.length) {
    const code = text.charCodeAt(place);
    if (code === 34) return place;
    place += code === 92 ? 2 : 1;
  }
  return place;
}
