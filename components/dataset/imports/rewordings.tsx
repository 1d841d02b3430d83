"use client";

import { Badge, Button, Group, Kbd, Text } from "@mantine/core";
import { IconArrowsExchange, IconCheck, IconPlus, IconReplace } from "@tabler/icons-react";
import { startTransition, useEffect, useEffectEvent, useOptimistic, useRef, useState } from "react";
import {
  decideAllRewordingsAction,
  decideRewordingAction,
  undoDecisionsAction,
} from "@/lib/dataset/imports/actions";
import type { PlanRow } from "@/lib/dataset/imports/queries";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { SAFE_SCORE, type Decision } from "@/lib/dataset/imports/schema";
import { showInvisible } from "@/lib/platform/invisible";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TextDiff } from "@/components/ui/text-diff";
import { PartnerPicker } from "./match-picker";
import { Changes, RowPlace } from "./plan-rows";
import classes from "./rewordings.module.css";
import { useCommand } from "@/components/ui/use-command";
import { isUnknown } from "@/lib/platform/lost-answers";
import { formatCount } from "@/lib/platform/format";

interface RewordingsProps {
  importId: number;
  rows: PlanRow[];
  /** Proposed rewordings on all pages that no one has decided, and how many of them may be accepted together. */
  open: number;
  safe: number;
  total: number;
}

interface Made {
  ordinal: number | "open ones" | "safe ones";
  decision: Decision;
  questionId?: number;
}

const WORDS: Record<Decision, { color: string; label: string }> = {
  open: { color: "yellow", label: "Undecided" },
  accepted: { color: "green", label: "Accepted (same question)" },
  rejected: { color: "gray", label: "Rejected (new question)" },
  replaced: { color: "blue", label: "Replaced (new question, old one retired)" },
};

const SAFE = `${SAFE_SCORE * 100}%`;

/** The rows that resemble a question, to be decided one by one (also by keys) or all at once. */
export function Rewordings({ importId, rows: stored, open, safe, total }: RewordingsProps) {
  const [rows, decideAhead] = useOptimistic(stored, withDecision);
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      stored.findIndex((row) => row.decision === "open"),
    ),
  );
  const [picking, setPicking] = useState<PlanRow | null>(null);
  const title = "Decision not saved";
  const deciding = useCommand(decideRewordingAction, { title });
  const decidingAll = useCommand(decideAllRewordingsAction, { title });
  const undoing = useCommand(undoDecisionsAction, { title });
  /** The last decision on many rows, until it is taken back. */
  const [last, setLast] = useState<{ together: number; words: string } | null>(null);
  const cards = useRef<(HTMLLIElement | null)[]>([]);

  const moveTo = (index: number) => {
    if (index < 0 || index >= rows.length) return;
    setCurrent(index);
    cards.current[index]?.focus({ preventScroll: true });
    cards.current[index]?.scrollIntoView({ block: "nearest" });
  };

  const decide = (row: PlanRow, decision: Decision, questionId?: number) => {
    const made = {
      ordinal: row.ordinal!,
      decision,
      ...(questionId !== undefined && { questionId }),
    };
    startTransition(async () => {
      decideAhead(made);
      await deciding.run({ importId, ...made });
    });
  };

  const decideAll = (decision: "accepted" | "rejected" | "open") => {
    setLast(null);
    startTransition(async () => {
      if (decision !== "open")
        decideAhead({ ordinal: decision === "accepted" ? "safe ones" : "open ones", decision });
      const result = await decidingAll.run({ importId, decision });
      if (!result?.ok) return;
      const { together, decided, left } = result.value;
      if (together === null) return;
      const rest =
        left === 0 ? "" : ` ${formatCount(left)} less similar: decide each individually.`;
      setLast({
        together,
        words: `${decision === "accepted" ? "Accepted" : "Rejected"} ${formatCount(decided)}.${rest}`,
      });
    });
  };

  const undoAll = () => {
    const made = last!;
    setLast(null);
    startTransition(async () => {
      const result = await undoing.run({ importId, together: made.together });
      if (result?.ok === false && isUnknown(result.refusal)) setLast(made);
    });
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      picking !== null ||
      isTyping(event.target)
    )
      return;
    const row = rows[current];
    if (!row) return;
    const next = () => moveTo(nextOpen(rows, current));
    switch (event.key) {
      case "a":
        decide(row, "accepted");
        next();
        break;
      case "r":
        decide(row, "rejected");
        next();
        break;
      case "s":
        decide(row, "replaced");
        next();
        break;
      case "u":
        decide(row, "open");
        break;
      case "p":
        setPicking(row);
        break;
      case "j":
      case "ArrowDown":
        moveTo(current + 1);
        break;
      case "k":
      case "ArrowUp":
        moveTo(current - 1);
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fz="sm" c="dimmed" maw="68ch">
          These rows resemble an existing question. Accept to update its wording and keep its
          history, or reject to add the row as a new question. Replace: the row becomes a new
          question and the old one is retired; responses and ratings stay with the old one.
        </Text>
        {open > 0 ? (
          <Group gap="xs">
            {safe > 0 && (
              <Button
                size="xs"
                variant="light"
                leftSection={<IconCheck size={15} aria-hidden />}
                onClick={() => decideAll("accepted")}
              >
                {safe === 1 && open === 1
                  ? "Accept remaining 1"
                  : safe === open
                    ? `Accept all ${formatCount(open)} remaining`
                    : `Accept ${formatCount(safe)} of ${formatCount(open)} remaining (${SAFE} or more similar)`}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => decideAll("rejected")}
            >
              {open === 1 ? "Reject remaining 1" : `Reject all ${formatCount(open)} remaining`}
            </Button>
          </Group>
        ) : (
          <Button size="xs" variant="default" onClick={() => decideAll("open")}>
            Reset all {formatCount(total)}
          </Button>
        )}
      </Group>
      {last !== null && (
        <Group gap="xs" mb="xs" role="status">
          <Text fz="sm" fw={550}>
            {last.words}
          </Text>
          <Button size="compact-xs" variant="default" onClick={undoAll}>
            Undo
          </Button>
        </Group>
      )}
      {open > safe && (
        <Text fz="sm" mb="xs">
          {formatCount(open - safe)} {open - safe === 1 ? "row is" : "rows are"} less than {SAFE}{" "}
          similar and can only be accepted individually.
        </Text>
      )}
      <Text fz="sm" mb="xs" className={classes.keys} visibleFrom="sm">
        <Kbd size="xs">a</Kbd> accept <Kbd size="xs">r</Kbd> reject <Kbd size="xs">s</Kbd> replace{" "}
        <Kbd size="xs">p</Kbd> choose another <Kbd size="xs">u</Kbd> undo <Kbd size="xs">j</Kbd>{" "}
        <Kbd size="xs">k</Kbd> or <Kbd size="xs">↓</Kbd> <Kbd size="xs">↑</Kbd> move
      </Text>
      <RefusalAlert of={[deciding, decidingAll, undoing]} closable />
      <ol className={classes.cards}>
        {rows.map((row, index) => (
          <RewordingCard
            key={row.ordinal}
            row={row}
            current={index === current}
            refer={(element) => {
              cards.current[index] = element;
            }}
            onFocus={() => setCurrent(index)}
            onDecide={(decision) => decide(row, decision)}
            onPick={() => setPicking(row)}
          />
        ))}
      </ol>
      <PartnerPicker
        importId={importId}
        row={picking}
        onClose={() => setPicking(null)}
        onPick={(row, questionId) => {
          setPicking(null);
          decide(row, "accepted", questionId);
        }}
      />
    </>
  );
}

interface RewordingCardProps {
  row: PlanRow;
  current: boolean;
  refer: (element: HTMLLIElement | null) => void;
  onFocus: () => void;
  onDecide: (decision: Decision) => void;
  onPick: () => void;
}

function RewordingCard({ row, current, refer, onFocus, onDecide, onPick }: RewordingCardProps) {
  const decision = row.decision ?? "open";
  const partner = row.candidates.find((candidate) => candidate.questionId === row.questionId);
  // A question matched manually is no candidate; its text stands in what would change.
  const before =
    partner?.question ?? row.changes.find((change) => change.column === "question")?.before ?? null;
  const others = row.changes.filter((change) => change.column !== "question");
  const name = `Row ${row.record}: ${row.question}`;
  return (
    <li
      ref={refer}
      tabIndex={-1}
      className={classes.card}
      aria-label={name}
      aria-current={current || undefined}
      data-decision={decision}
      onFocus={onFocus}
      onMouseDown={onFocus}
    >
      <div className={classes.head}>
        <Group gap={8}>
          <Badge color={WORDS[decision].color}>{WORDS[decision].label}</Badge>
          {partner && (
            <Text fz="sm" className="tabular" c="dimmed">
              {alikePercent(partner.score)} similar
            </Text>
          )}
          {!partner && row.questionId !== null && (
            <Text fz="sm" c="dimmed">
              matched manually
            </Text>
          )}
        </Group>
        <RowPlace row={row} />
      </div>
      <p className={classes.question}>
        {before === null ? (
          showInvisible(row.question)
        ) : (
          <TextDiff before={showInvisible(before)} after={showInvisible(row.question)} />
        )}
      </p>
      {others.length > 0 && decision !== "rejected" && decision !== "replaced" && (
        <details className={classes.more}>
          <summary>
            {others.length === 1 ? "1 other field changes" : `${others.length} other fields change`}
            : {others.map((change) => change.column).join(", ")}
          </summary>
          <Changes changes={others} />
        </details>
      )}
      <Group gap={6} mt={8}>
        <Button
          size="xs"
          variant={decision === "accepted" ? "filled" : "default"}
          aria-pressed={decision === "accepted"}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => onDecide(decision === "accepted" ? "open" : "accepted")}
        >
          Accept
        </Button>
        <Button
          size="xs"
          variant={decision === "rejected" ? "filled" : "default"}
          color={decision === "rejected" ? "gray" : undefined}
          aria-pressed={decision === "rejected"}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onDecide(decision === "rejected" ? "open" : "rejected")}
        >
          Reject
        </Button>
        <Button
          size="xs"
          variant={decision === "replaced" ? "filled" : "default"}
          aria-pressed={decision === "replaced"}
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          onClick={() => onDecide(decision === "replaced" ? "open" : "replaced")}
        >
          Replace
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconReplace size={14} aria-hidden />}
          onClick={onPick}
        >
          Choose another{row.candidates.length > 1 ? ` (${row.candidates.length - 1} more)` : ""}
        </Button>
      </Group>
    </li>
  );
}

function withDecision(rows: PlanRow[], made: Made): PlanRow[] {
  return rows.map((row) => {
    const meant =
      typeof made.ordinal === "number"
        ? row.ordinal === made.ordinal
        : row.decision === "open" &&
          (made.ordinal === "open ones" || (row.score ?? 0) >= SAFE_SCORE);
    if (!meant) return row;
    const other = made.questionId !== undefined && made.questionId !== row.questionId;
    // What another question would change is known once the server has compared them.
    return {
      ...row,
      decision: made.decision,
      ...(other && { questionId: made.questionId!, changes: [] }),
    };
  });
}

/** The next undecided row behind this one, else simply the next. */
function nextOpen(rows: PlanRow[], from: number): number {
  const behind = rows.findIndex((row, index) => index > from && row.decision === "open");
  return behind === -1 ? from + 1 : behind;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !==
      null
  );
}
