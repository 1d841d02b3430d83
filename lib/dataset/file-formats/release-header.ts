import type { Reading } from "./reading";
import { quoteValue, type Finding } from "./release-file";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

/** The sheet of a workbook that holds a release. */
export const RELEASE_SHEET = "freshqa";

/** Columns that our own exports add, and that a reader passes over. */
export const OWN_COLUMNS: readonly string[] = ["question_id", "revision"];

const POSITIONS: ReadonlyMap<string, number> = new Map(
  RELEASE_COLUMNS.map((name, position) => [name, position]),
);

/** The place of a column among RELEASE_COLUMNS; undefined if it is none of them. */
export function columnPosition(name: string): number | undefined {
  return POSITIONS.get(name);
}

/** Whether a record is the header: the one in which a cell says `question`, however it is spelt. */
export function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim().toLowerCase() === "question");
}

/** A column's name without regard to case, outer spaces, and what parts its words: "Effective Year" is effective_year. */
function relaxedName(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");
}

export interface UnderstoodHeader extends CheckedHeader {
  names: string[];
  /** Cells from here on must be empty. */
  width: number;
}

/**
 * Checks a header as `checkHeader` does. With `relaxed`, names are compared as `relaxedName` has them, and columns without
 * a name are passed over.
 */
export function understandHeader(
  cells: readonly string[],
  relaxed: boolean,
  record: number | null,
  line: number | null,
  ignored: readonly string[] = [],
): UnderstoodHeader {
  const names = relaxed ? cells.map(relaxedName) : [...cells];
  const width = relaxed ? names.findLastIndex((name) => name !== "") + 1 : names.length;
  return {
    names,
    width,
    ...checkHeader(names.slice(0, width), record, line, relaxed ? [...ignored, ""] : ignored),
  };
}

/**
 * The header's part of a reading under which a header's names are right; null if there is none, or no need of one.
 * @param next the record behind it, which may end in further empty cells
 */
export function offeredHeader(
  cells: readonly string[],
  next: readonly string[] | null,
  ignored: readonly string[] = [],
): Pick<Reading, "header"> | null {
  const surplus =
    next !== null &&
    next.length > cells.length &&
    next.slice(cells.length).every((cell) => cell === "");
  if (!surplus && understandHeader(cells, false, null, null, ignored).findings.length === 0)
    return {};
  return understandHeader(cells, true, null, null, ignored).findings.length === 0
    ? { header: "relaxed" }
    : null;
}

interface CheckedHeader {
  /** For each of the file's columns its place among RELEASE_COLUMNS, or -1 for a column that is passed over. */
  positions: number[];
  findings: Finding[];
}

/**
 * Checks a header's names: `missing-column`, then `unknown-column`, `unnamed-column`, `eleventh-answer` and
 * `repeated-column`, each once for every column concerned.
 * @param ignored names that are no error although no release has them
 */
function checkHeader(
  names: readonly string[],
  record: number | null,
  line: number | null,
  ignored: readonly string[] = [],
): CheckedHeader {
  const findings: Finding[] = [];
  const error = (code: string, column: string | null, value: string | null): void => {
    findings.push({
      record,
      line,
      column: column === null ? null : quoteValue(column),
      code,
      severity: "error",
      value: value === null ? null : quoteValue(value),
    });
  };
  const seen = new Set<string>();
  for (const name of RELEASE_COLUMNS)
    if (!names.includes(name)) error("missing-column", name, null);
  const positions = names.map((name, at) => {
    const position = columnPosition(name);
    if (name === "" && !ignored.includes("")) error("unnamed-column", null, `column ${at + 1}`);
    else if (seen.has(name) && name !== "" && (position !== undefined || ignored.includes(name)))
      error("repeated-column", name, name);
    else if (position === undefined && !ignored.includes(name))
      error(unknownColumnCode(name), name, name);
    seen.add(name);
    return position ?? -1;
  });
  return { positions, findings };
}

/** The code for a name that no release has: an answer beyond the tenth has a code of its own. */
export function unknownColumnCode(name: string): "eleventh-answer" | "unknown-column" {
  return /^answer_[1-9][0-9]+$/.test(name) ? "eleventh-answer" : "unknown-column";
}
