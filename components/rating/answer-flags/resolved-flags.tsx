import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import type { ResolvedFlag } from "@/lib/rating/answer-flags/schema";
import classes from "./flags.module.css";

/** Renders resolved flags, the last resolved first. */
export function ResolvedFlags({ flags }: { flags: readonly ResolvedFlag[] }) {
  return (
    <TableScroll label="Resolved flags">
      <Table miw={760}>
        <TableThead>
          <TableTr>
            <TableTh>Question</TableTh>
            <TableTh>Flag</TableTh>
            <TableTh>Resolution</TableTh>
            <TableTh>Resolved</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {flags.map((flag) => (
            <TableTr key={flag.flagId}>
              <TableTd>
                <LinkAnchor href={`/questions/${flag.questionId}`} underline="always">
                  Q{flag.questionId}
                </LinkAnchor>{" "}
                {flag.question}
              </TableTd>
              <TableTd>
                {flag.comment === "" ? (
                  <span className={classes.quiet}>No comment</span>
                ) : (
                  flag.comment
                )}
                <br />
                <span className={classes.quiet}>
                  {flag.rater}, {flag.campaign}
                </span>
              </TableTd>
              <TableTd>
                <b>{flag.as === "corrected" ? "Answer corrected" : "No change"}</b>
                <br />
                {flag.word}
              </TableTd>
              <TableTd>
                {flag.settledBy}, <LocalTime iso={flag.settledAt} />
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
