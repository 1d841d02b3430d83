import { z } from "zod";
import type { Category, Hops, Split } from "@/lib/dataset/questions/vocabulary";
import { formatCount } from "@/lib/platform/format";

const size = (what: string, most: number) =>
  z
    .number({ error: `Enter a number for ${what}.` })
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(most, `${formatCount(most)} maximum.`);

/** How many questions each split gets: TEST and DEV for each category, demonstrations spread over the categories. */
const splitSizesSchema = z.object({
  testPerCategory: size("the TEST questions", 100_000),
  devPerCategory: size("the DEV questions", 100_000),
  demoQuestions: size("the DEMO questions", 1_000),
});
export type SplitSizes = z.output<typeof splitSizesSchema>;

/** `anew`: over all active questions, whatever split they have. `fill`: those that have one keep it, the others fill what is missing. */
export const DRAW_MODES = ["anew", "fill"] as const;

export const drawSchema = z.object({
  seed: z
    .string()
    .trim()
    .min(1, "Enter a seed (any word or number).")
    .max(100, "100 characters maximum.")
    .regex(/^[\p{L}\p{N} ._-]+$/u, "Use letters, digits, spaces, dots and dashes only."),
  mode: z.enum(DRAW_MODES),
  sizes: splitSizesSchema,
});
export type DrawInput = z.output<typeof drawSchema>;
/** `fingerprint` is that of the preview that the person saw. */
export const applyDrawSchema = drawSchema.extend({
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  clientKey: z.uuid().optional(),
});

/** What the draw looks at. */
export interface Drawable {
  questionId: number;
  category: Category;
  hops: Hops;
  split: Split | null;
}

/** How many questions come out in each split, for one category and number of hops; `none` stays unassigned. */
export interface DrawCount {
  category: Category;
  hops: Hops;
  TEST: number;
  DEV: number;
  DEMO: number;
  none: number;
}

export interface DrawPreview {
  counts: DrawCount[];
  /** Questions whose split changes. */
  changed: number;
  /** Places that stay empty because a category has too few questions. */
  short: { category: Category; split: Split; missing: number }[];
  questions: number;
  fingerprint: string;
}

/** A draw that was applied. */
export interface DrawView extends DrawInput {
  id: number;
  by: string;
  at: string;
  operationId: number | null;
  undone: boolean;
  counts: DrawCount[];
}
