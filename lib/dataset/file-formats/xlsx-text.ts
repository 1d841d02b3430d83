const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Undoes the escapes that SpreadsheetML has for what XML cannot hold: _x000D_ is CR, _x005F_ an underscore. */
export function decodeXlsxText(text: string): string {
  return text.includes("_x")
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** CR too: an XML parser turns it into LF. */
const UNHOLDABLE = /[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
/** An underscore that would begin an escape, also together with the escape of the character behind it. */
const FALSE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}[_\0-\u0008\u000B-\u001F\uFFFE\uFFFF])/g;
const SPECIAL = /[_<>&\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/;

/** Writes a cell's text as the content of an XML element, so that every character comes back. */
export function encodeXlsxText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(FALSE_ESCAPE, "_x005F_")
    .replace(
      UNHOLDABLE,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
