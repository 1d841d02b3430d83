import type pg from "pg";
import { OFFICIAL_LAYOUT, type SourceRow } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { checkResult, type DatabaseCheck } from "@/lib/platform/backup/checks";

/** The stored bytes of each release have its checksum and size, in chunks without a gap, and its entries are all there. */
export const RELEASES_CHECK: DatabaseCheck = {
  what: "releases against their SHA-256",
  async find(client) {
    const { rows } = await client.query<{ name: string; right: boolean }>(`
      SELECT r.name,
        coalesce(encode(sha256(c.bytes), 'hex') = r.sha256 AND octet_length(c.bytes) = r.byte_size AND c.last = c.chunks - 1, r.byte_size = 0)
          AND (SELECT count(*) FROM release_entries e WHERE e.release_id = r.id) = r.question_count AS right
      FROM releases r LEFT JOIN LATERAL (
        SELECT string_agg(bytes, ''::bytea ORDER BY sequence) AS bytes, max(sequence) AS last, count(*) AS chunks
        FROM release_chunks WHERE release_id = r.id) c ON true
      ORDER BY r.id`);
    const wrong = rows.filter(({ right }) => !right);
    return checkResult(
      rows.length,
      wrong.map(({ name }) => name),
    );
  },
};

/** The stored Parquet files of releases have their checksum and size, in chunks without a gap. */
export const RELEASE_FILES_CHECK: DatabaseCheck = {
  what: "Parquet files of releases against their SHA-256",
  async find(client) {
    const { rows } = await client.query<{ name: string; right: boolean }>(`
      SELECT r.name || '/' || f.path AS name,
        coalesce(encode(sha256(c.bytes), 'hex') = f.sha256 AND octet_length(c.bytes) = f.byte_size AND c.last = c.chunks - 1, false) AS right
      FROM release_files f JOIN releases r ON r.id = f.release_id LEFT JOIN LATERAL (
        SELECT string_agg(bytes, ''::bytea ORDER BY sequence) AS bytes, max(sequence) AS last, count(*) AS chunks
        FROM release_file_chunks WHERE release_id = f.release_id AND path = f.path) c ON true
      ORDER BY f.release_id, f.path`);
    const wrong = rows.filter(({ right }) => !right);
    return checkResult(
      rows.length,
      wrong.map(({ name }) => name),
    );
  },
};

/** Entries that are read at a time. */
const PAGE = 2_000;

/** The CSV file of each release, made again from the revisions that it names, has the stored bytes. */
export const RELEASE_CONTENTS_CHECK: DatabaseCheck = {
  what: "releases against the revisions in them",
  async find(client) {
    const { rows: releases } = await client.query<{ id: number; name: string }>(
      "SELECT id, name FROM releases ORDER BY id",
    );
    const examples: string[] = [];
    for (const { id, name } of releases) {
      const differs = (await strayEntry(client, id)) ?? (await firstDifference(client, id));
      if (differs !== null) examples.push(`${name}: ${differs}`);
    }
    return checkResult(releases.length, examples);
  },
};

/** The first entry of a release whose revision is one of another question; null if there is none. */
async function strayEntry(client: pg.ClientBase, releaseId: number): Promise<string | null> {
  const { rows } = await client.query<{ questionId: number }>(
    `SELECT e.question_id AS "questionId" FROM release_entries e JOIN revisions r ON r.id = e.revision_id
     WHERE e.release_id = $1 AND r.question_id <> e.question_id ORDER BY e.position LIMIT 1`,
    [releaseId],
  );
  return rows.length === 0 ? null : `Q${rows[0]!.questionId} has a revision of another question`;
}

/** Where the stored bytes of a release first differ from those made again; null if they are the same. */
async function firstDifference(client: pg.ClientBase, releaseId: number): Promise<string | null> {
  const stored = new Stored(client, releaseId);
  const current: { questionId: number | null } = { questionId: null };
  for await (const text of writeCsv(entries(client, releaseId, current), OFFICIAL_LAYOUT)) {
    const made = Buffer.from(text, "utf8");
    if (made.equals(await stored.next(made.length))) continue;
    return current.questionId === null
      ? "the first lines differ"
      : `Q${current.questionId} differs`;
  }
  return (await stored.next(1)).length === 0 ? null : "there is more behind the last question";
}

/** The rows of a release one by one, as its file has them. @param current is told whose row is handed out */
async function* entries(
  client: pg.ClientBase,
  releaseId: number,
  current: { questionId: number | null },
): AsyncGenerator<SourceRow[]> {
  for (let last = -1; ;) {
    const { rows } = await client.query<{ position: number; questionId: number; cells: string[] }>(
      `SELECT e.position, e.question_id AS "questionId", r.cells FROM release_entries e JOIN revisions r ON r.id = e.revision_id
       WHERE e.release_id = $1 AND e.position > $2 ORDER BY e.position LIMIT ${PAGE}`,
      [releaseId, last],
    );
    if (rows.length === 0) return;
    last = rows.at(-1)!.position;
    for (const { position, questionId, cells } of rows) {
      current.questionId = questionId;
      yield [{ record: position, style: 0, cells: [String(position), ...cells] }];
    }
  }
}

/** The stored bytes of a release's CSV file, from the first on. */
class Stored {
  private waiting: Buffer = Buffer.alloc(0);
  private last = -1;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly releaseId: number,
  ) {}

  /** @returns the next so many bytes; fewer at the end */
  async next(length: number): Promise<Buffer> {
    while (this.waiting.length < length) {
      const { rows } = await this.client.query<{ sequence: number; bytes: Buffer }>(
        "SELECT sequence, bytes FROM release_chunks WHERE release_id = $1 AND sequence > $2 ORDER BY sequence LIMIT 1",
        [this.releaseId, this.last],
      );
      if (rows.length === 0) break;
      this.last = rows[0]!.sequence;
      this.waiting = Buffer.concat([this.waiting, rows[0]!.bytes]);
    }
    const taken = this.waiting.subarray(0, length);
    this.waiting = this.waiting.subarray(length);
    return taken;
  }
}
