import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import type { ResolvedFlag } from "@/lib/rating/answer-flags/schema";
import classes from "./flags.module.css";

/** Resolved flags, the last resolved first. */
export function ResolvedFlags(list: ListProps<ResolvedFlag>) {
  return (
    <ListTable
      {...list}
      label="Resolved flags"
      minWidth={760}
      rowKey={(flag) => flag.flagId}
      columns={[
        {
          title: "Question",
          as: "text",
          cell: (flag) => (
            <>
              <LinkAnchor href={`/questions/${flag.questionId}`} inherit underline="always">
                Q{flag.questionId}
              </LinkAnchor>{" "}
              {flag.question}
            </>
          ),
        },
        {
          title: "Flag",
          as: "text",
          cell: (flag) => (
            <>
              {flag.comment === "" ? (
                <span className={classes.quiet}>No comment</span>
              ) : (
                flag.comment
              )}
              <br />
              <span className={classes.quiet}>
                {flag.rater}, {flag.campaign}
              </span>
            </>
          ),
        },
        {
          title: "Resolution",
          as: "text",
          cell: (flag) => (
            <>
              <b>{flag.as === "corrected" ? "Answer corrected" : "No change"}</b>
              <br />
              {flag.note}
            </>
          ),
        },
        {
          title: "Resolved",
          cell: (flag) => (
            <>
              {flag.resolvedBy}, <LocalTime iso={flag.resolvedAt} />
            </>
          ),
        },
      ]}
    />
  );
}
