"use client";

import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { decideRewording } from "@/lib/dataset/imports/actions";
import type { PlanRow } from "@/lib/dataset/imports/plan-queries";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { PartnerPicker } from "./match-picker";
import classes from "./plan-rows.module.css";
import { useCommand } from "@/components/ui/use-command";
import { MarkedText } from "@/components/ui/marked-text";
import { formatCount } from "@/lib/platform/format";

interface NewRowsProps {
  importId: number;
  rows: PlanRow[];
  /** Whether there are questions left that a row could be matched with by hand. */
  matchable: boolean;
}

/** Rows that become new questions, and the way to say that one of them is a question that is there. */
export function NewRows({ importId, rows, matchable }: NewRowsProps) {
  const [picking, setPicking] = useState<PlanRow | null>(null);
  const decide = useCommand(decideRewording, { title: "Decision not saved" });
  const pick = (row: PlanRow, questionId: number) => {
    setPicking(null);
    void decide.run({ importId, ordinal: row.ordinal!, decision: "accepted", questionId });
  };
  return (
    <>
      <RefusalAlert of={decide} closable />
      <ol className={classes.rows}>
        {rows.map((row) => (
          <li key={row.ordinal} className={classes.row}>
            <div className={classes.head}>
              <Text component="h3" className={classes.question}>
                <MarkedText text={row.question} />
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
                <MarkedText text={row.primaryAnswer} />
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
