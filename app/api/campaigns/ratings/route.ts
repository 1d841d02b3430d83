import { attachment, streamBody } from "@/app/api/download";
import { csvLines } from "@/lib/dataset/file-formats/csv-lines";
import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { route } from "@/lib/people/access/route";
import { openRaterRatings, type RaterRating } from "@/lib/rating/rater-ratings/queries";
import { raterRatingsFileSchema } from "@/lib/rating/rater-ratings/schema";

const COLUMNS = [
  "rating",
  "rater",
  "question_id",
  "question",
  "runs",
  "relaxed",
  "strict",
  "relaxed_reason",
  "strict_reason",
  "answers",
  "comment",
  "not_sure",
  "flagged",
  "corrections",
  "gold_right",
  "seconds",
  "too_fast",
  "rated_at",
];

/** The ratings of one rater in a campaign as CSV (RFC 4180): `?campaign=ID&rater=ID&show=…`. */
export const GET = route(async (actor, request) => {
  const asked = raterRatingsFileSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { rater, rows } = await openRaterRatings(actor, asked.campaign, asked.rater, asked.show);
  const name = `ratings-campaign-${asked.campaign}-rater-${asked.rater}.csv`;
  return new Response(await streamBody(csv(rater, rows)), {
    headers: { ...attachment(name, "text/csv; charset=utf-8"), "cache-control": "no-store" },
  });
});

async function* csv(rater: string, parts: AsyncGenerator<RaterRating[]>) {
  const lines = (records: unknown[][]) => Buffer.from(csvLines(records));
  yield lines([COLUMNS]);
  for await (const rows of parts)
    yield lines(
      rows.map((row) => [
        row.id,
        spreadsheetText(rater),
        row.questionId,
        spreadsheetText(row.question),
        spreadsheetText(row.runs.map(({ label }) => label).join("; ")),
        wordOf(row.verdict?.relaxed),
        wordOf(row.verdict?.strict),
        row.verdict?.relaxedReason ?? "",
        row.verdict?.strictReason ?? "",
        spreadsheetText(row.answers.map(({ label, words }) => `${label}: ${words}`).join("; ")),
        spreadsheetText(row.comment),
        wordOf(row.lowConfidence),
        wordOf(row.flagged),
        row.corrections,
        wordOf(row.goldRight ?? undefined),
        (row.activeMs / 1_000).toFixed(1),
        wordOf(row.tooFast),
        row.judgedAt,
      ]),
    );
}

const wordOf = (value: boolean | undefined) =>
  value === undefined ? "" : value ? "true" : "false";
