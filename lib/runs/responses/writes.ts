import type { RecordRow } from "@/lib/dataset/file-formats/read-records";
import { cellSql } from "@/lib/dataset/questions/cells";
import { ImportCancelled, stageRows } from "@/lib/dataset/import-engine/life-writes";
import type { ImportStatus } from "@/lib/dataset/import-engine/vocabulary";
import { type Client, inImportTransaction } from "@/lib/dataset/import-engine/statements-writes";
import { copyInto, copyText, cursorBatches, Prisma, type Tx } from "@/lib/platform/db";
import { RESPONSE_FILES } from "./kind-writes";
import { AT } from "@/lib/runs/logs/log-table";
import { LOG_PARTS, type FoundLog } from "@/lib/runs/logs/schema";
import { batchesBySize, type Sized } from "@/lib/platform/batches";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { writtenWithoutCase } from "@/lib/dataset/imports/sql";
import { codePoint, invisibleCharacters, noncharacters } from "@/lib/platform/invisible";
import { loosePlaces } from "@/lib/runs/references/marks";
import type { ReadReferences } from "@/lib/runs/references/rules";
import {
  FALSE_WORDS,
  hasReferences,
  hasVerdicts,
  RecordMatcher,
  referenceReader,
  ReleaseIndex,
  TRUE_WORDS,
  type MatchedRow,
  type RecordToMatch,
  type ReferenceTrouble,
  type ReleasedText,
} from "./rules";
import { type ColumnRole, type ImportColumns } from "./schema";
import { LEFT_OUT } from "./vocabulary";

// Staging ---------------------------------------------------------------------------------------------------------

/** Stages records as they were read: see stageRows. */
export async function stageRecords(
  importId: number,
  batches: AsyncIterable<RecordRow[]>,
  afterBatch: (rows: number) => Promise<void>,
): Promise<number> {
  return stageRows(
    "response_import_rows (import_id, ordinal, record, line, cells, fault, detail)",
    batches,
    ({ record, line, cells, fault, detail }, ordinal) =>
      [importId, ordinal, record, line, cells, fault, detail].map(copyText).join("\t") + "\n",
    afterBatch,
  );
}

// Matching --------------------------------------------------------------------------------------------------------

/** The 1-based place of a role's column, as Postgres counts; null where no column has it. */
function placeOf(roles: readonly ColumnRole[], role: ColumnRole): number | null {
  const at = roles.indexOf(role);
  return at === -1 ? null : at + 1;
}

/**
 * For SQL: a text may hold invisible characters. Of responses only these leave the database for the closer look, which
 * tells the joiners of emoji and of scripts that need them from others.
 */
const MAYBE_INVISIBLE =
  "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFDD0-\\uFDEF\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\uFFFE\\uFFFF\\U000E0000-\\U000E007F]";

/** "U+202E, U+200B": the first three invisible characters; null where there are none. */
function namedInvisible(text: string): string | null {
  const found = [...new Set([...invisibleCharacters(text), ...noncharacters(text)])];
  return found.length === 0
    ? null
    : found.slice(0, 3).map(codePoint).join(", ") + (found.length > 3 ? " …" : "");
}

/** A column's cell in SQL: empty where there is no such column or the record is too short. */
function cell(place: number | null, row = "r"): string {
  return place === null ? "''" : `coalesce(${row}.cells[${place}], '')`;
}

/**
 * Matches the staged records of an import with the questions of the run's release, as its columns are taken, and makes it
 * planned; an earlier matching is forgotten. Only what is matched by leaves the database, never the responses.
 * @param decision which similar texts a person takes for the same (`ordinal` null: all alike enough); without one, whatever
 *   was decided is forgotten too.
 * @param statuses the import must be in one of these.
 * @returns the status that it is in instead; null when it was matched.
 */
export async function matchRecords(
  run: { runId: number; releaseId: number },
  importId: number,
  columns: ImportColumns,
  statuses: readonly ImportStatus[],
  decision: { ordinal: number | null; accepted: boolean } | null = null,
): Promise<string | null> {
  const { roles } = columns;
  const response = placeOf(roles, "response");
  const taken = columns.log === undefined ? "true" : chosenRow(columns.log);
  // While it is read no one but this works on it, and whoever cancels it is not to wait for that.
  const reading = statuses.includes("reading");
  return inImportTransaction(
    RESPONSE_FILES.working,
    importId,
    async (client) => {
      const {
        rows: [found],
      } = await client.query<{ status: string }>(
        `SELECT status FROM response_imports WHERE id = $1 ${reading ? "" : "FOR UPDATE"}`,
        [importId],
      );
      if (!found || !(statuses as readonly string[]).includes(found.status))
        return found?.status ?? "cancelled";
      if (!reading)
        await client.query("UPDATE response_imports SET columns = $2 WHERE id = $1", [
          importId,
          JSON.stringify(columns),
        ]);
      await decideSimilar(client, importId, decision);
      const entries: ReleasedText[] = [];
      const released = cursorBatches<ReleasedText>(
        client,
        `SELECT e.position, e.question_id AS "questionId", e.revision_id AS "revisionId", ${cellSql("r", "question")} AS question
         FROM release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = $1 ORDER BY e.position`,
        [run.releaseId],
      );
      for await (const batch of released) entries.push(...batch);
      const question = cell(placeOf(roles, "question"));
      const {
        rows: [written],
      } = await client.query<{ withoutCase: boolean }>(
        `SELECT ${writtenWithoutCase(`SELECT ${question} AS question FROM response_import_rows r WHERE r.import_id = $1 AND ${READABLE} AND ${taken}`)}
           OR ${writtenWithoutCase(`SELECT ${cellSql("r", "question")} AS question FROM release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = $2`)} AS "withoutCase"`,
        [importId, run.releaseId],
      );
      const matcher = new RecordMatcher(new ReleaseIndex(entries, written!.withoutCase));
      await client.query(
        "UPDATE response_import_rows SET reference_list = NULL WHERE import_id = $1 AND reference_list IS NOT NULL",
        [importId],
      );
      const references = referenceReader(columns.columns, roles);

      const outcomes: MatchedRow[] = [];
      const fetched = `SELECT r.ordinal, r.record, r.fault IS NOT NULL AS replaced, ${response === null ? "false" : `${cell(response)} !~ '\\S'`} AS empty,
           ${response === null ? "NULL" : `CASE WHEN ${cell(response)} ~ '${MAYBE_INVISIBLE}' THEN ${cell(response)} END`} AS odd,
           ${columns.log === undefined || response === null ? "NULL" : `CASE WHEN ${cell(response)} !~ '\\S' THEN left(${ERROR}, 200) END`} AS missing,
           ${question} AS question, ${cell(placeOf(roles, "id"))} AS id, ${cell(placeOf(roles, "stable-id"))} AS "stableId",
           CASE WHEN r.accepted THEN r.candidate_id END AS "acceptedId"
           ${references === null ? "" : `, ARRAY[${references.columns.map((at) => cell(at + 1)).join(", ")}] AS "referenceCells", CASE WHEN ${cell(response)} ~ '\\[[ \\t]*[1-9]' THEN ${cell(response)} END AS marked`}
         FROM response_import_rows r WHERE r.import_id = $1 AND ${READABLE} AND ${taken}`;
      const records =
        references === null
          ? cursorBatches<FetchedRecord>(client, `${fetched} ORDER BY r.ordinal`, [importId])
          : batchesWithReferences(client, importId, fetched);
      for await (const batch of records) {
        const found: { ordinal: number; list: string }[] = [];
        for (const { odd, referenceCells, marked, ...record } of batch) {
          const read = references === null ? null : references.read(referenceCells!);
          if (read !== null && read.references.length > 0)
            found.push({ ordinal: record.ordinal, list: JSON.stringify(read.references) });
          outcomes.push(
            matcher.take({
              ...record,
              invisible: odd === null ? null : namedInvisible(odd),
              references: read === null ? null : referenceTrouble(read, marked ?? ""),
            }),
          );
        }
        if (found.length > 0)
          await client.query(
            `UPDATE response_import_rows r SET reference_list = f.list::jsonb
             FROM unnest($2::int[], $3::text[]) AS f (ordinal, list) WHERE r.import_id = $1 AND r.ordinal = f.ordinal`,
            [importId, found.map(({ ordinal }) => ordinal), found.map(({ list }) => list)],
          );
      }
      matcher.takeSimilar();

      await client.query(
        "CREATE TEMP TABLE matched_records (ordinal int PRIMARY KEY, matched_by text, question_id int, revision_id int, problem text, detail text, candidate_id int, candidate_score real, accepted boolean) ON COMMIT DROP",
      );
      await copyInto(
        client,
        "matched_records",
        outcomes.map(
          (row) =>
            [
              row.ordinal,
              row.matchedBy,
              row.questionId,
              row.revisionId,
              row.problem,
              row.detail,
              row.candidateId,
              row.candidateScore,
              row.accepted,
            ]
              .map(copyText)
              .join("\t") + "\n",
        ),
      );
      await client.query(
        `UPDATE response_import_rows r SET matched_by = m.matched_by, question_id = m.question_id, revision_id = m.revision_id, problem = m.problem, detail = m.detail,
           candidate_id = m.candidate_id, candidate_score = m.candidate_score, accepted = m.accepted
         FROM matched_records m WHERE r.import_id = $1 AND r.ordinal = m.ordinal`,
        [importId],
      );
      await client.query(
        "UPDATE response_import_rows SET problem = 'unreadable' WHERE import_id = $1 AND fault <> 'replaced'",
        [importId],
      );
      await client.query(
        `UPDATE response_import_rows r SET matched_by = NULL, question_id = NULL, revision_id = NULL, problem = 'not-chosen', detail = NULL, candidate_id = NULL, candidate_score = NULL, accepted = false
         WHERE r.import_id = $1 AND ${READABLE} AND NOT (${taken}) AND problem IS DISTINCT FROM 'not-chosen'`,
        [importId],
      );
      await compareWithRun(client, run.runId, importId, roles);
      const { rowCount } = await client.query(
        "UPDATE response_imports SET status = 'planned' WHERE id = $1 AND status = $2",
        [importId, found.status],
      );
      if (rowCount === 0) throw new ImportCancelled();
      return null;
    },
    { manyRows: false },
  );
}

/** SQL: what a row `r` of a log says instead of a response. */
const ERROR = cell(AT.error + 1);

/** SQL: whether a row `r` of a log is of the chosen epoch, filter and variant. */
function chosenRow({ parts }: FoundLog): string {
  return LOG_PARTS.filter((part) => parts[part].length > 1)
    .map(
      (part) =>
        `(${cell(AT[part] + 1)} IN ('', (SELECT i.columns #>> '{log,chosen,${part}}' FROM response_imports i WHERE i.id = $1)))`,
    )
    .concat("true")
    .join(" AND ");
}

interface FetchedRecord extends Omit<RecordToMatch, "invisible" | "references"> {
  /** The response, where it may hold invisible characters. */
  odd: string | null;
  /** Where columns hold references: their cells, and the response where it may hold citation marks. */
  referenceCells?: string[];
  marked?: string | null;
}

/** SQL: a staged row `r` whose cells could be read. */
const READABLE = "(r.fault IS NULL OR r.fault = 'replaced')";

/** What is read at a time of rows with references: one of these may be as long as thousands of responses. */
const REFERENCES_AT_ONCE = { bytes: 4_000_000, count: 2_000 };

/** Staged rows in their order, cut by the length of what they hold; with a pause after each batch. @param fetched SQL of all of them */
async function* batchesWithReferences(
  client: Client,
  importId: number,
  fetched: string,
): AsyncGenerator<FetchedRecord[]> {
  const { rows } = await client.query<Sized & { ordinal: number }>(
    `SELECT r.ordinal, octet_length(array_to_string(r.cells, ''))::float8 AS bytes
     FROM response_import_rows r WHERE r.import_id = $1 AND ${READABLE} ORDER BY r.ordinal`,
    [importId],
  );
  for (const batch of batchesBySize(rows, REFERENCES_AT_ONCE)) {
    const found = await client.query<FetchedRecord>(
      `${fetched} AND r.ordinal BETWEEN $2 AND $3 ORDER BY r.ordinal`,
      [importId, batch[0]!.ordinal, batch.at(-1)!.ordinal],
    );
    yield found.rows;
    await new Promise((resume) => setImmediate(resume));
  }
}

/** What is to be said of a row's references, the gravest first. */
function referenceTrouble(read: ReadReferences, response: string): ReferenceTrouble | null {
  if (read.wrong !== null) return { problem: "bad-references", detail: read.wrong };
  if (read.replaced) return { problem: "replaced", detail: null };
  const loose = loosePlaces(response, new Set(read.references.map(({ place }) => place)));
  if (loose.length > 0)
    return {
      problem: "loose-mark",
      detail:
        loose
          .slice(0, 5)
          .map((place) => `[${place}]`)
          .join(", ") + (loose.length > 5 ? " …" : ""),
    };
  if (read.otherFields.length > 0)
    return { problem: "other-fields", detail: read.otherFields.join(", ") };
  return null;
}

/**
 * SQL, a CASE's branches for a staged row `r` whose response the run has as `s`: whether text and references are the same.
 * Of files without references only the text is compared.
 * @param response SQL of the row's response
 */
function sameness(roles: readonly ColumnRole[], response: string): string {
  const references = hasReferences(roles)
    ? `WHEN s.text = ${response} AND coalesce(r.reference_list, '[]') <> (
         SELECT coalesce(jsonb_agg(jsonb_build_object('place', x.place, 'title', x.title, 'url', x.url, 'text', x.text) ORDER BY x.place), '[]')
         FROM response_references x WHERE x.response_id = s.id) THEN 'references'`
    : "";
  return `CASE ${references} WHEN s.text = ${response} THEN 'same' ELSE 'other' END`;
}

/** Notes what a person says of similar texts; null forgets all of it. */
async function decideSimilar(
  client: Client,
  importId: number,
  decision: { ordinal: number | null; accepted: boolean } | null,
): Promise<void> {
  if (decision === null)
    await client.query(
      "UPDATE response_import_rows SET accepted = false WHERE import_id = $1 AND accepted",
      [importId],
    );
  else {
    await client.query(
      `UPDATE response_import_rows SET accepted = $2 WHERE import_id = $1 AND candidate_id IS NOT NULL AND CASE
         WHEN $3::int IS NOT NULL THEN ordinal = $3 WHEN $2 THEN candidate_score >= $4::real ELSE true END`,
      [importId, decision.accepted, decision.ordinal, SAFE_SCORE],
    );
  }
}

/** Marks what the run has already, verdicts without a response, and cells that are no verdict. */
async function compareWithRun(
  client: Client,
  runId: number,
  importId: number,
  roles: readonly ColumnRole[],
): Promise<void> {
  const response = placeOf(roles, "response");
  if (response === null) {
    await client.query(
      `UPDATE response_import_rows r SET problem = 'no-response' WHERE r.import_id = $1 AND r.question_id IS NOT NULL AND r.problem IS DISTINCT FROM 'duplicate'
         AND NOT EXISTS (SELECT 1 FROM responses s WHERE s.run_id = $2 AND s.question_id = r.question_id)`,
      [importId, runId],
    );
  } else {
    await client.query(
      `UPDATE response_import_rows r SET problem = 'already-there', detail = ${sameness(roles, cell(response))}
       FROM responses s WHERE r.import_id = $1 AND s.run_id = $2 AND s.question_id = r.question_id AND r.problem IS DISTINCT FROM 'duplicate'`,
      [importId, runId],
    );
  }
  for (const place of [placeOf(roles, "relaxed"), placeOf(roles, "strict")]) {
    if (place === null) continue;
    await client.query(
      `UPDATE response_import_rows r SET problem = 'bad-verdict', detail = left(${cell(place)}, 200)
       WHERE r.import_id = $1 AND r.question_id IS NOT NULL AND (r.problem IS NULL OR r.problem IN ('other-id', 'accepted', 'invisible', 'loose-mark', 'other-fields')) AND ${cell(place)} ~ '\\S'
         AND NOT lower(btrim(${cell(place)}, E' \\t\\r\\n')) = ANY ($2::text[])`,
      [importId, [...TRUE_WORDS, ...FALSE_WORDS]],
    );
  }
}

/** A verdict's cell as a boolean in SQL; null for what is none. */
function verdict(place: number | null): Prisma.Sql {
  if (place === null) return Prisma.sql`NULL::boolean`;
  const word = Prisma.sql`lower(btrim(coalesce(r.cells[${place}::int], ''), E' \t\r\n'))`;
  return Prisma.sql`(CASE WHEN ${word} = ANY (${TRUE_WORDS}::text[]) THEN true WHEN ${word} = ANY (${FALSE_WORDS}::text[]) THEN false END)`;
}

/** Records `r` whose response is added. */
export const ADDED = Prisma.sql`(r.question_id IS NOT NULL AND (r.problem IS NULL OR r.problem <> ALL (${[...LEFT_OUT]}::text[])))`;

/** Records `r` that bring a verdict on a response which the run has, or gets by this import. */
export function bringsVerdict(roles: readonly ColumnRole[]): Prisma.Sql {
  if (!hasVerdicts(roles)) return Prisma.sql`false`;
  return Prisma.sql`(r.question_id IS NOT NULL AND (${ADDED} OR (r.problem = 'already-there' AND r.detail IN ('same', 'references')))
    AND (${verdict(placeOf(roles, "relaxed"))} IS NOT NULL OR ${verdict(placeOf(roles, "strict"))} IS NOT NULL))`;
}

// Applying --------------------------------------------------------------------------------------------------------

/**
 * Adds the matched responses of an import to its run. What came into the run since the matching stays as it is: such
 * records become `already-there`. The caller holds the lock on the run.
 */
export async function addResponses(
  tx: Tx,
  run: { runId: number },
  importId: number,
  columns: ImportColumns,
): Promise<{ added: number; empty: number; references: number }> {
  const { roles } = columns;
  const response = placeOf(roles, "response");
  if (response === null) return { added: 0, empty: 0, references: 0 };
  await tx.$executeRaw`
    UPDATE response_import_rows r SET problem = 'already-there', detail = ${Prisma.raw(sameness(roles, cell(response)))}
    FROM responses s WHERE r.import_id = ${importId} AND ${ADDED} AND s.run_id = ${run.runId} AND s.question_id = r.question_id`;
  const kept = columns.columns.flatMap((name, at) =>
    roles[at] === "metadata" ? [{ name, place: at + 1 }] : [],
  );
  const [counts] = await tx.$queryRaw<{ added: number; empty: number }[]>`
    WITH added AS (
      INSERT INTO responses (run_id, question_id, revision_id, text, metadata, import_id)
      SELECT ${run.runId}, r.question_id, r.revision_id, coalesce(r.cells[${response}::int], ''),
        coalesce((SELECT jsonb_object_agg(m.name, r.cells[m.place]) FROM unnest(${kept.map(({ name }) => name)}::text[], ${kept.map(({ place }) => place)}::int[]) AS m (name, place)
          WHERE coalesce(r.cells[m.place], '') <> ''), '{}'), ${importId}
      FROM response_import_rows r WHERE r.import_id = ${importId} AND ${ADDED} ORDER BY r.ordinal
      RETURNING text)
    SELECT count(*)::int AS added, count(*) FILTER (WHERE text !~ '\\S')::int AS empty FROM added`;
  const references = hasReferences(roles)
    ? await tx.$executeRaw`
    INSERT INTO response_references (response_id, place, title, url, text)
    SELECT s.id, x.place, x.title, x.url, x.text
    FROM response_import_rows r JOIN responses s ON s.run_id = ${run.runId} AND s.question_id = r.question_id AND s.import_id = ${importId},
      jsonb_to_recordset(r.reference_list) AS x (place int, title text, url text, text text)
    WHERE r.import_id = ${importId} AND ${ADDED} ORDER BY s.id, x.place`
    : 0;
  return { ...counts!, references };
}

/**
 * SQL for FROM: the verdicts that an import brings on responses which are there: ordinal, response_id, revision_id,
 * relaxed, strict, explanation, and whether the evaluator's last one in these modes says the same.
 */
export function broughtVerdicts(
  runId: number,
  importId: number,
  { roles, evaluator }: Pick<ImportColumns, "roles" | "evaluator">,
): Prisma.Sql {
  const explanation = placeOf(roles, "explanation");
  return Prisma.sql`(
    SELECT r.ordinal, s.id AS response_id, s.revision_id, new.relaxed, new.strict, new.explanation,
      last.explanation IS NOT NULL AND last.relaxed IS NOT DISTINCT FROM new.relaxed AND last.strict IS NOT DISTINCT FROM new.strict AND last.explanation = new.explanation AS same
    FROM response_import_rows r JOIN responses s ON s.run_id = ${runId} AND s.question_id = r.question_id,
      LATERAL (SELECT ${verdict(placeOf(roles, "relaxed"))} AS relaxed, ${verdict(placeOf(roles, "strict"))} AS strict,
        ${explanation === null ? Prisma.sql`''` : Prisma.sql`coalesce(r.cells[${explanation}::int], '')`} AS explanation) new
      LEFT JOIN LATERAL (SELECT v.relaxed, v.strict, v.explanation FROM automatic_verdicts v JOIN evaluators e ON e.id = v.evaluator_id
        WHERE v.response_id = s.id AND e.name = ${evaluator} AND (v.relaxed IS NULL) = (new.relaxed IS NULL) AND (v.strict IS NULL) = (new.strict IS NULL)
        ORDER BY v.id DESC LIMIT 1) last ON true
    WHERE r.import_id = ${importId} AND ${bringsVerdict(roles)})`;
}

/** Keeps the verdicts of an import under its evaluator, as made by the answers of the run's release; one that says what the last one said is not kept twice. @returns how many. */
export async function addVerdicts(
  tx: Tx,
  run: { runId: number },
  importId: number,
  columns: ImportColumns,
  evaluatorId: number,
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, explanation, revision_id)
    SELECT b.response_id, ${evaluatorId}, b.relaxed, b.strict, b.explanation, b.revision_id
    FROM ${broughtVerdicts(run.runId, importId, columns)} b WHERE NOT b.same ORDER BY b.ordinal`;
}
