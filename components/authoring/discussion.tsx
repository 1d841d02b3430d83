"use client";

import { Button, Group, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { comment as send } from "@/lib/authoring/actions";
import type { CommentView } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { FIELD_WORDS } from "./labels";
import { useCommand } from "@/components/ui/use-command";

interface DiscussionProps {
  submissionId: number;
  comments: readonly CommentView[];
  /** Who can be named by "@". */
  people: readonly { id: number; name: string }[];
}

/** What was said about a submission, thread by thread, and a form to add to it. */
export function Discussion({ submissionId, comments, people }: DiscussionProps) {
  const [answering, setAnswering] = useState<number | null>(null);
  const threads = comments.filter((comment) => comment.parentId === null);
  return (
    <section className={classes.panel} aria-labelledby="discussion">
      <h2 id="discussion">Comments</h2>
      {threads.length === 0 && <p className={classes.hint}>No comments yet</p>}
      <ol className={classes.list}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <Comment comment={thread} />
            <div className={classes.answers}>
              {comments
                .filter((comment) => comment.parentId === thread.id)
                .map((answer) => (
                  <Comment key={answer.id} comment={answer} />
                ))}
              {answering === thread.id ? (
                <CommentForm
                  submissionId={submissionId}
                  parentId={thread.id}
                  people={people}
                  label={`Reply to ${thread.author}`}
                  onDone={() => setAnswering(null)}
                  onCancel={() => setAnswering(null)}
                />
              ) : (
                <Button variant="subtle" size="compact-xs" onClick={() => setAnswering(thread.id)}>
                  Reply
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <CommentForm submissionId={submissionId} parentId={null} people={people} label="Comment" />
    </section>
  );
}

function Comment({ comment }: { comment: CommentView }) {
  return (
    <article>
      <span className={classes.hint}>
        <b>{comment.author}</b>, <LocalTime iso={comment.at} />
        {comment.round !== null && `, round ${comment.round}`}
      </span>
      <div className={classes.comment}>
        {comment.field !== null && (
          <span className={classes.mark}>{FIELD_WORDS[comment.field]}</span>
        )}
        {comment.body}
      </div>
    </article>
  );
}

/** As many are offered; whoever else there is can be named by typing. */
const MOST_NAMES = 8;

function CommentForm({
  submissionId,
  parentId,
  people,
  label,
  onDone,
  onCancel,
}: {
  submissionId: number;
  parentId: number | null;
  people: DiscussionProps["people"];
  label: string;
  onDone?: () => void;
  onCancel?: () => void;
}) {
  const [body, setBody] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useCommand(send, {
    title: "Comment not sent",
    onDone: () => {
      setBody("");
      onDone?.();
    },
    refresh: true,
  });
  const submit = () => void sending.run({ submissionId, parentId, body });
  const name = (person: string) => {
    setBody((before) => `${before}${before === "" || /\s$/.test(before) ? "" : " "}@${person} `);
    field.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RefusalAlert of={sending} shownFields={["body"]} />
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={2}
        maxRows={12}
        value={body}
        error={sending.fields.body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !sending.pending) {
            event.preventDefault();
            event.stopPropagation();
            submit();
          }
        }}
      />
      {people.length > 0 && (
        <Group gap={4} mt={4} role="group" aria-label="Mention someone">
          <span className={classes.hint}>Mention someone:</span>
          {people.slice(0, MOST_NAMES).map((person) => (
            <Button
              key={person.id}
              variant="subtle"
              size="compact-xs"
              onClick={() => name(person.name)}
            >
              @{person.name}
            </Button>
          ))}
        </Group>
      )}
      <Group gap="xs" mt={6}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={sending.pending}
          disabled={body.trim() === ""}
        >
          {parentId === null ? "Comment" : "Reply"}
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
