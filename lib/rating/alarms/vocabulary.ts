/* The words of alarms, without a schema library: pages of managers and notices need them. */

export const ALARM_KINDS = ["too-fast", "straight-lining"] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Why one rater alone is paused: an alarm, or by hand. */
export const PAUSE_CAUSES = [...ALARM_KINDS, "manager"] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** Below so many seconds a rating is too fast unless the campaign says otherwise. */
export const DEFAULT_FAST_SECONDS = 3;
/** Too fast is said of so many ratings together, never of one. */
export const FAST_WINDOW = 20;
/** So many ratings that arrived in one go are looked at together. */
export const LONGEST_BURST = 2_000;
/** A row of equal ratings is at least so long before it raises an alarm. */
export const SHORTEST_ROW = 10;
/** A longer row is not counted further. */
export const LONGEST_ROW = 300;
/** What is usual in a campaign is read from at least so many ratings by others. */
export const LEAST_OTHERS = 30;
/** A row raises an alarm where chance makes one as long among the rater's ratings in less than one of so many cases. */
export const BY_CHANCE = 1_000;

/** What raised an alarm for too fast ratings. */
export interface FastFigures {
  ratings: number;
  /** Seconds a rating took: the least of the median, the steps between ratings, and what the clock allows. */
  seconds: number;
  limit: number;
}

/** What raised an alarm for straight-lining. */
export interface RowFigures {
  /** Equal ratings in a row. */
  ratings: number;
  /** Share of such ratings among those of others, 0 to 1, and how many these were. */
  share: number;
  others: number;
  /** At most so likely is such a row somewhere among the rater's ratings. */
  chance: number;
}
