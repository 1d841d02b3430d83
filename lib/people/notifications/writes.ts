import { lock } from "@/lib/platform/advisory-locks";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { announce } from "@/lib/platform/live/announce";
import { MAIL_ATTEMPTS, retryMinutes, subjectOf } from "./rules";
import { DEFAULT_MAIL_CHOICE, NOTICES, type NoticeContent } from "./schema";

/**
 * Tells people something, in the transaction of what it tells of: it stands in their inbox with it, and goes out by
 * email afterwards as they choose. Accounts that are deactivated or no person's are left out.
 * @param notice.to whom; the one who acts is not told, if the caller leaves them out.
 * @param notice.onceKey someone who has a notice under this key already gets no second one.
 */
export async function notify(
  tx: Tx,
  notice: NoticeContent & { to: readonly number[]; onceKey?: string },
): Promise<void> {
  const data = NOTICES[notice.kind].parse(notice.data);
  const subject = subjectOf({ kind: notice.kind, data } as NoticeContent);
  const readers = [...new Set(notice.to)];
  if (readers.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO notices (user_id, kind, data, subject, once_key)
    SELECT u.id, ${notice.kind}, ${JSON.stringify(data)}::jsonb, ${subject}, ${notice.onceKey ?? null} FROM users u
    WHERE u.id = ANY(${readers}::int[]) AND u.kind = 'person' AND u.deactivated_at IS NULL ORDER BY u.id
    ON CONFLICT (user_id, once_key) DO NOTHING`;
  await announce(
    tx,
    readers.map((id) => `user:${id}`),
  );
}

/** SQL: marks as read what tells a rater of work in a campaign, for those whom their desk shows it. */
export function campaignNoticesRead(raterId: number, campaignId: number): Prisma.Sql {
  return Prisma.sql`
    UPDATE notices SET read_at = now()
    WHERE user_id = ${raterId} AND read_at IS NULL AND kind IN ('campaign-opened', 'campaign-nudge') AND data -> 'campaignId' = to_jsonb(${campaignId}::int)`;
}

/** Marks as read what told raters of work in a campaign that is over. */
export async function readNoticesOfCampaign(tx: Tx, campaignId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE notices SET read_at = now()
    WHERE user_id IN (SELECT rater_id FROM campaign_raters WHERE campaign_id = ${campaignId}) AND read_at IS NULL
      AND kind IN ('campaign-opened', 'campaign-nudge') AND data -> 'campaignId' = to_jsonb(${campaignId}::int)`;
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
  notices: NoticeContent[];
}

/**
 * Takes the next email that waits, for this caller alone. One whose sender went silent half-way is not taken again: it
 * may have been sent.
 */
export async function claimMail(): Promise<ClaimedMail | null> {
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
    const readable = notices.flatMap(({ id, kind, data }) => {
      const content = readNotice(kind, data);
      return content === null ? [] : [{ id, content }];
    });
    return {
      ...mail,
      reader: user,
      notices: (await withoutClosed(tx, readable)).map(({ content }) => content),
    };
  });
}

/** A notice read back from the database; null when no such kind is known (any more). */
export function readNotice(kind: string, data: unknown): NoticeContent | null {
  if (!Object.hasOwn(NOTICES, kind)) return null;
  const parsed = NOTICES[kind as NoticeContent["kind"]].safeParse(data);
  return parsed.success ? ({ kind, data: parsed.data } as NoticeContent) : null;
}

/**
 * Leaves out what was said about questions that the reader has yet to rate by now: the discussion is closed to them, and a
 * notice of before stays as closed as it.
 */
export async function withoutClosed<One extends { id: number; content: NoticeContent }>(
  tx: Tx,
  notices: readonly One[],
): Promise<One[]> {
  const ids = notices.filter(({ content }) => DISCUSSED.includes(content.kind)).map(({ id }) => id);
  if (ids.length === 0) return [...notices];
  const closed = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM notices
    WHERE id = ANY(${ids}::int[]) AND has_yet_to_rate(user_id, (data ->> 'questionId')::int)`;
  const hidden = new Set(closed.map(({ id }) => id));
  return notices.map((one) =>
    hidden.has(one.id)
      ? {
          ...one,
          content: { ...one.content, data: { ...one.content.data, comment: "" } } as NoticeContent,
        }
      : one,
  );
}

/** Kinds that quote the discussion of a question. */
const DISCUSSED: readonly NoticeContent["kind"][] = ["question-commented", "question-mentioned"];

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
