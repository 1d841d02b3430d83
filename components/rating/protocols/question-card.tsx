"use client";

import { ActionIcon, Badge, Group, Paper, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { KIND_WORDS } from "./labels";
import type { QuestionDraft } from "./protocol-draft";
import classes from "./protocol-editor.module.css";

/** What is wrong at a path of the form ("questions.0.label"), where it is to be shown. */
export type ErrorOf = (path: string) => string | undefined;

interface QuestionCardProps {
  question: QuestionDraft;
  /** Its place, counted from 0, and how many there are. */
  at: number;
  count: number;
  open: boolean;
  faulty: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Its fields. */
  children: ReactNode;
}

/** A question in the editor: a head with what one can do with it, and its fields where it is unfolded. */
export function QuestionCard({
  question,
  at,
  count,
  open,
  faulty,
  onToggle,
  onMove,
  onRemove,
  children,
}: QuestionCardProps) {
  const name = question.label.trim() || `question ${at + 1}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <Paper
      withBorder
      component="section"
      aria-label={`Question ${at + 1}`}
      data-question={question.id}
      onKeyDown={onKeyDown}
    >
      <Group gap={4} p="xs" wrap="nowrap">
        <UnstyledButton
          className={classes.fold}
          aria-expanded={open}
          aria-controls={`fields-${question.id}`}
          onClick={onToggle}
        >
          <IconChevronDown size={18} aria-hidden data-open={open || undefined} />
          <Text component="span" fw={550} className={classes.name}>
            {at + 1}. {question.label.trim() || "New question"}
          </Text>
          <Badge variant="light" style={{ flex: "none" }} color={faulty ? "red" : "gray"}>
            {faulty ? "Incomplete" : KIND_WORDS[question.kind]}
          </Badge>
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          data-move={-1}
          disabled={at === 0}
          aria-label={`Move ${name} up`}
          aria-keyshortcuts="Alt+ArrowUp"
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          data-move={1}
          disabled={at === count - 1}
          aria-label={`Move ${name} down`}
          aria-keyshortcuts="Alt+ArrowDown"
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <div id={`fields-${question.id}`} hidden={!open} className={classes.fields}>
        {open && children}
      </div>
    </Paper>
  );
}
