import {
  IconAdjustments,
  IconCalendarCheck,
  IconChartBar,
  IconCheckbox,
  IconChecklist,
  IconClipboardCheck,
  IconFileImport,
  IconHelp,
  IconHome,
  IconInbox,
  IconListDetails,
  IconPackages,
  IconPencil,
  IconPlayerPlay,
  IconRobot,
  IconScale,
} from "@tabler/icons-react";
import { may, type Permission } from "@/lib/people/access/policy";
import type { Role } from "@/lib/people/access/roles";

/** A page that the navigation leads to, by itself or as one of the tabs of its entry. */
export interface PlacePage {
  href: string;
  /** The words of its tab. */
  label: string;
  /** The page's own title, where the tab says less: tabs stand below the name of their entry. */
  title?: string;
  /** Other words under which people look for it. */
  also?: string;
  /** Who may open it; null: everyone. */
  needs: Permission | null;
  /** The roles whose work it is, where fewer than those that may open it: the others find it by a search. */
  usedBy?: readonly Role[];
}

/** An entry of the navigation: pages that belong together, one click apart. */
export interface Place {
  label: string;
  icon: typeof IconHome;
  pages: readonly PlacePage[];
}

export interface PlaceGroup {
  /** Null: the entries stand by themselves. */
  title: string | null;
  /** Below all others, apart from the daily work. */
  apart?: true;
  places: readonly Place[];
}

/** Those who work with runs and reports. An administrator may read them, but has no work there. */
const EVALUATING = ["researcher", "maintainer"] as const satisfies readonly Role[];

/** An entry of one page. */
const single = (icon: Place["icon"], page: PlacePage): Place => ({
  label: page.label,
  icon,
  pages: [page],
});

/** All entries by what people do. Titles are those of the pages themselves (a test holds them together). */
export const PLACES: readonly PlaceGroup[] = [
  {
    title: null,
    places: [
      single(IconHome, { href: "/", label: "Home", needs: null }),
      single(IconInbox, { href: "/inbox", label: "Inbox", needs: "account.manage" }),
    ],
  },
  {
    title: "Contribute",
    places: [
      single(IconPencil, { href: "/write", label: "My questions", needs: "submissions.write" }),
      single(IconChecklist, {
        href: "/submissions",
        label: "Submissions",
        needs: "submissions.review",
      }),
    ],
  },
  {
    title: "Dataset",
    places: [
      single(IconListDetails, { href: "/questions", label: "Questions", needs: "questions.read" }),
      {
        label: "Answer refresh",
        icon: IconCalendarCheck,
        pages: [
          {
            href: "/refresh",
            label: "Due answers",
            title: "Answer refresh",
            needs: "reviews.work",
          },
          { href: "/flags", label: "Flagged answers", needs: "tickets.settle" },
        ],
      },
      single(IconFileImport, { href: "/imports", label: "Imports", needs: "imports.manage" }),
      single(IconPackages, { href: "/releases", label: "Releases", needs: "releases.read" }),
    ],
  },
  {
    title: "Human evaluation",
    places: [
      {
        label: "Rate responses",
        icon: IconCheckbox,
        pages: [
          {
            href: "/rate",
            label: "Campaigns",
            title: "Rate responses",
            needs: "ratings.judge",
          },
          {
            href: "/rate/mine",
            label: "My ratings",
            also: "history change",
            needs: "ratings.judge",
          },
          { href: "/rate/hours", label: "My hours", needs: "ratings.judge" },
          {
            href: "/discussions",
            label: "Discussions",
            also: "comments raters",
            needs: "ratings.judge",
          },
          {
            href: "/rate/training",
            label: "Training",
            also: "learn rating guidelines examples",
            needs: "ratings.judge",
          },
        ],
      },
      {
        label: "Campaigns",
        icon: IconClipboardCheck,
        pages: [
          { href: "/campaigns", label: "Campaigns", needs: "campaigns.manage" },
          { href: "/protocols", label: "Protocols", needs: "reports.read", usedBy: EVALUATING },
          {
            href: "/campaigns/gold",
            label: "Gold responses",
            also: "quality control",
            needs: "campaigns.manage",
          },
          {
            href: "/campaigns/hours",
            label: "Hours",
            title: "Hours of raters",
            also: "pay rates time",
            needs: "campaigns.manage",
          },
        ],
      },
      {
        label: "Adjudication",
        icon: IconScale,
        pages: [
          {
            href: "/adjudication",
            label: "Pending",
            title: "Adjudication",
            needs: "ratings.adjudicate",
          },
          {
            href: "/adjudication/settled",
            label: "Adjudicated",
            title: "Adjudicated responses",
            needs: "ratings.adjudicate",
          },
        ],
      },
    ],
  },
  {
    title: "Results",
    places: [
      {
        label: "Model runs",
        icon: IconRobot,
        pages: [
          {
            href: "/runs",
            label: "Runs",
            title: "Model runs",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/models",
            label: "Models",
            also: "systems",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
        ],
      },
      {
        label: "Automation",
        icon: IconPlayerPlay,
        pages: [
          {
            href: "/jobs",
            label: "Jobs",
            also: "automation automatic evaluation generate",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/methods",
            label: "Methods",
            also: "prompts freshprompt automation",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/methods/demonstrations",
            label: "Demonstrations",
            also: "examples prompt",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/evaluators",
            label: "Evaluators",
            also: "automatic evaluation judge fresheval",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/connections",
            label: "Connections",
            also: "automation services keys api",
            needs: "connections.read",
          },
        ],
      },
      {
        label: "Reports",
        icon: IconChartBar,
        pages: [
          { href: "/reports", label: "Reports", needs: "reports.read", usedBy: EVALUATING },
          {
            href: "/leaderboard",
            label: "Leaderboard",
            needs: "reports.read",
            usedBy: EVALUATING,
          },
        ],
      },
    ],
  },
  {
    title: null,
    apart: true,
    places: [
      {
        label: "Administration",
        icon: IconAdjustments,
        pages: [
          {
            href: "/settings",
            label: "Settings",
            title: "Dataset settings",
            also: "administration time zone license",
            needs: "reviews.manage",
          },
          {
            href: "/members",
            label: "Members",
            also: "administration people accounts invite",
            needs: "users.manage",
          },
          {
            href: "/audit-log",
            label: "Audit log",
            also: "administration history",
            needs: "audit.read",
          },
        ],
      },
      single(IconHelp, { href: "/help", label: "Help", needs: null }),
    ],
  },
];

type Person = { roles: readonly Role[] };

const mayOpen = (person: Person, { needs }: PlacePage) => needs === null || may(person, needs);

const worksWith = (person: Person, page: PlacePage) =>
  mayOpen(person, page) && (page.usedBy?.some((role) => person.roles.includes(role)) ?? true);

/** All pages that a person's roles open, each with its place's icon and its group's title. */
export function pagesOf(person: Person): (PlacePage & Pick<Place, "icon"> & { group: string })[] {
  return PLACES.flatMap(({ title, places }) =>
    places.flatMap(({ icon, pages }) =>
      pages
        .filter((page) => mayOpen(person, page))
        .map((page) => ({ ...page, icon, group: title ?? "" })),
    ),
  );
}

/** An entry as it stands in somebody's navigation. */
export interface NavigationEntry {
  label: string;
  icon: Place["icon"];
  /** The first of its pages that the person works with. */
  href: string;
  /** All of its pages that the person may open. */
  pages: readonly PlacePage[];
}

/** The groups of a person's navigation: the entries with a page that the person works with. */
export function navigationOf(
  person: Person,
): { title: string | null; apart: boolean; entries: NavigationEntry[] }[] {
  return PLACES.map(({ title, apart, places }) => ({
    title,
    apart: apart === true,
    entries: places.flatMap(({ label, icon, pages }) => {
      const first = pages.find((page) => worksWith(person, page));
      if (first === undefined) return [];
      const open = pages.filter((page) => mayOpen(person, page));
      // Who may open one page alone sees its name, and no tabs.
      return [
        { label: open.length === 1 ? first.label : label, icon, href: first.href, pages: open },
      ];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

/** The pages that are tabs of the page at an address, with their entry; null: it has none, or may not be opened. */
export function tabsOf(
  person: Person,
  pathname: string,
): { label: string; pages: readonly PlacePage[] } | null {
  for (const { places } of PLACES)
    for (const { label, pages } of places) {
      const open = pages.filter((page) => mayOpen(person, page));
      if (open.length > 1 && open.some(({ href }) => href === pathname))
        return { label, pages: open };
    }
  return null;
}

/** Whether the page at an address is one of these pages, or lies below one of them. */
export function isAt(pages: readonly Pick<PlacePage, "href">[], pathname: string): boolean {
  return pages.some(({ href }) =>
    href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`),
  );
}
