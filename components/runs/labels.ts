import type { ShownResponses } from "@/lib/runs/responses/address";
import type { ColumnRole } from "@/lib/runs/responses/schema";
import type { JudgedCounts } from "@/lib/runs/evaluators/sql";
import type { PromptMethod } from "@/lib/runs/models/schema";
import { countOf, formatCount } from "@/lib/platform/format";

/** Labels for the closed lists of models and runs. */
export const METHOD_WORDS: Record<PromptMethod, string> = {
  "zero-shot": "Zero-shot",
  "few-shot": "Few-shot",
  "chain-of-thought": "Chain of thought",
  freshprompt: "FreshPrompt",
  "self-ask": "Self-Ask",
  "premise-check": "Premise check",
  "search-only": "Search only",
  webglm: "WebGLM",
  other: "Other",
};

export const ROLE_WORDS: Record<ColumnRole, string> = {
  question: "Question text",
  id: "Release ID (0, 1, 2 …)",
  "stable-id": "Question ID (Q17)",
  response: "Response",
  references: "References (JSON list)",
  reference: "One reference",
  relaxed: "Automatic verdict, Relaxed",
  strict: "Automatic verdict, Strict",
  explanation: "Verdict explanation",
  metadata: "Metadata",
  ignore: "Ignore",
};

export const SHOWN_WORDS: Record<ShownResponses, string> = {
  all: "All questions",
  answered: "With response",
  empty: "Empty response",
  unanswered: "No response",
};

/** "yes", "no" or "unknown". */
export function known(value: boolean | null): string {
  return value === null ? "unknown" : value ? "yes" : "no";
}

/** How many responses an evaluator has judged; the modes by themselves where they differ; and how many inconsistently. */
export function describeJudged({ judged, relaxed, strict, inconsistent }: JudgedCounts): string {
  const modes =
    relaxed === judged && strict === judged
      ? ""
      : ` (${formatCount(relaxed)} Relaxed, ${formatCount(strict)} Strict)`;
  const odd =
    inconsistent === 0
      ? ""
      : `, ${formatCount(inconsistent)} inconsistent (Strict without Relaxed)`;
  return `${countOf(judged, "response")}${modes}${odd}`;
}

/** Says why rows of an imported file are missing for someone who has still to rate responses of its run. */
export function withheldRows(stillToRate: number): string {
  return `You have yet to rate ${countOf(stillToRate, "response")} of this run. Rows that may hold verdicts of them are not shown until then.`;
}
