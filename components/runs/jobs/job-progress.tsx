"use client";

import { Alert, Button, Group, NumberInput, Paper, Progress, Stack, Text } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useProgress } from "@/components/live/use-progress";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount, formatDollars } from "@/lib/platform/format";
import {
  acceptFailures,
  cancelJob,
  pauseJob,
  resumeJob,
  retryFailed,
} from "@/lib/runs/jobs/actions";
import type { JobView } from "@/lib/runs/jobs/queries";
import { outcomeInWords, PAUSE_WORDS } from "./job-labels";
import { newJobPage } from "@/lib/runs/jobs/address";

const PAGE_EVERY_MS = 3_000;
const endedOf = ({ counts }: JobView) => counts.done + counts.failed;

/** Follows a job, and refreshes its page when its status changes. */
export function JobProgress({ initial, manage }: { initial: JobView; manage: boolean }) {
  const router = useRouter();
  const { view, unreachable } = useProgress(
    initial,
    `job:${initial.jobId}`,
    `/api/jobs/${initial.jobId}`,
    // What is under way when a job pauses or is canceled still ends.
    ({ status, counts }) => status === "running" || counts.working > 0,
  );
  const { status } = view;
  // The page is told anew where it differs, and shows this with another key then.
  useEffect(() => {
    if (status !== initial.status) router.refresh();
  }, [status, initial.status, router]);
  // Its figures and items follow more slowly.
  const behind = endedOf(view) !== endedOf(initial) || view.calls !== initial.calls;
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => router.refresh(), PAGE_EVERY_MS);
    return () => clearTimeout(timer);
  }, [behind, initial, router]);
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Standing job={view} />
        {unreachable && (
          <Alert color="yellow" title="Server not responding">
            Retrying automatically. The job continues in the background.
          </Alert>
        )}
        {status === "running" && !view.hasWorker && (
          <Alert color="yellow" title="No worker is running">
            Jobs continue only while the server or a worker (npm run worker) is running.
          </Alert>
        )}
        {manage && <Orders job={view} />}
        {status === "done" && <NextSteps job={view} manage={manage} />}
      </Stack>
    </Paper>
  );
}

function Standing({ job }: { job: JobView }) {
  const { counts } = job;
  const ended = endedOf(job);
  const open = counts.waiting + counts.working;
  const facts = [
    `${formatCount(counts.done)} done`,
    `${formatCount(counts.failed)} failed`,
    `${formatCount(counts.working)} in progress`,
    `${formatCount(counts.waiting)} ${job.status === "cancelled" ? "not done" : "pending"}`,
    ...(counts.leftOut > 0 ? [`${formatCount(counts.leftOut)} left out`] : []),
  ];
  return (
    <div>
      <Text fw={550} className="tabular" role="status">
        {formatCount(ended)} of {countOf(ended + open, "item")}
      </Text>
      <Progress
        value={ended + open === 0 ? 100 : (100 * ended) / (ended + open)}
        mt={6}
        aria-label="Items that ended"
      />
      <Text fz="sm" className="tabular" mt={4}>
        {facts.join(" · ")}
      </Text>
      {job.outcomes.length > 0 && (
        <Text fz="sm" c="dimmed" className="tabular">
          {job.outcomes
            .map(
              ({ outcome, count }) => `${outcomeInWords(outcome, job.kind)}: ${formatCount(count)}`,
            )
            .join(" · ")}
        </Text>
      )}
      <Text fz="sm" className="tabular" mt={4}>
        Cost so far: {formatDollars(job.cost)}
        {job.spendingLimit !== null && ` of ${formatDollars(job.spendingLimit)}`}
        {job.unpriced > 0 &&
          ` and ${countOf(job.unpriced, "request")} of unknown cost${job.unpricedMost > 0 ? ` (at most ${formatDollars(job.unpricedMost)}, counted against the limit)` : ""}`}
        {job.expectedEnd !== null && (
          <>
            {" "}
            · Expected end: <LocalTime iso={job.expectedEnd} />
          </>
        )}
      </Text>
    </div>
  );
}

/** What one does with a job's responses or verdicts. */
function NextSteps({ job, manage }: { job: JobView; manage: boolean }) {
  const { kind, jobId, runId, evaluatorId } = job;
  if (job.counts.done === 0) return null;
  return (
    <Group gap="xs">
      {kind === "generate" && manage && (
        <LinkButton href={newJobPage.href({ kind: "judge", run: runId })}>
          Judge responses
        </LinkButton>
      )}
      {kind === "generate" && (
        <LinkButton href={`/runs/${runId}`} variant="default">
          View responses
        </LinkButton>
      )}
      {kind === "judge" && (
        <LinkButton href={`/reports/accuracy?runs=${runId}&evaluator=${evaluatorId}`}>
          View accuracy
        </LinkButton>
      )}
      {kind === "compare" && (
        <LinkButton href={`/reports/principles?job=${jobId}`}>View preferences</LinkButton>
      )}
      {kind === "repeat" && (
        <LinkButton href={`/evaluators/${evaluatorId}`}>View repeatability</LinkButton>
      )}
    </Group>
  );
}

function Orders({ job }: { job: JobView }) {
  const { jobId, status, counts } = job;
  const [limit, setLimit] = useState<number | string>(job.spendingLimit ?? "");
  const pause = useCommand(pauseJob, { title: "Job not paused", refresh: true });
  const resume = useCommand(resumeJob, { title: "Job not resumed", refresh: true });
  const cancel = useCommand(cancelJob, { title: "Job not canceled", refresh: true });
  const retry = useCommand(retryFailed, {
    title: "Items not retried",
    done: ({ count }) => `Retrying ${countOf(count, "item")}`,
    refresh: true,
  });
  const accept = useCommand(acceptFailures, {
    title: "Failures not accepted",
    done: ({ count }) => `${countOf(count, "failed item")} accepted`,
    refresh: true,
  });
  const confirmCancel = () =>
    modals.openConfirmModal({
      title: "Cancel this job?",
      children: "Everything so far is kept. Pending items will not be processed.",
      labels: { confirm: "Cancel job", cancel: "Keep job" },
      confirmProps: { color: "red" },
      onConfirm: () => void cancel.run({ jobId }),
    });
  const because = job.pausedBecause === null ? null : PAUSE_WORDS[job.pausedBecause];
  const byLimit = job.pausedBecause === "spending-limit";
  const over = status === "done" || status === "cancelled";
  if (over && (counts.failed === 0 || status === "cancelled")) return null;
  return (
    <>
      <RefusalAlert of={[pause, resume, cancel, retry, accept]} shownFields={["spendingLimit"]} />
      {because !== null && (
        <Alert color="yellow" title={because.title}>
          {because.remedy}
        </Alert>
      )}
      <Group gap="xs" align="flex-end">
        {status === "paused" && (
          <NumberInput
            label="Spending limit (US$)"
            description="Empty: none"
            min={0}
            decimalScale={4}
            value={limit}
            onChange={setLimit}
            error={resume.fields.spendingLimit}
            w={190}
          />
        )}
        {status === "running" && (
          <Button
            variant="default"
            loading={pause.pending}
            onClick={() => void pause.run({ jobId })}
          >
            Pause
          </Button>
        )}
        {status === "paused" && (
          <Button
            loading={resume.pending}
            disabled={byLimit && limit === job.spendingLimit}
            onClick={() =>
              void resume.run({
                jobId,
                spendingLimit: limit === "" ? null : Number(limit),
              })
            }
          >
            Resume
          </Button>
        )}
        {counts.failed > 0 && (
          <Button
            variant="default"
            loading={retry.pending}
            onClick={() => void retry.run({ jobId })}
          >
            Retry failed
          </Button>
        )}
        {status === "done" &&
          (job.failuresAccepted ? (
            <Text fz="sm" c="dimmed">
              Failures accepted
            </Text>
          ) : (
            <Button
              variant="subtle"
              loading={accept.pending}
              onClick={() => void accept.run({ jobId })}
            >
              Accept failures
            </Button>
          ))}
        {!over && (
          <Button variant="default" color="red" loading={cancel.pending} onClick={confirmCancel}>
            Cancel job…
          </Button>
        )}
      </Group>
    </>
  );
}
