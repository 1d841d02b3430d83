import { attachment } from "@/app/api/download";
import { csvLines } from "@/lib/dataset/file-formats/csv-lines";
import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { route } from "@/lib/people/access/route";
import { getRaterHours } from "@/lib/rating/hours/queries";
import { hoursPage } from "@/lib/rating/hours/address";

const COLUMNS = [
  "rater",
  "email",
  "from",
  "to",
  "rated",
  "corrected",
  "active_seconds",
  "hours",
  "over_clock",
  "late_ratings",
  "late_hours",
  "rate_set_later",
  "amount",
  "currency",
];

/** Hours of raters as CSV (RFC 4180), of all for managers, their own for raters: `?from=…&to=…&by=…&rater=ID`. */
export const GET = route(async (actor, request) => {
  const { rows } = await getRaterHours(actor, hoursPage.read(new URL(request.url).searchParams));
  const records = rows.map((row) => [
    spreadsheetText(row.rater),
    spreadsheetText(row.email),
    row.from,
    row.to,
    row.rated,
    row.corrected,
    (row.activeMs / 1_000).toFixed(3),
    (row.activeMs / 3_600_000).toFixed(4),
    row.overClock ? "true" : "false",
    row.late,
    (row.lateMs / 3_600_000).toFixed(4),
    row.rateSetLater ? "true" : "false",
    row.amount ?? "",
    row.currency ?? "",
  ]);
  return new Response(csvLines([COLUMNS, ...records]), {
    headers: {
      ...attachment("rater-hours.csv", "text/csv; charset=utf-8"),
      "cache-control": "no-store",
    },
  });
});
