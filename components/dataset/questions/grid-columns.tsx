import { Link } from "@/components/ui/link";
import type { DataTableColumn } from "@/components/data-table/sheet-column";
import { withQuery, type FixedColumn, type GridColumn } from "@/lib/dataset/questions/grid";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { describeNextReview } from "@/lib/dataset/questions/rules";
import { CategoryBadge, HopsBadge, OverdueBadge, SplitBadge, StatusBadge } from "./badges";
import classes from "./questions-grid.module.css";
import { CATEGORY_WORDS, columnLabel, FACT_TYPE_WORDS, HOPS_WORDS, STATUS_WORDS } from "./labels";
import { renderEffectiveYear } from "@/lib/dataset/questions/cells";
import { CELL_TEXT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { EXTRA_FIELDS, extraWords } from "@/lib/dataset/questions/fields";
import { formatDay } from "@/lib/platform/format";

/** The columns of the grid. `query` travels to the question, so that it knows what comes before and after it. */
export function gridColumns(query: string): DataTableColumn<GridRow>[] {
  const cells: Record<FixedColumn, (row: GridRow) => React.ReactNode> = {
    id: (row) => <span className={classes.id}>Q{row.id}</span>,
    question: (row) => (
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
    answer: (row) => (
      <span className={classes.clamp}>
        {row.answer || <span className={classes.nothing}>No answer</span>}
      </span>
    ),
    category: (row) => row.category && <CategoryBadge category={row.category} />,
    factType: (row) => row.factType && FACT_TYPE_WORDS[row.factType],
    premise: (row) => (row.falsePremise ? "False" : "Valid"),
    hops: (row) => row.hops && <HopsBadge hops={row.hops} />,
    split: (row) => row.split !== undefined && <SplitBadge split={row.split} />,
    year: (row) =>
      row.year === null || row.year === undefined ? (
        <span className={classes.nothing}>–</span>
      ) : row.before ? (
        `before ${row.year}`
      ) : (
        row.year
      ),
    review: (row) =>
      row.reviewPolicy && (
        <span className={classes.review}>
          {sentence(describeNextReview({ policy: row.reviewPolicy, on: row.reviewOn ?? null }))}
          {row.overdue && (
            <>
              {" "}
              <OverdueBadge />
            </>
          )}
        </span>
      ),
    evidence: (row) =>
      row.hosts && row.hosts.length > 0 ? (
        <span className={classes.clamp} title={row.hosts.join(", ")}>
          {row.hosts[0]}
          {row.hosts.length > 1 && ` and ${row.hosts.length - 1} more`}
        </span>
      ) : (
        <span className={classes.nothing}>None</span>
      ),
    status: (row) => <StatusBadge status={row.status} />,
    author: (row) => row.author,
    revised: (row) =>
      row.revisedAt && (
        <time
          dateTime={row.revisedAt}
          title={`${row.revisedAt.slice(0, 16).replace("T", " ")} UTC`}
        >
          {formatDay(row.revisedAt)}
        </time>
      ),
    revision: (row) => row.revision,
  };
  const texts = Object.keys(CELL_TEXT_COLUMNS).map((column) => {
    const text = (row: GridRow) => (row as unknown as Record<string, string>)[column];
    return [column, (row: GridRow) => <span className={classes.clamp}>{text(row)}</span>] as const;
  });
  const extras = EXTRA_FIELDS.map((field) => {
    const value = (row: GridRow) => (row as unknown as Record<string, string | null>)[field.key];
    return [field.key, (row: GridRow) => extraWords(field, value(row))] as const;
  });
  return [...Object.entries(cells), ...texts, ...extras].map(([id, cell]) => ({
    id,
    header: HEADERS[id] ?? columnLabel(id),
    cell,
    text: TEXTS[id] ?? ((row) => (row as unknown as Record<string, string | null>)[id] ?? ""),
    sortable: !Object.hasOwn(CELL_TEXT_COLUMNS, id),
    width: WIDTHS[id] ?? 120,
    grows: id === "question",
  }));
}

/** What is copied of columns that the reader can't edit; the others are copied by their whole texts. */
const TEXTS: Readonly<Record<string, (row: GridRow) => string>> = {
  factType: (row) => (row.factType ? FACT_TYPE_WORDS[row.factType] : ""),
  premise: (row) => (row.falsePremise ? "False premise" : "Valid"),
  hops: (row) => (row.hops ? HOPS_WORDS[row.hops] : ""),
  split: (row) => row.split ?? "",
  year: (row) =>
    renderEffectiveYear(row.year ? { year: row.year, before: row.before ?? false } : null),
  review: (row) =>
    row.reviewPolicy
      ? sentence(describeNextReview({ policy: row.reviewPolicy, on: row.reviewOn ?? null }))
      : "",
  evidence: (row) => (row.hosts ?? []).join("\n"),
  id: (row) => `Q${row.id}`,
  question: (row) => row.question,
  answer: (row) => row.answer ?? "",
  category: (row) => (row.category ? CATEGORY_WORDS[row.category] : ""),
  status: (row) => STATUS_WORDS[row.status],
  author: (row) => row.author ?? "",
  revised: (row) => row.revisedAt ?? "",
  revision: (row) => String(row.revision ?? ""),
};

/** Shorter headers, for columns whose values are narrower than their names. */
const HEADERS: Partial<Record<GridColumn, string>> = { year: "Effective" };

/** In pixels. */
const WIDTHS: Readonly<Record<string, number>> = {
  id: 64,
  question: 260,
  answer: 150,
  category: 134,
  factType: 136,
  premise: 92,
  hops: 92,
  split: 74,
  year: 102,
  review: 114,
  evidence: 200,
  status: 96,
  author: 130,
  revised: 124,
  revision: 96,
  note: 240,
  ...Object.fromEntries(
    Object.keys(CELL_TEXT_COLUMNS)
      .filter((column) => column !== "note")
      .map((column) => [column, 170]),
  ),
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
