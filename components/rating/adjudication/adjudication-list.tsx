import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ListTable } from "@/components/ui/list-table";
import { CAUSE_WORDS } from "@/lib/rating/adjudication/rules";
import type { CaseQueue, CaseRow, DiscussionRow } from "@/lib/rating/adjudication/schema";
import { CAUSES } from "@/lib/rating/adjudication/vocabulary";
import type { SettledRow } from "@/lib/rating/adjudication/queries";
import { AnswerList } from "@/components/rating/judging/answer-list";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import classes from "./adjudication.module.css";
import { CauseBadges } from "./visible-ratings";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare } from "@/lib/platform/numbers";
import {
  adjudicationPage,
  adjudicationDeskPage,
  type CaseFilters,
} from "@/lib/rating/adjudication/address";

/** Renders the filters of the queue, by campaign and cause; each choice is a link. */
export function CaseFilterBar({
  filters,
  campaigns,
}: {
  filters: CaseFilters;
  campaigns: CaseQueue["campaigns"];
}) {
  const choice = (key: string, label: string, href: string, here: boolean) => (
    <LinkButton
      key={key}
      href={href}
      size="compact-sm"
      variant={here ? "light" : "default"}
      {...(here && { "aria-current": "true" as const })}
    >
      {label}
    </LinkButton>
  );
  return (
    <>
      {campaigns.length > 1 && (
        <nav className={classes.filters} aria-label="Campaigns">
          {choice(
            "all",
            "All campaigns",
            adjudicationPage.href({ ...filters, campaign: null }),
            filters.campaign === null,
          )}
          {campaigns.map(({ id, name, cases }) =>
            choice(
              String(id),
              `${name} (${formatCount(cases)})`,
              adjudicationPage.href({ ...filters, campaign: id }),
              filters.campaign === id,
            ),
          )}
        </nav>
      )}
      <nav className={classes.filters} aria-label="Causes">
        {choice(
          "any",
          "Any cause",
          adjudicationPage.href({ ...filters, cause: [] }),
          filters.cause.length === 0,
        )}
        {CAUSES.map((cause) => {
          const here = filters.cause.includes(cause);
          const next = here
            ? filters.cause.filter((other) => other !== cause)
            : [...filters.cause, cause];
          return choice(
            cause,
            CAUSE_WORDS[cause],
            adjudicationPage.href({ ...filters, cause: next }),
            here,
          );
        })}
      </nav>
    </>
  );
}

/** Renders the items to adjudicate: lowest agreement first, audits last. */
export function CaseTable({ rows, filters }: { rows: readonly CaseRow[]; filters: CaseFilters }) {
  return (
    <ListTable
      label="Responses to adjudicate"
      minWidth={720}
      rows={rows}
      rowKey={(row) => row.taskId}
      columns={[
        {
          title: "Agreement",
          as: "line",
          cell: (row) =>
            row.causes.includes("audit")
              ? "hidden"
              : row.ratings < 2
                ? "1 rating"
                : formatShare(row.agreement),
        },
        {
          title: "Question",
          cell: (row) => (
            <>
              <LinkAnchor href={adjudicationDeskPage.href({ ...filters, task: row.taskId })}>
                {row.question}
              </LinkAnchor>{" "}
              <CategoryBadge category={row.category} />
              {row.comments > 0 && (
                <span className={classes.quiet}> · {countOf(row.comments, "comment")}</span>
              )}
              {row.heldBy !== null && (
                <span className={classes.quiet}> · open by {row.heldBy}</span>
              )}
            </>
          ),
        },
        {
          title: "Cause",
          cell: (row) => <CauseBadges causes={row.causes} differing={row.differing} />,
        },
        { title: "Ratings", cell: (row) => formatCount(row.ratings) },
        { title: "Campaign", cell: (row) => row.campaign },
      ]}
    />
  );
}

/** Final verdicts, the latest first. */
export function SettledTable({ rows }: { rows: readonly SettledRow[] }) {
  return (
    <ListTable
      label="Adjudicated responses"
      minWidth={720}
      rows={rows}
      rowKey={(row) => row.taskId}
      columns={[
        {
          title: "Question",
          cell: (row) => (
            <>
              <LinkAnchor href={`/adjudication/${row.taskId}`}>{row.question}</LinkAnchor>{" "}
              <CategoryBadge category={row.category} />
              <span className={classes.quiet}> · {row.campaign}</span>
            </>
          ),
        },
        {
          title: "Outcome",
          cell: ({ verdict, answers }) =>
            verdict === null ? (
              <AnswerList answers={answers} />
            ) : (
              <VerdictBadges verdict={verdict} />
            ),
        },
        {
          title: "Rationale",
          cell: ({ reason, superseded }) => (
            <>
              {reason}
              {superseded > 0 && (
                <span className={classes.quiet}> · replaced {formatCount(superseded)} earlier</span>
              )}
            </>
          ),
        },
        {
          title: "Adjudicated",
          cell: (row) => (
            <>
              {row.by}, <LocalTime iso={row.at} />
            </>
          ),
        },
      ]}
    />
  );
}

/** A rater's own disputed responses. */
export function DiscussionTable({ rows }: { rows: readonly DiscussionRow[] }) {
  return (
    <ListTable
      label="Your disputed responses"
      minWidth={640}
      rows={rows}
      rowKey={(row) => row.taskId}
      columns={[
        {
          title: "Question",
          cell: (row) => (
            <>
              <LinkAnchor href={`/discussions/${row.taskId}`}>{row.question}</LinkAnchor>{" "}
              <CategoryBadge category={row.category} />
            </>
          ),
        },
        {
          title: "Discussion",
          cell: (row) =>
            row.comments === 0 ? (
              "No comments"
            ) : (
              <>
                {countOf(row.comments, "comment")} · last <LocalTime iso={row.lastAt!} />
              </>
            ),
        },
        { title: "Status", cell: (row) => (row.adjudicated ? "Adjudicated" : "Pending") },
        { title: "Campaign", cell: (row) => row.campaign },
      ]}
    />
  );
}
