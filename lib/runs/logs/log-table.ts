import { toStorableText, type RecordRow } from "@/lib/dataset/file-formats/read-records";
import { DEFAULT_MAX_INFLATED, fileError } from "@/lib/dataset/file-formats/release-file";
import { UnreadableLog, type LogHead, type LogItem, type LogSample } from "./run-log";
import {
  LOG_PARTS,
  MAX_CHOICE,
  MAX_CHOICES,
  type ChosenParts,
  type FoundLog,
  type LogPart,
} from "./schema";
import { isSameModel } from "./same-model";
import type { LogTool } from "./vocabulary";

/** The columns of every log, as a table; those of its scorers follow in pairs: the verdict and its explanation. */
const LOG_COLUMNS = [
  "question",
  "question_id",
  "sample",
  "response",
  "error",
  "epoch",
  "filter",
  "variant",
  "stop_reason",
  "reasoning",
] as const;
type LogColumn = (typeof LOG_COLUMNS)[number];

export const AT = Object.fromEntries(LOG_COLUMNS.map((name, at) => [name, at])) as Record<
  LogColumn,
  number
>;
const MAX_SCORERS = 100;
const MAX_NAME = 500;
const MAX_TRIPLES = 10_000;
/** Of all cells of a row, in characters: as much as a value of a log may have. */
const MAX_ROW = 16_000_000;

/** Makes a table of a log's samples, and remembers what there is in it. */
export class LogTable {
  /** Samples, readable or not. */
  count = 0;
  private readonly scorers: (FoundLog["scorers"][number] & { explained: boolean })[] = [];
  private readonly met: Record<LogPart, Set<string>> = {
    epoch: new Set(),
    filter: new Set(),
    variant: new Set(),
  };
  /** The model of each variant. */
  private readonly models = new Map<string, string>();
  private readonly filled = new Set<number>();
  private indexes = true;

  private length = 0;
  /** How many samples have a response, by what there is to choose from; none where a model had errors alone. */
  private readonly answered = new Map<string, { chosen: ChosenParts; count: number }>();

  /** @param maxLength as many characters may all rows have */
  constructor(
    private readonly tool: LogTool,
    private readonly maxLength = DEFAULT_MAX_INFLATED,
  ) {}

  row(item: LogItem): RecordRow {
    this.count++;
    const place = { record: item.record, line: item.line };
    if ("fault" in item) return { ...place, cells: [], fault: item.fault, detail: item.detail };
    const texts = this.cells(item.sample);
    const length = texts.reduce((sum, cell) => sum + cell.length, 0);
    if (length > MAX_ROW)
      return {
        ...place,
        cells: [],
        fault: "record-too-long",
        detail: item.sample.sampleId.slice(0, 100),
      };
    if ((this.length += length) > this.maxLength)
      throw new UnreadableLog(fileError("too-large", "its samples have too much text"));
    const cells = texts.map(toStorableText);
    cells.forEach((cell, at) => cell !== "" && this.filled.add(at));
    const replaced = cells.some((cell, at) => cell !== texts[at]);
    return { ...place, cells, fault: replaced ? "replaced" : null, detail: null };
  }

  private cells(sample: LogSample): string[] {
    const chosen = {
      epoch: choice(sample.epoch),
      filter: choice(sample.filter),
      variant: choice(sample.variant),
    };
    for (const part of LOG_PARTS)
      if (chosen[part] !== "" && this.met[part].size < MAX_CHOICES)
        this.met[part].add(chosen[part]);
    if (sample.model !== "" && this.met.variant.has(chosen.variant))
      this.models.set(chosen.variant, toStorableText(sample.model).slice(0, MAX_NAME));
    const key = JSON.stringify(chosen);
    const count = sample.response.trim() === "" ? 0 : 1;
    const known = this.answered.get(key);
    if (known !== undefined) known.count += count;
    else if (this.answered.size < MAX_TRIPLES) this.answered.set(key, { chosen, count });
    if (!/^\d{1,9}$/.test(sample.sampleId)) this.indexes = false;
    const cells: Record<LogColumn, string> = {
      question: sample.question,
      question_id: sample.stableId,
      sample: sample.sampleId,
      response: sample.response,
      error: sample.error,
      ...chosen,
      stop_reason: sample.stop,
      reasoning: sample.reasoning,
    };
    const row: string[] = LOG_COLUMNS.map((name) => cells[name]);
    for (const { scorer, value, explanation } of sample.verdicts) {
      const found = this.scorerOf(scorer);
      if (value === "correct") found.correct++;
      else if (value === "incorrect") found.incorrect++;
      else if (value !== "") found.other++;
      found.explained ||= explanation !== "";
      row[found.column] = value;
      row[found.column + 1] = explanation;
    }
    return Array.from(row, (cell: string | undefined) => cell ?? "");
  }

  private scorerOf(wanted: string) {
    const name = choice(wanted) || "score";
    const known = this.scorers.find((scorer) => scorer.name === name);
    if (known !== undefined) return known;
    if (this.scorers.length >= MAX_SCORERS)
      throw new UnreadableLog(fileError("too-many-columns", `more than ${MAX_SCORERS} scorers`));
    const column = LOG_COLUMNS.length + 2 * this.scorers.length;
    const made = { name, column, correct: 0, incorrect: 0, other: 0, explained: false };
    this.scorers.push(made);
    return made;
  }

  /** The table's columns. */
  get columns(): string[] {
    const taken: readonly string[] = LOG_COLUMNS;
    return [
      ...LOG_COLUMNS,
      ...this.scorers.flatMap(({ name }) => {
        const own = taken.includes(name) ? `${name} (score)` : name;
        return [own, `${own} explanation`];
      }),
    ];
  }

  /** Whether a column holds anything. */
  holds(column: number): boolean {
    return this.filled.has(column);
  }

  /** Whether each sample is known by its place alone: there are neither texts nor question IDs. */
  get byPlace(): boolean {
    return this.indexes && !this.holds(AT.question) && !this.holds(AT.question_id);
  }

  /**
   * What was found, with what is taken unless someone chooses otherwise: of the run's model where the log has it among
   * others, what has the most responses together; of equals the first epoch, the last filter.
   * @param runs the model of the run, where there is one
   */
  found(head: LogHead, runs = ""): FoundLog {
    const parts = {
      epoch: [...this.met.epoch].toSorted(byNumber),
      filter: [...this.met.filter],
      variant: [...this.met.variant],
    };
    const models = [...new Set(this.models.values())];
    const own = new Set(runs === "" ? [] : models.filter((model) => isSameModel(model, runs)));
    const ofRun = (variant: string) => Number(own.has(this.models.get(variant) ?? ""));
    const best = [...this.answered.values()].toSorted(
      (one, other) =>
        ofRun(other.chosen.variant) - ofRun(one.chosen.variant) ||
        other.count - one.count ||
        place(parts.epoch, one.chosen.epoch) - place(parts.epoch, other.chosen.epoch) ||
        parts.filter.indexOf(other.chosen.filter) - parts.filter.indexOf(one.chosen.filter),
    )[0]?.chosen;
    const variant = best?.variant || (parts.variant[0] ?? "");
    const said = storable(head);
    return {
      tool: this.tool,
      ...said,
      ...(models.length > 1 && {
        models: Object.fromEntries(this.models),
        model: this.models.get(variant) ?? said.model,
      }),
      parts,
      chosen: {
        epoch: best?.epoch || (parts.epoch[0] ?? ""),
        filter: best?.filter || (parts.filter.at(-1) ?? ""),
        variant,
      },
      scorers: this.scorers.map(({ name, column, correct, incorrect, other }) => ({
        name,
        column,
        correct,
        incorrect,
        other,
      })),
    };
  }
}

/** A name as rows and choices have it alike, never cut in the middle of a character. */
function choice(text: string): string {
  return toStorableText(text.slice(0, MAX_CHOICE).replace(/[\uD800-\uDBFF]$/, "")).trim();
}

/** The place of a name among others; of none, behind all. */
function place(names: readonly string[], name: string): number {
  return name === "" ? names.length : names.indexOf(name);
}

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other) || 0;
}

/** A head as a database can keep it, with nothing in it that is longer than a name. */
function storable(head: LogHead): LogHead {
  const text = (value: string) => toStorableText(value).slice(0, MAX_NAME);
  return {
    ...head,
    toolVersion: text(head.toolVersion),
    model: text(head.model),
    task: text(head.task),
    dataset: text(head.dataset),
    trouble: text(head.trouble),
    parameters: Object.fromEntries(
      Object.entries(head.parameters).map(([name, value]) => [text(name), text(value)]),
    ),
  };
}
