import { createTransport } from "nodemailer";
import { Readable } from "node:stream";
import { environment } from "@/lib/platform/env";
import { every } from "@/lib/platform/every";
import { log } from "@/lib/platform/log";
import type { NoticeKinds } from "./notice";
import { afterFailure, composeMail, type MailText, type SendFailure } from "./rules";
import {
  claimMail,
  collectPendingMail,
  recordDelivery,
  type ClaimedMail,
  type MailOutcome,
} from "./writes";

/** Thrown when an email could not be sent; says whether it may be tried again. */
class NotSent extends Error implements SendFailure {
  readonly responseCode: number | undefined;
  constructor(
    cause: Error & { responseCode?: unknown },
    readonly textBegun: boolean,
  ) {
    super(cause.message, { cause });
    this.responseCode = typeof cause.responseCode === "number" ? cause.responseCode : undefined;
  }
}

/** A connection to the mail server. */
export interface MailTransport {
  /** @throws NotSent */
  send(
    mail: { to: { name: string; address: string }; messageId: string } & MailText,
  ): Promise<void>;
  close(): void;
}

/** Opens the mail server of the environment. @returns null where none is configured. */
export function createMailTransport(): MailTransport | null {
  const { SMTP_URL, MAIL_FROM } = environment();
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return null;
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, messageId, subject, text }) => {
      // A stream is not read before the server has accepted the recipient: until then, nothing can have been taken over.
      let textBegun = false;
      const body = Readable.from(
        (function* () {
          textBegun = true;
          yield text;
        })(),
      );
      await transport
        .sendMail({
          from: MAIL_FROM,
          to,
          subject,
          text: body,
          textEncoding: "quoted-printable",
          messageId,
          // No vacation replies, please.
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        })
        .catch((error: Error) => {
          throw new NotSent(error, textBegun);
        });
    },
    close: () => transport.close(),
  };
}

/**
 * Gathers what is to be told by email and sends it, until nothing is left. Several processes may do so at once.
 * @param kinds all that people may have been told
 * @returns how many emails were sent, and how many were not.
 */
export async function deliverMail(
  postman: MailTransport,
  kinds: NoticeKinds,
): Promise<{ sent: number; unsent: number }> {
  await collectPendingMail();
  const done = { sent: 0, unsent: 0 };
  for (;;) {
    const mail = await claimMail(kinds);
    if (mail === null) return done;
    const outcome = await attempt(postman, mail);
    await recordDelivery(mail, outcome);
    if (outcome.status === "sent") done.sent++;
    else {
      done.unsent++;
      log().warn(
        { mailId: mail.id, attempts: mail.attempts, outcome: outcome.status, error: outcome.error },
        "an email was not sent",
      );
    }
  }
}

async function attempt(postman: MailTransport, mail: ClaimedMail): Promise<MailOutcome> {
  if (mail.notices.length === 0)
    return { status: "give-up", error: "None of its notifications can be read." };
  const origin = (environment().NEXTAUTH_URL ?? "http://localhost:3000").replace(/\/+$/, "");
  try {
    const from = /@([^\s>]+)>?\s*$/.exec(environment().MAIL_FROM ?? "")?.[1] ?? "localhost";
    await postman.send({
      to: { name: mail.reader.name, address: mail.reader.email },
      messageId: `<${mail.messageId}@${from}>`,
      ...composeMail(mail.notices, mail.reader, origin),
    });
    return { status: "sent" };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return { status: afterFailure(error, mail.attempts), error: error.message };
  }
}

const ROUND_MS = 30_000;

/**
 * Sends notifications for as long as the server runs; where no mail server is configured, they stay in the inbox. A
 * round that fails is written to the log, and the next one tries again.
 * @param kinds all that people may have been told
 * @param notifyFirst called at the start of every round, for what people are told by the calendar and by no one's act.
 * @returns how to end it; it waits for the round under way.
 */
export function startNotices(
  kinds: NoticeKinds,
  notifyFirst: () => Promise<void>,
): () => Promise<void> {
  const postman = createMailTransport();
  const rounds = every(
    ROUND_MS,
    "notices were not sent",
    async () => {
      await notifyFirst();
      if (postman !== null) await deliverMail(postman, kinds);
    },
    "later",
  );
  return async () => {
    await rounds.stop();
    postman?.close();
  };
}
