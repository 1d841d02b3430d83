/**
 * East Asian encodings in which UTF-8 is sometimes read by mistake, and the letters that this gives: Chinese, Japanese
 * (half-width katakana too) or Korean ones in the middle of a Latin word.
 */
const ENCODINGS = ["gbk", "big5", "shift_jis", "euc-kr"] as const;

/** A Latin letter that an East Asian one follows without a space: where damage of this kind begins. One fast look for nearly every cell. */
const CONTACT =
  /\p{Script=Latin}[\u3005\u3040-\u30FF\u3100-\u312F\u3400-\u9FFF\uAC00-\uD7AF\uE000-\uF8FF\uF900-\uFAFF\uFF61-\uFF9F]/u;
const RUN = /(?<=\p{Script=Latin})[^\p{ASCII}\p{Script=Latin}]+/gu;
const FOREIGN =
  /[\u3005\u3040-\u30FF\u3100-\u312F\u3400-\u9FFF\uAC00-\uD7AF\uE000-\uF8FF\uF900-\uFAFF\uFF61-\uFF9F]/gu;

/** More such letters in a row than this are text in their own language. */
const LONGEST_RUN = 6;
/** The same, for their share of the letters of a cell. */
const LARGEST_SHARE = 0.5;

/** What a run of such letters must have been: Latin letters beyond ASCII, their accents, and the punctuation of Latin texts. */
const MEANT =
  /^(?:[\p{ASCII}\u00A0-\u024F\u0300-\u0308\u0327\u1E00-\u1EFF\u2010-\u203A\u20AC\u2122\u2212])+$/u;

/**
 * Whether a mostly Latin text has letters that are UTF-8 read in an East Asian encoding, once or twice over: "Pok茅mon" or
 * "Pok鑼卪on" for "Pokémon". Such a run, written in that encoding, is UTF-8 again; genuine Chinese, Japanese and Korean
 * words are not.
 */
export function looksForeignMojibake(text: string): boolean {
  if (!CONTACT.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if ((text.match(FOREIGN)?.length ?? 0) > letters * LARGEST_SHARE) return false;
  for (const [run] of text.matchAll(RUN)) {
    if ([...run].length <= LONGEST_RUN && ENCODINGS.some((encoding) => isMisread(run, encoding, 2)))
      return true;
  }
  return false;
}

/** Whether a run of letters, written in the encoding, is UTF-8 of Latin text, or of a run that is misread itself. */
function isMisread(run: string, encoding: (typeof ENCODINGS)[number], times: number): boolean {
  const bytes = encode(run, encoding);
  if (bytes === null) return false;
  const meant = decodePrefix(bytes);
  if (meant === null || !/\P{ASCII}/u.test(meant)) return false;
  return (
    MEANT.test(meant) ||
    (times > 1 && isMisread(meant.replace(/\p{ASCII}+$/u, ""), encoding, times - 1))
  );
}

/** Decodes UTF-8 whose last character may have lost up to two bytes: they were read together with what follows. Null if it is none. */
function decodePrefix(bytes: Uint8Array): string | null {
  for (const lost of [0, 1, 2]) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(
        Uint8Array.from([...bytes, ...new Array<number>(lost).fill(LOST)]),
      );
    } catch {
      // Not with so many bytes.
    }
  }
  return null;
}

/** Stands for a byte that was lost: that of the right single quotation mark, the commonest such character. */
const LOST = 0x99;

const tables = new Map<string, Map<string, number[]>>();

function encode(text: string, encoding: (typeof ENCODINGS)[number]): Uint8Array | null {
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const letter of text) {
    const found = letter.charCodeAt(0) < 0x80 ? [letter.charCodeAt(0)] : table.get(letter);
    if (found === undefined) return null;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

/** The bytes of each letter, from the decoder that the platform has for the encoding; made when first needed. */
function tableOf(encoding: (typeof ENCODINGS)[number]): Map<string, number[]> {
  let table = tables.get(encoding);
  if (table !== undefined) return table;
  table = new Map();
  const decoder = new TextDecoder(encoding);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    const single = decoder.decode(Uint8Array.of(lead));
    if (single !== "\uFFFD") table.set(single, [lead]);
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if ([...letter].length === 1 && letter !== "\uFFFD" && !table.has(letter))
        table.set(letter, [lead, trail]);
    }
  }
  tables.set(encoding, table);
  return table;
}
