import { z } from "zod";
import { excerpt, noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";

const task = z.object({ taskId: id, question: excerpt });
const aboutTask = {
  subject: ({ taskId }: z.output<typeof task>) => `item:${taskId}`,
  href: ({ taskId }: z.output<typeof task>) => `/discussions/${taskId}`,
};

/** Someone wrote in the discussion of a response that raters disagree on. */
export const taskCommentedNotice = noticeKind("task-commented", {
  ...aboutTask,
  label: "Discussion",
  data: task.extend({ by: z.string(), comment: excerpt }),
  title: ({ by }) => `${by} commented in a discussion`,
  lines: ({ question, comment }) => [question, comment],
});

/** A response that was discussed has its final verdict. */
export const taskSettledNotice = noticeKind("task-settled", {
  ...aboutTask,
  label: "Adjudicated",
  data: task.extend({ reason: excerpt }),
  title: () => "A response you discussed has been adjudicated",
  lines: ({ question, reason }) => [question, reason],
});
