import { isAscii, isUtf8 } from "node:buffer";
import { isBinary, utf16Variant } from "./byte-signature";
import { DEFAULT_MAX_BYTES, fileError, type Finding, type ReadOptions } from "./release-file";

/** A piece of a text file, cut anywhere but inside a character; or the reason why the file cannot be read (further). */
export type TextPiece = { text: string; damaged: boolean; bom: boolean } | { failure: Finding };

const PIECE = 65_536;
const SAMPLE = 4096;

/**
 * Decodes a UTF-8 file piece by piece. Characters that straddle two chunks arrive whole; a byte-order mark is taken off and
 * told with the first piece. A byte that is not UTF-8 becomes the lone surrogate U+DC00 + byte (which valid UTF-8 can never
 * give), so that the record which holds it can be named: see `escapeInvalidChars`. Ends after the first failure: `empty-file`,
 * `binary-file`, `wrong-encoding` (UTF-16), `too-large`.
 */
export async function* readUtf8(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<TextPiece, void> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  let size = 0;
  let started = false;
  let pending: Uint8Array = new Uint8Array(0);

  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) {
      yield { failure: fileError("too-large", `more than ${maxBytes} bytes`) };
      return;
    }
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (!started && pending.length < SAMPLE) continue; // too little to judge by
    if (!started) {
      const failure = refuseByFirstBytes(pending);
      if (failure) {
        yield { failure };
        return;
      }
    }
    const end = pending.length - incompleteTail(pending);
    for (let at = 0; at < end;) {
      let to = Math.min(at + PIECE, end);
      to -= to < end ? incompleteTail(pending.subarray(at, to)) : 0;
      yield decodePiece(pending.subarray(at, to), !started);
      started = true;
      at = to;
    }
    pending = pending.subarray(end);
  }

  if (!started) {
    const failure = refuseByFirstBytes(pending);
    if (failure) {
      yield { failure };
      return;
    }
  }
  if (pending.length > 0) yield decodePiece(pending, !started);
}

function refuseByFirstBytes(sample: Uint8Array): Finding | null {
  if (sample.length === 0) return fileError("empty-file");
  const utf16 = utf16Variant(sample);
  if (utf16 !== null) return fileError("wrong-encoding", utf16);
  return isBinary(sample) ? fileError("binary-file") : null;
}

function decodePiece(bytes: Uint8Array, first: boolean): TextPiece {
  const bom = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const piece = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + (bom ? 3 : 0),
    bytes.length - (bom ? 3 : 0),
  );
  if (isAscii(piece)) return { text: piece.toString("latin1"), damaged: false, bom };
  if (isUtf8(piece)) return { text: piece.toString("utf8"), damaged: false, bom };
  return { text: decodeDamaged(piece), damaged: true, bom };
}

/** The length that the sequence beginning with this byte ought to have; 0 if none begins with it. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/** How many bytes at the end belong to a character that is not complete yet. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function decodeDamaged(bytes: Buffer): string {
  let text = "";
  let good = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at]!);
    if (length === 1 || (length > 1 && isUtf8(bytes.subarray(at, at + length)))) {
      at += length;
      continue;
    }
    text += bytes.toString("utf8", good, at) + String.fromCharCode(0xdc00 + bytes[at]!);
    good = ++at;
  }
  return text + bytes.toString("utf8", good);
}

const DAMAGE = /[\uDC80-\uDCFF]/u;

/** Whether a text of `readUtf8` holds a byte that was not UTF-8. */
export function hasEncodingErrors(text: string): boolean {
  return DAMAGE.test(text);
}

/** The surroundings of the first byte that was not UTF-8, such bytes written as \xE9. */
export function escapeInvalidChars(text: string): string {
  const at = text.search(DAMAGE);
  return text
    .slice(Math.max(0, at - 40), at + 60)
    .replace(
      /[\uDC80-\uDCFF]/gu,
      (byte) => "\\x" + (byte.charCodeAt(0) - 0xdc00).toString(16).toUpperCase(),
    );
}

/** What UTF-8 looks like after it was read as Latin-1 or Windows-1252 and saved again, and the mark of lost characters. */
const MOJIBAKE =
  /\uFFFD|[\u00C3\u00C2][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2030\u2039\u203A\u20AC\u2122]|\u00E2(?:\u20AC|\u0080)|\u00EF\u00BB\u00BF|\u00F0\u0178/;

/** Whether a text looks as if it had been read in the wrong encoding and saved so: "CafÃ©", "donâ€™t", "�". */
export function looksMojibake(text: string): boolean {
  return MOJIBAKE.test(text);
}
