"use client";

import { MultiSelect } from "@mantine/core";
import { ReportForm } from "@/components/reporting/shared/report-form";
import { useChosen } from "@/components/reporting/shared/chosen-options";
import type { ComparisonJob } from "@/lib/reporting/principles/schema";

interface PrincipleFormProps {
  /** Ids; empty: nothing is chosen yet. */
  chosen: readonly number[];
  jobs: readonly ComparisonJob[];
}

/** Chooses the jobs of a report by principles. Its fields become the address. */
export function PrincipleForm({ chosen, jobs }: PrincipleFormProps) {
  const options = useChosen();
  const sets = [...new Set(jobs.map(({ comparison }) => comparison.name))];
  return (
    <ReportForm path="/reports/principles" shown={chosen} submit="Show numbers">
      <MultiSelect
        name="job"
        label="Jobs"
        description="By the same principles, also of several judges or runs"
        placeholder={chosen.length === 0 ? "Choose jobs" : ""}
        data={sets.map((name) => ({
          group: `By ${name}`,
          items: jobs
            .filter(({ comparison }) => comparison.name === name)
            .map(({ jobId, runs, judge }) => ({
              value: String(jobId),
              label: `Job ${jobId}: ${runs} · ${judge}`,
            })),
        }))}
        defaultValue={options.list("job", chosen)}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage="No matching jobs"
        limit={100}
      />
    </ReportForm>
  );
}
