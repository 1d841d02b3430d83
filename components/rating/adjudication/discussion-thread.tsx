"use client";

import { Kbd, Text } from "@mantine/core";
import { useState, type RefObject } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { commentDraftKey } from "@/components/ui/device-keys";
import { useKeptText } from "@/components/ui/use-kept-text";
import { CommentForm } from "@/components/people/comments/comment-form";
import { commentOnTask } from "@/lib/rating/adjudication/actions";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import type { SeenComment } from "@/lib/rating/adjudication/schema";
import { COMMENT_MAX_CHARACTERS } from "@/lib/rating/adjudication/vocabulary";
import classes from "./adjudication.module.css";
import { useCommand } from "@/components/ui/use-command";

interface DiscussionThreadProps {
  userId: number;
  view: CaseView;
  /** The key that leads here, where there is one. */
  shortcut?: string;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** What raters and adjudicators say to each other about one response; nothing of an audit. */
export function DiscussionThread({ userId, view, shortcut, field }: DiscussionThreadProps) {
  const { comments, mayDiscuss } = view;
  const { taskId } = view.item;
  const [added, setAdded] = useState<readonly SeenComment[]>([]);
  const [body, setBody] = useKeptText(commentDraftKey(userId, taskId));
  const comment = useCommand(commentOnTask, {
    title: "Comment not sent",
    onDone: (value) => {
      setAdded([...added, value]);
      setBody("");
    },
  });
  if (view.audit) return null;
  const all = [
    ...comments,
    ...added.filter((one) => comments.every((other) => other.id !== one.id)),
  ];
  return (
    <section className={classes.thread} aria-label="Discussion">
      <h3>
        Discussion{" "}
        <span className={classes.quiet}>
          {view.campaign.namesHidden ? "raters shown by letter" : "names shown"}
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
      {mayDiscuss && (
        <CommentForm
          of={comment}
          body={body}
          onChange={setBody}
          onSend={() => void comment.run({ taskId, body })}
          label={<>Add a comment {shortcut && <Kbd size="xs">{shortcut}</Kbd>}</>}
          ariaLabel="Add a comment"
          button="Send"
          maxLength={COMMENT_MAX_CHARACTERS}
          {...(field && { field })}
        />
      )}
    </section>
  );
}
