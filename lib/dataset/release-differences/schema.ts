import { z } from "zod";
import { isSide, CURRENT, type DifferenceKind, DIFFERENCE_FILTERS } from "./vocabulary";

const sideSchema = z
  .string({ error: "Name two releases to compare." })
  .trim()
  .refine(
    isSide,
    `Use a release name such as FreshQA_v04072025, or "${CURRENT}" for the current dataset.`,
  );

const DIFFERENCE_FORMATS = ["csv", "json"] as const;

/** What a program asks for: two sides by name, and perhaps one kind of difference alone. */
export const differenceRequestSchema = z.object({
  from: sideSchema,
  to: sideSchema.default(CURRENT),
  kind: z
    .enum(DIFFERENCE_FILTERS, { error: `kind must be one of ${DIFFERENCE_FILTERS.join(", ")}.` })
    .optional(),
  format: z.enum(DIFFERENCE_FORMATS, { error: "format must be csv or json." }).default("json"),
  /** CSV only: "1" gives a file for spreadsheet programs, in which no text runs as a formula. */
  spreadsheet: z
    .enum(["0", "1"], { error: "spreadsheet must be 0 or 1." })
    .optional()
    .transform((text) => text === "1"),
});
export type DifferenceRequest = Omit<z.infer<typeof differenceRequestSchema>, "spreadsheet"> & {
  spreadsheet?: boolean;
};

/** How many questions differ in each way. */
export interface DifferenceCounts {
  byKind: Record<DifferenceKind, number>;
  /** Questions that differ in more than their position, each counted once. */
  content: number;
  /** Questions that are in both and exactly equal, wherever they stand. */
  unchanged: number;
}

/** One of two sides. */
export interface DifferenceSide {
  /** Of the release; null for the dataset as it is now. */
  name: string | null;
  /** ISO time. */
  publishedAt: string | null;
  sha256: string | null;
}

/** A question on the two sides; `null` where it is missing. */
export interface DifferenceRow {
  questionId: number;
  kinds: DifferenceKind[];
  before: { position: number; revision: number; cells: string[] } | null;
  after: { position: number; revision: number; cells: string[] } | null;
}

export const DIFFERENCE_PAGE_SIZE = 25;

export interface DifferenceView {
  from: DifferenceSide;
  to: DifferenceSide;
  counts: DifferenceCounts;
  /** A page of those that the filter lets through, in the order of the later side. */
  rows: DifferenceRow[];
  total: number;
}

/** The difference between the last release and what is about to be published, for the person who publishes. */
export interface PublishingPreview {
  /** Name of the last release; null before the first. */
  since: string | null;
  counts: DifferenceCounts;
  /** It would leave active questions out. */
  partial: boolean;
  changelog: string;
}
