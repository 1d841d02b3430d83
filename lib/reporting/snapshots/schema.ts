import { MAX_INT } from "@/lib/platform/fields";
import { z } from "zod";
import type { UndatedChanges } from "@/lib/dataset/questions/rules";
import { day } from "@/lib/platform/days";

/**
 * The state of what a report is computed from: the greatest id of each table that it reads, 0 for none. All of them are
 * append-only, so that what was there stays there, and the same state gives the same numbers for ever.
 */
export interface ReportState {
  judgments: number;
  adjudications: number;
  /** Automatic verdicts. */
  automatic: number;
  /** Responses: a run may get more of them later. */
  responses: number;
  /** What the state holds of the tables that reports read since they count by the truth; null: an address from before, which holds what was there when that began. */
  since: LaterState | null;
}

/** The greatest ids that states from before 22 Nov 2026 do not name. */
export interface LaterState {
  /** Gold verdicts. */
  gold: number;
  /** Tasks: a campaign that opens later may make a response gold. */
  tasks: number;
  /** Revisions: an import may bring answers of a past day later. */
  revisions: number;
}

/** As an address says it: "812.14.1600.800.5.3200.610". */
export function writeState({
  judgments,
  adjudications,
  automatic,
  responses,
  since,
}: ReportState): string {
  return [
    judgments,
    adjudications,
    automatic,
    responses,
    ...(since === null ? [] : [since.gold, since.tasks, since.revisions]),
  ].join(".");
}

const MESSAGE =
  "State must be seven whole numbers separated by dots (four in older permalinks), as in a report permalink.";

/** Parses what writeState writes, of this version and of earlier ones. */
export const reportStateSchema = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,10}){3}((\.\d{1,10}){3})?$/, MESSAGE)
  .transform((text, context): ReportState => {
    const ids = text.split(".").map(Number) as [number, number, number, number, ...number[]];
    if (Math.max(...ids) > MAX_INT) {
      context.addIssue({ code: "custom", message: MESSAGE });
      return z.NEVER;
    }
    const [judgments, adjudications, automatic, responses, ...later] = ids;
    const [gold, tasks, revisions] = later as [number, number, number] | [];
    return {
      judgments,
      adjudications,
      automatic,
      responses,
      since: gold === undefined ? null : { gold, tasks: tasks!, revisions: revisions! },
    };
  });

/** Shown for permalinks from before the definitions changed. */
export const DEFINITIONS_CHANGED =
  "Definitions changed on 22, 27, 28 and 29 Nov 2026; numbers may differ from earlier reports.";

/** Since when a campaign's follow-ups count with it, and estimates leave out what changed: record 0223. */
export const FOLLOW_UPS_COUNT_SINCE = new Date("2026-11-28T00:00:00Z");

/** Since when a campaign's follow-ups count with it in reports of agreement and under protocols: record 0233. */
export const EVERY_REPORT_FOLLOWS_UP_SINCE = new Date("2026-11-30T00:00:00Z");

/**
 * Since when two runs of a campaign that is a random sample are compared by an estimate (record 0230), and the counts beside
 * estimates and beside agreement are of the report's own questions (record 0236).
 */
export const COUNTS_BESIDE_SINCE = new Date("2026-11-30T00:00:00Z");

/** A campaign that a report is of, or one of its follow-ups. */
export interface FollowedCampaign {
  id: number;
  /** The campaign that it follows. */
  followsId: number | null;
  /** Null: it is a draft. */
  openedAt: Date | null;
}

/** A campaign as reports name it, with how many follow-ups count with it. */
export interface NamedCampaign {
  id: number;
  name: string;
  followUps: number;
}

/** Which campaigns can be followed up. */
export interface ToFollowUp {
  /**
   * Of the report's campaigns and their follow-ups those with ratings by answers that have changed since, which no
   * follow-up has taken over; in the order in which they were opened.
   */
  campaigns: { id: number; name: string }[];
  /** How many follow-ups there are among the report's campaigns and those that follow them. */
  followUps: number;
}

/** A campaign that a report can be of. */
export interface CampaignChoice {
  id: number;
  name: string;
  /** The campaign that it follows. */
  followsId: number | null;
}

/** An address leaves it out, or says nothing: the default. */
const unset = (input: unknown) => (input === "" || input === null ? undefined : input);

const NO_TRUTH =
  "Correct answers must come from the release or from a past date such as 2026-11-20.";
/** Which answers are the correct ones: those of each run's own release, or those of the dataset at the end of a past day (ISO) in its time zone. */
export const truthSchema = z.preprocess(
  unset,
  z.union([z.literal("release"), day(NO_TRUTH)], NO_TRUTH).default("release"),
);
export type ReportTruth = z.output<typeof truthSchema>;

/** What is to be said of a truth that is a past day of the dataset; nulls where it is no day. */
export interface PastDay {
  /** What is not known of that day; null: nothing. */
  undated: UndatedChanges | null;
  /** In which the day ends. */
  timeZone: string | null;
}

export const GOLD_CHOICES = ["count", "leave-out"] as const;
export type GoldChoice = (typeof GOLD_CHOICES)[number];
/** Whether gold responses count by their gold verdict, or their questions are left out for every run of the report. */
export const goldChoiceSchema = z.preprocess(
  unset,
  z.enum(GOLD_CHOICES, "Gold must be count or leave-out.").default("count"),
);

/** The parameters about counting that all reports share. */
export const counting = {
  truth: truthSchema,
  gold: goldChoiceSchema,
  /** Null: as of now. */
  state: z.preprocess(unset, reportStateSchema.nullable().default(null)),
};
