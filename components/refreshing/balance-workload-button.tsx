"use client";

import { Button, Checkbox, Group, Modal, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconWaveSine } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { applySmoothing, previewSmoothing, restorePlan } from "@/lib/dataset/schedule/actions";
import { SMOOTHING_TOLERANCE } from "@/lib/dataset/schedule/rules";
import type { CalendarDay, SmoothingPreview } from "@/lib/dataset/schedule/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { notifyMoved } from "./assignment-notice";
import classes from "./balance-workload-button.module.css";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

interface SmoothingButtonProps {
  weeks: number;
  /** Which ways of balancing change something. */
  offers: { upcoming: boolean; overdue: boolean };
}

/** Offers to spread the soft days of the coming weeks, and overdue answers: first what would happen, then, if wanted, that. */
export function SmoothingButton({ weeks, offers }: SmoothingButtonProps) {
  const router = useRouter();
  const [overdue, setOverdue] = useState(offers.overdue);
  const [opened, setOpened] = useState(false);
  const [preview, setPreview] = useState<SmoothingPreview | null>(null);
  const look = useCommand(previewSmoothing, {
    title: "Workload not loaded",
    reads: true,
    onDone: setPreview,
  });
  const lookAgain = (wanted = overdue) => {
    setPreview(null);
    void look.run({ weeks, overdue: wanted });
  };
  const apply = useCommand(applySmoothing, {
    title: "Questions not moved",
    refresh: true,
    onRefused: ({ code }) => {
      if (code === "moved") lookAgain();
    },
    onDone: ({ changes }) => {
      setOpened(false);
      notifyMoved(
        `Moved ${countOf(changes.length, "question")}`,
        `Now up to ${formatCount(preview!.peakAfter)} per day.`,
        changes.length,
        { command: restorePlan, input: { changes }, onUndone: () => router.refresh() },
      );
    },
  });
  const open = () => {
    setOpened(true);
    apply.dismiss();
    lookAgain();
  };

  if (!offers.upcoming && !offers.overdue && !opened) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconWaveSine size={15} aria-hidden />}
        onClick={open}
      >
        Balance workload…
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Balance workload over ${weeks} weeks`}
        size="lg"
      >
        <Stack gap="sm">
          <Text fz="sm">
            Spreads interval-based due dates evenly over working days, moving each by up to{" "}
            {SMOOTHING_TOLERANCE * 100}% of its interval and never before today. Fixed dates and
            review policies don&apos;t change. Applies to all questions, regardless of filters.
          </Text>
          {(offers.overdue || overdue) && (
            <Checkbox
              label="Also spread overdue answers"
              description="From today on, the longest overdue first. Overdue fixed dates and answers checked at every release stay overdue."
              checked={overdue}
              onChange={(event) => {
                setOverdue(event.currentTarget.checked);
                lookAgain(event.currentTarget.checked);
              }}
            />
          )}
          <RefusalAlert of={apply} />
          <RefusalAlert of={look} />
          {preview === null ? (
            look.refusal === null && (
              <Stack gap="xs" aria-busy="true">
                <Skeleton height={24} width="60%" />
                <Skeleton height={80} />
                <Skeleton height={80} />
              </Stack>
            )
          ) : preview.moved === 0 ? (
            <Text fw={600} role="status">
              Nothing to move: the workload is already balanced.
            </Text>
          ) : (
            <Comparison preview={preview} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(false)}>
              {preview?.moved === 0 ? "Close" : "Cancel"}
            </Button>
            {preview !== null && preview.moved > 0 && (
              <Button
                loading={apply.pending}
                onClick={() => void apply.run({ weeks, overdue, fingerprint: preview.fingerprint })}
              >
                Move {countOf(preview.moved, "question")}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Comparison({ preview }: { preview: SmoothingPreview }) {
  const weekOf = (days: CalendarDay[], week: number) => days.slice(week * 7, week * 7 + 7);
  const total = (days: CalendarDay[]) => days.reduce((sum, day) => sum + day.hard + day.soft, 0);
  const most = (days: CalendarDay[]) =>
    days.reduce((peak, day) => Math.max(peak, day.hard + day.soft), 0);
  return (
    <>
      <Text fw={600} role="status">
        {countOf(preview.moved, "question")} would move
        {preview.movedOverdue > 0 && <>, {formatCount(preview.movedOverdue)} of them overdue</>}.
        Busiest day: {formatCount(preview.peakBefore)} before, {formatCount(preview.peakAfter)}{" "}
        after.
      </Text>
      {preview.movedOverdue > 0 && (
        <Text fz="sm" c="dimmed">
          Overdue answers count as work of today before.
          {preview.overdue.fixed > 0 &&
            ` ${formatCount(preview.overdue.fixed)} more stay overdue: their date is fixed, or they are checked at every release.`}
        </Text>
      )}
      <Bars label="Before" days={preview.before} peak={preview.peakBefore} />
      <Bars label="After" days={preview.after} peak={preview.peakBefore} />
      <details>
        <summary className={classes.summary}>Show data by week</summary>
        <TableScroll label="Workload by week, before and after">
          <Table fz="sm" miw={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Week of</Table.Th>
                <Table.Th scope="col" ta="end">
                  Due before
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  Due after
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  Busiest day before
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  Busiest day after
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {Array.from({ length: preview.weeks }, (_, week) => {
                const [before, after] = [weekOf(preview.before, week), weekOf(preview.after, week)];
                return (
                  <Table.Tr key={before[0]!.day}>
                    <Table.Th scope="row" fw={450}>
                      {formatDay(before[0]!.day)}
                    </Table.Th>
                    <Table.Td ta="end">{formatCount(total(before))}</Table.Td>
                    <Table.Td ta="end">{formatCount(total(after))}</Table.Td>
                    <Table.Td ta="end">{formatCount(most(before))}</Table.Td>
                    <Table.Td ta="end">{formatCount(most(after))}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </TableScroll>
      </details>
    </>
  );
}

/** A bar a day; the table below holds the numbers. */
function Bars({ label, days, peak }: { label: string; days: CalendarDay[]; peak: number }) {
  const height = (count: number) => (peak === 0 ? 0 : (count / peak) * 40);
  return (
    <div className={classes.bars} aria-hidden>
      <span>{label}</span>
      <svg viewBox={`0 0 ${days.length * 4} 40`} preserveAspectRatio="none">
        {days.map((day, i) => (
          <g key={day.day}>
            <rect
              x={i * 4 + 0.5}
              width={3}
              y={40 - height(day.hard)}
              height={height(day.hard)}
              className={classes.hard}
            />
            <rect
              x={i * 4 + 0.5}
              width={3}
              y={40 - height(day.hard + day.soft)}
              height={height(day.soft)}
              className={classes.soft}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}
