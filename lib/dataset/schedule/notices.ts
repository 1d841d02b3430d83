import { z } from "zod";
import { noticeKind } from "@/lib/people/notifications/notice";
import { countOf } from "@/lib/platform/format";
import { refreshPage } from "./address";

/** Questions assigned to the reader are due. */
export const reviewDueNotice = noticeKind("review-due", {
  label: "Answers due",
  data: z.object({
    count: z.number().int().positive(),
    overdue: z.number().int().nonnegative(),
    on: z.iso.date(),
  }),
  replaces: true,
  subject: () => "answers-due",
  title: ({ count }) =>
    `${countOf(count, "answer")} assigned to you ${count === 1 ? "is" : "are"} due for a check`,
  lines: ({ overdue }) => [overdue > 0 ? `${overdue} overdue.` : ""],
  href: () => refreshPage.href({ assignee: "me" }),
});
