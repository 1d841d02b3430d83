import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import {
  DEFAULT_MAIL_CHOICE,
  INBOX_PAGE_SIZE,
  EMAIL_PREFERENCES,
  type InboxState,
  type EmailPreference,
  type NoticeView,
} from "./schema";
import { readNotice } from "./writes";

export interface Inbox {
  notices: NoticeView[];
  /** Under the same filter. */
  total: number;
  unread: number;
}

/** One page of one's own notices, the newest first. */
export async function listNotices(actor: Actor, state: InboxState): Promise<Inbox> {
  authorize(actor, "account.manage");
  const where = { userId: actor.userId, ...(state.unread && { readAt: null }) };
  const [rows, total, unread] = await Promise.all([
    db.notice.findMany({
      where,
      orderBy: { id: "desc" },
      skip: (state.page - 1) * INBOX_PAGE_SIZE,
      take: INBOX_PAGE_SIZE,
    }),
    db.notice.count({ where }),
    db.notice.count({ where: { userId: actor.userId, readAt: null } }),
  ]);
  return {
    notices: rows.flatMap((row) => {
      const content = readNotice(row.kind, row.data);
      return content === null
        ? []
        : [{ ...content, id: row.id, at: row.createdAt.toISOString(), read: row.readAt !== null }];
    }),
    total,
    unread,
  };
}

/** How many of one's own notices are unread. */
export async function countUnread(actor: Actor): Promise<number> {
  authorize(actor, "account.manage");
  return db.notice.count({ where: { userId: actor.userId, readAt: null } });
}

/** How one is told by email. */
export async function getMailChoice(actor: Actor): Promise<EmailPreference> {
  authorize(actor, "account.manage");
  const choice = await db.notificationPreference.findUnique({
    where: { userId: actor.userId },
    select: { mail: true },
  });
  return EMAIL_PREFERENCES.find((known) => known === choice?.mail) ?? DEFAULT_MAIL_CHOICE;
}
