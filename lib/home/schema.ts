import type { CampaignToAttend } from "@/lib/rating/campaigns/schema";
import type { OpenCampaign } from "@/lib/rating/judging/schema";

/*
 * What there is to do for whoever opens Home. Each number is what the page that it links to shows; null: not for the
 * reader.
 */

/** What waits for the reader, by the kind of work: cheap enough to be asked beside every page. */
export interface Todos {
  /** Own questions that came back with comments: "/write?status=returned". */
  returned: number | null;
  /** Submissions that no one has decided on, but for the reader's own, which are for others to review: "/submissions". */
  submissions: number | null;
  /** Active questions whose answers are overdue, or due today or in the six days after it, whoever they are assigned to; `mine` of them are the reader's: "/refresh". */
  due: { overdue: number; week: number; mine: number } | null;
  /** Open campaigns with items of the reader left that they may rate: "/rate". `trained`: no training comes first. */
  rating: { trained: boolean; campaigns: OpenCampaign[] } | null;
  /** Items that the reader may adjudicate: "/adjudication". At most COUNT_UP_TO are counted. */
  disagreements: number | null;
  /** Questions with flags that no one has resolved, by the revision that was flagged: "/flags". */
  flags: number | null;
  /** Jobs that are paused, and jobs with failed items that no one has accepted: "/jobs?status=paused", "/jobs?failed=1". */
  jobs: { running: number; paused: number; failed: number } | null;
}

/** What Home says of the dataset. Moments are ISO strings. */
export interface Overview {
  /** Active questions: "/questions". */
  questions: number;
  /** Active questions whose day of review has passed: "/questions?overdue=1". */
  overdue: number;
  /**
   * The last release, and what publishing all active questions would change: those with other cells, those that it does
   * not hold, and those of it that were retired. Together what its comparison with the current version lists.
   */
  release: {
    name: string;
    publishedAt: string;
    edited: number;
    added: number;
    retired: number;
  } | null;
  /** ISO days in the dataset's time zone. */
  today: string;
  yesterday: string;
  /** Questions, retired ones too, that were last revised yesterday or today: the grid filtered by `yesterday`. */
  changedSinceYesterday: number;
  /** The newest import that asks for a decision; only for those who import. */
  openImport: { href: string; fileName: string } | null;
  /** Campaigns that are finished or have stale ratings; only for those who manage them. */
  campaigns: CampaignToAttend[];
  /** Members who can sign in but have no role; only for admins. */
  withoutRole: number | null;
}

/** As many answer changes as Home lists, of the last so many days. */
export const LISTED_CHANGES = 4;
export const CHANGES_WITHIN_DAYS = 91;

/** An active question whose present answers are other ones than it had before. */
export interface AnswerChange {
  questionId: number;
  question: string;
  /** The primary answers; the same where only supplementary ones are changed. */
  before: string;
  after: string;
  /** ISO day since which the dataset has the present ones. */
  day: string;
}

/** How many days back and ahead the month at a glance looks: four weeks. */
export const MONTH_DAYS = 28;

/** Freshness counts questions by how many days ago their answers were last confirmed, up to each of these, and beyond. */
export const FRESH_WITHIN = [7, 30, 91, 365] as const;

/** Of how many weeks Home shows how fresh the answers were: a quarter of a year. */
export const FRESH_WEEKS = 13;

/** How fresh the answers were at the end of a day, an ISO day in the dataset's time zone. */
export interface FreshWeek {
  day: string;
  /** Active questions whose answers were to be reviewed, and it was known when. */
  reviewed: number;
  /** Those of them whose answers were verified or changed within their period: not overdue by their policy. */
  fresh: number;
}

/** The month at a glance. Days are ISO days in the dataset's time zone. */
export interface Month {
  today: string;
  /** Active questions by the day on which their answers are due, from today on; `overdue` ones beside them. */
  due: { overdue: number; days: { day: string; count: number }[] };
  /** Verifications that were not withdrawn, by day up to today; `updated` of them with a new answer. */
  done: { day: string; count: number; updated: number }[];
  /** First ratings by day up to today, of all campaigns; and how many ratings open campaigns want and have. */
  ratings: {
    days: { day: string; count: number }[];
    open: { campaigns: number; judged: number; wanted: number };
  };
  /**
   * Pairs of standing Relaxed and Strict verdicts by two raters on one response, without gold, by the week up to today in
   * which the later one was given, and how many of them are equal. The earliest week first, by its first day.
   */
  agreement: { day: string; pairs: number; relaxed: number; strict: number }[];
  /**
   * Active questions whose answers are reviewed (their policy is not "never"), by when these were last verified or
   * changed: as many as FRESH_WITHIN has, and one more.
   */
  freshness: number[];
}
