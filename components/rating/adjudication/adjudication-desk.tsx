"use client";

import { Alert, Button, Text, VisuallyHidden } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from "react";
import { Presence } from "@/components/live/presence";
import { NoNextItem } from "@/components/desk/no-next-item";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { standingKey } from "@/components/desk/kept";
import { guideOf, useKeys } from "@/components/desk/keys";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import type { Given } from "@/components/desk/machine-state";
import type { Desk } from "@/components/desk/runtime";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useDesk } from "@/components/desk/use-desk";
import { differs as answersDiffer } from "@/components/rating/judging/protocol-answers";
import { focusText, ProtocolFormView } from "@/components/rating/judging/protocol-form";
import { differs } from "@/components/rating/judging/rating-form";
import styles from "@/components/rating/judging/rating-desk.module.css";
import { VerdictForm } from "@/components/rating/judging/verdict-form";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { part, WhenWanted } from "@/components/ui/when-wanted";
import type { AnswersCase, CaseView, VerdictCase } from "@/lib/rating/adjudication/queries";
import { readVerdict } from "@/lib/rating/judging/rules";
import { readAnswers } from "@/lib/rating/protocols/rules";
import classes from "./adjudication.module.css";
import { CaseItem } from "./case-item";
import { caseWords } from "./case-words";
import { answersCaseKeys, CASE_KEYS, DESK_KEYS, type VerdictCaseContext } from "./case-keys";
import {
  CASE_DESK,
  leftOf,
  type CaseDeskTypes,
  type FinalVerdict,
  type PendingCase,
} from "./case-rules";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./visible-ratings";
import {
  agreedForm,
  finalAnswersForm,
  finalForm,
  proposedForm,
  subjectOf,
  useAnswersDrafts,
  useCaseForm,
  useVerdictDrafts,
} from "./use-case-form";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare } from "@/lib/platform/numbers";
import { adjudicationPage, type CaseFilters } from "@/lib/rating/adjudication/address";

const ShortcutHelp = part(async () => ({
  default: (await import("@/components/ui/shortcut-help")).ShortcutHelp,
}));

/** A key that changes the form draws nothing of it again. */
const Thread = memo(DiscussionThread);

interface AdjudicationDeskProps {
  userId: number;
  filters: CaseFilters;
  /** How many await the person under the filters, and whether there are more than that. */
  total: number;
  more: boolean;
  /** What the page came with; null: nothing. */
  given: Given<CaseView> | null;
  /** A case to begin with, whatever the filters. */
  first: number | null;
}

const SHORTCUTS = guideOf(CASE_KEYS, DESK_KEYS);

/** The adjudication desk: one response at a time, with the next ones held ready. */
export function AdjudicationDesk({
  userId,
  filters,
  total,
  more,
  given,
  first,
}: AdjudicationDeskProps) {
  const facts = { filters, total, heldByOthers: 0 };
  const [screen, desk] = useDesk(CASE_DESK, { userId, facts, first, given });
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
          <LinkButton href={adjudicationPage.href(filters)} size="compact-sm" variant="subtle">
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
        <NoNextItem item="response" trouble={screen.trouble} onRetry={() => desk.retry()} />
      ) : screen.phase === "loading" ? (
        <DeskSkeleton />
      ) : (
        <EmptyState
          icon={<IconScale size={24} />}
          title={
            pending > 0 ? "All done. Saving the last adjudications…" : "Nothing left to adjudicate"
          }
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
      <WhenWanted wanted={help}>
        <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
      </WhenWanted>
    </div>
  );
}

/** A verdict that is not saved, with what resolves it. */
function attentionTo(conflict: PendingCase, desk: Desk<CaseDeskTypes>): AttentionEntry {
  const { clientKey, label, refused, taskId, body } = conflict;
  const outcome = body.verdict === null ? "answers" : "verdict";
  const elsewhere = refused!.code === "adjudicated" || refused!.code === "stale";
  return {
    key: clientKey,
    label,
    message: refused!.message,
    entered: (
      <>
        You entered:{" "}
        {body.verdict === null ? (
          countOf(Object.keys(body.answers).length, "answer")
        ) : (
          <VerdictBadges verdict={body.verdict} />
        )}
        {body.reason !== "" && ` “${body.reason}”`}
      </>
    ),
    actions: [
      ...(standingKey(conflict) !== null
        ? [{ label: `Replace saved ${outcome}`, run: () => desk.useInstead(conflict) }]
        : []),
      ...(elsewhere ? [{ label: `Keep saved ${outcome}`, run: () => desk.discard(conflict) }] : []),
      ...(mayRetry(conflict) ? [{ label: "Retry", run: () => desk.sendAgain(conflict) }] : []),
    ],
    link: elsewhere
      ? { label: `View saved ${outcome}`, href: `/adjudication/${taskId}` }
      : undefined,
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

function CaseAtDesk({ view, ...props }: CaseAtDeskProps) {
  return view.protocol === null ? (
    <VerdictAtDesk view={view} {...props} />
  ) : (
    <AnswersAtDesk view={view} {...props} />
  );
}

/** What the desks of all protocols do with their case, beside its form. */
function useCaseSteps(desk: Desk<CaseDeskTypes>, view: CaseView) {
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
  const skip = () => desk.act("release", undefined);
  // The same functions each time: a key that changes the form draws nothing of the item again.
  const toggleRaw = useCallback(() => setRaw((was) => !was), []);
  const toggleUnfolded = useCallback(() => setUnfolded((was) => !was), []);
  return {
    tried,
    raw,
    unfolded,
    reason,
    discussion,
    top,
    skip,
    toggleRaw,
    toggleUnfolded,
    /** @param said null: it is not complete @param drop forgets what the device keeps of it */
    submit: (said: FinalVerdict | null, unchanged: boolean, drop: () => void) => {
      setTried(true);
      if (said === null) return;
      // Whoever did not see the ratings has nothing to say of them.
      if (said.reason.trim() === "" && !view.audit && !unchanged) {
        reason.current?.focus();
        return;
      }
      // In the outbox before the draft goes: at no moment does the device hold neither.
      if (unchanged) skip();
      else desk.act("settle", said);
      drop();
    },
  };
}

function VerdictAtDesk({
  userId,
  view,
  entered,
  withdrawn,
  desk,
}: CaseAtDeskProps & { view: VerdictCase }) {
  const formOf = ({ verdict, reason }: FinalVerdict) =>
    verdict === null ? agreedForm(view) : finalForm(verdict, reason);
  const before = entered === null ? null : formOf(entered);
  const suggestion = agreedForm(view);
  const { form, change, drop } = useCaseForm(
    useVerdictDrafts(userId),
    view.item.taskId,
    before ?? (withdrawn === null ? suggestion : formOf(withdrawn)),
    { keep: withdrawn !== null, begun: desk.begun },
  );
  const { reason, discussion, top, submit: send, ...steps } = useCaseSteps(desk, view);
  const { verdict, problems } = readVerdict(form.verdict);
  const unchanged = before !== null && !differs(form, before);
  const submit = () =>
    send(verdict && { verdict, answers: null, reason: form.comment }, unchanged, drop);
  useKeys<VerdictCaseContext>(CASE_KEYS, {
    ...steps,
    form,
    change,
    comment: reason,
    discussion,
    submit: ({ target }) => (target === discussion.current ? false : submit()),
  });
  return (
    <CaseFrame
      userId={userId}
      view={view}
      steps={steps}
      top={top}
      discussion={discussion}
      again={entered !== null}
      unchanged={unchanged}
      noReason={verdict !== null && form.comment.trim() === ""}
      suggested={
        entered === null &&
        suggestion.verdict.relaxed !== null &&
        !differs({ ...form, comment: "" }, suggestion)
      }
      submit={submit}
    >
      <VerdictForm
        form={form}
        onChange={change}
        problems={steps.tried ? (problems ?? {}) : {}}
        keys
        comment={reason}
        adjudicating
      />
    </CaseFrame>
  );
}

function AnswersAtDesk({
  userId,
  view,
  entered,
  withdrawn,
  desk,
}: CaseAtDeskProps & { view: AnswersCase }) {
  const formOf = ({ answers, reason }: FinalVerdict) =>
    answers === null ? proposedForm(view) : finalAnswersForm(view, answers, reason);
  const before = entered === null ? null : formOf(entered);
  const suggestion = proposedForm(view);
  const { form, change, drop } = useCaseForm(
    useAnswersDrafts(userId, view),
    view.item.taskId,
    before ?? (withdrawn === null ? suggestion : formOf(withdrawn)),
    { keep: withdrawn !== null, begun: desk.begun },
  );
  const { reason, discussion, top, submit: send, ...steps } = useCaseSteps(desk, view);
  const subject = subjectOf(view);
  const { answers, problems } = readAnswers(subject.definition, form.answers, 1);
  const unchanged = before !== null && !answersDiffer(form, before);
  const submit = () =>
    send(answers && { verdict: null, answers, reason: form.comment }, unchanged, drop);
  useKeys(answersCaseKeys(subject.definition), {
    ...steps,
    subject,
    form,
    change,
    focus: focusText,
    comment: reason,
    discussion,
    submit: ({ target }) => (target === discussion.current ? false : submit()),
  });
  return (
    <CaseFrame
      userId={userId}
      view={view}
      steps={steps}
      top={top}
      discussion={discussion}
      again={entered !== null}
      unchanged={unchanged}
      noReason={answers !== null && form.comment.trim() === ""}
      suggested={
        entered === null &&
        Object.keys(suggestion.answers).length > 0 &&
        !answersDiffer({ ...form, comment: "" }, suggestion)
      }
      submit={submit}
    >
      <ProtocolFormView
        subject={subject}
        form={form}
        onChange={change}
        problems={steps.tried ? (problems ?? {}) : {}}
        keys
        comment={reason}
        differing={view.protocol.differing}
      />
    </CaseFrame>
  );
}

interface CaseFrameProps {
  userId: number;
  view: CaseView;
  steps: Omit<ReturnType<typeof useCaseSteps>, "discussion" | "reason" | "submit" | "top">;
  top: Ref<HTMLElement>;
  discussion: RefObject<HTMLTextAreaElement | null>;
  /** It was adjudicated in this visit. */
  again: boolean;
  unchanged: boolean;
  /** Nothing but the rationale is missing. */
  noReason: boolean;
  /** The form says what the ratings suggest, and no one has changed that. */
  suggested: boolean;
  submit: () => void;
  /** The form. */
  children: ReactNode;
}

/** A case beside its form. */
function CaseFrame({
  userId,
  view,
  steps,
  top,
  discussion,
  again,
  unchanged,
  noReason,
  suggested,
  submit,
  children,
}: CaseFrameProps) {
  const { final, outcome } = caseWords(view);
  return (
    <div className={styles.columns} data-case={view.item.taskId}>
      <article className={styles.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
        <CaseItem
          view={view}
          stale="These are the answers the raters used. Adjudicate by them; a follow-up campaign rates the response by the new answers."
          raw={steps.raw}
          onRaw={steps.toggleRaw}
          unfolded={steps.unfolded}
          onUnfold={steps.toggleUnfolded}
          keys
        />
        <Thread
          userId={userId}
          view={view}
          shortcut={CASE_KEYS.discuss.keys[0]}
          field={discussion}
        />
      </article>
      <section className={styles.side} aria-label={final}>
        <div className={classes.causes}>
          <CauseBadges causes={view.causes} />
          <Presence topic={`case:${view.item.taskId}`} doing="editing" />
          <span className={classes.quiet}>
            {!view.audit &&
              `${view.agreement === null ? "1 rating" : `agreement ${formatShare(view.agreement)}`} · `}
            {view.campaign.name}
          </span>
        </div>
        <SeenRatings view={view} />
        {again && (
          <p className={styles.again} role="status">
            You adjudicated this response. Saving replaces your {outcome}; the history keeps what
            was replaced.
          </p>
        )}
        {suggested && (
          <p className={styles.again} role="note">
            Filled in as a suggestion, from the ratings.
          </p>
        )}
        {children}
        {steps.tried && noReason && !view.audit && (
          <p className={styles.problem} role="alert">
            Add a rationale.
          </p>
        )}
        <div className={styles.submit}>
          <button type="button" className={styles.primary} onClick={submit}>
            {!again
              ? `Submit ${final.toLowerCase()}`
              : unchanged
                ? `Keep ${outcome}`
                : "Save correction"}{" "}
            <kbd>{CASE_KEYS.submitNow.keys}</kbd>
          </button>
          <button type="button" className={styles.tool} onClick={steps.skip}>
            {again ? "Cancel" : "Skip"} <kbd>{CASE_KEYS.skip.keys}</kbd>
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
