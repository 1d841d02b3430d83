import type { Actor } from "@/lib/people/access/schema";
import { ADVISORY_LOCKS, lock, lockStatement } from "@/lib/platform/advisory-locks";
import {
  copyInto,
  copyText,
  cursorBatches,
  Prisma,
  type Tx,
  withConnection,
} from "@/lib/platform/db";
import { cellSql, readCells, searchColumns } from "@/lib/dataset/questions/cells";
import { textKey } from "@/lib/dataset/questions/same-text";
import { CONTENT_COLUMNS } from "@/lib/dataset/questions/schema";
import { appendFirst, appendLike, typedColumns } from "@/lib/dataset/questions/ledger";
import { SEARCH_INDEX_AT_ONCE } from "@/lib/dataset/questions/writes";
import { type Finding, quoteValue, type SourceRow } from "@/lib/dataset/file-formats/release-file";
import {
  assignOneToOne,
  type Candidate,
  evidencePage,
  Proposals,
  RewordingIndex,
} from "./matching";
import {
  SAFE_SCORE,
  type ApplyChoices,
  type ImportOutcome,
  type PlanCounts,
  type PlannedWrites,
  type RowReading,
} from "./schema";

// Staging -------------------------------------------------------------------------------------------------------

const ROW_COLUMNS = `import_rows (import_id, ordinal, record, id_cell, cells, style, question, normalized, primary_answer, search_text,
  evidence_hosts, split, false_premise, fact_type, hops, effective_year, effective_before, review_policy, review_on, bad)`;
const FINDING_COLUMNS =
  'import_findings (import_id, record, line, "column", code, severity, value)';

/** Typed columns of a row whose cells mean nothing: it is shown, never applied. */
const UNREAD = {
  split: null,
  falsePremise: false,
  factType: "",
  hops: "",
  effectiveYear: null,
  effectiveBefore: false,
  reviewPolicy: "unrecognized",
  reviewOn: null,
};

/** A file that is no release at all can be wrong in millions of places; so many are enough to see that. */
const MAX_FINDINGS = 100_000;

/** Collects the findings of a file, MAX_FINDINGS of them at most, and writes them by COPY, a few thousand at a time. */
export class FindingStore {
  private waiting: Finding[] = [];
  /** The gravest finding of each record that no row has come for yet. */
  private readonly gravest = new Map<number, "error" | "suspect">();
  private kept = 0;

  constructor(private readonly importId: number) {}

  readonly report = (finding: Finding): void => {
    if (this.kept < MAX_FINDINGS) this.waiting.push(finding);
    if (++this.kept === MAX_FINDINGS)
      this.waiting.push({
        record: null,
        column: null,
        code: "more-findings",
        severity: "notice",
        value: String(MAX_FINDINGS),
      });
    if (finding.record === null || finding.severity === "notice") return;
    if (finding.severity === "error" || !this.gravest.has(finding.record))
      this.gravest.set(finding.record, finding.severity);
  };

  /** The gravest finding of a record, which is then forgotten. */
  takeGravest(record: number): "error" | "suspect" | null {
    const grave = this.gravest.get(record) ?? null;
    this.gravest.delete(record);
    return grave;
  }

  /** Writes what waits if it is much, or all of it at the end. */
  async flush(all: boolean): Promise<void> {
    if (this.waiting.length === 0 || (!all && this.waiting.length < 5_000)) return;
    const lines = this.waiting.map(
      (finding) =>
        [
          this.importId,
          finding.record,
          finding.line ?? null,
          finding.column,
          finding.code,
          finding.severity,
          finding.value === null ? null : finding.value.replaceAll("\u0000", "\u2400"),
        ]
          .map(copyText)
          .join("\t") + "\n",
    );
    this.waiting = [];
    await withConnection((client) => copyInto(client, FINDING_COLUMNS, lines));
  }
}

/**
 * Reads rows' cells into typed values and stages them by COPY.
 * @param afterBatch called with the number of rows staged so far; what it throws ends the staging, and nothing of it stays.
 */
export async function stageRows(
  importId: number,
  batches: AsyncIterable<SourceRow[]>,
  releasedOn: string | null,
  findings: FindingStore,
  afterBatch: (rows: number) => Promise<void>,
): Promise<number> {
  let ordinal = 0;
  async function* lines() {
    for await (const batch of batches) {
      let text = "";
      for (const row of batch) text += stagedLine(importId, ordinal++, row, releasedOn, findings);
      await findings.flush(false);
      await afterBatch(ordinal);
      yield text;
    }
  }
  await withConnection((client) => copyInto(client, ROW_COLUMNS, lines()));
  return ordinal;
}

function stagedLine(
  importId: number,
  ordinal: number,
  row: SourceRow,
  releasedOn: string | null,
  findings: FindingStore,
): string {
  const [idCell = "", ...cells] = row.cells;
  const read = readCells(cells, releasedOn);
  for (const finding of read.findings)
    findings.report({
      ...finding,
      record: row.record,
      line: row.line ?? null,
      value: quoteValue(finding.value),
    });
  const bad = findings.takeGravest(row.record);
  // A cell that Postgres cannot hold is an error, so its row is never applied; it is shown with a visible sign instead.
  const storable =
    bad === "error" ? cells.map((cell) => cell.replaceAll("\u0000", "\u2400")) : cells;
  const typed = read.content ? typedColumns(read.content, "active") : UNREAD;
  const search = read.content
    ? searchColumns(read.content)
    : {
        question: storable[1]!.trim(),
        normalized: "",
        primaryAnswer: "",
        searchText: "",
        evidenceHosts: [],
      };
  return (
    [
      importId,
      ordinal,
      row.record,
      idCell.replaceAll("\u0000", "\u2400"),
      storable,
      row.style,
      search.question,
      search.normalized,
      search.primaryAnswer,
      search.searchText,
      search.evidenceHosts,
      typed.split,
      typed.falsePremise,
      typed.factType,
      typed.hops,
      typed.effectiveYear,
      typed.effectiveBefore,
      typed.reviewPolicy,
      typed.reviewOn === null ? null : typed.reviewOn.toISOString().slice(0, 10),
      bad,
    ]
      .map(copyText)
      .join("\t") + "\n"
  );
}

/**
 * Prepares a transaction for statements over all staged rows. What the planner knows of these is from before this import:
 * left alone it compares every row with every other, and an import of 100,000 rows onto as many takes hours instead of
 * a second. Sorts of so many rows stay in memory.
 */
const FOR_MANY_ROWS = ["SET LOCAL enable_nestloop = off", "SET LOCAL work_mem = '64MB'"];

/** See FOR_MANY_ROWS. */
export async function planForManyRows(tx: Tx): Promise<void> {
  for (const setting of FOR_MANY_ROWS) await tx.$executeRawUnsafe(setting);
}

type Client = Parameters<Parameters<typeof withConnection>[0]>[0];

/**
 * Runs statements over all rows of an import on one connection, in one transaction that a cancellation can end at any
 * moment (see cancelStatements).
 */
async function inImportTransaction<T>(
  importId: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withConnection(async (client) => {
    await client.query("BEGIN");
    try {
      await client.query(lockStatement({ until: "transaction" }, "importWorking", importId));
      for (const setting of FOR_MANY_ROWS) await client.query(setting);
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  });
}

/**
 * Marks every row that repeats an earlier one's question (sameText) as bad, with a finding that names the earlier record.
 * Only rows whose normal form another row has are read.
 */
export async function markDuplicates(importId: number): Promise<void> {
  await inImportTransaction(importId, async (client) => {
    const repeats: { ordinal: number; first: number }[] = [];
    const first = new Map<string, number>();
    let normalized: string | null = null;
    const rows = cursorBatches<{
      ordinal: number;
      record: number;
      question: string;
      normalized: string;
    }>(
      client,
      `SELECT ordinal, record, question, normalized FROM import_rows WHERE import_id = $1 AND bad IS DISTINCT FROM 'error' AND normalized IN (
         SELECT normalized FROM import_rows WHERE import_id = $1 AND bad IS DISTINCT FROM 'error' GROUP BY normalized HAVING count(*) > 1)
       ORDER BY normalized, ordinal`,
      [importId],
    );
    for await (const batch of rows) {
      for (const row of batch) {
        if (row.normalized !== normalized) first.clear();
        normalized = row.normalized;
        const key = textKey(row.question);
        const earlier = first.get(key);
        if (earlier === undefined) first.set(key, row.record);
        else repeats.push({ ordinal: row.ordinal, first: earlier });
      }
    }
    if (repeats.length === 0) return;
    await client.query(
      "CREATE TEMP TABLE repeats (ordinal int PRIMARY KEY, first int) ON COMMIT DROP",
    );
    await copyInto(
      client,
      "repeats",
      inChunks(repeats, ({ ordinal, first: record }) => `${ordinal}\t${record}\n`),
    );
    await client.query(
      `WITH marked AS (
         UPDATE import_rows r SET bad = 'error' FROM repeats d WHERE r.import_id = $1 AND r.ordinal = d.ordinal RETURNING r.record, d.first
       )
       INSERT INTO import_findings (import_id, record, "column", code, severity, value)
       SELECT $1, m.record, 'question', 'duplicate-question', 'error', 'record ' || m.first FROM marked m ORDER BY m.record`,
      [importId],
    );
  });
}

/** The lines of many items, a thousand at a time. */
function* inChunks<T>(items: Iterable<T>, line: (item: T) => string): Generator<string> {
  let text = "";
  let count = 0;
  for (const item of items) {
    text += line(item);
    if (++count % 1_000 > 0) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** Notes every row whose id an earlier row has, up to a thousand of them. An id means nothing to the matching. */
export async function noteRepeatedIds(importId: number): Promise<void> {
  await inImportTransaction(importId, (client) =>
    client.query(
      `INSERT INTO import_findings (import_id, record, "column", code, severity, value)
     SELECT import_id, record, 'id', 'repeated-id', 'notice', left(id_cell, 200) FROM (
       SELECT import_id, record, id_cell, row_number() OVER (PARTITION BY id_cell ORDER BY ordinal) AS nth FROM import_rows WHERE import_id = $1 AND id_cell <> '') numbered
     WHERE nth > 1 ORDER BY record LIMIT 1000`,
      [importId],
    ),
  );
}

/**
 * Takes rows that were left out for one reason as they would be read: what was found there is a notice from then on, and the
 * row is as bad as the rest of what was found in it. Returns the number of findings.
 */
export async function takeRowsAsRead(
  tx: Tx,
  importId: number,
  reason: RowReading,
): Promise<number> {
  const taken = {
    "unescaped-quotes": "quotes-as-text",
    "formula-without-result": "formula-taken-as-empty",
  }[reason];
  const count = await tx.$executeRaw`
    UPDATE import_findings SET code = ${taken}, severity = 'notice' WHERE import_id = ${importId} AND code = ${reason}`;
  await tx.$executeRaw`
    UPDATE import_rows r SET bad = found.bad FROM (
      SELECT record, CASE WHEN bool_or(severity = 'error') THEN 'error' WHEN bool_or(severity = 'suspect') THEN 'suspect' END AS bad
      FROM import_findings WHERE import_id = ${importId} AND record IN (SELECT record FROM import_findings WHERE import_id = ${importId} AND code = ${taken})
      GROUP BY record) found
    WHERE r.import_id = ${importId} AND r.record = found.record`;
  return count;
}

/** Throws away the staged rows of an import that is given up, and what was found in them. */
export async function clearStaged(tx: Tx, importId: number): Promise<void> {
  await tx.importFinding.deleteMany({ where: { importId } });
  await clearRows(tx, importId);
}

/** Throws away the staged rows of an import; what was found in them stays. */
export async function clearRows(tx: Tx, importId: number): Promise<void> {
  await tx.importCandidate.deleteMany({ where: { importId } });
  await tx.importRow.deleteMany({ where: { importId } });
}

/**
 * Throws away what no import needs any more: the rows of an applied one that no one had to decide, and whatever is left of
 * cancelled and failed ones, whose clearing may have been cut off.
 */
export async function clearOver(tx: Tx, appliedId: number): Promise<void> {
  await tx.importRow.deleteMany({ where: { importId: appliedId, match: { not: "similar" } } });
  await tx.$executeRaw`DELETE FROM import_rows WHERE import_id IN (SELECT id FROM imports WHERE status IN ('cancelled', 'failed'))`;
}

/**
 * Ends imports whose process is gone: those that were read or matched and have given no sign of life since `silentSince`.
 * What they had staged goes with them. Several processes may do so at once. Returns their numbers.
 */
export async function endInterrupted(tx: Tx, silentSince: Date): Promise<number[]> {
  const ended = await tx.$queryRaw<{ id: number }[]>`
    UPDATE imports SET status = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'failed' END, error = CASE WHEN cancel_requested THEN error ELSE ${INTERRUPTED} END
    WHERE id IN (SELECT id FROM imports WHERE status IN ('reading', 'matching') AND progress_at < ${silentSince} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  // Of earlier ones something may be left, too, where the clearing was cut off.
  await tx.$executeRaw`DELETE FROM import_findings WHERE import_id IN (SELECT id FROM imports WHERE status IN ('cancelled', 'failed'))`;
  await tx.$executeRaw`DELETE FROM import_candidates WHERE import_id IN (SELECT id FROM imports WHERE status IN ('cancelled', 'failed'))`;
  await tx.$executeRaw`DELETE FROM import_rows WHERE import_id IN (SELECT id FROM imports WHERE status IN ('cancelled', 'failed'))`;
  return ended.map((row) => row.id);
}

const INTERRUPTED =
  "The server stopped while this file was being read. The dataset was not changed. Import the file again.";

// Matching ------------------------------------------------------------------------------------------------------

/** Forgets an earlier matching. */
export async function unmatch(tx: Tx, importId: number): Promise<void> {
  await tx.importCandidate.deleteMany({ where: { importId } });
  await tx.$executeRaw`
    UPDATE import_rows SET match = 'new', question_id = NULL, base_revision_id = NULL, score = NULL, changed = NULL, decision = NULL, decided_together = NULL
    WHERE import_id = ${importId} AND match <> 'new'`;
}

/**
 * Matches rows to questions by equal text, to the letter and then by sameText among those of equal normal form; never by
 * `id`. Each question goes to one row at most, active questions before retired ones.
 */
export async function matchEqual(importId: number): Promise<void> {
  await inImportTransaction(importId, async (client) => {
    await client.query(
      `UPDATE import_rows r SET match = 'exact', question_id = h.question_id
       FROM (SELECT DISTINCT ON (question) question, question_id FROM question_heads ORDER BY question, status, question_id) h
       WHERE r.import_id = $1 AND r.bad IS DISTINCT FROM 'error' AND r.question = h.question`,
      [importId],
    );
    const free = new Map<string, number>();
    const questions = cursorBatches<{ question_id: number; question: string }>(
      client,
      `SELECT h.question_id, h.question FROM question_heads h
       WHERE h.normalized IN (SELECT normalized FROM import_rows WHERE import_id = $1 AND ${UNEQUALLED}) AND ${NO_ROW_HAS_IT}
       ORDER BY h.status, h.question_id`,
      [importId],
    );
    for await (const batch of questions) {
      for (const head of batch)
        if (!free.has(textKey(head.question))) free.set(textKey(head.question), head.question_id);
    }
    if (free.size === 0) return;
    const pairs: { ordinal: number; questionId: number }[] = [];
    const rows = cursorBatches<{ ordinal: number; question: string }>(
      client,
      `SELECT ordinal, question FROM import_rows WHERE import_id = $1 AND ${UNEQUALLED}
         AND normalized IN (SELECT normalized FROM question_heads) ORDER BY ordinal`,
      [importId],
    );
    for await (const batch of rows) {
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
  await inImportTransaction(importId, async (client) => {
    const {
      rows: [staged],
    } = await client.query<{ all: number; rest: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE ${UNEQUALLED})::int AS rest FROM import_rows WHERE import_id = $1`,
      [importId],
    );
    if (staged!.rest === 0) return;
    let compared = staged!.all - staged!.rest;
    const index = await indexUnmatched(client, importId, () => progress(compared));
    const proposals = new Proposals();
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
        proposals.add(
          row.ordinal,
          index.candidates({
            question: row.question,
            normalized: row.normalized,
            primaryAnswer: row.primary_answer,
            evidence: pagesOf(row.source),
          }),
        );
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
  progress: () => Promise<void>,
): Promise<RewordingIndex> {
  const index = new RewordingIndex();
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

/**
 * Forgets every decision on rewordings and proposes the same questions again as at first.
 * @returns how many rows had been decided.
 */
export async function proposeAgain(tx: Tx, importId: number): Promise<number> {
  const decided = await tx.importRow.count({
    where: { importId, match: "similar", decision: { not: "open" } },
  });
  await tx.$executeRaw`
    UPDATE import_rows SET match = 'new', question_id = NULL, base_revision_id = NULL, score = NULL, changed = NULL, decision = NULL, decided_together = NULL
    WHERE import_id = ${importId} AND match = 'similar'`;
  const proposals = new Map<number, Candidate[]>();
  for (const { ordinal, questionId, score } of await tx.importCandidate.findMany({
    where: { importId },
    orderBy: [{ ordinal: "asc" }, { rank: "asc" }],
  })) {
    proposals.set(ordinal, [...(proposals.get(ordinal) ?? []), { questionId, score }]);
  }
  const chosen = [
    ...assignOneToOne([...proposals].map(([ordinal, candidates]) => ({ ordinal, candidates }))),
  ];
  const ordinals = chosen.map(([ordinal]) => ordinal);
  await tx.$executeRaw`
    UPDATE import_rows r SET match = 'similar', decision = 'open', question_id = p.question_id, score = p.score
    FROM unnest(${ordinals}::int[], ${chosen.map(([, candidate]) => candidate.questionId)}::int[], ${chosen.map(([, candidate]) => candidate.score)}::real[]) AS p (ordinal, question_id, score)
    WHERE r.import_id = ${importId} AND r.ordinal = p.ordinal`;
  await compareWithHeads(tx, importId, ordinals);
  return decided;
}

/**
 * Decides every open proposal; accepts those alike enough alone (SAFE).
 * @returns how many were decided, how many are open still, and the number by which undoTogether finds them again.
 */
export async function decideTogether(
  tx: Tx,
  importId: number,
  decision: "accepted" | "rejected",
): Promise<{ decided: number; left: number; together: number | null }> {
  const [last] = await tx.$queryRaw<
    { number: number }[]
  >`SELECT coalesce(max(decided_together), 0) + 1 AS number FROM import_rows WHERE import_id = ${importId}`;
  const together = last!.number;
  const decided = await tx.$executeRaw`
    UPDATE import_rows SET decision = ${decision}, decided_together = ${together}
    WHERE import_id = ${importId} AND match = 'similar' AND decision = 'open' AND (${decision} = 'rejected' OR ${SAFE})`;
  const left = await tx.importRow.count({
    where: { importId, match: "similar", decision: "open" },
  });
  return { decided, left, together: decided > 0 ? together : null };
}

/** Opens again what one call of decideTogether decided, but for rows whose question another row has got since. @returns how many. */
export async function undoTogether(tx: Tx, importId: number, together: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE import_rows r SET decision = 'open', decided_together = NULL
    WHERE r.import_id = ${importId} AND r.decided_together = ${together} AND NOT EXISTS (
      SELECT 1 FROM import_rows o WHERE o.import_id = r.import_id AND o.question_id = r.question_id AND o.ordinal <> r.ordinal
        AND o.decision IS DISTINCT FROM 'rejected')`;
}

/** Notes for every matched row (or some of them) the revision it was compared with and the columns that differ from it. */
export async function compareWithHeads(
  tx: Tx,
  importId: number,
  ordinals?: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows r SET base_revision_id = h.revision_id, changed =
      CASE WHEN r.cells = b.cells THEN '{}' ELSE ARRAY(
        SELECT c.name FROM unnest(r.cells, b.cells, ${CONTENT_COLUMNS}::text[]) AS c (mine, theirs, name) WHERE c.mine IS DISTINCT FROM c.theirs) END
      || CASE WHEN h.status = 'active' THEN '{}'::text[] ELSE ARRAY['status'] END
    FROM question_heads h JOIN revisions b ON b.id = h.revision_id
    WHERE r.import_id = ${importId} AND h.question_id = r.question_id
      ${ordinals === undefined ? Prisma.empty : Prisma.sql`AND r.ordinal = ANY(${ordinals}::int[])`}`;
}

// Applying ------------------------------------------------------------------------------------------------------

/** The rows that applying writes. */
function appliedRows(choices: Pick<ApplyChoices, "acceptSuspect">): Prisma.Sql {
  return choices.acceptSuspect ? Prisma.sql`bad IS DISTINCT FROM 'error'` : Prisma.sql`bad IS NULL`;
}

/** A row that belongs to a question that is there: equal, or an accepted rewording. */
const MATCHED = Prisma.sql`(match IN ('exact', 'normalized') OR (match = 'similar' AND decision = 'accepted'))`;
/** A row that becomes a new question; with REPLACING, one that takes the place of the question that it resembles. */
const UNMATCHED = Prisma.sql`(match = 'new' OR (match = 'similar' AND decision IN ('rejected', 'replaced')))`;
const REPLACING = Prisma.sql`(match = 'similar' AND decision = 'replaced')`;

/**
 * Heads `h` of active questions that the file does not have. A question that a row with errors names is not missing: were
 * that row left out, the question would be retired for a slip of the pen.
 */
export function isMissing(importId: number): Prisma.Sql {
  return Prisma.sql`(h.status = 'active' AND NOT ${isMatched(importId)}
    AND NOT ${isNamedByBadRow(importId)})`;
}

function isNamedByBadRow(importId: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM import_rows m WHERE m.import_id = ${importId} AND m.bad = 'error' AND m.question = h.question)`;
}

/** Heads `h` of questions that a row of the file is. */
function isMatched(importId: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM import_rows m WHERE m.import_id = ${importId} AND m.question_id = h.question_id AND m.decision IS DISTINCT FROM 'rejected')`;
}

/** An open proposal that may be accepted together with others (see SAFE_SCORE). */
const SAFE = Prisma.sql`(match = 'similar' AND decision = 'open' AND score >= ${SAFE_SCORE}::real)`;

/** Counts what applying would write, with and without the suspect rows; see PlannedWrites. */
export async function countWrites(
  tx: Tx,
  importId: number,
): Promise<{ withSuspect: PlannedWrites; withoutSuspect: PlannedWrites }> {
  const count = (suspect: Prisma.Sql) => Prisma.sql`json_build_object(
    'created', count(*) FILTER (WHERE ${UNMATCHED} AND NOT ${REPLACING} AND ${suspect}),
    'replaced', count(*) FILTER (WHERE ${REPLACING} AND ${suspect}),
    'changed', count(*) FILTER (WHERE match IN ('exact', 'normalized') AND changed <> '{}' AND ${suspect}),
    'reworded', count(*) FILTER (WHERE match = 'similar' AND decision = 'accepted' AND changed <> '{}' AND ${suspect}),
    'unchanged', count(*) FILTER (WHERE ${MATCHED} AND changed = '{}' AND ${suspect}))`;
  const [counts] = await tx.$queryRaw<
    { withSuspect: PlannedWrites; withoutSuspect: PlannedWrites }[]
  >`
    SELECT ${count(Prisma.sql`true`)} AS "withSuspect", ${count(Prisma.sql`bad IS NULL`)} AS "withoutSuspect"
    FROM import_rows WHERE import_id = ${importId} AND bad IS DISTINCT FROM 'error'`;
  return counts!;
}

/** Counts a plan as it stands. Open rewordings keep their question from counting as missing. */
export async function countPlan(tx: Tx, importId: number): Promise<PlanCounts> {
  const [counts] = await tx.$queryRaw<PlanCounts[]>`
    SELECT r.rows, r.exact, r.normalized, r.unchanged, r.changed, r.reworded, r."rewordingsOpen", r."rewordingsAccepted", r."rewordingsRejected",
      r."rewordingsReplaced", r."rewordingsSafe", r.new, r.bad, r.suspect, f.unreadable, q.present,
      q.present - r.found - CASE WHEN r.bad = 0 THEN 0 ELSE (
        SELECT count(*)::int FROM question_heads h
        WHERE h.status = 'active' AND NOT ${isMatched(importId)} AND ${isNamedByBadRow(importId)}) END AS missing
    FROM (
      SELECT count(*)::int AS rows,
        count(*) FILTER (WHERE match = 'exact')::int AS exact,
        count(*) FILTER (WHERE match = 'normalized')::int AS normalized,
        count(*) FILTER (WHERE match IN ('exact', 'normalized') AND changed = '{}')::int AS unchanged,
        count(*) FILTER (WHERE match IN ('exact', 'normalized') AND changed <> '{}')::int AS changed,
        count(*) FILTER (WHERE match = 'similar')::int AS reworded,
        count(*) FILTER (WHERE match = 'similar' AND decision = 'open')::int AS "rewordingsOpen",
        count(*) FILTER (WHERE match = 'similar' AND decision = 'accepted')::int AS "rewordingsAccepted",
        count(*) FILTER (WHERE match = 'similar' AND decision = 'rejected')::int AS "rewordingsRejected",
        count(*) FILTER (WHERE ${REPLACING})::int AS "rewordingsReplaced",
        count(*) FILTER (WHERE ${SAFE})::int AS "rewordingsSafe",
        count(*) FILTER (WHERE match = 'new' AND bad IS DISTINCT FROM 'error')::int AS new,
        count(*) FILTER (WHERE bad = 'error')::int AS bad,
        count(*) FILTER (WHERE bad = 'suspect')::int AS suspect,
        -- Each is another question; those of retired ones are marked by the comparison.
        count(*) FILTER (WHERE question_id IS NOT NULL AND decision IS DISTINCT FROM 'rejected' AND NOT 'status' = ANY (changed))::int AS found
      FROM import_rows WHERE import_id = ${importId}
    ) r, (
      SELECT count(*)::int AS present FROM question_heads WHERE status = 'active'
    ) q, (
      SELECT count(DISTINCT record)::int AS unreadable FROM import_findings f
      WHERE import_id = ${importId} AND severity = 'error' AND record IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = ${importId} AND r.record = f.record)
    ) f`;
  return counts!;
}

/**
 * How many rows were planned against a state of the dataset that has passed: their question was revised since, or a
 * question with their text (sameText) was added.
 */
export async function countOutdated(tx: Tx, importId: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM import_rows r JOIN question_heads h ON h.question_id = r.question_id
    WHERE r.import_id = ${importId} AND (${MATCHED} OR ${REPLACING}) AND h.revision_id <> r.base_revision_id`;
  const unmatched = Prisma.sql`r.import_id = ${importId} AND r.bad IS DISTINCT FROM 'error' AND ${UNMATCHED}`;
  const there = await tx.$queryRaw<{ question: string }[]>`
    SELECT h.question FROM question_heads h WHERE h.normalized IN (SELECT r.normalized FROM import_rows r WHERE ${unmatched})`;
  if (there.length === 0) return row!.count;
  const keys = new Set(there.map(({ question }) => textKey(question)));
  const rows = await tx.$queryRaw<{ question: string }[]>`
    SELECT r.question FROM import_rows r WHERE ${unmatched} AND r.normalized IN (SELECT h.normalized FROM question_heads h)`;
  return row!.count + rows.filter(({ question }) => keys.has(textKey(question))).length;
}

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
  choices: Pick<ApplyChoices, "acceptSuspect" | "missing">,
): Promise<Omit<ImportOutcome, "leftOut"> & { arrangementId: number | null }> {
  const { importId, operationId, order } = plan;
  const rows = appliedRows(choices);
  const since = await holdingSince(tx, plan.releasedOn);

  // Missing questions are counted before new ones are there.
  const missing = await tx.$queryRaw<{ questionId: number }[]>`
    SELECT h.question_id AS "questionId" FROM question_heads h WHERE ${isMissing(importId)} ORDER BY h.position`;

  const added = await createNew(tx, actor, importId, operationId, rows, order, since);
  const replaced = await replaceBySuccessors(tx, actor, importId, operationId, since);
  const revised = await reviseMatched(tx, actor, importId, operationId, rows, since);
  const retired =
    choices.missing === "retire"
      ? await retire(
          tx,
          actor,
          operationId,
          missing.map(({ questionId }) => ({ questionId, comment: "Not in the imported file" })),
          since,
        )
      : 0;
  const [unchanged] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND ${rows} AND ${MATCHED} AND changed = '{}'`;

  let arrangementId: number | null = null;
  if (order === "file") {
    // Where all questions are new they were written in the file's order already.
    const others = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 FROM question_heads WHERE question_id NOT IN (SELECT question_id FROM new_ids) LIMIT 1`;
    if (others.length > 0) await takeFileOrder(tx, importId, rows);
    arrangementId = await arrange(tx, actor, importId, rows, plan.layout, since);
  }
  return {
    created: added - replaced,
    replaced,
    ...revised,
    unchanged: unchanged!.count,
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

/** Revisions of the questions whose row differs from what they are now, retired ones restored. */
async function reviseMatched(
  tx: Tx,
  actor: Actor,
  importId: number,
  operationId: number,
  rows: Prisma.Sql,
  since: string,
): Promise<{ changed: number; reworded: number }> {
  const revised = Prisma.sql`r.import_id = ${importId} AND ${rows} AND ${MATCHED} AND r.changed <> '{}'`;
  await appendLike(tx, actor, {
    like: "r",
    fromFile: true,
    from: Prisma.sql`import_rows r JOIN question_heads h ON h.question_id = r.question_id
      WHERE ${revised} ORDER BY r.ordinal`,
    except: { status: Prisma.sql`'active'` },
    reason: "import",
    comment: Prisma.sql`''`,
    operationId,
    holdsSince: since,
    texts: Prisma.sql`SELECT r.question_id, r.question, r.normalized, r.primary_answer, r.search_text, r.evidence_hosts FROM import_rows r WHERE ${revised}`,
  });
  const [counts] = await tx.$queryRaw<{ changed: number; reworded: number }[]>`
    SELECT count(*) FILTER (WHERE match <> 'similar')::int AS changed, count(*) FILTER (WHERE match = 'similar')::int AS reworded FROM import_rows r WHERE ${revised}`;
  return counts!;
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
async function keepPositionsAscending(tx: Tx): Promise<void> {
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

// Being worked on -----------------------------------------------------------------------------------------------

/** Lets readers see, until this transaction ends, that an import is being applied. */
export async function showApplying(tx: Tx, importId: number): Promise<void> {
  await lock(tx, "importApplying", importId);
}

/** Lets a cancellation end this transaction's statements (see cancelStatements). */
export async function showWorking(tx: Tx, importId: number): Promise<void> {
  await lock(tx, "importWorking", importId);
}

/** SQL: a row of pg_locks is that an import holds this lock. */
const HELD = (
  name: "importApplying" | "importWorking",
  importId: number,
) => Prisma.sql`(locktype = 'advisory' AND classid = ${ADVISORY_LOCKS[name].number}::oid AND objid = ${importId}::oid AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

export async function isBeingApplied(tx: Tx, importId: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { applying: boolean }[]
  >`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE ${HELD("importApplying", importId)}) AS applying`;
  return row!.applying;
}

/** Ends whatever statement an import is waiting for, in whichever process; its transaction then fails and leaves nothing. */
export async function cancelStatements(tx: Tx, importId: number): Promise<void> {
  await tx.$queryRaw<
    { pg_cancel_backend: boolean }[]
  >`SELECT pg_cancel_backend(pid) FROM pg_locks WHERE ${HELD("importWorking", importId)} OR ${HELD("importApplying", importId)}`;
}

/** True for the error of a statement that cancelStatements ended. */
export function wasCancelled(error: unknown): boolean {
  return /57014|canceling statement due to user request/.test(
    `${String((error as { code?: unknown }).code)} ${String(error)} ${JSON.stringify((error as { meta?: unknown }).meta ?? "")}`,
  );
}

/** Until the transaction ends no one edits, so that the dataset can be rearranged; readers go on. */
export async function lockDataset(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE question_heads IN EXCLUSIVE MODE`;
}
