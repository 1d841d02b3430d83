import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";
import { text } from "@/lib/platform/text";
import { MAX_RATINGS_PER_RESPONSE } from "@/lib/rating/campaigns/schema";

const MAX_CHOSEN_QUESTIONS = 500;

/** Which items: so many, or all of certain questions. */
export const chosenItemsSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("count"),
    count: z
      .number("Enter a number of items.")
      .int("Enter a whole number.")
      .min(1, "Enter 1 or more.")
      .max(100_000, "100,000 maximum."),
  }),
  z.object({
    kind: z.literal("questions"),
    questionIds: z
      .array(id)
      .min(1, "Enter question IDs, such as Q12, Q40.")
      .max(MAX_CHOSEN_QUESTIONS, `${MAX_CHOSEN_QUESTIONS} questions maximum.`),
  }),
]);
export type ChosenItems = z.output<typeof chosenItemsSchema>;

export const assignItemsSchema = z.object({
  campaignId: id,
  raterId: id,
  items: chosenItemsSchema,
  /** Before everything that the rater has not been given yet; else behind it. */
  first: z.boolean(),
  clientKey,
});
export const takeBackSchema = z.object({
  campaignId: id,
  raterId: id,
  items: chosenItemsSchema,
  clientKey,
});
const ITEM_PLACES = ["first", "last"] as const;
export type ItemPlace = (typeof ITEM_PLACES)[number];

export const reorderItemsSchema = z.object({
  campaignId: id,
  /** Before everything else that a rater has not been shown, or behind it. */
  place: z.enum(ITEM_PLACES),
  questionIds: chosenItemsSchema.options[1].shape.questionIds,
  clientKey,
});

/** More ratings than the campaign was opened with. */
const moreRatings = {
  campaignId: id,
  ratingsPerResponse: z
    .number("Enter a number of ratings.")
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(MAX_RATINGS_PER_RESPONSE, `${MAX_RATINGS_PER_RESPONSE} ratings maximum.`),
  /** How many items get that many; null: all. */
  overlap: z
    .number("Enter a number of items.")
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(1_000_000)
    .nullable(),
};
export const previewOverlapSchema = z.object(moreRatings);
export type OverlapWanted = z.output<typeof previewOverlapSchema>;
export const raiseOverlapSchema = z.object({
  ...moreRatings,
  /** Ratings that the preview said would be added: where it is another number by now, it is refused. */
  previewed: z.number().int().min(0),
  clientKey,
});

export const messageSchema = z.object({
  campaignId: id,
  message: text(2_000, "2,000 characters maximum.").trim().min(1, "Enter a message."),
  clientKey,
});

export const messageReadSchema = z.object({ campaignId: id, upTo: id });
export const unreadMessagesSchema = z.object({ campaignId: id });

/** Question ids as people write them: "Q12, 40 41". @returns null where something else is among them */
export function readQuestionIds(words: string): number[] | null {
  const parts = words.split(/[\s,;]+/).filter(Boolean);
  const ids = parts.map((part) => /^Q?([1-9]\d{0,8})$/i.exec(part)?.[1]);
  return ids.includes(undefined) ? null : [...new Set(ids.map(Number))];
}

/** What raising the overlap comes to. */
export interface OverlapPlan {
  /** Items that get more ratings, and how many are added in all. */
  items: number;
  added: number;
  /** Of these: ratings that no rater of the campaign may give. */
  unassigned: number;
  /**
   * Items that would be among them and stay as they are: adjudicated, or no longer blind, since what their raters said
   * has been discussed, or corrected when all had rated.
   */
  settled: number;
  /** About what each rater gets. */
  raters: { raterId: number; added: number }[];
}
