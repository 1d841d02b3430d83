"use client";

import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { cancelResponseImportAction } from "@/lib/model-runs/actions";
import type { ResponseImportView } from "@/lib/model-runs/queries";
import type { Refusal } from "@/lib/platform/result";
import { useProgress } from "../imports/use-progress";
import { formatBytes, formatCount } from "../ui/format";
import { RefusalAlert } from "../ui/refusal-alert";

/** Follows a file of responses that is being read, and shows its page anew once that is done. */
export function ReadingProgress({ initial }: { initial: ResponseImportView }) {
  const router = useRouter();
  const { view, unreachable, over } = useProgress(initial, `/api/runs/imports/${initial.importId}`, (at) => at.status === "reading");
  const [cancelling, setCancelling] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (over) router.refresh();
  }, [over, router]);
  const cancel = async () => {
    setCancelling(true);
    setRefusal(null);
    const result = await cancelResponseImportAction({ importId: initial.importId });
    if (result.ok) return;
    setCancelling(false);
    setRefusal(result.refusal);
  };
  // A workbook is not read from its first byte to its last.
  const share = view.bytesRead === 0 ? null : Math.min(1, view.bytesRead / view.byteSize);
  return (
    <Paper withBorder p="lg" maw={720}>
      <RefusalAlert refusal={refusal} title="It could not be cancelled" />
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} role="status">{cancelling ? "Cancelling …" : "Reading and matching the file"}</Title>
          <Button variant="default" size="xs" onClick={cancel} disabled={cancelling || over}>Cancel</Button>
        </Group>
        <Progress value={share === null ? 100 : 100 * share} animated={share === null} striped={share === null} aria-label="Read" size="lg" />
        <Text fz="sm" className="tabular">{formatBytes(view.bytesRead)} of {formatBytes(view.byteSize)}, {formatCount(view.rows)} {view.rows === 1 ? "record" : "records"}</Text>
        {unreachable && <Alert color="yellow" title="The server does not answer at the moment">This page asks again every half second. The import goes on without it.</Alert>}
        <Text fz="sm" c="dimmed">Nothing is added to the run before you have seen what was matched. You may leave this page and come back.</Text>
      </Stack>
    </Paper>
  );
}
