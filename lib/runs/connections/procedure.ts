import type { ChosenEvidence, Evidence } from "./evidence";
import type { Message, ModelReply } from "./models";
import type { PageToRead, ReadPage, Selection } from "./retrieved";
import type { Reference } from "@/lib/runs/references/vocabulary";

/*
 * What is done for one item of a job, step by step. A procedure is pure: from what the earlier steps brought it says the
 * next one. Each step's outcome is stored before the next is taken, so that an item goes on where a killed worker left it,
 * and nothing that is stored is asked for again.
 */

/** How a search is to be made. A service that cannot do one of them leaves it out. */
export interface SearchOptions {
  /** "en" and "us": language of the interface, country. */
  language: string;
  country: string;
  /** Of organic results; services give about ten a page, so that more take several requests. */
  organic: number;
  /** Whether texts that a search engine's own model wrote are evidence, too. The method says so. */
  aiText: boolean;
}

/** What of a reply the next steps read. */
export type Reply = Pick<ModelReply, "text" | "finish">;

export type Step<End> =
  | {
      kind: "ask";
      messages: readonly Message[];
      /** Of the reply, where it is another number than the evaluator's or the method's. */
      maxTokens?: number;
      /** How a judge's reply is read, for the record of the call; null for replies that are no verdicts. */
      read: ((reply: Reply) => "parsed" | "unparsed" | "truncated") | null;
    }
  | {
      kind: "search";
      query: string;
      options: SearchOptions;
      /** What the prompt takes of it. Stored as it is now: a later version of the rule changes nothing. */
      choose: (found: readonly Evidence[]) => ChosenEvidence;
    }
  /** Reads pages; the item fails where none of them can be read. */
  | { kind: "read"; pages: readonly PageToRead[]; timeoutMs: number }
  /** Asks a model how like a question texts are. */
  | { kind: "compare"; servedModelId: number; question: string; texts: readonly string[] }
  | {
      kind: "select";
      /** Which paragraphs the prompt gets. Stored as it is now. */
      select: () => Selection;
    }
  | { kind: "end"; end: End };

/** What a step brought. */
export type Taken =
  | { kind: "asked"; reply: Reply }
  | { kind: "searched"; chosen: ChosenEvidence }
  /** Those that could be read, in the order of their results. */
  | { kind: "read"; pages: readonly ReadPage[] }
  /** From -1 to 1, of each text. */
  | { kind: "compared"; similarities: readonly number[] }
  | { kind: "selected"; selection: Selection };

/**
 * @param taken of every step so far, in order; the same always leads to the same step.
 */
export type Procedure<End> = (taken: readonly Taken[]) => Step<End>;

/** How an item that asks for a response ends. */
export interface ResponseEnd {
  outcome: "answered" | "empty" | "refused" | "truncated";
  /** The response as it is stored; empty where there is none. */
  text: string;
  /** That its prompt gave it to cite. */
  references?: readonly Reference[];
}

/** How an item that judges a response ends. Only `parsed` becomes a verdict. */
export type VerdictEnd =
  | { outcome: "parsed"; correct: boolean; comment: string }
  | { outcome: "unparsed" | "truncated" | "refused" };

/** How an item that compares two responses by a principle ends. Only `parsed` becomes a preference. */
export type PreferenceEnd =
  /** What the judge said where A is first, and where B is: 1 the first one is better, −1 the second, 0 a tie. */
  | { outcome: "parsed"; ab: 1 | 0 | -1; ba: 1 | 0 | -1 }
  | { outcome: "unparsed" | "truncated" | "refused" };

export type ItemEnd = ResponseEnd | VerdictEnd | PreferenceEnd;

/**
 * Makes a procedure of a function that yields its steps and returns its end. It is run from its beginning each time, with
 * what was stored, so that it must be pure.
 */
export function procedure<End>(
  run: () => Generator<Exclude<Step<End>, { kind: "end" }>, End, Taken>,
): Procedure<End> {
  return (taken) => {
    const steps = run();
    let at = steps.next();
    for (const one of taken) {
      if (at.done || FITS[at.value.kind] !== one.kind)
        throw new Error("What is stored for this item does not fit its procedure.");
      at = steps.next(one);
    }
    return at.done ? { kind: "end", end: at.value } : at.value;
  };
}

const FITS = {
  ask: "asked",
  search: "searched",
  read: "read",
  compare: "compared",
  select: "selected",
} as const;
