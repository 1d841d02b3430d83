/* How answers write citations. Each expression takes time in proportion to the text. */

const PLACE = String.raw`[1-9]\d{0,2}`;
const PLACES = String.raw`[ \t]*${PLACE}(?:[ \t]*,[ \t]*${PLACE})*[ \t]*`;
const RAISED = "[¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹]{0,2}";
/** `[2]`, `[1, 2]`, `[[2]]`, `[^2]`, `\[2\]`, `【2】`, `【2†source】`, `⁽²⁾`. */
const BRACKETS = [
  String.raw`\[\[${PLACES}\]\]`,
  String.raw`\\?\[\^?${PLACES}\\?\]`,
  String.raw`【${PLACES}(?:†[^【】\n]{0,200})?】`,
  String.raw`[[⁽]${RAISED}[\]⁾]`,
].join("|");
/** Raised numbers are marks behind what ends a sentence alone: m² and 10⁹ are none. */
const SENTENCE_END = `(?<=[.,;:!?”"])`;
const RAISED_TAG = String.raw`<sup>(?:${BRACKETS})</sup>|${SENTENCE_END}<sup>${PLACES}</sup>`;
const MARKS = `${RAISED_TAG}|${BRACKETS}|${SENTENCE_END}${RAISED}(?:[ ,]${RAISED})*`;

export const MARK = new RegExp(MARKS, "g");
/** Also with the address that it leads to, in a text whose Markdown is not read. */
export const LINKED_MARK = new RegExp(
  String.raw`\[(?:${BRACKETS}|${PLACE})\]\(https?://[^\s()]{1,2000}\)|${MARKS}`,
  "g",
);
const LABEL = new RegExp(String.raw`^[ \t]*(?:${BRACKETS}|${PLACES}|${RAISED})[ \t]*$`);
const MARK_FIRST = new RegExp(String.raw`^[ \t]*(${BRACKETS})`);
const NUMBER_FIRST = new RegExp(String.raw`^[ \t]*(?:${BRACKETS}|${PLACE}[.):])`);
const ADDRESS = /https?:\/\/|\bwww\./i;
const TITLE =
  /^[ \t#*_]*(?:sources?|references?|citations?|works cited|bibliography|footnotes)[ \t:*_#]*$/i;
const RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Whether the text of a link, or the label of an address, is a citation mark and nothing else. */
export function isMarkLabel(text: string): boolean {
  return LABEL.test(text.replace(/[*_^]|<\/?sup>/g, ""));
}

/** The places that a mark names, as it names them. */
export function placesIn(mark: string): number[] {
  const plain = mark
    .replace(/†.*/, "")
    .replace(/\]\(.*/, "")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(RAISED_DIGITS.indexOf(digit)));
  return (plain.match(/\d+/g) ?? []).map(Number);
}

export function hasAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Whether a line says that sources follow, and nothing else. */
export function isSourcesTitle(line: string): boolean {
  return TITLE.test(line);
}

/** Whether a line below such a title is a source. */
export function isSource(line: string): boolean {
  return ADDRESS.test(line) || NUMBER_FIRST.test(line);
}

/** The mark that a line begins with; null: none. */
export function firstMark(line: string): string | null {
  return MARK_FIRST.exec(line)?.[1] ?? null;
}
