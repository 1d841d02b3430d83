import { MAX_INT } from "@/lib/platform/plain-fields";
import { z } from "zod";
import type { UndatedChanges } from "@/lib/dataset/questions/rules";
import { day } from "@/lib/platform/days";
import { alternatives } from "@/lib/platform/format";
import { writeState, type ReportState } from "./address";
import {
  chosen,
  oneOf,
  type Parameter,
  type Parameters,
} from "@/lib/reporting/requests/parameters";

export type { ReportState };

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

const NO_TRUTH =
  "Correct answers must come from the release or from a past date such as 2026-11-20.";
/** Which answers are the correct ones: those of each run's own release, or those of the dataset at the end of a past day (ISO) in its time zone. */
export const truthSchema = chosen(
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
export const goldChoiceSchema = oneOf("Gold", GOLD_CHOICES, "count");

/** As of which state a report is; null: as of now. */
export const asOfState = {
  schema: chosen(reportStateSchema.nullable().default(null)),
  write: (state: ReportState | null) => (state === null ? null : writeState(state)),
  option: {
    argument: "STATE",
    words: "as of a saved state (the state= value of a permalink)",
  },
} satisfies Parameter;

/** The parameters about counting that reports of Relaxed and Strict share. */
export const counting = {
  truth: {
    schema: truthSchema,
    option: {
      argument: "TRUTH",
      words:
        "correct answers from: release (each run's own, the default), or a past date such as 2026-11-20 (the end of that date in the dataset's time zone)",
    },
  },
  gold: {
    schema: goldChoiceSchema,
    option: {
      argument: "CHOICE",
      words: `gold responses: ${alternatives(GOLD_CHOICES)} (default count)`,
      values: GOLD_CHOICES,
    },
  },
  state: asOfState,
} satisfies Parameters;
