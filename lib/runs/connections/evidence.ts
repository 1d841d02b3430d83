import { addDays } from "@/lib/dataset/schedule/rules";
import { SHORT_MONTHS } from "@/lib/platform/format";

/*
 * What a search service answered, whichever it was. What each of them calls its fields is in search-results.ts; what a
 * prompt makes of it is its method's.
 */

/** In the order in which they are put together: the last ones stand nearest to the question. */
export const EVIDENCE_KINDS = ["organic", "related", "qa", "graph", "box"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of what a search service answered; null where it has nothing to say. */
export interface Evidence {
  kind: EvidenceKind;
  /** The host that it comes from, without "www.". */
  source: string | null;
  /** ISO day, or null where the date is missing or not understood. */
  date: string | null;
  /** The date as the service wrote it. */
  dateText: string | null;
  title: string | null;
  snippet: string | null;
  /** What the service marks as the answer, joined by " | ". */
  highlight: string | null;
  /** The question that it answers, for related questions. */
  question: string | null;
  url: string | null;
  /** 1 is the best of its kind. */
  rank: number;
}

/** What a prompt gets, in its order, and what was left out because there was too much. */
export interface ChosenEvidence {
  kept: Evidence[];
  /** In the same order; all of it stands before what was kept. */
  cut: Evidence[];
}

const MONTHS = SHORT_MONTHS.map((month) => month.toLowerCase());

/**
 * Reads the date of a search result.
 * @param text "Nov 3, 2026", "3 November 2026", "2026-11-03", "5 hours ago", "2 days ago", "3 weeks ago", "yesterday".
 * @param today ISO day on which the search was made.
 * @returns ISO day, or null where it is not understood: a year alone says too little to sort by. (The notebook reads
 * weeks and months wrongly.)
 */
export function readEvidenceDate(text: string, today: string): string | null {
  const said = text.trim().toLowerCase().replaceAll(/[.,]/g, " ").replaceAll(/\s+/g, " ");
  if (said === "today") return today;
  if (said === "yesterday") return addDays(today, -1);
  const iso = /^(\d{4}-\d{2}-\d{2})(t.*)?$/.exec(said)?.[1];
  if (iso !== undefined) return existing(iso);
  const ago = /^(\d{1,4}|an?) (second|sec|minute|min|hour|hr|day|week|month|year)s? ago$/.exec(
    said,
  );
  if (ago) return before(today, /^an?$/.test(ago[1]!) ? 1 : Number(ago[1]), ago[2]!);
  const [, monthFirst, day2, , dayFirst, month2, year] =
    /^(?:([a-z]{3,9}) (\d{1,2})(st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})) (\d{4})$/.exec(
      said,
    ) ?? [];
  const name = monthFirst ?? month2;
  if (name === undefined || year === undefined) return null;
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  if (month === 0) return null;
  return existing(
    `${year}-${String(month).padStart(2, "0")}-${(day2 ?? dayFirst)!.padStart(2, "0")}`,
  );
}

/** The day, or null where the calendar has none such. */
function existing(day: string): string | null {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? day : null;
}

/** Null where that is before the year 1000: no page is that old, and Date.UTC takes the years 0 to 99 for the last century. */
function before(today: string, count: number, unit: string): string | null {
  switch (unit) {
    case "day":
      return addDays(today, -count);
    case "week":
      return addDays(today, -7 * count);
    case "month":
    case "year": {
      // The same day of that month, or its last one.
      const [year, month, day] = today.split("-").map(Number) as [number, number, number];
      const back = year * 12 + month - 1 - count * (unit === "year" ? 12 : 1);
      if (back < 1_000 * 12) return null;
      const last = new Date(Date.UTC(Math.floor(back / 12), (back % 12) + 1, 0)).getUTCDate();
      return new Date(Date.UTC(Math.floor(back / 12), back % 12, Math.min(day, last)))
        .toISOString()
        .slice(0, 10);
    }
    default:
      return today;
  }
}
