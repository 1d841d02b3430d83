"use client";

import { Button, Group } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { LocalTime } from "@/components/ui/local-time";
import { useCommand } from "@/components/ui/use-command";
import { markRead } from "@/lib/people/notifications/actions";
import type { NoticeGroup } from "@/lib/home/inbox/rules";
import { formatCount } from "@/lib/platform/format";
import classes from "./notification-list.module.css";

/** Notices by what they speak of: unread ones first, then the newest. Opening a group marks all of it as read. */
export function NoticeList({
  groups,
  unread,
  newest,
}: {
  groups: readonly NoticeGroup[];
  unread: number;
  /** The id of the newest notice that is known here. */
  newest: number;
}) {
  // Shown as read at once, and as unread again where that could not be saved.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const show = (key: number, asRead: boolean) =>
    setOpened((before) => {
      const others = [...before].filter((one) => one !== key);
      return new Set(asRead ? [...others, key] : others);
    });
  const failed = { title: "Not marked as read", notify: true };
  const markSome = useCommand(markRead, {
    ...failed,
    onRefused: (_, input) => show("upTo" in input ? input.upTo : 0, false),
  });
  const markAll = useCommand(markRead, { ...failed, refresh: true });

  return (
    <>
      {unread > 0 && (
        <Group mb="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={16} aria-hidden />}
            loading={markAll.pending}
            onClick={() => void markAll.run({ upTo: newest })}
          >
            {unread === 1 ? "Mark as read" : `Mark all as read (${formatCount(unread)})`}
          </Button>
        </Group>
      )}
      <ol className={classes.list}>
        {groups.map((group) => {
          const read = group.read || opened.has(group.id);
          return (
            <NoticeItem
              key={`${group.id} ${group.read}`}
              group={group}
              read={read}
              onOpen={() => {
                if (read) return;
                show(group.id, true);
                void markSome.run({ like: group.id, upTo: group.id });
              }}
            />
          );
        })}
      </ol>
    </>
  );
}

function NoticeItem({
  group,
  read,
  onOpen,
}: {
  group: NoticeGroup;
  read: boolean;
  onOpen: () => void;
}) {
  const { at, count, detail, each, href, label, title } = group;
  // Said above for all of them.
  const shared = (line: string) => each.every((notice) => notice.detail.split("\n").includes(line));
  return (
    <li className={classes.notice} data-unread={!read || undefined}>
      <Link href={href} className={classes.link} onClick={onOpen}>
        <span className={classes.title}>
          <span className={classes.kind}>{label}</span>
          {title} {!read && <span className={classes.unread}>unread</span>}
        </span>
        {detail !== "" && <span className={classes.detail}>{detail}</span>}
        <span className={classes.time}>
          <LocalTime iso={at} />
        </span>
      </Link>
      {count > 1 && (
        <details className={classes.each}>
          <summary>
            {each.length < count
              ? `Latest ${each.length} of ${formatCount(count)}`
              : `Show all ${count}`}
          </summary>
          <ol>
            {each.map((notice) => (
              <li key={notice.id}>
                {notice.title}
                <span className={classes.time}>
                  <LocalTime iso={notice.at} />
                </span>
                <span className={classes.detail}>
                  {notice.detail
                    .split("\n")
                    .filter((line) => !shared(line))
                    .join("\n")}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
