import { isBinary, isZip, utf16Variant } from "./byte-signature";
import type { ReleaseFormat } from "./release-file";

/**
 * Decides which reader a file needs: by what it holds, and by its name only where that leaves a doubt.
 * Give the first few kilobytes. `binary` means that no reader will take it.
 * A text in a wrong encoding still goes to a text reader, which says what is wrong with it.
 */
export function detectFormat(fileName: string, firstBytes: Uint8Array): ReleaseFormat | "binary" {
  if (isZip(firstBytes)) return "xlsx";
  if (utf16Variant(firstBytes) !== null) return formatOfName(fileName) ?? "csv";
  if (isBinary(firstBytes)) return "binary";

  const text = Buffer.from(firstBytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("[")) return "json";
  if (text.startsWith("{")) return formatOfObjects(text, fileName);
  if (text === "") return formatOfName(fileName) ?? "csv";
  // Something is wrong with its beginning, such as a comment; the reader says so in the words of the format that is meant.
  const named = formatOfName(fileName);
  return named !== null &&
    named !== "csv" &&
    /^[\t ]*["[{]/m.test(text) &&
    !/^[\t ]*"?(id|question)"?[,;\t]/im.test(text)
    ? named
    : "csv";
}

/** One object a line is JSON Lines; an object whose first line is not complete in itself is JSON. */
function formatOfObjects(text: string, fileName: string): "json" | "jsonl" {
  const lineEnd = text.indexOf("\n");
  if (lineEnd !== -1) {
    try {
      JSON.parse(text.slice(0, lineEnd));
      // A whole JSON file may stand on one line with a line end after it.
      return text.slice(lineEnd).trim() === "" && formatOfName(fileName) === "json"
        ? "json"
        : "jsonl";
    } catch {
      return "json";
    }
  }
  // All on one line, as far as we see: only the name can tell.
  return formatOfName(fileName) === "json" ? "json" : "jsonl";
}

function formatOfName(fileName: string): ReleaseFormat | null {
  const name = fileName.toLowerCase();
  if (name.endsWith(".json")) return "json";
  if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) return "jsonl";
  if (name.endsWith(".csv")) return "csv";
  return null;
}
