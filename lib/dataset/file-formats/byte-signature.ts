const SAMPLE = 4096;

/** Whether the bytes begin a zip archive, as every XLSX file does. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/** Names the UTF-16 variant that the first bytes show by their byte-order mark or by NULs in every other place; null if none. */
export function utf16Variant(bytes: Uint8Array): "UTF-16LE" | "UTF-16BE" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "UTF-16LE";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "UTF-16BE";
  const length = Math.min(bytes.length, SAMPLE) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  // Mostly Latin text has a NUL in nearly every unit, always on the same side.
  const enough = length * 0.3;
  if (odd > enough && even < odd * 0.05) return "UTF-16LE";
  if (even > enough && odd < even * 0.05) return "UTF-16BE";
  return null;
}

/**
 * Whether the first bytes are no text in any encoding: a well-known signature, or many control characters. A few NULs among
 * text do not make it binary: each is found at its place.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE);
  if (length >= 4) {
    const head = String.fromCharCode(...bytes.subarray(0, 4));
    if (
      head === "%PDF" ||
      head.startsWith("\x1f\x8b") ||
      head === "\x89PNG" ||
      head.startsWith("\xff\xd8\xff") ||
      head === "\xd0\xcf\x11\xe0" ||
      isZip(bytes)
    )
      return true;
  }
  let control = 0;
  let nul = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte === 0) nul++;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) control++;
  }
  return control > length * 0.1 || nul > Math.max(3, length * 0.005);
}
