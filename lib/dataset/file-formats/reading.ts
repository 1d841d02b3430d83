import { z } from "zod";
import { columnMappingSchema } from "./vocabulary";

/** The characters that may part the cells of a CSV file, beside the comma of the official form. */
export const SEPARATORS = { semicolon: ";", tab: "\t" } as const;

/**
 * How a file is read that is not in the official form but differs from it in its form alone. Nothing of it is assumed:
 * it is offered, and someone has to say so. Empty for the official form.
 */
export const readingSchema = z.strictObject({
  /** What parts the cells instead of a comma. */
  separator: z.enum(["semicolon", "tab"]).optional(),
  /** Quotes inside a cell that is not quoted are text. */
  quotes: z.literal("literal").optional(),
  /** Column names count without case, outer spaces and what parts their words; columns without a name must be empty. */
  header: z.literal("relaxed").optional(),
  /** Formulas without a stored result are empty cells. */
  formulas: z.literal("empty").optional(),
  /** The sheet of a workbook that holds the questions. */
  sheet: z.string().min(1).max(100).optional(),
  /** A table, also where it looks like the log of an evaluation tool. */
  as: z.literal("table").optional(),
  /** What its columns are, where their names are not those of a release. */
  columns: columnMappingSchema.optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** The syntax of `parseReading`, for help texts. */
export const READING_SYNTAX =
  "separator=semicolon|tab, quotes=literal, header=relaxed, formulas=empty, as=table, sheet=NAME";

/** What `parseReading` understands; columns are mapped otherwise. */
const formSchema = readingSchema.omit({ columns: true });
const PARTS = Object.keys(formSchema.shape) as (keyof z.infer<typeof formSchema>)[];

/** Returns the reading that a text such as "separator=semicolon,quotes=literal" names; null if it names none. */
export function parseReading(text: string): Reading | null {
  const entries = text.split(new RegExp(`,\\s*(?=(?:${PARTS.join("|")})=)`)).map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  if (new Set(entries.map(([key]) => key)).size < entries.length) return null;
  const parsed = formSchema.safeParse(Object.fromEntries(entries));
  return parsed.success ? parsed.data : null;
}

/** Writes a reading as `parseReading` understands it, and mapped columns as "Gold answer=answer_0" behind it. */
export function readingText(reading: Reading): string {
  const { names = [], as = [] } = reading.columns ?? {};
  return [
    ...PARTS.flatMap((key) => (reading[key] === undefined ? [] : [`${key}=${reading[key]}`])),
    ...names.flatMap((name, at) => (as[at] ? [`${name}=${as[at]}`] : [])),
  ].join(",");
}

/** Whether the reading is that of the official form. */
export function isOfficialReading(reading: Reading): boolean {
  return readingText(reading) === "";
}

/** Whether a file would be read in ways that no one has said: then someone has to agree. */
export function isOffered(found: Reading, said: Reading): boolean {
  return Object.keys(found).some((key) => !(key in said));
}
