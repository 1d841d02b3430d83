/** What a rate is paid for. */
export const RATE_UNITS = ["hour", "item"] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

/** Over what the hours of a rater are added up. */
export const HOUR_PERIODS = ["day", "week", "month", "all"] as const;
export type HourPeriod = (typeof HOUR_PERIODS)[number];
