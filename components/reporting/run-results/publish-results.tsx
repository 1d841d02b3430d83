"use client";

import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { ResultFormat } from "@/lib/reporting/run-results/vocabulary";

const PublishResultsDialog = lazy(() => import("./publish-results-dialog"));

/** Opens the choice of where the accuracy of a run is published, and its file. */
export function PublishResults(props: { runId: number; formats: readonly ResultFormat[] }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Download results
      </Button>
      {opened !== null && (
        <Suspense fallback={null}>
          <PublishResultsDialog {...props} opened={opened} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
