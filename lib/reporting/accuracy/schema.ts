import { z } from "zod";
import {
  ACCURACY_COLUMNS,
  DEFAULT_SPLIT_YEAR,
  type AccuracyColumn,
  type AccuracyMeasure,
  type AccuracyRow,
  type Basis,
  type SampleBasis,
  type CountedMeasure,
} from "./accuracy-table";
import type { Reason } from "@/lib/rating/judging/vocabulary";
import type { AuditOfCampaign } from "@/lib/reporting/audit-sample/schema";
import type { Compared } from "./compared-runs";
import type { RunGroups } from "./groups";
import type { ChangeOverTime } from "./over-time";
import {
  chosenVerdicts,
  disagreementRule,
  verdictParameters,
  type DisagreementRule,
  type NamedEvaluator,
  type VerdictSource,
} from "@/lib/reporting/verdicts/schema";
import { CATEGORIES, HOPS, type Category, type Hops } from "@/lib/dataset/questions/vocabulary";
import {
  counting,
  type CampaignChoice,
  type GoldChoice,
  type NamedCampaign,
  type PastDay,
  type ReportTruth,
} from "@/lib/reporting/snapshots/schema";
import { alternatives } from "@/lib/platform/format";
import {
  chosen,
  id,
  idsOf,
  list,
  oneOf,
  oneOrNone,
  page,
  requestOf,
  type Parameter,
  type Parameters,
} from "@/lib/reporting/requests/parameters";

export const REPORT_SPLITS = ["all", "TEST", "DEV"] as const;
export type ReportSplit = (typeof REPORT_SPLITS)[number];
export const MEASURES = ["relaxed", "strict", "gap"] as const satisfies readonly AccuracyMeasure[];
export const MEASURE_NAMES: Record<AccuracyMeasure, string> = {
  relaxed: "Relaxed",
  strict: "Strict",
  gap: "Gap",
};
export const MAX_RUNS = 200;
const MAX_RUN_FILTER = 200;
export const DIFFERING_PER_PAGE = 10;
/** How long the public is shown counts without a look at what came in since, and how long while nothing came in. */
export const COUNTS_KEPT_MS = { unseen: 15_000, unchanged: 300_000 };

/** A report of campaigns can be of the responses of these runs alone; none: of every one. */
export const runFilter = {
  schema: list(id).refine(
    (runs) => runs.length <= MAX_RUN_FILTER,
    `${MAX_RUN_FILTER} runs maximum.`,
  ),
  option: {
    argument: "RUN",
    words:
      "only responses of this run: its number, its model's name, or MODEL / RUN; may be repeated",
    named: "run",
    several: true,
  },
} satisfies Parameter;

/** The parameters that say which questions a report is of. */
export const questionScope = {
  /** Questions of the runs' release: all, or those of a split. */
  split: {
    schema: oneOf("Split", REPORT_SPLITS, "all"),
    option: {
      argument: "SPLIT",
      words: `${REPORT_SPLITS.join(", ")} (default all)`,
      values: REPORT_SPLITS,
    },
  },
  /** Only questions of these categories; none: of every one. */
  category: {
    schema: list(z.enum(CATEGORIES, `Categories must be ${CATEGORIES.join(", ")}.`)),
    option: {
      argument: "CATEGORY",
      words: `only these: ${CATEGORIES.join(", ")}; may be repeated`,
      several: true,
    },
  },
  hops: {
    schema: oneOrNone(HOPS, `Hops must be ${alternatives(HOPS)}.`),
    option: { argument: "HOPS", words: `only ${alternatives(HOPS)}`, values: HOPS },
  },
} satisfies Parameters;

/** What every report of accuracy is computed from, but for the runs. */
export const accuracyScope = {
  /** Judgments of this campaign alone; null: of all. Of an evaluator: on the responses of this campaign alone. */
  campaign: {
    schema: chosen(z.union([z.literal("all").transform(() => null), id]).default(null)),
    write: (campaign: number | null) => campaign ?? "all",
    option: {
      argument: "NAME",
      words: "only ratings of this campaign and its follow-ups: its name or number (default: all)",
      named: "campaign",
    },
  },
  ...questionScope,
  /** Knowledge from before this year is old. */
  year: {
    schema: chosen(
      z.coerce
        .number("Year must be a number.")
        .int("Year must be a whole number.")
        .min(1000, "Year must have four digits.")
        .max(9999, "Year must have four digits.")
        .default(DEFAULT_SPLIT_YEAR),
    ),
    option: { argument: "YEAR", words: "“old” knowledge is before this year (default 2022)" },
  },
  rule: disagreementRule,
  ...verdictParameters,
  ...counting,
} satisfies Parameters;

/**
 * On which questions the runs of a report stand: what each was rated on, only the questions with a verdict in both modes for
 * every run, or what each was rated on, weighted as in the newest of their releases.
 */
const QUESTION_CHOICES = ["rated", "common", "standardized"] as const;
export type QuestionChoice = (typeof QUESTION_CHOICES)[number];

const RUN_WORDS = "a run's number, its model's name, or MODEL / RUN";

/** What a report of accuracy is of. */
export const accuracyRequest = requestOf(
  {
    runs: {
      schema: idsOf("run", MAX_RUNS),
      required: true,
      option: {
        argument: "RUN",
        words: `${RUN_WORDS}; may be repeated`,
        name: "run",
        named: "run",
        several: true,
      },
    },
    questions: {
      schema: oneOf("Questions", QUESTION_CHOICES, "rated"),
      option: {
        flags: {
          common: "only questions with a verdict in both modes for every run",
          standardized: "weight categories and hops as in the newest release of the runs",
        } satisfies Record<Exclude<QuestionChoice, "rated">, string>,
      },
    },
    ...accuracyScope,
  },
  (object) => object.transform(chosenVerdicts),
);
export type AccuracyRequest = ReturnType<typeof accuracyRequest.parse>;
export type AccuracyScope = Omit<AccuracyRequest, "runs" | "questions">;

export const SORT_KEYS = ["model", "size", "cutoff", "n", ...ACCURACY_COLUMNS] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const measure = {
  schema: oneOf("Measure", MEASURES, "relaxed"),
  option: {
    argument: "MEASURE",
    words: `measure in the table: ${MEASURES.join(", ")} (default relaxed); --json has all of them`,
    values: MEASURES,
  },
} satisfies Parameter;

/** How the table is shown, beside what it is about. */
export const accuracyView = requestOf({
  measure,
  /** Null: in the order in which the runs were chosen. */
  sort: { schema: oneOrNone(SORT_KEYS, "Unknown column."), option: null },
  order: { schema: oneOf("Order", ["asc", "desc"], "desc"), option: null },
});
export type AccuracyView = ReturnType<typeof accuracyView.parse>;

/** All runs of one model. */
export const overTimeRequest = requestOf(
  {
    model: {
      schema: id,
      required: true,
      option: {
        argument: "MODEL",
        words: "the model's name or number",
        positional: true,
        named: "model",
      },
    },
    ...accuracyScope,
  },
  (object) => object.transform(chosenVerdicts),
);
export type OverTimeRequest = ReturnType<typeof overTimeRequest.parse>;

/** One of two runs to be compared. */
const comparedRun = (argument: string) =>
  ({
    schema: id,
    required: true,
    option: { argument, words: RUN_WORDS, positional: true, named: "run" },
  }) satisfies Parameter;

/** Two runs to be compared. */
export const comparisonRequest = requestOf(
  { first: comparedRun("FIRST"), second: comparedRun("SECOND"), ...accuracyScope },
  (object) => object.transform(chosenVerdicts),
);
export type ComparisonRequest = ReturnType<typeof comparisonRequest.parse>;

const WHICH_DIFFER = ["both", "first", "second"] as const;
/** How a comparison is shown. */
export const comparisonView = requestOf({
  measure,
  column: {
    schema: chosen(z.enum(ACCURACY_COLUMNS, "Unknown column.").default("all")),
    option: null,
  },
  /** Which questions are listed: on which the runs differ, or which only one of them got right. */
  which: { schema: oneOf("Which", WHICH_DIFFER, "both"), option: null },
  page: { schema: page, option: null },
});
export type ComparisonView = ReturnType<typeof comparisonView.parse>;

// What readers get ------------------------------------------------------------------------------------------------

/** What a report was computed from, as it says itself. */
export interface ReportInputs extends PastDay {
  /** Its follow-ups count with it. Null: all campaigns. */
  campaign: NamedCampaign | null;
  /** Whose verdicts count. */
  verdicts: VerdictSource;
  /** Null exactly where only people's verdicts count. */
  evaluator: NamedEvaluator | null;
  split: ReportSplit;
  category: Category[];
  hops: Hops | null;
  /** The year that splits old from new knowledge. */
  year: number;
  rule: DisagreementRule;
  /** Which answers are the correct ones: "release", each run's own, or those of the dataset at the end of this ISO day. */
  truth: ReportTruth;
  gold: GoldChoice;
  releases: { name: string; sha256: string }[];
  /** As writeState writes it; null: as of now. */
  state: string | null;
  /** The address is from before the present definitions. */
  earlier: boolean;
  /** ISO time: of computing, or of the last thing that the state holds. */
  at: string;
}

export interface AccuracyInputs extends ReportInputs {
  /** What the shares speak for: the rated responses, standardized or not, or the population of a random sample. */
  basis: Basis;
  questions: QuestionChoice;
  /** The release whose mix the shares are standardized to, and how many of its questions count. Null: they are not. */
  standard: { release: string; questions: number } | null;
  /** The splits that an estimate's sample was drawn from; none: of every question, or this is no estimate. */
  sampledSplits: readonly string[];
}

/** A run as reports name it. */
export interface ReportedRun {
  runId: number;
  modelId: number;
  model: string;
  run: string;
  /** The model's name, with the run's and the release's where they are needed to tell the rows apart. */
  label: string;
  size: string;
  /** "2021", "2021+" (told the present date), "UTD" (has a search engine). */
  cutoff: string;
  /** By which method it was generated here, as reports name it; null where its responses came in files. */
  generatedBy: string | null;
  /** Whether its prompt says what day it is; null: not known. */
  dateInPrompt: boolean | null;
  hasWebSearch: boolean | null;
  release: string;
  sha256: string;
  /** ISO time of the release. */
  publishedAt: string;
}

/** What a run's numbers leave out, each under its name, and how many gold responses they count. */
export interface CountedAside {
  /** Ratings that stand but were made by other answers than the report's, and the responses that have only such. */
  otherAnswers: { judgments: number; responses: number };
  /** Verdicts of the evaluator that were made by other answers, and the responses that have only such. */
  automaticOtherAnswers: { verdicts: number; responses: number };
  /** Questions of the release that are retired at the truth's date, not there yet, or asked in other words; 0 for the release's own answers. */
  retired: number;
  absent: number;
  reworded: number;
  /** Questions left out because a response of the report is gold. */
  goldLeftOut: number;
  /** Responses that count by their gold verdict. */
  goldCounted: number;
  /** Questions that count, without a response. */
  noResponse: number;
  /** Responses without a verdict that counts: no one rated them, or only by other answers. */
  notRated: number;
  /** Rated responses without a verdict in a mode, as raters differ: ties, or all of them by the rule. */
  undecided: Record<"relaxed" | "strict", number>;
  /** Responses without a verdict of the evaluator in a mode, where it was to give one. */
  unjudged: Record<"relaxed" | "strict", Unjudged>;
  /** Responses to which the evaluator gave Strict but no Relaxed credit; they count as they came. */
  inconsistent: number;
}

/** Responses without an evaluator's verdict. */
export interface Unjudged {
  responses: number;
  /** How many of them came to which end in the evaluator's jobs, the most frequent first; null where the report is of a past state. */
  ends: { end: UnjudgedEnd; responses: number }[] | null;
}

/** How a response came to have no verdict of an evaluator: its reply could not be read, was cut off or refused; the job's item failed, was left out or is not done; or no job asked. */
export type UnjudgedEnd =
  "unparsed" | "truncated" | "refused" | "failed" | "left-out" | "pending" | "not-asked";

export interface AccuracyReportRow extends ReportedRun {
  /** Of the release, of the chosen split, category and hops. */
  questions: number;
  /** Of them, with a response. */
  answered: number;
  /** Of them, with a response that someone judged. */
  rated: number;
  /** Of them, with a verdict in both modes. */
  judged: number;
  aside: CountedAside;
  accuracy: AccuracyRow;
}

/** The questions with a verdict in both modes for every run of a report. */
export interface CommonQuestions {
  questions: number;
  /** Some run has a verdict on a question that another one has none of. */
  differ: boolean;
}

/** Pages list the pairs of a leaderboard of so many runs: more are not sent to every reader, who may be anyone, but are in files. */
export const MAX_LISTED_RUNS = 16;

export interface AccuracyReport {
  inputs: AccuracyInputs;
  /** Null: there is only one run. */
  common: CommonQuestions | null;
  /** Which runs cannot be told apart, in each measure. Null where it was not asked. */
  groups: Record<AccuracyMeasure, RunGroups> | null;
  /** What audits found among the responses of these runs on which raters agree. Null where it was not asked. */
  audits: AuditOfCampaign[] | null;
  rows: AccuracyReportRow[];
}

/** One model's runs, the oldest release first. */
export interface AccuracyOverTime extends AccuracyReport {
  model: string;
  /** In each measure the changes from run to run, and from the first to the last. */
  changes: Record<CountedMeasure, ChangeOverTime[]>;
}

/** A response with the verdicts that the report counts; null: none in that mode. */
export interface CountedResponse {
  responseId: number;
  questionId: number;
  /** Of the answers that the verdicts were made by. */
  revisionId: number;
  relaxed: boolean | null;
  strict: boolean | null;
  /** The verdicts are an evaluator's. */
  automatic: boolean;
}

/** Two runs compared in one column and measure. */
interface ComparedColumn extends Compared {
  column: AccuracyColumn;
  title: string;
  /** The p-value adjusted by Holm for the other columns of the measure. */
  adjusted: number | null;
}

export interface ComparisonReport {
  inputs: ReportInputs & { basis: SampleBasis } & Pick<AccuracyInputs, "sampledSplits">;
  first: ReportedRun;
  second: ReportedRun;
  /** What is left out of each run, over its own release. */
  aside: { first: CountedAside; second: CountedAside };
  /** Questions of both releases that count, in the chosen split, category and hops. */
  shared: number;
  /** Of them, left out because their answers differ between the releases. */
  changed: number;
  measures: Record<AccuracyMeasure, ComparedColumn[]>;
}

export interface DifferingQuestion {
  questionId: number;
  question: string;
  category: Category;
  /** The first answer of the first run's release. */
  answer: string;
  first: DifferingSide;
  second: DifferingSide;
}
export interface DifferingQuestions {
  questions: DifferingQuestion[];
  total: number;
  /** Responses of the two runs that the reader has still to rate: their questions are not listed, whatever their verdicts. */
  stillToRate: number;
}
export interface DifferingSide {
  responseId: number;
  text: string;
  relaxed: boolean | null;
  strict: boolean | null;
  /** These verdicts are an evaluator's. */
  automatic: boolean;
  /** What people said of it, by the answers that the report goes by. */
  ratings: RatingBehind[];
}

/** A rating or final verdict behind a verdict. */
export interface RatingBehind {
  /** "Rater 2", "Adjudicated": no one's name. */
  by: string;
  relaxed: boolean;
  strict: boolean;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
  comment: string;
}

/** The options of the report forms. */
export interface ReportChoices {
  runs: { runId: number; modelId: number; model: string; run: string; release: string }[];
  /** Follow-ups too, the newest first. */
  campaigns: CampaignChoice[];
  /** By family, the newest version of each first. */
  evaluators: NamedEvaluator[];
  /** The dataset's, in which a past day ends. */
  timeZone: string;
}
