import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import {
  DEFAULT_MAIL_CHOICE,
  EMAIL_PREFERENCES,
  SHOWN_OF_GROUP,
  type EmailPreference,
  type NoticeGroup,
  type NoticeView,
} from "./schema";
import { readNotice, withoutClosed } from "./writes";
import { type InboxState } from "./address";

const GROUPS_PER_PAGE = 50;

/** A page of groups. */
export interface Inbox extends ListPage<NoticeGroup> {
  /** Notices. */
  unread: number;
  /** The id of the newest notice; 0: there is none. */
  newest: number;
}

/** One page of one's own notices, in groups: unread ones first, then the newest. */
export async function listNotices(actor: Actor, state: InboxState): Promise<Inbox> {
  authorize(actor, "account.manage");
  const [rows, counts] = await Promise.all([
    db.$queryRaw<{ read: boolean; count: number; people: number; ids: number[]; total: number }[]>`
      SELECT read_at IS NOT NULL AS read, count(*)::int AS count, count(DISTINCT data ->> 'by')::int AS people,
        (array_agg(id ORDER BY id DESC))[1:${SHOWN_OF_GROUP}::int] AS ids, (count(*) OVER ())::int AS total
      FROM notices WHERE user_id = ${actor.userId} AND (read_at IS NULL OR NOT ${state.unread})
      GROUP BY kind, subject, read_at IS NOT NULL ORDER BY read, max(id) DESC
      ${pageInSql(state.page, GROUPS_PER_PAGE)}`,
    db.$queryRaw<{ unread: number; newest: number }[]>`
      SELECT (count(*) FILTER (WHERE read_at IS NULL))::int AS unread, coalesce(max(id), 0) AS newest
      FROM notices WHERE user_id = ${actor.userId}`,
  ]);
  const notices = await db.notice.findMany({
    where: { id: { in: rows.flatMap(({ ids }) => ids) } },
    orderBy: { id: "desc" },
  });
  const readable = notices.flatMap(({ id, kind, data, createdAt }) => {
    const content = readNotice(kind, data);
    return content === null ? [] : [{ id, content, at: createdAt.toISOString() }];
  });
  const views = new Map(
    (await withoutClosed(db, readable)).map(({ id, at, content }): [number, NoticeView] => [
      id,
      { ...content, id, at },
    ]),
  );
  return {
    rows: rows.flatMap(({ read, count, people, ids }) => {
      const [first, ...others] = ids.flatMap((id) => views.get(id) ?? []);
      return first === undefined ? [] : [{ read, count, people, notices: [first, ...others] }];
    }),
    total: rows[0]?.total ?? 0,
    page: state.page,
    pageSize: GROUPS_PER_PAGE,
    ...counts[0]!,
  };
}

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
