import { z } from "zod";
import { day } from "@/lib/platform/days";

/** The forms in which the dataset and its releases can be downloaded. */
export const EXPORT_FORMATS = ["csv", "xlsx", "jsonl", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
const exportFormatSchema = z.enum(EXPORT_FORMATS, {
  error: "format must be csv, xlsx, jsonl or parquet.",
});

/** An ISO day that the database has, too: its calendar has no year 0. */
const daySchema = day("asOf must be a date (YYYY-MM-DD).");

/** What `GET /api/export` understands behind the question mark. */
export const exportRequestSchema = z.object({
  format: exportFormatSchema.default("csv"),
  /** CSV only: "0" leaves out the two records before the header. */
  preamble: z
    .enum(["0", "1"], { error: "preamble must be 0 or 1." })
    .default("1")
    .transform((text) => text === "1"),
  /** CSV only: "1" gives a file for spreadsheet programs, in which no text runs as a formula. */
  spreadsheet: z
    .enum(["0", "1"], { error: "spreadsheet must be 0 or 1." })
    .optional()
    .transform((text) => text === "1"),
});
export const exportAddressSchema = exportRequestSchema
  .extend({
    /** A row for each question, or for each revision of each. */
    rows: z
      .enum(["questions", "history"], { error: "rows must be questions or history." })
      .default("questions"),
    /** The dataset as it was at the end of this day; without it, as it is now. */
    asOf: daySchema.optional(),
  })
  .refine(
    ({ rows, asOf }) => rows === "questions" || asOf === undefined,
    "The history is whole: leave asOf out.",
  );
/** Without `spreadsheet`, the exact file. */
export type ExportRequest = Omit<z.infer<typeof exportRequestSchema>, "spreadsheet"> & {
  spreadsheet?: boolean;
};

/** The Content-Type of each format. */
export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jsonl: "application/jsonl; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

/** What a person chooses between: the format's name and what is in it. */
export const FORMAT_WORDS: Record<ExportFormat, { label: string; description: string }> = {
  csv: { label: "CSV", description: "Official release format, byte for byte" },
  xlsx: {
    label: "XLSX",
    description:
      "Sheet “freshqa”, with question IDs and revisions; all cells are text, so nothing runs as a formula",
  },
  jsonl: {
    label: "JSON Lines",
    description: "One JSON object per line, with question IDs and revisions",
  },
  parquet: {
    label: "Parquet",
    description:
      "For notebooks, with lists of answers and sources, truth values, dates, question IDs and revisions",
  },
};
