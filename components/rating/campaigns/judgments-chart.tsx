import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { CampaignProgress } from "@/lib/rating/campaigns/progress-queries";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./judgments-chart.module.css";
import { formatCount, formatDay } from "@/lib/platform/format";

const HEIGHT = 160;
/** Told apart by colour and by pattern; beyond these the last one stands for all others. */
const SHADES = 8;
/** So many dates stand beside each other on a wide page; of more, each second or third. */
const DATES = 20;

/** Judgments a day, stacked by rater, with the numbers as a table below. */
export function JudgmentsChart({
  progress,
}: {
  progress: Pick<CampaignProgress, "days" | "raters">;
}) {
  const { days, raters } = progress;
  const shown = raters.filter((rater) =>
    days.some((day) => day.counts.some((one) => one.raterId === rater.raterId)),
  );
  const total = (day: (typeof days)[number]) => day.counts.reduce((sum, one) => sum + one.count, 0);
  const peak = Math.max(1, ...days.map(total));
  const countOf = (day: (typeof days)[number], raterId: number) =>
    day.counts.find((one) => one.raterId === raterId)?.count ?? 0;
  const every = Math.ceil(days.length / DATES);
  const shade = (index: number) => Math.min(index, SHADES - 1);
  if (days.length === 0) return <Text c="dimmed">No ratings yet</Text>;
  return (
    <>
      <ul className={classes.legend} aria-label="Raters in the chart">
        {shown.map((rater, index) => (
          <li key={rater.raterId}>
            <span aria-hidden className={classes.key} data-shade={shade(index)} />
            {rater.name}
          </li>
        ))}
      </ul>
      <TableScroll label="Chart of ratings per day">
        <div
          className={classes.chart}
          role="img"
          aria-label={`Ratings per day from ${formatDay(days[0]!.day)} to ${formatDay(days.at(-1)!.day)}, up to ${formatCount(peak)} per day. The data is in the table below.`}
        >
          <div className={classes.scale} aria-hidden style={{ height: HEIGHT }}>
            <span>{formatCount(peak)}</span>
            <span>0</span>
          </div>
          {days.map((day, at) => (
            <div
              key={day.day}
              className={classes.day}
              data-many={every > 1 || undefined}
              aria-hidden
              title={`${formatDay(day.day)}: ${formatCount(total(day))}`}
            >
              <div className={classes.bar} style={{ height: HEIGHT }}>
                {shown.map((rater, index) => {
                  const count = countOf(day, rater.raterId);
                  return count === 0 ? null : (
                    <span
                      key={rater.raterId}
                      data-shade={shade(index)}
                      style={{ height: Math.max(2, (count / peak) * HEIGHT) }}
                    />
                  );
                })}
              </div>
              <span className={classes.label}>
                {at % every === 0 && formatDay(day.day).replace(/ \d{4}$/, "")}
              </span>
            </div>
          ))}
        </div>
      </TableScroll>
      <details>
        <Text component="summary" fz="sm" style={{ cursor: "pointer" }}>
          Show data
        </Text>
        <TableScroll label="Ratings per day and rater">
          <Table w="auto" fz="sm" verticalSpacing={4}>
            <TableThead>
              <TableTr>
                <TableTh scope="col">Date</TableTh>
                {shown.map((rater) => (
                  <TableTh key={rater.raterId} scope="col" ta="end">
                    {rater.name}
                  </TableTh>
                ))}
                <TableTh scope="col" ta="end">
                  All
                </TableTh>
              </TableTr>
            </TableThead>
            <TableTbody>
              {days.map((day) => (
                <TableTr key={day.day}>
                  <TableTh scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                    {formatDay(day.day)}
                  </TableTh>
                  {shown.map((rater) => (
                    <TableTd key={rater.raterId} ta="end">
                      {formatCount(countOf(day, rater.raterId))}
                    </TableTd>
                  ))}
                  <TableTd ta="end">{formatCount(total(day))}</TableTd>
                </TableTr>
              ))}
            </TableTbody>
          </Table>
        </TableScroll>
      </details>
    </>
  );
}
