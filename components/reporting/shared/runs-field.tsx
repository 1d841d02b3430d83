"use client";

import { MultiSelect } from "@mantine/core";
import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import { useChosen } from "./chosen-options";

/** The field of a report's form that limits it to the responses of some runs. @param chosen ids; empty: of every run */
export function RunsField({
  chosen,
  runs,
}: {
  chosen: readonly number[];
  runs: ReportChoices["runs"];
}) {
  const options = useChosen();
  return (
    <MultiSelect
      name="run"
      label="Runs"
      defaultValue={options.list("run", chosen)}
      placeholder={chosen.length === 0 ? "All runs" : ""}
      data={runs.map(({ runId, model, run, release }) => ({
        value: String(runId),
        label: `${model} · ${run} · ${release}`,
      }))}
      searchable
      clearable
      hidePickedOptions
      limit={100}
      w={260}
    />
  );
}
