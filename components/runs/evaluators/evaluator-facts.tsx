import { Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import type { EvaluatorView } from "@/lib/runs/evaluators/queries";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { Facts } from "../facts";
import { DATE_WORDS, describeFlips, describeRepeats, MODE_WORDS, modelWords } from "./labels";

/** Under what conditions a version judges, what it has judged, and how repeatable it is. */
export function EvaluatorFacts({ evaluator }: { evaluator: EvaluatorView }) {
  const { definition, frozenAt, repeatability } = evaluator;
  const facts: [string, ReactNode][] = [
    ["Verdicts from", modelWords(evaluator.model)],
    ...(definition === null
      ? []
      : ([
          [
            "Temperature",
            definition.temperature === null ? "Not sent" : String(definition.temperature),
          ],
          ["Max tokens", formatCount(definition.maxTokens)],
          ["Retries if no verdict is found", formatCount(definition.asksAgain.unparsed)],
          ["Retries if the reply is cut off", formatCount(definition.asksAgain.truncated)],
          ["Date in prompt", DATE_WORDS[definition.date]],
          ["Examples as of", formatDay(definition.examplesAsOf)],
          ["First used", frozenAt === null ? "Never" : <LocalTime key="used" iso={frozenAt} />],
        ] satisfies [string, ReactNode][])),
    ["Relaxed verdicts", countOf(evaluator.relaxed, "response")],
    ["Strict verdicts", countOf(evaluator.strict, "response")],
    ["Inconsistent (Strict without Relaxed)", countOf(evaluator.inconsistent, "response")],
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label="Configuration and verdicts">
      <Facts facts={facts} />
      {evaluator.note !== "" && (
        <Text mt="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {evaluator.note}
        </Text>
      )}
      {repeatability !== null &&
        JUDGING_MODES.map((mode) => {
          const found = repeatability[mode];
          return found === null ? null : (
            <Text key={mode} mt="sm" fz="sm" className="tabular">
              Repeatability, {MODE_WORDS[mode]}: {describeFlips(found)} · {describeRepeats(found)}
            </Text>
          );
        })}
    </Paper>
  );
}
