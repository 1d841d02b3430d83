import type { NoticeWords, ToldNotice } from "@/lib/people/notifications/notice";
import { countOf, formatCount } from "@/lib/platform/format";

/** Notices of one kind that speak of the same work, and are all read or all unread; said as one. */
export interface NoticeGroup extends NoticeWords {
  /** The kind's. */
  label: string;
  read: boolean;
  count: number;
  /** Of the newest. */
  id: number;
  /** ISO moment of the newest. */
  at: string;
  /** One by one where there are several, the newest first; of many, the newest alone. */
  each: (Pick<NoticeWords, "title" | "detail"> & { id: number; at: string })[];
}

/**
 * Says several notices of one kind as one: "Ada and 2 others commented on Q12 (4)".
 * @param notices the newest first
 * @param group.count how many there are; `notices` may lack the oldest
 * @param group.people how many people they are from
 * @param group.replaces each replaces the one before
 */
export function groupInWords(
  notices: readonly [ToldNotice, ...ToldNotice[]],
  { count, people, replaces }: { count: number; people: number; replaces: boolean },
): NoticeWords {
  const [newest] = notices;
  if (count === 1 || replaces) return newest.words();
  const names = [...new Set(notices.flatMap(({ by }) => by ?? []))];
  const by =
    people < 2
      ? names[0]
      : people === 2 && names[1] !== undefined
        ? `${names[0]} and ${names[1]}`
        : `${names[0]} and ${countOf(people - 1, "other")}`;
  const words = newest.words(by);
  return { ...words, title: `${words.title} (${formatCount(count)})` };
}
