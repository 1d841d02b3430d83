"use client";

import { Button, Group } from "@mantine/core";
import type { ReactElement, ReactNode, RefObject } from "react";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import type { Command } from "@/components/ui/use-command";

/** Names that are offered while someone types "@". */
interface Names {
  /** Whether there are any at the caret. */
  open: boolean;
  look: (text: string, caret: number) => void;
  close: () => void;
  /** The field with its names. */
  around: (field: ReactElement) => ReactNode;
}

export interface CommentFormProps {
  /** The command that sends it. */
  of: Pick<Command, "refusal" | "title" | "turn" | "dismiss" | "pending" | "fields">;
  body: string;
  onChange: (body: string) => void;
  onSend: () => void;
  onCancel?: () => void;
  label: ReactNode;
  /** Where the label is no plain text. */
  ariaLabel?: string;
  /** The button's word. */
  button: string;
  /** Where people can be named: see MentionForm. */
  names?: Names;
  placeholder?: string;
  maxLength?: number;
  field?: RefObject<HTMLTextAreaElement | null>;
  autoFocus?: boolean;
}

/** Where people write a comment; Ctrl+Enter sends it. */
export function CommentForm({
  of: command,
  body,
  onChange,
  onSend,
  onCancel,
  label,
  ariaLabel,
  button,
  names,
  placeholder,
  maxLength,
  field,
  autoFocus,
}: CommentFormProps) {
  const send = () => {
    if (body.trim() !== "" && !command.pending) onSend();
  };
  const area = (
    <GrowingTextarea
      {...(field && { ref: field })}
      label={label}
      {...(ariaLabel !== undefined && { "aria-label": ariaLabel })}
      {...(placeholder !== undefined && { placeholder })}
      {...(maxLength !== undefined && { maxLength })}
      minRows={2}
      maxRows={12}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      value={body}
      // What is typed while it is sent would go with it.
      readOnly={command.pending}
      error={command.fields.body}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        names?.look(event.currentTarget.value, event.currentTarget.selectionStart);
      }}
      onBlur={names?.close}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          // One Escape puts the names away, the next one leaves the field; neither closes what is around it.
          event.stopPropagation();
          if (names?.open) names.close();
          else if (onCancel && body === "") onCancel();
          else event.currentTarget.blur();
        }
        if (
          event.key !== "Enter" ||
          !(event.ctrlKey || event.metaKey) ||
          event.nativeEvent.isComposing
        )
          return;
        event.preventDefault();
        // Ctrl+Enter here sends the comment, and decides nothing else on the page.
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        send();
      }}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RefusalAlert of={command} shownFields={["body"]} closable />
      {names === undefined ? area : names.around(area)}
      <Group gap="xs" mt={6}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={command.pending}
          disabled={body.trim() === ""}
        >
          {button}
        </Button>
        {onCancel && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}
