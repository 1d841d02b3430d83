import { Link } from "@/components/ui/link";
import type { DataTableColumn } from "@/components/data-table/sheet-column";
import { CELL_TEXT_COLUMNS, type FixedColumn, type GridColumn } from "@/lib/dataset/questions/grid";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { describeNextReview } from "@/lib/dataset/questions/rules";
import { CategoryBadge, HopsBadge, OverdueBadge, SplitBadge, StatusBadge } from "./badges";
import classes from "./questions-grid.module.css";
import { CATEGORY_WORDS, columnLabel, FACT_TYPE_WORDS, HOPS_WORDS, STATUS_WORDS } from "./labels";
import { renderEffectiveYear } from "@/lib/dataset/questions/cells";
import { formatDay } from "@/lib/platform/format";
import { withQuery } from "@/lib/platform/address";

/** A column of the grid. */
interface Shown {
  cell: (row: GridRow, query: string) => React.ReactNode;
  /** What is copied where the reader can't edit it; cells that can be edited are copied by their whole texts. */
  text: (row: GridRow) => string;
  /** In pixels. */
  width: number;
  /** Shorter than its name, where its values are. */
  header?: string;
}

const COLUMNS: Readonly<Record<FixedColumn, Shown>> = {
  id: {
    cell: (row) => <span className={classes.id}>Q{row.id}</span>,
    text: (row) => `Q${row.id}`,
    width: 64,
  },
  question: {
    cell: (row, query) => (
      <span className={classes.clamp}>
        <Link
          className={classes.question}
          href={withQuery(`/questions/${row.id}`, query)}
          data-row-link
          tabIndex={-1}
        >
          {row.question}
        </Link>
        {row.status === "retired" && (
          <>
            {" "}
            <StatusBadge status="retired" />
          </>
        )}
      </span>
    ),
    text: (row) => row.question,
    width: 260,
  },
  answer: {
    cell: (row) => (
      <span className={classes.clamp}>
        {row.answer || <span className={classes.nothing}>No answer</span>}
      </span>
    ),
    text: (row) => row.answer ?? "",
    width: 150,
  },
  category: {
    cell: (row) => row.category && <CategoryBadge category={row.category} />,
    text: (row) => (row.category ? CATEGORY_WORDS[row.category] : ""),
    width: 134,
  },
  factType: {
    cell: (row) => row.factType && FACT_TYPE_WORDS[row.factType],
    text: (row) => (row.factType ? FACT_TYPE_WORDS[row.factType] : ""),
    width: 136,
  },
  premise: {
    cell: (row) => (row.falsePremise ? "False" : "Valid"),
    text: (row) => (row.falsePremise ? "False premise" : "Valid"),
    width: 92,
  },
  hops: {
    cell: (row) => row.hops && <HopsBadge hops={row.hops} />,
    text: (row) => (row.hops ? HOPS_WORDS[row.hops] : ""),
    width: 92,
  },
  split: {
    cell: (row) => row.split !== undefined && <SplitBadge split={row.split} />,
    text: (row) => row.split ?? "",
    width: 74,
  },
  year: {
    cell: (row) => yearOf(row) || <span className={classes.nothing}>–</span>,
    text: yearOf,
    width: 102,
    header: "Effective",
  },
  review: {
    cell: (row) =>
      row.reviewPolicy && (
        <span className={classes.review}>
          {reviewOf(row)}
          {row.overdue && (
            <>
              {" "}
              <OverdueBadge />
            </>
          )}
        </span>
      ),
    text: reviewOf,
    width: 114,
  },
  evidence: {
    cell: (row) =>
      row.hosts && row.hosts.length > 0 ? (
        <span className={classes.clamp} title={row.hosts.join(", ")}>
          {row.hosts[0]}
          {row.hosts.length > 1 && ` and ${row.hosts.length - 1} more`}
        </span>
      ) : (
        <span className={classes.nothing}>None</span>
      ),
    text: (row) => (row.hosts ?? []).join("\n"),
    width: 200,
  },
  status: {
    cell: (row) => <StatusBadge status={row.status} />,
    text: (row) => STATUS_WORDS[row.status],
    width: 96,
  },
  author: { cell: (row) => row.author, text: (row) => row.author ?? "", width: 130 },
  revised: {
    cell: (row) =>
      row.revisedAt && (
        <time
          dateTime={row.revisedAt}
          title={`${row.revisedAt.slice(0, 16).replace("T", " ")} UTC`}
        >
          {formatDay(row.revisedAt)}
        </time>
      ),
    text: (row) => row.revisedAt ?? "",
    width: 124,
  },
  revision: {
    cell: (row) => row.revision,
    text: (row) => String(row.revision ?? ""),
    width: 96,
  },
};

/** A column with the text of one cell, which the row has under the column's name. */
const cellTextColumn = (column: string): Shown => {
  const text = (row: GridRow) => (row as unknown as Record<string, string | null>)[column] ?? "";
  return {
    cell: (row) => <span className={classes.clamp}>{text(row)}</span>,
    text,
    width: column === "note" ? 240 : 170,
  };
};
const ALL: readonly (readonly [GridColumn, Shown])[] = [
  ...Object.entries(COLUMNS),
  ...Object.keys(CELL_TEXT_COLUMNS).map((column) => [column, cellTextColumn(column)] as const),
];

/** The columns of the grid. `query` travels to the question, so that it knows what comes before and after it. */
export const gridColumns = (query: string): DataTableColumn<GridRow>[] =>
  ALL.map(([id, { cell, text, width, header }]) => ({
    id,
    header: header ?? columnLabel(id),
    cell: (row) => cell(row, query),
    text,
    sortable: !Object.hasOwn(CELL_TEXT_COLUMNS, id),
    width,
    grows: id === "question",
  }));

function yearOf(row: GridRow): string {
  return renderEffectiveYear(row.year ? { year: row.year, before: row.before ?? false } : null);
}

function reviewOf(row: GridRow): string {
  return row.reviewPolicy
    ? describeNextReview({ policy: row.reviewPolicy, on: row.reviewOn ?? null }).replace(
        /^./,
        (letter) => letter.toUpperCase(),
      )
    : "";
}
