import type { Figures, Form } from "@/lib/reporting/files/sentences.oracle";

/* The sentences that every report has: which answers it goes by, of which releases and campaigns, and as of when. */

export const COUNT = "[\\d,]+";

/** "1 response" or "12 responses", and neither "1 responses" nor "12 response". @param name of the figure */
export function counting(name: string, noun: string, plural = `${noun}s`): string {
  return `(?<${name}>${COUNT}) (?:(?<=(?<![\\d,])1 )(?:${noun})|(?<!(?<![\\d,])1 )(?:${plural}))`;
}

/** "Study and its 2 follow-ups". */
export const WITH_FOLLOW_UPS = `(?<campaign>.+?)(?: and its (?:(?<followUps>${COUNT}) follow-ups|(?<followUp>follow-up)))?`;
export function campaignSaid({ name, followUps }: { name: string; followUps: number }): Figures {
  return {
    campaign: name,
    ...(followUps === 1 ? { followUp: "follow-up" } : followUps > 1 ? { followUps } : {}),
  };
}

/** What stands at every report. @param releases of its runs */
export const inputForms = (releases: readonly string[]): Readonly<Record<string, Form>> => ({
  truth:
    /Correct answers from: (?:(?:release (?<release>\S+)|each run’s release, (?<releases>.+)) \(default\)|the dataset at the end of (?<day>\d{4}-\d\d-\d\d) \((?<zone>.+)\))\./,
  asOf: /As of (?<moment>\d{4}-\d\d-\d\d, \d\d:\d\d) UTC\.(?: Intervals use no random numbers, so there is no seed: the same ratings give the same intervals\.)?/,
  ...Object.fromEntries(
    releases.map((release) => [
      `checksum of ${release}`,
      new RegExp(`Release ${release}, SHA-256 (?<sha256>[0-9a-f]{64})\\.`),
    ]),
  ),
});

/** What they must say. @param truth "release" or an ISO day; the datasets of the tests are in UTC @param at ISO moment */
export function inputsSaid(
  truth: string,
  releases: readonly { name: string; sha256: string }[],
  at: string,
): Record<string, Figures> {
  const names = releases.map(({ name }) => name);
  return {
    truth:
      truth !== "release"
        ? { day: truth, zone: "UTC" }
        : names.length === 1
          ? { release: names[0]! }
          : { releases: names.join(", ") },
    asOf: { moment: at.slice(0, 16).replace("T", ", ") },
    ...Object.fromEntries(releases.map(({ name, sha256 }) => [`checksum of ${name}`, { sha256 }])),
  };
}
