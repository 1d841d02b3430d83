import type { Level } from "@/lib/reporting/agreement/coefficient";
import { COLUMNS, type ColumnName, type FileKind } from "@/lib/reporting/ratings-file/schema";

/** What a person chose, of any kind of file; `requestOf` sends what the kind has. */
export interface Choices {
  kind: FileKind;
  columns: Partial<Record<ColumnName, string>>;
  level: Level;
  order: string;
  missing: string;
  cannotTell: string;
  tie: string;
  unordered: boolean;
}
export const BEGIN: Choices = {
  kind: "ratings",
  columns: {},
  level: "nominal",
  order: "",
  missing: "",
  cannotTell: "",
  tie: "",
  unordered: false,
};

/** The columns that are asked for: ordinal ratings may have questions. */
export function columnsOf({ kind, level }: Choices): readonly ColumnName[] {
  return kind === "ratings" && level === "ordinal"
    ? [...COLUMNS.ratings, "question"]
    : COLUMNS[kind];
}

/** What of the choices is sent, without what is left to its default. */
export function requestOf(choices: Choices): Record<string, string> {
  const { kind, columns, level, order, missing, cannotTell, tie, unordered } = choices;
  const named = columnsOf(choices).map((name) => [name, columns[name] ?? ""]);
  return {
    kind,
    ...(Object.fromEntries(named) as Record<string, string>),
    missing,
    cannotTell,
    ...(kind === "ratings" && { level }),
    ...(kind === "ratings" && level !== "interval" && { order }),
    ...(kind === "pairs" && { tie, unordered: String(unordered) }),
  };
}
