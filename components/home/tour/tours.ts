import type { Role } from "@/lib/people/access/roles";

/** One step of a tour: a page, and what to know of it. */
export interface TourStep {
  href: string;
  title: string;
  text: string;
}

/** Three steps through the work of each role, in the order in which it is done. */
export const TOURS: Readonly<Record<Role, readonly [TourStep, TourStep, TourStep]>> = {
  maintainer: [
    {
      href: "/questions",
      title: "The dataset",
      text: "Every question with its answers, evidence and history. Imports adds a release file, after a preview of every change.",
    },
    {
      href: "/refresh",
      title: "Keep answers true",
      text: "Answers that are due are listed here. Press “Refresh answers” to go through them one by one, with the evidence beside each.",
    },
    {
      href: "/releases",
      title: "Publish",
      text: "A release is a frozen snapshot with a checksum and a citation. Campaigns then have people rate what models answer to it.",
    },
  ],
  annotator: [
    {
      href: "/write",
      title: "Your questions",
      text: "Everything that you write is here: drafts, what is in review, and what came back with comments.",
    },
    {
      href: "/write/new",
      title: "Write one",
      text: "The form goes step by step, shows similar questions while you type, and saves itself as a draft.",
    },
    {
      href: "/inbox",
      title: "Hear what became of it",
      text: "Decisions and comments of maintainers arrive here, and by email if you like.",
    },
  ],
  rater: [
    {
      href: "/rate/training",
      title: "Learn the rules",
      text: "Fifteen examples with the verdict and the reason after each. Once enough of yours are right, you are qualified.",
    },
    {
      href: "/rate",
      title: "Rate",
      text: "Your campaigns with what is left and the deadline. Rating works by keys alone, and goes on without a connection.",
    },
    {
      href: "/rate/mine",
      title: "Change your mind",
      text: "All your ratings. You can correct them until the campaign closes.",
    },
  ],
  adjudicator: [
    {
      href: "/adjudication",
      title: "Disagreements",
      text: "Responses on which raters differ, lowest agreement first. You see verdicts, but neither names nor the model.",
    },
    {
      href: "/adjudication/settled",
      title: "Decided",
      text: "Your final verdicts stay here with their history. Until the campaign closes, you can correct your own.",
    },
    {
      href: "/help/rating-guidelines",
      title: "The same rules for all",
      text: "What credit needs in Relaxed and Strict. Raters read the same page.",
    },
  ],
  researcher: [
    {
      href: "/reports",
      title: "Results",
      text: "Accuracy, comparisons and agreement, each with its interval. Every table downloads, and the permalink keeps its numbers.",
    },
    {
      href: "/runs",
      title: "Runs",
      text: "Responses of models to a release. Import them from a file, or let a job generate them.",
    },
    {
      href: "/releases",
      title: "What to cite",
      text: "A release never changes. Its page has the file, the checksum and the citation.",
    },
  ],
  admin: [
    {
      href: "/connections",
      title: "Services",
      text: "Add the services that models and searches are asked from. Their keys are used, and never shown again.",
    },
    {
      href: "/members",
      title: "People",
      text: "Invite members by a link, and give them the roles that their work needs.",
    },
    {
      href: "/audit-log",
      title: "What happened",
      text: "Who did what, and when. No one can change it.",
    },
  ],
};

/** How a tour is offered: "as a maintainer". */
export const AS_ROLE: Readonly<Record<Role, string>> = {
  maintainer: "as a maintainer",
  annotator: "as an annotator",
  rater: "as a rater",
  adjudicator: "as an adjudicator",
  researcher: "as a researcher",
  admin: "as an admin",
};
