import type { FixedColumn } from "@/lib/dataset/questions/grid";
import type { ChangedQuestion, GridRow } from "@/lib/dataset/questions/queries";
import { countOf } from "@/lib/platform/format";

/** Fields of a row behind the columns that are not called as their field is. */
const FIELDS: Partial<Record<FixedColumn, readonly (keyof GridRow)[]>> = {
  question: ["question", "status"],
  premise: ["falsePremise"],
  year: ["year", "before"],
  review: ["reviewPolicy", "reviewOn", "overdue"],
  evidence: ["hosts"],
  revised: ["revisedAt"],
};

const fieldsOf = (row: GridRow, column: string) =>
  JSON.stringify(
    (FIELDS[column as FixedColumn] ?? [column as keyof GridRow]).map((key) => row[key]),
  );

/** The columns in which a row says something else than before. */
export function changedColumns(
  before: GridRow,
  after: GridRow,
  columns: readonly string[],
): Set<string> {
  return new Set(columns.filter((column) => fieldsOf(before, column) !== fieldsOf(after, column)));
}

/** What a row says in the columns that put it into its place. */
export const orderOf =
  (columns: readonly string[]) =>
  (row: GridRow): string =>
    columns.map((column) => fieldsOf(row, column)).join();

/** Said of changes as they appear: "Dana changed Q12." */
export function changesInWords(changes: readonly Pick<ChangedQuestion, "id" | "by">[]): string {
  const [first] = changes;
  if (first === undefined) return "";
  const who = new Set(changes.map(({ by }) => by));
  const what = changes.length === 1 ? `Q${first.id}` : countOf(changes.length, "question");
  return `${who.size === 1 ? first.by : countOf(who.size, "person", "people")} changed ${what}.`;
}

/** What the list does not show yet. */
export interface ListNews {
  /** Questions that the view has now. */
  added: number;
  /** Questions that are shown and no longer match. */
  gone: number;
  /** Questions that are shown where they stood before they were changed. */
  moved: number;
  /** More was changed than can be named. */
  more: boolean;
}

/** "3 new questions, 1 no longer matches"; null: nothing. */
export function newsInWords({ added, gone, moved, more }: ListNews): string | null {
  if (more) return "Many questions changed";
  const parts = [
    ...(added > 0 ? [countOf(added, "new question")] : []),
    ...(gone > 0
      ? [
          added > 0
            ? `${gone} no longer ${gone === 1 ? "matches" : "match"}`
            : `${countOf(gone, "question")} no longer ${gone === 1 ? "matches" : "match"}`,
        ]
      : []),
    ...(moved > 0
      ? [
          added + gone > 0
            ? `${moved} sorted differently now`
            : `${countOf(moved, "question")} sorted differently now`,
        ]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
