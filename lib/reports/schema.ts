import { z } from "zod";
import { LEVELS } from "@/lib/agreement/schema";
import { parseReading, type Reading } from "@/lib/exchange/formats/reading";
import { text } from "@/lib/platform/text";

/** Larger files of ratings are for the command line. */
export const MAX_RATINGS_BYTES = 50_000_000;

const fileName = text(255, "The file's name is too long.").trim().min(1, "The file has no name.");
const column = (what: string) => text(500, "A column's name is shorter.").trim().min(1, `Choose the column of the ${what}.`);
const listed = text(5_000, "That is too much text.").default("").transform((parts) => parts.split(",").map((part) => part.trim()).filter((part) => part !== ""));

/** What the address of an upload says about a file whose columns are to be shown. */
export const ratingsPreviewSchema = z.object({ fileName });

/** What it says about a file whose agreement is to be computed. */
export const ratingsRequestSchema = z.object({
  fileName,
  unit: column("units"),
  rater: column("raters"),
  value: column("values"),
  level: z.enum(LEVELS, "The level is nominal, ordinal or interval.").default("nominal"),
  /** Every possible value, with commas; for the ordinal level from the lowest to the highest. */
  order: listed,
  /** Texts that mean "missing", with commas. */
  missing: listed,
  /** How a CSV file is read that is not in the usual form, as the preview offered it. */
  readAs: text(200, "That is no reading of a file.").default("").transform((words, context): Reading => {
    const reading = words === "" ? {} : parseReading(words);
    if (reading !== null && Object.keys(reading).every((part) => part === "separator" || part === "quotes")) return reading;
    context.addIssue({ code: "custom", message: "A file of ratings is read with separator=semicolon or separator=tab, quotes=literal, or both with a comma between them." });
    return z.NEVER;
  }),
});
export type RatingsFileRequest = z.output<typeof ratingsRequestSchema>;
