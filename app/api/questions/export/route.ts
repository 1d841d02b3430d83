import { attachment, streamBody } from "@/app/api/download";
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
  const text = spreadsheet ? writeSpreadsheetCsv(rows) : writeCsv(rows, OFFICIAL_LAYOUT);
  const fileName = `FreshQA_questions_${now().toISOString().slice(0, 10)}.csv`;
  return new Response(await streamBody(text), {
    headers: {
      ...attachment(
        spreadsheet ? spreadsheetFileName(fileName) : fileName,
        "text/csv; charset=utf-8",
      ),
      "cache-control": "no-store",
    },
  });
});
