import type { FoundLog } from "./schema";
import { LOG_TOOLS } from "./vocabulary";

/** The name under which the verdicts of a scorer are kept: "Inspect: model_graded_qa (openai/gpt-4o)". */
export function evaluatorName(found: FoundLog, scorer: string): string {
  const judge = found.parameters["judge"];
  return `${LOG_TOOLS[found.tool]}: ${scorer}${judge === undefined ? "" : ` (${judge})`}`.slice(
    0,
    200,
  );
}

/** The scorers whose values are all verdicts. */
export function verdictScorers({ scorers }: FoundLog): FoundLog["scorers"] {
  return scorers.filter(({ correct, incorrect, other }) => other === 0 && correct + incorrect > 0);
}
