import type { Form } from "@/lib/reporting/files/sentences.oracle";
import { COUNT, counting } from "@/lib/reporting/snapshots/sentences.oracle";

const ratings = (name: string, which: string) => `(?:(?:, )?${counting(name, "rating")} ${which})?`;

/** How the sentences with numbers at a report under a protocol are read, but for those that every report has (inputForms). */
export const PROTOCOL_SENTENCES: Readonly<Record<string, Form>> = {
  counts: new RegExp(
    `${counting("judgments", "rating")} of ${counting("items", "item")} by ${counting("raters", "rater")}; ${counting("systems", "system")}, ${counting("questions", "question")}\\.`,
  ),
  // Names may have colons.
  of: new RegExp(`(?<protocolAndCampaign>.+) \\(version (?<version>${COUNT})\\)\\.`),
  leftOut: new RegExp(
    `Left out: (?:(?<none>no ratings)|${ratings("filtered", "outside of these questions and runs")}${ratings("gold", "of gold items")}${ratings("replaced", "that their raters corrected or repeated")}${ratings("otherAnswers", "with other correct answers than those that count for their items")})\\.(?: Not yet rated: ${counting("unrated", "item")}\\.)?`,
  ),
  changedSince: new RegExp(
    `${counting("count", "rating")} made with correct answers that have changed in the dataset since; they count\\.`,
  ),
  filters: /Questions: .+\. Runs: .+\./,
};
