import {
  describeFinding as describeFormFinding,
  type FindingWords,
  IMPORT_AS_IS,
} from "@/lib/dataset/file-formats/finding-messages";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { formatCount } from "@/lib/platform/format";

type Words = (finding: Finding) => FindingWords;

const KNOWN_VALUES: Record<string, string> = {
  split: "TEST, DEV, DEMO or nothing",
  false_premise: "TRUE or FALSE",
  num_hops: "one-hop or multi-hop",
  fact_type: "never-changing, slow-changing or fast-changing",
  effective_year: "a year such as 2024, or “before 2022”",
  next_review: "N/A, hardly_ever, occasionally, frequently, every_time, or a date MM/DD/YYYY",
};

/** The words for what can be wrong or worth knowing in a row's content (lib/dataset/questions/cells.ts reports it). */
const CONTENT_FINDINGS: Record<string, Words> = {
  "no-question": () => ({
    problem: "The row has no question.",
    remedy: "Add the question text or delete the row.",
  }),
  "duplicate-question": (finding) => ({
    problem: `Duplicate of the question in ${finding.value ?? "an earlier row"}.`,
    remedy: "Keep one.",
  }),
  "other-case": (finding) => ({
    problem: `Differs from the question in ${finding.value ?? "another row"} only in upper or lower case.`,
    remedy: `If both ask the same, keep one. If case matters (mW or MW, IT or it), ${IMPORT_AS_IS}.`,
  }),
  "unknown-value": (finding) => ({
    problem: `“${finding.value ?? ""}” is not a valid value for ${finding.column ?? "this column"}.`,
    remedy: `Use ${KNOWN_VALUES[finding.column ?? ""] ?? "one of the valid values"}.`,
  }),
  "impossible-date": (finding) => ({
    problem: `“${finding.value ?? ""}” is not a valid date.`,
    remedy: "Use MM/DD/YYYY, month first.",
  }),
  "too-long": (finding) => ({
    problem: `The column ${finding.column ?? ""} is longer than allowed.`,
    remedy: "Shorten it, or look for an unclosed quote.",
  }),
  "control-character": (finding) => ({
    problem: `The column ${finding.column ?? ""} contains an invisible control character.`,
    remedy: `Delete it in the file, or ${IMPORT_AS_IS}.`,
  }),
  "dangerous-url": () => ({
    problem: "This URL would run a script in the browser.",
    remedy: "Replace it with the page's http or https URL.",
  }),
  "not-a-url": () => ({
    problem: "This evidence isn't a URL; it is kept as plain text.",
    remedy: "Replace it with a URL starting with https:// when you edit the question.",
  }),
  "no-answer": () => ({
    problem: "The question has no answer.",
    remedy: "It can be imported; add the answer when you edit it.",
  }),
  "repeated-id": (finding) => ({
    problem: `The ID “${finding.value ?? ""}” already appears in an earlier row. Rows are matched by question text, so both are imported.`,
    remedy: "No action needed. A release numbers its rows itself.",
  }),
  "month-first-date": (finding) => ({
    problem: `“${finding.value ?? ""}” is read month first${longDate(finding.value)}. The text is kept until the question is edited.`,
    remedy: "If the day comes first, correct the date. The official format is MM/DD/YYYY.",
  }),
  "old-spelling": (finding) => ({
    problem: `“${finding.value ?? ""}” is an older notation. It is recognized and kept until the question is edited.`,
    remedy: "No action needed.",
  }),
  "no-effective-year": () => ({
    problem: "No effective year.",
    remedy: "It can be imported; reports by year exclude the question.",
  }),
  "no-next-review": () => ({
    problem: "No next review date.",
    remedy: "It can be imported; the question is not due until you set a review date.",
  }),
  "date-without-year": (finding) => ({
    problem: `“${finding.value ?? ""}” has no year, and the file name contains no release date to infer it from.`,
    remedy:
      "Name the file FreshQA_vMMDDYYYY.csv, or set the review date later. The text is kept; the question is not due until then.",
  }),
  "more-findings": (finding) => ({
    problem: `Only the first ${formatCount(Number(finding.value))} problems are listed.`,
    remedy: "Fix the most common ones first, then import the file again.",
  }),
  "vague-date": (finding) => ({
    problem: `“${finding.value ?? ""}” contains no date. The text is kept; the question is not due until you set a review date.`,
    remedy: "Set the review date when you edit the question.",
  }),
};

/** ": January 4, 2025" for 1/4/2025. */
function longDate(value: string | null): string {
  const date = /(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(value ?? "");
  if (date === null) return "";
  return `: ${new Date(Date.UTC(Number(date[3]), Number(date[1]) - 1, Number(date[2]))).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })}`;
}

/** A wrong header can be wrong in every column; so many are listed of each kind. */
const COLUMNS_LISTED = 10;
const COLUMN_CODES: readonly string[] = [
  "missing-column",
  "unknown-column",
  "unnamed-column",
  "eleventh-answer",
  "repeated-column",
];

/** Kinds of findings for a list: missing columns first, and of each kind of wrong column the first ten. `more` counts the rest. */
export function listedGroups<Group extends { code: string }>(
  groups: readonly Group[],
): { listed: Group[]; more: { code: string; count: number }[] } {
  const columns = COLUMN_CODES.map((code) => groups.filter((group) => group.code === code));
  return {
    listed: [
      ...columns.flatMap((kind) => kind.slice(0, COLUMNS_LISTED)),
      ...groups.filter(({ code }) => !COLUMN_CODES.includes(code)),
    ],
    more: columns.flatMap((kind) =>
      kind.length > COLUMNS_LISTED
        ? [{ code: kind[0]!.code, count: kind.length - COLUMNS_LISTED }]
        : [],
    ),
  };
}

/** "10 more columns are missing.", for what listedGroups leaves out. */
export function describeMore({ code, count }: { code: string; count: number }): string {
  const columns = `${formatCount(count)} more ${count === 1 ? "column" : "columns"}`;
  return code === "missing-column"
    ? `${columns} ${count === 1 ? "is" : "are"} missing.`
    : code === "unknown-column"
      ? `${columns} ${count === 1 ? "is" : "are"} not in any release.`
      : `${columns} ${count === 1 ? "has" : "have"} the same problem.`;
}

/** Puts any finding of an import into words: what is wrong, and what to do. */
export function describeFinding(finding: Finding): FindingWords {
  return CONTENT_FINDINGS[finding.code]?.(finding) ?? describeFormFinding(finding);
}
