import type { PublishedMode } from "./vocabulary";

/** The accuracy of a run and what it was computed from, for those who publish it. */
export interface RunResults {
  model: {
    name: string;
    /** "OpenAI"; empty where it is not known. */
    provider: string;
    size: string;
    knowledgeCutoff: string;
    hasWebSearch: boolean | null;
    dateInPrompt: boolean | null;
  };
  run: {
    runId: number;
    name: string;
    /** ISO day. */
    ranOn: string | null;
    promptMethod: string;
    temperature: number | null;
    maxTokens: number | null;
  };
  release: {
    name: string;
    sha256: string;
    /** Its public page; null while the public pages are off. */
    address: string | null;
    /** Its public CSV file. */
    file: string | null;
  };
  /** ISO moment of the last thing that was counted, and the state that gives the same numbers again. */
  at: string;
  state: string;
  /** Of the release, and in the scope of the report. */
  questions: number;
  /** Shares from 0 to 1; null where no response has a verdict of the mode. */
  modes: Record<PublishedMode, PublishedAccuracy | null>;
  /** The shares are estimated from a random sample. */
  estimated: boolean;
  /** Of the campaigns under Relaxed and Strict that the run is in; null where no one rated it there. */
  agreement: PublishedAgreement | null;
  /** Whose verdicts count and how, by which answers, gold, and of when: sentences. */
  notes: string[];
  /** The same for programs. */
  counted: Record<"verdicts" | "rule" | "truth" | "gold" | "split" | "campaign", string>;
}

export interface PublishedAccuracy {
  value: number;
  low: number | null;
  high: number | null;
  right: number;
  judged: number;
  /** Of them, with an automatic verdict. */
  automatic: number;
}

export interface PublishedAgreement {
  campaigns: string[];
  judgments: number;
  raters: number;
  /** Responses with two ratings or more. */
  compared: number;
  alpha: Record<PublishedMode, number | null>;
  percent: Record<PublishedMode, number | null>;
}

/** A response with the verdicts that its run's accuracy counts. */
export interface PublishedInstance {
  /** "Q17". */
  questionId: string;
  question: string;
  /** The accepted answers that it was judged by. */
  answers: string[];
  response: string;
  category: string;
  hops: string;
  split: string | null;
  /** The verdicts are an evaluator's. */
  automatic: boolean;
  verdicts: Record<PublishedMode, boolean | null>;
}
