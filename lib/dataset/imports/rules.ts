import { day } from "@/lib/platform/days";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import {
  UNKNOWN_DATE,
  type FileDate,
  type ImportOutcome,
  type PlanCounts,
  type PlannedWrites,
} from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";

/**
 * The day of a release by its file's name, `FreshQA_vMMDDYYYY…`, as an ISO day; null where the name tells none.
 */
export function releaseDayOf(fileName: string): string | null {
  const match = /FreshQA_v(\d{2})(\d{2})(\d{4})/i.exec(fileName);
  return match && (day().safeParse(`${match[3]}-${match[1]}-${match[2]}`).data ?? null);
}

/**
 * The ISO day since which the answers of a file hold: what was said of it, else that in its name. Null: unknown;
 * undefined: someone has to say it.
 */
export function dateOfFile(
  fileName: string,
  said: FileDate | undefined,
): string | null | undefined {
  if (said === UNKNOWN_DATE) return null;
  return said ?? releaseDayOf(fileName) ?? undefined;
}

/** An ISO day that has not begun anywhere on Earth: of no file. */
export function isToCome(day: string, at: Date): boolean {
  return day > new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** Whether an import is over, so that the next file of its queue follows. */
export function isOver(status: string): boolean {
  return ["applied", "undone", "cancelled"].includes(status);
}

/** Files in the order in which a queue imports them: by their dates, those of unknown date last, by name. */
export function inQueueOrder<T extends { fileName: string; releasedOn: Date | string | null }>(
  files: readonly T[],
): T[] {
  const key = ({ fileName, releasedOn }: T) =>
    `${releasedOn === null ? "9999" : new Date(releasedOn).toISOString()} ${fileName}`;
  return files.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/**
 * Whose order an import keeps unless someone chooses: a file that has at least half of the questions is a release, and
 * the dataset takes its order; a smaller one brings additions, which go behind what is there.
 */
export function suggestOrder(counts: Pick<PlanCounts, "present" | "missing">): "file" | "present" {
  return counts.missing * 2 <= counts.present ? "file" : "present";
}

/** Why a plan cannot be applied with these choices, as a code and words; null when it can. */
export function obstacleOf(
  counts: Pick<
    PlanCounts,
    "bad" | "suspect" | "unreadable" | "rewordingsOpen" | "conflictsOpen" | "rows"
  >,
  choices: { skipBadRows: boolean; acceptSuspect: boolean },
): {
  code: "bad-rows" | "nothing-to-import" | "suspect-rows" | "undecided";
  message: string;
} | null {
  const broken = counts.bad + counts.unreadable;
  if (broken > 0 && !choices.skipBadRows) {
    return {
      code: "bad-rows",
      message: `${broken} ${broken === 1 ? "row has" : "rows have"} errors. Fix the file and import it again, or choose to skip ${broken === 1 ? "it" : "them"}.`,
    };
  }
  if (counts.suspect > 0 && !choices.skipBadRows && !choices.acceptSuspect) {
    return {
      code: "suspect-rows",
      message: `${counts.suspect} ${counts.suspect === 1 ? "row has" : "rows have"} a warning. Fix the file, or choose to import ${counts.suspect === 1 ? "it" : "them"} as is or skip ${counts.suspect === 1 ? "it" : "them"}.`,
    };
  }
  if (counts.rewordingsOpen > 0) {
    return {
      code: "undecided",
      message: `${countOf(counts.rewordingsOpen, "rewording")} undecided. Decide on each first: same question, different question, or replaced.`,
    };
  }
  if (counts.conflictsOpen > 0) {
    return {
      code: "undecided",
      message: `${countOf(counts.conflictsOpen, "question")} changed both here and in the file. Choose a version for each first.`,
    };
  }
  if (counts.rows - counts.bad - (choices.acceptSuspect ? 0 : counts.suspect) <= 0) {
    return { code: "nothing-to-import", message: "No rows to import." };
  }
  return null;
}

/**
 * A likeness in whole percent, rounded down: 100% only for equal texts, and a percentage that reaches the limit for
 * accepting several together only where the likeness does.
 */
export function alikePercent(score: number): string {
  return `${Math.floor(Math.round(score * 1_000) / 10)}%`;
}

/** Below this share of known questions a file is probably not about this dataset. */
const KIN_SHARE = 0.05;

/** True when hardly a row of a larger file is a question of the dataset: someone may have taken the wrong file. */
export function looksUnrelated(
  counts: Pick<PlanCounts, "present" | "rows" | "exact" | "normalized" | "reworded">,
): boolean {
  return (
    counts.present >= 20 &&
    counts.rows >= 20 &&
    counts.exact + counts.normalized + counts.reworded < counts.rows * KIN_SHARE
  );
}

/** What a queue answers to the questions of a plan: nothing is skipped or accepted unasked, and what was written here stays. */
export const QUEUE_CHOICES = { skipBadRows: false, acceptSuspect: false, keepOwn: true };

/** Whether a queue applies a plan without asking anyone. */
export function appliesByItself(counts: PlanCounts): boolean {
  return !looksUnrelated(counts) && obstacleOf(counts, QUEUE_CHOICES) === null;
}

/** Who acts next on the plan whose turn it is in a started queue. */
export type QueueTurn =
  /** A person: something needs a decision. */
  | "decide"
  /** A person: they have decided all of it. */
  | "apply"
  /** The server: it applies the plan in a moment. */
  | "server"
  /** No one: the server failed to apply it, and tries again later. */
  | "stopped";

/** @param silent whether the plan was made so long ago that the server would have applied it by now */
export function queueTurn(counts: PlanCounts, silent: boolean): QueueTurn {
  if (!appliesByItself(counts)) return "decide";
  const decided =
    counts.rewordingsAccepted +
    counts.rewordingsRejected +
    counts.rewordingsReplaced +
    counts.conflicts -
    counts.conflictsOpen;
  if (decided > 0) return "apply";
  return silent ? "stopped" : "server";
}

/**
 * Whether the server is at work on a queue's file, so that what is shown of it holds for a moment only. A file that was
 * done while the page was read counts, too: the next one follows.
 * @param turn of a planned file in a started queue; null otherwise
 */
export function isPassing(started: boolean, status: string, turn: QueueTurn | null): boolean {
  return (
    ["reading", "matching", "applying"].includes(status) ||
    isOver(status) ||
    (started && status === "queued") ||
    (turn !== null && turn !== "decide")
  );
}

/** What applying a plan does, as sentences; the numbers are those that applying then reports. */
export function describeApplying(
  counts: Pick<PlanCounts, "missing" | "bad" | "unreadable" | "suspect" | "present">,
  writes: PlannedWrites,
  choices: { acceptSuspect: boolean; missing: "keep" | "retire"; order: "file" | "present" },
): string[] {
  const written = [
    ...(writes.created > 0 ? [`${countOf(writes.created, "question")} will be added`] : []),
    ...(writes.changed > 0
      ? [`${countOf(writes.changed, "question")} will get a new revision`]
      : []),
    ...(writes.reworded > 0 ? [`${countOf(writes.reworded, "question")} will be reworded`] : []),
    ...(writes.replaced > 0
      ? [
          `${countOf(writes.replaced, "question")} will be retired and replaced by ${writes.replaced === 1 ? "a new one" : "new ones"}`,
        ]
      : []),
    ...(choices.missing === "retire" && counts.missing > 0
      ? [`${countOf(counts.missing, "question")} missing from the file will be retired`]
      : []),
    ...(writes.keptEdits > 0
      ? [`${countOf(writes.keptEdits, "question")} edited here will be kept`]
      : []),
    ...(writes.unchanged > 0 ? [`${formatCount(writes.unchanged)} will stay unchanged`] : []),
  ];
  const leftOut = counts.bad + counts.unreadable + (choices.acceptSuspect ? 0 : counts.suspect);
  const sentences = [
    sentence(written.length > 0 ? inList(written) : "no questions will be imported"),
  ];
  if (choices.missing === "keep" && counts.missing > 0)
    sentences.push(
      sentence(`${countOf(counts.missing, "question")} missing from the file will be kept`),
    );
  if (leftOut > 0) sentences.push(sentence(`${countOf(leftOut, "row")} will be skipped`));
  if (counts.present > 0)
    sentences.push(
      choices.order === "file"
        ? "Questions will be reordered to match the file."
        : "The current order is kept; new questions go last.",
    );
  sentences.push("Nothing is deleted: every earlier revision stays in the history.");
  return sentences;
}

/** What applying did, as one line for lists and the import's page. */
export function describeOutcome(outcome: ImportOutcome): string {
  const parts = [
    ...(outcome.created > 0 ? [`${formatCount(outcome.created)} added`] : []),
    ...(outcome.changed > 0 ? [`${formatCount(outcome.changed)} changed`] : []),
    ...(outcome.reworded > 0 ? [`${formatCount(outcome.reworded)} reworded`] : []),
    ...((outcome.replaced ?? 0) > 0 ? [`${formatCount(outcome.replaced!)} replaced`] : []),
    ...(outcome.retired > 0 ? [`${formatCount(outcome.retired)} retired`] : []),
    ...((outcome.keptEdits ?? 0) > 0 ? [`${formatCount(outcome.keptEdits!)} kept as edited`] : []),
    ...(outcome.unchanged > 0 ? [`${formatCount(outcome.unchanged)} unchanged`] : []),
    ...(outcome.kept > 0 ? [`${formatCount(outcome.kept)} missing (kept)`] : []),
    ...(outcome.leftOut > 0
      ? [`${formatCount(outcome.leftOut)} ${outcome.leftOut === 1 ? "row" : "rows"} skipped`]
      : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "no changes";
}

function inList(parts: readonly string[]): string {
  return parts.length < 3
    ? parts.join(" and ")
    : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** What a reading makes of a file, a sentence for each way in which the file differs from the official form. */
export function describeReading(reading: Reading): string[] {
  return [
    ...(reading.sheet === undefined ? [] : [`The questions are on the sheet “${reading.sheet}”.`]),
    ...(reading.separator === undefined
      ? []
      : [
          `Cells are separated by ${reading.separator === "tab" ? "tabs" : "semicolons"} instead of commas.`,
        ]),
    ...(reading.header === undefined
      ? []
      : [
          "Column names are matched ignoring case and spaces; empty columns without a name are skipped.",
        ]),
    ...(reading.columns === undefined
      ? []
      : [
          `Columns are mapped: ${inList(
            reading.columns.names.flatMap((name, at) =>
              reading.columns!.as[at] ? [`“${name}” is ${reading.columns!.as[at]}`] : [],
            ),
          )}.${reading.columns.as.includes("") ? " Others are ignored." : ""} What the file lacks stays as it is.`,
        ]),
    ...(reading.as === undefined
      ? []
      : ["The file is read as a plain table, not as the log of an evaluation tool."]),
    ...(reading.quotes === undefined ? [] : ["Quotes inside unquoted cells are part of the text."]),
    ...(reading.formulas === undefined
      ? []
      : ["Formulas without a stored result are empty cells."]),
  ];
}

/** The name of a file for spreadsheets: "freshqa-2026-11-22-spreadsheet.csv". */
export function spreadsheetFileName(fileName: string): string {
  return fileName.replace(/(\.[^.]*)?$/, "-spreadsheet$1");
}
