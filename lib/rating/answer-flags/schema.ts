import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { text } from "@/lib/platform/text";
import type { Category } from "@/lib/dataset/questions/vocabulary";

/** How a flag ends: the question was revised, or its answers are right as they are. */
export const FLAG_RESOLUTIONS = ["corrected", "kept"] as const;
export type FlagResolution = (typeof FLAG_RESOLUTIONS)[number];

export const NOTE_MAX_CHARACTERS = 1_000;
export const resolveFlagsSchema = z.object({
  /** Flags on one revision of one question. */
  flagIds: z.array(id).min(1).max(1_000),
  as: z.enum(FLAG_RESOLUTIONS),
  /** What the raters are told. */
  note: text(NOTE_MAX_CHARACTERS).trim().min(1, "Enter a short explanation; raters will see it."),
  clientKey: z.uuid().optional(),
});

/** That a rater finds the correct answers wrong. Who it is stays behind the number: what counts is whether the answers are right. */
export interface Flag {
  flagId: number;
  /** "Rater 3" of the campaign. */
  rater: string;
  campaign: string;
  comment: string;
  /** ISO time. */
  at: string;
}

/** Open flags on one revision of a question. */
export interface FlagGroup {
  questionId: number;
  question: string;
  category: Category;
  /** The cells that the raters saw, and those of today; equal numbers: nothing was revised since. */
  saw: { number: number; cells: string[] };
  now: { number: number; cells: string[] };
  /** Its answers differ from those that the raters saw. */
  otherAnswers: boolean;
  retired: boolean;
  /** ISO day on which a person last found the present answers true, or null. */
  verifiedOn: string | null;
  flags: Flag[];
}

export interface ResolvedFlag extends Flag {
  questionId: number;
  question: string;
  as: FlagResolution;
  note: string;
  resolvedBy: string;
  /** ISO time. */
  resolvedAt: string;
}
