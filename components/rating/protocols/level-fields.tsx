"use client";

import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import {
  levelsOf,
  mayAddLevel,
  withLevel,
  type LevelDraft,
  type QuestionDraft,
} from "./protocol-draft";
import classes from "./protocol-editor.module.css";
import type { ErrorOf } from "./question-card";

interface LevelFieldsProps {
  question: QuestionDraft;
  /** The question's place among all, counted from 0. */
  at: number;
  onChange: (part: Partial<QuestionDraft>) => void;
  errorOf: ErrorOf;
}

/** The levels of a scale, the categories, or the two sides of a yes-or-no question. */
export function LevelFields({ question, at, onChange, errorOf }: LevelFieldsProps) {
  const levels = levelsOf(question);
  const fixed = question.kind === "binary";
  const field = fixed ? "sides" : "levels";
  const change = (place: number, part: Partial<LevelDraft>) =>
    onChange({ [field]: levels.map((one, i) => (i === place ? { ...one, ...part } : one)) });
  const problem = errorOf(`questions.${at}.levels`);
  return (
    <Stack gap={6} role="group" aria-label={`Levels of question ${at + 1}`}>
      <Text fz="sm" fw={500}>
        {question.kind === "nominal" ? "Categories" : "Levels"}
      </Text>
      {levels.map((level, place) => {
        const path = `questions.${at}.levels.${place}`;
        return (
          <div key={place} className={classes.level}>
            <NumberInput
              aria-label={`Value ${place + 1}`}
              value={level.value}
              onChange={(value) => change(place, { value })}
              error={errorOf(`${path}.value`)}
              allowDecimal={false}
              hideControls
              readOnly={fixed}
            />
            <TextInput
              aria-label={`Label of value ${place + 1}`}
              placeholder="Label"
              value={level.label}
              onChange={(event) => change(place, { label: event.currentTarget.value })}
              error={errorOf(`${path}.label`)}
              autoComplete="off"
            />
            <TextInput
              aria-label={`Meaning of value ${place + 1}`}
              placeholder="Meaning, a sentence for raters"
              value={level.meaning}
              onChange={(event) => change(place, { meaning: event.currentTarget.value })}
              error={errorOf(`${path}.meaning`)}
              autoComplete="off"
              className={classes.meaning}
            />
            {!fixed && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove value ${place + 1}`}
                disabled={levels.length <= 2}
                onClick={() => onChange({ levels: question.levels.filter((_, i) => i !== place) })}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {problem !== undefined && (
        <Text fz="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      {mayAddLevel(question) && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange(withLevel(question))}
          >
            {question.kind === "nominal" ? "Add category" : "Add level"}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
