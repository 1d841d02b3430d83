import {
  acceptedAnswers,
  answerCellsOf,
  cellOf,
  readCells,
  readSources,
} from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  FIELD_KEYS,
  RELEASE_COLUMNS,
  type ContentColumn,
  type Field,
} from "@/lib/dataset/questions/vocabulary";
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

/** A column with what it says, for whoever reads the file. */
export interface DescribedColumn extends Pick<ParquetColumn<never>, "name" | "kind"> {
  words: string;
}
type Column<Row> = ParquetColumn<Row> & DescribedColumn;

const TOLD = (column: ContentColumn, words: string): Column<TypedContent> => ({
  name: column,
  kind: "text",
  words,
  value: ({ cells }) => cellOf(cells, column),
});

const COLUMNS_OF_FIELD: Readonly<Record<Field, readonly Column<TypedContent>[]>> = {
  split: [
    {
      name: "split",
      kind: "text",
      words: "TEST, DEV or DEMO",
      value: ({ content }) => content.split,
    },
  ],
  question: [TOLD("question", "The question")],
  effectiveYear: [TOLD("effective_year", "Year in which the answer last changed, as released")],
  nextReview: [
    TOLD("next_review", "When the answer is to be reviewed, as released"),
    {
      name: "next_review_date",
      kind: "day",
      words: "The day that next_review names, if it names one",
      value: ({ content: { nextReview } }) =>
        nextReview.on === null ? null : new Date(`${nextReview.on}T00:00:00Z`),
    },
  ],
  falsePremise: [
    {
      name: "false_premise",
      kind: "truth",
      words: "Whether the question rests on a false premise",
      value: ({ content }) => content.falsePremise,
    },
  ],
  hops: [
    {
      name: "num_hops",
      kind: "text",
      words: "one-hop or multi-hop",
      value: ({ content }) => content.hops,
    },
  ],
  factType: [
    {
      name: "fact_type",
      kind: "text",
      words: "never-changing, slow-changing or fast-changing",
      value: ({ content }) => content.factType,
    },
  ],
  sources: [
    {
      name: "source",
      kind: "texts",
      words: "Web addresses and other sources of the answers",
      value: ({ cells }) => readSources(cellOf(cells, "source")),
    },
  ],
  answers: [
    {
      name: "answers",
      kind: "texts",
      words: "Accepted answers, the primary one first",
      value: ({ answers }) => answers,
    },
    {
      name: "target",
      kind: "text",
      words: "Accepted answers, joined by “ | ”",
      value: ({ answers }) => answers.join(BETWEEN_ANSWERS),
    },
  ],
  note: [TOLD("note", "Note, as released")],
};

/**
 * What a question says, typed for notebooks: lists of answers and sources, truth values, and `next_review_date`, the day
 * where `next_review` names one. Texts are the cells as the CSV file has them.
 */
export const CONTENT_IN_PARQUET: readonly Column<TypedContent>[] = FIELD_KEYS.flatMap(
  (field) => COLUMNS_OF_FIELD[field],
);

type ReleaseRow = TypedContent & { row: ExportRow };

/** The columns of a release. */
const COLUMNS: readonly Column<ReleaseRow>[] = [
  {
    name: "id",
    kind: "integer",
    words: "Place in the release, counted from 0",
    value: ({ row }) => Number(row.cells[PLACE]),
  },
  {
    name: "question_id",
    kind: "text",
    words: "Stable ID of the question across releases",
    value: ({ row }) => row.questionId,
  },
  {
    name: "revision",
    kind: "integer",
    words: "Number of the question’s revision",
    value: ({ row }) => row.revision,
  },
  ...CONTENT_IN_PARQUET,
];

const described = (columns: readonly Column<ReleaseRow>[]): DescribedColumn[] =>
  columns.map(({ name, kind, words }) => ({ name, kind, words }));

/** The columns of the files that writeReleaseParquet writes. */
export const RELEASE_PARQUET_COLUMNS = described(COLUMNS);

/** With the release's name in each row, as rows in a dataset repository have it. */
const columnsOf = (release: string): readonly Column<ReleaseRow>[] => [
  ...COLUMNS,
  { name: "release", kind: "text", words: "Name of the release", value: () => release },
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
