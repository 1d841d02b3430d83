import {
  Badge,
  Group,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import type { OwnPace, OwnWork } from "@/lib/rating/judging/queries";
import { durationWords, perHour } from "@/lib/rating/judging/rules";
import { VerdictBadges } from "./verdict-labels";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { NewerOlder } from "@/components/ui/newer-older";

/** One's own judgments, the latest first, each leading to its correction. @param query what stays in the address. */
export function OwnWorkTable({ work, query }: { work: OwnWork; query: string }) {
  const turn = (name: "before" | "after", id: number) =>
    `/rate/mine?${new URLSearchParams([...new URLSearchParams(query), [name, String(id)]])}`;
  return (
    <>
      <ListTable
        label="My ratings, as a table"
        minWidth={820}
        rows={work.rows}
        rowKey={(row) => row.id}
        columns={[
          {
            title: "Question",
            as: "text",
            cell: (row) => (
              <>
                <LinkAnchor href={`/rate/mine/${row.taskId}`} inherit>
                  {row.question}
                </LinkAnchor>
                <Text fz="xs" c="dimmed" component="div">
                  <CategoryBadge category={row.category} /> {row.campaign}
                </Text>
              </>
            ),
          },
          { title: "Verdict", cell: (row) => <VerdictBadges verdict={row} /> },
          { title: "Notes", small: true, minWidth: 176, cell: (row) => <Notes row={row} /> },
          {
            title: "Rated",
            as: "line",
            small: true,
            cell: (row) => <LocalTime iso={row.judgedAt} />,
          },
          { title: "Time", as: "line", small: true, cell: (row) => durationWords(row.activeMs) },
        ]}
      />
      <NewerOlder
        label="Rating pages"
        newer={work.newer === null ? null : turn("after", work.newer)}
        older={work.older === null ? null : turn("before", work.older)}
      />
    </>
  );
}

/** What is remarkable about a rating, and its comment. */
function Notes({ row }: { row: OwnWork["rows"][number] }) {
  return (
    <>
      <Group gap={4}>
        {row.flagged && <Badge color="orange">Answer flagged</Badge>}
        {row.lowConfidence && <Badge color="yellow">Not sure</Badge>}
        {row.corrections > 0 && (
          <Badge color="blue">
            {row.corrections === 1 ? "Corrected" : `Corrected ${row.corrections} times`}
          </Badge>
        )}
        {row.stale && <Badge color="yellow">Answers changed</Badge>}
        {row.adjudicated && <Badge color="gray">Final</Badge>}
      </Group>
      {row.comment !== "" && (
        <Text fz="xs" c="dimmed" lineClamp={2}>
          {row.comment}
        </Text>
      )}
    </>
  );
}

/** Renders the rater's own pace; breaks are not counted. */
export function OwnPaceTable({ pace }: { pace: OwnPace }) {
  const most = Math.max(1, ...pace.days.map((day) => day.judged));
  return (
    <>
      <Text mb="xs">
        <b>{formatCount(pace.judged)}</b> rated in <b>{durationWords(pace.activeMs)}</b> of active
        time
        {pace.activeMs > 0 && (
          <>
            : <b>{perHour(pace.judged, pace.activeMs)}</b> per hour
          </>
        )}
        .{" "}
        <Text span c="dimmed" fz="sm">
          After {durationWords(pace.idleSeconds * 1_000)} without typing, clicking or scrolling,
          time counts as a break and isn&apos;t included.
        </Text>
      </Text>
      {pace.days.length > 0 && (
        <TableScroll label="My pace by date, as a table">
          <Table miw={460} maw={760}>
            <TableThead>
              <TableTr>
                <TableTh scope="col">Date ({pace.timeZone})</TableTh>
                <TableTh scope="col">Rated</TableTh>
                <TableTh scope="col">Corrected</TableTh>
                <TableTh scope="col">Active time</TableTh>
                <TableTh scope="col">Per hour</TableTh>
              </TableTr>
            </TableThead>
            <TableTbody>
              {pace.days.map((day) => (
                <TableTr key={day.day}>
                  <TableTd style={{ whiteSpace: "nowrap" }}>{formatDay(day.day)}</TableTd>
                  <TableTd className="tabular">
                    <Group gap={8} wrap="nowrap">
                      <span style={{ minWidth: 32 }}>{formatCount(day.judged)}</span>
                      <span
                        aria-hidden
                        style={{
                          width: `${Math.round((120 * day.judged) / most)}px`,
                          height: 8,
                          borderRadius: 2,
                          background: "var(--mantine-color-spruce-5)",
                        }}
                      />
                    </Group>
                  </TableTd>
                  <TableTd className="tabular">{formatCount(day.corrected)}</TableTd>
                  <TableTd className="tabular">{durationWords(day.activeMs)}</TableTd>
                  <TableTd className="tabular">{perHour(day.judged, day.activeMs)}</TableTd>
                </TableTr>
              ))}
            </TableTbody>
          </Table>
        </TableScroll>
      )}
    </>
  );
}
