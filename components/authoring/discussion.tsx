"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { MentionForm } from "@/components/people/comments/mention-form";
import { comment as send } from "@/lib/authoring/actions";
import { DRAFT_WORDS, type CommentView } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { useCommand } from "@/components/ui/use-command";
import { submissionCommentKey } from "@/components/ui/device-keys";
import { useUserId } from "@/components/ui/signed-in";
import { useKeptText } from "@/components/ui/use-kept-text";

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
                <SubmissionCommentForm
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
      <SubmissionCommentForm
        submissionId={submissionId}
        parentId={null}
        people={people}
        label="Comment"
      />
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
          <span className={classes.mark}>{DRAFT_WORDS[comment.field]}</span>
        )}
        {comment.body}
      </div>
    </article>
  );
}

function SubmissionCommentForm({
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
  const userId = useUserId();
  const [body, setBody] = useKeptText(submissionCommentKey(userId ?? 0, submissionId, parentId));
  const sending = useCommand(send, {
    title: "Comment not sent",
    onDone: () => {
      setBody("");
      onDone?.();
    },
    refresh: true,
  });
  return (
    <MentionForm
      of={sending}
      body={body}
      onChange={setBody}
      onSend={() => void sending.run({ submissionId, parentId, body })}
      label={label}
      button={parentId === null ? "Comment" : "Reply"}
      people={people}
      placeholder="@ mentions someone"
      {...(onCancel && { onCancel, autoFocus: true })}
    />
  );
}
