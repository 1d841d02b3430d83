import { Decompress } from "fzstd";

/** What zstd's own tool takes without being asked to; a frame that wants more for itself wants to fill our memory. */
const MAX_WINDOW = 128 * 1024 * 1024;
/** No block of zstd holds more. */
const MAX_BLOCK = 131_072;
const MAGIC = 0xfd2fb528;

/** Thrown where the bytes are no zstd, or hold more than they may. */
export class BadZstd extends Error {}

/**
 * Decompresses zstd of one or several frames, piece by piece. Each frame's header is looked at before the library reads it.
 * @param maxBytes as many bytes may come out
 * @throws BadZstd
 */
export function* unzstd(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let out = 0;
  for (let at = 0; at < bytes.length;) {
    const end = endOfFrame(view, at, maxBytes);
    if (end.skippable) {
      at = end.at;
      continue;
    }
    let pieces: Uint8Array[] = [];
    const frame = new Decompress((piece) => {
      out += piece.length;
      if (out > maxBytes) throw new BadZstd(`more than ${maxBytes} bytes`);
      if (piece.length > 0) pieces.push(piece);
    });
    // In steps, so that what comes out can be used before the rest does.
    for (let from = at; from < end.at; from += STEP) {
      const to = Math.min(end.at, from + STEP);
      try {
        frame.push(bytes.subarray(from, to), to === end.at);
      } catch (cause) {
        throw cause instanceof BadZstd ? cause : new BadZstd("damaged zstd", { cause });
      }
      yield* pieces;
      pieces = [];
    }
    at = end.at;
  }
}
const STEP = 65_536;

/** Where the frame at a place ends, found by the sizes that its blocks declare. */
function endOfFrame(
  view: DataView,
  start: number,
  maxBytes: number,
): { at: number; skippable: boolean } {
  const need = (to: number): void => {
    if (to > view.byteLength) throw new BadZstd("zstd ends too early");
  };
  need(start + 5);
  const magic = view.getUint32(start, true);
  if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
    need(start + 8);
    const end = start + 8 + view.getUint32(start + 4, true);
    need(end);
    return { at: end, skippable: true };
  }
  if (magic !== MAGIC) throw new BadZstd("not zstd");
  const descriptor = view.getUint8(start + 4);
  const single = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  let at = start + 5;
  need(at + (single ? 0 : 1) + dictionaryBytes + sizeBytes);
  if (!single) {
    const window = view.getUint8(at++);
    const base = 2 ** (10 + (window >> 3));
    if (base + (base / 8) * (window & 7) > MAX_WINDOW) throw new BadZstd("zstd window too large");
  }
  at += dictionaryBytes;
  const size =
    sizeBytes === 8
      ? Number(view.getBigUint64(at, true))
      : sizeBytes === 4
        ? view.getUint32(at, true)
        : sizeBytes === 2
          ? view.getUint16(at, true) + 256
          : sizeBytes === 1
            ? view.getUint8(at)
            : 0;
  if (size > maxBytes) throw new BadZstd(`more than ${maxBytes} bytes`);
  at += sizeBytes;
  for (let last = false; !last;) {
    need(at + 3);
    const block = view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
    last = (block & 1) === 1;
    const type = (block >> 1) & 3;
    if (type === 3 || block >> 3 > MAX_BLOCK) throw new BadZstd("damaged zstd");
    at += 3 + (type === 1 ? 1 : block >> 3);
    need(at);
  }
  at += (descriptor & 4) === 0 ? 0 : 4;
  need(at);
  return { at, skippable: false };
}
