import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

/** What a column of a Parquet file holds; `texts` and `integers` are lists in each row. */
export type ParquetKind =
  "text" | "texts" | "integer" | "integers" | "real" | "truth" | "day" | "time";

/** A value of each kind: days and times are dates in UTC. Null is a gap, which lists do not have. */
interface ParquetValues {
  text: string | null;
  texts: readonly string[];
  integer: number | null;
  integers: readonly number[];
  real: number | null;
  truth: boolean | null;
  day: Date | null;
  time: Date | null;
}

type ColumnOf<Row, Kind extends ParquetKind> = {
  name: string;
  kind: Kind;
  value: (row: Row) => ParquetValues[Kind];
};
/** A column of a Parquet file, with how a row fills it. Integers are of 32 bits. */
export type ParquetColumn<Row> = { [Kind in ParquetKind]: ColumnOf<Row, Kind> }[ParquetKind];

/** Readers plan by groups of rows; a group is what stands in memory. */
const ROWS_PER_GROUP = 10_000;
/** In the form that readers parse; says nothing of a version, so that the same rows always give the same bytes. */
const CREATED_BY = "freshqa-workbench version 1.0.0";

const TEXT = {
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  logical_type: { type: "STRING" },
} as const;
const ELEMENTS = {
  text: TEXT,
  integer: { type: "INT32" },
  real: { type: "DOUBLE" },
  truth: { type: "BOOLEAN" },
  day: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
} satisfies Record<Exclude<ParquetKind, "integers" | "texts">, Partial<SchemaElement>>;
/** What the elements of a list are. */
const LISTS = { texts: "text", integers: "integer" } as const;

function elementsOf({ name, kind }: { name: string; kind: ParquetKind }): SchemaElement[] {
  if (kind !== "texts" && kind !== "integers")
    return [{ name, repetition_type: "OPTIONAL", ...ELEMENTS[kind] }];
  const list = { converted_type: "LIST", logical_type: { type: "LIST" } } as const;
  return [
    { name, repetition_type: "REQUIRED", num_children: 1, ...list },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "REQUIRED", ...ELEMENTS[LISTS[kind]] },
  ];
}

/**
 * Writes a Parquet file, compressed by Snappy, a piece a group of rows. The same rows give the same bytes, however they
 * are batched. Memory does not grow with the number of rows.
 * @param rowsPerGroup fewer where rows are long
 */
export async function* writeParquet<Row>(
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  rowsPerGroup = ROWS_PER_GROUP,
): AsyncGenerator<Uint8Array> {
  const buffer = new ByteWriter();
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.flatMap((column) => elementsOf(column)),
  ];
  const parquet = new ParquetWriter({ writer: buffer, schema, createdBy: CREATED_BY });
  const written = () => {
    const bytes = new Uint8Array(buffer.buffer.slice(0, buffer.index));
    buffer.index = 0;
    return bytes;
  };
  /** Column by column, so that others of the process have their turn between two. */
  const group = async (rows: readonly Row[]) => {
    const [before, first] = [parquet.num_rows, parquet.row_groups.length];
    for (const { name, value } of columns) {
      const data = rows.map((row) => value(row));
      // Our buffer takes everything at once: there is nothing to wait for.
      void parquet.write({ columnData: [{ name, data }], rowGroupSize: rowsPerGroup });
      await new Promise(setImmediate);
    }
    const parts = parquet.row_groups.splice(first);
    const sum = (sizes: (bigint | undefined)[]) => sizes.reduce<bigint>((all, n) => all + n!, 0n);
    parquet.row_groups.push({
      ...parts[0]!,
      columns: parts.flatMap((part) => part.columns),
      total_byte_size: sum(parts.map((part) => part.total_byte_size)),
      total_compressed_size: sum(parts.map((part) => part.total_compressed_size)),
    });
    parquet.num_rows = before + BigInt(rows.length);
    return written();
  };
  let waiting: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) waiting.push(row);
    while (waiting.length >= rowsPerGroup) {
      yield await group(waiting.slice(0, rowsPerGroup));
      waiting = waiting.slice(rowsPerGroup);
    }
  }
  if (waiting.length > 0) yield await group(waiting);
  void parquet.finish();
  yield written();
}
