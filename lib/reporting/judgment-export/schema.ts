import { idInUrl as id } from "@/lib/platform/fields";
import { z } from "zod";
import { line } from "@/lib/platform/text";
import type { GOLD_KINDS } from "@/lib/rating/campaigns/schema";

export const JUDGMENT_FORMATS = ["csv", "jsonl", "xlsx", "parquet"] as const;
export type JudgmentFormat = (typeof JUDGMENT_FORMATS)[number];

/**
 * What a row of the file is: a judgment – under another protocol than Relaxed and Strict its answer to one question –, a
 * response that could be judged, judged or not, or what `freshqa agreement FILE` reads of rankings and pairs.
 */
export const EXPORTED_ROWS = ["judgments", "responses", "rankings", "pairs"] as const;
export type ExportedRows = (typeof EXPORTED_ROWS)[number];

/** What `GET /api/judgments/export` understands: judgments or responses of a campaign, or of a run in whatever campaigns. */
export const judgmentExportSchema = z
  .object({
    rows: z
      .enum(EXPORTED_ROWS, { error: "rows must be judgments, responses, rankings or pairs." })
      .default("judgments"),
    format: z
      .enum(JUDGMENT_FORMATS, { error: "format must be csv, jsonl, xlsx or parquet." })
      .default("csv"),
    /** CSV only: "1" gives a file for spreadsheet programs, in which no text runs as a formula. */
    spreadsheet: z
      .enum(["0", "1"], { error: "spreadsheet must be 0 or 1." })
      .optional()
      .transform((text) => text === "1"),
    /** "1": without ratings that were corrected since. Other rows are current anyway. */
    current: z
      .enum(["0", "1"], { error: "current must be 0 or 1." })
      .optional()
      .transform((text) => text === "1"),
    /** Names of columns, with commas; left out: all of them. They come in the file's order. */
    columns: line(4_000)
      .optional()
      .transform((text) =>
        text === undefined || text.trim() === ""
          ? undefined
          : [...new Set(text.split(",").map((name) => name.trim()))],
      ),
    campaign: id.optional(),
    run: id.optional(),
    /** Of rankings and pairs: which question of the protocol; needed where it has several of the kind. */
    key: line(40).optional(),
  })
  .refine(
    (wanted) => (wanted.campaign === undefined) !== (wanted.run === undefined),
    "Specify a campaign or a run.",
  );
export type JudgmentExportRequest = Omit<
  z.output<typeof judgmentExportSchema>,
  "columns" | "current" | "spreadsheet" | "rows"
> & {
  columns?: string[] | undefined;
  current?: boolean;
  spreadsheet?: boolean;
  rows?: ExportedRows;
};

export const JUDGMENT_MEDIA_TYPES: Record<JudgmentFormat, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
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
interface ExportedGold extends ExportedTruth {
  id: number;
  kind: (typeof GOLD_KINDS)[number];
  relaxed: boolean | null;
  strict: boolean | null;
}

/** A text that a response was given with; what is not known is null, a text then empty. */
interface ExportedReference {
  title: string | null;
  url: string | null;
  text: string;
}

/** The final verdict in force. */
interface ExportedAdjudication extends ExportedTruth {
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

// Under other protocols -------------------------------------------------------------------------------------------

/** What a row says of the item and of who judged it. */
interface ExportedWork {
  judgment_id: number;
  campaign: string;
  campaign_id: number;
  task_id: number;
  question_id: string;
  question: string;
  /** "Rater 3" of the campaign: no one's name. */
  rater: string;
  /** The same for one person in every campaign, and no one's name. */
  rater_key: string;
}

/**
 * The answer of a judgment to one question of its protocol: the columns of the CSV file, in this order, and the keys of a
 * JSON line. Superseded judgments are there too. A question that was not asked, or not answered, has no row, but for
 * one that the adjudication answers; a judgment without any answer has one row whose key is null. Of an adjudicated task
 * only adjudicated answers count, and none where adjudicated_value is null and adjudicated_cannot_tell is not true. What does not apply is null (CSV: empty), lists are JSON text in CSV.
 */
export interface ExportedAnswer extends ExportedWork {
  protocol: string;
  protocol_version: number;
  /** response, reference, question, or pair. */
  unit: string;
  category: string;
  hops: string;
  /** Of the question in the release. */
  split: string | null;
  release: string;
  /** Number of the revision whose answers it was judged by. */
  revision: number;
  /** The responses by place, and the systems that they are of. */
  response_ids: number[];
  run_ids: number[];
  systems: string[];
  /** Of a unit that is a reference. */
  reference_place: number | null;
  slot: number | null;
  wanted: number;
  key: string | null;
  kind: string | null;
  label: string | null;
  /** Of a pair 1 or 2, the place of the better response; 0: neither; -1: both are bad. */
  value: number | null;
  /** The value in words: the level's label, or of a pair the better system, "tie" or "both bad". */
  level: string | null;
  /** By place; 1 is best. */
  ranks: number[];
  text: string | null;
  cannot_tell: boolean;
  /** The places in the order in which the rater saw them; [] where there is one response. */
  shown_order: number[];
  comment: string;
  low_confidence: boolean;
  flagged: boolean;
  active_ms: number;
  judged_at: string;
  supersedes: number | null;
  superseded_by: number | null;
  correction: string;
  /**
   * The present judgment of its rater, of an item that counts: not superseded, and of gold only as many of an item of the
   * sample as others get. What is of gold is never part of agreement.
   */
  counts: boolean;
  adjudication_id: number | null;
  adjudicated_value: number | null;
  adjudicated_level: string | null;
  adjudicated_cannot_tell: boolean | null;
  adjudication_reason: string | null;
  adjudicated_at: string | null;
  gold: boolean;
  /** What a gold item expects here; null where nothing is, or "cannot tell". */
  gold_value: number | null;
  /** How far a value may be from it. */
  gold_tolerance: number | null;
  /** "Cannot tell" is expected. */
  gold_cannot_tell: boolean | null;
  /** The answer is what is expected, or within the tolerance; null where nothing is expected. */
  gold_right: boolean | null;
  /** Raters saw the answers, and the question has others now. */
  stale: boolean;
}

export const ANSWER_COLUMNS = [
  "judgment_id",
  "campaign",
  "campaign_id",
  "protocol",
  "protocol_version",
  "task_id",
  "unit",
  "question_id",
  "question",
  "category",
  "hops",
  "split",
  "release",
  "revision",
  "response_ids",
  "run_ids",
  "systems",
  "reference_place",
  "rater",
  "rater_key",
  "slot",
  "wanted",
  "key",
  "kind",
  "label",
  "value",
  "level",
  "ranks",
  "text",
  "cannot_tell",
  "shown_order",
  "comment",
  "low_confidence",
  "flagged",
  "active_ms",
  "judged_at",
  "supersedes",
  "superseded_by",
  "correction",
  "counts",
  "adjudication_id",
  "adjudicated_value",
  "adjudicated_level",
  "adjudicated_cannot_tell",
  "adjudication_reason",
  "adjudicated_at",
  "gold",
  "gold_value",
  "gold_tolerance",
  "gold_cannot_tell",
  "gold_right",
  "stale",
] as const satisfies readonly (keyof ExportedAnswer)[];

/** The rank of one system, as docs/agreement-files.md has it. Of rankings that count alone. */
export interface ExportedRank {
  question: string;
  rater: string;
  system: string;
  rank: number;
  /** Where the rater saw it, from 1. */
  shown: number;
  judgment_id: number;
}
export const RANK_COLUMNS = [
  "question",
  "rater",
  "system",
  "rank",
  "shown",
  "judgment_id",
] as const satisfies readonly (keyof ExportedRank)[];

/** A pair that a rater compared, as docs/agreement-files.md has it. Of judgments that count alone. */
export interface ExportedPair {
  question: string;
  rater: string;
  left: string;
  right: string;
  /** The better system, tie, or cannot tell. */
  preferred: string;
  /** It is a tie because both are bad. */
  both_bad: boolean;
  judgment_id: number;
}
export const PAIR_COLUMNS = [
  "question",
  "rater",
  "left",
  "right",
  "preferred",
  "both_bad",
  "judgment_id",
] as const satisfies readonly (keyof ExportedPair)[];
