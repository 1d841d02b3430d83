import { copyInto, cursorBatches } from "@/lib/platform/db";
import { caselessKey, textKey } from "@/lib/dataset/questions/same-text";
import {
  type Client,
  inChunks,
  inImportTransaction,
} from "@/lib/dataset/import-engine/statements-writes";
import { MATCHES_A_QUESTION } from "./sql";

/*
 * Rows of one file that have the same question: the same text, which is an error, or the same but for case, which may be meant.
 */

/** A row that shares its normal form with another. */
interface Alike {
  ordinal: number;
  record: number;
  question: string;
  /** Whether it is a question of the dataset already. */
  known: boolean;
  /** Whether nothing else is wrong with it. */
  clean: boolean;
}

/** A row, and the record of the one that it repeats. */
interface Repeat {
  ordinal: number;
  first: number;
}

/** Marks every row that repeats an earlier one's question (sameText) as bad, with a finding that names the earlier record. */
export async function markDuplicates(importId: number): Promise<void> {
  await inImportTransaction("importWorking", importId, async (client) => {
    if (!(await makeRepeats(client, importId, repeatsOfText))) return;
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

function repeatsOfText(rows: readonly Alike[]): Repeat[] {
  const first = new Map<string, number>();
  const repeats: Repeat[] = [];
  for (const { ordinal, record, question } of rows) {
    const key = textKey(question);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, record);
    else repeats.push({ ordinal, first: earlier });
  }
  return repeats;
}

/**
 * Marks as suspect every row that no question equals and that differs from another row in case alone (sameButForCase): from
 * one that is a question of the dataset, else the first with nothing wrong, else the first. To be called once equal texts are matched;
 * marks of an earlier matching are taken back first.
 */
export async function markCaseRepeats(importId: number): Promise<void> {
  await inImportTransaction("importWorking", importId, async (client) => {
    // A row that looked suspect for another reason, too, got a notice only.
    await client.query(
      `UPDATE import_rows r SET bad = NULL FROM import_findings f
       WHERE f.import_id = $1 AND f.code = 'other-case' AND f.severity = 'suspect' AND r.import_id = $1 AND r.record = f.record AND r.bad = 'suspect'`,
      [importId],
    );
    await client.query("DELETE FROM import_findings WHERE import_id = $1 AND code = 'other-case'", [
      importId,
    ]);
    if (!(await makeRepeats(client, importId, repeatsButForCase))) return;
    await client.query(
      `INSERT INTO import_findings (import_id, record, "column", code, severity, value)
       SELECT $1, r.record, 'question', 'other-case', CASE WHEN r.bad IS NULL THEN 'suspect' ELSE 'notice' END, 'record ' || d.first
       FROM import_rows r JOIN repeats d ON d.ordinal = r.ordinal WHERE r.import_id = $1 ORDER BY r.record`,
      [importId],
    );
    await client.query(
      "UPDATE import_rows r SET bad = 'suspect' FROM repeats d WHERE r.import_id = $1 AND r.ordinal = d.ordinal",
      [importId],
    );
  });
}

function repeatsButForCase(rows: readonly Alike[]): Repeat[] {
  const kept = new Map<string, Alike>();
  for (const row of rows) {
    const key = caselessKey(row.question);
    const before = kept.get(key);
    if (before === undefined || standing(row) > standing(before)) kept.set(key, row);
  }
  return rows.flatMap((row) => {
    const other = kept.get(caselessKey(row.question))!;
    return other === row || row.known ? [] : [{ ordinal: row.ordinal, first: other.record }];
  });
}

/** The greater, the rather a row stays and the others are doubted. */
function standing({ known, clean }: Alike): number {
  return known ? 2 : clean ? 1 : 0;
}

/** Rows that can be applied and share their normal form with others, those of one form together, in the file's order. */
async function* alikeRows(client: Client, importId: number): AsyncGenerator<Alike[]> {
  const rows = cursorBatches<Alike & { normalized: string }>(
    client,
    `SELECT ordinal, record, question, normalized, ${MATCHES_A_QUESTION} AS known, bad IS NULL AS clean FROM import_rows WHERE import_id = $1 AND bad IS DISTINCT FROM 'error' AND normalized IN (
       SELECT normalized FROM import_rows WHERE import_id = $1 AND bad IS DISTINCT FROM 'error' GROUP BY normalized HAVING count(*) > 1)
     ORDER BY normalized, ordinal`,
    [importId],
  );
  let alike: Alike[] = [];
  let normalized: string | null = null;
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.normalized !== normalized && alike.length > 0) {
        yield alike;
        alike = [];
      }
      normalized = row.normalized;
      alike.push(row);
    }
  }
  if (alike.length > 0) yield alike;
}

/**
 * Makes `repeats`, a table of the transaction, unless no row repeats another.
 * @param repeatsOf of rows with one normal form, those that repeat another of them.
 * @returns whether there are any.
 */
async function makeRepeats(
  client: Client,
  importId: number,
  repeatsOf: (rows: readonly Alike[]) => Repeat[],
): Promise<boolean> {
  const repeats: Repeat[] = [];
  for await (const rows of alikeRows(client, importId))
    for (const repeat of repeatsOf(rows)) repeats.push(repeat);
  if (repeats.length === 0) return false;
  await client.query(
    "CREATE TEMP TABLE repeats (ordinal int PRIMARY KEY, first int) ON COMMIT DROP",
  );
  await copyInto(
    client,
    "repeats",
    inChunks(repeats, ({ ordinal, first }) => `${ordinal}\t${first}\n`),
  );
  return true;
}
