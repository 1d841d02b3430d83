import { answerCellsOf, categoryOf, cellOf, readCells } from "@/lib/dataset/questions/cells";
import { hostOf } from "@/lib/dataset/questions/evidence";
import { EXTRA_FIELDS } from "@/lib/dataset/questions/fields";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { CELL_TEXT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
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
  const all: Partial<GridRow> = {
    question: said.question,
    answer:
      answerCellsOf(content.cells)
        .map((text) => text.trim())
        .find((text) => text !== "") ?? "",
    category: categoryOf(said),
    factType: said.factType,
    falsePremise: said.falsePremise,
    hops: said.hops,
    split: said.split,
    year: said.effectiveYear?.year ?? null,
    before: said.effectiveYear?.before ?? false,
    reviewPolicy: policy,
    reviewOn: on,
    ...(rescheduled && { overdue: policy === "on_date" && on! < today }),
    hosts: [...new Set(said.sources.flatMap((url) => hostOf(url) ?? []))],
    ...Object.fromEntries(
      Object.entries(CELL_TEXT_COLUMNS).map(([key, column]) => [
        key,
        cellOf(content.cells, column).trim(),
      ]),
    ),
    ...Object.fromEntries(EXTRA_FIELDS.map(({ key }) => [key, content.extras[key] ?? null])),
  };
  const known = Object.entries(all).filter(([key]) => key in row);
  return { ...row, ...(Object.fromEntries(known) as Partial<GridRow>) };
}
