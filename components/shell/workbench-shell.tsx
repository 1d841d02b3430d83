"use client";

import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  NavLink,
  Stack,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconCalendarCheck,
  IconChartBar,
  IconCheckbox,
  IconChecklist,
  IconClipboardCheck,
  IconFileImport,
  IconFlag,
  IconGavel,
  IconHistory,
  IconHome,
  IconInbox,
  IconListDetails,
  IconListNumbers,
  IconPackages,
  IconPlugConnected,
  IconRobot,
  IconScale,
  IconPencil,
  IconPlayerPlay,
  IconSettings,
  IconTrophy,
  IconUsers,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { may } from "@/lib/people/access/policy";
import type { Permission } from "@/lib/people/access/policy";
import type { Role } from "@/lib/people/access/schema";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import classes from "./workbench-shell.module.css";

interface Place {
  href: string;
  /** Pages that belong to it but have an address of their own. */
  also?: string;
  label: string;
  icon: typeof IconHome;
  needs: Permission | null;
}

/** Navigation items by section. Filtered by the user's permissions; empty sections are hidden. */
const PLACES: { title: string | null; places: Place[] }[] = [
  {
    title: null,
    places: [
      { href: "/", label: "Home", icon: IconHome, needs: null },
      { href: "/inbox", label: "Inbox", icon: IconInbox, needs: "account.manage" },
    ],
  },
  {
    title: "Contribute",
    places: [
      { href: "/write", label: "My questions", icon: IconPencil, needs: "submissions.write" },
      {
        href: "/submissions",
        label: "Submissions",
        icon: IconChecklist,
        needs: "submissions.review",
      },
    ],
  },
  {
    title: "Dataset",
    places: [
      { href: "/questions", label: "Questions", icon: IconListDetails, needs: "questions.read" },
      { href: "/refresh", label: "Answer refresh", icon: IconCalendarCheck, needs: "reviews.work" },
      { href: "/flags", label: "Flagged answers", icon: IconFlag, needs: "tickets.settle" },
      { href: "/imports", label: "Imports", icon: IconFileImport, needs: "imports.manage" },
      { href: "/releases", label: "Releases", icon: IconPackages, needs: "releases.read" },
    ],
  },
  {
    title: "Human evaluation",
    places: [
      {
        href: "/rate",
        also: "/discussions",
        label: "Rate responses",
        icon: IconCheckbox,
        needs: "ratings.judge",
      },
      {
        href: "/campaigns",
        label: "Campaigns",
        icon: IconClipboardCheck,
        needs: "campaigns.manage",
      },
      {
        href: "/adjudication",
        label: "Adjudication",
        icon: IconScale,
        needs: "ratings.adjudicate",
      },
    ],
  },
  {
    title: "Results",
    places: [
      { href: "/runs", also: "/models", label: "Model runs", icon: IconRobot, needs: "runs.read" },
      { href: "/methods", label: "Methods", icon: IconListNumbers, needs: "runs.read" },
      { href: "/evaluators", label: "Evaluators", icon: IconGavel, needs: "runs.read" },
      { href: "/jobs", label: "Jobs", icon: IconPlayerPlay, needs: "runs.read" },
      { href: "/reports", label: "Reports", icon: IconChartBar, needs: "reports.read" },
      { href: "/leaderboard", label: "Leaderboard", icon: IconTrophy, needs: "reports.read" },
    ],
  },
  {
    title: "Administration",
    places: [
      { href: "/settings", label: "Settings", icon: IconSettings, needs: "reviews.manage" },
      { href: "/members", label: "Members", icon: IconUsers, needs: "users.manage" },
      {
        href: "/connections",
        label: "Connections",
        icon: IconPlugConnected,
        needs: "connections.read",
      },
      { href: "/audit-log", label: "Audit log", icon: IconHistory, needs: "audit.read" },
    ],
  },
];
interface WorkbenchShellProps {
  person: { name: string; roles: readonly Role[] };
  /** Notices that the person has not read; null: no inbox. */
  unread: number | null;
  /** Questions whose answers raters doubt; null: not for the person. */
  flags: number | null;
  children: ReactNode;
}

/** The frame of every signed-in page: places by role at the side, the person's own menu below them. */
export function WorkbenchShell({
  person,
  unread: unreadAtFirst,
  flags,
  children,
}: WorkbenchShellProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const pathname = usePathname();
  useEffect(close, [pathname, close]);
  const unread = useUnread(unreadAtFirst);

  const waiting = (here: string, there: string, count: number, word: string) =>
    here === there && count > 0 ? (
      <span className={classes.unread}>
        {count > 99 ? "99+" : count}
        <VisuallyHidden> {word}</VisuallyHidden>
      </span>
    ) : undefined;
  const groups = PLACES.map(({ title, places }) => ({
    title,
    places: places.filter((place) => place.needs === null || may(person, place.needs)),
  })).filter(({ places }) => places.length > 0);
  const link = (place: Place) => {
    const within = (href: string | undefined) =>
      href !== undefined && (pathname === href || pathname.startsWith(`${href}/`));
    const active = place.href === "/" ? pathname === "/" : within(place.href) || within(place.also);
    return (
      <NavLink
        key={place.href}
        component={Link}
        href={place.href}
        label={place.label}
        active={active}
        variant="subtle"
        className={classes.link}
        aria-current={active ? "page" : undefined}
        leftSection={<place.icon size={18} stroke={1.7} aria-hidden />}
        onClick={close}
        rightSection={
          waiting(place.href, "/inbox", unread, "unread") ??
          waiting(place.href, "/flags", flags ?? 0, "open")
        }
      />
    );
  };

  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell
        layout="alt"
        header={{ height: { base: 52, sm: 0 } }}
        navbar={{ width: 224, breakpoint: "sm", collapsed: { mobile: !opened } }}
        padding={{ base: "sm", sm: "lg" }}
        transitionDuration={0}
      >
        <AppShell.Header hiddenFrom="sm" className={classes.header}>
          <Group h="100%" px="sm" gap="sm">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label="Open menu"
              aria-expanded={opened}
              aria-controls="navigation"
            />
            <Brand size={24} />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar id="navigation" p="sm" className={classes.navbar} aria-label="Main">
          <Group justify="space-between" px={6} pt={4} pb="md">
            <Brand />
            <ActionIcon
              hiddenFrom="sm"
              variant="subtle"
              color="gray"
              aria-label="Close menu"
              onClick={close}
            >
              <IconX size={18} />
            </ActionIcon>
          </Group>
          <Stack gap={1} flex={1} style={{ overflowY: "auto" }}>
            {groups.map(({ title, places }) => (
              <Stack key={title} gap={1} role="group" aria-label={title ?? undefined}>
                {title !== null && (
                  <Text className={classes.heading} aria-hidden>
                    {title}
                  </Text>
                )}
                {places.map(link)}
              </Stack>
            ))}
          </Stack>
          <AccountMenu person={person} />
        </AppShell.Navbar>
        <AppShell.Main
          id="content"
          tabIndex={-1}
          className={classes.main}
          style={{ outline: "none" }}
        >
          <div className={classes.content}>{children}</div>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

const ASK_EVERY_MS = 60_000;

/** The count of unread notices, asked again now and then while someone looks at the page. */
function useUnread(atFirst: number | null): number {
  // What the server rendered counts until a later answer comes.
  const [asked, setAsked] = useState<{ atFirst: number | null; unread: number } | null>(null);
  useEffect(() => {
    if (atFirst === null) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await fetch("/api/notifications/unread").catch(() => null);
      if (!answer?.ok) return;
      const { unread } = (await answer.json()) as { unread: number };
      setAsked({ atFirst, unread });
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    const onFocus = () => void ask();
    window.addEventListener("focus", onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", onFocus);
    };
  }, [atFirst]);
  return asked !== null && asked.atFirst === atFirst ? asked.unread : (atFirst ?? 0);
}
