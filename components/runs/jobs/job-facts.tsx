import { LinkAnchor } from "@/components/ui/links";
import { formatCount, formatDay } from "@/lib/platform/format";
import type { JobView } from "@/lib/runs/jobs/queries";
import type { ReactNode } from "react";
import type { Comparison } from "@/lib/runs/principles/schema";
import { DECISION_WORDS, MODE_WORDS } from "./job-labels";
import { Facts } from "@/components/runs/facts";

/** By what two runs are compared; A is the first one. */
function comparisonFacts(comparison: Comparison | undefined): [string, ReactNode][] {
  if (comparison === undefined) return [];
  const { name, version, principles, rule } = comparison;
  const negated = principles.filter((one) => one.negated);
  return [
    ["Principles", `${name.charAt(0).toUpperCase()}${name.slice(1)}, version ${version}`],
    ["Preference overall", DECISION_WORDS[rule].name],
    ...(negated.length === 0
      ? []
      : ([["Count against", negated.map((one) => one.name).join(", ")]] as [string, ReactNode][])),
  ];
}

/** What a job asks, by what and of whom, and what it took so far. */
export function JobFacts({ job }: { job: JobView }) {
  const { settings } = job;
  const facts: [string, ReactNode][] = [
    [
      job.kind === "generate" ? "Method" : "Automatic evaluator",
      <LinkAnchor
        key="by"
        inherit
        href={
          job.kind === "generate" ? `/methods/${job.methodId}` : `/evaluators/${job.evaluatorId}`
        }
      >
        {job.by}
      </LinkAnchor>,
    ],
    [
      job.otherRun === null ? "Run" : "A: run",
      <LinkAnchor key="run" inherit href={`/runs/${job.runId}`}>
        {job.modelName}, {job.runName}
      </LinkAnchor>,
    ],
    ...(job.otherRun === null
      ? []
      : ([
          [
            "B: compared with",
            <LinkAnchor key="other" inherit href={`/runs/${job.otherRun.runId}`}>
              {job.otherRun.modelName}, {job.otherRun.runName}
            </LinkAnchor>,
          ],
        ] as [string, ReactNode][])),
    ...comparisonFacts(settings.comparison),
    ...(job.asked === null ? [] : [["Model", job.asked] as [string, ReactNode]]),
    ...(job.searched === null
      ? []
      : ([
          ["Search connection", job.searched],
          ["Searches of", formatDay(job.searchDay!)],
        ] as [string, ReactNode][])),
    ...(job.compared === null ? [] : [["Embedding model", job.compared] as [string, ReactNode]]),
    ["Date in prompts", job.promptDate === null ? "None" : formatDay(job.promptDate)],
    ...(settings.modes.length === 0
      ? []
      : ([["Modes", settings.modes.map((mode) => MODE_WORDS[mode]).join(", ")]] as [
          string,
          ReactNode,
        ][])),
    ...(settings.repetitions > 1
      ? ([["Repetitions", formatCount(settings.repetitions)]] as [string, ReactNode][])
      : []),
    ...(settings.sample === null
      ? []
      : ([
          ["Random sample", `${formatCount(settings.sample.size)}, seed ${settings.sample.seed}`],
        ] as [string, ReactNode][])),
    ["Answered calls", formatCount(job.calls)],
    ...(job.searched === null
      ? []
      : ([["Search requests", formatCount(job.searches)]] as [string, ReactNode][])),
    ["Input tokens", formatCount(job.inputTokens)],
    ["Output tokens", formatCount(job.outputTokens)],
  ];
  return <Facts facts={facts} />;
}
