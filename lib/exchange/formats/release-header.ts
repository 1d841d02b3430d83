import { quoteValue, type Finding } from "@/lib/exchange/formats/release-file";
import { RELEASE_COLUMNS } from "@/lib/questions/schema";

/** Columns that our own exports add, and that a reader passes over. */
export const OWN_COLUMNS: readonly string[] = ["question_id", "revision"];

const POSITIONS: ReadonlyMap<string, number> = new Map(RELEASE_COLUMNS.map((name, position) => [name, position]));

/** The place of a column among RELEASE_COLUMNS; undefined if it is none of them. */
export function columnPosition(name: string): number | undefined {
  return POSITIONS.get(name);
}

/** Whether a record is the header: the one in which a cell says `question`, however it is spelt. */
export function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim().toLowerCase() === "question");
}

export interface CheckedHeader {
  /** For each of the file's columns its place among RELEASE_COLUMNS, or -1 for a column that is passed over. */
  positions: number[];
  findings: Finding[];
}

/**
 * Checks a header's names: `missing-column`, `unknown-column`, `eleventh-answer`, `repeated-column`, each once for every
 * column concerned.
 * @param ignored names that are no error although no release has them
 */
export function checkHeader(names: readonly string[], record: number | null, line: number | null, ignored: readonly string[] = []): CheckedHeader {
  const findings: Finding[] = [];
  const error = (code: string, column: string, value: string | null): void => {
    findings.push({ record, line, column: quoteValue(column), code, severity: "error", value: value === null ? null : quoteValue(value) });
  };
  const seen = new Set<string>();
  const positions = names.map((name) => {
    const position = columnPosition(name);
    if (seen.has(name) && (position !== undefined || ignored.includes(name))) error("repeated-column", name, name);
    else if (position === undefined && !ignored.includes(name)) error(unknownColumnCode(name), name, name);
    seen.add(name);
    return position ?? -1;
  });
  for (const name of RELEASE_COLUMNS) if (!seen.has(name)) error("missing-column", name, null);
  return { positions, findings };
}

/** The code for a name that no release has: an answer beyond the tenth has a code of its own. */
export function unknownColumnCode(name: string): "eleventh-answer" | "unknown-column" {
  return /^answer_[1-9][0-9]+$/.test(name) ? "eleventh-answer" : "unknown-column";
}
