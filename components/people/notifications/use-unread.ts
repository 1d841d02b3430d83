"use client";

import { useEffect, useRef } from "react";
import { useTopic } from "@/components/live/use-live";
import { useCommand } from "@/components/ui/use-command";
import { markRead } from "@/lib/people/notifications/actions";
import { subjectsOfPage } from "@/lib/people/notifications/vocabulary";

interface Unread {
  unread: number;
  /** What the unread ones speak of. */
  subjects: string[];
}

/**
 * The count of one's own unread notices, live.
 * @param atFirst what the server rendered; null: the person has no inbox
 */
export function useUnread(userId: number, atFirst: number | null): number {
  const live = useTopic<Unread>(atFirst === null ? null : `user:${userId}`);
  return live?.facts.unread ?? atFirst ?? 0;
}

/**
 * Marks as read what speaks of the work that is open, also what comes while it is.
 * @param path the address of its page, without the query; null: none
 */
export function useWorkOpened(userId: number, path: string | null): void {
  const live = useTopic<Unread>(path === null ? null : `user:${userId}`);
  const mark = useCommand(markRead);
  const run = useRef(mark.run);
  useEffect(() => {
    run.current = mark.run;
  });
  const shown = path === null ? [] : subjectsOfPage(path, live?.facts.subjects ?? []);
  const subjects = shown.join("\n");
  useEffect(() => {
    if (subjects !== "") void run.current({ subjects: subjects.split("\n") });
  }, [subjects]);
}
