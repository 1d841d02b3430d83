import { Paper, Progress, Text } from "@mantine/core";
import type { RunView } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { Facts } from "./facts";
import { describeJudged, known, METHOD_WORDS } from "./labels";
import { formatCount, formatDay } from "@/lib/platform/format";

/** Under what conditions a run was made, and how much of its release it answers. */
export function RunConfiguration({ run }: { run: RunView }) {
  const { questions, answered, empty } = run.coverage;
  const facts: [string, React.ReactNode][] = [
    [
      "Model",
      <LinkAnchor key="model" href={`/models/${run.model.modelId}`} inherit>
        {run.model.name}
      </LinkAnchor>,
    ],
    [
      "Release",
      <LinkAnchor key="release" href={`/releases/${run.releaseName}`} inherit>
        {run.releaseName}
      </LinkAnchor>,
    ],
    ["Prompt", METHOD_WORDS[run.promptMethod]],
    ["Run date", run.ranOn === null ? "unknown" : formatDay(run.ranOn)],
    ["Temperature", run.temperature === null ? "unknown" : String(run.temperature)],
    ["Max tokens", run.maxTokens === null ? "unknown" : formatCount(run.maxTokens)],
    ["Knowledge cutoff", run.model.knowledgeCutoff || "unknown"],
    ["Date in prompt", known(run.model.dateInPrompt)],
    ["Web search", known(run.model.hasWebSearch)],
    ...run.evaluators.map((evaluator): [string, React.ReactNode] => [
      `Verdicts by ${evaluator.name}`,
      <LinkAnchor key="evaluator" href={`/evaluators/${evaluator.evaluatorId}`} inherit>
        {describeJudged(evaluator)}
      </LinkAnchor>,
    ]),
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label="Configuration and coverage">
      <Facts facts={facts} />
      {run.note !== "" && (
        <Text mt="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {run.note}
        </Text>
      )}
      <Text mt="md" fz="sm" className="tabular">
        {formatCount(answered)} of {formatCount(questions)} questions have a response
        {empty > 0 && <> ({formatCount(empty)} empty)</>}
        {answered < questions && <> · {formatCount(questions - answered)} missing</>}
      </Text>
      <Progress
        value={questions === 0 ? 0 : (100 * answered) / questions}
        mt={6}
        aria-label="Questions with a response"
      />
    </Paper>
  );
}
