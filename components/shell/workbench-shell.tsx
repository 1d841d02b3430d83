"use client";

import { IconMenu2, IconSearch, IconX } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { Tour } from "@/components/home/tour/tour";
import { sweepDrafts } from "@/components/ui/kept-forms";
import { takeDevice } from "@/components/desk/take-device";
import { IconButton } from "@/components/ui/plain-button";
import { PageGuide } from "@/components/ui/page-guide";
import { SignedIn } from "@/components/ui/signed-in";
import type { Role } from "@/lib/people/access/roles";
import { AccountMenu } from "./account-menu";
import { useUnread, useWorkOpened } from "@/components/people/notifications/use-unread";
import { Brand } from "./brand";
import { Navigation } from "./navigation";
import { guideOf } from "./places";
import { PlaceTabs } from "./place-tabs";
import { placeCounts } from "./place-counts";
import { SearchButton, useCommandPalette } from "./search-button";
import { useGeneralKeys } from "./use-general-keys";
import { useTodos } from "./use-todos";
import { useWayBack } from "./use-way-back";
import classes from "./workbench-shell.module.css";

interface WorkbenchShellProps {
  person: { userId: number; name: string; roles: readonly Role[] };
  /** Notices that the person has not read; null: no inbox. */
  unread: number | null;
  /** The groups of the navigation that this browser keeps closed. */
  closedGroups: readonly string[];
  children: ReactNode;
}

/** The frame of every signed-in page: places by role at the side, the person's own menu below them. */
export function WorkbenchShell({
  person,
  unread: unreadAtFirst,
  closedGroups,
  children,
}: WorkbenchShellProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const pathname = usePathname();
  // On a phone the menu closes on the way to another page.
  const [openedOn, setOpenedOn] = useState(pathname);
  if (openedOn !== pathname) {
    setOpenedOn(pathname);
    setOpened(false);
  }
  useEffect(() => sweepDrafts(new Date(), null), []);
  useEffect(() => takeDevice(person.userId), [person.userId]);
  const unread = useUnread(person.userId, unreadAtFirst);
  useWorkOpened(person.userId, unreadAtFirst === null ? null : pathname);
  const todos = useTodos(person);
  const keys = useGeneralKeys();
  useWayBack();
  const { Palette, search } = useCommandPalette(person);
  const counts = { ...placeCounts(todos), "/inbox": { count: unread, words: "unread" } };

  return (
    <SignedIn value={person.userId}>
      <PageGuide value={guideOf(pathname)}>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {/* Named, because an open dialog has a header of its own. */}
        <header className={classes.header} aria-label="Top bar">
          <IconButton
            size={34}
            label="Open menu"
            aria-expanded={opened}
            aria-controls="navigation"
            onClick={() => setOpened(!opened)}
          >
            <IconMenu2 size={22} aria-hidden />
          </IconButton>
          <Brand size={24} />
          <span className={classes.end}>
            <IconButton size={34} label="Search" onClick={search}>
              <IconSearch size={20} stroke={1.7} aria-hidden />
            </IconButton>
          </span>
        </header>
        <nav
          id="navigation"
          className={classes.navbar}
          aria-label="Main"
          data-closed={!opened || undefined}
        >
          <div className={classes.head}>
            <Brand />
            <span className={classes.closes}>
              <IconButton size={28} label="Close menu" onClick={close}>
                <IconX size={18} aria-hidden />
              </IconButton>
            </span>
          </div>
          <SearchButton onClick={search} />
          <Navigation person={person} counts={counts} closedAtFirst={closedGroups} onGo={close} />
          <AccountMenu person={person} />
        </nav>
        <main id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.content}>
            <PlaceTabs person={person} counts={counts} />
            {children}
          </div>
        </main>
        {Palette}
        {keys}
        <Tour />
      </PageGuide>
    </SignedIn>
  );
}
