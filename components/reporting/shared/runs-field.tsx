"use client";

import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import { runOptions } from "./run-options";
import { SeveralField } from "./several-field";

/** The field of a report's form that limits it to the responses of some runs. @param chosen ids; empty: of every run */
export function RunsField({
  chosen,
  runs,
}: {
  chosen: readonly number[];
  runs: ReportChoices["runs"];
}) {
  return (
    <SeveralField
      name="run"
      label="Runs"
      placeholder="All runs"
      data={runOptions(runs)}
      chosen={chosen}
      nothingFoundMessage="No matching runs"
      w={260}
    />
  );
}
