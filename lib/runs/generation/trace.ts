import type { ChosenEvidence } from "@/lib/runs/connections/evidence";
import type { Message } from "@/lib/runs/connections/models";
import type { Reading, Selection } from "@/lib/runs/connections/retrieved";
import type { Finish, ModelTrouble } from "@/lib/runs/connections/vocabulary";

/*
 * What was asked, searched and answered for an item of a job, as its page shows it.
 */

/** So many characters of a raw answer are shown. */
export const RECEIVED_SHOWN = 20_000;

interface TracedStep {
  /** From 0; a failed call has the step of the one that follows it. */
  step: number;
  /** ISO time. */
  startedAt: string;
  durationMs: number;
  /** US dollars; null: the price is not known. */
  cost: number | null;
}

/** A request to a model and what became of it. */
export interface CallTrace extends TracedStep {
  kind: "call";
  messages: readonly Message[];
  /** Parameters as requested. */
  requested: Readonly<Record<string, unknown>>;
  /** Parameters as sent, without the messages. */
  effective: Readonly<Record<string, unknown>>;
  state: "answered" | ModelTrouble;
  /** The reply; null where there is none. */
  text: string | null;
  /** What went wrong, in words. */
  error: string | null;
  finish: Finish | null;
  /** The API's own word for it. */
  finishRaw: string | null;
  /** How a judge's reply was read. */
  reading: "parsed" | "unparsed" | "truncated" | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Of the output. */
  reasoningTokens: number | null;
  /** Of the input. */
  cachedTokens: number | null;
  /** The body that was received, letter by letter: its beginning. */
  received: string | null;
  /** How many characters all of it has. */
  receivedLength: number;
}

/** A search and what the prompt took of it. */
export interface SearchTrace extends TracedStep {
  kind: "search";
  query: string;
  connectionName: string;
  /** ISO date that its answer is stored under. */
  day: string;
  /** How many requests it took when it was made. */
  requests: number;
  evidence: ChosenEvidence;
}

/** A request to a model that compares paragraphs with the question; its reply is their similarities, JSON. */
export interface ComparisonTrace extends Omit<CallTrace, "kind" | "messages" | "requested"> {
  kind: "comparison";
  requested: {
    /** The question and the paragraphs. */
    texts: number;
  };
}

/** Pages that were read. */
export interface ReadingTrace extends TracedStep {
  kind: "pages";
  outcome: Reading;
}

/** Paragraphs that were chosen among those of the pages. */
export interface SelectionTrace extends TracedStep {
  kind: "paragraphs";
  outcome: Selection;
}

/** In the order in which they were taken. */
export type TraceStep = CallTrace | SearchTrace | ComparisonTrace | ReadingTrace | SelectionTrace;
