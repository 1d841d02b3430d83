import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import type { SettledTicket } from "@/lib/rating/answer-flags/schema";
import classes from "./flags.module.css";

/** Renders resolved flags, the last resolved first. */
export function SettledTickets({ tickets }: { tickets: readonly SettledTicket[] }) {
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
          {tickets.map((ticket) => (
            <TableTr key={ticket.ticketId}>
              <TableTd>
                <LinkAnchor href={`/questions/${ticket.questionId}`} underline="always">
                  Q{ticket.questionId}
                </LinkAnchor>{" "}
                {ticket.question}
              </TableTd>
              <TableTd>
                {ticket.comment === "" ? (
                  <span className={classes.quiet}>No comment</span>
                ) : (
                  ticket.comment
                )}
                <br />
                <span className={classes.quiet}>
                  {ticket.rater}, {ticket.campaign}
                </span>
              </TableTd>
              <TableTd>
                <b>{ticket.as === "corrected" ? "Answer corrected" : "No change"}</b>
                <br />
                {ticket.word}
              </TableTd>
              <TableTd>
                {ticket.settledBy}, <LocalTime iso={ticket.settledAt} />
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
