import type { LookedAtFile } from "@/lib/runs/responses/look-queries";
import { conditionsOf } from "@/lib/runs/responses/log-choices";
import { LOG_TOOLS } from "@/lib/runs/logs/vocabulary";

/** The files that are taken for one run unless someone chooses otherwise: those of the first one's model. */
export function takenOf(found: readonly LookedAtFile[]): Set<number> {
  const model = found[0]?.log?.model ?? "";
  return new Set(found.flatMap(({ log }, at) => (at === 0 || log?.model === model ? [at] : [])));
}

/** What stands for a model that is added with the run. */
export const NEW_MODEL = "new";

export interface RunFields {
  modelId: string;
  modelName: string;
  releaseName: string;
  name: string;
  ranOn: string;
  temperature: number | string;
  maxTokens: number | string;
  note: string;
  logName: string;
}

/** What a form held before it was filled in from a log, and behind. */
export interface Filling {
  before: RunFields;
  behind: RunFields;
}

/** The form without what a log filled in; what someone changed since stays. */
export function withoutFilled(values: RunFields, filling: Filling | null): RunFields {
  if (filling === null) return values;
  const { before, behind } = filling;
  const names = Object.keys(values) as (keyof RunFields)[];
  return Object.fromEntries(
    names.map((name) => [name, values[name] === behind[name] ? before[name] : values[name]]),
  ) as unknown as RunFields;
}

/** What a log fills in of the form for a new run. A name or note that someone entered stays. */
export function filledIn(
  values: RunFields,
  { fileName, log, releases }: LookedAtFile,
  choices: { models: { modelId: number; name: string }[]; releases: string[] },
): RunFields {
  const logName = fileName;
  if (log === null) return { ...values, logName };
  const same = (name: string) => name.trim().toLowerCase() === log.model.trim().toLowerCase();
  const known = choices.models.find(({ name }) => same(name));
  const release = releases[0]?.name;
  const day = log.startedAt?.slice(0, 10) ?? "";
  const { ranOn, temperature, maxTokens } = conditionsOf(
    { ranOn: null, temperature: null, maxTokens: null },
    log,
  );
  const tool = [LOG_TOOLS[log.tool], log.toolVersion].filter(Boolean).join(" ");
  const said = Object.entries(log.parameters).map(([name, value]) => `${name}: ${value}`);
  return {
    ...values,
    logName,
    ...(known !== undefined
      ? { modelId: String(known.modelId), modelName: "" }
      : log.model.trim() !== "" && { modelId: NEW_MODEL, modelName: log.model.slice(0, 200) }),
    ...(release !== undefined && choices.releases.includes(release) && { releaseName: release }),
    name:
      values.name.trim() !== ""
        ? values.name
        : [log.task, day].filter(Boolean).join(", ").slice(0, 200) || fileName.slice(0, 200),
    ranOn: ranOn ?? values.ranOn,
    temperature: temperature ?? values.temperature,
    maxTokens: maxTokens ?? values.maxTokens,
    note:
      values.note.trim() !== ""
        ? values.note
        : [`From a log of ${tool}.`, ...said].join("\n").slice(0, 5_000),
  };
}
