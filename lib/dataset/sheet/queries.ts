import { contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import { datasetToday } from "@/lib/dataset/questions/writes";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Tx } from "@/lib/platform/db";
import type { z } from "zod";
import type { SheetContent } from "./cells";
import { planCells, type PlannedCell, type PlannedQuestion, type SheetHead } from "./rules";
import {
  saveLayoutSchema,
  type CellEdit,
  type previewCellsSchema,
  type sheetRowsSchema,
} from "./schema";
import { USUAL_LAYOUT, type GridLayout } from "./vocabulary";

/** A question of the sheet, with who wrote what it says. */
export interface SheetRow extends SheetHead {
  author: string;
  /** ISO time. */
  revisedAt: string;
}

/** A revision as the sheet reads it. */
interface RevisionRow {
  id: number;
  questionId: number;
  cells: Cells;
  reviewPolicy: string;
  /** ISO day. */
  reviewOn: string | null;
  author: string;
  createdAt: Date;
}

/** What the sheet edits of questions: their whole texts, which the grid's rows have shortened. */
export async function getSheetRows(
  actor: Actor,
  input: z.infer<typeof sheetRowsSchema>,
): Promise<{ rows: SheetRow[]; today: string }> {
  authorize(actor, "questions.read");
  const [rows, today] = await Promise.all([sheetRows(db, input.questionIds), datasetToday(db)]);
  return { rows, today };
}

/** How the actor has laid the grid out; what a later version would not save any more is as usual. */
export async function getLayout(actor: Actor): Promise<GridLayout> {
  authorize(actor, "questions.read");
  const kept = await db.gridLayout.findUnique({
    where: { userId: actor.userId },
    select: { columns: true, pinned: true, widths: true, density: true },
  });
  const layout = saveLayoutSchema.safeParse(kept);
  return layout.success ? (layout.data as GridLayout) : USUAL_LAYOUT;
}

/** What saving these cells would do: what changes, what is so already, and what cannot be saved and why. Writes nothing. */
export async function previewCells(
  actor: Actor,
  input: z.infer<typeof previewCellsSchema>,
): Promise<{ cells: PlannedCell[] }> {
  authorize(actor, "questions.edit");
  return { cells: (await planOf(db, input.cells)).cells };
}

/** The plan of a save, by what is in the database: the one that a preview shows and that saveCells carries out. */
export async function planOf(
  tx: Tx,
  edits: readonly CellEdit[],
): Promise<{ cells: PlannedCell[]; questions: PlannedQuestion[] }> {
  const rows = await sheetRows(tx, [...new Set(edits.map((edit) => edit.questionId))]);
  const heads = new Map(rows.map((row) => [row.questionId, row]));
  const old = edits.filter(
    ({ questionId, baseRevisionId }) => heads.get(questionId)?.revisionId !== baseRevisionId,
  );
  const bases = old.length === 0 ? new Map<number, SheetHead>() : await basesOf(tx, old);
  return planCells(edits, heads, bases, await datasetToday(tx));
}

async function sheetRows(tx: Tx, questionIds: readonly number[]): Promise<SheetRow[]> {
  const rows = await tx.$queryRaw<RevisionRow[]>`
    SELECT r.id, r.question_id AS "questionId", r.cells, r.review_policy AS "reviewPolicy", r.review_on::text AS "reviewOn",
      author.name AS author, r.created_at AS "createdAt"
    FROM question_heads h JOIN revisions r ON r.id = h.revision_id JOIN users author ON author.id = r.author_id
    WHERE h.question_id = ANY(${[...questionIds]}::int[])`;
  return rows.map((row) => ({
    questionId: row.questionId,
    revisionId: row.id,
    content: contentOf(row),
    author: row.author,
    revisedAt: row.createdAt.toISOString(),
  }));
}

/** The revisions that edits are based on, by their ids. */
async function basesOf(tx: Tx, edits: readonly CellEdit[]): Promise<Map<number, SheetHead>> {
  const rows = await tx.$queryRaw<Omit<RevisionRow, "author" | "createdAt">[]>`
    SELECT r.id, r.question_id AS "questionId", r.cells, r.review_policy AS "reviewPolicy", r.review_on::text AS "reviewOn"
    FROM revisions r WHERE r.id = ANY(${edits.map((edit) => edit.baseRevisionId)}::int[])`;
  return new Map(
    rows.map((row) => [
      row.id,
      { questionId: row.questionId, revisionId: row.id, content: contentOf(row) },
    ]),
  );
}

function contentOf(row: Omit<RevisionRow, "author" | "createdAt">): SheetContent {
  return {
    cells: row.cells,
    nextReview: contentOfRevision(row).nextReview,
  };
}
