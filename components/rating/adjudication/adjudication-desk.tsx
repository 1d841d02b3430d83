"use client";

import { Alert, Button, Text, VisuallyHidden } from "@mantine/core";
import { IconCloudOff, IconScale } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { differs, enterCredit, enterReason, formOf } from "@/components/rating/judging/rating-form";
import { RatingItemView } from "@/components/rating/judging/rating-item";
import desk from "@/components/rating/judging/rating-desk.module.css";
import { VerdictForm } from "@/components/rating/judging/verdict-form";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/links";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import { deviceStorage } from "@/components/ui/device-storage";
import { standingKey } from "@/components/desk/kept";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useLeaveWarning, useVisit } from "@/components/desk/use-visit";
import { visitWorld } from "@/components/desk/world";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { queueHref, type CaseFilters } from "@/lib/rating/adjudication/schema";
import { readVerdict, reasonOfKey } from "@/lib/rating/judging/rules";
import classes from "./adjudication.module.css";
import { CaseOutbox, type PendingCase } from "./case-outbox";
import { CaseSession, type EnteredVerdict } from "./case-session";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./visible-ratings";
import { agreedForm, useCaseForm } from "./use-case-form";

interface AdjudicationDeskProps {
  userId: number;
  filters: CaseFilters;
  /** How many await the person under the filters, and whether there are more than that. */
  total: number;
  more: boolean;
  /** A case to begin with, whatever the filters. */
  first: number | null;
}

const SHORTCUTS = [
  { keys: ["1", "2"], does: "Credit, no credit" },
  { keys: ["↑", "↓"], does: "Switch between Relaxed and Strict" },
  { keys: ["d", "w", "…"], does: "Select the reason with that letter" },
  { keys: ["t"], does: "Write a rationale" },
  { keys: ["Ctrl Enter"], does: "Submit final verdict (⌘ Enter on a Mac)" },
  { keys: ["b"], does: "Comment" },
  { keys: ["s"], does: "Skip for this session" },
  { keys: ["u", "Ctrl Z"], does: "Go back to the last response" },
  { keys: ["r"], does: "Show raw response" },
  { keys: ["x"], does: "Expand long response" },
  { keys: ["Esc"], does: "Leave the field (text is kept)" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
];

function openSession({ userId, filters, total, first }: AdjudicationDeskProps): CaseSession {
  return new CaseSession(
    visitWorld("/api/adjudication", new CaseOutbox(deviceStorage(), userId), {
      adjudicatorId: userId,
    }),
    filters,
    total,
    first,
  );
}

/** The adjudication desk: one disputed response at a time, with the next ones held ready. */
export function AdjudicationDesk(props: AdjudicationDeskProps) {
  const { userId, filters, more } = props;
  const [session] = useState(() => openSession(props));
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const [help, setHelp] = useState(false);
  const { current, settled, skipped, heldByOthers, left, saving, pending, trouble } = state;

  useVisit(session);
  useLeaveWarning(state.unkept && pending > 0);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const chord =
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === "z";
      if (
        chord &&
        event.target instanceof Element &&
        event.target.closest("input, textarea, select, [role=dialog]") === null
      )
        session.undo();
      else if (!mayActOnKey(event) || event.repeat) return;
      else if (event.key === "?") setHelp(true);
      else if (event.key === "u") session.undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [session]);

  return (
    <div className={desk.desk}>
      <div className={desk.head}>
        <h1>Adjudicate</h1>
        <Text size="sm" component="span" className="tabular" role="status" aria-label="Progress">
          <b>{formatCount(settled)} adjudicated</b>
          {skipped > 0 && `, ${formatCount(skipped)} skipped`}
          {`, ${formatCount(left)}${more ? "+" : ""} left`}
        </Text>
        <span className={desk.saving} data-state={saving} role="status" aria-label="Saving">
          {savingWords(state, state.saved)}
        </span>
        <div className={desk.tools}>
          {saving === "retrying" && (
            <button type="button" className={desk.tool} onClick={() => session.retry()}>
              Retry now
            </button>
          )}
          <LinkButton href={queueHref("/adjudication", filters)} size="compact-sm" variant="subtle">
            Back to list
          </LinkButton>
          <button
            type="button"
            className={desk.tool}
            disabled={state.undoable === null}
            onClick={() => session.undo()}
            title={state.undoable === null ? "Nothing to undo" : `Undo: ${state.undoable}`}
          >
            Undo <kbd>u</kbd>
          </button>
          <button type="button" className={desk.tool} onClick={() => setHelp(true)}>
            Shortcuts <kbd>?</kbd>
          </button>
        </div>
      </div>
      <UnsentAlert trouble={trouble} onSend={() => session.retry()} />
      <Attention entries={state.conflicts.map((conflict) => attentionTo(conflict, session))} />
      {state.lost && (
        <Alert color="yellow" mb="sm" title="Open in another session">
          Someone opened this response while this window was inactive. You can still adjudicate it;
          if they submit first, you&apos;ll see a message and nothing is overwritten.
        </Alert>
      )}
      {current ? (
        <CaseAtDesk
          key={`${current.item.taskId} ${state.entered?.clientKey ?? ""}`}
          userId={userId}
          view={current}
          entered={state.entered}
          session={session}
        />
      ) : state.phase === "unreachable" ? (
        <EmptyState
          icon={<IconCloudOff size={24} />}
          title="Couldn't load the next response"
          actions={<Button onClick={() => session.retry()}>Try again</Button>}
        >
          Couldn&apos;t reach the server; retrying automatically. Your verdicts are kept on this
          device.
        </EmptyState>
      ) : state.phase === "loading" ? (
        <DeskSkeleton />
      ) : (
        <EmptyState
          icon={<IconScale size={24} />}
          title={pending > 0 ? "All done. Saving the last verdicts…" : "Nothing left to adjudicate"}
          actions={
            <>
              <LinkButton href="/adjudication" variant="default">
                Back to list
              </LinkButton>
              <Button variant="default" onClick={() => session.retry()}>
                Check again
              </Button>
            </>
          }
        >
          {settled > 0 && (
            <p className={desk.end}>
              You adjudicated {settled === 1 ? "1 response" : `${formatCount(settled)} responses`}{" "}
              in this session.
            </p>
          )}
          {skipped > 0 && (
            <p className={desk.end}>
              You skipped {formatCount(skipped)}; they&apos;re still in the list.
            </p>
          )}
          {heldByOthers > 0 && (
            <p className={desk.end}>
              {formatCount(heldByOthers)} {heldByOthers === 1 ? "is" : "are"} open in other
              adjudicators&apos; sessions.
            </p>
          )}
        </EmptyState>
      )}
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
    </div>
  );
}

/** A verdict that is not saved, with what resolves it. */
function attentionTo(conflict: PendingCase, session: CaseSession): AttentionEntry {
  const { clientKey, label, refused, taskId, body } = conflict;
  const elsewhere = refused!.code === "adjudicated" || refused!.code === "stale";
  return {
    key: clientKey,
    label,
    message: refused!.message,
    entered: (
      <>
        You entered: <VerdictBadges verdict={body.verdict} /> “{body.reason}”
      </>
    ),
    actions: [
      ...(standingKey(conflict) !== null
        ? [{ label: "Replace saved verdict", run: () => session.useInstead(conflict) }]
        : []),
      ...(elsewhere ? [{ label: "Keep saved verdict", run: () => session.discard(conflict) }] : []),
      ...(mayRetry(conflict) ? [{ label: "Retry", run: () => session.sendAgain(conflict) }] : []),
    ],
    link: elsewhere ? { label: "View saved verdict", href: `/adjudication/${taskId}` } : undefined,
    discard: () => session.discard(conflict),
  };
}

function CaseAtDesk({
  userId,
  view,
  entered,
  session,
}: {
  userId: number;
  view: CaseView;
  entered: EnteredVerdict | null;
  session: CaseSession;
}) {
  const before =
    entered === null
      ? null
      : formOf({
          ...entered.verdict,
          comment: entered.reason,
          lowConfidence: false,
          flagged: false,
        });
  const { form, change, drop } = useCaseForm(userId, view, before ?? agreedForm(view));
  const [tried, setTried] = useState(false);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const reason = useRef<HTMLTextAreaElement>(null);
  const discussion = useRef<HTMLTextAreaElement>(null);
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  const { verdict, problems } = readVerdict(form.verdict);
  const noReason = form.comment.trim() === "";
  const unchanged = before !== null && !differs(form, before);
  const submit = () => {
    setTried(true);
    if (verdict === null) return;
    if (noReason) {
      reason.current?.focus();
      return;
    }
    // In the outbox before the draft goes: at no moment does the device hold neither.
    if (unchanged) session.skip();
    else session.settle(verdict, form.comment);
    drop();
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "Enter" &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        if (
          event.defaultPrevented ||
          event.repeat ||
          event.isComposing ||
          event.target === discussion.current ||
          document.querySelector("[role=dialog], [role=menu]") !== null
        )
          return;
        event.preventDefault();
        submit();
        return;
      }
      if (event.key === "Escape" && event.target === reason.current) return reason.current?.blur();
      if (!mayActOnKey(event) || event.repeat) return;
      const letter = event.key.length === 1 ? reasonOfKey(event.key) : null;
      if (event.key === "1" || event.key === "2") change(enterCredit(form, event.key === "1"));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown")
        change({ ...form, mode: event.key === "ArrowUp" ? "relaxed" : "strict" });
      else if (letter !== null) change(enterReason(form, letter));
      else if (event.key === "t") reason.current?.focus();
      else if (event.key === "b") discussion.current?.focus();
      else if (event.key === "r") setRaw(!raw);
      else if (event.key === "x") setUnfolded(!unfolded);
      else if (event.key === "s") session.skip();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  return (
    <div className={desk.columns} data-case={view.item.taskId}>
      <article className={desk.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
        {view.item.stale && (
          <Alert color="yellow" mb="sm" title="Answers have changed">
            These are the answers the raters used. Adjudicate by them; a follow-up campaign rates
            the response by the new answers.
          </Alert>
        )}
        <RatingItemView
          item={view.item}
          raw={raw}
          onRaw={() => setRaw(!raw)}
          unfolded={unfolded}
          onUnfold={() => setUnfolded(!unfolded)}
          keys
        />
        <DiscussionThread
          userId={userId}
          taskId={view.item.taskId}
          comments={view.comments}
          mayDiscuss={view.mayDiscuss}
          namesHidden={view.campaign.namesHidden}
          shortcut="b"
          field={discussion}
        />
      </article>
      <section className={desk.side} aria-label="Final verdict">
        <div className={classes.causes}>
          <CauseBadges causes={view.causes} />
          <span className={classes.quiet}>
            {view.agreement === null
              ? "1 rating"
              : `agreement ${Math.round(100 * view.agreement)}%`}{" "}
            · {view.campaign.name}
          </span>
        </div>
        <SeenRatings ratings={view.ratings} />
        {entered !== null && (
          <p className={desk.again} role="status">
            You adjudicated this response. Saving replaces your verdict; the earlier one stays in
            the history.
          </p>
        )}
        <VerdictForm
          form={form}
          onChange={change}
          problems={tried ? (problems ?? {}) : {}}
          keys
          comment={reason}
          adjudicating
        />
        {tried && verdict !== null && noReason && (
          <p className={desk.problem} role="alert">
            Add a rationale (press t).
          </p>
        )}
        <div className={desk.submit}>
          <button type="button" className={desk.primary} onClick={submit}>
            {entered === null
              ? "Submit final verdict"
              : unchanged
                ? "Keep verdict"
                : "Correct verdict"}{" "}
            <kbd>Ctrl Enter</kbd>
          </button>
          <button type="button" className={desk.tool} onClick={() => session.skip()}>
            {entered === null ? "Skip" : "Cancel"} <kbd>s</kbd>
          </button>
        </div>
      </section>
    </div>
  );
}

function DeskSkeleton() {
  return (
    <div className={desk.columns} aria-busy="true">
      <VisuallyHidden role="status">Loading responses</VisuallyHidden>
      <div className={desk.skeleton} />
      <div className={desk.skeleton} />
    </div>
  );
}
