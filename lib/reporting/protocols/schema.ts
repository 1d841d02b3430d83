import { line, text } from "@/lib/platform/text";
import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";
import { questionScope, runFilter, type ReportSplit } from "@/lib/reporting/accuracy/schema";
import type { Agreement, Coefficient, OrdinalRatings } from "@/lib/reporting/agreement/coefficient";
import type { CitationCounts } from "@/lib/runs/references/citation-check";
import type { CitationVariant } from "@/lib/runs/references/vocabulary";
import type { PreferenceReport } from "@/lib/reporting/preferences/schema";
import type { Answers } from "@/lib/reporting/ratings-file/ratings-file";
import {
  asOfState,
  type CampaignChoice,
  type NamedCampaign,
} from "@/lib/reporting/snapshots/schema";
import type {
  ChoiceQuestion,
  OrdinalQuestion,
  ProtocolQuestion,
  Unit,
} from "@/lib/rating/protocols/vocabulary";
import { type Kind } from "@/lib/reporting/files/table";
import {
  chosen,
  idOrNone,
  idsOf,
  namedTable,
  page,
  requestOf,
  sectionName,
} from "@/lib/reporting/requests/parameters";

const MAX_CAMPAIGNS = 50;
const MAX_PUBLISHED = 3_000;

/** What a report under a protocol is of. */
export const protocolRequest = requestOf({
  /** The judgments of these campaigns. */
  campaign: {
    schema: idsOf("campaign", MAX_CAMPAIGNS),
    required: true,
    option: {
      argument: "NAME",
      words:
        "campaign, with its follow-ups: its name or number; may be repeated, for campaigns of one protocol whose versions ask the same",
      named: "protocol campaign",
      several: true,
    },
  },
  /** Only responses of these runs, and comparisons among them; none: of every one. */
  run: runFilter,
  ...questionScope,
  state: asOfState,
  /** A table of means from a paper, which stands beside the systems: see `readPublished`. It is part of the address and not stored. */
  published: {
    schema: chosen(text(MAX_PUBLISHED, "Published table: 3,000 characters maximum.").default("")),
    option: {
      argument: "FILE",
      words:
        "a table of means from a paper, to stand beside the systems and be checked against the scales",
      file: true,
    },
  },
});
export type ProtocolRequest = ReturnType<typeof protocolRequest.parse>;

/** How the report is shown. */
export const protocolView = requestOf({
  show: sectionName,
  table: namedTable(
    "means, answers, levels, agreement, agreement-systems, citations, citation-agreement, win-rates, comparisons, or of a ranking or comparison KEY-systems, KEY-win-rates, KEY-positions",
  ),
  /** Of a comparison: which systems’ differing answers to which question are listed. */
  first: { schema: idOrNone.catch(null), option: null },
  second: { schema: idOrNone.catch(null), option: null },
  ask: { schema: chosen(line(100).nullable().default(null).catch(null)), option: null },
  page: { schema: page.catch(1), option: null },
});
export type ProtocolView = ReturnType<typeof protocolView.parse>;

/** How many questions with differing answers are on a page. */
export const DIFFERING_ANSWERS_PER_PAGE = 20;

// What the database groups --------------------------------------------------------------------------------------------

/** Answers to one question of the protocol about a system's responses to one question of the dataset. */
export interface AnswerGroup {
  runId: number;
  questionId: number;
  key: string;
  /** Null: cannot tell. */
  value: number | null;
  answers: number;
  /** Of them, how many stand as adjudicated. */
  adjudicated: number;
}

/** Units of a system to which raters answered the same, as they said it themselves. */
export interface UnitGroup {
  runId: number;
  key: string;
  /** Ascending; where two raters answered about the system in their order. */
  values: number[];
  units: number;
}

/** Judgments about a system's responses. */
export interface SystemJudgments {
  runId: number;
  judgments: number;
}

/** One rater's answer about several responses. */
export interface ComparisonRow {
  questionId: number;
  raterId: number;
  key: string;
  /** The run of the response at each place. */
  runs: number[];
  /** The places in the order in which they were shown. */
  shownOrder: number[];
  /** By place; empty where nothing is ranked. */
  ranks: number[];
  /** One of PAIR; null: a ranking, or cannot tell. */
  value: number | null;
  cannotTell: boolean;
}

export interface GroupedAnswers {
  answers: AnswerGroup[];
  units: UnitGroup[];
  /** Of questions that raters chose a value for: how many people did, of each system and of all (null). */
  raters: { key: string; runId: number | null; raters: number }[];
  judgments: SystemJudgments[];
  comparisons: ComparisonRow[];
  texts: { key: string; answers: number }[];
}

// The citation check beside people -----------------------------------------------------------------------------------

/** What is compared with people: of one response, from 0 to 1. */
export const CITATION_MEASURES = ["precision", "recall", "f1"] as const;
export type CitationMeasure = (typeof CITATION_MEASURES)[number];

/** What the measures are called. */
export const MEASURE_TITLES: Record<CitationMeasure, string> = {
  precision: "Precision",
  recall: "Recall",
  f1: "F1",
};

/** A response with what people say of its citations and what the check counts in them. */
export interface CitedItem {
  runId: number;
  questionId: number;
  /** Of the protocol. */
  key: string;
  /** The mean of the answers that count, where each rater's of an adjudicated item is the adjudicated one; null: no one could tell. */
  people: number | null;
  /** Null: it has no references. */
  checks: Record<CitationVariant, CitationCounts> | null;
}

/** Spearman's rank correlation of people and one measure of the check, over responses that have both. */
export interface CitationAgreement {
  variant: CitationVariant;
  measure: CitationMeasure;
  correlation: Coefficient;
  /** Responses that people could tell of and that have references, of which the check has no such value. */
  withoutValue: number;
}

/** One system's citations as people and the check see them, over the same responses. */
export interface CitationsBySystem {
  runId: number;
  system: string;
  /** Responses that people could tell of, with references. */
  responses: number;
  /** The mean of their standing values. */
  people: Coefficient;
  checks: Record<CitationVariant, { precision: Coefficient; recall: Coefficient }>;
}

/** The citation check beside one question about citations. */
export interface CitationReport {
  question: OrdinalQuestion;
  systems: CitationsBySystem[];
  agreement: CitationAgreement[];
  /** Rated responses that are not compared: without references; and of the others those of which no one could tell. */
  withoutReferences: number;
  cannotTell: number;
}

// What readers get ----------------------------------------------------------------------------------------------------

/** One system's answers to a question with levels. */
export interface ChosenBySystem {
  runId: number;
  system: string;
  /** "Cannot tell" is an answer. Missing: judgments to which the question was not asked, or that leave it out. */
  answers: Answers;
  /** Of the answers, how many stand as adjudicated. */
  adjudicated: number;
  /** How often each level was chosen, from the first. */
  levels: { value: number; label: string; answers: number }[];
  /** Of binary and nominal questions: shares of the levels; of binary ones the second alone. Null: ordinal. */
  shares: { label: string; share: Coefficient }[] | null;
  /** Of ordinal ones. */
  ordinal: Omit<OrdinalRatings, "weighted"> | null;
  /** The share of "cannot tell" among all answers; null where the question does not offer it. */
  cannotTell: Coefficient | null;
  /** On the system's items alone. Null: fewer of them than `LEAST_UNITS` have two answers or more. */
  agreement: ChoiceAgreement | null;
  /** How many of its items have two answers or more. */
  compared: number;
}

/** Agreement of the raters' own answers. */
type ChoiceAgreement = Agreement & { ordinal?: Pick<OrdinalRatings, "weighted"> };

export interface ChoiceReport {
  kind: ChoiceQuestion["kind"];
  question: ChoiceQuestion;
  answers: Answers;
  systems: ChosenBySystem[];
  /** Over all systems. */
  agreement: ChoiceAgreement;
}

export interface ComparisonReport {
  kind: "ranking" | "pairwise";
  question: ProtocolQuestion;
  answers: Answers;
  /** Of pairs: ties in which both are called bad. */
  bothBad: number;
  preferences: PreferenceReport;
}

/** Texts are in the download of judgments; here they are counted. */
interface TextReport {
  kind: "text";
  question: ProtocolQuestion;
  answers: Answers;
}

export type QuestionReport = ChoiceReport | ComparisonReport | TextReport;

/** Two systems by one measure of a question, on the questions of the dataset for which both have answers. */
export interface PairedFigure {
  question: ChoiceQuestion;
  /** "Mean", or the level whose share it is. */
  title: string;
  kind: Kind;
  /** Questions of the dataset. */
  n: number;
  /** The mean over these questions; null: there are none. */
  first: number | null;
  second: number | null;
  difference: Coefficient;
  /** On how many of the questions which one's mean is greater. */
  counts: { first: number; equal: number; second: number };
  /** Of the exact sign test; null: there are no questions. */
  p: number | null;
  /** Adjusted for all other comparisons of the report. */
  adjusted: number | null;
}

export interface SystemPair {
  first: { runId: number; label: string };
  second: { runId: number; label: string };
  figures: PairedFigure[];
}

/** What was said of one system's response, or of its references. */
export interface DifferingAnswersSide {
  /** How often each level of the question counts. */
  chosen: number[];
  /** Its beginning. */
  text: string;
  /** Rater by rater, then the adjudicated answer. Null: cannot tell. */
  ratings: { by: string; value: number | null; comment: string }[];
}

export interface DifferingAnswers {
  total: number;
  /** Responses of the two runs that the reader has still to rate: their questions are not listed. */
  stillToRate: number;
  questions: {
    questionId: number;
    text: string;
    /** Primary answer of the newest revision that these responses were rated by. */
    answer: string;
    first: DifferingAnswersSide;
    second: DifferingAnswersSide;
  }[];
}

/** A campaign that can be chosen. */
export interface ProtocolCampaign extends CampaignChoice {
  /** "WebGLM: answers, version 2". */
  protocol: string;
}

/** A published table of means, a column for each question of the protocol that it has. */
export interface PublishedTable {
  rows: {
    system: string;
    /** By question key. Null: a gap of the table, never 0. */
    means: Record<string, number | null>;
  }[];
  /** What is wrong with it, a sentence each: what could not be read, and what a mean on the scale cannot be. */
  problems: string[];
}

/** What the numbers of a report are not of. */
export interface LeftOut {
  /** Ratings outside of the chosen runs, split, categories and hops. */
  filtered: number;
  /** Ratings of gold items that are no part of the study: those check raters. */
  gold: number;
  /** Ratings that their rater corrected, or of items that they rated in another of the campaigns too. */
  replaced: number;
  /** Ratings by other correct answers than those by which a campaign and its follow-ups count for the item. */
  otherAnswers: number;
  /** Items of the chosen population that no one has rated. */
  unrated: number;
}

interface ProtocolInputs {
  /** The address is from before the present definitions. */
  earlier: boolean;
  /** The chosen ones. */
  campaigns: (NamedCampaign & { version: number })[];
  /** The runs that were asked for; none: every run of the campaigns. */
  runs: string[];
  split: ReportSplit;
  category: Category[];
  hops: Hops | null;
  state: string | null;
  /** ISO time: of computing, or of the last thing that the state holds. */
  at: string;
  /** Judgments that show correct answers which the dataset had changed by then, as of the state; they count. */
  changedSince: number;
}

export interface ProtocolReport {
  protocol: { id: number; name: string; unit: Unit };
  inputs: ProtocolInputs;
  systems: { runId: number; label: string }[];
  /** One for each rater and item: the latest. */
  judgments: number;
  raters: number;
  items: number;
  /** Of the dataset. */
  questions: number;
  leftOut: LeftOut;
  reports: QuestionReport[];
  /** Each two systems by the questions with levels; none of a single system, or of too many. */
  paired: SystemPair[];
  /** The citation check beside questions about citations. */
  citations: CitationReport[];
  /** Null: none was given. */
  published: PublishedTable | null;
}
