import { route } from "@/lib/people/access/route";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { writeSpreadsheetCsv } from "@/lib/dataset/file-formats/write-spreadsheet-csv";
import { now } from "@/lib/platform/clock";
import { parseGrid } from "@/lib/dataset/questions/grid";
import { exportMatching } from "@/lib/dataset/questions/queries";

/**
 * The rows that a view of the grid shows, as CSV in the official form, or with `spreadsheet=1` for spreadsheet programs;
 * streamed, so that memory stays flat.
 */
export const GET = route(async (actor, request) => {
  const asked = new URL(request.url).searchParams;
  const spreadsheet = asked.get("spreadsheet") === "1";
  const state = parseGrid(asked);
  const rows = exportMatching(actor, state);
  // The first batch is read before the answer begins, so that a failure is still told by its status.
  const first = await rows.next();
  const text = spreadsheet
    ? writeSpreadsheetCsv(rest(first, rows))
    : writeCsv(rest(first, rows), OFFICIAL_LAYOUT);
  const fileName = `FreshQA_questions_${now().toISOString().slice(0, 10)}.csv`;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await text.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await text.return(undefined);
      await rows.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${spreadsheet ? spreadsheetFileName(fileName) : fileName}"`,
      "cache-control": "no-store",
    },
  });
});

async function* rest<T>(first: IteratorResult<T>, rows: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rows;
}
