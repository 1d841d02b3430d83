import { idInUrl as id } from "@/lib/platform/fields";
import { z } from "zod";
import type { GOLD_KINDS } from "@/lib/rating/campaigns/schema";

export const JUDGMENT_FORMATS = ["csv", "jsonl"] as const;
export type JudgmentFormat = (typeof JUDGMENT_FORMATS)[number];

/** What a row of the file is: a judgment, or a response that could be judged, judged or not. */
export const EXPORTED_ROWS = ["judgments", "responses"] as const;
export type ExportedRows = (typeof EXPORTED_ROWS)[number];

/** What `GET /api/judgments/export` understands: judgments or responses of a campaign, or of a run in whatever campaigns. */
export const judgmentExportSchema = z
  .object({
    rows: z
      .enum(EXPORTED_ROWS, { error: "rows must be judgments or responses." })
      .default("judgments"),
    format: z.enum(JUDGMENT_FORMATS, { error: "format must be csv or jsonl." }).default("csv"),
    /** CSV only: "1" gives a file for spreadsheet programs, in which no text runs as a formula. */
    spreadsheet: z
      .enum(["0", "1"], { error: "spreadsheet must be 0 or 1." })
      .optional()
      .transform((text) => text === "1"),
    campaign: id.optional(),
    run: id.optional(),
  })
  .refine(
    (wanted) => (wanted.campaign === undefined) !== (wanted.run === undefined),
    "Specify a campaign or a run.",
  );
export type JudgmentExportRequest = Omit<
  z.output<typeof judgmentExportSchema>,
  "spreadsheet" | "rows"
> & { spreadsheet?: boolean; rows?: ExportedRows };

export const JUDGMENT_MEDIA_TYPES: Record<JudgmentFormat, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

/** The answers that a verdict was made by. */
interface ExportedTruth {
  /** The ten answer cells, as stored. */
  answers: string[];
  false_premise: boolean;
  /** These are those of the run's release: it counts in reports by the release. */
  release_answers: boolean;
}

/**
 * What an evaluator said last of a response by these answers, mode by mode; null where it never judged that mode by them.
 * Where answers changed between two verdicts there is one of each.
 */
export interface ExportedVerdict extends ExportedTruth {
  evaluator: string;
  relaxed: boolean | null;
  strict: boolean | null;
  family: string;
  version: number;
  /** The calls whose replies the verdicts were read from, in jobs; null where they came in a file. */
  relaxed_call: number | null;
  strict_call: number | null;
  /** Number of the revision that the last of these verdicts was made by. */
  revision: number;
  /** The question has other answers now than these. */
  stale: boolean;
}

/** A row of the gold ledger: by which answers a response was made gold, changed, or withdrawn. */
export interface ExportedGold extends ExportedTruth {
  id: number;
  kind: (typeof GOLD_KINDS)[number];
  relaxed: boolean | null;
  strict: boolean | null;
}

/** A text that a response was given with; what is not known is null, a text then empty. */
export interface ExportedReference {
  title: string | null;
  url: string | null;
  text: string;
}

/** The final verdict in force. */
export interface ExportedAdjudication extends ExportedTruth {
  id: number;
  relaxed: boolean;
  strict: boolean;
}

/** A response and its question: what a row of either file begins with. */
interface ExportedItem {
  response_id: number;
  response: string;
  model: string;
  provider: string;
  run_id: number;
  run: string;
  prompt_method: string;
  release: string;
  question_id: string;
  question: string;
  /** false-premise, or the fact type. */
  category: string;
  false_premise: boolean;
  fact_type: string;
  hops: string;
  /** "2023", or "before 2022". */
  effective_year: string | null;
  split: string | null;
  /** Number of the revision in the release. */
  release_revision: number;
}

/**
 * A judgment with everything that a report is computed from: the columns of the CSV file, in this order, and the keys of
 * a JSON line. Times are ISO, durations milliseconds; what is not known or does not apply is null (CSV: empty).
 */
export interface ExportedJudgment extends ExportedItem {
  judgment_id: number;
  campaign: string;
  campaign_id: number;
  task_id: number;
  /** Number of the revision whose answers it was judged by. */
  revision: number;
  /** "Rater 3" of the campaign: no one's name. */
  rater: string;
  /** Which of the wanted ratings of the response it is; null for a rating that was given to someone else since. */
  slot: number | null;
  wanted: number;
  relaxed: boolean;
  strict: boolean;
  relaxed_reason: string | null;
  strict_reason: string | null;
  comment: string;
  low_confidence: boolean;
  flagged: boolean;
  active_ms: number;
  judged_at: string;
  supersedes: number | null;
  superseded_by: number | null;
  correction: string;
  /** A correction entered once every wanted rating of the response was in: its rater may have read the others' verdicts in the discussion. */
  after_all_rated: boolean;
  /** The present judgment of its rater, of a task that counts: not superseded, not gold. */
  counts: boolean;
  adjudication_id: number | null;
  adjudicated_relaxed: boolean | null;
  adjudicated_strict: boolean | null;
  adjudicated_relaxed_reason: string | null;
  adjudicated_strict_reason: string | null;
  adjudication_reason: string | null;
  adjudicated_at: string | null;
  gold: boolean;
  /** The last gold verdict, by whichever answers; gold_verdicts says by which, and what was said by others. */
  gold_relaxed: boolean | null;
  gold_strict: boolean | null;
  /** The question has other answers now than those it was judged by. */
  stale: boolean;
  /** In CSV as JSON text, [] where there are none. */
  automatic_verdicts: ExportedVerdict[];
  /** The same for one person in every campaign, and no one's name. */
  rater_key: string;
  /** The question as the run's release prints it; `question` and its classes are those that it was judged by. */
  release_question: string;
  /** The ten answer cells, as stored, that it was judged by; in CSV as JSON text. */
  answers: string[];
  /** These answers and the premise are those of the run's release: it counts in reports by the release. */
  release_answers: boolean;
  /** Number of the revision that was adjudicated by. */
  adjudication_revision: number | null;
  /** Of gold tasks: every gold verdict in order; in CSV as JSON text, [] where there are none. */
  gold_verdicts: ExportedGold[];
}

export const JUDGMENT_COLUMNS = [
  "judgment_id",
  "campaign",
  "campaign_id",
  "task_id",
  "question_id",
  "question",
  "category",
  "false_premise",
  "fact_type",
  "hops",
  "effective_year",
  "split",
  "release",
  "revision",
  "release_revision",
  "response_id",
  "response",
  "model",
  "provider",
  "run_id",
  "run",
  "prompt_method",
  "rater",
  "slot",
  "wanted",
  "relaxed",
  "strict",
  "relaxed_reason",
  "strict_reason",
  "comment",
  "low_confidence",
  "flagged",
  "active_ms",
  "judged_at",
  "supersedes",
  "superseded_by",
  "correction",
  "after_all_rated",
  "counts",
  "adjudication_id",
  "adjudicated_relaxed",
  "adjudicated_strict",
  "adjudicated_relaxed_reason",
  "adjudicated_strict_reason",
  "adjudication_reason",
  "adjudicated_at",
  "gold",
  "gold_relaxed",
  "gold_strict",
  "stale",
  "automatic_verdicts",
  "rater_key",
  "release_question",
  "answers",
  "release_answers",
  "adjudication_revision",
  "gold_verdicts",
] as const satisfies readonly (keyof ExportedJudgment)[];

/**
 * A response that a report may count, whether anyone rated it or not, with every verdict of it that is no judgment: the
 * columns of the file of responses. A campaign's file has one row for each response of it; a run's one for each response
 * and campaign that it is in, or one without a campaign. Question and classes are those of the run's release.
 */
export interface ExportedResponse extends ExportedItem {
  /** Null in a run's file for a response that is in no campaign. */
  campaign: string | null;
  campaign_id: number | null;
  task_id: number | null;
  /** How many ratings are wanted, and how many raters have a judgment that stands, gold included. */
  wanted: number | null;
  ratings: number;
  gold: boolean;
  /** It belongs to what the campaign's sample took; gold may come from outside. */
  sampled: boolean;
  /** Lists are JSON text in CSV, [] where there is nothing. */
  gold_verdicts: ExportedGold[];
  /** The final verdict that stands; at most one for a campaign. Of gold none is. */
  adjudications: ExportedAdjudication[];
  automatic_verdicts: ExportedVerdict[];
  /** Element n is the reference that the response cites as [n]; null where a place has none. An import reads it back. */
  references: (ExportedReference | null)[];
}

export const RESPONSE_COLUMNS = [
  "response_id",
  "response",
  "model",
  "provider",
  "run_id",
  "run",
  "prompt_method",
  "release",
  "question_id",
  "question",
  "category",
  "false_premise",
  "fact_type",
  "hops",
  "effective_year",
  "split",
  "release_revision",
  "campaign",
  "campaign_id",
  "task_id",
  "wanted",
  "ratings",
  "gold",
  "sampled",
  "gold_verdicts",
  "adjudications",
  "automatic_verdicts",
  "references",
] as const satisfies readonly (keyof ExportedResponse)[];
