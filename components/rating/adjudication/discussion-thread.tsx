"use client";

import { Button, Group, Kbd, Text, Textarea } from "@mantine/core";
import { useState, type RefObject } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { commentOnTask } from "@/lib/rating/adjudication/actions";
import { COMMENT_MAX_CHARACTERS, type SeenComment } from "@/lib/rating/adjudication/schema";
import type { Refusal } from "@/lib/platform/result";
import classes from "./adjudication.module.css";
import { useKeptComment } from "./use-kept-comment";
import { useWrite } from "@/components/ui/use-write";

interface DiscussionThreadProps {
  userId: number;
  taskId: number;
  comments: readonly SeenComment[];
  mayDiscuss: boolean;
  namesHidden: boolean;
  /** The key that leads here, where there is one. */
  shortcut?: string;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** What raters and adjudicators say to each other about one response. */
export function DiscussionThread({
  userId,
  taskId,
  comments,
  mayDiscuss,
  namesHidden,
  shortcut,
  field,
}: DiscussionThreadProps) {
  const [added, setAdded] = useState<readonly SeenComment[]>([]);
  const [body, setBody] = useKeptComment(userId, taskId);
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const all = [
    ...comments,
    ...added.filter((comment) => comments.every((other) => other.id !== comment.id)),
  ];
  const send = async () => {
    if (body.trim() === "" || busy) return;
    setBusy(true);
    setRefusal(null);
    const result = await write(commentOnTask, { taskId, body });
    setBusy(false);
    if (!result.ok) {
      setRefusal(result.refusal);
      return;
    }
    setAdded([...added, result.value]);
    setBody("");
  };
  return (
    <section className={classes.thread} aria-label="Discussion">
      <h3>
        Discussion{" "}
        <span className={classes.quiet}>
          {namesHidden ? "raters shown by letter" : "names shown"}
        </span>
      </h3>
      {all.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          No comments yet. Comments are visible to this response&apos;s raters and to adjudicators.
        </Text>
      )}
      <ol className={classes.comments}>
        {all.map((comment) => (
          <li key={comment.id} data-own={comment.own}>
            <b>{comment.author}</b>
            {comment.own && <span className={classes.quiet}> you</span>}{" "}
            <span className={classes.quiet}>
              <LocalTime iso={comment.at} />
            </span>
            <p>{comment.body}</p>
          </li>
        ))}
      </ol>
      <RefusalAlert refusal={refusal} onClose={() => setRefusal(null)} />
      {mayDiscuss && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Textarea
            label={<>Add a comment {shortcut && <Kbd size="xs">{shortcut}</Kbd>}</>}
            aria-label="Add a comment"
            {...(field && { ref: field })}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={COMMENT_MAX_CHARACTERS}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.blur();
              if (
                event.key !== "Enter" ||
                !(event.ctrlKey || event.metaKey) ||
                event.nativeEvent.isComposing
              )
                return;
              event.preventDefault();
              // Ctrl+Enter here sends the comment and settles nothing.
              event.stopPropagation();
              event.nativeEvent.stopImmediatePropagation();
              void send();
            }}
          />
          <Group mt={6}>
            <Button
              type="submit"
              size="compact-md"
              variant="default"
              loading={busy}
              disabled={body.trim() === ""}
            >
              Send
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
}
