"use client";

import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { AnyResult } from "@/lib/platform/result";
import { useProgress } from "@/components/live/use-progress";
import { RUNNING, type Standing } from "@/lib/dataset/import-engine/vocabulary";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

interface RunningImportProps<View> {
  initial: View;
  /** The topic of the event stream that says where it is, and the address that does where there is no stream. */
  topic: string;
  address: string;
  /** What is going on. */
  describe: (view: View) => Doing;
  /** Asks for its end. */
  cancel: (input: { importId: number; clientKey?: string }) => Promise<AnyResult<unknown>>;
}

interface Doing {
  title: string;
  detail: string;
  /** How much of it is done (0 to 1; null where no one can tell). */
  share: number | null;
  /** What leaving the page, or cancelling, means for the data. */
  promise: string;
}

/** Follows a file that the server is working on: how far it is, and how to stop it. Refreshes its page when that is over. */
export function RunningImport<View extends { importId: number; status: Standing }>({
  initial,
  topic,
  address,
  describe,
  cancel,
}: RunningImportProps<View>) {
  const { view, unreachable, over } = useProgress(initial, topic, address, ({ status }) =>
    RUNNING.includes(status),
  );
  const { importId } = initial;
  const { title, detail, share, promise } = over ? OVER : describe(view);
  const router = useRouter();
  const [requested, setRequested] = useState(false);
  const stop = useCommand(cancel, {
    title: "Import not canceled",
    onDone: () => setRequested(true),
  });
  const cancelling = requested || stop.pending;
  useEffect(() => {
    if (over) router.refresh();
  }, [over, router]);
  return (
    <Paper withBorder p="lg" maw={720}>
      <RefusalAlert of={stop} />
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} role="status">
            {cancelling ? "Canceling…" : title}
          </Title>
          <Button
            variant="default"
            size="xs"
            onClick={() => void stop.run({ importId })}
            disabled={cancelling || over}
          >
            Cancel
          </Button>
        </Group>
        <Progress
          value={share === null ? 100 : 100 * share}
          animated={share === null}
          striped={share === null}
          aria-label={title}
          size="lg"
        />
        <Text fz="sm" className="tabular">
          {detail}
        </Text>
        {unreachable && (
          <Alert color="yellow" title="Server not responding">
            Retrying automatically. The import continues in the background.
          </Alert>
        )}
        {promise !== "" && (
          <Text fz="sm" c="dimmed">
            {promise}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const OVER: Doing = { title: "Done", detail: "Reloading…", share: 1, promise: "" };

/** How much of a file has been read; null while no one can tell: a workbook is not read from its first byte to its last. */
export function shareRead({
  bytesRead,
  byteSize,
}: {
  bytesRead: number;
  byteSize: number;
}): number | null {
  return bytesRead === 0 ? null : Math.min(1, bytesRead / byteSize);
}
