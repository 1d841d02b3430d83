"use client";

import { Alert, Text, VisuallyHidden } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import type { Drafts } from "@/components/desk/drafts";
import { standingKey } from "@/components/desk/kept";
import { shownKeys, useKeys } from "@/components/desk/keys";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import type { Desk } from "@/components/desk/runtime";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useDesk } from "@/components/desk/use-desk";
import { deviceStorage } from "@/components/ui/device-storage";
import { later, useAhead } from "@/components/ui/later";
import { Bar } from "@/components/ui/progress-bar";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import { readVerdict } from "@/lib/rating/judging/rules";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import { differs, EMPTY_FORM, formDrafts, type KeptForm, type RatingForm } from "./rating-form";
import { RatingItemView } from "./rating-item";
import { DESK_KEYS, ITEM_KEYS, PASS_KEYS } from "./rating-keys";
import {
  doneOf,
  enteredForm,
  RATING_DESK,
  type PassStep,
  type Pending,
  type RatingDeskTypes,
  type RatingScreen,
} from "./rating-rules";
import classes from "./rating-desk.module.css";
import { useWorkClock } from "./use-work-clock";
import { VerdictForm } from "./verdict-form";
import { formatCount } from "@/lib/platform/format";

interface RatingDeskProps {
  raterId: number;
  campaign: DeskCampaign;
  examples: readonly CalibrationExample[];
}

/** The rating desk: one response at a time, by keyboard, with the next ones ready before they are asked for. */
export function RatingDesk({ raterId, campaign, examples }: RatingDeskProps) {
  const [screen, desk] = useDesk(RATING_DESK, { userId: raterId, facts: { campaign } });
  const [drafts] = useState(() => formDrafts(deviceStorage(), raterId, "rating"));
  const [guide, setGuide] = useState(false);
  useAhead(rest, guidePart);
  useKeys(DESK_KEYS, {
    undo: () => desk.undo(),
    back: () => desk.back(),
    forward: () => desk.forward(),
    guide: () => setGuide((open) => !open),
  });

  return (
    <div className={classes.desk} data-guide={guide}>
      <DeskHead screen={screen} desk={desk} guide={guide} onGuide={() => setGuide(!guide)} />
      <Troubles screen={screen} desk={desk} />
      {screen.item !== null && screen.phase === "working" ? (
        <ItemAtDesk
          screen={screen}
          desk={desk}
          drafts={drafts}
          item={screen.item}
          guide={guide}
          examples={examples}
        />
      ) : (
        <DeskRest screen={screen} onRetry={() => desk.retry()} />
      )}
    </div>
  );
}

interface PartProps {
  screen: RatingScreen;
  desk: Desk<RatingDeskTypes>;
}

interface DeskHeadProps extends PartProps {
  guide: boolean;
  onGuide: () => void;
}

function DeskHead({ screen, desk, guide, onGuide }: DeskHeadProps) {
  const { campaign } = screen.facts;
  const done = doneOf(screen);
  const total = Math.max(campaign.total, done);
  return (
    <div className={classes.head}>
      <h1>{campaign.name}</h1>
      <div className={classes.progress}>
        <Text size="sm" component="span" className="tabular" role="status" aria-label="Progress">
          <b>
            {formatCount(done)} of {formatCount(total)}
          </b>
          {screen.passed > 0 && `, ${formatCount(screen.passed)} skipped`}
        </Text>
        <Bar done={done} of={total} label="Your progress" />
        <span className={classes.quiet} title="Ratings of all raters together">
          team: {formatCount(campaign.teamDone)} of {formatCount(campaign.teamTotal)}
        </span>
      </div>
      <span className={classes.saving} data-state={screen.saving} role="status" aria-label="Saving">
        {savingWords(screen, screen.saved)}
      </span>
      <div className={classes.tools}>
        {screen.saving === "retrying" && (
          <button type="button" className={classes.tool} onClick={() => desk.retry()}>
            Retry now
          </button>
        )}
        <button
          type="button"
          className={classes.tool}
          disabled={!screen.hasBack}
          onClick={() => desk.back()}
          aria-label="Previous item"
        >
          <kbd>{shownKeys(DESK_KEYS.back)}</kbd>
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={!screen.hasForward}
          onClick={() => desk.forward()}
          aria-label="Next item"
        >
          <kbd>{shownKeys(DESK_KEYS.forward)}</kbd>
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={screen.undoable === null}
          onClick={() => desk.undo()}
          title={screen.undoable === null ? "Nothing to undo" : `Undo: ${screen.undoable}`}
        >
          Undo <kbd>{DESK_KEYS.undo.keys[0]}</kbd>
        </button>
        <button type="button" className={classes.tool} aria-expanded={guide} onClick={onGuide}>
          Guidelines and shortcuts <kbd>{DESK_KEYS.guide.keys}</kbd>
        </button>
      </div>
    </div>
  );
}

function Troubles({ screen, desk }: PartProps) {
  return (
    <>
      <UnsentAlert trouble={screen.trouble} onSend={() => desk.retry()} />
      {screen.stop !== null && screen.phase === "working" && (
        <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} mb="sm" role="status">
          {screen.stop.message} You can still rate the items already loaded.
        </Alert>
      )}
      <Attention entries={screen.conflicts.map((conflict) => attentionTo(conflict, desk))} />
    </>
  );
}

/** A rating that is not saved, with what resolves it. */
function attentionTo(conflict: Pending, desk: Desk<RatingDeskTypes>): AttentionEntry {
  const { clientKey, label, refused, taskId } = conflict;
  const elsewhere = standingKey(conflict) !== null;
  return {
    key: clientKey,
    label,
    message: refused!.message,
    actions: elsewhere
      ? [
          { label: "Replace saved rating", run: () => desk.useInstead(conflict) },
          { label: "Keep saved rating", run: () => desk.discard(conflict) },
        ]
      : mayRetry(conflict)
        ? [{ label: "Retry", run: () => desk.sendAgain(conflict) }]
        : [],
    link:
      elsewhere || conflict.step === "correct"
        ? { label: "View saved rating", href: `/rate/mine/${taskId}` }
        : undefined,
    discard: () => desk.discard(conflict),
  };
}

interface ItemAtDeskProps extends PartProps {
  drafts: Drafts<KeptForm>;
  item: RatingItem;
  guide: boolean;
  examples: readonly CalibrationExample[];
}

/** The item with its form. It stays mounted from item to item, so that the next one is a change of text. */
function ItemAtDesk({ screen, desk, drafts, item, guide, examples }: ItemAtDeskProps) {
  const { entered } = screen;
  const { idleSeconds } = screen.facts.campaign;
  const clock = useWorkClock(idleSeconds * 1_000);
  const before = entered === null ? EMPTY_FORM : enteredForm(entered.input);
  const place = `${item.taskId} ${entered?.clientKey ?? ""}`;
  const [shown, setShown] = useState(place);
  const [form, setForm] = useState<RatingForm>(() => drafts.read(item.taskId)?.form ?? before);
  const [tried, setTried] = useState(false);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const top = useRef<HTMLDivElement>(null);
  if (shown !== place) {
    // Another item: its own form at once, in the same paint.
    setShown(place);
    setForm(drafts.read(item.taskId)?.form ?? before);
    setTried(false);
    setRaw(false);
    setUnfolded(false);
  }
  useLayoutEffect(() => {
    clock.restart(drafts.read(item.taskId)?.activeMs ?? 0);
  }, [clock, drafts, item.taskId]);
  const first = useRef(true);
  useEffect(() => {
    // Keys and the screen reader go to the new item; a page that has just come leaves the focus where it is.
    if (!first.current || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true });
    if (!first.current) window.scrollTo({ top: 0 });
    first.current = false;
  }, [place]);

  const keep = useCallback(
    (next: RatingForm) => drafts.write(item.taskId, { form: next, activeMs: clock.read() }),
    [drafts, item.taskId, clock],
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
    if (unchanged) return desk.forward();
    comment.current?.blur();
    // In the outbox before the draft goes: at no moment does the device hold neither.
    desk.act("judge", { verdict, form, activeMs: clock.read() });
    drafts.write(item.taskId, null);
  };
  const pass = (step: PassStep) => {
    if (entered !== null) return;
    keep(form);
    desk.act(step, undefined);
  };

  useKeys(ITEM_KEYS, {
    form,
    change,
    comment,
    submit,
    pass,
    toggleRaw: () => setRaw(!raw),
    toggleUnfolded: () => setUnfolded(!unfolded),
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
            <kbd>{shownKeys(ITEM_KEYS.submit)}</kbd>
          </button>
          {Object.entries(PASS_KEYS).map(([step, { keys, does }]) => (
            <button
              key={step}
              type="button"
              className={classes.tool}
              disabled={entered !== null}
              onClick={() => pass(step as PassStep)}
            >
              {does} <kbd>{keys}</kbd>
            </button>
          ))}
        </div>
      </section>
      {guide && (
        <aside className={classes.guide} aria-label="Guidelines">
          <Suspense fallback={null}>
            <guidePart.Part examples={examples} instructions={screen.facts.campaign.instructions} />
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

function NoRest({ screen }: { screen: RatingScreen }) {
  return (
    <p role="alert">
      {screen.stop?.message ?? "No items to show. Reload the page when you're back online."}
    </p>
  );
}

/** Renders the desk while it has no item. */
function DeskRest({ screen, onRetry }: { screen: RatingScreen; onRetry: () => void }) {
  const skeleton = (
    <div className={classes.columns} aria-busy="true">
      <VisuallyHidden role="status">Loading items</VisuallyHidden>
      <div className={classes.skeleton} />
      <div className={classes.skeleton} />
    </div>
  );
  return screen.phase === "loading" || screen.phase === "working" ? (
    skeleton
  ) : (
    <Suspense fallback={skeleton}>
      <rest.Part screen={screen} onRetry={onRetry} />
    </Suspense>
  );
}
