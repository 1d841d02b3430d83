import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { keptText } from "@/lib/platform/text";
import {
  MAX_ANSWERS,
  MAX_SOURCES,
  type Category,
  type Split,
  type Status,
} from "@/lib/dataset/questions/vocabulary";

/** The text to find similar questions for; a longer one is cut, since no question is that long. */
export const findSimilarQuestionsSchema = z.object({
  question: keptText(50_000).transform((typed) => typed.slice(0, 2_000).toWellFormed()),
  answers: z.array(keptText(50_000)).max(MAX_ANSWERS).default([]),
  sources: z.array(keptText(50_000)).max(MAX_SOURCES).default([]),
  /** The submission that is being written: it is not similar to itself. */
  submissionId: id.nullable().default(null),
});
export type SimilarityQuery = Omit<z.output<typeof findSimilarQuestionsSchema>, "submissionId">;

/** How many similar questions are shown. */
export const MAX_SIMILAR = 5;

/**
 * From this score on, a question is so similar that an author has to say what differs. Of the questions of a real release,
 * few have another one so near (docs/decisions/0047 has the shares), while every rewording found between two real
 * releases scores higher.
 */
export const NEAR = 0.65;
/**
 * From this score on, a question may ask the same in other words: reviewers are pointed to it. Of the questions of a real
 * release, 28% have another one so near; of its questions asked again in other words, nearly all score higher
 * (docs/decisions/0146 has both).
 */
export const ALIKE = 0.5;
/** Below this score, a question is not worth showing. */
export const FAR = 0.35;

interface Alike {
  question: string;
  answers: string[];
  category: Category;
  /** How much it is like the text: 0 to 1. */
  score: number;
  /** Its score is NEAR or more. */
  near: boolean;
}

/** A question of the dataset that is similar to the text. */
export interface SimilarInDataset extends Alike {
  kind: "question";
  questionId: number;
  split: Split | null;
  status: Status;
}

/** A submission that waits for its review, or for its author after one, as it was last submitted. */
export interface SimilarSubmission extends Alike {
  kind: "submission";
  submissionId: number;
  /** The reader wrote it. */
  own: boolean;
  /** Who wrote it, for those who review; authors do not learn it. */
  author: string | null;
}

export type SimilarQuestion = SimilarInDataset | SimilarSubmission;
