import { looksForeignMojibake } from "./foreign-mojibake";
import type { Severity } from "./release-file";
import { codePoint, invisibleCharacters, noncharacters } from "@/lib/platform/invisible";
import { hasEncodingErrors, looksMojibake, escapeInvalidChars } from "./utf8-text";

/** What makes a cell's text unusable or suspect. */
export interface TextIssue {
  code:
    | "wrong-encoding"
    | "nul-character"
    | "lone-surrogate"
    | "mojibake-suspected"
    | "noncharacter"
    | "invisible-character"
    | "guarded-cell";
  severity: Severity;
  value: string;
}

/** Any character without which there can be no trouble: one fast look for nearly every text, of a cell or of many. */
const HINT =
  /[\0\u00AD\u00C2\u00C3\u00E2\u00EF\u00F0\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3005\u3040-\u30FF\u3100-\u312F\u3164\u3400-\u9FFF\uAC00-\uFAFF\uFDD0-\uFDEF\uFEFF\uFF61-\uFFA0\uFFF0-\uFFFF]|'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

const NAMES: Record<number, string> = {
  0x00ad: "soft hyphen",
  0x034f: "combining grapheme joiner",
  0x061c: "Arabic letter mark",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2061: "function application",
  0x2062: "invisible times",
  0x2063: "invisible separator",
  0x2064: "invisible plus",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x115f: "Hangul choseong filler",
  0x1160: "Hangul jungseong filler",
  0x3164: "Hangul filler",
  0xfeff: "byte-order mark",
  0xffa0: "halfwidth Hangul filler",
};

/** Whether a text (of many cells, too) can have trouble at all; most have none, and are spared the closer look. */
export function mayHaveTrouble(text: string): boolean {
  return HINT.test(text) || LONE_SURROGATE.test(text) || SUPPLEMENTARY_HINT.test(text);
}

/** Noncharacters and tags beyond the basic plane, by the surrogates that they are written with. */
const SUPPLEMENTARY_HINT =
  /[\uD83F\uD87F\uD8BF\uD8FF\uD93F\uD97F\uD9BF\uD9FF\uDA3F\uDA7F\uDABF\uDAFF\uDB3F\uDB7F\uDBBF\uDBFF][\uDFFE\uDFFF]|\uDB40[\uDC00-\uDC7F]/;

/**
 * What makes a cell's text unusable: bytes that were not UTF-8, NUL, halves of characters. One of them at most.
 * @param damaged whether the text comes from `readUtf8` and may hold bytes that were not UTF-8
 */
export function cellErrors(text: string, damaged: boolean): TextIssue[] {
  if (damaged && hasEncodingErrors(text))
    return [{ code: "wrong-encoding", severity: "error", value: escapeInvalidChars(text) }];
  if (text.includes("\0"))
    return [{ code: "nul-character", severity: "error", value: text.replaceAll("\0", "\\0") }];
  if (!LONE_SURROGATE.test(text)) return [];
  const value = text.replace(/\p{Surrogate}/gu, (half) => "\\u" + half.charCodeAt(0).toString(16));
  return [{ code: "lone-surrogate", severity: "error", value }];
}

/**
 * Looks for characters that cannot be kept, that tell of a wrong encoding, or that no one sees. What makes the cell unusable
 * comes alone. `damaged` as in cellErrors.
 */
export function cellTroubles(text: string, damaged: boolean): TextIssue[] {
  if (!mayHaveTrouble(text)) return [];
  const errors = cellErrors(text, damaged);
  if (errors.length > 0) return errors;
  const found: TextIssue[] = [];
  if (looksMojibake(text) || looksForeignMojibake(text))
    found.push({ code: "mojibake-suspected", severity: "suspect", value: text });
  const never = noncharacters(text);
  if (never.length > 0)
    found.push({ code: "noncharacter", severity: "suspect", value: namedAndShown(never, text) });
  const invisible = invisibleCharacters(text);
  if (invisible.length > 0)
    found.push({
      code: "invisible-character",
      severity: "suspect",
      value: namedAndShown(invisible, text),
    });
  if (GUARDED.test(text)) found.push({ code: "guarded-cell", severity: "suspect", value: text });
  return found;
}

/** A cell as the files for spreadsheets have it, where it began like a formula (see spreadsheet-text). */
const GUARDED = /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** "U+200B zero width space: zero[U+200B]width". */
function namedAndShown(characters: readonly string[], text: string): string {
  const distinct = [...new Set(characters)];
  const named =
    distinct
      .slice(0, 3)
      .map((character) => `${codePoint(character)}${nameOf(character)}`)
      .join(", ") + (distinct.length > 3 ? " …" : "");
  return `${named}: ${distinct.reduce((shown, character) => shown.replaceAll(character, `[${codePoint(character)}]`), text)}`;
}

function nameOf(character: string): string {
  const name = NAMES[character.codePointAt(0)!];
  return name === undefined ? "" : ` ${name}`;
}
