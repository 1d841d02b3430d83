import { Prisma } from "@/lib/platform/db";
import { answersSql, cellSql, cellsSql, otherAnswersBeforeSql, takenBackSql } from "./cells";
import { WEEK_DAYS } from "./schema";
import { CONTENT_COLUMNS, type ContentColumn } from "./vocabulary";

/*
 * What the statements of other modules say about questions and their revisions. Each takes SQL and gives SQL; none of
 * them reads anything itself.
 */

/** SQL: one cell of a row of `revisions` or `import_rows`. @param row how the statement calls the row: "r" */
export function cell(row: string, column: ContentColumn): Prisma.Sql {
  return Prisma.raw(cellSql(row, column));
}

/** SQL: the ten answer cells of a row of `revisions` as an array. @param row how the statement calls the row: "r" */
export function answerCells(row: string): Prisma.Sql {
  return Prisma.raw(answersSql(row));
}

/**
 * SQL: the nineteen cells of a row of `revisions`, some of them replaced and the others as they are.
 * @param replaced SQL of the new text of a cell, by its column
 */
export function cellsExcept(
  row: string,
  replaced: Partial<Record<ContentColumn, Prisma.Sql>>,
): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  // Adjacent cells that stay are one slice: PostgreSQL unpacks a long row's cells for each subscript again.
  let from: ContentColumn | null = null;
  for (const [at, column] of CONTENT_COLUMNS.entries()) {
    const text = replaced[column];
    if (text !== undefined) {
      parts.push(Prisma.sql`ARRAY[${text}]::text[]`);
      continue;
    }
    from ??= column;
    const next = CONTENT_COLUMNS[at + 1];
    if (next !== undefined && replaced[next] === undefined) continue;
    parts.push(Prisma.raw(cellsSql(row, from, column)));
    from = null;
  }
  return Prisma.sql`(${Prisma.join(parts, " || ")})`;
}

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

/** SQL: the id of the revision with a question's answers before those of its last revision, as otherAnswersBeforeSql says. */
export function otherAnswersBefore(row: string): Prisma.Sql {
  return Prisma.raw(otherAnswersBeforeSql(row));
}

/**
 * SQL: rows `question_id`, `id` and `operation_id` of the revisions behind those of an operation, but for what was taken
 * back since and what took it back. A question without any says what the operation left.
 */
export function standingSince(operationId: Prisma.Sql): Prisma.Sql {
  const step = Prisma.sql`s.question_id, s.id, s.operation_id, s.number, x.number AS taken_back`;
  return Prisma.sql`
    WITH RECURSIVE back AS (
      SELECT r.number AS since, ${step} FROM revisions r JOIN question_heads h ON h.question_id = r.question_id AND h.number > r.number
      JOIN revisions s ON s.id = h.revision_id ${Prisma.raw(takenBackSql("r.number"))}
      WHERE r.operation_id = ${operationId}
      UNION ALL
      SELECT since, ${step} FROM back
      JOIN revisions s ON s.question_id = back.question_id AND s.number = coalesce(back.taken_back, back.number) - 1 AND s.number > since
      ${Prisma.raw(takenBackSql("since"))}
    ) SELECT question_id, id, operation_id FROM back WHERE taken_back IS NULL`;
}

/*
 * The dataset as of a day, for exports, lists, imports and reports alike (docs/decisions/0221). What a revision or an
 * order followed by the end of the day is over. Of the others, written by then or said to hold since then or before, the
 * one with the latest day stands, then the one written last. So nothing but the last one is left as of today. What was
 * written later and taken back since counts for nothing, and neither does what took it back.
 */

/** SQL: the moment at which a day of the dataset ends. */
function endOf(day: string): Prisma.Sql {
  return Prisma.sql`((${day}::date + 1)::timestamp AT TIME ZONE (SELECT time_zone FROM dataset_settings))`;
}

/**
 * SQL for FROM: each question's revision as of a day: question_id, id and status.
 * @param day ISO day, in the time zone of the dataset
 * @param within SQL: whether a revision, by its id, is to be looked at; those of a question up to some number
 */
export function revisionsAsOf(
  day: string,
  within: (id: Prisma.Sql) => Prisma.Sql = () => Prisma.sql`TRUE`,
): Prisma.Sql {
  const end = endOf(day);
  return Prisma.sql`(
    SELECT DISTINCT ON (said.question_id) said.question_id, said.id, said.status FROM revisions said
    WHERE ${within(Prisma.sql`said.id`)}
      AND NOT EXISTS (SELECT FROM revisions next WHERE next.question_id = said.question_id AND next.number = said.number + 1 AND next.created_at < ${end} AND ${within(Prisma.sql`next.id`)})
      AND (said.created_at < ${end} OR (said.holds_since <= ${day}::date
      AND NOT EXISTS (SELECT FROM operations o JOIN operations undone ON undone.id = o.undoes_id WHERE o.id = said.operation_id AND undone.created_at >= ${end})
      AND NOT EXISTS (SELECT FROM operations o JOIN revisions back ON back.operation_id = o.id
        WHERE o.undoes_id = said.operation_id AND back.question_id = said.question_id AND ${within(Prisma.sql`back.id`)})))
    ORDER BY said.question_id, said.holds_since DESC, said.number DESC)`;
}

/** SQL for FROM: the order of the dataset as of a day, with the columns of `arrangements`; no row where there was none. */
export function orderAsOf(day: string): Prisma.Sql {
  const end = endOf(day);
  return Prisma.sql`(
    SELECT laid.* FROM arrangements laid
    WHERE (laid.holds_since <= ${day}::date OR laid.created_at < ${end})
      AND NOT EXISTS (SELECT FROM arrangements next WHERE next.id > laid.id AND next.created_at < ${end})
    ORDER BY laid.holds_since DESC, laid.id DESC LIMIT 1)`;
}

/**
 * SQL: of which questions a past state cannot be certain: one row of `questions` (how many were added or changed after the
 * day by files of unknown date) and `files` (how many files these are). An import that was undone counts for nothing.
 * Revisions decide; operations, whose clock may be another, only leave earlier imports unread.
 * @param day ISO day, in the time zone of the dataset
 * @param options.within as revisionsAsOf takes it
 * @param options.among SQL: of these ids of questions; all where absent
 */
export function undatedAfter(
  day: string,
  {
    within = () => Prisma.sql`TRUE`,
    among,
  }: { within?: (id: Prisma.Sql) => Prisma.Sql; among?: Prisma.Sql } = {},
): Prisma.Sql {
  return Prisma.sql`
    SELECT count(DISTINCT said.question_id)::int AS questions, count(DISTINCT i.id)::int AS files
    FROM imports i JOIN operations made ON made.id = i.operation_id JOIN revisions said ON said.operation_id = i.operation_id
    WHERE i.released_on IS NULL
      AND made.created_at >= ${endOf(day)} - interval '1 hour'
      AND said.created_at >= ${endOf(day)} AND ${within(Prisma.sql`said.id`)}
      ${among === undefined ? Prisma.empty : Prisma.sql`AND said.question_id IN (${among})`}
      AND NOT EXISTS (SELECT FROM operations o JOIN revisions back ON back.operation_id = o.id WHERE o.undoes_id = i.operation_id AND ${within(Prisma.sql`back.id`)})`;
}

/*
 * Due days are not stored: settings, releases and today would make them stale. This SQL derives them from what the
 * `next_review` cell was read as (readCells):
 *
 * - `never`: not due. `unrecognized` ("Fall 2024", an empty cell): not due until someone chooses a schedule.
 * - `on_date`: on that day, hard. A verification on or after it settles it: not due again until it is rescheduled (a
 *   changed answer alone does not, since an import may bring one along with a day that has passed).
 * - `frequently`, `occasionally`, `hardly_ever`: the day when someone last had reason to believe the answers (that of the
 *   last verification, or since which they hold, whichever is later) + interval; soft, so that a plan takes its place.
 * - `every_time`: the day after the last release, hard, unless the answers were verified or changed after that release;
 *   then not until the next one. The day after, because days cannot tell a check before a release from one after it on the
 *   same day. Before the first release: the day after the answers' own day, once.
 */

/** When a question's present answers were last confirmed or came to be. */
export const LAST_CONFIRMED = Prisma.sql`greatest(h.answers_since, h.verified_on)`;

/** SQL: the day of a row of `releases`, beside a row of `dataset_settings`. */
export const RELEASED_ON = Prisma.sql`least(to_date(right(name, 8), 'MMDDYYYY'), (published_at AT TIME ZONE time_zone)::date)`;

/** SQL: the day of the last release, from a row of `dataset_settings`; null before the first. */
const LAST_RELEASE_ON = Prisma.sql`(
      SELECT max(${RELEASED_ON}) FROM releases
    )`;

/**
 * SQL: the day on which the head `h` is due, null where it is not.
 * @param k SQL of an interval's days, by its column of `dataset_settings`, or of the day of the last release
 */
export const dueOn = (k: (column: string) => Prisma.Sql) => Prisma.sql`
    CASE h.review_policy
      WHEN 'on_date' THEN CASE WHEN h.verified_on >= h.review_on THEN NULL ELSE h.review_on END
      WHEN 'frequently' THEN coalesce(h.planned_on, ${LAST_CONFIRMED} + ${k("frequently_days")})
      WHEN 'occasionally' THEN coalesce(h.planned_on, ${LAST_CONFIRMED} + ${k("occasionally_days")})
      WHEN 'hardly_ever' THEN coalesce(h.planned_on, ${LAST_CONFIRMED} + ${k("hardly_ever_days")})
      WHEN 'every_time' THEN CASE
        WHEN ${k("last_release_on")} IS NULL THEN CASE WHEN h.verified_on IS NULL THEN h.answers_since + 1 END
        WHEN ${LAST_CONFIRMED} <= ${k("last_release_on")} THEN ${k("last_release_on")} + 1 END
    END`;

/**
 * SQL: the head `h` is overdue, never null. As SECTION says it, for statements over many heads: what is the same for all
 * of them is read once, and nothing is joined.
 */
export const OVERDUE = Prisma.sql`coalesce(${dueOn((column) =>
  column === "last_release_on"
    ? Prisma.sql`(SELECT ${LAST_RELEASE_ON} FROM dataset_settings)`
    : Prisma.sql`(SELECT ${Prisma.raw(column)} FROM dataset_settings)`,
)} < (SELECT dataset_today()), false)`;

/**
 * SQL for FROM: rows `h`, the one row `k` (today, intervals, the day of the last release), and `d` with `due_on`, `why`
 * and `hard` of each row. OFFSET 0 keeps `k` from being computed for every row again.
 * @param heads SQL for FROM: rows called `h` with the columns of heads that say when these are due
 */
const dueOf = (heads: Prisma.Sql) => Prisma.sql`
  ${heads}
  CROSS JOIN (
    SELECT dataset_today() AS today, frequently_days, occasionally_days, hardly_ever_days, ${LAST_RELEASE_ON} AS last_release_on
    FROM dataset_settings OFFSET 0
  ) k
  CROSS JOIN LATERAL (SELECT ${dueOn((column) => Prisma.raw(`k.${column}`))} AS due_on,
    CASE
      WHEN h.review_policy = 'never' THEN 'never'
      WHEN h.review_policy = 'unrecognized' OR (h.review_policy = 'on_date' AND h.review_on IS NULL) THEN 'unrecognized'
      WHEN h.review_policy = 'on_date' THEN CASE WHEN h.verified_on >= h.review_on THEN 'checked' ELSE 'date' END
      WHEN h.review_policy = 'every_time' THEN CASE
        WHEN CASE WHEN k.last_release_on IS NULL THEN h.verified_on IS NOT NULL ELSE ${LAST_CONFIRMED} > k.last_release_on END THEN 'awaits-release' ELSE 'release' END
      WHEN h.planned_on IS NOT NULL THEN 'planned' ELSE 'interval'
    END AS why,
    CASE h.review_policy
      WHEN 'on_date' THEN h.review_on IS NOT NULL AND (h.verified_on >= h.review_on) IS NOT TRUE
      WHEN 'every_time' THEN CASE WHEN k.last_release_on IS NULL THEN h.verified_on IS NULL ELSE ${LAST_CONFIRMED} <= k.last_release_on END
      ELSE false
    END AS hard
  ) d`;

/** SQL for FROM: the heads `h`, and when they are due (dueOf). Retired questions are in it: filter on `h.status`. */
export const DUE = dueOf(Prisma.sql`question_heads h`);

/**
 * SQL for FROM: the same of active questions, read from question_heads_queue_idx alone: the columns of their heads that
 * say when they are due, their order, category and hops. OFFSET 0: else the planner reads whole heads.
 */
export const DUE_NARROW = dueOf(Prisma.sql`(
    SELECT position, question_id, review_policy, review_on, planned_on, verified_on, answers_since, false_premise, fact_type, hops, 'active' AS status
    FROM question_heads WHERE status = 'active' OFFSET 0) h`);

/**
 * SQL for FROM: active questions that are ever due, as `count` of those alike in all that says when (dueOf). Some
 * hundreds of rows whatever the size of the dataset, read from question_heads_due_idx alone.
 */
export const DUE_COUNTS = dueOf(Prisma.sql`(
    SELECT review_policy, review_on, planned_on, verified_on, answers_since, count(*)::int AS count
    FROM question_heads WHERE status = 'active' AND review_policy <> 'never'
    GROUP BY review_policy, planned_on, answers_since, verified_on, review_on) h`);

/** SQL: where the due day of `d` lies seen from today. */
export const SECTION = Prisma.sql`(CASE WHEN d.due_on IS NULL THEN 'none' WHEN d.due_on < k.today THEN 'overdue' WHEN d.due_on < k.today + ${WEEK_DAYS}::int THEN 'week' ELSE 'upcoming' END)`;
