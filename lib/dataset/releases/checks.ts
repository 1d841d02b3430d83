import type { DatabaseCheck } from "@/lib/platform/backup/checks";

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
    return { checked: rows.length, wrong: wrong.length, examples: wrong.map(({ name }) => name) };
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
    return { checked: rows.length, wrong: wrong.length, examples: wrong.map(({ name }) => name) };
  },
};
