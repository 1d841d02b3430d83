import { Prisma } from "@/lib/platform/db";

/*
 * What the statements of other rooms say about questions and their revisions. Each takes SQL and gives SQL; none of
 * them reads anything itself.
 */

/**
 * SQL: the paper's category of a row with the columns `false_premise` and `fact_type`, as categoryOf in cells.ts says it.
 * @param row how the statement calls the row: "r"
 */
export function categoryInSql(row: string): Prisma.Sql {
  return Prisma.raw(
    `(CASE WHEN ${row}.false_premise THEN 'false-premise' ELSE ${row}.fact_type END)`,
  );
}

/**
 * SQL: revision `newer` has another truth than revision `older` of its question: other answers, or another premise flag.
 * What was released or judged by the older one is then stale: a fact read from the chain at any time, and never written
 * anywhere. The function same_truth of the database is the one definition.
 */
export const OTHER_ANSWERS = Prisma.sql`(NOT same_truth(older, newer))`;

/**
 * SQL: two revisions, by their ids, have the same truth. Equal ids, by far the most, cost no look-up.
 * @param a SQL of an id; null: then it is null
 */
export function sameTruth(a: Prisma.Sql, b: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(CASE WHEN ${a} = ${b} THEN TRUE ELSE same_truth(${a}, ${b}) END)`;
}

/**
 * SQL: whether a question has another truth now than a revision of it gave: what was judged or released by that revision
 * is stale. The one place that says so for judgments (export, own work, campaigns).
 * @param revisionId SQL of the revision's id.
 */
export function answeredOtherwiseNow(revisionId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM revisions older JOIN question_heads head ON head.question_id = older.question_id AND head.revision_id <> older.id
    JOIN revisions newer ON newer.id = head.revision_id WHERE older.id = ${revisionId} AND ${OTHER_ANSWERS})`;
}
