import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { DEFAULT_MAIL_CHOICE, EMAIL_PREFERENCES, type EmailPreference } from "./schema";

/** How many of one's own notices are unread. */
export async function countUnread(actor: Actor): Promise<number> {
  authorize(actor, "account.manage");
  return db.notice.count({ where: { userId: actor.userId, readAt: null } });
}

/** As many subjects are told; whoever has more unread opens the inbox. */
const MOST_SUBJECTS = 100;

/** How many of one's own notices are unread, and what they speak of. */
export async function getUnread(actor: Actor): Promise<{ unread: number; subjects: string[] }> {
  authorize(actor, "account.manage");
  const rows = await db.notice.groupBy({
    by: ["subject"],
    where: { userId: actor.userId, readAt: null },
    _count: true,
  });
  return {
    unread: rows.reduce((sum, row) => sum + row._count, 0),
    subjects: rows.slice(0, MOST_SUBJECTS).map((row) => row.subject),
  };
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
