"use client";

import { Button, Group } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { markRead } from "@/lib/people/notifications/actions";
import { describeNotice, KIND_WORDS } from "@/lib/people/notifications/rules";
import type { NoticeView } from "@/lib/people/notifications/schema";
import classes from "./notification-list.module.css";
import { useWrite } from "@/components/ui/use-write";
import { notifyRefusal } from "@/components/ui/notify-refusal";
import { formatCount } from "@/lib/platform/format";

/** Notices, the newest first. Opening one marks it as read. */
export function NoticeList({
  notices,
  unread,
}: {
  notices: readonly NoticeView[];
  unread: number;
}) {
  const router = useRouter();
  const write = useWrite();
  const [read, setRead] = useState<ReadonlySet<number>>(
    new Set(notices.filter((notice) => notice.read).map((notice) => notice.id)),
  );
  const [busy, setBusy] = useState(false);

  const mark = async (input: Parameters<typeof markRead>[0], ids: number[]) => {
    setRead((before) => new Set([...before, ...ids]));
    const result = await write(markRead, input);
    if (result.ok) return true;
    setRead((before) => new Set([...before].filter((id) => !ids.includes(id))));
    notifyRefusal("Not marked as read", result.refusal);
    return false;
  };
  const markAll = async () => {
    setBusy(true);
    await mark(
      { upTo: notices[0]!.id },
      notices.map((notice) => notice.id),
    );
    setBusy(false);
    router.refresh();
  };

  return (
    <>
      {unread > 0 && (
        <Group mb="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={16} aria-hidden />}
            loading={busy}
            onClick={() => void markAll()}
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
                  if (!isRead) void mark({ noticeIds: [notice.id] }, [notice.id]);
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
