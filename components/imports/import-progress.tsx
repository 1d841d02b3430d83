"use client";

import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { cancelImportAction } from "@/lib/exchange/actions";
import type { ImportView } from "@/lib/exchange/queries";
import type { Refusal } from "@/lib/platform/result";
import { formatBytes, formatCount } from "../ui/format";
import { RefusalAlert } from "../ui/refusal-alert";
import { useProgress } from "./use-progress";

const RUNNING: readonly ImportView["status"][] = ["reading", "matching", "applying"];

/** Follows an import that is being read, matched or applied, and shows its page anew once that is done. */
export function ImportProgress({ initial }: { initial: ImportView }) {
  const router = useRouter();
  const { view, unreachable, over } = useProgress(initial, `/api/imports/${initial.importId}`, (at) => RUNNING.includes(at.status));
  const [cancelling, setCancelling] = useState(initial.cancelRequested);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = !over;
  useEffect(() => {
    if (over) router.refresh();
  }, [over, router]);

  const cancel = async () => {
    setCancelling(true);
    setRefusal(null);
    const result = await cancelImportAction({ importId: initial.importId });
    if (!result.ok) {
      setCancelling(false);
      setRefusal(result.refusal);
    }
  };

  const { title, detail, share } = describe(view);
  return (
    <Paper withBorder p="lg" maw={720}>
      <RefusalAlert refusal={refusal} title="It could not be cancelled" />
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} role="status">{cancelling ? "Cancelling …" : title}</Title>
          {view.status !== "applying" && <Button variant="default" size="xs" onClick={cancel} disabled={cancelling || !running}>Cancel</Button>}
        </Group>
        <Progress value={share === null ? 100 : 100 * share} animated={share === null} striped={share === null} aria-label={title} size="lg" />
        <Text fz="sm" className="tabular">{detail}</Text>
        {unreachable && <Alert color="yellow" title="The server does not answer at the moment">This page asks again every half second. The import goes on without it.</Alert>}
        <Text fz="sm" c="dimmed">
          {view.status === "applying"
            ? "All of it is written in one step, or nothing. You may leave this page."
            : "Nothing is written into the data set before you have seen the plan. You may leave this page and come back."}
        </Text>
      </Stack>
    </Paper>
  );
}

/** What is going on, and how much of it is done (0 to 1; null where nobody can tell). */
function describe(view: ImportView): { title: string; detail: string; share: number | null } {
  switch (view.status) {
    case "reading":
      return {
        title: "Reading the file",
        detail: `${formatBytes(view.bytesRead)} of ${formatBytes(view.byteSize)}, ${formatCount(view.rows)} ${view.rows === 1 ? "row" : "rows"}`,
        // A workbook is not read from its first byte to its last.
        share: view.bytesRead === 0 ? null : Math.min(1, view.bytesRead / view.byteSize),
      };
    case "matching":
      return {
        title: "Matching with the data set",
        detail: view.rowsMatched === 0 ? `Looking for ${formatCount(view.rows)} questions by their text` : `${formatCount(view.rowsMatched)} of ${formatCount(view.rows)} rows compared`,
        share: view.rowsMatched === 0 ? null : view.rowsMatched / view.rows,
      };
    case "applying":
      return { title: "Writing into the data set", detail: `${formatCount(view.rows)} rows`, share: null };
    default:
      return { title: "Done", detail: "The page is shown anew.", share: 1 };
  }
}
