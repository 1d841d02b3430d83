"use client";

import { Box, Button, Group, Kbd, Slider, Text } from "@mantine/core";
import { IconArrowsExchange, IconCheck, IconPlus, IconReplace } from "@tabler/icons-react";
import { startTransition, useEffect, useEffectEvent, useOptimistic, useRef, useState } from "react";
import {
  decideAllRewordings,
  decideRewording,
  keepChoices,
  undoDecisions,
} from "@/lib/dataset/imports/actions";
import { changeName } from "@/components/dataset/questions/labels";
import type { PlanRow } from "@/lib/dataset/imports/plan-queries";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { SAFE_SCORE, type Decision } from "@/lib/dataset/imports/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TextDiff } from "@/components/ui/text-diff";
import { DecisionBadge } from "./decision-badge";
import { PartnerPicker } from "./match-picker";
import { Changes, RowPlace } from "./plan-rows";
import classes from "./rewordings.module.css";
import { useCommand } from "@/components/ui/use-command";
import { MarkedText } from "@/components/ui/marked-text";
import { isUnknown } from "@/lib/platform/lost-answers";
import { formatCount } from "@/lib/platform/format";

interface RewordingsProps {
  importId: number;
  rows: PlanRow[];
  /** Of the proposed rewordings on all pages that no one has decided, most alike first. */
  likenesses: readonly number[];
  total: number;
  /** The threshold that was chosen before. */
  threshold?: number | undefined;
}

interface Made {
  /** One row, or the open ones that are at least so alike. */
  ordinal: number | { from: number };
  decision: Decision;
  questionId?: number;
}

const MARKS = [70, 80, 90, 100].map((value) => ({ value, label: `${value}%` }));

/** The rows that resemble a question, to be decided one by one (also by keys) or all at once. */
export function Rewordings({
  importId,
  rows: stored,
  likenesses,
  total,
  threshold: chosen = SAFE_SCORE,
}: RewordingsProps) {
  const [rows, decideAhead] = useOptimistic(stored, withDecision);
  const [threshold, setThreshold] = useState(chosen);
  const [unfolded, setUnfolded] = useState(false);
  const open = likenesses.length;
  const above = likenesses.filter((score) => score >= threshold).length;
  const folded = rows.filter((row) => isBelow(row, threshold));
  const listed = unfolded ? rows : rows.filter((row) => !isBelow(row, threshold));
  // Those below the threshold are open and come last, so that the first open one is among those shown, if any is.
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      stored.findIndex((row) => row.decision === "open"),
    ),
  );
  const [picking, setPicking] = useState<PlanRow | null>(null);
  const title = "Decision not saved";
  const deciding = useCommand(decideRewording, { title });
  const decidingAll = useCommand(decideAllRewordings, { title });
  const undoing = useCommand(undoDecisions, { title });
  const keeping = useCommand(keepChoices, { title: "Threshold not saved" });
  /** The last decision on many rows, until it is taken back. */
  const [last, setLast] = useState<{ together: number; words: string } | null>(null);
  const cards = useRef<(HTMLLIElement | null)[]>([]);

  const moveTo = (index: number) => {
    if (index < 0 || index >= listed.length) return;
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

  const decideAll = (decision: "accepted" | "rejected" | "open", from?: number) => {
    setLast(null);
    startTransition(async () => {
      if (decision !== "open") decideAhead({ ordinal: { from: from ?? 0 }, decision });
      const result = await decidingAll.run({
        importId,
        decision,
        ...(from !== undefined && { threshold: from }),
      });
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
    const row = listed[current];
    if (!row) return;
    const next = () => moveTo(nextOpen(listed, current));
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
        {open === 0 && (
          <Button size="xs" variant="default" onClick={() => decideAll("open")}>
            Reset all {formatCount(total)}
          </Button>
        )}
      </Group>
      {open > 0 && (
        <Group gap="md" mb="sm" align="flex-end">
          <Box flex="1 1 240px" maw={420} pb={18} pr={18}>
            <Text fz="sm" fw={550} id="threshold">
              Similarity threshold: {Math.round(threshold * 100)}%
            </Text>
            <Slider
              aria-labelledby="threshold"
              thumbLabel="Similarity threshold"
              value={Math.round(threshold * 100)}
              onChange={(percent) => {
                setThreshold(percent / 100);
                setCurrent(0);
              }}
              onChangeEnd={(percent) =>
                void keeping.run({ importId, choices: { threshold: percent / 100 } })
              }
              min={SAFE_SCORE * 100}
              max={100}
              marks={MARKS}
              label={(percent) => `${percent}%`}
            />
          </Box>
          <Group gap="xs">
            <Button
              size="xs"
              variant="light"
              leftSection={<IconCheck size={15} aria-hidden />}
              disabled={above === 0}
              onClick={() => decideAll("accepted", threshold)}
            >
              Accept {formatCount(above)} above
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={above === 0}
              onClick={() => decideAll("rejected", threshold)}
            >
              Reject {formatCount(above)} above
            </Button>
            <Button size="xs" variant="default" onClick={() => decideAll("rejected")}>
              Reject all {formatCount(open)}
            </Button>
          </Group>
        </Group>
      )}
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
      <Text fz="sm" mb="xs" className={classes.keys} visibleFrom="sm">
        <Kbd size="xs">a</Kbd> accept <Kbd size="xs">r</Kbd> reject <Kbd size="xs">s</Kbd> replace{" "}
        <Kbd size="xs">p</Kbd> choose another <Kbd size="xs">u</Kbd> undo <Kbd size="xs">j</Kbd>{" "}
        <Kbd size="xs">k</Kbd> or <Kbd size="xs">↓</Kbd> <Kbd size="xs">↑</Kbd> move
      </Text>
      <RefusalAlert of={[deciding, decidingAll, undoing, keeping]} closable />
      <ol className={classes.cards}>
        {listed.map((row, index) => (
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
      {folded.length > 0 && (
        <Button
          mt="sm"
          size="xs"
          variant="subtle"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? "Hide" : "Show"} {formatCount(folded.length)} below the threshold (decide each
          individually)
        </Button>
      )}
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
          <DecisionBadge decision={decision} />
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
          <MarkedText text={row.question} />
        ) : (
          <TextDiff before={before} after={row.question} />
        )}
      </p>
      {others.length > 0 && decision !== "rejected" && decision !== "replaced" && (
        <details className={classes.more}>
          <summary>
            {others.length === 1 ? "1 other field changes" : `${others.length} other fields change`}
            : {others.map((change) => changeName(change.column)).join(", ")}
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

/** Whether a row is folded away: it has a likeness below the threshold. Rows matched by hand have none. */
function isBelow(row: PlanRow, threshold: number): boolean {
  return row.score !== null && row.score < threshold && row.decision === "open";
}

function withDecision(rows: PlanRow[], made: Made): PlanRow[] {
  return rows.map((row) => {
    const meant =
      typeof made.ordinal === "number"
        ? row.ordinal === made.ordinal
        : row.decision === "open" && (row.score ?? 1) >= made.ordinal.from;
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
