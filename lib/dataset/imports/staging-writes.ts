import { createReadStream } from "node:fs";
import { copyInto, copyText, db, type Tx, withConnection } from "@/lib/platform/db";
import { readCells, searchColumns } from "@/lib/dataset/questions/cells";
import { TYPED_COLUMNS, typedValues } from "@/lib/dataset/questions/typed-columns";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import { type Finding, quoteValue, type SourceRow } from "@/lib/dataset/file-formats/release-file";
import { stageRows } from "@/lib/dataset/import-engine/life-writes";
import { inImportTransaction } from "@/lib/dataset/import-engine/statements-writes";
import type { RowReading } from "@/lib/dataset/import-engine/vocabulary";

const ROW_COLUMNS = `import_rows (import_id, ordinal, record, id_cell, cells, style, question, normalized, primary_answer, search_text,
  evidence_hosts, ${TYPED_COLUMNS.join(", ")}, bad)`;
const FINDING_COLUMNS =
  'import_findings (import_id, record, line, "column", code, severity, value)';

/** What typed columns hold of a row whose cells mean nothing: it is shown, never applied. */
const UNREAD: { [F in Field]: Content[F] | "" } = {
  split: null,
  question: "",
  effectiveYear: null,
  nextReview: { policy: "unrecognized", on: null },
  falsePremise: false,
  hops: "",
  factType: "",
  sources: [],
  answers: [],
  note: "",
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
 * Reads rows' cells into typed values and stages them: see stageRows.
 * @param absent columns that the file lacks: nothing is found wrong with them
 */
export async function stageQuestions(
  importId: number,
  batches: AsyncIterable<SourceRow[]>,
  releasedOn: string | null,
  findings: FindingStore,
  afterBatch: (rows: number) => Promise<void>,
  absent: readonly string[] = [],
): Promise<number> {
  return stageRows(
    ROW_COLUMNS,
    batches,
    (row, ordinal) => stagedLine(importId, ordinal, row, releasedOn, findings, absent),
    async (rows) => {
      await findings.flush(false);
      await afterBatch(rows);
    },
  );
}

function stagedLine(
  importId: number,
  ordinal: number,
  row: SourceRow,
  releasedOn: string | null,
  findings: FindingStore,
  absent: readonly string[],
): string {
  const [idCell = "", ...cells] = row.cells;
  const read = readCells(cells, releasedOn);
  for (const finding of read.findings.filter(({ column }) => !absent.includes(column)))
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
  const typed = typedValues(read.content ?? (UNREAD as Content));
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
      ...TYPED_COLUMNS.map((column) => typed[column]),
      bad,
    ]
      .map(copyText)
      .join("\t") + "\n"
  );
}

/** Notes every row whose id an earlier row has, up to a thousand of them. An id means nothing to the matching. */
export async function noteRepeatedIds(importId: number): Promise<void> {
  await inImportTransaction("importWorking", importId, (client) =>
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

/** A file is kept in parts of so many bytes. */
const PART_BYTES = 1_048_576;

/** Keeps the file of an import until its columns are known. */
export async function keepFile(importId: number, path: string): Promise<void> {
  let part = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: PART_BYTES }))
    await db.importFile.create({
      data: { importId, part: part++, bytes: Uint8Array.from(bytes as Buffer) },
    });
}

/** The file of an import, as it was kept. */
export async function* keptFile(importId: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const found = await db.importFile.findUnique({
      where: { importId_part: { importId, part } },
      select: { bytes: true },
    });
    if (found === null) return;
    yield found.bytes;
  }
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
  await tx.importRow.deleteMany({
    where: { importId: appliedId, match: { not: "similar" }, resolution: null },
  });
  await tx.$executeRaw`DELETE FROM import_rows WHERE import_id IN (SELECT id FROM imports WHERE status IN ('cancelled', 'failed'))`;
}
