import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { countOf } from "@/lib/platform/format";
import type { AccuracyScope, QuestionChoice, ReportChoices } from "@/lib/reporting/accuracy/schema";
import { campaignInWords } from "@/lib/reporting/snapshots/rules";
import type { NamedCampaign } from "@/lib/reporting/snapshots/schema";
import { SOURCE_WORDS } from "./evaluator-choices";

/** On which questions the runs of a report stand, as people choose it. */
export const QUESTION_CHOICE_WORDS: Record<QuestionChoice, string> = {
  rated: "All rated questions",
  common: "Questions rated in every run",
  standardized: "All rated, standardized",
};

type Scope = Pick<AccuracyScope, "split" | "category" | "hops" | "rule" | "truth" | "gold">;

/** Some names, or how many they are where they are many. */
function namesOrCount(names: readonly string[], one: string): string {
  return names.length <= 2 ? names.join(", ") : countOf(names.length, one);
}

/** What is chosen of questions and of how they count, where it is not the default; answers always. */
function questionChips({ split, category, hops, rule, truth, gold }: Scope): string[] {
  return [
    truth === "release" ? "Answers of the release" : `Answers of ${truth}`,
    ...(split === "all" ? [] : [`Split ${split}`]),
    ...category.map((one) => CATEGORY_WORDS[one]),
    ...(hops === null ? [] : [hops]),
    ...(rule === "majority" ? [] : ["Disagreements excluded"]),
    ...(gold === "count" ? [] : ["Without gold"]),
  ];
}

/**
 * The line of chips of a report on runs.
 * @param runIds in their order
 * @param campaign as the report names it
 */
export function accuracyChips(
  runIds: readonly number[],
  { questions = "rated", ...scope }: AccuracyScope & { questions?: QuestionChoice },
  campaign: NamedCampaign | null,
  { runs }: Pick<ReportChoices, "runs">,
): string[] {
  const named = runIds.flatMap((id) => runs.find(({ runId }) => runId === id) ?? []);
  return [
    namesOrCount([...new Set(named.map(({ model }) => model))], "run"),
    namesOrCount([...new Set(named.map(({ release }) => release))], "release"),
    campaign === null ? "All campaigns" : campaignInWords(campaign),
    ...(scope.verdicts === "people"
      ? []
      : [`Verdicts by ${SOURCE_WORDS[scope.verdicts].toLowerCase()}`]),
    ...questionChips(scope),
    ...(questions === "rated" ? [] : [QUESTION_CHOICE_WORDS[questions]]),
  ].filter((chip) => chip !== "");
}

/** The line of chips of a report on campaigns. @param campaigns as the report names them */
export function campaignChips(
  { run, ...scope }: Scope & { run: readonly number[] },
  campaigns: readonly NamedCampaign[],
  { runs }: Pick<ReportChoices, "runs">,
): string[] {
  return [
    namesOrCount(campaigns.map(campaignInWords), "campaign"),
    run.length === 0
      ? "All runs"
      : namesOrCount(
          run.flatMap((id) => runs.find(({ runId }) => runId === id)?.model ?? []),
          "run",
        ),
    ...questionChips(scope),
  ].filter((chip) => chip !== "");
}
