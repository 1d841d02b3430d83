import { List, ListItem, Text } from "@mantine/core";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { formatDay } from "@/lib/platform/format";
import type { Rate, RatesOfRater } from "@/lib/rating/hours/queries";
import { SetRate } from "./set-rate";
import { rateWords } from "./words";

/** What each rater is paid, with what it was before. */
export function RatesTable({
  rates,
  today,
}: {
  rates: readonly RatesOfRater[];
  /** ISO day of the dataset's time zone. */
  today: string;
}) {
  return (
    <ListTable
      label="Rates"
      minWidth={560}
      rows={rates}
      rowKey={(row) => row.raterId}
      columns={[
        { title: "Rater", as: "line", cell: (row) => row.rater },
        { title: "Rates", cell: (row) => <RateHistory rates={row.rates} /> },
        {
          title: "Change",
          as: "line",
          cell: (row) => (
            <SetRate
              raterId={row.raterId}
              rater={row.rater}
              latest={row.rates[0] ?? null}
              today={today}
            />
          ),
        },
      ]}
    />
  );
}

/** Every rate that was set, the latest day first. */
export function RateHistory({ rates }: { rates: readonly Rate[] }) {
  if (rates.length === 0) return <Text c="dimmed">No rate set</Text>;
  return (
    <List listStyleType="none" m={0} p={0}>
      {rates.map((rate, i) => {
        const replaced = rates[i - 1]?.validFrom === rate.validFrom;
        return (
          <ListItem key={rate.id} c={replaced ? "dimmed" : undefined}>
            {rateWords(rate)} from {formatDay(rate.validFrom)}
            {replaced && " (replaced)"}
            <Text fz="xs" c="dimmed" component="div">
              set by {rate.setBy}, <LocalTime iso={rate.setAt} />
            </Text>
          </ListItem>
        );
      })}
    </List>
  );
}
