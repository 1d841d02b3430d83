import { evaluatorName } from "@/lib/runs/logs/scorers";
import { isSameModel } from "@/lib/runs/logs/same-model";
import type { ChosenParts, FoundLog } from "@/lib/runs/logs/schema";
import { MAX_INT } from "@/lib/platform/plain-fields";
import type { ColumnRole, ImportColumns } from "./schema";

const VERDICTS: readonly ColumnRole[] = ["relaxed", "strict", "explanation"];

/** The column of the scorer whose verdicts are taken as Relaxed ones; "" where none is, "own" for any other setting. */
export function takenScorer(roles: readonly ColumnRole[], log: FoundLog): string {
  if (!roles.some((role) => VERDICTS.includes(role))) return "";
  const at = roles.indexOf("relaxed");
  const known = log.scorers.some(({ column }) => column === at);
  return known && !roles.includes("strict") ? String(at) : "own";
}

/** The columns with the verdicts of one scorer as Relaxed ones, under its name; of none where `column` is null. */
export function withScorer(
  { columns, roles }: ImportColumns,
  log: FoundLog,
  column: number | null,
): Pick<ImportColumns, "roles" | "evaluator"> {
  const scorer = log.scorers.find((one) => one.column === column);
  return {
    roles: columns.map((_, at) =>
      scorer !== undefined && at === scorer.column
        ? "relaxed"
        : scorer !== undefined && at === scorer.column + 1
          ? "explanation"
          : VERDICTS.includes(roles[at]!)
            ? "metadata"
            : roles[at]!,
    ),
    evaluator: scorer === undefined ? "" : evaluatorName(log, scorer.name),
  };
}

/** Whether a log names another model than that of its run. */
export function namesOther(log: FoundLog, model: string): boolean {
  return log.model.trim() !== "" && !isSameModel(log.model, model);
}

/** A log of which other parts are taken: its model follows. */
export function withChosen(log: FoundLog, chosen: ChosenParts): FoundLog {
  return { ...log, chosen, model: log.models?.[chosen.variant] ?? log.model };
}

/** The models of a log, each once; of most logs one. */
export function modelsOf({ model, models }: FoundLog): string[] {
  return models === undefined ? [model] : [...new Set(Object.values(models))];
}

/** Whether a log has responses of the run's model, whichever of its models are taken. */
export function hasModel(log: FoundLog, model: string): boolean {
  return modelsOf(log).some((one) => isSameModel(one, model));
}

/** The conditions of a run that a log can say. */
export interface RunConditions {
  /** ISO day. */
  ranOn?: string;
  temperature?: number;
  maxTokens?: number;
}

/** What a run does not say of itself and the log does. */
export function conditionsOf(
  run: { ranOn: Date | string | null; temperature: number | null; maxTokens: number | null },
  log: FoundLog,
): RunConditions {
  const { startedAt, temperature, maxTokens } = log;
  return {
    ...(run.ranOn === null && startedAt !== null && { ranOn: startedAt.slice(0, 10) }),
    ...(run.temperature === null &&
      temperature !== null &&
      temperature >= 0 &&
      temperature <= 100 && { temperature }),
    ...(run.maxTokens === null &&
      maxTokens !== null &&
      maxTokens >= 1 &&
      maxTokens <= MAX_INT && { maxTokens }),
  };
}

/** "run date 2026-02-03, temperature 0.5, max tokens 64"; empty where there is nothing. */
export function describeConditions({ ranOn, temperature, maxTokens }: RunConditions): string {
  return [
    ...(ranOn === undefined ? [] : [`run date ${ranOn}`]),
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(maxTokens === undefined ? [] : [`max tokens ${maxTokens}`]),
  ].join(", ");
}
