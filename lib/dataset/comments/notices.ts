import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { excerpt, noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";

const comment = z.object({ questionId: id, question: excerpt, by: z.string(), comment: excerpt });

const aboutComment = {
  data: comment,
  discussion: {
    questionId: ({ questionId }: z.output<typeof comment>) => questionId,
    closed: (data: z.output<typeof comment>) => ({ ...data, comment: "" }),
  },
  subject: ({ questionId }: z.output<typeof comment>) => `question:${questionId}`,
  lines: ({ question, comment: said }: z.output<typeof comment>) => [question, said],
  href: (data: z.output<typeof comment>) => `${questionHref(data)}#discussion`,
};

/** Someone wrote in a discussion of a question that the reader takes part in, or about the reader's question. */
export const questionCommentedNotice = noticeKind("question-commented", {
  ...aboutComment,
  label: "Comment",
  title: ({ by, questionId }) => `${by} commented on Q${questionId}`,
});

/** Named in a comment on a question. */
export const questionMentionedNotice = noticeKind("question-mentioned", {
  ...aboutComment,
  label: "Mentioned",
  title: ({ by, questionId }) => `${by} mentioned you on Q${questionId}`,
});
