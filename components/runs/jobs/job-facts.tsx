import { LinkAnchor } from "@/components/ui/links";
import { formatCount, formatDay } from "@/lib/platform/format";
import type { JobView } from "@/lib/runs/jobs/queries";
import type { ReactNode } from "react";
import { MODE_WORDS } from "./job-labels";
import { Facts } from "@/components/runs/facts";

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
      "Run",
      <LinkAnchor key="run" inherit href={`/runs/${job.runId}`}>
        {job.modelName}, {job.runName}
      </LinkAnchor>,
    ],
    ...(job.asked === null ? [] : [["Model", job.asked] as [string, ReactNode]]),
    ...(job.searched === null
      ? []
      : ([
          ["Search connection", job.searched],
          ["Searches of", formatDay(job.searchDay!)],
        ] as [string, ReactNode][])),
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
