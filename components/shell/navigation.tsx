"use client";

import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconHelp } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { Role } from "@/lib/people/access/schema";
import { keepClosedGroups } from "./closed-groups";
import { sumOf, type PlaceCount } from "./place-counts";
import { navigationOf, type Place } from "./places";
import classes from "./workbench-shell.module.css";

const HELP = { href: "/help", label: "Help", icon: IconHelp };

interface NavigationProps {
  person: { roles: readonly Role[] };
  /** By the place's address; 0 is not shown. */
  counts: Readonly<Record<string, PlaceCount>>;
  closedAtFirst: readonly string[];
  /** A place was chosen: on a phone the menu closes. */
  onGo: () => void;
}

/** The places by group. A closed group shows its heading with all that is to do in it, and the page that is open. */
export function Navigation({ person, counts, closedAtFirst, onGo }: NavigationProps) {
  const pathname = usePathname();
  const [closed, setClosed] = useState(closedAtFirst);
  const toggle = (title: string) => {
    const next = closed.includes(title)
      ? closed.filter((other) => other !== title)
      : [...closed, title];
    setClosed(next);
    keepClosedGroups(next);
  };
  const within = (href: string | undefined) =>
    href !== undefined && (pathname === href || pathname.startsWith(`${href}/`));
  const isActive = (place: Place) =>
    place.href === "/" ? pathname === "/" : within(place.href) || within(place.also);
  const link = (place: Place) => (
    <PlaceLink key={place.href} place={place} active={isActive(place)} onGo={onGo}>
      <Count of={counts[place.href]} />
    </PlaceLink>
  );
  return (
    <>
      <div className={classes.places}>
        {navigationOf(person).map(({ title, places }) => {
          if (title === null) return places.map(link);
          const open = !closed.includes(title);
          const toDo = places.flatMap(({ href }) => counts[href] ?? []);
          return (
            <div key={title} className={classes.group} role="group" aria-label={title}>
              <UnstyledButton
                className={classes.heading}
                aria-expanded={open}
                onClick={() => toggle(title)}
              >
                <IconChevronDown size={14} stroke={2} aria-hidden className={classes.chevron} />
                {title}
                {!open && <Count of={sumOf(toDo)} />}
              </UnstyledButton>
              {places.filter((place) => open || isActive(place)).map(link)}
            </div>
          );
        })}
      </div>
      <PlaceLink place={HELP} active={within("/help")} onGo={onGo} />
    </>
  );
}

interface PlaceLinkProps {
  place: Pick<Place, "href" | "label" | "icon">;
  active: boolean;
  onGo: () => void;
  /** What stands behind its name. */
  children?: ReactNode;
}

function PlaceLink({ place, active, onGo, children }: PlaceLinkProps) {
  return (
    <Link
      href={place.href}
      className={classes.link}
      data-active={active || undefined}
      aria-current={active ? "page" : undefined}
      onClick={onGo}
    >
      <place.icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{place.label}</span>
      {children}
    </Link>
  );
}

function Count({ of }: { of: PlaceCount | undefined }) {
  if (of === undefined || of.count === 0) return null;
  return (
    <span className={classes.unread}>
      {of.count > 999 ? "999+" : of.count}
      <VisuallyHidden> {of.words}</VisuallyHidden>
    </span>
  );
}
