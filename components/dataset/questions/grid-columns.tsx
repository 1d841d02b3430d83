import { Link } from "@/components/ui/link";
import type { DataTableColumn } from "@/components/data-table/data-table";
import { withQuery, type FixedColumn, type GridColumn } from "@/lib/dataset/questions/grid";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { describeNextReview } from "@/lib/dataset/questions/rules";
import { CategoryBadge, HopsBadge, OverdueBadge, SplitBadge, StatusBadge } from "./badges";
import classes from "./questions-grid.module.css";
import { columnLabel, FACT_TYPE_WORDS } from "./labels";
import { EXTRA_FIELDS, extraWords } from "@/lib/dataset/questions/fields";
import { formatDay } from "@/lib/platform/format";

/** The columns of the grid. `query` travels to the question, so that it knows what comes before and after it. */
export function gridColumns(query: string): DataTableColumn<GridRow>[] {
  const cells: Record<FixedColumn, (row: GridRow) => React.ReactNode> = {
    id: (row) => <span className={classes.id}>Q{row.id}</span>,
    question: (row) => (
      <>
        <Link
          className={classes.question}
          href={withQuery(`/questions/${row.id}`, query)}
          data-row-link
        >
          {row.question}
        </Link>
        {row.status === "retired" && (
          <>
            {" "}
            <StatusBadge status="retired" />
          </>
        )}
      </>
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
  const extras = EXTRA_FIELDS.map((field) => {
    const value = (row: GridRow) => (row as unknown as Record<string, string | null>)[field.key];
    return [field.key, (row: GridRow) => extraWords(field, value(row))] as const;
  });
  return [...Object.entries(cells), ...extras].map(([id, cell]) => ({
    id,
    header: HEADERS[id] ?? columnLabel(id),
    cell,
    sortable: true,
    ...WIDTHS[id],
  }));
}

/** Shorter headers, for columns whose values are narrower than their names. */
const HEADERS: Partial<Record<GridColumn, string>> = { year: "Effective" };

const WIDTHS: Partial<Record<GridColumn, { minWidth?: string; maxWidth?: string }>> = {
  question: { minWidth: "min(290px, 60vw)", maxWidth: "640px" },
  answer: { minWidth: "150px", maxWidth: "300px" },
  review: { minWidth: "112px" },
  evidence: { minWidth: "120px", maxWidth: "240px" },
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
