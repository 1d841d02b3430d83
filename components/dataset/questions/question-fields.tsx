"use client";

import { Group, Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { quotePassage, readEvidence } from "@/lib/dataset/questions/evidence";
import type { FieldWords } from "@/lib/dataset/questions/fields";
import { MAX_ANSWERS, MAX_SOURCES } from "@/lib/dataset/questions/schema";
import { LineList } from "./line-list";
import classes from "./question-form.module.css";

/*
 * The fields of a question that several forms have: writing one, editing one, refreshing its answers.
 */

type Lines = { key: number; text: string }[];

interface LinesProps {
  lines: Lines;
  onChange: (lines: Lines) => void;
  /** The error of a field by its path, as "answers.1". */
  errorOf: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  description?: string;
}

/** The answers, the primary one first. */
export function AnswerLines(props: LinesProps) {
  return (
    <LineList
      name="answers"
      legend="Answers"
      label={(index) => (index === 0 ? "Primary answer" : `Answer ${index + 1}`)}
      addLabel="Add answer"
      max={MAX_ANSWERS}
      fullWords={`${MAX_ANSWERS} answers maximum`}
      {...props}
    />
  );
}

/** The evidence URLs; below each the passages that it highlights, or what `below` says of it. */
export function EvidenceLines({
  below = highlights,
  ...props
}: LinesProps & { below?: (text: string) => ReactNode }) {
  return (
    <LineList
      name="sources"
      legend="Evidence"
      splitPaste
      label={(index) => `Evidence ${index + 1}`}
      addLabel="Add URL"
      max={MAX_SOURCES}
      fullWords={`${MAX_SOURCES} URLs maximum`}
      below={below}
      {...props}
    />
  );
}

function highlights(text: string): ReactNode {
  const passages = text.includes(":~:") ? readEvidence(text.trim()).passages : [];
  return passages.map((passage, index) => (
    <p key={index} className={classes.hint}>
      Highlights {quotePassage(passage)}
    </p>
  ));
}

interface FieldChoiceProps<V extends string> {
  of: FieldWords<V>;
  /** Empty: nothing is chosen yet. */
  value: V | "";
  onChange: (value: V) => void;
  required?: boolean;
  error?: string | undefined;
}

/** One value of a field's closed list, all of them in sight. */
export function FieldChoice<V extends string>({
  of,
  value,
  onChange,
  required = false,
  error,
}: FieldChoiceProps<V>) {
  return (
    <Radio.Group
      label={of.label}
      withAsterisk={required}
      value={value}
      error={error}
      onChange={(next) => onChange(next as V)}
    >
      <Group gap="md" mt={4}>
        {of.choices?.map((one) => (
          <Radio key={one} size="xs" value={one} label={of.words?.[one] ?? one} />
        ))}
      </Group>
    </Radio.Group>
  );
}
