import { LinkAnchor } from "@/components/ui/links";
import classes from "@/components/reporting/shared/report-inputs.module.css";
import type { RunConfiguration } from "@/lib/reporting/leaderboard/schema";
import { formatDay } from "@/lib/platform/format";

/** Renders a run's configuration. */
export function RunConditionsList({ run }: { run: RunConfiguration }) {
  const known = (value: boolean | null) => (value === null ? "unknown" : value ? "yes" : "no");
  const lines: [string, string][] = [
    ["Model", run.model],
    ["Provider", run.provider],
    ["Size", run.size],
    ["Knowledge cutoff", run.knowledgeCutoff],
    ["Date in prompt", known(run.dateInPrompt)],
    ["Web search", known(run.hasWebSearch)],
    ["Run", run.run],
    ["Run date", run.ranOn === null ? "" : formatDay(run.ranOn)],
    ["Prompt", run.promptMethod],
    ["Temperature", run.temperature === null ? "" : String(run.temperature)],
    ["Max tokens", run.maxTokens === null ? "" : String(run.maxTokens)],
  ];
  return (
    <dl className={classes.inputs}>
      {lines.map(([title, words]) => (
        <div key={title} style={{ display: "contents" }}>
          <dt>{title}</dt>
          <dd>{words === "" ? "not specified" : words}</dd>
        </div>
      ))}
      <dt>Release</dt>
      <dd>
        <LinkAnchor href={`/public/releases/${run.release}`} inherit underline="always">
          {run.release}
        </LinkAnchor>
      </dd>
      <dt>SHA-256</dt>
      <dd>
        <code>{run.sha256}</code>
      </dd>
    </dl>
  );
}
