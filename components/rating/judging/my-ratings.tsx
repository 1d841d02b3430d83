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
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import type { OwnPace, OwnWork } from "@/lib/rating/judging/queries";
import { durationWords, perHour } from "@/lib/rating/judging/rules";
import { VerdictBadges } from "./verdict-labels";
import { formatCount, formatDay } from "@/lib/platform/format";

/** One's own judgments, the latest first, each leading to its correction. @param query what stays in the address. */
export function OwnWorkTable({ work, query }: { work: OwnWork; query: string }) {
  const turn = (name: "before" | "after", id: number) =>
    `/rate/mine?${new URLSearchParams([...new URLSearchParams(query), [name, String(id)]])}`;
  return (
    <>
      <TableScroll label="My ratings, as a table">
        <Table miw={820} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Question</TableTh>
              <TableTh scope="col">Verdict</TableTh>
              <TableTh scope="col" miw={176}>
                Notes
              </TableTh>
              <TableTh scope="col">Rated</TableTh>
              <TableTh scope="col">Time</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {work.rows.map((row) => (
              <TableTr key={row.id}>
                <TableTd style={{ overflowWrap: "anywhere" }}>
                  <LinkAnchor href={`/rate/mine/${row.taskId}`} inherit>
                    {row.question}
                  </LinkAnchor>
                  <Text fz="xs" c="dimmed" component="div">
                    <CategoryBadge category={row.category} /> {row.campaign}
                  </Text>
                </TableTd>
                <TableTd>
                  <VerdictBadges verdict={row} />
                </TableTd>
                <TableTd fz="sm">
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
                </TableTd>
                <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}>
                  <LocalTime iso={row.judgedAt} />
                </TableTd>
                <TableTd fz="sm" className="tabular" style={{ whiteSpace: "nowrap" }}>
                  {durationWords(row.activeMs)}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <Group component="nav" aria-label="Rating pages" justify="space-between" mt="md">
        {work.newer !== null ? (
          <LinkButton
            href={turn("after", work.newer)}
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Newer
          </LinkButton>
        ) : (
          <span />
        )}
        {work.older !== null && (
          <LinkButton
            href={turn("before", work.older)}
            variant="default"
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            Older
          </LinkButton>
        )}
      </Group>
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
