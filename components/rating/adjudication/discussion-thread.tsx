"use client";

import { Button, Group, Kbd, Text, Textarea } from "@mantine/core";
import { useState, type RefObject } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { commentOnTask } from "@/lib/rating/adjudication/actions";
import { COMMENT_MAX_CHARACTERS, type SeenComment } from "@/lib/rating/adjudication/schema";
import classes from "./adjudication.module.css";
import { useKeptComment } from "./use-kept-comment";
import { useCommand } from "@/components/ui/use-command";

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
  const comment = useCommand(commentOnTask, {
    title: "Comment not sent",
    onDone: (value) => {
      setAdded([...added, value]);
      setBody("");
    },
  });
  const all = [
    ...comments,
    ...added.filter((one) => comments.every((other) => other.id !== one.id)),
  ];
  const send = () => {
    if (body.trim() !== "" && !comment.pending) void comment.run({ taskId, body });
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
        {all.map((one) => (
          <li key={one.id} data-own={one.own}>
            <b>{one.author}</b>
            {one.own && <span className={classes.quiet}> you</span>}{" "}
            <span className={classes.quiet}>
              <LocalTime iso={one.at} />
            </span>
            <p>{one.body}</p>
          </li>
        ))}
      </ol>
      <RefusalAlert of={comment} closable />
      {mayDiscuss && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
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
              send();
            }}
          />
          <Group mt={6}>
            <Button
              type="submit"
              size="compact-md"
              variant="default"
              loading={comment.pending}
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
