"use client";

import { Button, Group, Paper, Progress, Radio, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { cancelImport, discardQueue, pauseQueue, startQueue } from "@/lib/dataset/imports/actions";
import { isPassing, type QueueTurn } from "@/lib/dataset/imports/rules";
import { countOf, formatCount } from "@/lib/platform/format";
import { LinkButton } from "@/components/ui/links";
import { modals } from "@/components/ui/modals";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

interface QueuePanelProps {
  queueId: number;
  started: boolean;
  missing: "keep" | "retire";
  total: number;
  /** How many files are left to import. */
  left: number;
  /** The file that is next or being worked on; null when all are over. `turn`: of a planned one, once the queue is started. */
  current: {
    importId: number;
    fileName: string;
    status: string;
    turn: QueueTurn | null;
  } | null;
}

const EVERY_MS = 1_000;
/** The file can only be skipped. */
const OVER: readonly string[] = ["refused", "failed", "interrupted"];

/** What a queue needs now: to be started, a decision, or nothing. Looks again while the server works on it. */
export function QueuePanel({ queueId, started, missing, total, left, current }: QueuePanelProps) {
  const router = useRouter();
  const [choice, setChoice] = useState(missing);
  const start = useCommand(startQueue, { title: "Queue not started", refresh: true });
  const pause = useCommand(pauseQueue, { title: "Queue not paused", refresh: true });
  const skip = useCommand(cancelImport, { title: "File not skipped", refresh: true });
  const discard = useCommand(discardQueue, { title: "Queue not discarded", refresh: true });
  const looking = current !== null && isPassing(started, current.status, current.turn);
  const [refreshing, refresh] = useTransition();
  // Once the last look has been answered: where answers take longer than that, looks would queue up, and clicks behind them.
  useEffect(() => {
    if (!looking || refreshing) return;
    const timer = setTimeout(() => refresh(() => router.refresh()), EVERY_MS);
    return () => clearTimeout(timer);
  }, [looking, refreshing, router]);

  if (current === null)
    return (
      <Paper withBorder p="md" mb="md" maw={760} role="status">
        <Text fw={600}>{total === 0 ? "No files yet" : "All files are done"}</Text>
        <Group mt="sm" gap="xs">
          <LinkButton href="/questions">View questions</LinkButton>
          <LinkButton href="/imports" variant="default">
            Import more files
          </LinkButton>
        </Group>
      </Paper>
    );
  const begun = left < total;
  const dead = OVER.includes(current.status);
  const askDiscard = () =>
    modals.openConfirmModal({
      title: "Discard the remaining files?",
      children: (
        <Text>
          {countOf(left, "file")} not imported yet, with your decisions, will be discarded. Files
          already imported stay imported, and you can upload the others again.
        </Text>
      ),
      labels: { confirm: "Discard files", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void discard.run({ queueId }),
    });
  return (
    <Paper withBorder p="md" mb="lg" maw={760} component="section" aria-label="Queue">
      <RefusalAlert of={[start, pause, skip, discard]} />
      <Stack gap="sm">
        <div>
          <Text fz="sm" c="dimmed" mb={4} className="tabular">
            {formatCount(total - left)} of {countOf(total, "file")} done
          </Text>
          <Progress value={(100 * (total - left)) / total} aria-label="Files done" />
        </div>
        <Text role="status">
          {!started
            ? begun
              ? "The queue is paused."
              : `${countOf(left, "file")} will be imported in this order, by date. Each is compared with the result of the one before. The queue stops at the first file that needs a decision.`
            : current.turn === "apply"
              ? `Everything in ${current.fileName} is decided. Apply it below; the queue then continues.`
              : current.turn === "stopped"
                ? `Something went wrong while ${current.fileName} was applied, and nothing of it was imported. The queue tries again every minute. Continue it to try now, or apply the file below.`
                : looking
                  ? `Working on ${current.fileName}. You can leave this page: the queue continues.`
                  : dead
                    ? `${current.fileName} can't be imported. Skip it to continue with the next file, or fix it, add it below, then skip this one.`
                    : `${current.fileName} needs a decision. Decide below; once it is applied or discarded, the queue continues.`}
        </Text>
        {!started && (
          <Radio.Group
            label="Questions missing from a file"
            value={choice}
            onChange={(value) => setChoice(value)}
          >
            <Stack gap={6} mt={4}>
              <Radio value="keep" label="Keep" />
              <Radio
                value="retire"
                label="Retire"
                description="History is kept. A later file that has the question restores it. Questions written here are always kept."
              />
            </Stack>
          </Radio.Group>
        )}
        <Group gap="xs">
          {(!started ||
            current.status === "queued" ||
            current.status === "interrupted" ||
            current.turn === "stopped") && (
            <Button
              variant={started ? "default" : "filled"}
              loading={start.pending}
              disabled={!started && looking}
              onClick={() => void start.run({ queueId, missing: choice })}
            >
              {begun || started ? "Continue queue" : "Start queue"}
            </Button>
          )}
          {dead && (
            <Button
              variant="default"
              loading={skip.pending}
              onClick={() => void skip.run({ importId: current.importId })}
            >
              Skip file
            </Button>
          )}
          {started && (
            <Button
              variant="default"
              loading={pause.pending}
              onClick={() => void pause.run({ queueId })}
            >
              Pause queue
            </Button>
          )}
          <Button variant="subtle" color="gray" loading={discard.pending} onClick={askDiscard}>
            Discard remaining files
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
