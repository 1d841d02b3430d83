import { z } from "zod";
import { MAX_ANSWERS, MAX_SOURCES, type Category, type Split, type Status } from "@/lib/questions/schema";

/** A text whose neighbours are looked for; what is longer is cut, since no question is that long. */
export const findNeighboursSchema = z.object({
  question: z.string().max(50_000).transform((text) => text.slice(0, 2_000)),
  answers: z.array(z.string().max(50_000)).max(MAX_ANSWERS).default([]),
  sources: z.array(z.string().max(50_000)).max(MAX_SOURCES).default([]),
});
export type Sought = z.output<typeof findNeighboursSchema>;

/** How many neighbours are shown. */
export const MAX_NEIGHBOURS = 5;

/**
 * From this score on a neighbour is so near that an author has to say what differs. Of the questions of a real release,
 * few have another one so near (DECISIONS.md has the shares), while every rewording found between two real releases
 * scores higher.
 */
export const NEAR = 0.65;
/** Below this, a neighbour is not worth showing. */
export const FAR = 0.35;

/** A question of the data set that is like the text, and how much: 0 to 1. */
export interface Neighbour {
  questionId: number;
  question: string;
  answers: string[];
  category: Category;
  split: Split | null;
  status: Status;
  score: number;
  /** Its score is NEAR or more. */
  near: boolean;
}
