"use client";

import {
  ActionIcon,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  Tooltip,
  VisuallyHidden,
} from "@mantine/core";
import { Fragment } from "react";
import { IconArrowUpRight, IconPencil, IconX } from "@tabler/icons-react";
import { QuestionDiscussion } from "@/components/dataset/comments/question-discussion";
import { OverdueBadge, StatusBadge } from "@/components/dataset/questions/badges";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { AnswerList, FieldText, viewsOf } from "@/components/dataset/questions/field-views";
import { REASON_WORDS } from "@/components/dataset/questions/labels";
import { RevisionDifference } from "@/components/dataset/questions/revision-difference";
import { People } from "@/components/live/presence";
import { useTopic } from "@/components/live/use-live";
import { useWorkOpened } from "@/components/people/notifications/use-unread";
import { Link } from "@/components/ui/link";
import { LocalTime } from "@/components/ui/local-time";
import type { BesideQuestion } from "@/components/dataset/beside/beside-question";
import classes from "./beside.module.css";
import type { Loaded } from "./use-beside-questions";

interface QuestionPanelProps {
  questionId: number;
  userId: number;
  mayEdit: boolean;
  loaded: Loaded;
  onReload: () => void;
  onClose: () => void;
}

/** A question in short: answers, evidence, discussion and history, without leaving the list. */
export function QuestionPanel({
  questionId,
  userId,
  mayEdit,
  loaded,
  onReload,
  onClose,
}: QuestionPanelProps) {
  useWorkOpened(userId, `/questions/${questionId}`);
  const people = useTopic(`question:${questionId}`, "viewing")?.people ?? [];
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={8}>
        <Group gap="xs" wrap="nowrap">
          {/* Where a drawer begins: on its first button the tooltip would open, too. */}
          <b className={classes.number} tabIndex={-1} data-autofocus>
            Q{questionId}
          </b>
          {loaded.status === "there" && loaded.value.question.status === "retired" && (
            <StatusBadge status="retired" />
          )}
          <People people={people} />
        </Group>
        <Group gap={2} wrap="nowrap">
          {mayEdit && (
            <Tooltip label="Edit question">
              <ActionIcon
                component={Link}
                href={`/questions/${questionId}/edit`}
                variant="subtle"
                color="gray"
                aria-label={`Edit Q${questionId}`}
              >
                <IconPencil size={17} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Open question page">
            <ActionIcon
              component={Link}
              href={`/questions/${questionId}`}
              variant="subtle"
              color="gray"
              aria-label={`Open the page of Q${questionId}`}
            >
              <IconArrowUpRight size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Close (Esc)">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Close Q${questionId}`}
              onClick={onClose}
            >
              <IconX size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {loaded.status === "loading" && (
        <Stack gap="sm" aria-busy="true" aria-label="Loading question">
          <Skeleton height={44} />
          <Skeleton height={22} width="60%" />
          <Skeleton height={90} />
        </Stack>
      )}
      {loaded.status === "failed" && (
        <Stack gap="xs" align="flex-start" role="alert">
          <Text size="sm">Couldn&apos;t load Q{questionId}.</Text>
          <Button size="xs" variant="default" onClick={onReload}>
            Retry
          </Button>
        </Stack>
      )}
      {loaded.status === "there" && (
        <PanelContent {...loaded.value} userId={userId} onReload={onReload} />
      )}
    </>
  );
}

function PanelContent({
  question,
  discussion,
  userId,
  onReload,
}: BesideQuestion & Pick<QuestionPanelProps, "userId" | "onReload">) {
  const { content, history } = question;
  return (
    <div className={classes.content}>
      <p className={classes.question}>{content.question}</p>
      <Group gap={6}>
        {viewsOf("badge", question).map(({ field, shown }) => (
          <Fragment key={field}>{shown}</Fragment>
        ))}
        {question.overdue && <OverdueBadge />}
      </Group>
      <dl className={classes.facts}>
        {viewsOf("fact", question).map(({ field, term, shown }) => (
          <div key={field}>
            <dt>{term}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2>Answers</h2>
        <AnswerList answers={content.answers} />
      </section>
      <section>
        <h2>Evidence</h2>
        <EvidenceList sources={content.sources} />
      </section>
      {viewsOf("text", question).map(({ field, term, shown }) => (
        <section key={field}>
          <h2>{term}</h2>
          <FieldText>{shown}</FieldText>
        </section>
      ))}
      {discussion !== false && (
        <QuestionDiscussion
          userId={userId}
          questionId={question.id}
          discussion={discussion}
          onChanged={onReload}
        />
      )}
      <section>
        <h2>History</h2>
        <ol className={classes.history} reversed>
          {history.map((revision, at) => (
            <li key={revision.id}>
              <b>Revision {revision.number}</b> · {REASON_WORDS[revision.reason]} by{" "}
              {revision.author}
              <span className={classes.when}>
                <LocalTime iso={revision.at} />
              </span>
              {revision.comment !== "" && <p className={classes.note}>{revision.comment}</p>}
              {at < history.length - 1 && (
                <details>
                  <summary>
                    Changes<VisuallyHidden> of revision {revision.number}</VisuallyHidden>
                  </summary>
                  <RevisionDifference before={history[at + 1]!} after={revision} />
                </details>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
