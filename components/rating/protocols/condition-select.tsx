"use client";

import { Select, type SelectProps } from "@mantine/core";
import { numberOf } from "@/components/ui/form-values";
import { levelsOf, type ConditionDraft, type QuestionDraft } from "./protocol-draft";

interface ConditionSelectProps extends Omit<SelectProps, "data" | "onChange" | "value"> {
  /** The questions whose levels are offered. */
  questions: readonly QuestionDraft[];
  value: ConditionDraft | null;
  onChange: (value: ConditionDraft | null) => void;
}

/** Chooses a question and one of its levels: "Correctness is Fragments". */
export function ConditionSelect({ questions, value, onChange, ...input }: ConditionSelectProps) {
  const choices = questions.flatMap((question) =>
    levelsOf(question).flatMap((level) => {
      const is = numberOf(level.value);
      if (is === null || !Number.isInteger(is)) return [];
      const words = wordsOf(question, level.label || is);
      return [
        { value: nameOf({ question: question.id, is }), words, of: { question: question.id, is } },
      ];
    }),
  );
  // Two levels with the same value are an error of their own; a list cannot hold both.
  const distinct = choices.filter(
    (one, at) => choices.findIndex((other) => other.value === one.value) === at,
  );
  return (
    <Select
      {...input}
      data={distinct.map((one) => ({ value: one.value, label: one.words }))}
      value={value && nameOf(value)}
      onChange={(chosen) => onChange(distinct.find((one) => one.value === chosen)?.of ?? null)}
    />
  );
}

const nameOf = ({ question, is }: ConditionDraft) => `${question} ${is}`;

const wordsOf = (question: QuestionDraft, level: string | number) =>
  `${question.label || "Question"} is ${level}`;

/** "Correctness is Fragments". */
export function conditionWords(
  { question: id, is }: ConditionDraft,
  questions: readonly QuestionDraft[],
): string {
  const question = questions.find((one) => one.id === id);
  const level = question && levelsOf(question).find(({ value }) => numberOf(value) === is);
  return question ? wordsOf(question, level?.label || is) : "an earlier answer";
}
