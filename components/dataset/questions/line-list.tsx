"use client";

import { ActionIcon, Button, Group, Textarea, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { line } from "./question-draft";
import classes from "./question-form.module.css";

interface LineListProps {
  /** The field's name in the errors: "answers". */
  name: string;
  legend: string;
  description?: string;
  /** What a line is called: "Answer 2". */
  label: (index: number) => string;
  addLabel: string;
  lines: { key: number; text: string }[];
  onChange: (lines: { key: number; text: string }[]) => void;
  errorOf: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  max: number;
  fullWords: string;
  /** Pasting several lines makes several entries. */
  splitPaste?: boolean;
  /** What stands below a line. */
  below?: (text: string) => ReactNode;
}

/** Lines of text that can be added, removed and put in another order, by button and by Alt+Up and Alt+Down. */
export function LineList({
  name,
  legend,
  description,
  label,
  addLabel,
  lines,
  onChange,
  errorOf,
  onTouch,
  max,
  fullWords,
  splitPaste = false,
  below,
}: LineListProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState("");
  const focusKey = useRef<number | null>(null);
  useEffect(() => {
    if (focusKey.current === null) return;
    box.current
      ?.querySelector<HTMLTextAreaElement>(`[data-line="${focusKey.current}"] textarea`)
      ?.focus();
    focusKey.current = null;
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return;
    const next = [...lines];
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved!);
    focusKey.current = moved!.key;
    setSaid(`${label(from)} moved to position ${to + 1} of ${lines.length}.`);
    onChange(next);
  };
  const add = () => {
    const added = line("");
    focusKey.current = added.key;
    onChange([...lines, added]);
  };
  const remove = (index: number) => {
    const next = lines.filter((_, other) => other !== index);
    focusKey.current = next[Math.min(index, next.length - 1)]?.key ?? null;
    setSaid(`${label(index)} was removed.`);
    onChange(next);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (
      !event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.key !== "ArrowUp" && event.key !== "ArrowDown")
    )
      return;
    event.preventDefault();
    move(index, index + (event.key === "ArrowUp" ? -1 : 1));
  };
  const onPaste = (index: number) => (event: ClipboardEvent) => {
    const parts = event.clipboardData
      .getData("text")
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (!splitPaste || parts.length < 2 || lines[index]!.text.trim() !== "") return;
    event.preventDefault();
    const next = [...lines];
    next.splice(index, 1, ...parts.map(line));
    onChange(next.slice(0, max));
  };
  const whole = errorOf(name);

  return (
    <fieldset ref={box} className={classes.lines}>
      <legend>{legend}</legend>
      {description && <p className={classes.hint}>{description}</p>}
      <ol>
        {lines.map((item, index) => (
          <li key={item.key} data-line={item.key}>
            <div className={classes.line}>
              <Textarea
                className={classes.text}
                aria-label={label(index)}
                autosize
                minRows={1}
                maxRows={12}
                value={item.text}
                error={errorOf(`${name}.${index}`)}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  onChange(
                    lines.map((other) => (other.key === item.key ? { ...other, text } : other)),
                  );
                }}
                onBlur={() => onTouch(`${name}.${index}`)}
                onKeyDown={onKeyDown(index)}
                onPaste={onPaste(index)}
              />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${label(index)} up`}
                  title="Move up (Alt+↑)"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${label(index)} down`}
                  title="Move down (Alt+↓)"
                  disabled={index === lines.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${label(index)}`}
                  onClick={() => remove(index)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            </div>
            {below?.(item.text)}
          </li>
        ))}
      </ol>
      {whole && (
        <p className={classes.error} role="alert">
          {whole}
        </p>
      )}
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={lines.length >= max}
          onClick={add}
        >
          {addLabel}
        </Button>
        {lines.length >= max && <span className={classes.hint}>{fullWords}</span>}
      </Group>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </fieldset>
  );
}
