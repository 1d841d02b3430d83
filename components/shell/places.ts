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
import { guideAddress, type GuideName } from "@/lib/home/guides/schema";
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
  /** The heading of the guide that tells how to work there, for the page and those below it. */
  guide?: readonly [guide: GuideName, heading: string];
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
      single(IconPencil, {
        href: "/write",
        label: "My questions",
        guide: ["annotator", "Your first question"],
        needs: "submissions.write",
      }),
      single(IconChecklist, {
        href: "/submissions",
        label: "Submissions",
        guide: ["maintainer", "Reviewing submissions"],
        needs: "submissions.review",
      }),
    ],
  },
  {
    title: "Dataset",
    places: [
      single(IconListDetails, {
        href: "/questions",
        label: "Questions",
        guide: ["maintainer", "Finding and editing"],
        needs: "questions.read",
      }),
      {
        label: "Answer refresh",
        icon: IconCalendarCheck,
        pages: [
          {
            href: "/refresh",
            label: "Due answers",
            guide: ["maintainer", "Keeping answers true"],
            title: "Answer refresh",
            needs: "reviews.work",
          },
          {
            href: "/flags",
            label: "Flagged answers",
            guide: ["maintainer", "Keeping answers true"],
            needs: "flags.resolve",
          },
        ],
      },
      single(IconFileImport, {
        href: "/imports",
        label: "Imports",
        guide: ["maintainer", "Importing"],
        needs: "imports.manage",
      }),
      single(IconPackages, {
        href: "/releases",
        label: "Releases",
        guide: ["maintainer", "Publishing"],
        needs: "releases.read",
      }),
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
            guide: ["rater", "Rating"],
            title: "Rate responses",
            needs: "ratings.judge",
          },
          {
            href: "/rate/mine",
            label: "My ratings",
            guide: ["rater", "Corrections and breaks"],
            also: "history change",
            needs: "ratings.judge",
          },
          {
            href: "/rate/hours",
            label: "My hours",
            guide: ["rater", "Corrections and breaks"],
            needs: "ratings.judge",
          },
          {
            href: "/discussions",
            label: "Discussions",
            guide: ["rater", "After the campaign"],
            also: "comments raters",
            needs: "ratings.judge",
          },
          {
            href: "/rate/training",
            label: "Training",
            guide: ["rater", "Before your first campaign"],
            also: "learn rating guidelines examples",
            needs: "ratings.judge",
          },
        ],
      },
      {
        label: "Campaigns",
        icon: IconClipboardCheck,
        pages: [
          {
            href: "/campaigns",
            label: "Campaigns",
            guide: ["maintainer", "A human evaluation"],
            needs: "campaigns.manage",
          },
          {
            href: "/protocols",
            label: "Protocols",
            guide: ["maintainer", "Protocols"],
            needs: "reports.read",
            usedBy: EVALUATING,
          },
          {
            href: "/campaigns/gold",
            label: "Gold responses",
            guide: ["maintainer", "A human evaluation"],
            also: "quality control",
            needs: "campaigns.manage",
          },
          {
            href: "/campaigns/hours",
            label: "Hours",
            guide: ["maintainer", "A human evaluation"],
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
            guide: ["adjudicator", "Deciding"],
            title: "Adjudication",
            needs: "ratings.adjudicate",
          },
          {
            href: "/adjudication/settled",
            label: "Adjudicated",
            guide: ["adjudicator", "Changing your mind"],
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
            guide: ["maintainer", "Model runs"],
            title: "Model runs",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/models",
            label: "Models",
            guide: ["maintainer", "Model runs"],
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
            guide: ["researcher", "Having models answer"],
            also: "automation automatic evaluation generate",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/methods",
            label: "Methods",
            guide: ["researcher", "Having models answer"],
            also: "prompts freshprompt automation",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/methods/demonstrations",
            label: "Demonstrations",
            guide: ["researcher", "Having models answer"],
            also: "examples prompt",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/evaluators",
            label: "Evaluators",
            guide: ["researcher", "Having models answer"],
            also: "automatic evaluation judge fresheval",
            needs: "runs.read",
            usedBy: EVALUATING,
          },
          {
            href: "/connections",
            label: "Connections",
            guide: ["admin", "Connections"],
            also: "automation services keys api",
            needs: "connections.read",
          },
        ],
      },
      {
        label: "Reports",
        icon: IconChartBar,
        pages: [
          {
            href: "/reports",
            label: "Reports",
            guide: ["researcher", "Reading results"],
            needs: "reports.read",
            usedBy: EVALUATING,
          },
          {
            href: "/leaderboard",
            label: "Leaderboard",
            guide: ["researcher", "The leaderboard"],
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
            guide: ["maintainer", "Settings"],
            title: "Dataset settings",
            also: "administration time zone license",
            needs: "reviews.manage",
          },
          {
            href: "/members",
            label: "Members",
            guide: ["admin", "Members and roles"],
            also: "administration people accounts invite",
            needs: "users.manage",
          },
          {
            href: "/audit-log",
            label: "Audit log",
            guide: ["admin", "Every now and then"],
            also: "administration history",
            needs: "audit.read",
          },
        ],
      },
      single(IconHelp, { href: "/help", label: "Help", needs: null }),
    ],
  },
];

/** All pages of the navigation, each with its place's icon and its group's title. */
export const PAGES: readonly (PlacePage & Pick<Place, "icon"> & { group: string })[] =
  PLACES.flatMap(({ title, places }) =>
    places.flatMap(({ icon, pages }) =>
      pages.map((page) => ({ ...page, icon, group: title ?? "" })),
    ),
  );

type Person = { roles: readonly Role[] };

const mayOpen = (person: Person, { needs }: PlacePage) => needs === null || may(person, needs);

const worksWith = (person: Person, page: PlacePage) =>
  mayOpen(person, page) && (page.usedBy?.some((role) => person.roles.includes(role)) ?? true);

/** The pages that a person's roles open. */
export const pagesOf = (person: Person) => PAGES.filter((page) => mayOpen(person, page));

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

/** Pages outside the navigation that guides have a heading of their own for. */
export const BESIDE: readonly (Pick<PlacePage, "href"> & Required<Pick<PlacePage, "guide">>)[] = [
  { href: "/splits", guide: ["maintainer", "Splits"] },
  { href: "/reports/agreement/file", guide: ["researcher", "Ratings from elsewhere"] },
];

/** Where the guide tells how to work on the page at an address: that of the page itself, else of the nearest above it. */
export function guideOf(pathname: string): string | null {
  const [nearest] = [...PAGES, ...BESIDE]
    .filter((page) => page.guide !== undefined && isAt([page], pathname))
    .sort((a, b) => b.href.length - a.href.length);
  return nearest === undefined ? null : guideAddress(...nearest.guide!);
}
