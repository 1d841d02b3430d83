import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { readNotices } from "@/lib/people/notifications/writes";
import { db } from "@/lib/platform/db";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import type { InboxState } from "./address";
import { NOTICE_KINDS } from "./kinds";
import { groupInWords, type NoticeGroup } from "./rules";

const GROUPS_PER_PAGE = 50;
/** Of a group of notices, so many can be looked at one by one. */
const SHOWN_OF_GROUP = 20;

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
    select: { id: true, kind: true, data: true, createdAt: true },
  });
  const told = new Map(
    (await readNotices(db, NOTICE_KINDS, notices)).map((notice) => [notice.stored.id, notice]),
  );
  return {
    rows: rows.flatMap(({ read, count, people, ids }) => {
      const [first, ...others] = ids.flatMap((id) => told.get(id) ?? []);
      if (first === undefined) return [];
      const { label, replaces } = first.kind;
      const each = [first, ...others].map(({ stored, told: notice }) => {
        const { title, detail } = notice.words();
        return { id: stored.id, at: stored.createdAt.toISOString(), title, detail };
      });
      const { id, at } = each[0]!;
      const together = [first.told, ...others.map((other) => other.told)] as const;
      const words = groupInWords(together, { count, people, replaces });
      return [{ read, count, id, at, label, ...words, each: count > 1 ? each : [] }];
    }),
    total: rows[0]?.total ?? 0,
    page: state.page,
    pageSize: GROUPS_PER_PAGE,
    ...counts[0]!,
  };
}
