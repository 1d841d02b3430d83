"use client";

import { Button, Checkbox, Group, Select, Text } from "@mantine/core";
import { IconArrowsShuffle, IconFilterOff, IconMoodSmile } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { assignQuestions } from "@/lib/dataset/schedule/actions";
import { daysBetween, describeReason } from "@/lib/dataset/schedule/rules";
import type { DuePage } from "@/lib/dataset/schedule/queries";
import type { DueRow } from "@/lib/dataset/schedule/schema";
import { CategoryBadge, HopsBadge, OverdueBadge } from "@/components/dataset/questions/badges";
import { REVIEW_WORDS } from "@/components/dataset/questions/labels";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "@/components/ui/list-table";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { notifyAssigned } from "./assignment-notice";
import classes from "./queue-table.module.css";
import { ShareOutDialog } from "./distribute-dialog";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatDay } from "@/lib/platform/format";
import { type QueueState, refreshPage } from "@/lib/dataset/schedule/address";

interface QueueTableProps {
  page: DuePage;
  state: QueueState;
  assignees: { id: number; name: string }[];
  manages: boolean;
}

/** One page of the due queue, with what a maintainer does to it: choosing whose turn it is. */
export function QueueTable({ page, state, assignees, manages }: QueueTableProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [assignee, setAssignee] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const assign = useCommand(assignQuestions, {
    title: "Questions not assigned",
    refresh: true,
    onDone: ({ changes }, { assigneeId }) => {
      setChosen(new Set());
      const name = assignees.find((person) => person.id === assigneeId)?.name ?? "nobody";
      notifyAssigned(`Assigned ${countOf(changes.length, "question")} to ${name}`, changes, () =>
        router.refresh(),
      );
    },
  });

  if (page.total === 0) return <NothingDue state={state} />;

  const all = page.rows.every((row) => chosen.has(row.questionId));
  const toggle = (id: number, on: boolean) =>
    setChosen(
      (before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)),
    );

  return (
    <section aria-label="Due questions">
      {manages && (
        <Group gap="sm" mb="xs" mih={36} justify="space-between">
          {/* Above the boxes of the rows, also where these are cards. */}
          <Group gap="sm" wrap="nowrap" ps={{ base: 0, xs: "xs" }}>
            <Checkbox
              size="xs"
              aria-label="Select all questions on this page"
              checked={all}
              indeterminate={!all && chosen.size > 0}
              onChange={(event) =>
                setChosen(
                  new Set(
                    event.currentTarget.checked ? page.rows.map((row) => row.questionId) : [],
                  ),
                )
              }
            />
            {chosen.size > 0 ? (
              <Group gap="xs" role="group" aria-label="Actions for selected questions">
                <Text fz="sm" fw={600} role="status">
                  {countOf(chosen.size, "question")} selected
                </Text>
                <Select
                  size="xs"
                  aria-label="Assign to"
                  placeholder="Assign to…"
                  w={190}
                  value={assignee}
                  onChange={setAssignee}
                  data={[
                    ...assignees.map((person) => ({
                      value: String(person.id),
                      label: person.name,
                    })),
                    { value: "none", label: "Unassigned" },
                  ]}
                />
                <Button
                  size="xs"
                  disabled={assignee === null}
                  loading={assign.pending}
                  onClick={() =>
                    void assign.run({
                      questionIds: [...chosen],
                      assigneeId: assignee === "none" ? null : Number(assignee),
                    })
                  }
                >
                  Assign
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => setChosen(new Set())}
                >
                  Clear selection
                </Button>
              </Group>
            ) : (
              <Text fz="sm" c="dimmed" role="status">
                {countOf(page.total, "question")}
              </Text>
            )}
          </Group>
          {state.when !== "none" && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsShuffle size={15} aria-hidden />}
              onClick={() => setSharing(true)}
            >
              Distribute…
            </Button>
          )}
        </Group>
      )}
      <RefusalAlert of={assign} closable />
      <div className={classes.queue}>
        <ListTable
          label="Due questions"
          minWidth={900}
          rows={page}
          rowKey={(row) => row.questionId}
          columns={[
            {
              title: "Question",
              as: "text",
              minWidth: 260,
              maxWidth: 460,
              cell: (row) => (
                <Group gap="sm" wrap="nowrap" align="flex-start">
                  {manages && (
                    <Checkbox
                      size="xs"
                      mt={2}
                      aria-label={`Select Q${row.questionId}`}
                      checked={chosen.has(row.questionId)}
                      onChange={(event) => toggle(row.questionId, event.currentTarget.checked)}
                    />
                  )}
                  <span className={classes.question}>
                    <Link href={`/questions/${row.questionId}`}>{row.question}</Link>{" "}
                    <span className={classes.id}>Q{row.questionId}</span>
                  </span>
                </Group>
              ),
            },
            {
              title: "Category",
              minWidth: 180,
              cell: ({ category, hops }) => (
                <Group gap={4}>
                  <CategoryBadge category={category} />
                  <HopsBadge hops={hops} />
                </Group>
              ),
            },
            { title: "Due", minWidth: 180, cell: (row) => <DueDay row={row} today={page.today} /> },
            { title: "Last verified", minWidth: 150, cell: (row) => <LastVerified row={row} /> },
            {
              title: "Assigned to",
              minWidth: 140,
              cell: ({ assignee, worker }) => (
                <>
                  <Text fz="sm" c={assignee === null ? "dimmed" : undefined}>
                    {assignee?.name ?? "Unassigned"}
                  </Text>
                  {worker !== null && (
                    <Text fz="xs" fw={600} c="spruce">
                      in progress: {worker}
                    </Text>
                  )}
                </>
              ),
            },
          ]}
          href={(change) => refreshPage.href({ ...state, ...change })}
        />
      </div>
      {manages && (
        <ShareOutDialog
          opened={sharing}
          onClose={() => setSharing(false)}
          state={state}
          total={page.total}
          assignees={assignees}
          onDone={() => router.refresh()}
        />
      )}
    </section>
  );
}

function LastVerified({ row }: { row: DueRow }) {
  if (row.verifiedOn === null)
    return (
      <>
        <Text fz="sm">Never</Text>
        <Text fz="xs" c="dimmed">
          unchanged since {formatDay(row.answersSince)}
        </Text>
      </>
    );
  return (
    <>
      <Text fz="sm">{formatDay(row.verifiedOn)}</Text>
      {row.verifiedBy !== null && (
        <Text fz="xs" c="dimmed">
          by {row.verifiedBy}
        </Text>
      )}
    </>
  );
}

function DueDay({ row, today }: { row: DueRow; today: string }) {
  if (row.dueOn === null)
    return (
      <>
        <Text fz="sm" c="dimmed">
          {REVIEW_WORDS[row.policy]}
        </Text>
        <Text fz="xs" c="dimmed">
          {describeReason(row.why)}
        </Text>
      </>
    );
  const days = daysBetween(today, row.dueOn);
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text fz="sm" fw={550} style={{ whiteSpace: "nowrap" }}>
          {formatDay(row.dueOn)}
        </Text>
        {row.section === "overdue" && <OverdueBadge />}
      </Group>
      <Text fz="xs" c="dimmed">
        {days < 0
          ? `${countOf(-days, "day")} overdue, `
          : days === 0
            ? "today, "
            : `in ${countOf(days, "day")}, `}
        {row.why === "interval" ? REVIEW_WORDS[row.policy].toLowerCase() : describeReason(row.why)}
      </Text>
    </>
  );
}

function NothingDue({ state }: { state: QueueState }) {
  const narrowed =
    state.category.length + state.hops.length + state.host.length > 0 || state.assignee !== null;
  if (narrowed || state.day !== null)
    return (
      <EmptyState icon={<IconFilterOff size={24} />} title="No matching questions">
        Clear a filter or open another tab.
      </EmptyState>
    );
  switch (state.when) {
    case "none":
      return (
        <EmptyState icon={<IconMoodSmile size={24} />} title="All questions are scheduled">
          Every question has a due date, and none is set to “never”.
        </EmptyState>
      );
    case "overdue":
      return (
        <EmptyState icon={<IconMoodSmile size={24} />} title="No overdue answers">
          All answers are up to date. See “Due this week” for what&apos;s next.
        </EmptyState>
      );
    case "week":
      return (
        <EmptyState icon={<IconMoodSmile size={24} />} title="Nothing due this week">
          See “Upcoming” to work ahead.
        </EmptyState>
      );
    default:
      return (
        <EmptyState icon={<IconMoodSmile size={24} />} title="Nothing upcoming">
          Scheduled questions appear here.
        </EmptyState>
      );
  }
}
