import { z } from "zod";
import { LEVELS } from "@/lib/reporting/agreement/coefficient";
import { parseReading, type Reading } from "@/lib/dataset/file-formats/reading";
import { text } from "@/lib/platform/text";

/** What a file holds: ratings of units; rankings of systems; pairs of systems, of which one is preferred. */
export const FILE_KINDS = ["ratings", "rankings", "pairs"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The columns of each kind. */
export const COLUMNS = {
  ratings: ["unit", "rater", "value"],
  rankings: ["question", "rater", "system", "rank"],
  pairs: ["question", "rater", "left", "right", "preferred"],
} as const satisfies Record<FileKind, readonly string[]>;
export type ColumnName = (typeof COLUMNS)[FileKind][number];

/** What rankings and pairs say where nothing else was agreed on. */
export const TIE = "tie";
export const CANNOT_TELL = "cannot tell";

/** Larger files of ratings are for the command line. */
export const MAX_RATINGS_BYTES = 50_000_000;

const fileName = text(255, "File name too long.").trim().min(1, "File name missing.");
/** A column that is left out is one that nobody chose. */
const column = (what: string) =>
  z
    .string()
    .default("")
    .pipe(text(500, "Column name too long.").trim().min(1, `Select the ${what} column.`));
const listed = text(5_000, "Text too long.")
  .default("")
  .transform((parts) =>
    parts
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** The first value that a scale names a second time: the scale would look longer than it is. Null: each is named once. */
export function repeatedValue(values: readonly string[]): string | null {
  return values.find((value, at) => values.indexOf(value) < at) ?? null;
}

export function wordsOfRepeated(value: string): string {
  return `“${value}” is listed more than once among the possible values. List each value once.`;
}

/** What the address of an upload says about a file whose columns are to be shown. */
export const ratingsPreviewSchema = z.object({ fileName });

const common = {
  fileName,
  rater: column("raters"),
  /** Texts that mean "missing", with commas. */
  missing: listed,
  /** Texts that mean "cannot tell", with commas. Empty, for rankings and pairs: the usual text. */
  cannotTell: listed,
  /** How a CSV file is read that is not in the usual form, as the preview offered it. */
  readAs: text(200, "Unknown file format option.")
    .default("")
    .transform((words, context): Reading => {
      const reading = words === "" ? {} : parseReading(words);
      if (
        reading !== null &&
        Object.keys(reading).every((part) => part === "separator" || part === "quotes")
      )
        return reading;
      context.addIssue({
        code: "custom",
        message:
          "readAs must be separator=semicolon or separator=tab, quotes=literal, or both, separated by a comma.",
      });
      return z.NEVER;
    }),
};

/** What it says about a file that is to be computed. */
export const ratingsRequestSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("ratings"),
    unit: column("units"),
    value: column("values"),
    level: z.enum(LEVELS, "Level must be nominal, ordinal or interval.").default("nominal"),
    /** Every possible value, with commas; for the ordinal level from the lowest to the highest. */
    order: listed.superRefine((values, context) => {
      const twice = repeatedValue(values);
      if (twice !== null) context.addIssue({ code: "custom", message: wordsOfRepeated(twice) });
    }),
    /** At the ordinal level: the column of the questions; empty: each unit is its own. */
    question: text(500, "Column name too long.").trim().default(""),
  }),
  z.object({
    ...common,
    kind: z.literal("rankings"),
    question: column("questions"),
    system: column("systems"),
    rank: column("ranks"),
  }),
  z.object({
    ...common,
    kind: z.literal("pairs"),
    question: column("questions"),
    left: column("systems on the left"),
    right: column("systems on the right"),
    preferred: column("preferred systems"),
    /** The text of a tie; empty: the usual one. */
    tie: text(500, "Text too long.").trim().default(""),
    /** Whether left and right say nothing of where a response was shown. */
    unordered: z.enum(["true", "false"], "Must be true or false.").default("false"),
  }),
]);
export type RatingsFileRequest = z.output<typeof ratingsRequestSchema>;
