"use client";

import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Link } from "@/components/ui/link";
import type { Role } from "@/lib/people/access/roles";
import { keepClosedGroups } from "./closed-groups";
import { shortCount, sumOf, type PlaceCount, type PlaceCounts } from "./place-counts";
import { isAt, navigationOf, type NavigationEntry } from "./places";
import classes from "./workbench-shell.module.css";

interface NavigationProps {
  person: { roles: readonly Role[] };
  /** 0 is not shown. */
  counts: PlaceCounts;
  closedAtFirst: readonly string[];
  /** An entry was chosen: on a phone the menu closes. */
  onGo: () => void;
}

/**
 * The entries by group, and those that stand apart below. A closed group shows its heading with all that is to do in it,
 * and the page that is open.
 */
export function Navigation({ person, counts, closedAtFirst, onGo }: NavigationProps) {
  const pathname = usePathname();
  const [closed, setClosed] = useState(closedAtFirst);
  const places = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a low screen the list scrolls: the entry of the page that is open is in sight.
    places.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const toggle = (title: string) => {
    const next = closed.includes(title)
      ? closed.filter((other) => other !== title)
      : [...closed, title];
    setClosed(next);
    keepClosedGroups(next);
  };
  const toDo = ({ pages }: NavigationEntry) => pages.flatMap(({ href }) => counts[href] ?? []);
  const isActive = ({ pages }: NavigationEntry) => isAt(pages, pathname);
  const link = (entry: NavigationEntry) => (
    <Link
      key={entry.href}
      href={entry.href}
      className={classes.link}
      data-active={isActive(entry) || undefined}
      aria-current={isActive(entry) ? "page" : undefined}
      onClick={onGo}
    >
      <entry.icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{entry.label}</span>
      <Count of={sumOf(toDo(entry))} />
    </Link>
  );
  const groups = navigationOf(person);
  return (
    <>
      <div className={classes.places} ref={places}>
        {groups
          .filter(({ apart }) => !apart)
          .map(({ title, entries }) => {
            if (title === null) return entries.map(link);
            const open = !closed.includes(title);
            return (
              <div key={title} className={classes.group} role="group" aria-label={title}>
                <UnstyledButton
                  className={classes.heading}
                  aria-expanded={open}
                  onClick={() => toggle(title)}
                >
                  <IconChevronDown size={14} stroke={2} aria-hidden className={classes.chevron} />
                  {title}
                  {!open && <Count of={sumOf(entries.flatMap(toDo))} />}
                </UnstyledButton>
                {entries.filter((entry) => open || isActive(entry)).map(link)}
              </div>
            );
          })}
      </div>
      <div className={classes.apart}>
        {groups.filter(({ apart }) => apart).flatMap(({ entries }) => entries.map(link))}
      </div>
    </>
  );
}

function Count({ of: { count, words } }: { of: PlaceCount }) {
  if (count === 0) return null;
  return (
    <span className={classes.unread}>
      {shortCount(count)}
      <VisuallyHidden> {words}</VisuallyHidden>
    </span>
  );
}
