import type { Severity } from "@/lib/exchange/formats/release-file";
import { isDamaged, looksMojibake, showDamage } from "@/lib/exchange/formats/utf8-text";

/** What makes a cell's text unusable or suspect. */
export interface CellTrouble {
  code: "wrong-encoding" | "nul-character" | "lone-surrogate" | "mojibake-suspected";
  severity: Severity;
  value: string;
}

/** Any character without which there can be no trouble: one fast look for nearly every cell. */
const HINT = /[\0\uD800-\uDFFF\uFFFD\u00C2\u00C3\u00E2\u00EF\u00F0]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Looks for characters that cannot be kept, or that tell of a wrong encoding.
 * @param damaged whether the text comes from `readUtf8` and may hold bytes that were not UTF-8
 */
export function cellTrouble(text: string, damaged: boolean): CellTrouble | null {
  if (!HINT.test(text)) return null;
  if (damaged && isDamaged(text)) return { code: "wrong-encoding", severity: "error", value: showDamage(text) };
  if (text.includes("\0")) return { code: "nul-character", severity: "error", value: text.replaceAll("\0", "\\0") };
  if (LONE_SURROGATE.test(text)) return { code: "lone-surrogate", severity: "error", value: text.replace(/\p{Surrogate}/gu, (half) => "\\u" + half.charCodeAt(0).toString(16)) };
  return looksMojibake(text) ? { code: "mojibake-suspected", severity: "suspect", value: text } : null;
}
