import type { NoticeWords } from "./notice";
import type { EmailPreference } from "./schema";

export const MAIL_CHOICE_WORDS: Record<EmailPreference, string> = {
  "at-once": "Immediately",
  daily: "Daily digest",
  never: "Never",
};

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
  notices: readonly NoticeWords[],
  reader: { name: string },
  origin: string,
): MailText {
  const [first] = notices;
  const subject =
    notices.length === 1 ? first!.title : `${notices.length} notifications from FreshQA Workbench`;
  const parts = notices.map(({ title, detail, href }) =>
    [
      notices.length === 1 ? null : title,
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
        notices.length === 1 ? `${first!.title}.` : "Here's what happened since your last digest:",
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
