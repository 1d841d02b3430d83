import { TableTbody, TableTd, TableTh, TableThead, TableTr, Table } from "@mantine/core";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import { CAUSE_WORDS } from "@/lib/rating/adjudication/rules";
import {
  CAUSES,
  queueHref,
  type CaseFilters,
  type CaseQueue,
  type CaseRow,
  type DiscussionRow,
} from "@/lib/rating/adjudication/schema";
import type { SettledRow } from "@/lib/rating/adjudication/queries";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import classes from "./adjudication.module.css";
import { CauseBadges } from "./visible-ratings";
import { countOf, formatCount } from "@/lib/platform/format";

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
            queueHref("/adjudication", { ...filters, campaign: null }),
            filters.campaign === null,
          )}
          {campaigns.map(({ id, name, cases }) =>
            choice(
              String(id),
              `${name} (${formatCount(cases)})`,
              queueHref("/adjudication", { ...filters, campaign: id }),
              filters.campaign === id,
            ),
          )}
        </nav>
      )}
      <nav className={classes.filters} aria-label="Causes">
        {choice(
          "any",
          "Any cause",
          queueHref("/adjudication", { ...filters, cause: [] }),
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
            queueHref("/adjudication", { ...filters, cause: next }),
            here,
          );
        })}
      </nav>
    </>
  );
}

/** Renders the items to adjudicate, lowest agreement first. */
export function CaseTable({ rows, filters }: { rows: readonly CaseRow[]; filters: CaseFilters }) {
  return (
    <TableScroll label="Responses to adjudicate">
      <Table miw={720}>
        <TableThead>
          <TableTr>
            <TableTh>Agreement</TableTh>
            <TableTh>Question</TableTh>
            <TableTh>Cause</TableTh>
            <TableTh>Ratings</TableTh>
            <TableTh>Campaign</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.taskId}>
              <TableTd className={classes.agreement}>
                {row.ratings < 2 ? "1 rating" : `${Math.round(100 * row.agreement)}%`}
              </TableTd>
              <TableTd>
                <LinkAnchor
                  href={`${queueHref("/adjudication/desk", filters)}${queueHref("", filters) === "" ? "?" : "&"}task=${row.taskId}`}
                >
                  {row.question}
                </LinkAnchor>{" "}
                <CategoryBadge category={row.category} />
                {row.comments > 0 && (
                  <span className={classes.quiet}> · {countOf(row.comments, "comment")}</span>
                )}
                {row.heldBy !== null && (
                  <span className={classes.quiet}> · open by {row.heldBy}</span>
                )}
              </TableTd>
              <TableTd>
                <CauseBadges causes={row.causes} />
              </TableTd>
              <TableTd className="tabular">{row.ratings}</TableTd>
              <TableTd>{row.campaign}</TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

/** Final verdicts, the latest first. */
export function SettledTable({ rows }: { rows: readonly SettledRow[] }) {
  return (
    <TableScroll label="Adjudicated responses">
      <Table miw={720}>
        <TableThead>
          <TableTr>
            <TableTh>Question</TableTh>
            <TableTh>Final verdict</TableTh>
            <TableTh>Rationale</TableTh>
            <TableTh>Adjudicated</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.taskId}>
              <TableTd>
                <LinkAnchor href={`/adjudication/${row.taskId}`}>{row.question}</LinkAnchor>{" "}
                <CategoryBadge category={row.category} />
                <span className={classes.quiet}> · {row.campaign}</span>
              </TableTd>
              <TableTd>
                <VerdictBadges verdict={row} />
              </TableTd>
              <TableTd>
                {row.reason}
                {row.superseded > 0 && (
                  <span className={classes.quiet}>
                    {" "}
                    · replaced {formatCount(row.superseded)} earlier
                  </span>
                )}
              </TableTd>
              <TableTd>
                {row.by}, <LocalTime iso={row.at} />
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

/** A rater's own disputed responses. */
export function DiscussionTable({ rows }: { rows: readonly DiscussionRow[] }) {
  return (
    <TableScroll label="Your disputed responses">
      <Table miw={640}>
        <TableThead>
          <TableTr>
            <TableTh>Question</TableTh>
            <TableTh>Discussion</TableTh>
            <TableTh>Status</TableTh>
            <TableTh>Campaign</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.taskId}>
              <TableTd>
                <LinkAnchor href={`/discussions/${row.taskId}`}>{row.question}</LinkAnchor>{" "}
                <CategoryBadge category={row.category} />
              </TableTd>
              <TableTd>
                {row.comments === 0 ? (
                  "No comments"
                ) : (
                  <>
                    {countOf(row.comments, "comment")} · last <LocalTime iso={row.lastAt!} />
                  </>
                )}
              </TableTd>
              <TableTd>{row.adjudicated ? "Adjudicated" : "Pending"}</TableTd>
              <TableTd>{row.campaign}</TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
