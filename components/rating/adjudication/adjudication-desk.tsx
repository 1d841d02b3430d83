"use client";

import { Alert, Button, Text, VisuallyHidden } from "@mantine/core";
import { IconCloudOff, IconScale } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { standingKey } from "@/components/desk/kept";
import { guideOf, shownKeys, useKeys } from "@/components/desk/keys";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import type { Desk } from "@/components/desk/runtime";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useDesk } from "@/components/desk/use-desk";
import { differs } from "@/components/rating/judging/rating-form";
import { RatingItemView } from "@/components/rating/judging/rating-item";
import styles from "@/components/rating/judging/rating-desk.module.css";
import { VerdictForm } from "@/components/rating/judging/verdict-form";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { queueHref, type CaseFilters } from "@/lib/rating/adjudication/schema";
import { readVerdict } from "@/lib/rating/judging/rules";
import classes from "./adjudication.module.css";
import { CASE_KEYS, DESK_KEYS } from "./case-keys";
import {
  CASE_DESK,
  leftOf,
  type CaseDeskTypes,
  type FinalVerdict,
  type PendingCase,
} from "./case-rules";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./visible-ratings";
import { agreedForm, useCaseForm, finalForm } from "./use-case-form";
import { countOf, formatCount } from "@/lib/platform/format";

interface AdjudicationDeskProps {
  userId: number;
  filters: CaseFilters;
  /** How many await the person under the filters, and whether there are more than that. */
  total: number;
  more: boolean;
  /** A case to begin with, whatever the filters. */
  first: number | null;
}

const SHORTCUTS = guideOf(CASE_KEYS, DESK_KEYS);

/** The adjudication desk: one disputed response at a time, with the next ones held ready. */
export function AdjudicationDesk({ userId, filters, total, more, first }: AdjudicationDeskProps) {
  const facts = { filters, total, heldByOthers: 0 };
  const [screen, desk] = useDesk(CASE_DESK, { userId, facts, first });
  const [help, setHelp] = useState(false);
  const { item, decided, passed, saving, pending, undoable } = screen;
  const { heldByOthers } = screen.facts;
  useKeys(DESK_KEYS, { undo: () => desk.undo(), help: () => setHelp(true) });

  return (
    <div className={styles.desk}>
      <div className={styles.head}>
        <h1>Adjudicate</h1>
        <Text size="sm" component="span" className="tabular" role="status" aria-label="Progress">
          <b>{formatCount(decided)} adjudicated</b>
          {passed > 0 && `, ${formatCount(passed)} skipped`}
          {`, ${formatCount(leftOf(screen))}${more ? "+" : ""} left`}
        </Text>
        <span className={styles.saving} data-state={saving} role="status" aria-label="Saving">
          {savingWords(screen, screen.saved)}
        </span>
        <div className={styles.tools}>
          {saving === "retrying" && (
            <button type="button" className={styles.tool} onClick={() => desk.retry()}>
              Retry now
            </button>
          )}
          <LinkButton href={queueHref("/adjudication", filters)} size="compact-sm" variant="subtle">
            Back to list
          </LinkButton>
          <button
            type="button"
            className={styles.tool}
            disabled={undoable === null}
            onClick={() => desk.undo()}
            title={undoable === null ? "Nothing to undo" : `Undo: ${undoable}`}
          >
            Undo <kbd>{DESK_KEYS.undo.keys[0]}</kbd>
          </button>
          <button type="button" className={styles.tool} onClick={() => setHelp(true)}>
            Shortcuts <kbd>{DESK_KEYS.help.keys}</kbd>
          </button>
        </div>
      </div>
      <UnsentAlert trouble={screen.trouble} onSend={() => desk.retry()} />
      <Attention entries={screen.conflicts.map((conflict) => attentionTo(conflict, desk))} />
      {screen.lost && (
        <Alert color="yellow" mb="sm" title="Open in another session">
          Someone opened this response while this window was inactive. You can still adjudicate it;
          if they submit first, you&apos;ll see a message and nothing is overwritten.
        </Alert>
      )}
      {item !== null ? (
        <CaseAtDesk
          key={`${item.item.taskId} ${screen.entered?.clientKey ?? ""}`}
          userId={userId}
          view={item}
          entered={screen.entered?.input ?? null}
          withdrawn={screen.withdrawn}
          desk={desk}
        />
      ) : screen.phase === "unreachable" ? (
        <EmptyState
          icon={<IconCloudOff size={24} />}
          title="Couldn't load the next response"
          actions={<Button onClick={() => desk.retry()}>Try again</Button>}
        >
          Couldn&apos;t reach the server; retrying automatically. Your verdicts are kept on this
          device.
        </EmptyState>
      ) : screen.phase === "loading" ? (
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
              <Button variant="default" onClick={() => desk.retry()}>
                Check again
              </Button>
            </>
          }
        >
          {decided > 0 && (
            <p className={styles.end}>
              You adjudicated {countOf(decided, "response")} in this desk.
            </p>
          )}
          {passed > 0 && (
            <p className={styles.end}>
              You skipped {formatCount(passed)}; they&apos;re still in the list.
            </p>
          )}
          {heldByOthers > 0 && (
            <p className={styles.end}>
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
function attentionTo(conflict: PendingCase, desk: Desk<CaseDeskTypes>): AttentionEntry {
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
        ? [{ label: "Replace saved verdict", run: () => desk.useInstead(conflict) }]
        : []),
      ...(elsewhere ? [{ label: "Keep saved verdict", run: () => desk.discard(conflict) }] : []),
      ...(mayRetry(conflict) ? [{ label: "Retry", run: () => desk.sendAgain(conflict) }] : []),
    ],
    link: elsewhere ? { label: "View saved verdict", href: `/adjudication/${taskId}` } : undefined,
    discard: () => desk.discard(conflict),
  };
}

interface CaseAtDeskProps {
  userId: number;
  view: CaseView;
  entered: FinalVerdict | null;
  /** A verdict that was taken back before it was sent. */
  withdrawn: FinalVerdict | null;
  desk: Desk<CaseDeskTypes>;
}

function CaseAtDesk({ userId, view, entered, withdrawn, desk }: CaseAtDeskProps) {
  const before = entered === null ? null : finalForm(entered);
  const { form, change, drop } = useCaseForm(
    userId,
    view,
    before ?? (withdrawn === null ? agreedForm(view) : finalForm(withdrawn)),
    withdrawn !== null,
  );
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
  const skip = () => desk.act("release", undefined);
  const submit = () => {
    setTried(true);
    if (verdict === null) return;
    if (noReason) {
      reason.current?.focus();
      return;
    }
    // In the outbox before the draft goes: at no moment does the device hold neither.
    if (unchanged) skip();
    else desk.act("settle", { verdict, reason: form.comment });
    drop();
  };

  useKeys(CASE_KEYS, {
    form,
    change,
    comment: reason,
    discussion,
    submit: ({ target }) => (target === discussion.current ? false : submit()),
    skip,
    toggleRaw: () => setRaw(!raw),
    toggleUnfolded: () => setUnfolded(!unfolded),
  });

  return (
    <div className={styles.columns} data-case={view.item.taskId}>
      <article className={styles.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
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
          shortcut={CASE_KEYS.discuss.keys[0]}
          field={discussion}
        />
      </article>
      <section className={styles.side} aria-label="Final verdict">
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
          <p className={styles.again} role="status">
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
          <p className={styles.problem} role="alert">
            Add a rationale (press {CASE_KEYS.comment.keys}).
          </p>
        )}
        <div className={styles.submit}>
          <button type="button" className={styles.primary} onClick={submit}>
            {entered === null
              ? "Submit final verdict"
              : unchanged
                ? "Keep verdict"
                : "Correct verdict"}{" "}
            <kbd>{shownKeys(CASE_KEYS.submit)}</kbd>
          </button>
          <button type="button" className={styles.tool} onClick={skip}>
            {entered === null ? "Skip" : "Cancel"} <kbd>{CASE_KEYS.skip.keys}</kbd>
          </button>
        </div>
      </section>
    </div>
  );
}

function DeskSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <VisuallyHidden role="status">Loading responses</VisuallyHidden>
      <div className={styles.skeleton} />
      <div className={styles.skeleton} />
    </div>
  );
}
