import { LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";
import { DATASET_DESCRIPTION } from "@/lib/dataset/releases/rules";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatCoefficient, formatInterval } from "@/lib/platform/numbers";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";
import type { DatasetFacts, RatingFacts } from "./facts";

/*
 * What the card and the metadata say of a release: sentences of the same facts, so that they say the same.
 */

export const TITLE = "FreshQA";

export function descriptionOf({ name, day, questionCount }: DatasetFacts): string {
  return `${DATASET_DESCRIPTION} Release ${name}: ${countOf(questionCount, "question")} with answers as of ${day}.`;
}

/** Null: the release states no license. */
export function licenseInWords({ license }: DatasetFacts): string {
  if (license === null) return "No license is stated for this release.";
  return `${LICENSE_WORDS[license.license].name} (${license.license}). Rights holder: ${license.holder}. ${license.url}`;
}

export function collectionInWords({ work, questionCount }: DatasetFacts): string {
  const origin =
    work.imported === 0
      ? `All ${formatCount(questionCount)} questions were written in FreshQA Workbench.`
      : `Imported from files: ${formatCount(work.imported)}. Written in FreshQA Workbench: ${formatCount(questionCount - work.imported)}.`;
  const checks =
    work.verifications === 0
      ? "No separate checks of the answers are recorded before the release."
      : `Before the release, ${countOf(work.verifiers, "person", "people")} checked answers against evidence ${countOf(work.verifications, "time")}.`;
  return `${origin} Revisions written by people there: ${formatCount(work.edits)}, by ${countOf(work.writers, "person", "people")}. ${checks}`;
}

export const PROTOCOL =
  "Each question has one or more accepted answers with their evidence, an expected next review, the number of hops, how fast its answer changes, and whether its premise is false. People rate model responses under two modes: Relaxed gives credit when the main answer is correct, Strict only when every statement in the response is correct and up to date. Raters see neither the model nor each other’s verdicts.";

export function agreementInWords(ratings: RatingFacts | null): string {
  if (ratings === null) return "No ratings of responses to this release are included.";
  const { day, state, judgments, responses, raters, runs, adjudicated, alpha } = ratings;
  return `Through ${day} (UTC; report state ${state}), ${countOf(raters, "rater")} gave ${countOf(judgments, "rating")} of ${countOf(responses, "response")} from ${countOf(runs, "run")}. Krippendorff’s alpha: Relaxed ${alphaInWords(alpha.relaxed)}; Strict ${alphaInWords(alpha.strict)}. An adjudicator settled ${countOf(adjudicated, "response")}.`;
}

function alphaInWords({ value, low, high, n, undefinedBecause }: Coefficient): string {
  if (value === null) return `undefined (${undefinedBecause})`;
  const interval = low === null ? "" : `, 95% interval ${formatInterval(low, high, 3)}`;
  return `${formatCoefficient(value)} (${countOf(n, "response")} with two or more ratings${interval})`;
}

export function perItemInWords(ratings: RatingFacts | null): string {
  if (ratings === null) return "None included.";
  const [fewest, most] = ratings.each;
  return `${fewest === most ? formatCount(most) : `${formatCount(fewest)} to ${formatCount(most)}`} ${most === 1 ? "rating" : "ratings"} per response`;
}

export function annotatorsInWords({ work, ratings }: DatasetFacts): string {
  const raters =
    ratings === null
      ? ""
      : ` and ${countOf(ratings.raters, "person", "people")} who rated responses`;
  return `${countOf(work.writers, "person", "people")} who wrote or revised questions${raters}. No other characteristics are recorded.`;
}

export function machinesInWords(ratings: RatingFacts | null): string {
  if (ratings === null || ratings.evaluators.length === 0)
    return "None for the dataset itself, nor for the ratings that are included.";
  return `None for the dataset itself. Automatic evaluators that also judged responses: ${ratings.evaluators.join(", ")}.`;
}

const POLICIES: Record<DatasetFacts["reviews"][number]["policy"], string> = {
  never: "never",
  hardly_ever: "hardly ever",
  occasionally: "occasionally",
  frequently: "frequently",
  every_time: "with every release",
  on_date: "on a fixed date",
  unrecognized: "at a time stated in words",
};

export function maintenanceInWords({ reviews, previous }: DatasetFacts): string {
  const due = reviews.map(({ policy, count }) => `${POLICIES[policy]}: ${formatCount(count)}`);
  return `Each question states when its answer is to be reviewed (number of questions: ${due.join("; ")}). Corrected and new answers appear in later releases; a published release never changes. ${previous === null ? "This is the first release." : `Previous release: ${previous}.`}`;
}

export function limitationsInWords({ day }: DatasetFacts): string {
  return `Answers hold as of ${day} and become outdated; compare models on the same release. Questions published earlier may be in training data.`;
}

export function compositionInWords({ counts, questionCount }: DatasetFacts): string {
  const sum = (of: (part: DatasetFacts["counts"][number]) => boolean) =>
    formatCount(counts.filter(of).reduce((total, { count }) => total + count, 0));
  return `Of ${countOf(questionCount, "question")}: never changing ${sum(({ category }) => category === "never-changing")}, slowly changing ${sum(({ category }) => category === "slow-changing")}, fast changing ${sum(({ category }) => category === "fast-changing")}, false premise ${sum(({ category }) => category === "false-premise")}; multi-hop ${sum(({ hops }) => hops === "multi-hop")}. Biases of topic, region and language were not analyzed.`;
}
