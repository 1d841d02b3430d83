"use client";

import { Button } from "@mantine/core";
import type { AnyResult } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

interface DiscardImportProps {
  importId: number;
  cancel: (input: { importId: number }) => Promise<AnyResult<void>>;
}

/** Throws away what an import has left that was interrupted, or that no one agrees to. */
export function DiscardImport({ importId, cancel }: DiscardImportProps) {
  const discard = useCommand(cancel, { title: "Import not discarded", refresh: true });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => void discard.run({ importId })}
        loading={discard.pending}
      >
        Discard import
      </Button>
      <RefusalAlert of={discard} />
    </>
  );
}
