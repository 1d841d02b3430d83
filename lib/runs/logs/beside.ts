import { fileError } from "@/lib/dataset/file-formats/release-file";
import { MAX_PARAMETERS } from "./log-values";
import { UnreadableLog, type LogHead, type LogSample, type LogVerdict } from "./run-log";

const MAX_SCORES = 2_000_000;
const MAX_SCORERS = 100;

/** What scorers say of samples in a file beside the log: by the sample's name, its variant and its epoch. */
export class BesideVerdicts {
  /** How many samples were found in the log. */
  used = 0;
  private count = 0;
  private readonly bySample = new Map<string, LogVerdict[]>();

  /** @param fileName of the file that says it */
  constructor(private readonly fileName: string) {}

  /** @throws UnreadableLog where the file says too much, or contradicts itself */
  add(sample: readonly [name: string, variant: string, epoch: string], said: LogVerdict[]): void {
    const verdicts = said.slice(0, MAX_SCORERS);
    if ((this.count += verdicts.length) > MAX_SCORES)
      throw new UnreadableLog(fileError("too-large", "it has too many scores"));
    const key = JSON.stringify(sample);
    this.bySample.set(key, this.together(this.bySample.get(key) ?? [], verdicts));
  }

  get some(): boolean {
    return this.bySample.size > 0;
  }

  /** The sample with what is said of it. @throws UnreadableLog where another file says otherwise */
  with(sample: LogSample): LogSample {
    const said = this.bySample.get(JSON.stringify([sample.sampleId, sample.variant, sample.epoch]));
    if (said === undefined) return sample;
    this.used++;
    return { ...sample, verdicts: this.together(sample.verdicts, said) };
  }

  private together(before: readonly LogVerdict[], said: readonly LogVerdict[]): LogVerdict[] {
    const values = new Map(before.map(({ scorer, value }) => [scorer, value]));
    for (const { scorer, value } of said)
      if ((values.get(scorer) ?? value) !== value)
        throw new UnreadableLog(fileError("beside-contradicts", this.fileName));
    return [...before, ...said.filter(({ scorer }) => !values.has(scorer))];
  }
}

/** Fills in what a log does not say of its run and a file beside it does. */
export function takeBesideHead(head: LogHead, beside: LogHead): void {
  head.toolVersion ||= beside.toolVersion;
  head.model ||= beside.model;
  head.temperature ??= beside.temperature;
  head.maxTokens ??= beside.maxTokens;
  head.startedAt = beside.startedAt ?? head.startedAt;
  head.task ||= beside.task;
  head.dataset ||= beside.dataset;
  const room = MAX_PARAMETERS - Object.keys(head.parameters).length;
  const further = Object.entries(beside.parameters).filter(
    ([name]) => !Object.hasOwn(head.parameters, name),
  );
  Object.assign(head.parameters, Object.fromEntries(further.slice(0, Math.max(0, room))));
}
