"use client";

import { Alert, Text, VisuallyHidden } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { newClientKey } from "@/components/ui/client-key";
import { formatCount } from "@/components/ui/format";
import { later, useAhead } from "@/components/ui/later";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import { deviceStorage } from "@/components/ui/device-storage";
import { standingKey } from "@/components/desk/kept";
import { Bar } from "@/components/ui/progress-bar";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useLeaveWarning, useVisit } from "@/components/desk/use-visit";
import { visitWorld } from "@/components/desk/world";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import { readVerdict, reasonOfKey } from "@/lib/rating/judging/rules";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import {
  differs,
  EMPTY_FORM,
  enterCredit,
  enterReason,
  FormKeeper,
  type RatingForm,
} from "./rating-form";
import { RatingItemView } from "./rating-item";
import { RatingOutbox, type Pending } from "./rating-outbox";
import { RatingSession, type RatingState } from "./rating-session";
import classes from "./rating-desk.module.css";
import { useWorkClock } from "./use-work-clock";
import { VerdictForm } from "./verdict-form";

interface RatingDeskProps {
  raterId: number;
  campaign: DeskCampaign;
  examples: readonly CalibrationExample[];
}

function openSession({ raterId, campaign }: RatingDeskProps): RatingSession {
  return new RatingSession(
    visitWorld("/api/ratings", new RatingOutbox(deviceStorage(), raterId), {
      raterId,
      visit: newClientKey(),
    }),
    campaign,
  );
}

/** The rating desk: one response at a time, by keyboard, with the next ones ready before they are asked for. */
export function RatingDesk(props: RatingDeskProps) {
  const { raterId, examples } = props;
  const [session] = useState(() => openSession(props));
  const [keeper] = useState(() => new FormKeeper(deviceStorage(), raterId));
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const [guide, setGuide] = useState(false);

  useVisit(session);
  useAhead(rest, guidePart);
  useLeaveWarning(state.unkept && state.pending > 0);

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
      else if (event.key === "?") setGuide((open) => !open);
      else if (event.key === "u") session.undo();
      else if (event.key === "ArrowLeft") session.back();
      else if (event.key === "ArrowRight") session.forward();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [session]);

  return (
    <div className={classes.desk} data-guide={guide}>
      <DeskHead state={state} session={session} guide={guide} onGuide={() => setGuide(!guide)} />
      <Troubles state={state} session={session} />
      {state.item !== null && state.phase === "working" ? (
        <ItemAtDesk
          state={state}
          session={session}
          keeper={keeper}
          item={state.item}
          guide={guide}
          examples={examples}
        />
      ) : (
        <DeskRest state={state} onRetry={() => session.retry()} />
      )}
    </div>
  );
}

function DeskHead({
  state,
  session,
  guide,
  onGuide,
}: {
  state: RatingState;
  session: RatingSession;
  guide: boolean;
  onGuide: () => void;
}) {
  const { campaign, done } = state;
  const total = Math.max(campaign.total, done);
  return (
    <div className={classes.head}>
      <h1>{campaign.name}</h1>
      <div className={classes.progress}>
        <Text size="sm" component="span" className="tabular" role="status" aria-label="Progress">
          <b>
            {formatCount(done)} of {formatCount(total)}
          </b>
          {state.skipped > 0 && `, ${formatCount(state.skipped)} skipped`}
        </Text>
        <Bar done={done} of={total} label="Your progress" />
        <span className={classes.quiet} title="Ratings of all raters together">
          team: {formatCount(campaign.teamDone)} of {formatCount(campaign.teamTotal)}
        </span>
      </div>
      <span className={classes.saving} data-state={state.saving} role="status" aria-label="Saving">
        {savingWords(state, state.saved)}
      </span>
      <div className={classes.tools}>
        {state.saving === "retrying" && (
          <button type="button" className={classes.tool} onClick={() => session.retry()}>
            Retry now
          </button>
        )}
        <button
          type="button"
          className={classes.tool}
          disabled={!state.hasBack}
          onClick={() => session.back()}
          aria-label="Previous item"
        >
          <kbd>←</kbd>
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={!state.hasForward}
          onClick={() => session.forward()}
          aria-label="Next item"
        >
          <kbd>→</kbd>
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={state.undoable === null}
          onClick={() => session.undo()}
          title={state.undoable === null ? "Nothing to undo" : `Undo: ${state.undoable}`}
        >
          Undo <kbd>u</kbd>
        </button>
        <button type="button" className={classes.tool} aria-expanded={guide} onClick={onGuide}>
          Guidelines and shortcuts <kbd>?</kbd>
        </button>
      </div>
    </div>
  );
}

function Troubles({ state, session }: { state: RatingState; session: RatingSession }) {
  return (
    <>
      <UnsentAlert trouble={state.trouble} onSend={() => session.retry()} />
      {state.stop !== null && state.phase === "working" && (
        <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} mb="sm" role="status">
          {state.stop.message} You can still rate the items already loaded.
        </Alert>
      )}
      <Attention entries={state.conflicts.map((conflict) => attentionTo(conflict, session))} />
    </>
  );
}

/** A rating that is not saved, with what resolves it. */
function attentionTo(conflict: Pending, session: RatingSession): AttentionEntry {
  const { clientKey, label, refused, taskId } = conflict;
  const elsewhere = standingKey(conflict) !== null;
  return {
    key: clientKey,
    label,
    message: refused!.message,
    actions: elsewhere
      ? [
          { label: "Replace saved rating", run: () => session.useInstead(conflict) },
          { label: "Keep saved rating", run: () => session.discard(conflict) },
        ]
      : mayRetry(conflict)
        ? [{ label: "Retry", run: () => session.sendAgain(conflict) }]
        : [],
    link:
      elsewhere || conflict.step === "correct"
        ? { label: "View saved rating", href: `/rate/mine/${taskId}` }
        : undefined,
    discard: () => session.discard(conflict),
  };
}

interface ItemAtDeskProps {
  state: RatingState;
  session: RatingSession;
  keeper: FormKeeper;
  item: RatingItem;
  guide: boolean;
  examples: readonly CalibrationExample[];
}

/** The item with its form. It stays mounted from item to item, so that the next one is a change of text. */
function ItemAtDesk({ state, session, keeper, item, guide, examples }: ItemAtDeskProps) {
  const { entered } = state;
  const { idleSeconds } = state.campaign;
  const clock = useWorkClock(idleSeconds * 1_000);
  const before = entered?.form ?? EMPTY_FORM;
  const place = `${item.taskId} ${entered?.clientKey ?? ""}`;
  const [shown, setShown] = useState(place);
  const [form, setForm] = useState<RatingForm>(() => keeper.read(item.taskId)?.form ?? before);
  const [tried, setTried] = useState(false);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const top = useRef<HTMLDivElement>(null);
  if (shown !== place) {
    // Another item: its own form at once, in the same paint.
    setShown(place);
    setForm(keeper.read(item.taskId)?.form ?? before);
    setTried(false);
    setRaw(false);
    setUnfolded(false);
  }
  useLayoutEffect(() => {
    clock.restart(keeper.read(item.taskId)?.activeMs ?? 0);
  }, [clock, keeper, item.taskId]);
  const first = useRef(true);
  useEffect(() => {
    // Keys and the screen reader go to the new item; a page that has just come leaves the focus where it is.
    if (!first.current || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true });
    if (!first.current) window.scrollTo({ top: 0 });
    first.current = false;
  }, [place]);

  const keep = useCallback(
    (next: RatingForm) => keeper.write(item.taskId, { form: next, activeMs: clock.read() }),
    [keeper, item.taskId, clock],
  );
  const change = (next: RatingForm) => {
    setForm(next);
    keep(next);
  };
  // The time at work on an item that is left half done is not lost.
  useEffect(() => {
    const away = () => keep(form);
    window.addEventListener("pagehide", away);
    return () => window.removeEventListener("pagehide", away);
  }, [keep, form]);

  const { verdict, problems } = readVerdict(form.verdict);
  const unchanged = entered !== null && !differs(form, before);
  const submit = () => {
    if (verdict === null) return setTried(true);
    if (unchanged) return session.forward();
    const activeMs = clock.read();
    keeper.write(item.taskId, null);
    comment.current?.blur();
    session.submit({ verdict, form, activeMs });
  };
  const skip = () => {
    if (entered !== null) return;
    keep(form);
    session.skip();
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
          event.repeat ||
          event.isComposing ||
          document.querySelector("[role=dialog], [role=menu]") !== null
        )
          return;
        event.preventDefault();
        return submit();
      }
      if (event.key === "Escape" && event.target === comment.current)
        return comment.current?.blur();
      if (!mayActOnKey(event) || event.repeat) return;
      const reason = event.key.length === 1 ? reasonOfKey(event.key) : null;
      if (event.key === "1" || event.key === "2") change(enterCredit(form, event.key === "1"));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown")
        change({ ...form, mode: event.key === "ArrowUp" ? "relaxed" : "strict" });
      else if (reason !== null) change(enterReason(form, reason));
      else if (event.key === "l") change({ ...form, lowConfidence: !form.lowConfidence });
      else if (event.key === "f") change({ ...form, flagged: !form.flagged });
      else if (event.key === "t") comment.current?.focus();
      else if (event.key === "r") setRaw(!raw);
      else if (event.key === "x") setUnfolded(!unfolded);
      else if (event.key === "s") skip();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  return (
    <div className={classes.columns} data-item={item.taskId}>
      <article className={classes.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
        <RatingItemView
          item={item}
          raw={raw}
          onRaw={() => setRaw(!raw)}
          unfolded={unfolded}
          onUnfold={() => setUnfolded(!unfolded)}
          keys
        />
      </article>
      <section className={classes.side} aria-label="Verdict">
        {entered !== null && (
          <p className={classes.again} role="status">
            You&apos;ve already rated this. Submitting again corrects your rating.
          </p>
        )}
        <VerdictForm
          form={form}
          onChange={change}
          problems={tried ? (problems ?? {}) : {}}
          keys
          comment={comment}
        />
        {entered !== null && (
          <label className={classes.why}>
            Reason for correction
            <input
              value={form.correction}
              placeholder="Corrected while rating"
              maxLength={500}
              onChange={(event) => change({ ...form, correction: event.currentTarget.value })}
            />
          </label>
        )}
        <div className={classes.submit}>
          <button type="button" className={classes.primary} onClick={submit}>
            {entered === null ? "Submit" : unchanged ? "Cancel" : "Save correction"}{" "}
            <kbd>Ctrl Enter</kbd>
          </button>
          <button type="button" className={classes.tool} disabled={entered !== null} onClick={skip}>
            Skip <kbd>s</kbd>
          </button>
        </div>
      </section>
      {guide && (
        <aside className={classes.guide} aria-label="Guidelines">
          <Suspense fallback={null}>
            <guidePart.Part examples={examples} instructions={state.campaign.instructions} />
          </Suspense>
        </aside>
      )}
    </div>
  );
}

const rest = later(() => import("./rating-rest"), NoRest);
const guidePart = later(() => import("./rating-guide"), NoGuide);

function NoGuide() {
  return (
    <p role="alert">
      Couldn&apos;t load the guidelines. Reload the page when you&apos;re back online.
    </p>
  );
}

function NoRest({ state }: { state: RatingState }) {
  return (
    <p role="alert">
      {state.stop?.message ?? "No items to show. Reload the page when you're back online."}
    </p>
  );
}

/** What the desk shows where it has no item. */
function DeskRest({ state, onRetry }: { state: RatingState; onRetry: () => void }) {
  const skeleton = (
    <div className={classes.columns} aria-busy="true">
      <VisuallyHidden role="status">Loading items</VisuallyHidden>
      <div className={classes.skeleton} />
      <div className={classes.skeleton} />
    </div>
  );
  return state.phase === "loading" || state.phase === "working" ? (
    skeleton
  ) : (
    <Suspense fallback={skeleton}>
      <rest.Part state={state} onRetry={onRetry} />
    </Suspense>
  );
}
