"use client";

import { Alert, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeys } from "@/components/desk/keys";
import { useFromDevice } from "@/components/desk/use-from-device";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { AnswerList } from "@/components/dataset/questions/field-views";
import { RevisionDifference } from "@/components/dataset/questions/revision-difference";
import { later, useAhead } from "@/components/ui/later";
import { LocalTime } from "@/components/ui/local-time";
import { changedColumns } from "@/lib/dataset/questions/cells";
import { readEvidence } from "@/lib/dataset/questions/evidence";
import type { RefreshChange, RefreshKind } from "@/lib/refreshing/schema";
import {
  asKind,
  deskDrafts,
  deskValuesOf,
  isTyped,
  readDeskDraft,
  rebaseDeskDraft,
  subjectOf,
  type DeskDraft,
  type DeskValues,
} from "./desk-draft";
import { dateHasPassed } from "@/lib/refreshing/rules";
import { Actions, EvidencePanel, QuestionBadges, QuestionFacts, type Steps } from "./desk-facts";
import { FORM_KEYS, ITEM_KEYS } from "./desk-keys";
import type { DeskItem, Pending, RefreshDesk } from "./desk-rules";
import classes from "./desk.module.css";
import { usePlace } from "@/components/ui/use-place";
import { MarkedText } from "@/components/ui/marked-text";

const formPart = later(async () => ({ default: (await import("./desk-form")).DeskForm }), NoForm);

/** In place of the form, where it does not come. */
function NoForm() {
  return (
    <p role="alert">
      The form couldn’t be loaded. Reload the page to try again; what you typed is kept.
    </p>
  );
}

interface DeskQuestionProps {
  userId: number;
  item: DeskItem;
  /** ISO day in the dataset's time zone. */
  today: string;
  /** What the person wanted of this question, and someone else was faster. */
  conflict: Pending | null;
  bringing: boolean;
  /** False: the server has drawn it, and knows nothing of what lies on the device. */
  begun: boolean;
  act: <S extends "verify" | "refresh" | "skip">(step: S, input: RefreshDesk["inputs"][S]) => void;
}

/** Esc closes a form also where the focus is outside it. */
const CLOSE_KEY = { close: FORM_KEYS.close };

/** What was typed when someone else was faster, on top of what they made of the question; null where nothing was. */
function rejectedDraft(conflict: Pending | null, item: DeskItem): DeskDraft | null {
  const typed = conflict && readDeskDraft(conflict.draft, conflict.item.content);
  if (conflict === null || typed === null) return null;
  return { ...rebaseDeskDraft(typed, conflict.item.content, item.content), open: true };
}

/** One question on the desk: what it says at the left, its evidence at the right, and what to do about it. */
export function DeskQuestionView({
  userId,
  item,
  today,
  conflict,
  bringing,
  begun,
  act,
}: DeskQuestionProps) {
  const { content } = item;
  useAhead(formPart);
  const [drafts] = useState(() => deskDrafts(userId, content));
  const subject = subjectOf(item);
  const typedBefore = () => {
    const kept = drafts.read(subject) ?? rejectedDraft(conflict, item);
    return kept?.open ? kept : null;
  };
  /** The form as it was opened: what is typed since is its own, and the device's. */
  const [form, setForm] = useState<DeskDraft | null>(() => (begun ? typedBefore() : null));
  useFromDevice(begun, typedBefore, setForm);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const evidence = useMemo(() => content.sources.map(readEvidence), [content.sources]);
  usePlace(
    "evidence",
    String(item.id),
    () => ({ checked }),
    (kept) => {
      if (!("checked" in kept) || !Array.isArray(kept.checked)) return;
      const before: unknown[] = kept.checked;
      setChecked(evidence.map(({ url }) => url).filter((url) => before.includes(url)));
    },
  );

  // A new question is read out, and keys go to it.
  useEffect(() => {
    if (!document.activeElement?.closest("form, [role=dialog]"))
      heading.current?.focus({ preventScroll: true });
  }, []);

  const kind = form?.kind ?? null;
  /** What is typed, also where the device keeps nothing. */
  const typed = useRef<DeskDraft | null>(null);
  const keep = useCallback(
    (draft: DeskDraft) => {
      typed.current = draft;
      drafts.write(subject, draft.open || isTyped(draft, content) ? draft : null);
    },
    [drafts, subject, content],
  );
  const change = useCallback(
    (values: DeskValues) => kind !== null && keep({ kind, open: true, values }),
    [keep, kind],
  );
  const open = (next: RefreshKind, part: Partial<DeskValues> = {}) => {
    const kept = typed.current ?? form ?? drafts.read(subject);
    const before = kept ?? { kind: next, open: true, values: deskValuesOf(content, next) };
    const draft = asKind(before, next, content);
    const opened = { ...draft, values: { ...draft.values, ...part } };
    keep(opened);
    setForm(opened);
  };
  const putAway = () => {
    if (form === null) return;
    keep({ ...(typed.current ?? form), open: false });
    setForm(null);
    heading.current?.focus({ preventScroll: true });
  };
  const verify = () => {
    // Verified as it is, the question would never be due again.
    if (dateHasPassed(content, today)) return open("schedule", { verified: true });
    // In the outbox before the draft goes: at no moment does the device hold neither.
    act("verify", { evidence: checked });
    drafts.write(subject, null);
  };
  const save = (change: RefreshChange, values: DeskValues) => {
    const draft: DeskDraft = { kind: change.kind, open: true, values };
    act("refresh", { change, evidence: checked, comment: values.comment, draft });
    drafts.write(subject, null);
  };
  const skip = () => act("skip", undefined);
  const tick = useCallback(
    (url: string, on: boolean) =>
      setChecked((before) =>
        on
          ? before.includes(url)
            ? before
            : [...before, url]
          : before.filter((other) => other !== url),
      ),
    [],
  );
  const openEvidence = (index: number) => {
    const piece = evidence[index];
    if (!piece?.linkable) return;
    tick(piece.url, true);
    // Without an opener the page cannot reach back, and browsers honour the text fragment.
    window.open(piece.url, "_blank", "noopener,noreferrer");
  };

  // The same functions each time: a key typed in the form draws nothing else again.
  const latest = useRef({ verify, open, skip });
  useLayoutEffect(() => {
    latest.current = { verify, open, skip };
  });
  const steps = useMemo<Steps>(
    () => ({
      verify: () => latest.current.verify(),
      open: (kind) => latest.current.open(kind),
      skip: () => latest.current.skip(),
    }),
    [],
  );

  useKeys(ITEM_KEYS, { bringing, editing: form !== null, openEvidence, verify, open, skip });
  useKeys(CLOSE_KEY, {
    close: (event) => (form === null || bringing || !mayActOnKey(event) ? false : putAway()),
  });

  return (
    <div className={classes.columns} data-question={item.id}>
      <article className={classes.question} aria-label={`Q${item.id}`}>
        <QuestionBadges item={item} bringing={bringing} editing={form !== null} />
        <h2 ref={heading} tabIndex={-1} className={classes.text}>
          <MarkedText text={content.question} />
        </h2>
        {conflict !== null && (
          <Conflict
            conflict={conflict}
            item={item}
            putBack={rejectedDraft(conflict, item) !== null}
          />
        )}
        {form !== null && (
          <Suspense>
            <formPart.Part
              // Another kind is another form over the same values.
              key={form.kind}
              kind={form.kind}
              initial={form.values}
              content={content}
              reviewCell={item.reviewCell}
              today={today}
              onChange={change}
              onSave={save}
              onCancel={putAway}
            />
          </Suspense>
        )}
        {kind !== "answer" && (
          <section aria-label="Answers">
            <AnswerList answers={content.answers} className={classes.answers} />
          </section>
        )}
        <QuestionFacts item={item} today={today} />
      </article>

      <div className={classes.side}>
        <EvidencePanel evidence={evidence} checked={checked} onTick={tick} />
        <Actions
          kind={kind}
          bringing={bringing}
          verify={steps.verify}
          open={steps.open}
          skip={steps.skip}
        />
      </div>
    </div>
  );
}

/** What someone else changed while the person worked on the same question. */
function Conflict({
  conflict,
  item,
  putBack,
}: {
  conflict: Pending;
  item: DeskItem;
  /** What was typed is in the form again. */
  putBack: boolean;
}) {
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
            {putBack
              ? "Your changes are in the form below. Saving creates a new revision after theirs."
              : "Review the current version, then decide again."}
          </Text>
        </>
      ) : (
        <Text size="sm">{conflict.refused!.message}</Text>
      )}
    </Alert>
  );
}
