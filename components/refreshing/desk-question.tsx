"use client";

import { Alert, Button, Checkbox, Kbd, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  CategoryBadge,
  HopsBadge,
  OverdueBadge,
  SplitBadge,
  StatusBadge,
} from "@/components/dataset/questions/badges";
import { useKeys } from "@/components/desk/keys";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { RevisionDifference } from "@/components/dataset/questions/question-history";
import { FACT_TYPE_WORDS, REASON_WORDS } from "@/components/dataset/questions/labels";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { changedColumns } from "@/lib/dataset/questions/cells";
import { quotePassage, readablePath, readEvidence } from "@/lib/dataset/questions/evidence";
import type { RefreshChange, RefreshKind } from "@/lib/refreshing/schema";
import { DeskForm, FORM_TITLES } from "./desk-form";
import {
  deskDrafts,
  deskFormOf,
  deskFormSchema,
  isTyped,
  rebaseDeskForm,
  subjectOf,
  type DeskForm as FormValues,
} from "./desk-draft";
import { FORM_KEYS, ITEM_KEYS, OPENING_KEYS } from "./desk-keys";
import type { DeskItem, Pending, RefreshDesk } from "./desk-rules";
import { distanceWords, reviewWords, whyWords, yearWords } from "./desk-labels";
import classes from "./desk.module.css";
import { formatDay } from "@/lib/platform/format";

interface DeskQuestionProps {
  userId: number;
  item: DeskItem;
  /** ISO day in the dataset's time zone. */
  today: string;
  /** What the person wanted of this question, and someone else was faster. */
  conflict: Pending | null;
  bringing: boolean;
  act: <S extends "verify" | "refresh" | "skip">(step: S, input: RefreshDesk["inputs"][S]) => void;
}

/** Esc closes a form also where the focus is outside it. */
const CLOSE_KEY = { close: FORM_KEYS.close };

/** What was typed when someone else was faster, on top of what they made of the question; null where nothing was. */
function rejectedDraft(conflict: Pending | null, item: DeskItem): FormValues | null {
  const typed = deskFormSchema.safeParse(conflict?.draft).data;
  if (conflict === null || typed === undefined) return null;
  return { ...rebaseDeskForm(typed, conflict.item.content, item.content), open: true };
}

/** One question on the desk: what it says at the left, its evidence at the right, and what to do about it. */
export function DeskQuestionView({
  userId,
  item,
  today,
  conflict,
  bringing,
  act,
}: DeskQuestionProps) {
  const { content } = item;
  const base =
    item.verified !== null && item.verified.on > item.answersSince
      ? item.verified.on
      : item.answersSince;
  const [drafts] = useState(() => deskDrafts(userId));
  const subject = subjectOf(item);
  // Only ever rendered in the browser, once a question has come: what was typed before is there at once.
  const [form, setForm] = useState<FormValues | null>(() => {
    const kept = drafts.read(subject) ?? rejectedDraft(conflict, item);
    return kept?.open ? kept : null;
  });
  const [checked, setChecked] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const evidence = useMemo(() => content.sources.map(readEvidence), [content.sources]);

  // A new question is read out, and keys go to it.
  useEffect(() => {
    if (!document.activeElement?.closest("form, [role=dialog]"))
      heading.current?.focus({ preventScroll: true });
  }, []);

  const change = useCallback(
    (next: FormValues) => {
      setForm(next);
      drafts.write(subject, isTyped(next, content) || next.open ? next : null);
    },
    [drafts, subject, content],
  );
  const open = (kind: RefreshKind) => {
    const kept = drafts.read(subject);
    const fresh = deskFormOf(content, kind);
    change(
      kept === null
        ? fresh
        : {
            ...kept,
            kind,
            open: true,
            ...(kind === "schedule" && kept.policy === "unrecognized" && { policy: fresh.policy }),
          },
    );
  };
  const putAway = () => {
    if (form === null) return;
    drafts.write(subject, isTyped(form, content) ? { ...form, open: false } : null);
    setForm(null);
    heading.current?.focus({ preventScroll: true });
  };
  const verify = () => {
    // In the outbox before the draft goes: at no moment does the device hold neither.
    act("verify", { evidence: checked });
    drafts.write(subject, null);
  };
  const save = (change: RefreshChange) => {
    act("refresh", { change, evidence: checked, comment: form?.comment ?? "", draft: form });
    drafts.write(subject, null);
  };
  const skip = () => act("skip", undefined);
  const tick = (url: string, on: boolean) =>
    setChecked((before) =>
      on
        ? before.includes(url)
          ? before
          : [...before, url]
        : before.filter((other) => other !== url),
    );
  const openEvidence = (index: number) => {
    const piece = evidence[index];
    if (!piece?.linkable) return;
    tick(piece.url, true);
    // Without an opener the page cannot reach back, and browsers honour the text fragment.
    window.open(piece.url, "_blank", "noopener,noreferrer");
  };

  useKeys(ITEM_KEYS, { bringing, editing: form !== null, openEvidence, verify, open, skip });
  useKeys(CLOSE_KEY, {
    close: (event) => (form === null || bringing || !mayActOnKey(event) ? false : putAway()),
  });

  return (
    <div className={classes.columns} data-question={item.id}>
      <article className={classes.question} aria-label={`Q${item.id}`}>
        <div className={classes.badges}>
          <LinkAnchor href={`/questions/${item.id}`} fz="sm">
            Q{item.id}
          </LinkAnchor>
          <CategoryBadge category={item.category} />
          {content.falsePremise && (
            <span className={classes.quiet}>{FACT_TYPE_WORDS[content.factType]}</span>
          )}
          <HopsBadge hops={content.hops} />
          <SplitBadge split={content.split} />
          {item.status === "retired" && <StatusBadge status="retired" />}
          {item.claim?.section === "overdue" && <OverdueBadge />}
          {bringing && (
            <span className={classes.quiet} role="status">
              Undoing…
            </span>
          )}
        </div>
        <h2 ref={heading} tabIndex={-1} className={classes.text}>
          {content.question}
        </h2>
        {conflict !== null && <Conflict conflict={conflict} item={item} />}
        {form !== null && (
          <DeskForm
            form={form}
            content={content}
            reviewCell={item.reviewCell}
            today={today}
            onChange={change}
            onSave={save}
            onCancel={putAway}
          />
        )}
        {form?.kind !== "answer" && (
          <section aria-label="Answers">
            {content.answers.length === 0 ? (
              <p className={classes.quiet}>No answer</p>
            ) : (
              <ol className={classes.answers}>
                {content.answers.map((answer, index) => (
                  <li key={index}>
                    {answer}
                    {index === 0 && <span className={classes.primary}>primary</span>}
                  </li>
                ))}
              </ol>
            )}
          </section>
        )}
        <dl className={classes.facts}>
          <div>
            <dt>Effective year</dt>
            <dd>{yearWords(content.effectiveYear)}</dd>
          </div>
          {content.note !== "" && (
            <div>
              <dt>Note</dt>
              <dd className={classes.note}>{content.note}</dd>
            </div>
          )}
          <div>
            <dt>Next review</dt>
            <dd>
              {reviewWords(content.nextReview, item.reviewCell)}
              {item.claim !== null && (
                <span className={classes.quiet}>
                  {" "}
                  · due {formatDay(item.claim.dueOn)}, {distanceWords(item.claim.dueOn, today)} (
                  {whyWords(item.claim.why, base)})
                </span>
              )}
              {content.nextReview.policy === "on_date" && content.nextReview.on! <= today && (
                <span className={classes.quiet}>
                  . Not due again after verification; press <Kbd size="xs">d</Kbd> to set the next
                  date.
                </span>
              )}
            </dd>
          </div>
          <div>
            <dt>Last verified</dt>
            <dd>
              {item.verified === null
                ? "Not yet"
                : `${formatDay(item.verified.on)} by ${item.verified.by}`}
              <span className={classes.quiet}>
                {" "}
                · answer unchanged since {formatDay(item.answersSince)}
              </span>
            </dd>
          </div>
          <div>
            <dt>Last revised</dt>
            <dd>
              {REASON_WORDS[item.revised.reason]} by {item.revised.by},{" "}
              <LocalTime iso={item.revised.at} />
              {item.revised.comment !== "" && (
                <span className={classes.quiet}> · “{item.revised.comment}”</span>
              )}
            </dd>
          </div>
          {item.assignee !== null && (
            <div>
              <dt>Assigned to</dt>
              <dd>{item.assignee}</dd>
            </div>
          )}
        </dl>
        <SinceRelease item={item} />
      </article>

      <div className={classes.side}>
        <section className={classes.evidence} aria-label="Evidence">
          <h3>
            Evidence <span className={classes.quiet}>checked items are recorded as verified</span>
          </h3>
          {evidence.length === 0 && (
            <p className={classes.quiet}>
              No evidence. Press <Kbd size="xs">{ITEM_KEYS.newEvidence.keys}</Kbd> to add some.
            </p>
          )}
          <ol>
            {evidence.map((piece, index) => (
              <li key={index}>
                {index < 9 && piece.linkable ? (
                  <Kbd size="xs">{index + 1}</Kbd>
                ) : (
                  <span className={classes.noKey} />
                )}
                <div className={classes.piece}>
                  {piece.linkable ? (
                    <a
                      href={piece.url}
                      target="_blank"
                      rel="noopener noreferrer"
                      title={piece.url}
                      onClick={() => tick(piece.url, true)}
                      onAuxClick={() => tick(piece.url, true)}
                    >
                      <b>{piece.host}</b>
                      {readablePath(piece.url, 70)}
                    </a>
                  ) : (
                    <span>
                      {piece.url}{" "}
                      <span className={classes.quiet}>(not a web URL, so not a link)</span>
                    </span>
                  )}
                  {piece.passages.map((passage, place) => (
                    <blockquote key={place}>{quotePassage(passage)}</blockquote>
                  ))}
                </div>
                <Checkbox
                  size="xs"
                  aria-label={`Evidence ${index + 1} checked`}
                  checked={checked.includes(piece.url)}
                  onChange={(event) => tick(piece.url, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ol>
        </section>
        <div className={classes.actions} role="group" aria-label="Actions">
          <Button
            className={classes.verify}
            disabled={bringing || form !== null}
            onClick={verify}
            rightSection={<Kbd size="xs">{ITEM_KEYS.verify.keys}</Kbd>}
          >
            Still correct
          </Button>
          {OPENING_KEYS.map(([kind, key]) => (
            <Button
              key={key}
              variant={form?.kind === kind ? "light" : "default"}
              disabled={bringing}
              aria-expanded={form?.kind === kind}
              onClick={() => open(kind)}
              rightSection={<Kbd size="xs">{key}</Kbd>}
            >
              {FORM_TITLES[kind]}
            </Button>
          ))}
          <Button
            variant="default"
            disabled={bringing || form !== null}
            onClick={skip}
            rightSection={<Kbd size="xs">{ITEM_KEYS.skip.keys}</Kbd>}
          >
            Skip
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What someone else changed while the person worked on the same question. */
function Conflict({ conflict, item }: { conflict: Pending; item: DeskItem }) {
  const same =
    changedColumns(conflict.item.cells, item.cells).length === 0 &&
    conflict.item.status === item.status;
  return (
    <Alert
      color="orange"
      icon={<IconGitMerge aria-hidden />}
      mb="sm"
      title={`Not saved: ${conflict.label}`}
    >
      {conflict.refused!.code === "stale" && !same ? (
        <>
          <Text size="sm" mb={6}>
            {item.revised.by} saved revision {item.number} first,{" "}
            <LocalTime iso={item.revised.at} />
            {item.revised.comment !== "" && <>, “{item.revised.comment}”</>}. Changes:
          </Text>
          <RevisionDifference before={conflict.item} after={item} />
          <Text size="sm" mt={6}>
            {conflict.draft === undefined
              ? "Review the current version, then decide again."
              : "Your changes are in the form below. Saving creates a new revision after theirs."}
          </Text>
        </>
      ) : (
        <Text size="sm">{conflict.refused!.message}</Text>
      )}
    </Alert>
  );
}

function SinceRelease({ item }: { item: DeskItem }) {
  const { released } = item;
  if (released === null)
    return (
      <p className={classes.since}>
        <b>New:</b> not in any release yet.
      </p>
    );
  const name = (
    <LinkAnchor
      href={`/releases/${encodeURIComponent(released.name)}`}
      fz="inherit"
      underline="always"
    >
      {released.name}
    </LinkAnchor>
  );
  if (changedColumns(released.cells, item.cells).length === 0)
    return <p className={classes.since}>No changes since {name}.</p>;
  return (
    <section className={classes.since} aria-label={`Changed since ${released.name}`}>
      <p>Changed since {name}:</p>
      <RevisionDifference before={{ cells: released.cells }} after={{ cells: item.cells }} />
    </section>
  );
}
