"use client";

import { ReportForm } from "@/components/reporting/shared/report-form";
import { SeveralField } from "@/components/reporting/shared/several-field";
import type { ComparisonJob } from "@/lib/reporting/principles/schema";

interface PrincipleFormProps {
  /** Ids; empty: nothing is chosen yet. */
  chosen: readonly number[];
  jobs: readonly ComparisonJob[];
}

/** Chooses the jobs of a report by principles. Its fields become the address. */
export function PrincipleForm({ chosen, jobs }: PrincipleFormProps) {
  const sets = [...new Set(jobs.map(({ comparison }) => comparison.name))];
  return (
    <ReportForm path="/reports/principles" shown={chosen} submit="Show numbers">
      <SeveralField
        name="job"
        label="Jobs"
        description="By the same principles, also of several judges or runs"
        placeholder="Choose jobs"
        data={sets.map((name) => ({
          group: `By ${name}`,
          items: jobs
            .filter(({ comparison }) => comparison.name === name)
            .map(({ jobId, runs, judge }) => ({
              value: String(jobId),
              label: `Job ${jobId}: ${runs} · ${judge}`,
            })),
        }))}
        chosen={chosen}
        nothingFoundMessage="No matching jobs"
      />
    </ReportForm>
  );
}
