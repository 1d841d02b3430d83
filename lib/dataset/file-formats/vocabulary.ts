import { z } from "zod";
import {
  CONTENT_COLUMNS,
  FACT_TYPES,
  HOPS,
  RELEASE_COLUMNS,
  type ContentColumn,
} from "@/lib/dataset/questions/vocabulary";

/** What a file's column can be taken for: a release's column, or a list of all answers; nothing of it is read for "". */
export const MAPPED_AS = [...RELEASE_COLUMNS, "answers", ""] as const;
export type MappedAs = (typeof MAPPED_AS)[number];

/** Each answer is due as usual for how often it changes (`usualReview`). */
export const BY_FACT_TYPE = "by_fact_type";

/** What new questions get in a column that the file lacks. */
export const DEFAULT_VALUES = {
  false_premise: ["FALSE", "TRUE"],
  num_hops: HOPS,
  fact_type: FACT_TYPES,
  next_review: [BY_FACT_TYPE, "N/A", "hardly_ever", "occasionally", "frequently", "every_time"],
} as const;
export type DefaultColumn = keyof typeof DEFAULT_VALUES;
/** The columns in which new questions may also get nothing, with what that means for them. */
export const IF_EMPTY: Readonly<Partial<Record<DefaultColumn, string>>> = {
  next_review: "Not scheduled",
};
export const columnDefaultsSchema = z
  .object({
    false_premise: z.enum(DEFAULT_VALUES.false_premise),
    num_hops: z.enum(HOPS),
    fact_type: z.enum(FACT_TYPES),
    next_review: z.enum(DEFAULT_VALUES.next_review),
  })
  .partial();
export type ColumnDefaults = z.infer<typeof columnDefaultsSchema>;
/** What new questions get unless something else is chosen. */
export const USUAL_DEFAULTS: ColumnDefaults = { next_review: BY_FACT_TYPE };

const MAX_COLUMNS = 300;

/** What the columns of a file are, whose names are not those of a release. */
export const columnMappingSchema = z.strictObject({
  /** As in the file, each another. */
  names: z.array(z.string()).max(MAX_COLUMNS),
  /** Parallel to `names`. */
  as: z.array(z.enum(MAPPED_AS)).max(MAX_COLUMNS),
  defaults: columnDefaultsSchema,
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** The columns that no column of the file is taken for. */
export function absentColumns(as: readonly MappedAs[]): ContentColumn[] {
  return CONTENT_COLUMNS.filter(
    (column) => !as.includes(column) && !(as.includes("answers") && column.startsWith("answer_")),
  );
}

/** The columns for which new questions take a value that the file does not have. */
export function defaultColumns(as: readonly MappedAs[]): DefaultColumn[] {
  return (Object.keys(DEFAULT_VALUES) as DefaultColumn[]).filter((column) => !as.includes(column));
}

/** Why a file can't be read with these meanings of its columns, in words; null where it can. */
export function mappingProblem(as: readonly MappedAs[], defaults: ColumnDefaults): string | null {
  const twice = MAPPED_AS.find(
    (one) => one !== "" && as.filter((other) => other === one).length > 1,
  );
  if (twice !== undefined) return `Only one column can be ${twice}.`;
  if (!as.includes("question")) return "Select the column with the question text.";
  if (as.includes("answers") && as.some((one) => one.startsWith("answer_")))
    return "Use either one column with lists of answers or columns with one answer each.";
  const missing = defaultColumns(as).find(
    (column) => defaults[column] === undefined && IF_EMPTY[column] === undefined,
  );
  return missing === undefined ? null : `Choose the ${missing} of new questions.`;
}

/** The most that the format holds: rows below the header, and characters of a cell. Programs refuse or repair more. */
export const WORKBOOK_ROWS = 1_048_575;
export const CELL_CHARACTERS = 32_767;
