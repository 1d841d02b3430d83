import {
  IconCalendarCheck,
  IconChartBar,
  IconCheckbox,
  IconChecklist,
  IconClipboardCheck,
  IconFileImport,
  IconFlag,
  IconForms,
  IconGavel,
  IconHistory,
  IconHome,
  IconInbox,
  IconListDetails,
  IconListNumbers,
  IconPackages,
  IconPencil,
  IconPlayerPlay,
  IconPlugConnected,
  IconRobot,
  IconScale,
  IconSettings,
  IconTrophy,
  IconUsers,
} from "@tabler/icons-react";
import { may, type Permission } from "@/lib/people/access/policy";
import type { Role } from "@/lib/people/access/roles";

export interface Place {
  href: string;
  /** Pages that belong to it but have an address of their own. */
  also?: string;
  label: string;
  icon: typeof IconHome;
  /** Who may open it; null: everyone. */
  needs: Permission | null;
  /** The roles whose work it is, where fewer than those that may open it: the others find it by a search. */
  usedBy?: readonly Role[];
}

export interface PlaceGroup {
  title: string | null;
  places: readonly Place[];
}

/** Navigation items by section. */
const PLACES: readonly PlaceGroup[] = [
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
        href: "/protocols",
        label: "Protocols",
        icon: IconForms,
        needs: "reports.read",
        usedBy: ["researcher", "maintainer"],
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
      {
        href: "/runs",
        also: "/models",
        label: "Model runs",
        icon: IconRobot,
        needs: "runs.read",
        usedBy: ["researcher", "maintainer"],
      },
      {
        href: "/methods",
        label: "Methods",
        icon: IconListNumbers,
        needs: "runs.read",
        usedBy: ["researcher", "maintainer"],
      },
      {
        href: "/evaluators",
        label: "Evaluators",
        icon: IconGavel,
        needs: "runs.read",
        usedBy: ["researcher", "maintainer"],
      },
      {
        href: "/jobs",
        label: "Jobs",
        icon: IconPlayerPlay,
        needs: "runs.read",
        usedBy: ["researcher", "maintainer"],
      },
      {
        href: "/reports",
        label: "Reports",
        icon: IconChartBar,
        needs: "reports.read",
        usedBy: ["researcher", "maintainer"],
      },
      {
        href: "/leaderboard",
        label: "Leaderboard",
        icon: IconTrophy,
        needs: "reports.read",
        usedBy: ["researcher", "maintainer"],
      },
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

/** The groups with the places that `keep` keeps; groups without any are left out. */
function groupsOf(keep: (place: Place) => boolean): PlaceGroup[] {
  return PLACES.map(({ title, places }) => ({ title, places: places.filter(keep) })).filter(
    ({ places }) => places.length > 0,
  );
}

/** All places that a person's roles open. */
export function placesOf(person: { roles: readonly Role[] }): PlaceGroup[] {
  return groupsOf(({ needs }) => needs === null || may(person, needs));
}

/** The places of the navigation: those that a person may open and works with. */
export function navigationOf(person: { roles: readonly Role[] }): PlaceGroup[] {
  return groupsOf(
    ({ needs, usedBy }) =>
      needs === null ||
      (may(person, needs) && (usedBy?.some((role) => person.roles.includes(role)) ?? true)),
  );
}
