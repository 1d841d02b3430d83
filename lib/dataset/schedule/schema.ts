import { clientKey, id } from "@/lib/platform/fields";
import { z } from "zod";
import { day, moment } from "@/lib/platform/days";
import { text } from "@/lib/platform/text";
import {
  CATEGORIES,
  HOPS,
  type Category,
  type Hops,
  type ReviewPolicy,
} from "@/lib/dataset/questions/vocabulary";
import { CALENDAR_WEEKS, DUE_SECTIONS, type DueSection } from "./vocabulary";

/** Why a question is due when it is, or why it is not: see DUE in lib/dataset/questions/sql.ts. */
export type DueReason =
  | "interval"
  | "planned"
  | "date"
  | "release"
  | "never"
  | "unrecognized"
  | "checked"
  | "awaits-release";

/** Filters of the queue as programs and server actions send them: the values of the address, no longer as text. */
const queueFiltersSchema = z.strictObject({
  when: z.enum(DUE_SECTIONS).nullable().default(null),
  day: day().nullable().default(null),
  category: z.array(z.enum(CATEGORIES)).default([]),
  hops: z.array(z.enum(HOPS)).default([]),
  host: z.array(text(253)).max(20).default([]),
  assignee: z
    .union([z.enum(["me", "none", "anyone"]), id])
    .nullable()
    .default(null),
});

// Claims ----------------------------------------------------------------------------------------------------------

/** For how long the queue does not offer a question to the person who skipped it. */
export const SKIP_MINUTES = 60;

/** Made by the desk's window, one for each visit: two windows of one person are two holders. */
const token = z.uuid();

export const claimNextSchema = z.object({
  token,
  filters: queueFiltersSchema.prefault({}),
  /** Questions that this visit has on its screen or has dealt with: they are not given (again). */
  after: z.array(id).max(10_000).default([]),
  count: z.number().int().min(1).max(2).default(1),
});
export const renewLeasesSchema = z.object({ token });
export const releaseLeasesSchema = z.object({
  token,
  questionIds: z.array(id).max(1_000).optional(),
});
export const skipQuestionSchema = z.object({
  token,
  questionId: id,
  /** A desk sends it with all that it keeps; a second skip, and a second return, change nothing. */
  clientKey: clientKey.optional(),
});

/** A question that a visit holds. */
export interface Claim {
  questionId: number;
  /** ISO day. */
  dueOn: string;
  section: Exclude<DueSection, "none">;
  why: DueReason;
  /** No plan moves the day. */
  hard: boolean;
  /** ISO time at which others may have it, unless it is renewed. */
  expiresAt: string;
}

export interface ClaimOutcome {
  claims: Claim[];
  /** Due under the same filters and not in `after`, but held by others at this moment. */
  heldByOthers: number;
  /** Due under the same filters, but put off by this person; `skippedUntil` is when the first one comes back (ISO time). */
  skipped: number;
  skippedUntil: string | null;
  /** ISO day: today in the dataset's time zone. */
  today: string;
}

// Managing --------------------------------------------------------------------------------------------------------

const MAX_ASSIGNED = 200_000;
/** More changes than this at once are not offered to be undone: the browser would have to send them all back. */
export const MAX_UNDO = 10_000;

export const assignQuestionsSchema = z.object({
  questionIds: z.array(id).min(1, "Select at least one question.").max(MAX_ASSIGNED),
  /** null: no one. */
  assigneeId: id.nullable(),
  clientKey,
});
/** Whose turn a question was before an assignment and is after it; null: no one's. */
export interface AssignmentChange {
  questionId: number;
  from: number | null;
  to: number | null;
}
export const restoreAssignmentsSchema = z.object({
  changes: z
    .array(z.object({ questionId: id, from: id.nullable(), to: id.nullable() }))
    .min(1)
    .max(MAX_UNDO),
  clientKey,
});
export const assignRoundRobinSchema = z.object({
  filters: queueFiltersSchema.prefault({}),
  assigneeIds: z.array(id).min(1, "Choose at least one member.").max(100),
  /** Questions that have an assignee get a new one too. */
  reassign: z.boolean().default(false),
  clientKey,
});

const weeksSchema = z.coerce
  .number()
  .int()
  .refine(
    (weeks) => (CALENDAR_WEEKS as readonly number[]).includes(weeks),
    `Choose ${CALENDAR_WEEKS.join(", ")} weeks.`,
  );
const smoothing = {
  weeks: weeksSchema,
  /** Overdue questions without a fixed date are spread, too. */
  overdue: z.boolean().optional(),
};
export const previewSmoothingSchema = z.object(smoothing);
/** `fingerprint` is that of the preview that the person saw: a plan that changed since is refused. */
export const applySmoothingSchema = z.object({
  ...smoothing,
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  clientKey,
});

/** A question's plan before and after smoothing; null: no plan, its policy's own day holds. */
export interface PlanChange {
  questionId: number;
  from: string | null;
  to: string;
}
export const restorePlanSchema = z.object({
  changes: z
    .array(z.object({ questionId: id, from: day().nullable(), to: day() }))
    .min(1)
    .max(MAX_UNDO),
  clientKey,
});

export interface DatasetSettingsView {
  timeZone: string;
  frequentlyDays: number;
  occasionallyDays: number;
  hardlyEverDays: number;
  publicPages: boolean;
  /** ISO time of the last change: a save names the one that it was based on. */
  updatedAt: string;
  /** ISO day: today in the time zone. */
  today: string;
}

const days = (what: string) =>
  z
    .number({ error: `Enter a number of days for “${what}”.` })
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(36_500, "36,500 days (100 years) maximum.");
/** Three soft policies that do not overtake each other. */
export const updateSettingsSchema = z
  .object({
    timeZone: text(100).trim().min(1, "Choose a time zone."),
    frequentlyDays: days("frequently"),
    occasionallyDays: days("occasionally"),
    hardlyEverDays: days("hardly ever"),
    publicPages: z.boolean(),
    baseUpdatedAt: moment(),
    clientKey,
  })
  .superRefine((settings, context) => {
    if (settings.occasionallyDays <= settings.frequentlyDays)
      context.addIssue({
        code: "custom",
        path: ["occasionallyDays"],
        message: "Must be longer than “frequently”.",
      });
    if (settings.hardlyEverDays <= settings.occasionallyDays)
      context.addIssue({
        code: "custom",
        path: ["hardlyEverDays"],
        message: "Must be longer than “occasionally”.",
      });
  });

// Views -----------------------------------------------------------------------------------------------------------

/** How many questions are due, under the filters but for `when` and `day`. */
export interface DueCounts extends Record<DueSection, number> {
  /** Those of them that the desk offers this person: without a filter on assignees, not what is someone else's turn. */
  offered: Record<DueSection, number>;
  /** Overdue or due this week, by assignee; null stands for no one. Most first. */
  byAssignee: { assigneeId: number | null; name: string; count: number }[];
  /** ISO day. */
  today: string;
  timeZone: string;
}

/** One row of the due queue. */
export interface DueRow {
  questionId: number;
  question: string;
  category: Category;
  hops: Hops;
  policy: ReviewPolicy;
  /** ISO day, or null: not due. */
  dueOn: string | null;
  section: DueSection;
  why: DueReason;
  hard: boolean;
  /** ISO day on which a person last found the answers true, or null. */
  verifiedOn: string | null;
  verifiedBy: string | null;
  /** ISO day since which the answers hold. */
  answersSince: string;
  assignee: { id: number; name: string } | null;
  /** Who works on it at this moment. */
  worker: string | null;
}

/** One day of the calendar. */
export interface CalendarDay {
  /** ISO day. */
  day: string;
  hard: number;
  soft: number;
}
export interface CalendarView {
  today: string;
  timeZone: string;
  /** Before today: not part of `days`. */
  overdue: number;
  /** Every day from today on, empty ones too. */
  days: CalendarDay[];
}

export interface SmoothingPreview {
  weeks: number;
  today: string;
  /** How many questions move to another day, and how many of them are overdue. */
  moved: number;
  movedOverdue: number;
  /** Overdue questions that could be spread: the others have a fixed date or are checked for each release. */
  overdue: { movable: number; fixed: number };
  /** The greatest number of questions on one day, before and after; overdue ones that are spread count today before. */
  peakBefore: number;
  peakAfter: number;
  before: CalendarDay[];
  after: CalendarDay[];
  fingerprint: string;
}

/** A day of the dataset: it begins and ends in the dataset's time zone. */
export interface DatasetDay {
  /** ISO day. */
  today: string;
  timeZone: string;
}
