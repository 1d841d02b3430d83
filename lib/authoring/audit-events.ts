import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { auditEvent, changesInWords, changesSchema } from "@/lib/people/audit-log/audit-event";
import { writePage } from "./address";

const submission = z.object({ submissionId: z.number() });
const submissionHref = ({ submissionId }: z.output<typeof submission>) =>
  `/submissions/${submissionId}`;

export const submissionStarted = auditEvent("submission.started", {
  label: "Draft created",
  data: submission,
  text: ({ submissionId }) => `Draft ${submissionId} was created`,
});

export const submissionSubmitted = auditEvent("submission.submitted", {
  label: "Question submitted",
  data: submission.extend({ round: z.number() }),
  text: ({ submissionId, round }) => `Submission ${submissionId}, round ${round}`,
  href: submissionHref,
});

export const submissionWithdrawn = auditEvent("submission.withdrawn", {
  label: "Submission withdrawn",
  data: submission,
  text: ({ submissionId }) => `Submission ${submissionId} was withdrawn`,
  href: submissionHref,
});

export const submissionDecided = auditEvent("submission.decided", {
  label: "Submission reviewed",
  data: submission.extend({
    round: z.number(),
    outcome: z.enum(["accepted", "returned", "rejected"]),
    reason: z.string().nullable(),
    questionId: z.number().nullable(),
  }),
  text: ({ submissionId, round, outcome, reason, questionId }) =>
    `Submission ${submissionId}, round ${round}: ${outcome}${reason === null ? "" : ` (${reason})`}${questionId === null ? "" : ` as Q${questionId}`}`,
  href: ({ submissionId, questionId }) =>
    questionId === null ? submissionHref({ submissionId }) : questionHref({ questionId }),
});

export const submissionCommented = auditEvent("submission.commented", {
  label: "Submission comment added",
  data: submission.extend({ commentId: z.number() }),
  text: ({ submissionId, commentId }) => `Comment ${commentId} on submission ${submissionId}`,
  href: submissionHref,
});

export const targetsChanged = auditEvent("targets.changed", {
  label: "Targets changed",
  data: changesSchema,
  text: (data) => changesInWords(data),
  href: writePage.path,
});
