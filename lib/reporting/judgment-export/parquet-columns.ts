import { writeParquet, type ParquetColumn } from "@/lib/dataset/file-formats/write-parquet";
import type { CellOfRow } from "./rules";
import type {
  ExportedAnswer,
  ExportedJudgment,
  ExportedPair,
  ExportedRank,
  ExportedResponse,
} from "./schema";

/** Every column of these files: one of the same name is of the same kind in each. */
type Cells = ExportedAnswer & ExportedJudgment & ExportedPair & ExportedRank & ExportedResponse;

/** The kind that values of a type have; what is told apart no further is text. */
type KindOf<Value> = [Value] extends [number]
  ? "integer"
  : [Value] extends [boolean]
    ? "truth"
    : [Value] extends [string]
      ? "text" | "time"
      : [Value] extends [string[]]
        ? "texts"
        : [Value] extends [number[]]
          ? "integers"
          : "json";
type Kinds = { [Column in keyof Cells]: KindOf<NonNullable<Cells[Column]>> };
/** Columns that are not simply text must be named. */
type Named = {
  [Column in keyof Kinds as "text" extends Kinds[Column] ? never : Column]: Kinds[Column];
};
type Times = { [Column in "adjudicated_at" | "judged_at"]: "time" };

const KINDS: Named & Times = {
  active_ms: "integer",
  adjudicated_at: "time",
  adjudicated_cannot_tell: "truth",
  adjudicated_relaxed: "truth",
  adjudicated_strict: "truth",
  adjudicated_value: "integer",
  adjudication_id: "integer",
  adjudication_revision: "integer",
  adjudications: "json",
  after_all_rated: "truth",
  answers: "texts",
  automatic_verdicts: "json",
  both_bad: "truth",
  campaign_id: "integer",
  cannot_tell: "truth",
  counts: "truth",
  false_premise: "truth",
  flagged: "truth",
  gold: "truth",
  gold_cannot_tell: "truth",
  gold_relaxed: "truth",
  gold_right: "truth",
  gold_strict: "truth",
  gold_tolerance: "integer",
  gold_value: "integer",
  gold_verdicts: "json",
  judged_at: "time",
  judgment_id: "integer",
  low_confidence: "truth",
  protocol_version: "integer",
  rank: "integer",
  ranks: "integers",
  ratings: "integer",
  reference_place: "integer",
  references: "json",
  relaxed: "truth",
  release_answers: "truth",
  release_revision: "integer",
  response_id: "integer",
  response_ids: "integers",
  revision: "integer",
  run_id: "integer",
  run_ids: "integers",
  sampled: "truth",
  shown: "integer",
  shown_order: "integers",
  slot: "integer",
  stale: "truth",
  strict: "truth",
  superseded_by: "integer",
  supersedes: "integer",
  systems: "texts",
  task_id: "integer",
  value: "integer",
  wanted: "integer",
};

/** Rows of ratings are long: a hundred times that of a question where evaluators said much of a response. */
const ROWS_PER_GROUP = 1_000;

/**
 * Writes rows as Parquet, its columns typed: integers, truth values, times in UTC to the millisecond, lists. Lists of
 * objects are JSON text, as in CSV.
 */
export function writeRowsAsParquet<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Readonly<Record<Column, CellOfRow>>[]>,
): AsyncGenerator<Uint8Array> {
  return writeParquet(columns.map(columnOf), batches, ROWS_PER_GROUP);
}

function columnOf<Column extends string>(
  name: Column,
): ParquetColumn<Readonly<Record<Column, CellOfRow>>> {
  const kind = (KINDS as Record<string, Kinds[keyof Kinds] | undefined>)[name] ?? "text";
  if (kind === "json") return { name, kind: "text", value: (row) => JSON.stringify(row[name]) };
  if (kind === "time")
    return {
      name,
      kind,
      value: (row) => (row[name] === null ? null : new Date(row[name] as string)),
    };
  // What the row holds is what the type of its kind says: Kinds is made of the rows' types.
  return { name, kind, value: (row) => row[name] } as ParquetColumn<
    Readonly<Record<Column, CellOfRow>>
  >;
}
