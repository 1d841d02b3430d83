"use client";

import { Button, Group } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { markRead } from "@/lib/people/notifications/actions";
import { describeNotice, KIND_WORDS } from "@/lib/people/notifications/rules";
import type { NoticeView } from "@/lib/people/notifications/schema";
import classes from "./notification-list.module.css";
import { formatCount } from "@/lib/platform/format";
import { useCommand } from "@/components/ui/use-command";

/** Notices, the newest first. Opening one marks it as read. */
export function NoticeList({
  notices,
  unread,
}: {
  notices: readonly NoticeView[];
  unread: number;
}) {
  const [read, setRead] = useState<ReadonlySet<number>>(
    new Set(notices.filter((notice) => notice.read).map((notice) => notice.id)),
  );
  const all = notices.map((notice) => notice.id);
  // Shown as read at once, and as unread again where that could not be saved.
  const show = (ids: readonly number[], asRead: boolean) =>
    setRead((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(asRead ? [...others, ...ids] : others);
    });
  const failed = { title: "Not marked as read", notify: true };
  const markOne = useCommand(markRead, {
    ...failed,
    onRefused: (_, input) => show("noticeIds" in input ? input.noticeIds : [], false),
  });
  const markAll = useCommand(markRead, {
    ...failed,
    refresh: true,
    onRefused: () =>
      show(
        all.filter((id) => !read.has(id)),
        false,
      ),
  });

  return (
    <>
      {unread > 0 && (
        <Group mb="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={16} aria-hidden />}
            loading={markAll.pending}
            onClick={() => {
              show(all, true);
              void markAll.run({ upTo: notices[0]!.id });
            }}
          >
            {unread === 1 ? "Mark as read" : `Mark all as read (${formatCount(unread)})`}
          </Button>
        </Group>
      )}
      <ol className={classes.list}>
        {notices.map((notice) => {
          const words = describeNotice(notice);
          const isRead = read.has(notice.id);
          return (
            <li key={notice.id} className={classes.notice} data-unread={!isRead || undefined}>
              <Link
                href={words.href}
                className={classes.link}
                onClick={() => {
                  if (isRead) return;
                  show([notice.id], true);
                  void markOne.run({ noticeIds: [notice.id] });
                }}
              >
                <span className={classes.title}>
                  <span className={classes.kind}>{KIND_WORDS[notice.kind]}</span>
                  {words.title} {!isRead && <span className={classes.unread}>unread</span>}
                </span>
                {words.detail !== "" && <span className={classes.detail}>{words.detail}</span>}
                <span className={classes.time}>
                  <LocalTime iso={notice.at} />
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </>
  );
}
