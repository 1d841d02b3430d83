"use client";

import { Alert, Button, Text, VisuallyHidden } from "@mantine/core";
import { IconCloudOff, IconScale } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { mayActOnKey } from "@/components/questions/bare-keys";
import { ShortcutHelp } from "@/components/questions/shortcut-help";
import { enterCredit, enterReason } from "@/components/ratings/rating-form";
import { RatingItemView } from "@/components/ratings/rating-item";
import desk from "@/components/ratings/rating-desk.module.css";
import { VerdictForm } from "@/components/ratings/verdict-form";
import { newClientKey } from "@/components/ui/client-key";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/links";
import { postJson, tellJson } from "@/components/ui/outbox";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useVisit } from "@/components/ui/use-visit";
import type { CasesClaimed, CaseView } from "@/lib/adjudication/queries";
import { queueHref, type CaseFilters } from "@/lib/adjudication/schema";
import type { Refusal, Result } from "@/lib/platform/result";
import { readVerdict, reasonOfKey } from "@/lib/ratings/rules";
import classes from "./adjudication.module.css";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./seen-ratings";
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

const RENEW_MS = 40_000;
const RETRY_MS = 5_000;
const UNREACHABLE: Refusal = { code: "network", message: "The server is not reached. What you entered is kept on this device; submit it again once it is." };

const SHORTCUTS = [
  { keys: ["1", "2"], does: "Credit, no credit" },
  { keys: ["↑", "↓"], does: "Between Relaxed and Strict" },
  { keys: ["d", "w", "…"], does: "The reason with that letter" },
  { keys: ["t"], does: "Write why" },
  { keys: ["Ctrl Enter"], does: "Settle it (⌘ Enter on a Mac)" },
  { keys: ["b"], does: "Write in the discussion" },
  { keys: ["s"], does: "Skip it in this visit" },
  { keys: ["r"], does: "Raw text of the response" },
  { keys: ["x"], does: "Unfold a long response" },
  { keys: ["Esc"], does: "Leave a field; what was typed is kept" },
  { keys: ["?"], does: "This help" },
];

/** The adjudication desk: one disputed response at a time, with the next one held ready. */
export function AdjudicationDesk({ userId, filters, total, more, first }: AdjudicationDeskProps) {
  const [cases, setCases] = useState<readonly CaseView[] | null>(null);
  const [heldByOthers, setHeldByOthers] = useState(0);
  const [settled, setSettled] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const [trouble, setTrouble] = useState<Refusal | null>(null);
  const [lost, setLost] = useState<readonly number[]>([]);
  const [help, setHelp] = useState(false);
  const visit = useRef({ token: "", alive: false, asking: false, dealt: new Set<number>(), first });

  const post = useCallback((step: string, body: object) => postJson(`/api/adjudication/${step}`, { ...body, adjudicatorId: userId }), [userId]);
  const topUp = useCallback(async (present: readonly CaseView[]) => {
    const here = visit.current;
    if (here.asking || !here.alive) return;
    here.asking = true;
    const { token } = here;
    const except = [...here.dealt, ...present.map((one) => one.item.taskId)];
    const result = (await post("next", { token, filters, except, first: here.first, count: present.length === 0 ? 2 : 1 })) as Result<CasesClaimed> | null;
    here.asking = false;
    if (!here.alive || token !== here.token) return;
    if (result === null || !result.ok) {
      setTrouble(result === null ? UNREACHABLE : result.refusal);
      return;
    }
    here.first = null;
    setTrouble(null);
    setHeldByOthers(result.value.heldByOthers);
    setCases((before) => [...(before ?? []), ...result.value.cases.filter((one) => !here.dealt.has(one.item.taskId) && (before ?? []).every((other) => other.item.taskId !== one.item.taskId))]);
  }, [filters, post]);

  useVisit(useMemo(() => ({
    start() {
      Object.assign(visit.current, { token: newClientKey(), alive: true, asking: false });
      setCases(null);
      setLost([]);
      void topUp([]);
    },
    leave() {
      const here = visit.current;
      if (!here.alive) return;
      here.alive = false;
      tellJson("/api/adjudication/release", { token: here.token, adjudicatorId: userId });
    },
  }), [topUp, userId]));

  useEffect(() => {
    const timer = setInterval(() => {
      void post("renew", { token: visit.current.token }).then((result) => {
        if (!result?.ok) return;
        const held = new Set((result.value as { taskIds: number[] }).taskIds);
        setCases((before) => {
          const [current, ...rest] = before ?? [];
          if (current && !held.has(current.item.taskId)) setLost([current.item.taskId]);
          return current ? [current, ...rest.filter((one) => held.has(one.item.taskId))] : before;
        });
      });
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [post]);

  // Nothing came for want of a server: it is asked again by itself.
  const stuck = trouble !== null && (cases === null || cases.length === 0);
  useEffect(() => {
    if (!stuck) return;
    const timer = setInterval(() => void topUp([]), RETRY_MS);
    return () => clearInterval(timer);
  }, [stuck, topUp]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!mayActOnKey(event) || event.repeat || event.key !== "?") return;
      event.preventDefault();
      setHelp(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const dealWith = (taskId: number) => {
    visit.current.dealt.add(taskId);
    const rest = (cases ?? []).filter((one) => one.item.taskId !== taskId);
    setCases(rest);
    void topUp(rest);
  };
  const current = cases?.[0];
  return (
    <div className={desk.desk}>
      <div className={desk.head}>
        <h1>Adjudication desk</h1>
        <Text size="sm" component="span" className="tabular" role="status" aria-label="Progress"><b>{formatCount(settled)} settled</b>{skipped > 0 && `, ${formatCount(skipped)} skipped`}{`, ${formatCount(Math.max(0, total - settled))}${more ? "+" : ""} left`}</Text>
        <div className={desk.tools}>
          <LinkButton href={queueHref("/adjudicate", filters)} size="compact-sm" variant="subtle">To the list</LinkButton>
          <button type="button" className={desk.tool} onClick={() => setHelp(true)}>Keys <kbd>?</kbd></button>
        </div>
      </div>
      {current && lost.includes(current.item.taskId) && (
        <Alert color="yellow" mb="sm" title="Another visit has this one">It was taken while this window was away. You can still settle it: if somebody is faster, you are told, and nothing is overwritten.</Alert>
      )}
      {current
        ? (
          <CaseAtDesk key={current.item.taskId} userId={userId} view={current}
            onSettle={async (body) => {
              const result = (await post("settle", { ...body, token: visit.current.token })) ?? { ok: false as const, refusal: UNREACHABLE };
              if (result.ok) {
                setSettled((before) => before + 1);
                dealWith(current.item.taskId);
              }
              return result;
            }}
            onSkip={() => {
              setSkipped((before) => before + 1);
              void post("release", { token: visit.current.token, taskIds: [current.item.taskId] });
              dealWith(current.item.taskId);
            }} />
        )
        : stuck
          ? <EmptyState icon={<IconCloudOff size={24} />} title="The next one did not come" actions={<Button onClick={() => void topUp([])}>Try again</Button>}>{trouble?.message}</EmptyState>
          : cases === null ? <DeskSkeleton /> : (
            <EmptyState icon={<IconScale size={24} />} title="Nothing is left for you to settle" actions={<><LinkButton href="/adjudicate" variant="default">To the list</LinkButton><Button variant="default" onClick={() => void topUp([])}>Look again</Button></>}>
              {settled > 0 && <p className={desk.end}>You settled {settled === 1 ? "one response" : `${formatCount(settled)} responses`} in this visit.</p>}
              {skipped > 0 && <p className={desk.end}>You skipped {formatCount(skipped)}; they stay in the list.</p>}
              {heldByOthers > 0 && <p className={desk.end}>{formatCount(heldByOthers)} {heldByOthers === 1 ? "is" : "are"} on the desks of others.</p>}
            </EmptyState>
          )}
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
    </div>
  );
}

interface CaseAtDeskProps {
  userId: number;
  view: CaseView;
  onSettle: (body: Record<string, unknown>) => Promise<Result<unknown>>;
  onSkip: () => void;
}

function CaseAtDesk({ userId, view, onSettle, onSkip }: CaseAtDeskProps) {
  const { form, change, drop } = useCaseForm(userId, view, agreedForm(view));
  const [clientKey] = useState(newClientKey);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
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
  const submit = async () => {
    if (busy) return;
    setTried(true);
    if (verdict === null) return;
    if (noReason) {
      reason.current?.focus();
      return;
    }
    setBusy(true);
    setRefusal(null);
    const result = await onSettle({ taskId: view.item.taskId, verdict, reason: form.comment, clientKey });
    if (result.ok) drop();
    else {
      setBusy(false);
      setRefusal(result.refusal);
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (event.defaultPrevented || event.repeat || event.isComposing || event.target === discussion.current || document.querySelector("[role=dialog], [role=menu]") !== null) return;
        event.preventDefault();
        void submit();
        return;
      }
      if (event.key === "Escape" && event.target === reason.current) return reason.current?.blur();
      if (!mayActOnKey(event) || event.repeat) return;
      const letter = event.key.length === 1 ? reasonOfKey(event.key) : null;
      if (event.key === "1" || event.key === "2") change(enterCredit(form, event.key === "1"));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") change({ ...form, mode: event.key === "ArrowUp" ? "relaxed" : "strict" });
      else if (letter !== null) change(enterReason(form, letter));
      else if (event.key === "t") reason.current?.focus();
      else if (event.key === "b") discussion.current?.focus();
      else if (event.key === "r") setRaw(!raw);
      else if (event.key === "x") setUnfolded(!unfolded);
      else if (event.key === "s" && !busy) onSkip();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  return (
    <div className={desk.columns} data-case={view.item.taskId}>
      <article className={desk.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
        {view.item.stale && <Alert color="yellow" mb="sm" title="The question has other answers now">These are the answers that the raters judged by. Settle it by them: judgments by the new answers are another campaign.</Alert>}
        <RatingItemView item={view.item} raw={raw} onRaw={() => setRaw(!raw)} unfolded={unfolded} onUnfold={() => setUnfolded(!unfolded)} keys />
        <DiscussionThread taskId={view.item.taskId} comments={view.comments} mayDiscuss={view.mayDiscuss} namesHidden={view.campaign.namesHidden} shortcut="b" field={discussion} />
      </article>
      <section className={desk.side} aria-label="Final verdict">
        <div className={classes.causes}><CauseBadges causes={view.causes} /><span className={classes.quiet}>{view.agreement === null ? "one rating" : `agreement ${Math.round(100 * view.agreement)} %`} · {view.campaign.name}</span></div>
        <SeenRatings ratings={view.ratings} />
        <VerdictForm form={form} onChange={change} problems={tried ? (problems ?? {}) : {}} keys comment={reason} adjudicating />
        {tried && verdict !== null && noReason && <p className={desk.problem} role="alert">Say why: press t and write it.</p>}
        <RefusalAlert refusal={refusal} onClose={() => setRefusal(null)}>
          {refusal?.code === "adjudicated" && <p className={desk.end}><LinkButton href={`/adjudicate/${view.item.taskId}`} size="compact-sm" variant="default">See their verdict</LinkButton> <Button size="compact-sm" variant="default" onClick={onSkip}>Go on</Button></p>}
        </RefusalAlert>
        <div className={desk.submit}>
          <button type="button" className={desk.primary} disabled={busy} onClick={() => void submit()}>{busy ? "Settling…" : "Settle"} <kbd>Ctrl Enter</kbd></button>
          <button type="button" className={desk.tool} disabled={busy} onClick={onSkip}>Skip <kbd>s</kbd></button>
        </div>
      </section>
    </div>
  );
}

function DeskSkeleton() {
  return (
    <div className={desk.columns} aria-busy="true">
      <VisuallyHidden role="status">Taking the first ones</VisuallyHidden>
      <div className={desk.skeleton} />
      <div className={desk.skeleton} />
    </div>
  );
}
