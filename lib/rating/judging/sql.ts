import { Prisma } from "@/lib/platform/db";
import { releaseDay } from "@/lib/dataset/releases/vocabulary";

/** Columns of ANSWERS_DAY. */
export interface AnswersDay {
  /** Of the item's runs; null where it is judged by the answers at opening. */
  releases: string[] | null;
  openedOn: string | null;
}

/** SQL: of when the correct answers of task `t` in campaign `c` are. */
export const ANSWERS_DAY = Prisma.sql`
  CASE WHEN c.truth = 'release' THEN ARRAY (SELECT l.name FROM model_runs run JOIN releases l ON l.id = run.release_id WHERE run.id = ANY(t.run_ids)) END AS releases,
  (SELECT (c.opened_at AT TIME ZONE s.time_zone)::date::text FROM dataset_settings s) AS "openedOn"`;

/** The ISO day of which an item's correct answers are: its release's, the later one's of several, or that of the opening. */
export function answersDay({ releases, openedOn }: AnswersDay): string | null {
  if (releases === null) return openedOn;
  return releases
    .map(releaseDay)
    .reduce((day, other) => ((other ?? "") > (day ?? "") ? other : day), null);
}
