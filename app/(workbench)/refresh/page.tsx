import { Group, Text } from "@mantine/core";
import { IconCalendarCheck, IconPlayerPlay } from "@tabler/icons-react";
import { redirect } from "next/navigation";
import { LoadCalendar } from "@/components/refreshing/load-calendar";
import { QueueFilterBar } from "@/components/refreshing/queue-filter-bar";
import { QueueTable } from "@/components/refreshing/queue-table";
import { QueueTabs } from "@/components/refreshing/queue-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import {
  countDue,
  getBalancing,
  listAssignees,
  listDue,
  loadCalendar,
} from "@/lib/dataset/schedule/queries";
import { type DueSection, DEFAULT_WEEKS } from "@/lib/dataset/schedule/vocabulary";
import { formatCount, formatDay } from "@/lib/platform/format";
import { refreshDeskPage, refreshPage, type QueueFilters } from "@/lib/dataset/schedule/address";

export const metadata = { title: "Answer refresh" };

export default async function ReviewPage({ searchParams }: PageProps<"/refresh">) {
  const actor = await requireActor("reviews.work");
  const asked = refreshPage.read(await searchParams);
  const manages = may(actor, "reviews.manage");
  const [counts, calendar, assignees, balancing] = await Promise.all([
    countDue(actor, asked),
    loadCalendar(actor, asked.weeks, asked),
    listAssignees(actor),
    manages ? getBalancing(actor, asked.weeks) : null,
  ]);
  // The most urgent part that is not empty.
  const state =
    asked.when !== null || asked.day !== null
      ? asked
      : {
          ...asked,
          when:
            counts.overdue > 0
              ? ("overdue" as const)
              : counts.week > 0
                ? ("week" as const)
                : ("upcoming" as const),
        };
  const page = await listDue(actor, state);
  if (page.rows.length === 0 && page.total > 0)
    redirect(refreshPage.href({ ...asked, page: Math.ceil(page.total / page.pageSize) }));

  // From "overdue" the desk goes on with this week's.
  const part = state.when === "week" || state.when === "upcoming" ? state.when : null;
  const countOf = (counted: Record<DueSection, number>) =>
    part === null ? counted.overdue + counted.week : counted[part];
  const desk = (change: Partial<QueueFilters>) =>
    refreshDeskPage.href({ ...state, when: part, ...change });
  const offered = countOf(counts.offered);
  const anything = counts.overdue + counts.week + counts.upcoming + counts.none;
  const filtered =
    refreshPage.query({ ...asked, when: null, day: null, page: 1, weeks: DEFAULT_WEEKS }) !== "";
  return (
    <>
      <PageHeader
        title="Answer refresh"
        description={
          <>
            Answers due for a check, soonest first. Today is {formatDay(counts.today)} (
            {counts.timeZone}
            {manages && (
              <>
                ,{" "}
                <LinkAnchor href="/settings" inherit underline="always">
                  settings
                </LinkAnchor>
              </>
            )}
            ).
          </>
        }
        actions={
          state.day !== null ? (
            page.total > 0 && (
              <LinkButton
                href={desk({})}
                size="md"
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
              >
                Refresh answers
              </LinkButton>
            )
          ) : offered > 0 ? (
            <LinkButton
              href={desk({})}
              size="md"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
            >{`Refresh answers (${formatCount(offered)})`}</LinkButton>
          ) : (
            countOf(counts) > 0 && (
              <LinkButton
                href={desk({ assignee: "anyone" })}
                size="md"
                variant="light"
              >{`Refresh others' answers (${formatCount(countOf(counts))})`}</LinkButton>
            )
          )
        }
      />
      {anything === 0 && !filtered ? (
        <EmptyState
          icon={<IconCalendarCheck size={24} />}
          title="No questions yet"
          actions={<LinkButton href="/imports">Import a release</LinkButton>}
        >
          Questions appear here when their answers are due.
        </EmptyState>
      ) : (
        <>
          <LoadCalendar
            calendar={calendar}
            state={state}
            balancing={balancing}
            byAssignee={counts.byAssignee}
            ownId={actor.userId}
          />
          <QueueTabs counts={counts} state={state} />
          <QueueFilterBar
            state={state}
            assignees={assignees}
            byAssignee={counts.byAssignee}
            ownId={actor.userId}
          />
          <QueueTable
            key={refreshPage.query(state)}
            page={page}
            state={state}
            assignees={assignees}
            manages={manages}
          />
          <Group mt="md">
            <Text fz="sm" c="dimmed">
              Snoozed questions and those someone else has open stay in this list but are
              temporarily not offered.
            </Text>
          </Group>
        </>
      )}
    </>
  );
}
