import { id, idInUrl } from "@/lib/platform/fields";
import { z } from "zod";
import {
  MAX_RUNS,
  REPORT_SPLITS,
  type AccuracyReport,
  type ReportSplit,
} from "@/lib/reporting/accuracy/schema";
import {
  DISAGREEMENT_RULES,
  VERDICT_SOURCES,
  type DisagreementRule,
  type VerdictSource,
} from "@/lib/reporting/verdicts/schema";
import { text } from "@/lib/platform/text";
import {
  goldChoiceSchema,
  truthSchema,
  type GoldChoice,
  type ReportTruth,
} from "@/lib/reporting/snapshots/schema";

export const FOOTNOTE_MAX_CHARACTERS = 5_000;

/** What the listed runs' numbers are computed from. */
export const leaderboardCountingSchema = z.object({
  split: z.enum(REPORT_SPLITS),
  verdicts: z.enum(VERDICT_SOURCES),
  /** Null exactly for people's verdicts. */
  evaluatorId: id.nullable(),
  rule: z.enum(DISAGREEMENT_RULES),
  truth: truthSchema,
  gold: goldChoiceSchema,
});

export const updateLeaderboardSchema = leaderboardCountingSchema
  .extend({
    isPublic: z.boolean(),
    /** In the order in which they are listed until someone sorts. */
    runIds: z
      .array(id)
      .max(MAX_RUNS, `${MAX_RUNS} runs maximum.`)
      .refine((runs) => new Set(runs).size === runs.length, "Each run can be listed only once."),
    splitYear: z
      .number("Enter a year.")
      .int("Enter a whole number.")
      .min(1000, "Enter a four-digit year.")
      .max(9999, "Enter a four-digit year."),
    footnote: text(FOOTNOTE_MAX_CHARACTERS).trim(),
    /** The version that this change is based on. */
    version: z.number().int().positive(),
    clientKey: z.uuid().optional(),
  })
  .refine(({ verdicts, evaluatorId }) => (verdicts === "people") === (evaluatorId === null), {
    path: ["evaluatorId"],
    message: "Choose an evaluator.",
  });
export type UpdateLeaderboard = z.output<typeof updateLeaderboardSchema>;

export interface LeaderboardSettings {
  isPublic: boolean;
  /** Whether the dataset's public pages are on at all. */
  publicPages: boolean;
  runIds: number[];
  split: ReportSplit;
  verdicts: VerdictSource;
  evaluatorId: number | null;
  rule: DisagreementRule;
  truth: ReportTruth;
  gold: GoldChoice;
  splitYear: number;
  footnote: string;
  version: number;
}

export interface Leaderboard {
  isPublic: boolean;
  footnote: string;
  /** Null: no run is listed. */
  report: AccuracyReport | null;
}

/** Under which conditions a listed run came about. Nothing that a model answered, and no notes. */
export interface RunConfiguration {
  runId: number;
  model: string;
  provider: string;
  size: string;
  /** Year and month, or empty. */
  knowledgeCutoff: string;
  dateInPrompt: boolean | null;
  hasWebSearch: boolean | null;
  run: string;
  /** ISO day. */
  ranOn: string | null;
  /** The methods that generated it, as reports name them; without any, the kind of prompt. */
  promptMethod: string;
  temperature: number | null;
  maxTokens: number | null;
  release: string;
  sha256: string;
}

/** The parameters of a listed run's public page. */
export const listedRunSchema = z.object({
  runId: idInUrl,
});
