import { oneLineEnd } from "@/lib/dataset/questions/cells";
import { cellColumnName } from "@/lib/dataset/questions/fields";
import { countOf } from "@/lib/platform/format";
import { cellText, readCell, withCell, type SheetContent } from "./cells";
import type { CellEdit } from "./schema";

/** A question as it is now, and its revision. */
export interface SheetHead {
  questionId: number;
  revisionId: number;
  content: SheetContent;
}

/** What becomes of one cell. Texts are those of cellText(). */
type CellOutcome =
  | { is: "change"; from: string; to: string }
  | { is: "unchanged" }
  | { is: "invalid"; message: string }
  /** Someone else changed this very cell since the base, and to something else. */
  | { is: "conflict"; base: string; theirs: string; revisionId: number }
  | { is: "missing" };

/** One cell with what becomes of it. */
export interface PlannedCell {
  questionId: number;
  field: string;
  outcome: CellOutcome;
}

/** What a save of cells did. */
export interface CellsSaved {
  /** By which it can be undone; null where nothing changed. */
  operationId: number | null;
  summary: string;
  /** How many cells changed. */
  changed: number;
  /** The questions that have a new revision, and those that someone else revised: what they say now is to be read again. */
  questionIds: number[];
  /** Cells that were not saved, and why. */
  notSaved: PlannedCell[];
}

/** A question with the new values of all its cells that change. */
export interface PlannedQuestion {
  questionId: number;
  content: SheetContent;
  fields: string[];
}

/**
 * Decides for each cell what becomes of it: those that can be saved are, whatever the others are. A cell that no one else
 * changed is saved on top of others' changes to the same question, as in a spreadsheet.
 * @param heads the questions as they are now
 * @param bases the revisions that the edits are based on, by their ids; only those that are no head any more. One of
 * another question is no base.
 * @param today ISO day of the dataset
 */
export function planCells(
  edits: readonly CellEdit[],
  heads: ReadonlyMap<number, SheetHead>,
  bases: ReadonlyMap<number, SheetHead>,
  today: string,
): { cells: PlannedCell[]; questions: PlannedQuestion[] } {
  const questions = new Map<number, PlannedQuestion>();
  const cells = edits.map((edit): PlannedCell => {
    const { questionId, field } = edit;
    const head = heads.get(questionId);
    const plan = (outcome: CellOutcome) => ({ questionId, field, outcome });
    if (head === undefined) return plan({ is: "missing" });
    const reading = readCell(field, edit.text, today);
    const now = questions.get(questionId)?.content ?? head.content;
    // What is there already may stay, even where it could not be typed ("Fall 2024").
    const from = cellText(now, field);
    if (from === oneLineEnd(edit.text.trim())) return plan({ is: "unchanged" });
    if ("problem" in reading) return plan({ is: "invalid", message: reading.problem });
    const next = withCell(now, field, reading.raw, today);
    if (next === null) return plan({ is: "unchanged" });
    if (edit.baseRevisionId !== head.revisionId) {
      const base = bases.get(edit.baseRevisionId);
      const theirs = cellText(head.content, field);
      const before =
        base === undefined || base.questionId !== questionId ? null : cellText(base.content, field);
      if (before !== theirs)
        return plan({
          is: "conflict",
          base: before ?? "",
          theirs,
          revisionId: head.revisionId,
        });
    }
    const fields = questions.get(questionId)?.fields ?? [];
    questions.set(questionId, { questionId, content: next, fields: [...fields, field] });
    return plan({ is: "change", from, to: cellText(next, field) });
  });
  return { cells, questions: [...questions.values()] };
}

/** What people call a column of the sheet. */
export const fieldWords = (field: string): string => cellColumnName(field) ?? field;

/** A save of cells as one line for the history: "Edited Split of 3 questions". */
export function describeCells(questions: readonly PlannedQuestion[]): string {
  const cells = questions.reduce((sum, { fields }) => sum + fields.length, 0);
  const fields = [...new Set(questions.flatMap((question) => question.fields))];
  const what = fields.length <= 2 ? fields.map(fieldWords).join(" and ") : countOf(cells, "cell");
  const only = questions.length === 1 ? `Q${questions[0]!.questionId}` : null;
  return `Edited ${what} of ${only ?? countOf(questions.length, "question")}`;
}
