import { Prisma } from "@/lib/platform/db";
import { CONTENT_COLUMNS, fieldOf, type ContentColumn } from "@/lib/dataset/questions/vocabulary";
import { SAFE_SCORE, type ApplyChoices } from "./schema";

const AT = new Map(CONTENT_COLUMNS.map((column, at) => [column, at + 1]));
const isAnswer = (column: ContentColumn) => fieldOf(column) === "answers";

/**
 * The cells of a row, with those of another version in columns that the file lacks (`absent`). Answers are one field: where
 * the ones that the file has are others, the ones that it lacks are empty.
 */
export function filledCells(
  row: string,
  other: string,
  absent: readonly ContentColumn[],
): Prisma.Sql {
  if (absent.length === 0) return Prisma.raw(`${row}.cells`);
  const given = CONTENT_COLUMNS.filter((one) => isAnswer(one) && !absent.includes(one));
  const same = given.map((one) => `${row}.cells[${AT.get(one)}] = ${other}.cells[${AT.get(one)}]`);
  const cells = CONTENT_COLUMNS.map((one) => {
    const at = AT.get(one)!;
    if (!absent.includes(one)) return `${row}.cells[${at}]`;
    return isAnswer(one) && same.length > 0
      ? `CASE WHEN ${same.join(" AND ")} THEN ${other}.cells[${at}] ELSE '' END`
      : `${other}.cells[${at}]`;
  });
  return Prisma.raw(`ARRAY[${cells.join(", ")}]`);
}

/** As filledCells, of cells that are here. */
export function fillCells(
  cells: readonly string[],
  other: readonly string[],
  absent: readonly ContentColumn[],
): string[] {
  const same = CONTENT_COLUMNS.every(
    (one, at) => !isAnswer(one) || absent.includes(one) || cells[at] === other[at],
  );
  return CONTENT_COLUMNS.map((one, at) => {
    if (!absent.includes(one)) return cells[at] ?? "";
    return isAnswer(one) && !same ? "" : (other[at] ?? "");
  });
}

/** The rows that applying writes. */
export function appliedRows(choices: Pick<ApplyChoices, "acceptSuspect">): Prisma.Sql {
  return choices.acceptSuspect ? Prisma.sql`bad IS DISTINCT FROM 'error'` : Prisma.sql`bad IS NULL`;
}

/** SQL: a row equals a question that is there. */
export const MATCHES_A_QUESTION = "match IN ('exact', 'normalized')";
/** A row that belongs to a question that is there: equal, or an accepted rewording. */
export const MATCHED = Prisma.sql`(${Prisma.raw(MATCHES_A_QUESTION)} OR (match = 'similar' AND decision = 'accepted'))`;
/** A row that becomes a new question; with REPLACING, one that takes the place of the question that it resembles. */
export const UNMATCHED = Prisma.sql`(match = 'new' OR (match = 'similar' AND decision IN ('rejected', 'replaced')))`;
export const REPLACING = Prisma.sql`(match = 'similar' AND decision = 'replaced')`;

/** Of the rows in MATCHED: one that writes a revision. */
export const WRITTEN = Prisma.sql`(changed <> '{}' AND (resolution IS NULL OR resolution IN ('file', 'combined')))`;
/** Of the rows in MATCHED: one whose question both sides changed. */
export const CONFLICT = Prisma.sql`(sides = 'both' AND bad IS DISTINCT FROM 'error')`;

/**
 * Heads `h` of active questions that the file does not have. A question that a row with errors names is not missing: were
 * that row left out, the question would be retired for a slip of the pen.
 */
export function isMissing(importId: number): Prisma.Sql {
  return Prisma.sql`(h.status = 'active' AND NOT ${isMatched(importId)}
    AND NOT ${isNamedByBadRow(importId)})`;
}

export function isNamedByBadRow(importId: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM import_rows m WHERE m.import_id = ${importId} AND m.bad = 'error' AND m.question = h.question)`;
}

/** Heads `h` of questions that a row of the file is. */
export function isMatched(importId: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM import_rows m WHERE m.import_id = ${importId} AND m.question_id = h.question_id AND m.decision IS DISTINCT FROM 'rejected')`;
}

/** SQL: question `s.successor_id`, which an import had put in the place of question `p` until it was undone by `u`; since then, `p` stands. */
export const PUT_IN_PLACE_OF = `question_successors s JOIN operations u ON u.undoes_id = s.operation_id
  JOIN question_heads p ON p.question_id = s.question_id AND p.status = 'active'`;
/** SQL: heads `h` of such questions that nothing has been said of since. Whether their text replaces `p` is asked again. */
export const LEFT_BY_AN_UNDO = `h.question_id IN (SELECT s.successor_id FROM ${PUT_IN_PLACE_OF}
  JOIN question_heads l ON l.question_id = s.successor_id AND l.status = 'retired'
  JOIN revisions v ON v.id = l.revision_id AND v.operation_id = u.id)`;

/** An open proposal that may be accepted together with others (see SAFE_SCORE). */
export const SAFE = Prisma.sql`(match = 'similar' AND decision = 'open' AND score >= ${SAFE_SCORE}::real)`;

/** Of so many texts some show their case, if case was heeded: of a release's questions nine in ten do. */
const ENOUGH_FOR_CASE = 10;
/** One text in so many may be written otherwise than the others. */
const STRAY = 50;

/**
 * SQL: texts were written without regard to case, so that theirs can't tell "IT" from "it": of ENOUGH_FOR_CASE or more hardly
 * one has a capital behind its first letter, or hardly one has a small letter.
 * With the locale C, letters other than English ones have no case here.
 * @param texts SQL: a SELECT of the texts as `question`
 */
export function writtenWithoutCase(texts: string): string {
  const behind = `substr(ltrim(t.question, ' \t\r\n"''“”‘’„«»¿¡(['), 2)`;
  return `(SELECT count(*) >= ${ENOUGH_FOR_CASE} AND ${STRAY} * least(count(*) FILTER (WHERE ${behind} <> lower(${behind})), count(*) FILTER (WHERE t.question <> upper(t.question))) <= count(*)
    FROM (${texts}) t WHERE lower(t.question) <> upper(t.question))`;
}
