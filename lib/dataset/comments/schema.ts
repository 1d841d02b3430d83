import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";
import { text } from "@/lib/platform/text";

/** What a row does to its thread. One that reopens a thread may say something, too. */
export const COMMENT_ACTIONS = ["comment", "resolve", "reopen"] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];

export const COMMENT_MAX_CHARACTERS = 4_000;

/** As many rows of a discussion are read at once, the newest ones first. */
export const COMMENTS_AT_ONCE = 50;

export const earlierCommentsSchema = z.object({
  /** The row before which they are. */
  before: z.coerce.number().pipe(id),
});

export const commentOnQuestionSchema = z.object({
  questionId: id,
  /** The comment that is answered. */
  parentId: id.nullable().default(null),
  body: text(COMMENT_MAX_CHARACTERS)
    .trim()
    .refine((body) => body !== "", "Enter a comment."),
  clientKey,
});

export const resolveThreadSchema = z.object({
  /** The first comment of the thread. */
  threadId: id,
  resolved: z.boolean(),
  clientKey,
});

// Views -----------------------------------------------------------------------------------------------------------

export interface QuestionCommentView {
  id: number;
  author: string;
  own: boolean;
  action: CommentAction;
  body: string;
  /** ISO time. */
  at: string;
}

export interface ThreadView {
  /** That of its first comment. */
  id: number;
  /** Who resolved it, and when (ISO); null while it is open. */
  resolved: { by: string; at: string } | null;
  /** In the order of writing; the first one is what it is about. */
  comments: QuestionCommentView[];
  /** Whether there are rows between the first one and the second one that is here. */
  gap: boolean;
}

export interface QuestionDiscussion {
  /** Open threads first, each kind by its last comment, the latest first. */
  threads: ThreadView[];
  /** Where what was said earlier ends: the row to ask it by. Null: all is here. */
  earlier: number | null;
  /** Who can be named by "@": whoever discusses questions, but for the reader. */
  people: { id: number; name: string }[];
}
