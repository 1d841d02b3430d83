"use client";

import { Alert, Button, Group, Kbd, Text, VisuallyHidden } from "@mantine/core";
import { IconCalendarCheck, IconKeyboard } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { NoNextItem } from "@/components/desk/no-next-item";
import { Attention, mayRetry, savingWords } from "@/components/desk/attention";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { part, WhenWanted } from "@/components/ui/when-wanted";
import { LocalTime } from "@/components/ui/local-time";
import { guideOf, useKeys } from "@/components/desk/keys";
import type { Given } from "@/components/desk/machine-state";
import type { DeskScreen } from "@/components/desk/screen";
import type { Desk as DeskOf } from "@/components/desk/runtime";
import type { AttentionEntry } from "@/components/desk/needs-attention";
import { Bar } from "@/components/ui/progress-bar";
import { UnsentAlert } from "@/components/desk/unsent-alert";
import { useDesk } from "@/components/desk/use-desk";
import type { DeskLoad } from "@/lib/refreshing/queries";
import { DESK_KEYS, FORM_KEYS, ITEM_KEYS } from "./desk-keys";
import { DeskQuestionView } from "./desk-question";
import { REFRESH_DESK, type DeskItem, type Pending, type RefreshDesk } from "./desk-rules";
import classes from "./desk.module.css";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { type QueueFilters, refreshDeskPage, refreshPage } from "@/lib/dataset/schedule/address";

const ShortcutHelp = part(async () => ({
  default: (await import("@/components/ui/shortcut-help")).ShortcutHelp,
}));

interface DeskProps {
  userId: number;
  filters: QueueFilters;
  load: DeskLoad;
  /** What the page came with; null: nothing. */
  given: Given<DeskItem> | null;
  /** A question to begin with, due or not. */
  first: number | null;
}

const SHORTCUTS = guideOf(ITEM_KEYS, FORM_KEYS, DESK_KEYS);

/** The refresh desk: one due question at a time, by keyboard, with the next one ready before it is asked for. */
export function Desk({ userId, filters, load, given, first }: DeskProps) {
  const [screen, desk] = useDesk(REFRESH_DESK, {
    userId,
    facts: { filters, load, obstacles: null, total: load.due },
    first,
    given,
  });
  const [help, setHelp] = useState(false);
  const { item, conflicts, facts } = screen;

  const address = refreshDeskPage.href(filters);
  useEffect(() => {
    // After a reload it is the queue's turn: the question that was asked for may be done.
    if (first !== null) window.history.replaceState(null, "", address);
  }, [first, address]);

  const own = conflicts.find((conflict) => conflict.item.id === item?.id) ?? null;
  const others = conflicts.filter((conflict) => conflict.item.id !== item?.id);
  useKeys(DESK_KEYS, {
    undo: () => desk.undo(),
    help: () => setHelp(true),
    look: others[0] === undefined ? null : () => desk.open(others[0]!),
  });

  return (
    <div className={classes.desk}>
      <DeskHead screen={screen} desk={desk} onHelp={() => setHelp(true)} />
      <UnsentAlert trouble={screen.trouble} onSend={() => desk.retry()} />
      <Attention
        entries={conflicts
          .filter((conflict) => conflict !== own)
          .map((conflict) => attentionTo(conflict, desk))}
      />
      {screen.lost && (
        <Alert color="yellow" mb="sm" title="Open in another session">
          Someone else opened this question before you or while this window was inactive. You can
          still edit it; if they save first, you&apos;ll see their changes and your text is kept.
        </Alert>
      )}
      {item !== null ? (
        <DeskQuestionView
          // A question that was opened from a conflict is shown again even if its revision is the same.
          key={`${item.id}-${item.revisionId}-${screen.opened ?? ""}`}
          userId={userId}
          item={item}
          today={facts.load.today}
          conflict={own}
          bringing={screen.bringing}
          begun={desk.begun}
          act={(step, input) => desk.act(step, input)}
        />
      ) : screen.phase === "done" ? (
        <DeskEnd screen={screen} onLook={() => desk.retry()} />
      ) : screen.phase === "unreachable" ? (
        <NoNextItem item="question" trouble={screen.trouble} onRetry={() => desk.retry()} />
      ) : (
        <DeskSkeleton />
      )}
      <WhenWanted wanted={help}>
        <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
      </WhenWanted>
    </div>
  );
}

/** An action that is not saved, with what resolves it. */
function attentionTo(conflict: Pending, desk: DeskOf<RefreshDesk>): AttentionEntry {
  const { clientKey, label, refused, item } = conflict;
  return {
    key: clientKey,
    label,
    message: refused!.message,
    actions: [
      ...(mayRetry(conflict) ? [{ label: "Retry", run: () => desk.sendAgain(conflict) }] : []),
      { label: `Open Q${item.id}`, run: () => desk.open(conflict) },
    ],
    link: { label: "View question", href: `/questions/${item.id}` },
    discard: () => desk.discard(conflict),
  };
}

interface DeskHeadProps {
  screen: DeskScreen<RefreshDesk>;
  desk: DeskOf<RefreshDesk>;
  onHelp: () => void;
}

function DeskHead({ screen, desk, onHelp }: DeskHeadProps) {
  const { decided, passed, saving, undoable } = screen;
  const total = Math.max(screen.facts.total, decided);
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
                {formatCount(decided)} of {formatCount(total)}
              </b>{" "}
              due
            </>
          )}
          {passed > 0 && <>, {formatCount(passed)} skipped</>}
        </Text>
        <Bar done={decided} of={total} label="Due answers refreshed" />
      </div>
      <span className={classes.saving} data-state={saving} role="status" aria-label="Saving">
        {savingWords(screen, decided + passed > 0)}
      </span>
      <Group gap={4} ml="auto">
        {saving === "retrying" && (
          <Button size="compact-sm" variant="subtle" onClick={() => desk.retry()}>
            Retry now
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={undoable === null || screen.bringing}
          onClick={() => desk.undo()}
          rightSection={<Kbd size="xs">{DESK_KEYS.undo.keys[0]}</Kbd>}
          title={undoable === null ? "Nothing to undo" : `Undo: ${undoable}`}
        >
          Undo
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onHelp}
          leftSection={<IconKeyboard size={15} aria-hidden />}
          rightSection={<Kbd size="xs">{DESK_KEYS.help.keys}</Kbd>}
        >
          Shortcuts
        </Button>
      </Group>
    </div>
  );
}

function DeskEnd({ screen, onLook }: { screen: DeskScreen<RefreshDesk>; onLook: () => void }) {
  const { load, obstacles, filters } = screen.facts;
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
          <LinkButton href={refreshPage.href(filters)} variant="default">
            Back to queue
          </LinkButton>
          <LinkButton href="/releases" variant="default">
            View releases
          </LinkButton>
        </>
      }
    >
      {screen.decided > 0 && (
        <p className={classes.endLine}>
          You checked {countOf(screen.decided, "answer")} in this desk.
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
