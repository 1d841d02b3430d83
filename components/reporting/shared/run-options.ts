import type { ReportChoices } from "@/lib/reporting/accuracy/schema";

/** Runs as a form offers them. */
export function runOptions(
  runs: readonly Omit<ReportChoices["runs"][number], "modelId">[],
): { value: string; label: string }[] {
  return runs.map(({ runId, model, run, release }) => ({
    value: String(runId),
    label: `${model} · ${run} · ${release}`,
  }));
}
