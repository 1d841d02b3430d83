import { MAX_INT, id } from "@/lib/platform/fields";
import { line } from "@/lib/platform/text";
import { z } from "zod";

/** A question or a comment as a notice quotes it. */
const excerpt = z.string().max(300);
const day = z.iso.date();

const question = z.object({ questionId: id, question: excerpt, by: z.string(), comment: excerpt });
const submission = z.object({ submissionId: id, question: excerpt, by: z.string() });

/**
 * Every kind of notice and what it holds. A new kind is a line here and its words in rules.ts. Notices hold what their
 * reader may see anyway, and no more of it than is needed to recognize what they are about.
 */
export const NOTICES = {
  /** A reviewer gave a submission back, with comments. */
  returned: submission.extend({ comment: excerpt }),
  accepted: submission.extend({ questionId: id, split: z.string().nullable() }),
  rejected: submission.extend({ reason: z.string(), comment: excerpt }),
  /** Someone answered in the comments of one's own submission, or of one that one reviewed. */
  commented: submission.extend({ comment: excerpt }),
  /** Named in a comment. */
  mentioned: submission.extend({ comment: excerpt }),
  /** Someone wrote in a discussion of a question that the reader takes part in, or about the reader's question. */
  "question-commented": question,
  /** Named in a comment on a question. */
  "question-mentioned": question,
  /** Questions assigned to the reader are due. */
  "review-due": z.object({
    count: z.number().int().positive(),
    overdue: z.number().int().nonnegative(),
    on: day,
  }),
  /** A campaign was opened that the reader rates in, or they joined one that is open. */
  "campaign-opened": z.object({
    campaignId: id,
    campaign: z.string(),
    waiting: z.number().int().positive(),
    dueOn: day.nullable(),
    by: z.string(),
  }),
  /** Judgments of a campaign wait for the reader. */
  "campaign-nudge": z.object({
    campaignId: id,
    campaign: z.string(),
    waiting: z.number().int().nonnegative(),
    dueOn: day.nullable(),
    message: z.string().max(2_000),
    by: z.string(),
  }),
  /** A rater's ratings in a campaign raised an alarm: for its maintainers. Kinds as in lib/rating/alarms/vocabulary. */
  "rater-alarm": z.object({
    campaignId: id,
    campaign: z.string(),
    raterId: id,
    rater: z.string(),
    alarm: z.string(),
    paused: z.boolean(),
  }),
  /** The reader alone is paused in a campaign, and may go on again. */
  "rater-paused": z.object({ campaignId: id, campaign: z.string(), because: z.string() }),
  "rater-resumed": z.object({ campaignId: id, campaign: z.string(), by: z.string() }),
  /** A message to all raters of a campaign. */
  "campaign-message": z.object({
    campaignId: id,
    campaign: z.string(),
    message: z.string().max(2_000),
    by: z.string(),
  }),
  /** Someone wrote in the discussion of a response that raters disagree on. */
  "task-commented": z.object({ taskId: id, question: excerpt, by: z.string(), comment: excerpt }),
  /** A response that was discussed has its final verdict. */
  "task-settled": z.object({ taskId: id, question: excerpt, reason: excerpt }),
  /** A rater doubts the answers of a question; how their doubt ended. */
  "ticket-raised": z.object({ questionId: id, question: excerpt, comment: excerpt }),
  "ticket-settled": z.object({
    questionId: id,
    question: excerpt,
    as: z.enum(["corrected", "kept"]),
    word: excerpt,
  }),
  /** A job that the reader started is over, or paused by itself: `because` as in lib/runs/jobs/vocabulary. */
  "job-ended": z.object({
    jobId: id,
    job: excerpt,
    done: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
  }),
  "job-paused": z.object({ jobId: id, job: excerpt, because: z.string() }),
} as const;

export type NoticeKind = keyof typeof NOTICES;

/** A notice of one kind, with the data that belongs to it. */
export type NoticeContent = {
  [Kind in NoticeKind]: { kind: Kind; data: z.infer<(typeof NOTICES)[Kind]> };
}[NoticeKind];

/** How someone is told by email: each notice at once, one digest a day, or not at all. */
export const EMAIL_PREFERENCES = ["at-once", "daily", "never"] as const;
export type EmailPreference = (typeof EMAIL_PREFERENCES)[number];
/** What an email is sent for: one notice, or those of a day. */
export const MAIL_OCCASIONS = ["at-once", "daily"] as const satisfies readonly EmailPreference[];
export const MAIL_STATUSES = ["waiting", "sending", "sent", "failed", "unknown"] as const;
/** For those who have not chosen. */
export const DEFAULT_MAIL_CHOICE: EmailPreference = "daily";

export const EXCERPT_CHARACTERS = 200;
/** Of a group of notices, so many can be looked at one by one. */
export const SHOWN_OF_GROUP = 20;

const postgresId = id.max(MAX_INT);
/**
 * Which notices were read: all of them up to `upTo`, so that what came in the meantime stays unread, or of these only
 * those of the same kind and subject as `like`. By subjects: the work that they speak of was opened.
 */
export const markReadSchema = z.union([
  z.object({ subjects: z.array(line(100)).min(1).max(200) }),
  z.object({ upTo: postgresId, like: postgresId.optional() }),
]);
export const updateEmailPreferenceSchema = z.object({ mail: z.enum(EMAIL_PREFERENCES) });

/** A notice as its reader sees it. Moments are ISO strings. */
export type NoticeView = NoticeContent & { id: number; at: string };

/** Notices of one kind that speak of the same work, and are all read or all unread. */
export interface NoticeGroup {
  read: boolean;
  count: number;
  /** How many people they are from. */
  people: number;
  /** The newest first; of many, the newest alone. */
  notices: [NoticeView, ...NoticeView[]];
}
