import {
  acceptedAnswers,
  answerCellsOf,
  cellOf,
  readCells,
  readSources,
} from "@/lib/dataset/questions/cells";
import { RELEASE_COLUMNS, type Content } from "@/lib/dataset/questions/schema";
import { contentCellsOf, type ExportRow } from "./release-file";
import { writeParquet, type ParquetColumn } from "./write-parquet";

/** Between the accepted answers where a tool takes one text. */
const BETWEEN_ANSWERS = " | ";

const PLACE = RELEASE_COLUMNS.indexOf("id");

interface TypedContent {
  cells: readonly string[];
  content: Content;
  answers: readonly string[];
}

const TOLD = (column: Parameters<typeof cellOf>[1]): ParquetColumn<TypedContent> => ({
  name: column,
  kind: "text",
  value: ({ cells }) => cellOf(cells, column),
});

/**
 * What a question says, typed for notebooks: lists of answers and sources, truth values, and `next_review_date`, the day
 * where `next_review` names one. Texts are the cells as the CSV file has them.
 */
export const CONTENT_IN_PARQUET: readonly ParquetColumn<TypedContent>[] = [
  { name: "split", kind: "text", value: ({ content }) => content.split },
  TOLD("question"),
  TOLD("effective_year"),
  TOLD("next_review"),
  {
    name: "next_review_date",
    kind: "day",
    value: ({ content: { nextReview } }) =>
      nextReview.on === null ? null : new Date(`${nextReview.on}T00:00:00Z`),
  },
  { name: "false_premise", kind: "truth", value: ({ content }) => content.falsePremise },
  { name: "num_hops", kind: "text", value: ({ content }) => content.hops },
  { name: "fact_type", kind: "text", value: ({ content }) => content.factType },
  { name: "source", kind: "texts", value: ({ cells }) => readSources(cellOf(cells, "source")) },
  { name: "answers", kind: "texts", value: ({ answers }) => answers },
  { name: "target", kind: "text", value: ({ answers }) => answers.join(BETWEEN_ANSWERS) },
  TOLD("note"),
];

type ReleaseRow = TypedContent & { row: ExportRow };

/** The columns of a release. */
const COLUMNS: readonly ParquetColumn<ReleaseRow>[] = [
  { name: "id", kind: "integer", value: ({ row }) => Number(row.cells[PLACE]) },
  { name: "question_id", kind: "text", value: ({ row }) => row.questionId },
  { name: "revision", kind: "integer", value: ({ row }) => row.revision },
  ...CONTENT_IN_PARQUET,
];

const described = (columns: readonly ParquetColumn<ReleaseRow>[]) =>
  columns.map(({ name, kind }) => ({ name, kind }));

/** The columns of the files that writeReleaseParquet writes. */
export const RELEASE_PARQUET_COLUMNS = described(COLUMNS);

/** With the release's name in each row, as rows in a dataset repository have it. */
const columnsOf = (release: string): readonly ParquetColumn<ReleaseRow>[] => [
  ...COLUMNS,
  { name: "release", kind: "text", value: () => release },
];
export const SPLIT_PARQUET_COLUMNS = described(columnsOf(""));

/**
 * Writes rows as Parquet.
 * @param release its name is in each row
 */
export function writeReleaseParquet(
  rows: AsyncIterable<readonly ExportRow[]>,
  release?: string,
): AsyncGenerator<Uint8Array> {
  return writeParquet(release === undefined ? COLUMNS : columnsOf(release), typed(rows));
}

async function* typed(rows: AsyncIterable<readonly ExportRow[]>) {
  for await (const batch of rows)
    yield batch.map((row) => ({ row, ...typedContent(row.questionId, contentCellsOf(row)) }));
}

/** @param cells the nineteen of a revision */
export function typedContent(questionId: string, cells: readonly string[]): TypedContent {
  const { content } = readCells(cells);
  if (content === null) throw new Error(`The cells of ${questionId} cannot be read.`);
  return { cells, content, answers: acceptedAnswers(answerCellsOf(cells)) };
}
