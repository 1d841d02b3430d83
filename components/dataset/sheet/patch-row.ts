import { categoryOf, cellOf, readCells } from "@/lib/dataset/questions/cells";
import { hostOf } from "@/lib/dataset/questions/evidence";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { CELL_TEXT_COLUMNS } from "@/lib/dataset/questions/grid";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import type { SheetContent } from "@/lib/dataset/sheet/cells";

/**
 * A row of the grid as its question's cells say it, for the time until the server has read it again. Of the columns, only
 * those that the row has are changed.
 * @param today ISO day: whether a fixed date has passed
 */
export function patchRow(row: GridRow, content: SheetContent, today: string): GridRow {
  const said = readCells(content.cells).content;
  if (said === null) return row;
  const { policy, on } = content.nextReview;
  const rescheduled = row.reviewPolicy !== policy || (row.reviewOn ?? null) !== on;
  const columnsOf: Record<Field, Partial<GridRow>> = {
    question: { question: said.question },
    answers: { answer: said.answers[0] ?? "" },
    falsePremise: { falsePremise: said.falsePremise, category: categoryOf(said) },
    factType: { factType: said.factType },
    hops: { hops: said.hops },
    split: { split: said.split },
    effectiveYear: {
      year: said.effectiveYear?.year ?? null,
      before: said.effectiveYear?.before ?? false,
    },
    nextReview: {
      reviewPolicy: policy,
      reviewOn: on,
      ...(rescheduled && { overdue: policy === "on_date" && on! < today }),
    },
    sources: { hosts: [...new Set(said.sources.flatMap((url) => hostOf(url) ?? []))] },
    // A column of its own text alone.
    note: {},
  };
  const texts = Object.entries(CELL_TEXT_COLUMNS).map(([key, column]) => [
    key,
    cellOf(content.cells, column).trim(),
  ]);
  const all = Object.assign(
    {},
    ...Object.values(columnsOf),
    Object.fromEntries(texts),
  ) as Partial<GridRow>;
  const known = Object.entries(all).filter(([key]) => key in row);
  return { ...row, ...(Object.fromEntries(known) as Partial<GridRow>) };
}
