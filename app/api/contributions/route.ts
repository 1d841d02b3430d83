import { csvLines } from "@/lib/dataset/file-formats/csv-lines";
import { route } from "@/lib/people/access/route";
import { listContributions } from "@/lib/authoring/queries";
import { REJECTION_REASONS } from "@/lib/authoring/schema";
import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { contributionsPage } from "@/lib/authoring/address";

/** The contribution report as CSV (RFC 4180), one record for each annotator. */
export const GET = route(async (actor, request) => {
  const rows = await listContributions(
    actor,
    contributionsPage.read(new URL(request.url).searchParams),
  );
  const columns = [
    "annotator",
    "email",
    "written",
    "accepted",
    "waiting",
    "returned",
    "withdrawn",
    ...REJECTION_REASONS.map((reason) => `rejected_${reason.replaceAll("-", "_")}`),
    "median_hours_to_acceptance",
    "agreement_with_review",
  ];
  const records = rows.map((row) => [
    spreadsheetText(row.author),
    spreadsheetText(row.email),
    row.written,
    row.accepted,
    row.waiting,
    row.returned,
    row.withdrawn,
    ...REJECTION_REASONS.map((reason) => row.rejected[reason]),
    row.medianHoursToAcceptance?.toFixed(2) ?? "",
    row.agreement?.toFixed(4) ?? "",
  ]);
  return new Response(csvLines([columns, ...records]), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": "attachment; filename=contributions.csv",
      "cache-control": "no-store",
    },
  });
});
