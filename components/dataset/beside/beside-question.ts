import type { QuestionDiscussion } from "@/lib/dataset/comments/schema";
import type { QuestionView } from "@/lib/dataset/questions/queries";

/** What the panel beside the grid shows of a question. */
export interface BesideQuestion {
  question: QuestionView;
  /** Null: closed to the reader until they have rated; false: not for the reader. */
  discussion: QuestionDiscussion | null | false;
}
