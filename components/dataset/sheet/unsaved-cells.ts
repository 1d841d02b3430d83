import { oneLineEnd } from "@/lib/dataset/questions/cells";
import { cellText, readCell, withCell, type SheetContent } from "@/lib/dataset/sheet/cells";
import type { CellsSaved } from "@/lib/dataset/sheet/rules";
import type { SheetRow } from "@/lib/dataset/sheet/queries";

/*
 * Cells whose text is not saved (yet): what is known of each, as pure steps. The texts lie on the device until the server
 * has them or a person gives them up.
 */

/** A cell whose text is not saved. */
export interface UnsavedCell {
  questionId: number;
  field: string;
  text: string;
  /** The revision that the person saw. */
  baseRevisionId: number;
  /** What was there before. */
  before: string;
  state:
    | { is: "saving" }
    /** Not sent: the server is not reached, and it will be tried again. */
    | { is: "offline" }
    /** Not saved in an earlier visit: a person decides. */
    | { is: "kept" }
    | { is: "invalid"; message: string }
    | { is: "refused"; message: string }
    /** Someone else changed it to `theirs` meanwhile. */
    | { is: "conflict"; theirs: string; by: string; revisionId: number };
}

/** Cells by cellKey(). */
export type UnsavedCells = ReadonlyMap<string, UnsavedCell>;

export const cellKey = (questionId: number, field: string) => `${questionId}:${field}`;

/** A text for a cell. */
export interface CellText {
  questionId: number;
  field: string;
  text: string;
  /** What the cell said when the person began to type; where it says something else now, someone was faster. */
  seen?: string | undefined;
}

/**
 * Takes texts that a person typed, pasted or filled in.
 * @param rowOf what the questions say now; cells of questions that are not known are left out
 * @returns the cells that are not saved from now on, and of these the ones to be sent; those that say it already are none
 */
export function enterTexts(
  unsaved: UnsavedCells,
  texts: readonly CellText[],
  rowOf: (questionId: number) => SheetRow | undefined,
  today: string,
): { unsaved: UnsavedCells; send: UnsavedCell[] } {
  const next = new Map(unsaved);
  const send = new Map<string, UnsavedCell>();
  for (const { questionId, field, text, seen } of texts) {
    const row = rowOf(questionId);
    if (row === undefined) continue;
    const key = cellKey(questionId, field);
    const before = cellText(row.content, field);
    const cell = { questionId, field, text, before, baseRevisionId: row.revisionId };
    const reading = readCell(field, text, today);
    const same = oneLineEnd(text.trim()) === before;
    const changes =
      !same && ("problem" in reading || withCell(row.content, field, reading.raw, today) !== null);
    // A text that is on its way, or may be, is followed by the one that was there before, too.
    const was = unsaved.get(key)?.state.is;
    if (!changes && was !== "saving" && was !== "offline") {
      next.delete(key);
      continue;
    }
    if (seen !== undefined && seen !== before && !unsaved.has(key)) {
      if (text !== seen) next.set(key, { ...cell, before: seen, state: conflictWith(row, before) });
      continue;
    }
    if ("problem" in reading && !same) {
      next.set(key, { ...cell, state: { is: "invalid", message: reading.problem } });
      continue;
    }
    const saving: UnsavedCell = { ...cell, state: { is: "saving" } };
    next.set(key, saving);
    send.set(key, saving);
  }
  return { unsaved: next, send: [...send.values()] };
}

/**
 * Takes the answer to a save. Texts that were entered since stay; those that are behind what was just saved get the new
 * revision as their base, unless someone else changed that cell in it.
 * @param rows the questions of the answer as they are now
 */
export function takeAnswer(
  unsaved: UnsavedCells,
  sent: readonly UnsavedCell[],
  answer: CellsSaved,
  rows: ReadonlyMap<number, SheetRow>,
): UnsavedCells {
  const next = new Map(unsaved);
  const problems = new Map(
    answer.notSaved.map((cell) => [cellKey(cell.questionId, cell.field), cell.outcome]),
  );
  for (const cell of sent) {
    const key = cellKey(cell.questionId, cell.field);
    const now = next.get(key);
    const problem = problems.get(key);
    if (now !== cell) {
      const row = rows.get(cell.questionId);
      if (now?.state.is === "saving" && row !== undefined && problem === undefined)
        next.set(key, { ...now, baseRevisionId: row.revisionId });
    } else if (problem === undefined) next.delete(key);
    else next.set(key, { ...cell, state: stateOf(problem, rows.get(cell.questionId)) });
  }
  // Other cells of these questions that are still to be sent.
  for (const [key, cell] of next) {
    const row = rows.get(cell.questionId);
    if (
      row !== undefined &&
      cell.state.is !== "conflict" &&
      cell.baseRevisionId !== row.revisionId &&
      cellText(row.content, cell.field) === cell.before
    )
      next.set(key, { ...cell, baseRevisionId: row.revisionId });
  }
  return next;
}

/**
 * Takes questions as they are now. Texts that wait for a person and whose cell says something else than what they were
 * typed over are in conflict at once; what is on its way is judged by the server.
 */
export function takeRows(unsaved: UnsavedCells, rows: readonly SheetRow[]): UnsavedCells {
  const now = new Map(rows.map((row) => [row.questionId, row]));
  const next = new Map(unsaved);
  for (const [key, cell] of unsaved) {
    const row = now.get(cell.questionId);
    const { is } = cell.state;
    if (row === undefined || is === "saving" || is === "offline") continue;
    const theirs = cellText(row.content, cell.field);
    const moved = row.revisionId !== cell.baseRevisionId;
    if (moved && theirs === cell.text) next.delete(key);
    else if (is === "conflict") {
      if (row.revisionId !== cell.state.revisionId)
        next.set(key, { ...cell, state: conflictWith(row, theirs) });
    } else if (moved && theirs !== cell.before)
      next.set(key, { ...cell, state: conflictWith(row, theirs) });
    else if (moved) next.set(key, { ...cell, baseRevisionId: row.revisionId });
  }
  return next;
}

const conflictWith = (row: SheetRow, theirs: string): UnsavedCell["state"] => ({
  is: "conflict",
  theirs,
  by: row.author,
  revisionId: row.revisionId,
});

function stateOf(
  outcome: CellsSaved["notSaved"][number]["outcome"],
  row: SheetRow | undefined,
): UnsavedCell["state"] {
  switch (outcome.is) {
    case "conflict":
      return {
        is: "conflict",
        theirs: outcome.theirs,
        by: row?.author ?? "Someone",
        revisionId: outcome.revisionId,
      };
    case "invalid":
      return { is: "invalid", message: outcome.message };
    default:
      return { is: "refused", message: "This question no longer exists." };
  }
}

/** Gives every cell of a save a state, where no answer came or the server refused; texts entered since stay. */
export function setStates(
  unsaved: UnsavedCells,
  cells: readonly UnsavedCell[],
  state: UnsavedCell["state"],
): UnsavedCells {
  const next = new Map(unsaved);
  for (const cell of cells) {
    const key = cellKey(cell.questionId, cell.field);
    if (next.get(key)?.text === cell.text) next.set(key, { ...cell, state });
  }
  return next;
}

/** What a question says with the texts that are not saved but can be: what the sheet shows. */
export function shownContent(row: SheetRow, unsaved: UnsavedCells, today: string): SheetContent {
  let content = row.content;
  for (const cell of unsaved.values()) {
    if (cell.questionId !== row.questionId) continue;
    const reading = readCell(cell.field, cell.text, today);
    if (!("problem" in reading))
      content = withCell(content, cell.field, reading.raw, today) ?? content;
  }
  return content;
}

/**
 * Reads what a device has kept; what is none of it is left out. Texts that were only not sent yet still are: their bases
 * tell when someone else has changed a cell since. Whatever the server has refused waits for a person's word.
 */
export function readKept(value: unknown): UnsavedCells {
  const kept = new Map<string, UnsavedCell>();
  for (const one of Array.isArray(value) ? (value as unknown[]) : []) {
    const { questionId, field, text, baseRevisionId, before, state } = (one ?? {}) as Record<
      string,
      unknown
    >;
    const was = (state as { is?: unknown } | undefined)?.is;
    if (
      typeof questionId === "number" &&
      typeof field === "string" &&
      typeof text === "string" &&
      typeof baseRevisionId === "number"
    )
      kept.set(cellKey(questionId, field), {
        questionId,
        field,
        text,
        baseRevisionId,
        before: typeof before === "string" ? before : "",
        state: { is: was === "saving" || was === "offline" ? "offline" : "kept" },
      });
  }
  return kept;
}
