"use client";

import { Button, Text } from "@mantine/core";
import { startTransition, useState } from "react";
import { decideRewordingAction } from "@/lib/dataset/imports/actions";
import type { PlanRow } from "@/lib/dataset/imports/queries";
import { showInvisible } from "@/lib/platform/invisible";
import type { Refusal } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { PartnerPicker } from "./match-picker";
import classes from "./plan-rows.module.css";
import { useWrite } from "@/components/ui/use-write";
import { formatCount } from "@/lib/platform/format";

interface NewRowsProps {
  importId: number;
  rows: PlanRow[];
  /** Whether there are questions left that a row could be matched with by hand. */
  matchable: boolean;
}

/** Rows that become new questions, and the way to say that one of them is a question that is there. */
export function NewRows({ importId, rows, matchable }: NewRowsProps) {
  const write = useWrite();
  const [picking, setPicking] = useState<PlanRow | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const pick = (row: PlanRow, questionId: number) => {
    setPicking(null);
    startTransition(async () => {
      const result = await write(decideRewordingAction, {
        importId,
        ordinal: row.ordinal!,
        decision: "accepted",
        questionId,
      });
      setRefusal(result.ok ? null : result.refusal);
    });
  };
  return (
    <>
      <RefusalAlert refusal={refusal} title="Decision not saved" onClose={() => setRefusal(null)} />
      <ol className={classes.rows}>
        {rows.map((row) => (
          <li key={row.ordinal} className={classes.row}>
            <div className={classes.head}>
              <Text component="h3" className={classes.question}>
                {showInvisible(row.question)}
              </Text>
              <Text component="span" fz="sm" c="dimmed" className={classes.place}>
                <span>row {formatCount(row.record!)}</span>
                {matchable && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setPicking(row)}
                    aria-label={`Match row ${row.record} to a question`}
                  >
                    Match to question…
                  </Button>
                )}
              </Text>
            </div>
            {row.primaryAnswer !== "" && (
              <Text fz="sm" c="dimmed" className={classes.answer}>
                {showInvisible(row.primaryAnswer)}
              </Text>
            )}
          </li>
        ))}
      </ol>
      <PartnerPicker
        importId={importId}
        row={picking}
        onClose={() => setPicking(null)}
        onPick={pick}
      />
    </>
  );
}
