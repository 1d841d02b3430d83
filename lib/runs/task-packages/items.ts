import type { OutgoingRow } from "@/lib/dataset/exports/file-bytes";
import { contentCellsOf } from "@/lib/dataset/file-formats/release-file";
import { acceptedAnswers, answerCellsOf, cellOf } from "@/lib/dataset/questions/cells";
import { conversation, dateInWords } from "@/lib/runs/connections/conversation";
import { ASKING } from "@/lib/runs/generation/presets";
import type { Message } from "@/lib/runs/connections/models";
import { releaseDay } from "@/lib/dataset/releases/vocabulary";

/** As the methods here ask, so that a run elsewhere can stand beside one here. */
export const MAX_TOKENS = ASKING.maxTokens;
const STYLE = ASKING.instruction;

/** A question as a task holds it. */
export interface TaskItem {
  /** "Q17", by which a log finds its way back. */
  questionId: string;
  question: string;
  /** The accepted answers, at least one, without what surrounds them. */
  answers: string[];
  /** What else the release says of it, under its columns' names. */
  metadata: Record<"split" | "effective_year" | "false_premise" | "num_hops" | "fact_type", string>;
}

/** Returns a row of a release as tasks hold it. */
export function taskItem(row: OutgoingRow): TaskItem {
  const content = contentCellsOf(row);
  const told = (column: Parameters<typeof cellOf>[1]) => cellOf(content, column).trim();
  return {
    questionId: row.questionId,
    question: told("question"),
    answers: acceptedAnswers(answerCellsOf(content)),
    metadata: {
      split: told("split"),
      effective_year: told("effective_year"),
      false_premise: told("false_premise"),
      num_hops: told("num_hops"),
      fact_type: told("fact_type"),
    },
  };
}

/** The release's day as prompts state it, "April 07, 2025": on it its answers hold, and it gives the same bytes each day. */
function dateOf(release: string): string {
  return dateInWords(releaseDay(release)!);
}

/** Instruction, date and question as chat models are sent them: what a method without examples sends. */
export function chatOf(question: string, release: string): Message[] {
  return conversation(question, dateOf(release), STYLE);
}

/** Instruction and date for models that are sent one text. */
export function instructionOf(release: string): string {
  return `You are a helpful assistant. ${STYLE} Today is ${dateOf(release)} in Pacific Standard Time.`;
}
