import type { DefinitionPart } from "@/lib/runs/evaluators/definition";
import type { JudgingModel } from "@/lib/runs/evaluators/queries";
import type { Repeatability } from "@/lib/runs/evaluators/repeatability";
import type { DateRule, JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare, formatShareInterval } from "@/lib/platform/numbers";

export const MODE_WORDS: Record<JudgingMode, string> = { relaxed: "Relaxed", strict: "Strict" };

export const DATE_WORDS: Record<DateRule, string> = {
  job: "Date of the job",
  none: "No date",
};

export const PART_WORDS: Record<DefinitionPart, string> = {
  servedModelId: "model",
  instructions: "instructions",
  examples: "examples",
  examplesAsOf: "date of the examples",
  temperature: "temperature",
  maxTokens: "max tokens",
  asksAgain: "retries",
  date: "date in prompt",
};

/** "judge-1 (OpenAI)", or what is said where verdicts are imported. */
export function modelWords(model: JudgingModel | null): string {
  return model === null ? "Imported files" : `${model.label} (${model.connectionName})`;
}

/** "2 of 30 prompts changed (7%)". */
export function describeFlips({ prompts, flips, rate }: Repeatability): string {
  if (rate === null) return "No prompt with two verdicts";
  return `${formatCount(flips)} of ${countOf(prompts, "prompt")} changed (${formatShare(rate)})`;
}

/** What there is to know beside it: interval, verdicts of each prompt, readings without a verdict. */
export function describeRepeats(found: Repeatability): string {
  const { interval, verdicts, tooFew, unread, readings } = found;
  return [
    ...(interval === null
      ? found.prompts > 0
        ? ["too few prompts for an interval"]
        : []
      : [`95% CI ${formatShareInterval(interval.low, interval.high)}`]),
    ...(verdicts === null
      ? []
      : [
          verdicts.fewest === verdicts.most
            ? `${formatCount(verdicts.most)} verdicts each`
            : `${formatCount(verdicts.fewest)}–${formatCount(verdicts.most)} verdicts each`,
        ]),
    ...(unread > 0
      ? [`${formatCount(unread)} of ${formatCount(readings)} replies without a verdict`]
      : []),
    ...(tooFew > 0 ? [`${countOf(tooFew, "prompt")} with fewer than two verdicts left out`] : []),
  ].join(" · ");
}
