"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MentionForm } from "@/components/people/comments/mention-form";
import { questionCommentKey } from "@/components/ui/device-keys";
import { LocalTime } from "@/components/ui/local-time";
import { useCommand } from "@/components/ui/use-command";
import { useKeptText } from "@/components/ui/use-kept-text";
import { commentOnQuestion, resolveThread } from "@/lib/dataset/comments/actions";
import {
  COMMENT_MAX_CHARACTERS,
  type QuestionCommentView,
  type QuestionDiscussion as Discussion,
  type ThreadView,
} from "@/lib/dataset/comments/schema";
import { countOf } from "@/lib/platform/format";
import classes from "./question-discussion.module.css";
import { useKnownThreads } from "./use-known-threads";

interface QuestionDiscussionProps {
  userId: number;
  questionId: number;
  /** Null: closed until the reader has rated the question's responses. */
  discussion: Discussion | null;
  /** Loads the discussion again; by default the page is. */
  onChanged?: () => void;
}

/** What people say about a question, thread by thread: resolved threads are folded away. */
export function QuestionDiscussion({ discussion, ...props }: QuestionDiscussionProps) {
  return (
    <section aria-labelledby="discussion">
      <h2 id="discussion">Discussion</h2>
      {discussion === null ? (
        <Text size="sm" c="dimmed">
          You have responses to this question to rate. Its discussion opens once you&apos;ve rated
          them.
        </Text>
      ) : (
        <Threads key={props.questionId} discussion={discussion} {...props} />
      )}
    </section>
  );
}

function Threads({
  userId,
  questionId,
  discussion,
  onChanged,
}: QuestionDiscussionProps & { discussion: Discussion }) {
  const router = useRouter();
  const changed = onChanged ?? (() => router.refresh());
  const { known, loading, failed, loadEarlier } = useKnownThreads(questionId, discussion);
  const shared = { userId, questionId, people: discussion.people, onChanged: changed, loadEarlier };
  const open = known.threads.filter(({ resolved }) => resolved === null);
  const resolved = known.threads.filter((thread) => thread.resolved !== null);
  return (
    <>
      {known.threads.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          No comments yet. Comments are visible to all members except raters.
        </Text>
      )}
      <ol className={classes.threads} hidden={open.length === 0}>
        {open.map((thread) => (
          <Thread key={thread.id} thread={thread} {...shared} />
        ))}
      </ol>
      {resolved.length > 0 && (
        <details className={classes.resolved}>
          <summary>{countOf(resolved.length, "resolved thread")}</summary>
          <ol className={classes.threads}>
            {resolved.map((thread) => (
              <Thread key={thread.id} thread={thread} {...shared} />
            ))}
          </ol>
        </details>
      )}
      {known.earlier !== null && (
        <Group gap="xs" mb="sm">
          <Button variant="default" size="compact-sm" loading={loading} onClick={loadEarlier}>
            Earlier comments
          </Button>
          {failed && (
            <Text size="sm" c="red" role="alert">
              Couldn’t load earlier comments. Try again.
            </Text>
          )}
        </Group>
      )}
      <NewComment {...shared} threadId={null} label="Add a comment" button="Comment" />
    </>
  );
}

type Shared = Pick<QuestionDiscussionProps, "userId" | "questionId"> & {
  people: Discussion["people"];
  onChanged: () => void;
  loadEarlier: () => void;
};

function Thread({ thread, ...shared }: { thread: ThreadView } & Shared) {
  const [answering, setAnswering] = useState(false);
  const [first, ...answers] = thread.comments;
  const resolve = useCommand(resolveThread, {
    title: thread.resolved === null ? "Thread not resolved" : "Thread not reopened",
    notify: true,
    onDone: shared.onChanged,
  });
  return (
    <li className={classes.thread}>
      <Comment comment={first!} />
      {thread.gap && (
        <Button variant="subtle" size="compact-xs" ml={-8} onClick={shared.loadEarlier}>
          Earlier replies
        </Button>
      )}
      <ol className={classes.replies}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <Comment comment={answer} />
          </li>
        ))}
      </ol>
      {answering ? (
        <div style={{ marginTop: 10 }}>
          <NewComment
            {...shared}
            threadId={thread.id}
            label={`Reply to ${first!.author}`}
            button="Reply"
            onClose={() => setAnswering(false)}
          />
        </div>
      ) : (
        <Group gap={4} mt={6} ml={-8}>
          <Button variant="subtle" size="compact-xs" onClick={() => setAnswering(true)}>
            Reply
          </Button>
          <Button
            variant="subtle"
            size="compact-xs"
            loading={resolve.pending}
            onClick={() =>
              void resolve.run({ threadId: thread.id, resolved: thread.resolved === null })
            }
          >
            {thread.resolved === null ? "Resolve" : "Reopen"}
          </Button>
        </Group>
      )}
    </li>
  );
}

const DID: Record<QuestionCommentView["action"], string | null> = {
  comment: null,
  resolve: "resolved this thread",
  reopen: "reopened this thread",
};

function Comment({ comment }: { comment: QuestionCommentView }) {
  const did = DID[comment.action];
  return (
    <article>
      <div className={classes.who}>
        <b>{comment.author}</b>
        {did !== null && <span className={classes.quiet}>{did}</span>}
        <span className={classes.quiet}>
          <LocalTime iso={comment.at} />
        </span>
      </div>
      {comment.body !== "" && <p className={classes.body}>{comment.body}</p>}
    </article>
  );
}

function NewComment({
  userId,
  questionId,
  threadId,
  people,
  label,
  button,
  onChanged,
  onClose,
}: Omit<Shared, "loadEarlier"> & {
  threadId: number | null;
  label: string;
  button: string;
  onClose?: () => void;
}) {
  const [body, setBody] = useKeptText(questionCommentKey(userId, questionId, threadId));
  const comment = useCommand(commentOnQuestion, {
    title: "Comment not sent",
    onDone: () => {
      setBody("");
      onClose?.();
      onChanged();
    },
  });
  return (
    <MentionForm
      of={comment}
      body={body}
      onChange={setBody}
      onSend={() => void comment.run({ questionId, parentId: threadId, body })}
      label={label}
      button={button}
      people={people}
      placeholder="@ mentions someone"
      maxLength={COMMENT_MAX_CHARACTERS}
      {...(onClose && { onCancel: onClose, autoFocus: true })}
    />
  );
}
