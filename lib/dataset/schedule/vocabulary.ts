/*
 * The words of the due queue. No schema library here: the desk needs these and stays light; what may be sent is in
 * schema.ts, which hands these words on.
 */

/** Where a due day lies: before today; today or one of the six days after it; later; or there is none. */
export const DUE_SECTIONS = ["overdue", "week", "upcoming", "none"] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** How many of the coming weeks the calendar shows and smoothing spreads. */
export const CALENDAR_WEEKS = [4, 8, 12, 26, 52] as const;
export const DEFAULT_WEEKS = 12;

/** `me`, `none` (assigned to no one), `anyone` (claims take what is others' too) or a user's id; null: not narrowed. */
export type AssigneeFilter = "me" | "none" | "anyone" | number | null;
