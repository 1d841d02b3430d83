/* Texts within patterns of LIKE, where %, _ and \ stand for others (https://www.postgresql.org/docs/current/functions-matching.html). */

/** A text that stands for itself within a pattern of LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The pattern of LIKE for texts that contain this one. */
export const containing = (text: string): string => `%${literally(text)}%`;
