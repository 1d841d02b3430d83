import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconClock, IconDownload } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "@/components/ui/list-table";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import type { RaterHours, RaterHoursReport } from "@/lib/rating/hours/queries";
import { HOUR_PERIODS } from "@/lib/rating/hours/vocabulary";
import { durationWords } from "@/lib/rating/judging/rules";
import { hoursInDecimals, PERIOD_WORDS, sumsByCurrency } from "./words";
import { hoursPage, type HoursState } from "@/lib/rating/hours/address";
import { withQuery } from "@/lib/platform/address";

/** The period in the address. */
export function HoursFilter({
  asked,
  raters,
}: {
  asked: HoursState;
  /** To choose one of; empty: the reader's own hours. */
  raters: readonly { raterId: number; rater: string }[];
}) {
  return (
    <form method="get">
      <Group align="flex-end" gap="sm" mb="md">
        <TextInput type="date" name="from" label="From" defaultValue={asked.from ?? ""} />
        <TextInput type="date" name="to" label="To" defaultValue={asked.to ?? ""} />
        <NativeSelect
          name="by"
          label="Per"
          defaultValue={asked.by}
          data={HOUR_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        />
        {raters.length > 0 && (
          <NativeSelect
            name="rater"
            label="Rater"
            defaultValue={asked.rater === null ? "" : String(asked.rater)}
            data={[
              { value: "", label: "All" },
              ...raters.map(({ raterId, rater }) => ({ value: String(raterId), label: rater })),
            ]}
          />
        )}
        <Button type="submit" variant="default">
          Show
        </Button>
      </Group>
    </form>
  );
}

/** Hours and items by rater and period, with what they come to where a rate is set. */
export function HoursTable({ report }: { report: RaterHoursReport }) {
  const { rows, everyone, timeZone, idleSeconds } = report;
  const sums = sumsByCurrency(rows);
  if (rows.length === 0)
    return (
      <EmptyState icon={<IconClock size={24} />} title="No ratings in this period">
        Change the dates, or clear them to show all.
      </EmptyState>
    );
  return (
    <>
      <ListTable
        label="Hours"
        minWidth={720}
        rows={rows}
        rowKey={(row) => `${row.raterId} ${row.from} ${row.currency}`}
        columns={[
          ...(everyone
            ? [{ title: "Rater", as: "line" as const, cell: (row: RaterHours) => row.rater }]
            : []),
          { title: `Days (${timeZone})`, as: "line", cell: daysOf },
          { title: "Rated", as: "number", cell: (row) => formatCount(row.rated) },
          { title: "Corrected", as: "number", cell: (row) => formatCount(row.corrected) },
          {
            title: "Hours",
            as: "number",
            cell: (row) => (
              <>
                {hoursInDecimals(row.activeMs)}
                {row.overClock && (
                  <Text fz="xs" c="red">
                    over the clock
                  </Text>
                )}
                {row.late > 0 && (
                  <Text fz="xs" c="dimmed">
                    {`${countOf(row.late, "rating")}, ${hoursInDecimals(row.lateMs)} h came later`}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: "Amount",
            as: "number",
            cell: (row) => (
              <>
                {row.amount === null ? "–" : `${row.amount} ${row.currency}`}
                {row.rateSetLater && (
                  <Text fz="xs" c="dimmed">
                    rate set later
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
      <Text mt="sm">
        In all <b>{hoursInDecimals(rows.reduce((sum, row) => sum + row.activeMs, 0))} h</b>,{" "}
        <b>{formatCount(rows.reduce((sum, row) => sum + row.rated, 0))}</b> rated
        {sums.map(({ currency, amount }) => (
          <span key={currency}>
            , <b className="tabular">{`${amount} ${currency}`}</b>
          </span>
        ))}
        .
      </Text>
      <Text fz="sm" c="dimmed" mt="xs" maw={760}>
        Hours are active time on items, as the rating desk measures it: after{" "}
        {durationWords(idleSeconds * 1_000)} without typing, clicking or scrolling it counts as a
        break. Corrections count as time, not as items. Training and skipped items are not included.
        An amount is what the rate of each day comes to, rounded once per line. “Over the clock”
        means that a day has more active time than passed between its first item and its last
        rating; an hourly rate pays no more than what passed. “Came later” are ratings and
        corrections that were made in the period, without a connection, and arrived after it had
        ended; “rate set later” is a rate of its days that was set after that. Either changes what
        was shown of the period before.
      </Text>
    </>
  );
}

function daysOf({ from, to }: RaterHours): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** The hours that a page shows as a file. */
export function HoursFile({ asked }: { asked: HoursState }) {
  return (
    <Button
      component="a"
      href={withQuery("/api/campaigns/hours", hoursPage.query(asked))}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      CSV
    </Button>
  );
}
