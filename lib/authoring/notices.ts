import { z } from "zod";
import { excerpt, noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";

const submission = z.object({ submissionId: id, question: excerpt, by: z.string() });
const discussed = submission.extend({ comment: excerpt });

const aboutSubmission = {
  data: discussed,
  subject: ({ submissionId }: z.output<typeof submission>) => `submission:${submissionId}`,
  lines: ({ question, comment }: z.output<typeof discussed>) => [question, comment],
  href: ({ submissionId }: z.output<typeof submission>) => `/write/${submissionId}`,
};

/** A reviewer gave a submission back, with comments. */
export const returnedNotice = noticeKind("returned", {
  ...aboutSubmission,
  label: "Changes requested",
  title: ({ by }) => `${by} requested changes to your question`,
});

export const acceptedNotice = noticeKind("accepted", {
  ...aboutSubmission,
  label: "Accepted",
  data: submission.extend({ questionId: id, split: z.string().nullable() }),
  title: ({ by, questionId, split }) =>
    `${by} accepted your question as Q${questionId}${split === null ? "" : `, in ${split}`}`,
  lines: ({ question }) => [question],
});

export const rejectedNotice = noticeKind("rejected", {
  ...aboutSubmission,
  label: "Rejected",
  data: discussed.extend({ reason: z.string() }),
  title: ({ by, reason }) => `${by} rejected your question: ${reason.replaceAll("-", " ")}`,
});

/** Someone answered in the comments of one's own submission, or of one that one reviewed. */
export const commentedNotice = noticeKind("commented", {
  ...aboutSubmission,
  label: "Comment",
  title: ({ by }) => `${by} commented`,
});

/** Named in a comment. */
export const mentionedNotice = noticeKind("mentioned", {
  ...aboutSubmission,
  label: "Mentioned",
  title: ({ by }) => `${by} mentioned you`,
});
