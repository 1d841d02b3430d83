"use client";

import { Alert, Button, Group, Kbd, Text, VisuallyHidden } from "@mantine/core";
import { IconCalendarCheck, IconCloudOff, IconKeyboard } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { mayActOnKey } from "@/components/questions/bare-keys";
import { ShortcutHelp } from "@/components/questions/shortcut-help";
import { Attention, mayRetry, savingWords } from "@/components/ui/attention";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatDay } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import type { AttentionEntry } from "@/components/ui/needs-attention";
import { deviceStorage } from "@/components/ui/outbox";
import { Bar } from "@/components/ui/progress-bar";
import { UnsentAlert } from "@/components/ui/unsent-alert";
import { useLeaveWarning, useVisit } from "@/components/ui/use-visit";
import { visitWorld } from "@/components/ui/visit-world";
import { countOf } from "@/lib/questions/rules";
import type { DeskLoad } from "@/lib/refreshing/queries";
import { queueHref, type QueueFilters } from "@/lib/review-schedule/schema";
import { deskDraftKey, deskFormSchema, rebaseDeskForm, writeDeskDraft } from "./desk-draft";
import { DeskOutbox, type Pending } from "./desk-outbox";
import { DeskQuestionView } from "./desk-question";
import { DeskSession, type DeskState } from "./desk-session";
import classes from "./desk.module.css";

interface DeskProps {
  userId: number;
  filters: QueueFilters;
  load: DeskLoad;
  /** A question to begin with, due or not. */
  first: number | null;
}

function openSession({ userId, filters, load, first }: DeskProps): DeskSession {
  return new DeskSession(
    visitWorld("/api/review/desk", new DeskOutbox(deviceStorage(), userId), { reviewerId: userId }),
    filters,
    load,
    first,
  );
}

const SHORTCUTS = [
  { keys: ["1", "…", "9"], does: "Open evidence in a new tab" },
  { keys: ["v"], does: "Still correct" },
  { keys: ["a"], does: "New answer" },
  { keys: ["c"], does: "Reclassify: fact type, premise, hops" },
  { keys: ["d"], does: "Change next review" },
  { keys: ["e"], does: "New evidence" },
  { keys: ["t"], does: "Retire the question" },
  { keys: ["s"], does: "Snooze for an hour" },
  { keys: ["u", "Ctrl Z"], does: "Undo last action" },
  { keys: ["o"], does: "View unsaved changes" },
  { keys: ["Ctrl Enter"], does: "Save a form (⌘ Enter on a Mac)" },
  { keys: ["Esc"], does: "Close the form (text is kept)" },
  { keys: ["?"], does: "Keyboard shortcuts" },
];

/** The refresh desk: one due question at a time, by keyboard, with the next one ready before it is asked for. */
export function Desk(props: DeskProps) {
  const { userId, filters, first } = props;
  const [session] = useState(() => openSession(props));
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const [help, setHelp] = useState(false);
  // A question that was opened from a conflict is shown anew even if its revision is the same.
  const [opened, setOpened] = useState<Pending | null>(null);

  useVisit(session);
  useLeaveWarning(state.unkept && state.pending > 0);
  const address = queueHref("/review/desk", filters);
  useEffect(() => {
    // After a reload it is the queue's turn: the question that was asked for may be done.
    if (first !== null) window.history.replaceState(null, "", address);
  }, [first, address]);

  const elsewhere =
    state.conflicts.find((conflict) => conflict.item.id !== state.current?.id) ?? null;
  const look = (conflict: Pending) =>
    void session.open(conflict).then((there) => {
      if (!there) return;
      const { current } = session.getState();
      const typed = deskFormSchema.safeParse(conflict.draft).data;
      if (current && typed)
        writeDeskDraft(deskDraftKey(userId, current), {
          ...rebaseDeskForm(typed, conflict.item.content, current.content),
          open: true,
        });
      setOpened(conflict);
    });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === "z" &&
        !isTyping(event)
      ) {
        event.preventDefault();
        session.undo();
        return;
      }
      if (!mayActOnKey(event) || event.repeat || isInForm(event)) return;
      if (event.key === "?") setHelp(true);
      else if (event.key === "u") session.undo();
      else if (event.key === "o" && elsewhere !== null) look(elsewhere);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  const own = state.conflicts.find((conflict) => conflict.item.id === state.current?.id) ?? null;
  return (
    <div className={classes.desk}>
      <DeskHead
        state={state}
        onHelp={() => setHelp(true)}
        onUndo={() => session.undo()}
        onRetry={() => session.retry()}
      />
      <UnsentAlert trouble={state.trouble} onSend={() => session.retry()} />
      <Attention
        entries={state.conflicts
          .filter((conflict) => conflict !== own)
          .map((conflict) => attentionTo(conflict, session, look))}
      />
      {state.lost && (
        <Alert color="yellow" mb="sm" title="Open in another session">
          Someone else opened this question before you or while this window was inactive. You can
          still edit it; if they save first, you&apos;ll see their changes and your text is kept.
        </Alert>
      )}
      {state.current !== null ? (
        <DeskQuestionView
          key={`${state.current.id}-${state.current.revisionId}-${opened?.item.id === state.current.id ? opened.clientKey : ""}`}
          userId={userId}
          item={state.current}
          today={state.load.today}
          conflict={own}
          bringing={state.bringing}
          onAct={(step, body, label, draft) => session.act(step, body, label, draft)}
        />
      ) : state.phase === "done" ? (
        <DeskEnd state={state} filters={filters} onLook={() => session.retry()} />
      ) : state.phase === "unreachable" ? (
        <EmptyState
          icon={<IconCloudOff size={24} />}
          title="Couldn't load the next question"
          actions={<Button onClick={() => session.retry()}>Try again</Button>}
        >
          Couldn&apos;t reach the server; retrying automatically. Your changes are kept on this
          device.
        </EmptyState>
      ) : (
        <DeskSkeleton />
      )}
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
    </div>
  );
}

/** An action that is not saved, with what resolves it. */
function attentionTo(
  conflict: Pending,
  session: DeskSession,
  look: (conflict: Pending) => void,
): AttentionEntry {
  const { clientKey, label, refused, item } = conflict;
  return {
    key: clientKey,
    label,
    message: refused!.message,
    actions: [
      ...(mayRetry(conflict) ? [{ label: "Retry", run: () => session.sendAgain(conflict) }] : []),
      { label: `Open Q${item.id}`, run: () => look(conflict) },
    ],
    link: { label: "View question", href: `/questions/${item.id}` },
    discard: () => session.discard(conflict),
  };
}

function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]",
    ) !== null
  );
}

function isInForm(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("form") !== null;
}

function DeskHead({
  state,
  onHelp,
  onUndo,
  onRetry,
}: {
  state: DeskState;
  onHelp: () => void;
  onUndo: () => void;
  onRetry: () => void;
}) {
  const { reviewed, total } = state;
  return (
    <div className={classes.head}>
      <h1>Refresh answers</h1>
      <div className={classes.progress}>
        <Text size="sm" className="tabular" component="span" role="status" aria-label="Progress">
          {total === 0 ? (
            "Nothing due"
          ) : (
            <>
              <b>
                {formatCount(reviewed)} of {formatCount(total)}
              </b>{" "}
              due
            </>
          )}
          {state.skipped > 0 && <>, {formatCount(state.skipped)} skipped</>}
        </Text>
        <Bar done={reviewed} of={total} label="Due answers refreshed" />
      </div>
      <span className={classes.saving} data-state={state.saving} role="status" aria-label="Saving">
        {savingWords(state, reviewed + state.skipped > 0)}
      </span>
      <Group gap={4} ml="auto">
        {state.saving === "retrying" && (
          <Button size="compact-sm" variant="subtle" onClick={onRetry}>
            Retry now
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={state.undoable === null || state.bringing}
          onClick={onUndo}
          rightSection={<Kbd size="xs">u</Kbd>}
          title={state.undoable === null ? "Nothing to undo" : `Undo: ${state.undoable}`}
        >
          Undo
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onHelp}
          leftSection={<IconKeyboard size={15} aria-hidden />}
          rightSection={<Kbd size="xs">?</Kbd>}
        >
          Shortcuts
        </Button>
      </Group>
    </div>
  );
}

function DeskEnd({
  state,
  filters,
  onLook,
}: {
  state: DeskState;
  filters: QueueFilters;
  onLook: () => void;
}) {
  const { load, obstacles } = state;
  const held = obstacles?.heldByOthers ?? 0;
  const skipped = obstacles?.skipped ?? 0;
  return (
    <EmptyState
      icon={<IconCalendarCheck size={24} />}
      title={held + skipped > 0 ? "Nothing left for you right now" : "No answers due"}
      actions={
        <>
          <Button variant="default" onClick={onLook}>
            Check for new items
          </Button>
          <LinkButton href={queueHref("/review", filters)} variant="default">
            Back to queue
          </LinkButton>
          <LinkButton href="/releases" variant="default">
            View releases
          </LinkButton>
        </>
      }
    >
      {state.reviewed > 0 && (
        <p className={classes.endLine}>
          You checked {countOf(state.reviewed, "answer")} in this session.
        </p>
      )}
      {held > 0 && (
        <p className={classes.endLine}>
          {formatCount(held)} {held === 1 ? "is" : "are"} assigned to others.
        </p>
      )}
      {skipped > 0 && (
        <p className={classes.endLine}>
          {formatCount(skipped)} snoozed
          {obstacles?.skippedUntil && (
            <>
              ; the first returns <LocalTime iso={obstacles.skippedUntil} />
            </>
          )}
          .
        </p>
      )}
      <p className={classes.endLine}>
        {load.upcoming === 0 ? (
          "Nothing upcoming."
        ) : (
          <>
            {formatCount(load.upcoming)} upcoming; the next{" "}
            {load.nextCount === 1 ? "" : `${formatCount(load.nextCount)} `}on{" "}
            {formatDay(load.nextOn!)}.
          </>
        )}{" "}
        Dates in {load.timeZone}.
      </p>
    </EmptyState>
  );
}

function DeskSkeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <VisuallyHidden role="status">Loading questions</VisuallyHidden>
      <div className={classes.skeleton} style={{ height: 280 }} />
      <div className={classes.skeleton} style={{ height: 280 }} />
    </div>
  );
}
