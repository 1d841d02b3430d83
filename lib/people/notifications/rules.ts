import {
  EXCERPT_CHARACTERS,
  type EmailPreference,
  type NoticeContent,
  type NoticeGroup,
  type NoticeKind,
} from "./schema";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

export const KIND_WORDS: Record<NoticeKind, string> = {
  returned: "Changes requested",
  accepted: "Accepted",
  rejected: "Rejected",
  commented: "Comment",
  mentioned: "Mentioned",
  "question-commented": "Comment",
  "question-mentioned": "Mentioned",
  "review-due": "Answers due",
  "campaign-opened": "Rating",
  "campaign-nudge": "Rating",
  "rater-alarm": "Rating",
  "rater-paused": "Rating",
  "rater-resumed": "Rating",
  "campaign-message": "Rating",
  "task-commented": "Discussion",
  "task-settled": "Adjudicated",
  "ticket-raised": "Flagged answer",
  "ticket-settled": "Flagged answer",
  "job-ended": "Job",
  "job-paused": "Job",
};

const PAUSED_BECAUSE: Record<string, string> = {
  "spending-limit": "it reached its spending limit",
  "key-refused": "the service refused the key",
  "quota-exhausted": "the account has no quota or credit left at the service",
  "not-allowed": "the host isn't allowed",
  restored: "a backup was restored",
  failures: "several items failed in a row",
};

const ALARMED: Record<string, string> = {
  "too-fast": "too fast",
  "straight-lining": "the same many times in a row",
};

const PAUSED_RATER: Record<string, string> = {
  "too-fast":
    "Your last ratings took less time than reading an item does, so a maintainer will look at them.",
  "straight-lining":
    "Your last ratings were all the same, more often in a row than is likely here, so a maintainer will look at them.",
  manager: "A maintainer paused you.",
};

export const MAIL_CHOICE_WORDS: Record<EmailPreference, string> = {
  "at-once": "Immediately",
  daily: "Daily digest",
  never: "Never",
};

/** A notice in words: one line, what was said, and where to go on. */
export interface NoticeWords {
  title: string;
  /** What it is about or what someone wrote, on further lines. */
  detail: string;
  href: string;
}

/** Says in words what a notice tells. */
export function describeNotice(notice: NoticeContent): NoticeWords {
  switch (notice.kind) {
    case "returned":
      return {
        ...about(notice.data),
        title: `${notice.data.by} requested changes to your question`,
      };
    case "accepted":
      return {
        title: `${notice.data.by} accepted your question as Q${notice.data.questionId}${notice.data.split === null ? "" : `, in ${notice.data.split}`}`,
        detail: notice.data.question,
        href: `/write/${notice.data.submissionId}`,
      };
    case "rejected":
      return {
        ...about(notice.data),
        title: `${notice.data.by} rejected your question: ${notice.data.reason.replaceAll("-", " ")}`,
      };
    case "commented":
      return { ...about(notice.data), title: `${notice.data.by} commented` };
    case "mentioned":
      return { ...about(notice.data), title: `${notice.data.by} mentioned you` };
    case "question-commented":
    case "question-mentioned":
      return {
        title: `${notice.data.by} ${notice.kind === "question-mentioned" ? "mentioned you" : "commented"} on Q${notice.data.questionId}`,
        detail: [notice.data.question, notice.data.comment].filter(Boolean).join("\n"),
        href: `/questions/${notice.data.questionId}#discussion`,
      };
    case "review-due":
      return {
        title: `${countOf(notice.data.count, "answer")} assigned to you ${notice.data.count === 1 ? "is" : "are"} due for a check`,
        detail: notice.data.overdue > 0 ? `${notice.data.overdue} overdue.` : "",
        href: "/refresh?assignee=me",
      };
    case "campaign-opened":
      return {
        title: `${notice.data.by} assigned you responses to rate in “${notice.data.campaign}”`,
        detail: waitingWords(notice.data),
        href: "/rate",
      };
    case "campaign-nudge":
      return {
        title: `${notice.data.by} reminded you about your ratings in “${notice.data.campaign}”`,
        detail: [waitingWords(notice.data), notice.data.message].filter(Boolean).join("\n"),
        href: "/rate",
      };
    case "rater-alarm":
      return {
        title: `${notice.data.rater} rates ${ALARMED[notice.data.alarm] ?? "strangely"} in “${notice.data.campaign}”`,
        detail: notice.data.paused
          ? "They are paused until you resume them."
          : "They have not been paused.",
        href: `/campaigns/${notice.data.campaignId}`,
      };
    case "rater-paused":
      return {
        title: `You are paused in “${notice.data.campaign}”`,
        detail: `${PAUSED_RATER[notice.data.because] ?? PAUSED_RATER["manager"]} Your ratings are kept, and so are your items. You can continue once a maintainer resumes you.`,
        href: "/rate",
      };
    case "rater-resumed":
      return {
        title: `You can continue rating in “${notice.data.campaign}”`,
        detail: `${notice.data.by} resumed you.`,
        href: `/rate/${notice.data.campaignId}`,
      };
    case "campaign-message":
      return {
        title: `${notice.data.by} wrote to all raters of “${notice.data.campaign}”`,
        detail: notice.data.message,
        href: `/rate/${notice.data.campaignId}`,
      };
    case "task-commented":
      return {
        title: `${notice.data.by} commented in a discussion`,
        detail: [notice.data.question, notice.data.comment].join("\n"),
        href: `/discussions/${notice.data.taskId}`,
      };
    case "task-settled":
      return {
        title: "A response you discussed has been adjudicated",
        detail: [notice.data.question, notice.data.reason].join("\n"),
        href: `/discussions/${notice.data.taskId}`,
      };
    case "ticket-raised":
      return {
        title: `A rater flagged the answer to Q${notice.data.questionId}`,
        detail: [notice.data.question, notice.data.comment].filter(Boolean).join("\n"),
        href: "/flags",
      };
    case "ticket-settled":
      return {
        title:
          notice.data.as === "corrected"
            ? `Q${notice.data.questionId} was corrected after your flag`
            : `Your flag on Q${notice.data.questionId} was resolved: no change`,
        detail: [notice.data.question, notice.data.word].join("\n"),
        href: `/questions/${notice.data.questionId}`,
      };
    case "job-ended":
      return {
        title: `Job ${notice.data.jobId} is done: ${[
          countOf(notice.data.done, "item"),
          ...(notice.data.failed > 0 ? [`${formatCount(notice.data.failed)} failed`] : []),
        ].join(", ")}`,
        detail: notice.data.job,
        href: `/jobs/${notice.data.jobId}`,
      };
    case "job-paused":
      return {
        title: `Job ${notice.data.jobId} paused: ${PAUSED_BECAUSE[notice.data.because] ?? "it couldn’t go on"}`,
        detail: notice.data.job,
        href: `/jobs/${notice.data.jobId}`,
      };
  }
}

/** Says in words what a group of notices tells: "Ada and 2 others commented on Q12 (4)". */
export function describeGroup({ notices, count, people }: Omit<NoticeGroup, "read">): NoticeWords {
  const [newest] = notices;
  // Each of these replaces the one before.
  if (count === 1 || newest.kind === "review-due") return describeNotice(newest);
  const names = [...new Set(notices.flatMap(({ data }) => ("by" in data ? [data.by] : [])))];
  const by =
    people < 2
      ? names[0]
      : people === 2 && names[1] !== undefined
        ? `${names[0]} and ${names[1]}`
        : `${names[0]} and ${countOf(people - 1, "other")}`;
  const words = describeNotice({ ...newest, data: { ...newest.data, by } } as NoticeContent);
  return { ...words, title: `${words.title} (${formatCount(count)})` };
}

/**
 * Returns what a notice speaks of: the work that, once opened, makes it read, and by which the inbox groups. Each page
 * names the subjects it shows, see subjectsOfPage in vocabulary.ts.
 */
export function subjectOf(notice: NoticeContent): string {
  switch (notice.kind) {
    case "returned":
    case "accepted":
    case "rejected":
    case "commented":
    case "mentioned":
      return `submission:${notice.data.submissionId}`;
    case "question-commented":
    case "question-mentioned":
    case "ticket-settled":
      return `question:${notice.data.questionId}`;
    case "review-due":
      return "answers-due";
    case "campaign-opened":
    case "campaign-nudge":
    case "rater-resumed":
      return `campaign:${notice.data.campaignId}`;
    case "rater-alarm":
      return `alarm:${notice.data.campaignId}`;
    case "rater-paused":
      return `paused:${notice.data.campaignId}`;
    case "campaign-message":
      return `message:${notice.data.campaignId}`;
    case "task-commented":
    case "task-settled":
      return `item:${notice.data.taskId}`;
    case "ticket-raised":
      return `flag:${notice.data.questionId}`;
    case "job-ended":
    case "job-paused":
      return `job:${notice.data.jobId}`;
  }
}

/** "80 items to rate, due 24 Dec 2026." */
function waitingWords({ waiting, dueOn }: { waiting: number; dueOn: string | null }): string {
  return `${countOf(waiting, "item")} to rate${dueOn === null ? "" : `, due ${formatDay(dueOn)}`}.`;
}

function about(data: { submissionId: number; question: string; comment: string }) {
  return {
    detail: [data.question, data.comment].filter(Boolean).join("\n"),
    href: `/write/${data.submissionId}`,
  };
}

/** The beginning of a text, as a notice quotes it. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return [...line].length > EXCERPT_CHARACTERS
    ? `${[...line].slice(0, EXCERPT_CHARACTERS - 1).join("")}…`
    : line;
}

// Email ----------------------------------------------------------------------------------------------------------

export interface MailText {
  subject: string;
  text: string;
}

/**
 * An email that tells some notices, in plain text.
 * @param origin the address of the workbench, without a slash at its end.
 */
export function composeMail(
  notices: readonly NoticeContent[],
  reader: { name: string },
  origin: string,
): MailText {
  const told = notices.map(describeNotice);
  const [first] = told;
  const subject =
    told.length === 1 ? first!.title : `${told.length} notifications from FreshQA Workbench`;
  const parts = told.map(({ title, detail, href }) =>
    [
      told.length === 1 ? null : title,
      ...detail
        .split("\n")
        .filter(Boolean)
        .map((line) => `  ${line}`),
      `  ${origin}${href}`,
    ]
      .filter((line) => line !== null)
      .join("\n"),
  );
  return {
    // A header is one line: nothing in it may begin another.
    subject: oneLine(subject),
    text:
      [
        `Hello ${oneLine(reader.name)},`,
        told.length === 1 ? `${first!.title}.` : "Here's what happened since your last digest:",
        ...parts,
        `Change your email settings: ${origin}/account`,
      ].join("\n\n") + "\n",
  };
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}

/** How often sending is tried before it is given up. */
export const MAIL_ATTEMPTS = 8;

/** Minutes to wait after the n-th failed attempt (1, 2, 4 … up to six hours). */
export function retryMinutes(attempts: number): number {
  return Math.min(360, 2 ** Math.max(0, attempts - 1));
}

/** What is known of a message after sending it failed. */
export interface SendFailure {
  /** SMTP's answer, where the server gave one. */
  responseCode?: number | undefined;
  /** The recipient was accepted, so that some of the text may have left. */
  textBegun: boolean;
}

/**
 * What to do after a failure. `retry`: nothing was taken over. `give-up`: the server will never take it. `unknown`: the
 * connection broke after the text was on its way, so that sending again might send it twice.
 */
export function afterFailure(
  failure: SendFailure,
  attempts: number,
): "retry" | "give-up" | "unknown" {
  if (failure.responseCode === undefined && failure.textBegun) return "unknown";
  return (failure.responseCode ?? 0) >= 500 || attempts >= MAIL_ATTEMPTS ? "give-up" : "retry";
}
