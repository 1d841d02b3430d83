import { z } from "zod";
import { keepValue, readValue } from "@/components/ui/device-storage";
import { readCells } from "@/lib/dataset/questions/cells";
import { nextReviewSchema, type Content } from "@/lib/dataset/questions/schema";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import { EMPTY_VALUES, readValues, valuesOf, type QuestionValues } from "./form-values";

/** What the form of a question holds: the question, and the reason for the change. */
export interface EditValues extends QuestionValues {
  comment: string;
}

/** The revision that an edit began with. */
export interface Base {
  revisionId: number;
  number: number;
  content: Content;
  cells: Cells;
}

/**
 * What someone typed and has not saved, kept on their device. The revision it is based on is inside, not in the key:
 * a draft must be found again even when someone else has saved a newer revision in the meantime.
 */
export interface Draft {
  savedAt: string;
  values: EditValues;
  /** Under which a new question is sent, also after a reload. */
  clientKey?: string | undefined;
  /** null: a new question. */
  base: Base | null;
}

const baseSchema = z.object({
  revisionId: z.number(),
  number: z.number(),
  cells: z.array(z.string()),
  // The cells may not name the day.
  nextReview: nextReviewSchema,
});
type KeptBase = z.output<typeof baseSchema>;

const keptSchema = z.object({
  savedAt: z.string(),
  values: z.looseObject({ comment: z.string() }),
  clientKey: z.uuid().optional(),
  base: baseSchema.nullable(),
});

/** Reads a draft back; one that cannot be read any more is treated as none. */
export function readDraft(key: string): Draft | null {
  const kept = keptSchema.safeParse(readValue(key)).data;
  if (kept === undefined) return null;
  const { values: typed, base: on, ...rest } = kept;
  const base = on && baseOf(on);
  // A base that says nothing is not that of a new question.
  if (on !== null && base === null) return null;
  const values = readValues(typed, base === null ? EMPTY_VALUES : valuesOf(base.content));
  return values && { ...rest, values: { ...values, comment: typed.comment }, base };
}

function baseOf({ nextReview, ...of }: KeptBase): Base | null {
  const { content } = readCells(of.cells);
  return content && { ...of, content: { ...content, nextReview } };
}

/** Keeps a draft. @returns false when the device would not keep it (private mode, full storage). */
export function writeDraft(key: string, { base, ...draft }: Draft): boolean {
  const of = base && {
    revisionId: base.revisionId,
    number: base.number,
    cells: base.cells,
    nextReview: base.content.nextReview,
  };
  return keepValue(key, { ...draft, base: of });
}

export function dropDraft(key: string): void {
  keepValue(key, null);
}
