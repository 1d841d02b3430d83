import { LinkAnchor } from "../ui/links";
import { formatDay } from "../ui/format";
import classes from "../accuracy/accuracy.module.css";
import type { RunConditions } from "@/lib/leaderboard/schema";

/** Under which conditions a run came about. */
export function RunConditionsList({ run }: { run: RunConditions }) {
  const known = (value: boolean | null) => (value === null ? "not known" : value ? "yes" : "no");
  const lines: [string, string][] = [
    ["Model", run.model], ["Provider", run.provider], ["Size", run.size], ["Knowledge cutoff", run.knowledgeCutoff], ["Told the present date", known(run.toldDate)], ["Search engine", known(run.hasSearch)],
    ["Run", run.run], ["Answered on", run.ranOn === null ? "" : formatDay(run.ranOn)], ["Prompt", run.promptMethod], ["Temperature", run.temperature === null ? "" : String(run.temperature)],
    ["At most", run.maxTokens === null ? "" : `${run.maxTokens} tokens`],
  ];
  return (
    <dl className={classes.inputs}>
      {lines.map(([title, words]) => <div key={title} style={{ display: "contents" }}><dt>{title}</dt><dd>{words === "" ? "not stated" : words}</dd></div>)}
      <dt>Release</dt><dd><LinkAnchor href={`/public/releases/${run.release}`} inherit underline="always">{run.release}</LinkAnchor></dd>
      <dt>Its SHA-256</dt><dd><code>{run.sha256}</code></dd>
    </dl>
  );
}
