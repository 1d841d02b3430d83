import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

const comment = z.object({ questionId: z.number(), commentId: z.number() });

export const questionCommented = auditEvent("question.commented", {
  label: "Question comment added",
  data: comment,
  text: ({ questionId, commentId }) => `Comment ${commentId} on Q${questionId}`,
  href: questionHref,
});

export const questionThread = auditEvent("question.thread", {
  label: "Question discussion resolved or reopened",
  data: comment.extend({ resolved: z.boolean() }),
  text: ({ questionId, resolved }) =>
    `A discussion on Q${questionId} was ${resolved ? "resolved" : "reopened"}`,
  href: questionHref,
});
