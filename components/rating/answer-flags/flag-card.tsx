"use client";

import { Alert, Button, Group, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { CategoryBadge, StatusBadge } from "@/components/dataset/questions/badges";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { RevisionDifference } from "@/components/dataset/questions/revision-difference";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { acceptedAnswers, answerCellsOf, cellOf, readSources } from "@/lib/dataset/questions/cells";
import { resolveFlags } from "@/lib/rating/answer-flags/actions";
import {
  NOTE_MAX_CHARACTERS,
  type FlagResolution,
  type FlagGroup,
} from "@/lib/rating/answer-flags/schema";
import classes from "./flags.module.css";
import { useCommand } from "@/components/ui/use-command";
import { formatDay } from "@/lib/platform/format";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { refreshDeskPage } from "@/lib/dataset/schedule/address";

/** Open flags on one question: what they saw, what is there now, and how it ends. */
export function FlagCard({ group }: { group: FlagGroup }) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const { saw, now, flags } = group;
  const revised = now.number !== saw.number;
  const kept = useKeptValues({
    of: ["flag", `${group.questionId}.${flags.at(-1)?.flagId ?? ""}`],
    values: { note },
    initial: { note: "" },
    set: (values) => setNote(values.note),
  });
  const resolve = useCommand(resolveFlags, {
    kept,
    title: "Not resolved",
    done: (_, { as }) => ({
      title:
        as === "corrected"
          ? `Q${group.questionId} resolved: answer corrected`
          : `Q${group.questionId} resolved: no change`,
      message:
        flags.length === 1 ? "The rater has been notified." : "The raters have been notified.",
    }),
    refresh: true,
  });
  const resolveAs = (as: FlagResolution) => {
    setMissing(note.trim() === "");
    if (note.trim() === "") return;
    void resolve.run({ flagIds: flags.map((flag) => flag.flagId), as, note });
  };
  return (
    <li className={classes.card} data-question={group.questionId}>
      <div>
        <div className={classes.badges}>
          <LinkAnchor href={`/questions/${group.questionId}`} fz="sm">
            Q{group.questionId}
          </LinkAnchor>
          <CategoryBadge category={group.category} />
          {group.retired && <StatusBadge status="retired" />}
          <span className={classes.quiet}>
            {group.verifiedOn === null
              ? "Not verified yet"
              : `Verified on ${formatDay(group.verifiedOn)}`}
          </span>
        </div>
        <h2>{group.question}</h2>
        <h3>
          Answers shown to {flags.length === 1 ? "the rater" : "raters"} (revision {saw.number})
        </h3>
        <ul className={classes.answers}>
          {acceptedAnswers(answerCellsOf(saw.cells)).map((answer, place) => (
            <li key={place}>{answer}</li>
          ))}
        </ul>
        <h3>{revised ? `Changes since (revision ${now.number})` : "Current"}</h3>
        {revised ? (
          <>
            <RevisionDifference before={{ cells: saw.cells }} after={{ cells: now.cells }} />
            {!group.otherAnswers && (
              <Text size="sm" c="dimmed">
                Answers unchanged.
              </Text>
            )}
          </>
        ) : (
          <Text size="sm">Not edited since.</Text>
        )}
        <h3>Evidence</h3>
        <EvidenceList sources={readSources(cellOf(now.cells, "source"))} />
      </div>
      <div>
        <ol className={classes.flags} aria-label="Flags">
          {flags.map((flag) => (
            <li key={flag.flagId}>
              <b>{flag.rater}</b>{" "}
              <span className={classes.quiet}>
                {flag.campaign}, <LocalTime iso={flag.at} />
              </span>
              <p>
                {flag.comment === "" ? (
                  <span className={classes.quiet}>No comment</span>
                ) : (
                  flag.comment
                )}
              </p>
            </li>
          ))}
        </ol>
        <Group gap="xs" mb="sm">
          <LinkButton
            href={refreshDeskPage.href({ question: group.questionId })}
            size="compact-md"
            variant="default"
          >
            Refresh answer
          </LinkButton>
          <LinkButton href={`/questions/${group.questionId}`} size="compact-md" variant="default">
            View question
          </LinkButton>
        </Group>
        <DraftRestored of={kept} />
        <Textarea
          label={flags.length === 1 ? "Message to rater" : "Message to raters"}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX_CHARACTERS}
          value={note}
          error={
            missing && note.trim() === ""
              ? "Enter a short explanation; raters will see it."
              : undefined
          }
          onChange={(event) => setNote(event.currentTarget.value)}
          mb="xs"
        />
        <RefusalAlert of={resolve} closable />
        {!revised && (
          <Alert color="gray" mb="xs" p="xs">
            <Text size="sm">To resolve as corrected, edit the question first.</Text>
          </Alert>
        )}
        <Group gap="xs">
          <Button
            size="sm"
            disabled={!revised || resolve.pending}
            loading={resolve.pendingInput?.as === "corrected"}
            onClick={() => resolveAs("corrected")}
          >
            Resolve as corrected
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={resolve.pending}
            loading={resolve.pendingInput?.as === "kept"}
            onClick={() => resolveAs("kept")}
          >
            Resolve, no change
          </Button>
        </Group>
      </div>
    </li>
  );
}
