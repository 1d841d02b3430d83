/*
 * Invisible characters, which make two texts look the same, or one look like another: zero-width ones, marks and
 * overrides of the writing direction, fillers, tags. Pure.
 */

/** A joiner within an emoji or a word of a script that needs it does not count, nor do the tags of a flag. */
const INVISIBLE = new RegExp(
  [
    "[\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{E0001}]",
    "(?<![\\p{Emoji}\\uFE0F\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Mongolian}\\p{M}])[\\u200C\\u200D]",
    "(?<![\\p{Emoji}\\u{E0020}-\\u{E007F}])[\\u{E0020}-\\u{E007F}]",
  ].join("|"),
  "gu",
);
const DIRECTION_MARK = /[\u061C\u200E\u200F]/g;
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;
const NONCHARACTER = /\p{Noncharacter_Code_Point}/gu;

/** Returns the invisible characters of a text; direction marks only where no letter runs from right to left. */
export function invisibleCharacters(text: string): string[] {
  return [
    ...(text.match(INVISIBLE) ?? []),
    ...(RIGHT_TO_LEFT.test(text) ? [] : (text.match(DIRECTION_MARK) ?? [])),
  ];
}

/** Returns the code points of a text that are never characters. */
export function noncharacters(text: string): string[] {
  return text.match(NONCHARACTER) ?? [];
}

/**
 * Cuts a text where such characters stand, each a piece of its own. @returns null where there is none, as in nearly every text
 */
export function findInvisible(text: string): { text: string; invisible: boolean }[] | null {
  const found = new Set([...invisibleCharacters(text), ...noncharacters(text)]);
  if (found.size === 0) return null;
  const pieces: { text: string; invisible: boolean }[] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    if (found.has(character)) pieces.push({ text: character, invisible: true });
    else if (last === undefined || last.invisible)
      pieces.push({ text: character, invisible: false });
    else last.text += character;
  }
  return pieces;
}

/** Returns a text with each of these as "[U+200B]", so that it cannot pass for another on a page. */
export function showInvisible(text: string): string {
  return [...new Set([...invisibleCharacters(text), ...noncharacters(text)])].reduce(
    (shown, character) => shown.replaceAll(character, `[${codePoint(character)}]`),
    text,
  );
}

/** "U+200B" */
export function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
