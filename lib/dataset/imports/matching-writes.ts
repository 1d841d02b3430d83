import { copyInto, cursorBatches, type Tx } from "@/lib/platform/db";
import { cellSql } from "@/lib/dataset/questions/cells";
import { caselessKey, textKey } from "@/lib/dataset/questions/same-text";
import {
  type Client,
  inChunks,
  inImportTransaction,
} from "@/lib/dataset/import-engine/statements-writes";
import { keepDecisions } from "./deciding-writes";
import { LEFT_BY_AN_UNDO, PUT_IN_PLACE_OF, writtenWithoutCase } from "./sql";
import { caselessTraits, type ReadTraits, traitsOf } from "./likeness";
import {
  type Candidate,
  evidencePage,
  inOtherCase,
  leavingTwins,
  Proposals,
  RewordingIndex,
  trigramOverlap,
} from "./matching";

/** Forgets an earlier matching. What was decided is set aside: restoreDecisions takes it over into the next one. */
export async function unmatch(tx: Tx, importId: number): Promise<void> {
  await keepDecisions(tx, importId);
  await tx.importCandidate.deleteMany({ where: { importId } });
  await tx.$executeRaw`
    UPDATE import_rows SET match = 'new', question_id = NULL, base_revision_id = NULL, common_revision_id = NULL, sides = NULL, resolution = NULL,
      score = NULL, changed = NULL, decision = NULL, decided_together = NULL
    WHERE import_id = ${importId} AND match <> 'new'`;
}

/** Notes with which state of the dataset the rows are matched; revisions that are being written are waited for. */
export async function noteLastRevision(importId: number): Promise<void> {
  await inImportTransaction("importWorking", importId, async (client) => {
    await client.query("LOCK TABLE revisions IN SHARE MODE");
    await client.query(
      "UPDATE imports SET last_revision_id = (SELECT coalesce(max(id), 0) FROM revisions) WHERE id = $1",
      [importId],
    );
  });
}

/**
 * Matches rows to questions by equal text, to the letter and then by sameText among those of equal normal form; never by
 * `id`. Each question goes to one row at most, active questions before retired ones.
 */
export async function matchEqual(importId: number): Promise<void> {
  await inImportTransaction("importWorking", importId, async (client) => {
    await client.query(
      `UPDATE import_rows r SET match = 'exact', question_id = h.question_id
       FROM (SELECT DISTINCT ON (question) question, question_id FROM question_heads h WHERE NOT (${LEFT_BY_AN_UNDO}) ORDER BY question, status, question_id) h
       WHERE r.import_id = $1 AND r.bad IS DISTINCT FROM 'error' AND r.question = h.question`,
      [importId],
    );
    const free = new Map<string, number>();
    for await (const batch of questionsLikeRows(client, importId)) {
      for (const { questionId, question } of batch)
        if (!free.has(textKey(question))) free.set(textKey(question), questionId);
    }
    if (free.size === 0) return;
    const pairs: { ordinal: number; questionId: number }[] = [];
    for await (const batch of rowsLikeQuestions(client, importId)) {
      for (const row of batch) {
        const questionId = free.get(textKey(row.question));
        if (questionId !== undefined) pairs.push({ ordinal: row.ordinal, questionId });
      }
    }
    await client.query(
      "CREATE TEMP TABLE equal_pairs (ordinal int PRIMARY KEY, question_id int) ON COMMIT DROP",
    );
    await copyInto(
      client,
      "equal_pairs",
      inChunks(pairs, (pair) => `${pair.ordinal}\t${pair.questionId}\n`),
    );
    await client.query(
      `UPDATE import_rows r SET match = 'normalized', question_id = p.question_id FROM equal_pairs p
       WHERE r.import_id = $1 AND r.ordinal = p.ordinal`,
      [importId],
    );
  });
}

/** Rows that can be applied and have no question yet. */
const UNEQUALLED = "match = 'new' AND bad IS DISTINCT FROM 'error'";
/** Heads `h` that no row of import $1 has. */
const NO_ROW_HAS_IT =
  "NOT EXISTS (SELECT 1 FROM import_rows t WHERE t.import_id = $1 AND t.question_id = h.question_id)";

/**
 * Proposes questions for the rows that have no equal, one to one, best first.
 * @param progress called with the number of rows that have been matched or compared so far; what it throws ends the matching.
 */
export async function matchSimilar(
  importId: number,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  await inImportTransaction("importWorking", importId, async (client) => {
    const {
      rows: [staged],
    } = await client.query<{ all: number; rest: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE ${UNEQUALLED})::int AS rest FROM import_rows WHERE import_id = $1`,
      [importId],
    );
    if (staged!.rest === 0) return;
    let compared = staged!.all - staged!.rest;
    const withoutCase = await caseSaysNothing(client, importId);
    const index = await indexUnmatched(
      client,
      importId,
      withoutCase ? caselessTraits : traitsOf,
      () => progress(compared),
    );
    const twins = await twinsOfRows(client, importId);
    const keyOf = new Map(
      [...twins].flatMap(([key, { questions }]) => questions.map((one) => [one.questionId, key])),
    );
    const proposals = new Proposals();
    const replaced = await replacedUntilUndone(client, importId);
    const rows = cursorBatches<{
      ordinal: number;
      question: string;
      normalized: string;
      primary_answer: string;
      source: string;
    }>(
      client,
      `SELECT ordinal, question, normalized, primary_answer, ${cellSql("import_rows", "source")} AS source FROM import_rows
       WHERE import_id = $1 AND ${UNEQUALLED} ORDER BY ordinal`,
      [importId],
      200,
    );
    for await (const batch of rows) {
      for (const row of batch) {
        const key = caselessKey(row.question);
        const found = index.candidates({
          question: row.question,
          normalized: row.normalized,
          primaryAnswer: row.primary_answer,
          evidence: pagesOf(row.source),
        });
        const candidates = inOtherCase(
          row.question,
          twins.get(key)?.questions ?? [],
          leavingTwins(found, (questionId) => (keyOf.get(questionId) ?? key) !== key),
          withoutCase && twins.get(key)?.rows === 1,
        );
        // However little alike they are: someone said that this row takes that question's place.
        const former = replaced.get(key);
        if (former && candidates.every((one) => one.questionId !== former.questionId))
          candidates.push({
            questionId: former.questionId,
            score: trigramOverlap(row.normalized, former.normalized),
          });
        proposals.add(row.ordinal, candidates);
      }
      compared += batch.length;
      await progress(compared);
    }
    const chosen = proposals.assign();
    // The candidates of a row that gets none of them are no one's to choose from.
    await copyInto(
      client,
      "import_candidates (import_id, ordinal, rank, question_id, score)",
      inChunks(
        proposals.candidatesOf(chosen),
        (one) => `${importId}\t${one.ordinal}\t${one.rank}\t${one.questionId}\t${one.score}\n`,
      ),
    );
    await propose(client, importId, chosen);
  });
}

/** Whether the rows, or the active questions, were written without regard to case; see writtenWithoutCase. */
async function caseSaysNothing(client: Client, importId: number): Promise<boolean> {
  const {
    rows: [found],
  } = await client.query<{ nothing: boolean }>(
    `SELECT ${writtenWithoutCase("SELECT question FROM import_rows WHERE import_id = $1 AND bad IS DISTINCT FROM 'error'")}
       OR ${writtenWithoutCase("SELECT question FROM question_heads WHERE status = 'active'")} AS nothing`,
    [importId],
  );
  return found!.nothing;
}

/** The rows without a question whose normal form a question has, in the file's order. */
function rowsLikeQuestions(client: Client, importId: number) {
  return cursorBatches<{ ordinal: number; question: string }>(
    client,
    `SELECT ordinal, question FROM import_rows WHERE import_id = $1 AND ${UNEQUALLED}
       AND normalized IN (SELECT normalized FROM question_heads) ORDER BY ordinal`,
    [importId],
  );
}

/** The questions without a row whose normal form such a row has, active ones first. */
function questionsLikeRows(client: Client, importId: number) {
  return cursorBatches<{ questionId: number; question: string }>(
    client,
    `SELECT h.question_id AS "questionId", h.question FROM question_heads h
     WHERE h.normalized IN (SELECT normalized FROM import_rows WHERE import_id = $1 AND ${UNEQUALLED}) AND ${NO_ROW_HAS_IT} AND NOT (${LEFT_BY_AN_UNDO})
     ORDER BY h.status, h.question_id`,
    [importId],
  );
}

/** Rows that no question equals and questions that no row has, which differ in case alone. */
interface Twins {
  rows: number;
  questions: { questionId: number; question: string }[];
}

/** What differs from a row's text in case alone, retired questions too, by their caselessKey. */
async function twinsOfRows(client: Client, importId: number): Promise<Map<string, Twins>> {
  const twins = new Map<string, Twins>();
  for await (const batch of rowsLikeQuestions(client, importId))
    for (const { question } of batch) {
      const key = caselessKey(question);
      twins.set(key, { rows: (twins.get(key)?.rows ?? 0) + 1, questions: [] });
    }
  for await (const batch of questionsLikeRows(client, importId))
    for (const one of batch) twins.get(caselessKey(one.question))?.questions.push(one);
  return twins;
}

/** The questions that no row has, by the texts that replaced them in an import which was undone (see LEFT_BY_AN_UNDO). */
async function replacedUntilUndone(
  client: Client,
  importId: number,
): Promise<Map<string, { questionId: number; normalized: string }>> {
  const { rows } = await client.query<{ text: string; questionId: number; normalized: string }>(
    `SELECT h.question AS text, p.question_id AS "questionId", p.normalized FROM ${PUT_IN_PLACE_OF}
     JOIN question_heads h ON h.question_id = s.successor_id AND ${LEFT_BY_AN_UNDO}
     WHERE NOT EXISTS (SELECT 1 FROM import_rows t WHERE t.import_id = $1 AND t.question_id = p.question_id)`,
    [importId],
  );
  return new Map(rows.map(({ text, ...question }) => [caselessKey(text), question]));
}

/** Proposes a question for each of some rows, to be decided. */
async function propose(
  client: Client,
  importId: number,
  chosen: ReadonlyMap<number, Candidate>,
): Promise<void> {
  await client.query(
    "CREATE TEMP TABLE proposed (ordinal int PRIMARY KEY, question_id int, score real) ON COMMIT DROP",
  );
  await copyInto(
    client,
    "proposed",
    inChunks(chosen, ([ordinal, one]) => `${ordinal}\t${one.questionId}\t${one.score}\n`),
  );
  await client.query(
    `UPDATE import_rows r SET match = 'similar', decision = 'open', question_id = p.question_id, score = p.score
     FROM proposed p WHERE r.import_id = $1 AND r.ordinal = p.ordinal`,
    [importId],
  );
}

/** The active questions that no row has, by their words. @param progress called after each batch */
async function indexUnmatched(
  client: Client,
  importId: number,
  read: ReadTraits,
  progress: () => Promise<void>,
): Promise<RewordingIndex> {
  const index = new RewordingIndex([], read);
  const batches = cursorBatches<{
    question_id: number;
    question: string;
    normalized: string;
    primary_answer: string;
    source: string;
  }>(
    client,
    `SELECT h.question_id, h.question, h.normalized, h.primary_answer, ${cellSql("r", "source")} AS source FROM question_heads h JOIN revisions r ON r.id = h.revision_id
     WHERE h.status = 'active' AND ${NO_ROW_HAS_IT}`,
    [importId],
  );
  for await (const batch of batches) {
    for (const row of batch) {
      index.add({
        questionId: row.question_id,
        question: row.question,
        normalized: row.normalized,
        primaryAnswer: row.primary_answer,
        evidence: pagesOf(row.source),
      });
    }
    await progress();
  }
  return index;
}

function pagesOf(source: string): string[] {
  return source
    .split(/\s+/)
    .filter((url) => url.startsWith("http"))
    .map(evidencePage);
}
