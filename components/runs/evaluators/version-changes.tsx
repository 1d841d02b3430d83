import { List, ListItem, Stack, Text } from "@mantine/core";
import { TextDiff } from "@/components/ui/text-diff";
import type { EvaluatorDefinition, Example } from "@/lib/runs/evaluators/schema";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { DATE_WORDS, MODE_WORDS } from "./labels";

interface VersionChangesProps {
  before: EvaluatorDefinition;
  after: EvaluatorDefinition;
}

/** In what the prompts and parameters of two versions differ; nothing where they don't. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  const old = parameters(before);
  const changed = parameters(after).flatMap(([name, value], at) =>
    value === old[at]![1] ? [] : [`${name}: ${old[at]![1]} → ${value}`],
  );
  const texts = [...texted(before, after)].filter(([, from, to]) => from !== to);
  if (changed.length + texts.length === 0)
    return <Text fz="sm">Same prompts and parameters with another model</Text>;
  return (
    <Stack gap="md">
      <List size="sm">
        {changed.map((words) => (
          <ListItem key={words}>{words}</ListItem>
        ))}
      </List>
      {texts.map(([name, from, to]) => (
        <div key={name}>
          <Text fw={550} fz="sm">
            {name}
          </Text>
          <Text fz="sm" component="div">
            <TextDiff before={from} after={to} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function parameters(definition: EvaluatorDefinition): [string, string][] {
  const { temperature, maxTokens, asksAgain, date, examplesAsOf } = definition;
  return [
    ["Temperature", temperature === null ? "Not sent" : String(temperature)],
    ["Max tokens", String(maxTokens)],
    ["Retries if no verdict is found", String(asksAgain.unparsed)],
    ["Retries if the reply is cut off", String(asksAgain.truncated)],
    ["Date in prompt", DATE_WORDS[date]],
    ["Examples as of", examplesAsOf],
  ];
}

/** Every text of either version: its name, and both. An example is compared with the one at its place. */
function* texted(
  before: EvaluatorDefinition,
  after: EvaluatorDefinition,
): Generator<[string, string, string]> {
  for (const mode of JUDGING_MODES)
    yield [`Instruction, ${MODE_WORDS[mode]}`, before.instructions[mode], after.instructions[mode]];
  const count = Math.max(before.examples.length, after.examples.length);
  for (let at = 0; at < count; at += 1)
    yield [`Example ${at + 1}`, inWords(before.examples[at]), inWords(after.examples[at])];
}

function inWords(example: Example | undefined): string {
  if (example === undefined) return "";
  return [
    example.question,
    example.answers.join(" | "),
    example.response,
    ...JUDGING_MODES.map(
      (mode) =>
        `${MODE_WORDS[mode]}: ${example[mode].correct ? "credit" : "no credit"}. ${example[mode].comment}`,
    ),
  ].join("\n");
}
