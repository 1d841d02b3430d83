import { countOf, formatCount } from "@/lib/platform/format";
import { formatShareOf } from "@/lib/platform/numbers";
import { undatedInWords } from "@/lib/dataset/questions/rules";
import type { DatasetDay } from "@/lib/dataset/schedule/schema";
import type { FollowedCampaign, GoldChoice, NamedCampaign, PastDay, ReportTruth } from "./schema";

/** Returns what is wrong with a truth, or null: a day of the dataset that is not over can still change. */
export function truthProblem(truth: ReportTruth, { today, timeZone }: DatasetDay): string | null {
  if (truth === "release" || truth < today) return null;
  return `${truth} is not over yet (${timeZone}), so its correct answers can still change. Choose a past date, or the run’s release.`;
}

/** "Study and its 2 follow-ups". */
export function campaignInWords({
  name,
  followUps,
}: Pick<NamedCampaign, "name" | "followUps">): string {
  if (followUps === 0) return name;
  return `${name} and its ${followUps === 1 ? "follow-up" : countOf(followUps, "follow-up")}`;
}

/**
 * How many of some campaigns count with each of the chosen ones: its follow-ups and theirs, but for those that are chosen
 * themselves, which have their own.
 * @param campaigns among them every one between a follow-up and the campaign that it leads back to
 */
export function countFollowUps(
  chosen: readonly number[],
  campaigns: readonly Pick<FollowedCampaign, "id" | "followsId">[],
): Map<number, number> {
  const follows = new Map(campaigns.map(({ id, followsId }) => [id, followsId]));
  const counts = new Map(chosen.map((id) => [id, 0]));
  for (const { id, followsId } of campaigns) {
    if (counts.has(id)) continue;
    let root = followsId;
    while (root !== null && !counts.has(root)) root = follows.get(root) ?? null;
    if (root !== null) counts.set(root, counts.get(root)! + 1);
  }
  return counts;
}

/** Which answers a report's numbers go by. */
export interface TruthInputs extends PastDay {
  truth: ReportTruth;
  /** Those of the runs; none: not said. */
  releases: readonly { name: string }[];
}

/** Returns the sentences that say which answers a report's numbers go by, and what is not known of them. */
export function truthInWords({ truth, releases, undated, timeZone }: TruthInputs): string {
  if (truth !== "release")
    return `Correct answers from: the dataset at the end of ${truth} (${timeZone}).${undated === null ? "" : ` ${undatedInWords(undated, "answered question")}`}`;
  const [only] = releases;
  if (releases.length === 1) return `Correct answers from: release ${only!.name} (default).`;
  return `Correct answers from: ${["each run’s release", ...releases.map(({ name }) => name)].join(", ")} (default).`;
}

/** Returns the sentence that says how gold responses count. */
export function goldInWords(gold: GoldChoice): string {
  return gold === "leave-out"
    ? "Questions with a gold response are excluded for every run."
    : "Gold responses count by their gold verdict.";
}

/** Returns the sentence that says when a report was computed: "As of 2026-11-22, 14:05 UTC, state 812.14.1600.800." @param at ISO moment */
export function asOfInWords(at: string, state: string | null): string {
  return `As of ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC${state === null ? "" : `, state ${state}`}.`;
}

/** What begins a sentence on how much of a number goes by answers that are no longer the dataset's. */
export const STALE = "Stale (answers have changed in the dataset since)";

/** "5 of 74 responses (6.8%)": what is stale of a number, within its own n. */
export function staleShare(
  stale: number,
  n: number,
  unit: "response" | "compared response" | "question",
): string {
  return `${formatCount(stale)} of ${countOf(n, unit)} (${formatShareOf(stale, n)})`;
}
