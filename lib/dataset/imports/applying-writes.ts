import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { gatherStatistics } from "@/lib/platform/planner-statistics";
import { readCells, searchColumns } from "@/lib/dataset/questions/cells";
import { appendFirst, appendLike } from "@/lib/dataset/questions/ledger";
import { TYPED_COLUMNS, typedColumnsOf } from "@/lib/dataset/questions/typed-columns";
import { FIELD_KEYS, fieldOf } from "@/lib/dataset/questions/vocabulary";
import { revisionsAsOf } from "@/lib/dataset/questions/sql";
import { SEARCH_INDEX_AT_ONCE } from "@/lib/dataset/questions/writes";
import type { ApplyChoices, ImportOutcome } from "./schema";
import { absentIn, threeVersions } from "./deciding-writes";
import { combine } from "./three-way";
import { appliedRows, filledCells, isMissing, MATCHED, REPLACING, UNMATCHED, WRITTEN } from "./sql";

/**
 * The day since which the dataset says what an import writes: that of the release where the file is named after one, but
 * never a day to come; else today.
 */
async function holdingSince(tx: Tx, releasedOn: string | null): Promise<string> {
  const [row] = await tx.$queryRaw<
    { day: string }[]
  >`SELECT least(${releasedOn}::date, dataset_today())::text AS day`;
  return row!.day;
}

/**
 * Writes a planned import: new questions, revisions of changed and reworded ones, retirements, the order and the file's
 * form. The caller holds the exclusive lock on question_heads and has checked the plan.
 */
export async function applyRows(
  tx: Tx,
  actor: Actor,
  plan: {
    importId: number;
    operationId: number;
    layout: Prisma.JsonValue;
    order: "file" | "present";
    releasedOn: string | null;
  },
  choices: Pick<ApplyChoices, "acceptSuspect" | "missing" | "keepOwn">,
): Promise<Omit<ImportOutcome, "leftOut"> & { arrangementId: number | null }> {
  const { importId, operationId, order } = plan;
  const rows = appliedRows(choices);
  const since = await holdingSince(tx, plan.releasedOn);

  await fillRows(tx, importId);
  // Missing questions are counted before new ones are there.
  const missing = await tx.$queryRaw<{ questionId: number; imported: boolean }[]>`
    SELECT h.question_id AS "questionId", EXISTS (SELECT 1 FROM revisions v WHERE v.question_id = h.question_id AND v.reason = 'import') AS imported
    FROM question_heads h WHERE ${isMissing(importId)} ORDER BY h.position`;

  const added = await createNew(tx, actor, importId, operationId, rows, order, since);
  const replaced = await replaceBySuccessors(tx, actor, importId, operationId, since);
  // As of today, nothing is older than what stands.
  if (plan.releasedOn !== null) await confirmMatched(tx, actor, importId, operationId, rows, since);
  const revised = await reviseMatched(tx, actor, importId, operationId, rows, since);
  const retired =
    choices.missing === "retire"
      ? await retire(
          tx,
          actor,
          operationId,
          missing
            .filter(({ imported }) => imported || !choices.keepOwn)
            .map(({ questionId }) => ({ questionId, comment: "Not in the imported file" })),
          since,
        )
      : 0;
  const [left] = await tx.$queryRaw<{ unchanged: number; keptEdits: number }[]>`
    SELECT count(*) FILTER (WHERE changed = '{}')::int AS unchanged, count(*) FILTER (WHERE resolution = 'ours')::int AS "keptEdits"
    FROM import_rows WHERE import_id = ${importId} AND ${rows} AND ${MATCHED}`;

  let arrangementId: number | null = null;
  if (order === "file") {
    // Where all questions are new they were written in the file's order already.
    const others = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 FROM question_heads WHERE question_id NOT IN (SELECT question_id FROM new_ids) LIMIT 1`;
    if (others.length > 0) {
      await keepFormerOrder(tx, importId);
      await takeFileOrder(tx, importId, rows);
    }
    arrangementId = await arrange(tx, actor, importId, rows, plan.layout, since);
  }
  await gatherStatistics(tx, "revisions", "question_heads");
  return {
    created: added - replaced,
    replaced,
    ...revised,
    ...left!,
    retired,
    kept: missing.length - retired,
    arrangementId,
  };
}

/** New questions with their first revisions and heads. Ids are drawn first, so that each table is filled by one statement. */
async function createNew(
  tx: Tx,
  actor: Actor,
  importId: number,
  operationId: number,
  rows: Prisma.Sql,
  order: "file" | "present",
  since: string,
): Promise<number> {
  await tx.$executeRaw`
    CREATE TEMP TABLE new_ids ON COMMIT DROP AS
    SELECT ordinal, nextval('questions_id_seq')::int AS question_id, nextval('revisions_id_seq')::int AS revision_id,
      row_number() OVER (ORDER BY ordinal)::int - 1 AS rank
    FROM (SELECT ordinal FROM import_rows WHERE import_id = ${importId} AND ${rows} AND ${UNMATCHED} ORDER BY ordinal) fresh`;
  const created =
    await tx.$executeRaw`INSERT INTO questions (id, created_by) SELECT question_id, ${actor.userId} FROM new_ids ORDER BY ordinal`;
  if (created === 0) return 0;
  // In the file's order a row's position is its ordinal; else the new ones follow behind the last question.
  await appendFirst(tx, actor, {
    from: Prisma.sql`(
        SELECT question_id, revision_id, ordinal, CASE WHEN ${order === "file"} THEN ordinal ELSE last.position + 1 + rank END AS position
        FROM new_ids, (SELECT coalesce(max(position), -1) AS position FROM question_heads) last
      ) n JOIN import_rows r ON r.import_id = ${importId} AND r.ordinal = n.ordinal ORDER BY n.ordinal`,
    reason: "import",
    comment: Prisma.sql`CASE WHEN ${REPLACING} THEN 'Replaces Q' || r.question_id ELSE '' END`,
    operationId,
    holdsSince: since,
    searchIndexed: created <= SEARCH_INDEX_AT_ONCE,
  });
  await keepPositionsAscending(tx);
  return created;
}

/** Rows that are filled at once. */
const FILLED_AT_ONCE = 2_000;

/**
 * Gives rows that are written to a question what it has in the columns that the file lacks. Those that get both changes are
 * combined from three versions instead.
 */
async function fillRows(tx: Tx, importId: number): Promise<void> {
  const absent = await absentIn(tx, importId);
  if (absent.length === 0) return;
  const written = Prisma.sql`r.import_id = ${importId} AND ${MATCHED} AND ${WRITTEN} AND resolution IS DISTINCT FROM 'combined'`;
  const typed = new Set(absent.flatMap((column) => typedColumnsOf(fieldOf(column))));
  const set = [...typed].map((column) => Prisma.raw(`, ${column} = b.${column}`));
  await tx.$executeRaw`
    UPDATE import_rows r SET cells = ${filledCells("r", "b", absent)}${set.length > 0 ? Prisma.join(set, "") : Prisma.empty}
    FROM revisions b WHERE ${written} AND b.id = r.base_revision_id`;
  for (let after = -1; ;) {
    const rows = await tx.$queryRaw<{ ordinal: number; cells: string[] }[]>`
      SELECT r.ordinal, r.cells FROM import_rows r WHERE ${written} AND r.ordinal > ${after} ORDER BY r.ordinal LIMIT ${FILLED_AT_ONCE}`;
    if (rows.length === 0) return;
    const texts = rows.map(({ ordinal, cells }) => {
      const { content } = readCells(cells);
      if (content === null)
        throw new Error("A row's cells can't be read with those of its question.");
      return { ordinal, ...searchColumns(content) };
    });
    await tx.$executeRaw`
      UPDATE import_rows r SET primary_answer = t."primaryAnswer", search_text = t."searchText", evidence_hosts = t."evidenceHosts"
      FROM json_to_recordset(${JSON.stringify(texts)}::json) AS t(ordinal int, "primaryAnswer" text, "searchText" text, "evidenceHosts" text[])
      WHERE r.import_id = ${importId} AND r.ordinal = t.ordinal`;
    after = rows.at(-1)!.ordinal;
  }
}

/** Makes the table `combined_rows`: rows as `import_rows` has them, with `status`, for questions that get both changes. */
async function combineRows(tx: Tx, importId: number): Promise<number> {
  const versions = await threeVersions(tx, importId, "combined");
  if (versions.length === 0) return 0;
  const made = versions.map(({ ordinal, base, ours, file }) => {
    const combined = combine(base, ours, file);
    const content = combined && readCells(combined.cells).content;
    if (!combined || !content) throw new Error("Both changes of a question can't be combined.");
    const { primaryAnswer, searchText, evidenceHosts, question, normalized } =
      searchColumns(content);
    return {
      ordinal,
      cells: combined.cells,
      status: combined.status,
      question,
      normalized,
      primary_answer: primaryAnswer,
      search_text: searchText,
      evidence_hosts: evidenceHosts,
      // Typed columns that the version here gives; the others are those of the file's row.
      ours: FIELD_KEYS.flatMap((field) => (combined.taken.has(field) ? [] : typedColumnsOf(field))),
    };
  });
  const pick = (column: string) =>
    Prisma.raw(`CASE WHEN '${column}' = ANY(m.ours) THEN n.${column} ELSE r.${column} END`);
  await tx.$executeRaw`
    CREATE TEMP TABLE combined_rows ON COMMIT DROP AS
    SELECT r.import_id, r.ordinal, r.question_id, r.match, r.bad, m.cells, 0 AS style, m.status, m.question, m.normalized, m.primary_answer, m.search_text, m.evidence_hosts,
      ${Prisma.join(TYPED_COLUMNS.map((column) => Prisma.sql`${pick(column)} AS ${Prisma.raw(column)}`))}
    FROM json_to_recordset(${JSON.stringify(made)}::json) AS m(ordinal int, cells text[], status text, question text, normalized text, primary_answer text,
      search_text text, evidence_hosts text[], ours text[])
    JOIN import_rows r ON r.import_id = ${importId} AND r.ordinal = m.ordinal JOIN revisions n ON n.id = r.base_revision_id`;
  return versions.length;
}

/** Revisions of the questions whose row differs from what they are now, retired ones restored. */
async function reviseMatched(
  tx: Tx,
  actor: Actor,
  importId: number,
  operationId: number,
  rows: Prisma.Sql,
  since: string,
): Promise<{ changed: number; reworded: number }> {
  const revised = Prisma.sql`r.import_id = ${importId} AND ${rows} AND ${MATCHED} AND ${WRITTEN}`;
  const append = (from: Prisma.Sql, condition: Prisma.Sql, status: Prisma.Sql, comment: string) =>
    appendLike(tx, actor, {
      like: "r",
      from: Prisma.sql`${from} r JOIN question_heads h ON h.question_id = r.question_id
        WHERE ${condition} ORDER BY r.ordinal`,
      except: { status },
      reason: "import",
      comment: Prisma.sql`${comment}`,
      operationId,
      holdsSince: since,
      texts: Prisma.sql`SELECT r.question_id, r.question, r.normalized, r.primary_answer, r.search_text, r.evidence_hosts FROM ${from} r WHERE ${condition}`,
    });
  await append(
    Prisma.sql`import_rows`,
    Prisma.sql`${revised} AND resolution IS DISTINCT FROM 'combined'`,
    Prisma.sql`'active'`,
    "",
  );
  if ((await combineRows(tx, importId)) > 0)
    await append(
      Prisma.sql`combined_rows`,
      Prisma.sql`${rows}`,
      Prisma.sql`r.status`,
      "Combined with changes made here",
    );
  const [counts] = await tx.$queryRaw<{ changed: number; reworded: number }[]>`
    SELECT count(*) FILTER (WHERE match <> 'similar')::int AS changed, count(*) FILTER (WHERE match = 'similar')::int AS reworded FROM import_rows r WHERE ${revised}`;
  return counts!;
}

/**
 * Revisions, as they are, of the questions whose row is no news now but is news of the file's day: as of that day they said
 * something else, or nothing. Without them the dataset as of that day would lack what an older file has in common with a
 * newer one that was imported first.
 */
async function confirmMatched(
  tx: Tx,
  actor: Actor,
  importId: number,
  operationId: number,
  rows: Prisma.Sql,
  since: string,
): Promise<void> {
  await appendLike(tx, actor, {
    like: "b",
    from: Prisma.sql`import_rows r JOIN question_heads h ON h.question_id = r.question_id JOIN revisions b ON b.id = h.revision_id
        LEFT JOIN ${revisionsAsOf(since)} held ON held.question_id = r.question_id LEFT JOIN revisions past ON past.id = held.id
      WHERE r.import_id = ${importId} AND ${rows} AND ${MATCHED} AND r.changed = '{}' AND held.id IS DISTINCT FROM h.revision_id
        AND (past.cells, past.status) IS DISTINCT FROM (b.cells, b.status) ORDER BY r.ordinal`,
    reason: "import",
    comment: Prisma.sql`${`As in the file of ${since}`}`,
    operationId,
    holdsSince: since,
  });
}

/** Retires the questions that new ones take the place of, and remembers which. @returns how many. */
async function replaceBySuccessors(
  tx: Tx,
  actor: Actor,
  importId: number,
  operationId: number,
  since: string,
): Promise<number> {
  const pairs = await tx.$queryRaw<{ questionId: number; successorId: number }[]>`
    SELECT r.question_id AS "questionId", n.question_id AS "successorId"
    FROM new_ids n JOIN import_rows r ON r.import_id = ${importId} AND r.ordinal = n.ordinal WHERE ${REPLACING} ORDER BY n.ordinal`;
  if (pairs.length === 0) return 0;
  await tx.$executeRaw`
    INSERT INTO question_successors (question_id, successor_id, operation_id, created_by)
    SELECT p."questionId", p."successorId", ${operationId}, ${actor.userId}
    FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS p("questionId" int, "successorId" int)`;
  return retire(
    tx,
    actor,
    operationId,
    pairs.map(({ questionId, successorId }) => ({
      questionId,
      comment: `Replaced by Q${successorId}`,
    })),
    since,
  );
}

async function retire(
  tx: Tx,
  actor: Actor,
  operationId: number,
  questions: { questionId: number; comment: string }[],
  since: string,
): Promise<number> {
  if (questions.length === 0) return 0;
  return appendLike(tx, actor, {
    like: "b",
    from: Prisma.sql`json_to_recordset(${JSON.stringify(questions)}::json) AS q("questionId" int, comment text)
      JOIN question_heads h ON h.question_id = q."questionId" JOIN revisions b ON b.id = h.revision_id ORDER BY h.position`,
    except: { status: Prisma.sql`'retired'` },
    reason: "import",
    comment: Prisma.sql`q.comment`,
    operationId,
    holdsSince: since,
  });
}

/** Remembers the order that is there, without new questions, so that the import can be undone. */
async function keepFormerOrder(tx: Tx, importId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE imports SET former_order = (SELECT array_agg(question_id ORDER BY position, question_id) FROM question_heads
      WHERE question_id NOT IN (SELECT question_id FROM new_ids)) WHERE id = ${importId}`;
}

/** Rows take the file's order; what the file does not have follows behind in its old order. */
async function takeFileOrder(tx: Tx, importId: number, rows: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE question_heads h SET position = o.position
    FROM (
      SELECT q.question_id, row_number() OVER (ORDER BY q.ordinal NULLS LAST, q.position, q.question_id)::int - 1 AS position
      FROM (
        SELECT h.question_id, h.position, coalesce(n.ordinal, r.ordinal) AS ordinal
        FROM question_heads h
        LEFT JOIN new_ids n ON n.question_id = h.question_id
        LEFT JOIN (SELECT question_id, ordinal FROM import_rows WHERE import_id = ${importId} AND ${rows} AND ${MATCHED}) r ON r.question_id = h.question_id
      ) q
    ) o
    WHERE o.question_id = h.question_id AND h.position <> o.position`;
  await keepPositionsAscending(tx);
}

/** Questions written from now on come behind all others. */
export async function keepPositionsAscending(tx: Tx): Promise<void> {
  await tx.$queryRaw<{ setval: string }[]>`
    SELECT setval(pg_get_serial_sequence('question_heads', 'position'), (SELECT coalesce(max(position), 0) + 1 FROM question_heads), false)::text`;
}

/** Remembers order and form, and the file's own `id` cells where they are not just 0, 1, 2 … and the file has every question. */
async function arrange(
  tx: Tx,
  actor: Actor,
  importId: number,
  rows: Prisma.Sql,
  layout: Prisma.JsonValue,
  since: string,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    WITH ids AS (
      SELECT array_agg(id_cell ORDER BY ordinal) AS cells,
        bool_and(id_cell = (rank - 1)::text) OR count(*) <> (SELECT count(*) FROM question_heads WHERE status = 'active') AS official
      FROM (SELECT id_cell, ordinal, row_number() OVER (ORDER BY ordinal) AS rank FROM import_rows WHERE import_id = ${importId} AND ${rows}) numbered
    )
    INSERT INTO arrangements (created_by, question_ids, id_cells, layout, holds_since)
    SELECT ${actor.userId}, (SELECT coalesce(array_agg(question_id ORDER BY position), '{}') FROM question_heads WHERE status = 'active'),
      CASE WHEN ids.official THEN '{}'::text[] ELSE ids.cells END, ${JSON.stringify(layout)}::jsonb, ${since}::date
    FROM ids RETURNING id`;
  return row!.id;
}

/** Until the transaction ends no one edits, so that the dataset can be rearranged; readers go on. */
export async function lockDataset(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE question_heads IN EXCLUSIVE MODE`;
}
