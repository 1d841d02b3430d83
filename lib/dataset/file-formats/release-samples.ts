import fc from "fast-check";
import type { TextIssue } from "./text-issues";
import type { Finding, SourceRow } from "./release-file";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

/** Texts that other tools lose: for tests. */
const AWKWARD = [
  "",
  " ",
  "a,b",
  'say "hi"',
  '"',
  '""',
  "a\r\nb",
  "a\nb",
  "a\rb",
  "\r",
  "\n",
  "\r\n",
  " lead",
  "trail ",
  "\tx\t",
  "=1+1",
  "+1",
  "-1",
  "@x",
  "007",
  "1.0",
  "1e5",
  "TRUE",
  "True",
  "null",
  "[1, 2]",
  "{}",
  "1/1/2024",
  "24-Nov",
  "😀👩‍👩‍👧",
  "e\u0301",
  "\u0301",
  "日本語",
  "_x000D_",
  "_x005F_x000D_",
  "<&>\"'",
  "]]>",
  "\u0001",
  "\uFFFE",
  "\u2028",
  "'quoted'",
  "https://example.org/#:~:text=a%20b,-c",
];

/** Any text a cell may hold, with the awkward ones often; no NUL, and nothing that looks like mojibake. */
export const cellText = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc
    .string({ unit: "grapheme", maxLength: 12 })
    .map((text) => text.replace(/[\0\uFFFD]|[\u00C2\u00C3\u00E2\u00EF\u00F0](?=.)/gsu, "")),
  fc.array(fc.constantFrom(...AWKWARD), { maxLength: 4 }).map((parts) => parts.join("")),
);

const REMARKED: readonly string[] = [
  "noncharacter",
  "invisible-character",
  "guarded-cell",
  "mojibake-suspected",
] satisfies TextIssue["code"][];

/** Findings beyond those about the characters that `cellText` may give, which a reader remarks on and hands out unchanged. */
export function beyondRemarks(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ code }) => !REMARKED.includes(code));
}

/** A row with at least one cell that is not empty, in the official form. */
export const sourceRow: fc.Arbitrary<SourceRow> = fc
  .array(cellText, { minLength: RELEASE_COLUMNS.length, maxLength: RELEASE_COLUMNS.length })
  .filter((cells) => cells.some((cell) => cell !== ""))
  .map((cells) => ({ record: 0, cells, style: 0 }));

/** Hands bytes on in pieces of the given sizes, over and over. */
export async function* inPieces(
  bytes: Uint8Array,
  sizes: readonly number[],
): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? bytes.length);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Everything that a reader gives, and what it reported. */
export async function drain<L>(
  rows: AsyncGenerator<SourceRow[], L>,
): Promise<{ rows: SourceRow[]; layout: L }> {
  const all: SourceRow[] = [];
  for (;;) {
    const step = await rows.next();
    if (step.done) return { rows: all, layout: step.value };
    all.push(...step.value);
  }
}

/** The text that a writer gives. */
export async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
