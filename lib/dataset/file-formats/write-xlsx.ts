import { OWN_COLUMNS } from "./release-header";
import type { ExportRow } from "./release-file";
import { writeWorkbook } from "./write-workbook";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

const HEADER = [...RELEASE_COLUMNS, ...OWN_COLUMNS];

/**
 * Writes a workbook with the sheet `freshqa`: the header, then a row for each question, with the columns question_id and
 * revision at the end. Every cell is a text.
 */
export function writeXlsx(
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  return writeWorkbook("freshqa", HEADER, cellsOf(rows));
}

async function* cellsOf(
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
): AsyncGenerator<string[][]> {
  for await (const batch of rows)
    yield batch.map(({ cells, questionId, revision }) => [...cells, questionId, String(revision)]);
}
