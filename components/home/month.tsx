import { Skeleton, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { FRESH_WITHIN, MONTH_DAYS, type FreshWeek, type Month } from "@/lib/home/schema";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { formatPercent, NOTHING } from "@/lib/platform/numbers";
import classes from "./home.module.css";
import { MiniBars } from "./mini-bars";
import { refreshPage } from "@/lib/dataset/schedule/address";

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** "82%": small charts are read at a glance, so their shares have no digits. */
const share = (part: number, of: number) => (of === 0 ? NOTHING : `${formatPercent(part, of, 0)}%`);
/** "21 Nov" of "21 Nov 2026": the year is the same in all of a month's labels, or plain from them. */
const shortDay = (day: string) => formatDay(day).replace(/ \d{4}$/, "");

const AGES = [
  ...FRESH_WITHIN.map((days) => `${days === 7 ? "7" : formatCount(days)} days or less`),
  `More than ${FRESH_WITHIN.at(-1)} days`,
];

/**
 * Four weeks of work on the dataset in small charts: what is due, done, how old answers are, rated and agreed.
 * @param fresh the chart of freshness over time, which may come later
 */
export function MonthAtAGlance({ month, fresh: overTime }: { month: Month; fresh: ReactNode }) {
  const { due, done, ratings, agreement, freshness } = month;
  const dueCount = sum(due.days.map(({ count }) => count));
  const doneCount = sum(done.map(({ count }) => count));
  const rated = sum(ratings.days.map(({ count }) => count));
  const pairs = sum(agreement.map((week) => week.pairs));
  const reviewed = sum(freshness);
  const fresh = (freshness[0] ?? 0) + (freshness[1] ?? 0);
  return (
    <section aria-labelledby="month">
      <Title order={2} id="month" mb="sm">
        The month at a glance
      </Title>
      <div className={classes.month}>
        <MiniBars
          title="Due"
          figure={
            <>
              {formatCount(dueCount)} due
              {due.overdue > 0 && (
                <>
                  {" "}
                  ·{" "}
                  <LinkAnchor href={refreshPage.href({ when: "overdue" })} inherit>
                    {formatCount(due.overdue)} overdue
                  </LinkAnchor>
                </>
              )}
            </>
          }
          of={`Answers due per day in the next ${MONTH_DAYS} days, today included. Overdue ones are not in the chart.`}
          place="Day"
          series={["Due"]}
          bars={due.days.map(({ day, count }) => ({ label: shortDay(day), values: [count] }))}
        />
        <MiniBars
          title="Done"
          figure={`${formatCount(doneCount)} refreshed`}
          of={`Answers verified per day in the last ${MONTH_DAYS} days, n = ${formatCount(doneCount)}.`}
          place="Day"
          series={["Still correct", "New answer"]}
          bars={done.map(({ day, count, updated }) => ({
            label: shortDay(day),
            values: [count - updated, updated],
          }))}
        />
        {overTime}
        <MiniBars
          title="Answer age"
          figure={reviewed === 0 ? "No questions" : `${share(fresh, reviewed)} within 30 days`}
          of={`Active questions by when their answers were last verified or changed, n = ${formatCount(reviewed)}. Those that are never reviewed are left out.`}
          place="Last confirmed"
          series={["Questions"]}
          bars={freshness.map((count, at) => ({ label: AGES[at]!, values: [count] }))}
        />
        <MiniBars
          title="Ratings"
          figure={
            ratings.open.wanted === 0 ? (
              "No open campaign"
            ) : (
              <>
                {formatCount(ratings.open.judged)} of {formatCount(ratings.open.wanted)} in{" "}
                <LinkAnchor href="/campaigns" inherit>
                  {countOf(ratings.open.campaigns, "open campaign")}
                </LinkAnchor>
              </>
            )
          }
          of={`Ratings per day in the last ${MONTH_DAYS} days, in all campaigns, n = ${formatCount(rated)}.`}
          place="Day"
          series={["Ratings"]}
          bars={ratings.days.map(({ day, count }) => ({ label: shortDay(day), values: [count] }))}
        />
        <MiniBars
          title="Agreement"
          figure={
            pairs === 0
              ? "No pairs"
              : `${share(sum(agreement.map(({ relaxed }) => relaxed)), pairs)} Relaxed · ${share(sum(agreement.map(({ strict }) => strict)), pairs)} Strict`
          }
          of={`Equal verdicts of two raters on a response per week, last ${MONTH_DAYS} days, without gold, n = ${countOf(pairs, "pair")}.`}
          place="Week of"
          series={["Relaxed", "Strict"]}
          grouped
          full={1}
          bars={agreement.map((week) => ({
            label: shortDay(week.day),
            values: [week.relaxed, week.strict].map((equal) =>
              week.pairs === 0 ? 0 : equal / week.pairs,
            ),
          }))}
          format={(_, at, series) => {
            const { relaxed, strict, pairs: n } = agreement[at]!;
            return n === 0
              ? NOTHING
              : `${share([relaxed, strict][series]!, n)} (n = ${formatCount(n)})`;
          }}
        />
      </div>
    </section>
  );
}

/** How fresh the answers were, week by week up to today. */
export function FreshOverTime({ weeks }: { weeks: readonly FreshWeek[] }) {
  const now = weeks.at(-1)!;
  return (
    <MiniBars
      title="Fresh over time"
      figure={
        now.reviewed === 0
          ? "No questions"
          : `${share(now.fresh, now.reviewed)} within their period · n = ${formatCount(now.reviewed)}`
      }
      of={`Active questions that were not overdue by their review policy, once a week for ${weeks.length} weeks. Planned dates are ignored; questions without a review schedule are left out.`}
      place="Date"
      series={["Within their period"]}
      full={1}
      bars={weeks.map(({ day, reviewed, fresh }) => ({
        label: shortDay(day),
        values: [reviewed === 0 ? 0 : fresh / reviewed],
      }))}
      format={(_, at) => {
        const { reviewed, fresh } = weeks[at]!;
        return reviewed === 0
          ? NOTHING
          : `${share(fresh, reviewed)} (n = ${formatCount(reviewed)})`;
      }}
    />
  );
}

const CHART_HEIGHT = 212;

/** Holds the place of one chart while it is counted. */
export function ChartSkeleton() {
  return <Skeleton height={CHART_HEIGHT} />;
}

/** Holds the place of the month while it is counted. */
export function MonthSkeleton() {
  return (
    <section aria-busy="true" aria-label="The month at a glance">
      <Skeleton height={22} width={220} mb="sm" />
      <div className={classes.month}>
        {["Due", "Done", "Fresh over time", "Answer age", "Ratings", "Agreement"].map((title) => (
          <ChartSkeleton key={title} />
        ))}
      </div>
    </section>
  );
}
