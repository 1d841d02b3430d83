/*
 * The words of protocols. No schema library here: the desk needs these and stays light; what a definition must hold is
 * in schema.ts, which hands these words on.
 */

/**
 * What a rater is asked about at a time: one response; one of its references; all responses that the campaign's runs
 * have to one question; two of them.
 */
export const UNITS = ["response", "reference", "question", "pair"] as const;
export type Unit = (typeof UNITS)[number];

/** Responses to one question that a rater ranks: as many runs a campaign of that unit may have. */
export const MAX_RANKED = 9;

/** What is measured, which decides the statistics: see the table in docs/decisions/0128. */
export const QUESTION_KINDS = [
  "binary",
  "nominal",
  "ordinal",
  "ranking",
  "pairwise",
  "text",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Whether more is better, less is, or neither. */
export const DIRECTIONS = ["up", "down", "none"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Whether two responses may be called equal, and whether "both are bad" is told from that. */
export const TIES = ["none", "one", "good-or-bad"] as const;
export type Ties = (typeof TIES)[number];

/** What becomes of the marks `[1]` in responses: links to their references, or taken out. */
export const MARKS = ["kept", "removed"] as const;

/** A value that may be chosen, with what it means. */
export interface Level {
  value: number;
  label: string;
  /** A sentence for the rater. */
  meaning: string;
}

interface Asked {
  /** Names it in exports: lower-case letters, digits, hyphens. */
  key: string;
  label: string;
  help: string;
  /** Asked only where the answer to an earlier question is this value. */
  when: { key: string; is: number } | null;
}

interface Chosen extends Asked {
  required: boolean;
  direction: Direction;
  /** "Cannot tell" may be answered: a given answer, left out of means and agreement, its share shown. */
  cannotTell: boolean;
  /** The values 0 and 1 of binary, those of nominal in their order, those of ordinal ascending. */
  levels: Level[];
}

export type BinaryQuestion = Chosen & { kind: "binary" };
type NominalQuestion = Chosen & { kind: "nominal" };
export type OrdinalQuestion = Chosen & {
  kind: "ordinal";
  /** It asks whether the citations of a response are right: reports show the citation check beside it. */
  aboutCitations?: true | undefined;
};
export type ChoiceQuestion = BinaryQuestion | NominalQuestion | OrdinalQuestion;
export type RankingQuestion = Asked & { kind: "ranking"; required: boolean; ties: boolean };
export type PairwiseQuestion = Asked & {
  kind: "pairwise";
  required: boolean;
  cannotTell: boolean;
  ties: Ties;
};
export type TextQuestion = Asked & { kind: "text"; required: boolean; max: number };
export type ProtocolQuestion = ChoiceQuestion | RankingQuestion | PairwiseQuestion | TextQuestion;

/** Of two answers, the first one requires the second one: `strict = 1` requires `relaxed = 1`. */
export interface Rule {
  if: { key: string; is: number };
  then: { key: string; is: number };
}

/** What raters are shown beside the question and the responses. Models' names are never shown. */
export interface Shown {
  correctAnswers: boolean;
  evidence: boolean;
  references: boolean;
  marks: (typeof MARKS)[number];
}

/** What a version of a protocol says. */
export interface ProtocolDefinition {
  unit: Unit;
  shows: Shown;
  questions: ProtocolQuestion[];
  rules: Rule[];
}

/**
 * The winner of a pair: the first response, the second, neither, or – where that is told apart – neither because both are
 * bad. Stored answers count responses by their places, raters' forms as they are shown.
 */
export const PAIR = { first: 1, second: 2, tie: 0, bothBad: -1 } as const;

/** The answer to one question. */
export type Answer =
  | { cannotTell: true }
  /** A level's value; of a pairwise question a value of PAIR. */
  | { value: number }
  /** Of each of the unit's responses, by place or as shown: 1 is best, equal ranks share the smaller one (1, 1, 3). */
  | { ranks: number[] }
  | { text: string };

/** Answers by the keys of their questions; a question without one was not answered. */
export type Answers = Readonly<Record<string, Answer>>;

/** A question with the answer that was given to it, in words. */
export interface GivenAnswer {
  key: string;
  label: string;
  /** "Few errors", "B > A = C", "Response A". */
  words: string;
}

/** The key of the built-in protocol, whose verdicts have columns of their own. */
export const RELAXED_STRICT = "relaxed-strict";
/** Its only version: the migration wrote it first, so that its id is the same everywhere. */
export const RELAXED_STRICT_VERSION = 1;
