import { Text } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { cellOf } from "@/lib/dataset/questions/cells";
import {
  DIFFERENCE_PAGE_SIZE,
  type DifferenceRow,
  type DifferenceView,
} from "@/lib/dataset/release-differences/schema";
import { RevisionDifference } from "@/components/dataset/questions/revision-difference";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import classes from "./difference.module.css";
import { FILTERS, filterName, spokenKinds } from "./difference-labels";
import { formatCount } from "@/lib/platform/format";
import { type DifferenceFilter } from "@/lib/dataset/release-differences/vocabulary";

interface DifferenceRowsProps {
  view: DifferenceView;
  kind: DifferenceFilter;
  page: number;
  /** The address of a filter's page; called on the server. */
  href: (kind: DifferenceFilter, page: number) => string;
  /** Questions lead to their own page, for those who may see it. */
  linkQuestions: boolean;
}

/** The differences of two releases: how many of each kind, and each of the chosen kind, word by word. */
export function DifferenceRows({ view, kind, page, href, linkQuestions }: DifferenceRowsProps) {
  const count = (filter: DifferenceFilter) =>
    filter === "content" ? view.counts.content : view.counts.byKind[filter];
  return (
    <>
      <nav aria-label="Kinds of changes">
        <ul className={classes.filters}>
          {FILTERS.map((filter) => (
            <li key={filter}>
              <Link
                href={href(filter, 1)}
                aria-current={filter === kind ? "page" : undefined}
                data-none={count(filter) === 0 || undefined}
              >
                {filterName(filter)} <b>{formatCount(count(filter))}</b>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Text fz="sm" c="dimmed" mb="md">
        {formatCount(view.counts.unchanged)}{" "}
        {view.counts.unchanged === 1 ? "question is" : "questions are"} identical. A question with
        several kinds of changes is counted once per kind.
      </Text>
      {view.rows.length === 0 ? (
        <EmptyState
          icon={<IconEqual size={24} />}
          title={kind === "content" ? "No changes" : `No changes of this kind: ${filterName(kind)}`}
        />
      ) : (
        <ol className={classes.rows}>
          {view.rows.map((row) => (
            <Row key={row.questionId} row={row} link={linkQuestions} />
          ))}
        </ol>
      )}
      <PageTurner
        list={{ page, pageSize: DIFFERENCE_PAGE_SIZE, total: view.total }}
        label="Changes"
        href={({ page }) => href(kind, page)}
      />
    </>
  );
}

function Row({ row, link }: { row: DifferenceRow; link: boolean }) {
  const question = cellOf((row.after ?? row.before)!.cells, "question").trim();
  return (
    <li className={classes.row}>
      <h2 className={classes.head}>
        {link ? (
          <LinkAnchor href={`/questions/${row.questionId}`} inherit c="inherit" fw={600}>
            {question}
          </LinkAnchor>
        ) : (
          <span>{question}</span>
        )}
        <span className={classes.where}>
          Q{row.questionId} · {places(row)}
        </span>
      </h2>
      <ul className={classes.kinds} aria-label="Changes">
        {spokenKinds(row.kinds).map((kind) => (
          <li key={kind} data-kind={kind}>
            {kind}
          </li>
        ))}
      </ul>
      {row.before !== null && row.after !== null ? (
        !row.kinds.includes("position") && (
          <RevisionDifference
            before={{ cells: row.before.cells }}
            after={{ cells: row.after.cells }}
          />
        )
      ) : (
        <Text fz="sm">
          {row.before === null ? "Answer: " : "Previous answer: "}
          {cellOf((row.after ?? row.before)!.cells, "answer_0").trim() || "none"}
        </Text>
      )}
    </li>
  );
}

function places({ before, after }: DifferenceRow): string {
  if (before === null) return `id ${after!.position}`;
  if (after === null) return `was id ${before.position}`;
  return before.position === after.position
    ? `id ${after.position}`
    : `id ${before.position} → ${after.position}`;
}
