import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { text } from "@/lib/platform/text";
import { MAX_BULK_QUESTIONS } from "@/lib/dataset/questions/schema";
import { SPLITS, type Category, type Hops, type Split } from "@/lib/dataset/questions/vocabulary";
import { formatCount } from "@/lib/platform/format";
import { releaseDay } from "./vocabulary";

export const NOTES_MAX_CHARACTERS = 20_000;

/** FreshQA_vMMDDYYYY, of a real day. */
export const releaseNameSchema = z
  .string()
  .trim()
  .refine(
    (name) => releaseDay(name) !== null,
    "Use FreshQA_vMMDDYYYY with a valid date, for example FreshQA_v04072025.",
  );

/** Where the questions of a release come from; always the active ones. */
export const selectionSchema = z.discriminatedUnion("kind", [
  /** All active questions, in the order of the dataset. */
  z.object({ kind: z.literal("all") }),
  /** Those of some splits (null: of none), in the order of the dataset. */
  z.object({
    kind: z.literal("splits"),
    splits: z.array(z.enum(SPLITS).nullable()).min(1, "Choose at least one split."),
  }),
  /** These questions, in this order. */
  z.object({
    kind: z.literal("questions"),
    questionIds: z
      .array(id)
      .min(1, "Choose at least one question.")
      .max(MAX_BULK_QUESTIONS)
      .refine(
        (ids) => new Set(ids).size === ids.length,
        "A question can be in a release only once.",
      ),
  }),
]);
export type Selection = z.infer<typeof selectionSchema>;

export const publishReleaseSchema = z.object({
  name: releaseNameSchema,
  notes: text(
    NOTES_MAX_CHARACTERS,
    `Too long (${formatCount(NOTES_MAX_CHARACTERS)} characters maximum).`,
  )
    .trim()
    .default(""),
  selection: selectionSchema,
  /** The license in force that was seen; without it, whichever is. */
  licenseId: id.optional(),
  /** Made by the client: sent again because an answer was lost, it answers with the release that was published. */
  clientKey: z.uuid().optional(),
});
export type PublishRelease = z.infer<typeof publishReleaseSchema>;

export const previewSelectionSchema = z.object({ selection: selectionSchema });

/** How many questions share category, hops and split. */
export interface QuestionCount {
  category: Category;
  hops: Hops;
  split: Split | null;
  count: number;
}

/** What is to be done or known before a release of a selection: counts of its active questions. */
export interface ReleaseChecklist {
  /** All active questions of the dataset. More than `included`: the release is a partial one. */
  active: number;
  /** Those of the selection; all that follows is of them. */
  included: number;
  /** Their answers are due, as the queue of answer refresh has it: before today; today or in the six days after it. */
  overdue: number;
  week: number;
  withoutEvidence: number;
  withoutSplit: number;
  /** Questions of TEST by category, against CATEGORY_QUOTA. */
  test: { category: Category; count: number }[];
}

/** What a release of a selection would hold, by split, so that a choice of splits can be counted without asking again. */
export interface SelectionPreview {
  counts: QuestionCount[];
  lastRelease: { name: string; publishedAt: string; questionCount: number } | null;
  checklist: ReleaseChecklist;
}

/** Questions of a category in TEST when the dataset was first drawn; reclassification unbalances it with time. */
export const CATEGORY_QUOTA = 125;

/** What a publisher gets, also when the name turns out to be taken. */
export interface PublishedRelease {
  name: string;
  sha256: string;
  byteSize: number;
  questionCount: number;
  publishedBy: string;
  /** ISO time. */
  publishedAt: string;
}
