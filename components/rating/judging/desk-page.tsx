"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { standingKey } from "@/components/desk/kept";
import { shownKeys, useKeys } from "@/components/desk/keys";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import type { Desk } from "@/components/desk/runtime";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { DESK_GUIDE_KEY } from "@/components/ui/device-keys";
import { keepText, readText } from "@/components/ui/device-storage";
import { later, useAhead } from "@/components/ui/later";
import { DeskMessages } from "@/components/rating/assignment/desk-messages";
import { PlainAlert } from "@/components/ui/plain-alert";
import { Bar } from "@/components/ui/progress-bar";
import { formatCount } from "@/lib/platform/format";
import { CampaignNote } from "./campaign-note";
import { type DESK_KEYS } from "./form-keys";
import { doneOf, type JudgingDesk, type PageScreen, type Pending } from "./rating-rules";
import classes from "./rating-desk.module.css";

/** What the page of a desk does with it, whatever its items are. */
type DeskActions = Pick<
  Desk<JudgingDesk>,
  "back" | "forward" | "undo" | "retry" | "sendAgain" | "useInstead" | "discard"
>;

interface DeskPageProps {
  screen: PageScreen;
  desk: DeskActions;
  keys: typeof DESK_KEYS;
  guide: boolean;
  onGuide: () => void;
  /** The item at hand; not shown where there is none. */
  children: ReactNode;
}

/** What every protocol's desk has around its item: progress, saving, to and fro, and what needs attention. */
export function DeskPage({ children, ...props }: DeskPageProps) {
  const { screen, desk, guide } = props;
  useAhead(rest);
  return (
    <div className={classes.desk} data-guide={guide}>
      <DeskHead {...props} />
      <CampaignNote
        instructions={screen.facts.campaign.instructions}
        ranOn={screen.facts.campaign.ranOn}
      />
      <Troubles screen={screen} desk={desk} />
      <DeskMessages campaignId={screen.facts.campaign.id} at={screen.item?.taskId ?? null} />
      {screen.item !== null && screen.phase === "working" ? (
        children
      ) : (
        <DeskRest screen={screen} onRetry={() => desk.retry()} />
      )}
    </div>
  );
}

/** The guide's being open, which the device remembers, with the keys of the whole desk. */
export function useDeskKeys(
  keys: typeof DESK_KEYS,
  desk: DeskActions,
): { guide: boolean; onGuide: () => void } {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const kept = useSyncExternalStore(
    () => () => {},
    () => readText(DESK_GUIDE_KEY) === "open",
    () => false,
  );
  const guide = chosen ?? kept;
  const onGuide = () => {
    setChosen(!guide);
    keepText(DESK_GUIDE_KEY, guide ? null : "open");
  };
  useKeys(keys, {
    undo: () => desk.undo(),
    back: () => desk.back(),
    forward: () => desk.forward(),
    guide: onGuide,
  });
  return { guide, onGuide };
}

function DeskHead({ screen, desk, keys, guide, onGuide }: Omit<DeskPageProps, "children">) {
  const { campaign } = screen.facts;
  const done = doneOf(screen);
  const total = Math.max(campaign.total, done);
  return (
    <div className={classes.head}>
      <h1>{campaign.name}</h1>
      <div className={classes.progress}>
        <span className={`${classes.count} tabular`} role="status" aria-label="Progress">
          <b>
            {formatCount(done)} of {formatCount(total)}
          </b>
          {screen.passed > 0 && `, ${formatCount(screen.passed)} skipped`}
        </span>
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
          <Towards sign="←" keys={shownKeys(keys.back)} />
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={!screen.hasForward}
          onClick={() => desk.forward()}
          aria-label="Next item"
        >
          <Towards sign="→" keys={shownKeys(keys.forward)} />
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={screen.undoable === null}
          onClick={() => desk.undo()}
          title={screen.undoable === null ? "Nothing to undo" : `Undo: ${screen.undoable}`}
        >
          Undo <kbd>{keys.undo.keys[0]}</kbd>
        </button>
        <button type="button" className={classes.tool} aria-expanded={guide} onClick={onGuide}>
          Guidelines and shortcuts <kbd>{keys.guide.keys}</kbd>
        </button>
      </div>
    </div>
  );
}

/** An arrow, beside its key where that is another one. */
function Towards({ sign, keys }: { sign: string; keys: readonly string[] }) {
  return (
    <>
      <span aria-hidden>{sign}</span>
      {keys[0] !== sign && <kbd>{keys}</kbd>}
    </>
  );
}

function Troubles({ screen, desk }: Pick<DeskPageProps, "screen" | "desk">) {
  return (
    <>
      <UnsentAlert trouble={screen.trouble} onSend={() => desk.retry()} />
      {screen.stop !== null && screen.phase === "working" && (
        <PlainAlert color="yellow" icon={<IconPlayerPause aria-hidden />} role="status">
          {screen.stop.message} You can still rate the items already loaded.
        </PlainAlert>
      )}
      <Attention entries={screen.conflicts.map((conflict) => attentionTo(conflict, desk))} />
    </>
  );
}

/** A rating that is not saved, with what resolves it. */
function attentionTo(conflict: Pending, desk: DeskActions): AttentionEntry {
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

const rest = later(() => import("./rating-rest"), NoRest);

export function NoGuide() {
  return (
    <p role="alert">
      Couldn&apos;t load the guidelines. Reload the page when you&apos;re back online.
    </p>
  );
}

function NoRest({ screen }: { screen: PageScreen }) {
  return (
    <p role="alert">
      {screen.stop?.message ?? "No items to show. Reload the page when you're back online."}
    </p>
  );
}

/** Renders the desk while it has no item. */
function DeskRest({ screen, onRetry }: { screen: PageScreen; onRetry: () => void }) {
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
