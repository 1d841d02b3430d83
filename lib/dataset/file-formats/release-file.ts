import { z } from "zod";
import { FREE_STYLE_BIT } from "./csv-records";
import type { Reading } from "./reading";
import { RELEASE_COLUMNS, type Cells } from "@/lib/dataset/questions/vocabulary";
import { formatCount } from "@/lib/platform/format";

const RELEASE_FORMATS = ["csv", "xlsx", "json", "jsonl"] as const;
export type ReleaseFormat = (typeof RELEASE_FORMATS)[number];

/** One data row, as in the file. */
export interface SourceRow {
  /** 1-based, as a person counts: CSV records (preamble and header included), XLSX sheet rows, JSON Lines lines, JSON elements. */
  record: number;
  /** The 1-based physical line on which the record begins, where the format has lines. */
  line?: number;
  /** Twenty raw texts in the order of RELEASE_COLUMNS, id first. */
  cells: string[];
  /**
   * CSV only: what RFC 4180 leaves open, kept so that the record can be written again byte for byte. 0 is the official form.
   * The bit of a cell (unofficialQuoting): its quoting is not the official one, that is, it was quoted without need, or holds
   * a lone CR and was not quoted. OTHER_NEWLINE: the record ended with the other newline than `layout.newline`.
   */
  style: number;
}

/** A row as we hand it out beyond CSV: with the identity that a release's own `id` is not. */
export interface ExportRow {
  questionId: string;
  revision: number;
  /** As SourceRow.cells. */
  cells: readonly string[];
}

/** A row's content: its cells without `id`, the place in the file. */
export function contentCellsOf({ cells }: { cells: readonly string[] }): Cells {
  return cells.slice(RELEASE_COLUMNS.indexOf("id") + 1);
}

/** The bit of `SourceRow.style` and `FileLayout.headerStyle` for "ended with the other newline". */
export const OTHER_NEWLINE = FREE_STYLE_BIT;

/** What must be remembered of a file, beside its rows, to write it again byte for byte. Plain JSON. */
export const fileLayoutSchema = z.object({
  format: z.enum(RELEASE_FORMATS),
  /** The twenty column names in file order. */
  columns: z
    .array(z.string())
    .length(RELEASE_COLUMNS.length)
    .refine(
      (names) => RELEASE_COLUMNS.every((name) => names.includes(name)),
      "must name each column of a release once",
    ),
  /** The raw text before the header record, its line ends included; null if the header comes first. */
  preamble: z.string().nullable(),
  /** The header's line end, which a row's has to be unless its style says otherwise. */
  newline: z.enum(["\r\n", "\n"]),
  /** The raw text after the last row: "" (official), one line end, or several, or empty records that a spreadsheet left behind. */
  ending: z.string(),
  bom: z.boolean(),
  /** As `SourceRow.style`, for the header record. */
  headerStyle: z.number().int().min(0),
});
export type FileLayout = z.infer<typeof fileLayoutSchema>;

/** What stands behind the first cell of a record without others. */
const EMPTY_CELLS = ",".repeat(RELEASE_COLUMNS.length - 1);

/**
 * The official form, as the dataset's own releases have it: RFC 4180 with CRLF between records and none after the last,
 * and before the header a record with a warning and an empty record.
 */
export const OFFICIAL_LAYOUT: FileLayout = {
  format: "csv",
  columns: [...RELEASE_COLUMNS],
  preamble:
    "\"Warning: Please do not click thumbs up/down when trying these examples on any model's web interface, " +
    `as the data will be used for training future versions of those models."${EMPTY_CELLS}\r\n` +
    `${EMPTY_CELLS}\r\n`,
  newline: "\r\n",
  ending: "",
  bom: false,
  headerStyle: 0,
};

/** How grave a finding is: an `error` keeps its record out, a `suspect` one deserves a look, a `notice` only informs. */
export const SEVERITIES = ["error", "suspect", "notice"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One thing found in a file. */
export interface Finding {
  /** As SourceRow.record; null if it concerns the file. */
  record: number | null;
  line?: number | null;
  column: string | null;
  /** For programs; `describeFinding` has the words. */
  code: string;
  severity: Severity;
  /** What was found there, cut to 200 characters. */
  value: string | null;
}

export type Report = (finding: Finding) => void;

export interface ReadOptions {
  /** A file larger than this is refused as `too-large`. Default: 200 MB. */
  maxBytes?: number;
  /** A file with more rows than this is refused as `too-many-rows`, as soon as that is known. Default: 2,000,000. */
  maxRows?: number;
  /** A workbook that inflates to more bytes than this is refused as `too-large`. Default: 2 GiB. */
  maxInflated?: number;
  /** How the file differs from the official form; without it, not at all. */
  reading?: Reading;
}

export const DEFAULT_MAX_BYTES = 200_000_000;
export const DEFAULT_MAX_ROWS = 2_000_000;
export const DEFAULT_MAX_INFLATED = 2_147_483_648;

/** The finding about a file with too many rows. */
export function tooManyRows(maxRows: number): Finding {
  return fileError("too-many-rows", `more than ${formatCount(maxRows)}`);
}

/** Rows come in batches of about this many. */
export const BATCH_SIZE = 500;

const MAX_VALUE = 200;

/** Cuts a text to what a finding may quote, never through the middle of a character. */
export function quoteValue(text: string): string {
  if (text.length <= MAX_VALUE) return text;
  const cut = text.slice(0, MAX_VALUE - 1);
  const last = cut.charCodeAt(cut.length - 1);
  return (last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut) + "…";
}

/** A finding about the file as a whole, grave enough that reading stops. */
export function fileError(code: string, value: string | null = null): Finding {
  return {
    record: null,
    column: null,
    code,
    severity: "error",
    value: value === null ? null : quoteValue(value),
  };
}
