import { daysBetween } from "@/lib/dataset/schedule/rules";
import type { Role } from "@/lib/people/access/roles";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import type { Overview, Todos } from "./schema";
import { refreshDeskPage, refreshPage } from "@/lib/dataset/schedule/address";
import { comparePage } from "@/lib/dataset/release-differences/address";
import { writePage } from "@/lib/authoring/address";
import { jobsPage } from "@/lib/runs/jobs/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

/** One line of the to-do list. */
export interface TodoItem {
  /** Names the line among all others. */
  key: string;
  /** Whose work it is. */
  role: Role;
  title: string;
  detail: string;
  /** Where all that the title counts is listed. */
  href: string;
  /** Where the work begins. */
  action: { label: string; href: string };
  /** A date has passed. */
  late?: true;
}

/** "due 24 Dec 2026", or how long ago that was. */
function deadlineInWords(deadline: string, today: string): { words: string; late: boolean } {
  const left = daysBetween(today, deadline);
  if (left < 0) return { words: `${countOf(-left, "day")} past its deadline`, late: true };
  return {
    words: left === 0 ? "due today" : `due ${formatDay(deadline)}, in ${countOf(left, "day")}`,
    late: false,
  };
}

/** What waits for the reader, the most pressing first; empty where nothing does. */
export function todoItems(todos: Todos, overview: Overview): TodoItem[] {
  const items: TodoItem[] = [];
  const { returned, submissions, due, rating, disagreements, flags, jobs } = todos;
  if (rating !== null && !rating.trained)
    items.push({
      key: "training",
      role: "rater",
      title: "Complete the training",
      detail: "15 examples with instant feedback. You can rate by Relaxed and Strict afterwards.",
      href: "/rate/training",
      action: { label: "Start training", href: "/rate/training" },
    });
  for (const { campaignId, name, left, deadline } of rating?.campaigns ?? []) {
    const time = deadline === null ? null : deadlineInWords(deadline, overview.today);
    items.push({
      key: `rate-${campaignId}`,
      role: "rater",
      title: `${countOf(left, "response")} to rate`,
      detail: time === null ? name : `${name} · ${time.words}`,
      href: "/rate",
      action: { label: "Rate responses", href: `/rate/${campaignId}` },
      ...(time?.late && { late: true as const }),
    });
  }
  if (returned !== null && returned > 0)
    items.push({
      key: "returned",
      role: "annotator",
      title: countOf(returned, "returned question"),
      detail: "A maintainer asked for changes.",
      href: writePage.href({ status: "returned" }),
      action: { label: "View comments", href: writePage.href({ status: "returned" }) },
    });
  if (due !== null && due.mine > 0)
    items.push({
      key: "assigned",
      role: "maintainer",
      title: `${countOf(due.mine, "answer")} assigned to you`,
      detail: "Overdue or due this week.",
      href: refreshPage.href({ assignee: "me" }),
      action: {
        label: "Refresh answers",
        href: refreshDeskPage.href({ assignee: "me" }),
      },
    });
  if (submissions !== null && submissions > 0)
    items.push({
      key: "submissions",
      role: "maintainer",
      title: `${countOf(submissions, "submission")} to review`,
      detail: "Submitted questions, oldest first.",
      href: "/submissions",
      action: { label: "Review", href: "/submissions" },
    });
  if (due !== null && due.overdue + due.week > 0)
    items.push({
      key: "due",
      role: "maintainer",
      ...(due.week === 0
        ? {
            title: `${countOf(due.overdue, "answer")} overdue`,
            detail: "The longest overdue first.",
          }
        : due.overdue === 0
          ? { title: `${countOf(due.week, "answer")} due this week`, detail: "The soonest first." }
          : {
              title: `${countOf(due.overdue + due.week, "answer")} due`,
              detail: `${formatCount(due.overdue)} overdue · ${formatCount(due.week)} due this week`,
            }),
      href: "/refresh",
      action: { label: "Refresh answers", href: "/refresh/desk" },
      ...(due.overdue > 0 && { late: true as const }),
    });
  if (flags !== null && flags > 0)
    items.push({
      key: "flags",
      role: "maintainer",
      title: countOf(flags, "flagged answer"),
      detail: "Raters think they may be wrong.",
      href: "/flags",
      action: { label: "Check answers", href: "/flags" },
    });
  if (disagreements !== null && disagreements > 0)
    items.push({
      key: "disagreements",
      role: "adjudicator",
      title: `${countOf(disagreements, "response")} to adjudicate`,
      detail:
        "Raters disagree, flagged the answer or were not sure, or an audit drew them. Lowest agreement first.",
      href: "/adjudication",
      action: { label: "Adjudicate", href: "/adjudication/desk" },
    });
  for (const { campaignId, name, finished, ratings, stale } of overview.campaigns) {
    const href = `/campaigns/${campaignId}`;
    if (finished)
      items.push({
        key: `finished-${campaignId}`,
        role: "maintainer",
        title: `Campaign complete: ${name}`,
        detail: `${ratings === 1 ? "Its 1 rating is" : `All ${formatCount(ratings)} ratings are`} in. Check the results, then close it.`,
        href,
        action: { label: "View campaign", href },
      });
    if (stale > 0)
      items.push({
        key: `stale-${campaignId}`,
        role: "maintainer",
        title: `${countOf(stale, "response")} rated against outdated answers`,
        detail: `${name} · A follow-up campaign re-rates only ${stale === 1 ? "this one" : "these"}.`,
        href,
        action: { label: "View campaign", href },
      });
  }
  if (overview.openImport !== null)
    items.push({
      key: "import",
      role: "maintainer",
      title: "Import not finished",
      detail: overview.openImport.fileName,
      href: overview.openImport.href,
      action: { label: "Continue import", href: overview.openImport.href },
    });
  if (jobs !== null && jobs.paused > 0)
    items.push({
      key: "paused-jobs",
      role: "researcher",
      title: countOf(jobs.paused, "paused job"),
      detail: "Resume or cancel them.",
      href: jobsPage.href({ status: "paused" }),
      action: { label: "View jobs", href: jobsPage.href({ status: "paused" }) },
    });
  if (jobs !== null && jobs.failed > 0)
    items.push({
      key: "failed-jobs",
      role: "researcher",
      title: `${countOf(jobs.failed, "job")} with failures to handle`,
      detail: "Retry the failed items, or accept the failures.",
      href: jobsPage.href({ failed: true }),
      action: { label: "View jobs", href: jobsPage.href({ failed: true }) },
    });
  if (overview.withoutRole !== null && overview.withoutRole > 0)
    items.push({
      key: "members",
      role: "admin",
      title: `${countOf(overview.withoutRole, "member")} without a role`,
      detail: "They can sign in, but can't open anything yet.",
      href: "/members",
      action: { label: "Assign roles", href: "/members" },
    });
  if (submissions !== null) {
    const release = releaseItem(overview);
    if (release !== null) items.push(release);
  }
  return items;
}

/** What the last release does not have yet; null where it has all. */
function releaseItem({ questions, release }: Overview): TodoItem | null {
  const item = {
    key: "release",
    role: "maintainer" as const,
    action: { label: "Publish release", href: "/releases/new" },
  };
  if (release === null)
    return questions === 0
      ? null
      : {
          ...item,
          title: "No release yet",
          detail: "A release is a frozen, citable snapshot with a checksum.",
          href: "/releases",
        };
  const { name, edited, added, retired } = release;
  const changes = [
    [edited, "edited"],
    [added, "added"],
    [retired, "retired"],
  ] as const;
  const total = edited + added + retired;
  if (questions === 0 || total === 0) return null;
  return {
    ...item,
    title: `${countOf(total, "change")} not released yet`,
    detail: `Since ${name}: ${changes
      .filter(([count]) => count > 0)
      .map(([count, words]) => `${formatCount(count)} ${words}`)
      .join(" · ")}`,
    href: comparePage.href({ from: name, to: CURRENT }),
  };
}

/** What someone can do when nothing waits for them in a role. */
export interface NextStep {
  role: Role;
  title: string;
  detail: string;
  links: { label: string; href: string }[];
}

const NEXT_STEPS: Record<Role, Omit<NextStep, "role">> = {
  maintainer: {
    title: "All up to date",
    detail: "No answers are due, and nothing is left to review.",
    links: [
      { label: "Browse questions", href: "/questions" },
      { label: "Import file", href: "/imports" },
    ],
  },
  admin: {
    title: "Manage members",
    detail: "Invite colleagues, connect model and search services, and see all activity.",
    links: [
      { label: "Invite member", href: "/members" },
      { label: "Connections", href: "/connections" },
      { label: "Audit log", href: "/audit-log" },
    ],
  },
  annotator: {
    title: "No returned questions",
    detail: "The form guides you step by step and shows which kinds of questions are needed most.",
    links: [
      { label: "New question", href: "/write/new" },
      { label: "My questions", href: "/write" },
    ],
  },
  rater: {
    title: "Nothing to rate",
    detail: "New assignments appear here.",
    links: [
      { label: "View campaigns", href: "/rate" },
      { label: "My ratings", href: "/rate/mine" },
    ],
  },
  adjudicator: {
    title: "Nothing to adjudicate",
    detail: "Responses appear here once all their ratings are in and raters disagree.",
    links: [{ label: "View list", href: "/adjudication" }],
  },
  researcher: {
    title: "Explore results",
    detail: "Accuracy and agreement with confidence intervals, and the history of releases.",
    links: [
      { label: "Reports", href: "/reports" },
      { label: "Leaderboard", href: "/leaderboard" },
      { label: "Releases", href: "/releases" },
    ],
  },
};

/** The roles of the reader in which nothing waits, with what they can do instead. */
export function nextSteps(roles: readonly Role[], items: readonly TodoItem[]): NextStep[] {
  // A maintainer has the work of other roles, too.
  const inRole = (item: TodoItem) => (roles.includes(item.role) ? item.role : "maintainer");
  return (Object.keys(NEXT_STEPS) as Role[])
    .filter((role) => roles.includes(role) && !items.some((item) => inRole(item) === role))
    .map((role) => ({ role, ...NEXT_STEPS[role] }));
}
