import { Group, Paper, Text, Title } from "@mantine/core";
import { Link } from "@/components/ui/link";
import { addDays, weekdayOf } from "@/lib/dataset/schedule/rules";
import { type CalendarDay, type CalendarView, type DueCounts } from "@/lib/dataset/schedule/schema";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./load-calendar.module.css";
import { SmoothingButton } from "./balance-workload-button";
import { WeeksSelect } from "./weeks-select";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { type QueueState, refreshPage } from "@/lib/dataset/schedule/address";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface LoadCalendarProps {
  calendar: CalendarView;
  state: QueueState;
  /** Which ways of balancing change something; null: the reader may not. */
  balancing: { upcoming: boolean; overdue: boolean } | null;
  byAssignee: DueCounts["byAssignee"];
  ownId: number;
}

/** How many questions fall due on each day of the coming weeks: a column a week, the number in every cell, a click lists the day. */
export function LoadCalendar({ calendar, state, balancing, byAssignee, ownId }: LoadCalendarProps) {
  const peak = calendar.days.reduce((most, day) => Math.max(most, day.hard + day.soft), 0);
  const byDay = new Map(calendar.days.map((day) => [day.day, day]));
  const monday = addDays(calendar.today, -weekdayOf(calendar.today));
  const last = calendar.days.at(-1)!.day;
  const weeks: string[] = [];
  for (let week = monday; week <= last; week = addDays(week, 7)) weeks.push(week);
  const total = calendar.days.reduce((sum, day) => sum + day.hard + day.soft, 0);

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="load">
      <Group justify="space-between" gap="sm" mb="xs">
        <div>
          <Title order={2} size="h3" id="load">
            Upcoming workload
          </Title>
          <Text fz="sm" c="dimmed">
            {countOf(total, "question")} in {state.weeks} weeks
            {peak > 0 && <>, up to {formatCount(peak)} per day</>}
            {calendar.overdue > 0 && (
              <>
                ;{" "}
                <LinkAnchor
                  href={refreshPage.href({ ...state, when: "overdue", day: null, page: 1 })}
                  inherit
                  underline="always"
                >
                  {formatCount(calendar.overdue)} overdue
                </LinkAnchor>
              </>
            )}
            .
          </Text>
        </div>
        <Group gap="xs" align="flex-end">
          <WeeksSelect state={state} />
          {balancing && <SmoothingButton weeks={state.weeks} offers={balancing} />}
        </Group>
      </Group>
      <div className={classes.sides}>
        <div className={classes.days}>
          <TableScroll label="Upcoming workload, as a table">
            <table className={classes.calendar}>
              <thead>
                <tr>
                  <td />
                  {weeks.map((week) => (
                    <th key={week} scope="col">
                      <span className={classes.week}>{formatDay(week).replace(/ \d{4}$/, "")}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {WEEKDAYS.map((name, weekday) => (
                  <tr key={name}>
                    <th scope="row">
                      <abbr title={name}>{name.slice(0, 3)}</abbr>
                    </th>
                    {weeks.map((week) => (
                      <DayCell
                        key={week}
                        day={byDay.get(addDays(week, weekday))}
                        peak={peak}
                        state={state}
                        today={calendar.today}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
          <Text fz="xs" c="dimmed">
            One column per week, starting Monday. Underlined: includes questions with a fixed date.
          </Text>
        </div>
        <div>
          <Title order={3} fz="sm" mb={4}>
            Due by the end of this week
          </Title>
          <ul className={classes.people}>
            {byAssignee.length === 0 && <li>None</li>}
            {byAssignee.map((person) => (
              <li key={person.assigneeId ?? 0}>
                <LinkAnchor
                  href={refreshPage.href({
                    ...state,
                    when: null,
                    day: null,
                    assignee:
                      person.assigneeId === null
                        ? "none"
                        : person.assigneeId === ownId
                          ? "me"
                          : person.assigneeId,
                    page: 1,
                  })}
                  inherit
                >
                  {person.assigneeId === null ? "Unassigned" : person.name}
                </LinkAnchor>
                <span>{formatCount(person.count)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Paper>
  );
}

function DayCell({
  day,
  peak,
  state,
  today,
}: {
  day: CalendarDay | undefined;
  peak: number;
  state: QueueState;
  today: string;
}) {
  if (day === undefined) return <td className={classes.outside} />;
  const count = day.hard + day.soft;
  if (count === 0)
    return (
      <td className={classes.cell} data-today={day.day === today || undefined}>
        <span className={classes.none}>0</span>
      </td>
    );
  const words = `${formatDay(day.day)}: ${countOf(count, "question")} due${day.hard > 0 ? `, ${formatCount(day.hard)} with a fixed date` : ""}`;
  return (
    <td
      className={classes.cell}
      data-level={Math.ceil((count / peak) * 4)}
      data-today={day.day === today || undefined}
    >
      <Link
        href={refreshPage.href({ ...state, when: null, day: day.day, page: 1 })}
        scroll={false}
        aria-label={words}
        title={words}
        data-hard={day.hard > 0 || undefined}
        aria-current={state.day === day.day ? "date" : undefined}
      >
        {formatCount(count)}
      </Link>
    </td>
  );
}
