import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { excerpt, noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";
import { flagsPage } from "./address";
import { FLAG_RESOLUTIONS } from "./schema";

const flagged = z.object({ questionId: id, question: excerpt });

/** A rater flagged the answers of a question. */
export const answerFlaggedNotice = noticeKind("ticket-raised", {
  label: "Flagged answer",
  data: flagged.extend({ comment: excerpt }),
  subject: ({ questionId }) => `flag:${questionId}`,
  title: ({ questionId }) => `A rater flagged the answer to Q${questionId}`,
  lines: ({ question, comment }) => [question, comment],
  href: () => flagsPage.path,
});

/** How the reader's flag was resolved. */
export const flagResolvedNotice = noticeKind("ticket-settled", {
  label: "Flagged answer",
  data: flagged.extend({ as: z.enum(FLAG_RESOLUTIONS), word: excerpt }),
  subject: ({ questionId }) => `question:${questionId}`,
  title: ({ questionId, as }) =>
    as === "corrected"
      ? `Q${questionId} was corrected after your flag`
      : `Your flag on Q${questionId} was resolved: no change`,
  lines: ({ question, word }) => [question, word],
  href: questionHref,
});
