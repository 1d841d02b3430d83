import { DuckDBInstance } from "@duckdb/node-api";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Asks DuckDB, whose reader of Parquet shares nothing with our writer. */
async function askDuckDb<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** What DuckDB reads of a file: its rows, and its columns with their types. @param query of the table `file` */
export async function readWithDuckDb(
  bytes: AsyncIterable<Uint8Array>,
  query = "SELECT * FROM file",
): Promise<{ rows: Record<string, unknown>[]; types: [string, string][] }> {
  const folder = mkdtempSync(join(tmpdir(), "parquet-"));
  const path = join(folder, "file.parquet");
  await writeFile(path, bytes);
  const ofFile = (sql: string) => sql.replace("FROM file", `FROM '${path}'`);
  try {
    const types = await askDuckDb<{ column_name: string; column_type: string }>(
      ofFile("DESCRIBE SELECT * FROM file"),
    );
    return {
      rows: await askDuckDb(ofFile(query)),
      types: types.map(({ column_name, column_type }) => [column_name, column_type]),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
