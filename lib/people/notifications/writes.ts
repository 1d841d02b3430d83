import type { z } from "zod";
import { lock } from "@/lib/platform/advisory-locks";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { announce } from "@/lib/platform/live/announce";
import type {
  NoticeKind,
  NoticeKinds,
  NoticeWords,
  ReadableNoticeKind,
  ToldNotice,
} from "./notice";
import { MAIL_ATTEMPTS, retryMinutes } from "./rules";
import { DEFAULT_MAIL_CHOICE } from "./schema";

/**
 * Tells people something, in the transaction of what it tells of: it stands in their inbox with it, and goes out by
 * email afterwards as they choose. Accounts that are deactivated or no person's are left out.
 * @param to whom; the one who acts is not told, if the caller leaves them out.
 * @param onceKey someone who has a notice under this key already gets no second one.
 */
export async function notify<Data extends z.ZodObject>(
  tx: Tx,
  { to, onceKey }: { to: readonly number[]; onceKey?: string },
  { kind, data: schema, subject }: NoticeKind<Data>,
  input: z.input<Data>,
): Promise<void> {
  const data = schema.parse(input);
  const readers = [...new Set(to)];
  if (readers.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO notices (user_id, kind, data, subject, once_key)
    SELECT u.id, ${kind}, ${JSON.stringify(data)}::jsonb, ${subject(data)}, ${onceKey ?? null} FROM users u
    WHERE u.id = ANY(${readers}::int[]) AND u.kind = 'person' AND u.deactivated_at IS NULL ORDER BY u.id
    ON CONFLICT (user_id, once_key) DO NOTHING`;
  await announce(
    tx,
    readers.map((id) => `user:${id}`),
  );
}

// Email: what the service that sends it does in the database. It acts for no one, so nothing here takes an actor. ----

/** Older notices are not sent any more: an installation that gets a mail server later does not send its whole past. */
const FRESH = Prisma.sql`interval '3 days'`;
/** At this hour of the dataset's time zone, or later, the day's digest goes out. */
const DIGEST_HOUR = 7;
/** A server that takes longer to answer is not waited for: such a message may or may not have been taken over. */
const SENDING_MINUTES = 15;

/**
 * Puts notices that no one has read into emails: one for each of those who want it at once, one a day with all of them
 * for those who want a digest. Safe to run twice at once.
 * @returns how many emails wait to be sent because of it.
 */
export async function collectPendingMail(): Promise<number> {
  return transaction(async (tx) => {
    // One gatherer at a time; the second finds nothing left.
    await lock(tx, "gatheringMail");
    const waiting = await tx.$queryRaw<{ id: number; userId: number; mail: string }[]>`
      SELECT n.id, n.user_id AS "userId", coalesce(c.mail, ${DEFAULT_MAIL_CHOICE}) AS mail
      FROM notices n JOIN users u ON u.id = n.user_id LEFT JOIN notice_choices c ON c.user_id = n.user_id
      WHERE n.mail_id IS NULL AND n.read_at IS NULL AND u.deactivated_at IS NULL
        AND n.created_at > now() - ${FRESH} AND n.created_at >= coalesce(c.chosen_at, '-infinity') AND coalesce(c.mail, ${DEFAULT_MAIL_CHOICE}) <> 'never'
      ORDER BY n.id LIMIT 1000`;
    let made = 0;
    for (const notice of waiting.filter((one) => one.mail === "at-once")) {
      const mail = await tx.mail.create({
        data: { userId: notice.userId, occasion: "at-once" },
        select: { id: true },
      });
      await tx.notice.update({ where: { id: notice.id }, data: { mailId: mail.id } });
      made++;
    }
    const daily = waiting.filter((one) => one.mail === "daily");
    for (const userId of new Set(daily.map((one) => one.userId))) {
      const [mail] = await tx.$queryRaw<{ id: number }[]>`
        INSERT INTO mails (user_id, occasion, digest_on)
        SELECT ${userId}, 'daily', dataset_today() FROM dataset_settings WHERE extract(hour FROM now() AT TIME ZONE time_zone) >= ${DIGEST_HOUR}
        ON CONFLICT (user_id, digest_on) DO NOTHING RETURNING id`;
      if (mail === undefined) continue;
      await tx.notice.updateMany({
        where: { id: { in: daily.filter((one) => one.userId === userId).map((one) => one.id) } },
        data: { mailId: mail.id },
      });
      made++;
    }
    return made;
  });
}

/** An email that this caller, and no one else, is to send now. */
export interface ClaimedMail {
  id: number;
  messageId: string;
  attempts: number;
  reader: { name: string; email: string };
  notices: NoticeWords[];
}

/**
 * Takes the next email that waits, for this caller alone. One whose sender went silent half-way is not taken again: it
 * may have been sent.
 */
export async function claimMail(kinds: NoticeKinds): Promise<ClaimedMail | null> {
  return transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE mails SET status = 'unknown', settled_at = now(), error = 'The sender went silent while it was under way.'
      WHERE status = 'sending' AND due_at < now() - make_interval(mins => ${SENDING_MINUTES}::int)`;
    const [mail] = await tx.$queryRaw<{ id: number; messageId: string; attempts: number }[]>`
      UPDATE mails SET status = 'sending', attempts = attempts + 1, due_at = now()
      WHERE id = (SELECT id FROM mails WHERE status = 'waiting' AND due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, message_id AS "messageId", attempts`;
    if (mail === undefined) return null;
    const { user, notices } = await tx.mail.findUniqueOrThrow({
      where: { id: mail.id },
      select: {
        user: { select: { name: true, email: true } },
        notices: { orderBy: { id: "asc" }, select: { id: true, kind: true, data: true } },
      },
    });
    const told = await readNotices(tx, kinds, notices);
    return { ...mail, reader: user, notices: told.map((notice) => notice.told.words()) };
  });
}

/** A notice read back from the database. */
interface ReadNotice<Stored> {
  stored: Stored;
  kind: ReadableNoticeKind;
  told: ToldNotice;
}

/**
 * Reads notices back from the database; those of a kind or a version that is not known (any more) are left out. What was
 * said about questions that their reader has yet to rate by now is left out, too: the discussion is closed to them, and a
 * notice of before stays as closed as it.
 */
export async function readNotices<Stored extends { id: number; kind: string; data: unknown }>(
  tx: Tx,
  kinds: NoticeKinds,
  notices: readonly Stored[],
): Promise<ReadNotice<Stored>[]> {
  const read = notices.flatMap((stored) => {
    const kind = kinds.get(stored.kind);
    const told = kind?.read(stored.data);
    return kind && told ? [{ stored, kind, told }] : [];
  });
  const quoting = read.flatMap(({ stored, told }) =>
    told.discussion === null ? [] : [{ id: stored.id, questionId: told.discussion.questionId }],
  );
  if (quoting.length === 0) return read;
  const closed = await tx.$queryRaw<{ id: number }[]>`
    SELECT n.id FROM notices n
    JOIN unnest(${quoting.map(({ id }) => id)}::int[], ${quoting.map(({ questionId }) => questionId)}::int[]) AS q (id, question_id) USING (id)
    WHERE has_yet_to_rate(n.user_id, q.question_id)`;
  const hidden = new Set(closed.map(({ id }) => id));
  return read.map((one) =>
    hidden.has(one.stored.id) && one.told.discussion !== null
      ? { ...one, told: one.told.discussion.closed }
      : one,
  );
}

/** How sending an email ended. */
export type MailOutcome =
  { status: "sent" } | { status: "retry" | "give-up" | "unknown"; error: string };

/** Writes down how sending ended; a retry waits longer each time. */
export async function recordDelivery(
  mail: Pick<ClaimedMail, "id" | "attempts">,
  outcome: MailOutcome,
): Promise<void> {
  if (outcome.status === "retry") {
    await db.$executeRaw`
      UPDATE mails SET status = 'waiting', due_at = now() + make_interval(mins => ${retryMinutes(mail.attempts)}::int), error = ${outcome.error.slice(0, 500)}
      WHERE id = ${mail.id} AND status = 'sending' AND attempts < ${MAIL_ATTEMPTS}`;
    return;
  }
  const status = outcome.status === "give-up" ? "failed" : outcome.status;
  await db.$executeRaw`
    UPDATE mails SET status = ${status}, settled_at = now(), error = ${outcome.status === "sent" ? null : outcome.error.slice(0, 500)}
    WHERE id = ${mail.id} AND status = 'sending'`;
}
