import type { Form } from "@/lib/reporting/files/sentences.oracle";

const COUNT = "[\\d,]+";

/** How the sentences with numbers at a report under a protocol are read. */
export const PROTOCOL_SENTENCES: Readonly<Record<string, Form>> = {
  counts: new RegExp(
    `(?<judgments>${COUNT}) ratings? of (?<items>${COUNT}) items? by (?<raters>${COUNT}) raters?; (?<systems>${COUNT}) systems?, (?<questions>${COUNT}) questions?\\.`,
  ),
  of: /(?<protocol>.+): (?<campaign>.+) \(version (?<version>\d+)\)\./,
  leftOut: new RegExp(
    `Left out: (?:no ratings|(?:(?:, )?(?<filtered>${COUNT}) ratings? outside of these questions and runs)?(?:(?:, )?(?<gold>${COUNT}) ratings? of gold items)?(?:(?:, )?(?<replaced>${COUNT}) ratings? that their raters corrected or repeated)?(?:(?:, )?(?<otherAnswers>${COUNT}) ratings? with other correct answers than those that count for their items)?)\\.(?: Not yet rated: (?<unrated>${COUNT}) items?\\.)?`,
  ),
  changedSince: new RegExp(
    `(?<count>${COUNT}) ratings? made with correct answers that have changed in the dataset since; they count\\.`,
  ),
  asOf: /As of (?<moment>\d{4}-\d\d-\d\d, \d\d:\d\d) UTC\./,
  filters: /Questions: .+\. Runs: .+\./,
};
