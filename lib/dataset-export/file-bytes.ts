import { OFFICIAL_LAYOUT, type ExportRow, type FileLayout, type SourceRow } from "@/lib/exchange/formats/release-file";
import { writeCsv } from "@/lib/exchange/formats/write-csv";
import { writeJsonLines } from "@/lib/exchange/formats/write-json-lines";
import type { ExportFormat } from "./schema";

/** A row of an outgoing file, with what JSON Lines and XLSX add: whose it is ("Q17"), and which of its revisions. */
export type OutgoingRow = SourceRow & ExportRow;

/** Writes rows as a file in one of the formats, a piece a batch. `layout` and `preamble` concern CSV alone. */
export async function* writeFile(
  format: ExportFormat, rows: AsyncIterable<OutgoingRow[]>, layout: FileLayout = OFFICIAL_LAYOUT, options: { preamble?: boolean } = {},
): AsyncGenerator<Uint8Array> {
  switch (format) {
    case "csv":
      return yield* encoded(writeCsv(rows, layout, options));
    case "jsonl":
      return yield* encoded(writeJsonLines(rows));
    case "xlsx":
      // With its zip writer, which few exports need.
      return yield* (await import("@/lib/exchange/formats/write-xlsx")).writeXlsx(rows);
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text, "utf8");
}
