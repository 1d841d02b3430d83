"use client";

import { Button } from "@mantine/core";
import { cancelImportAction } from "@/lib/dataset/imports/actions";
import type { AnyResult } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

interface DiscardInterruptedProps {
  importId: number;
  cancel?: (input: { importId: number }) => Promise<AnyResult<void>>;
  label?: string;
}

/** Throws away what an import has left that was interrupted, or that no one agrees to. */
export function DiscardInterrupted({
  importId,
  cancel = cancelImportAction,
  label = "Discard import",
}: DiscardInterruptedProps) {
  const discard = useCommand(cancel, { title: "Import not discarded", refresh: true });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => void discard.run({ importId })}
        loading={discard.pending}
      >
        {label}
      </Button>
      <RefusalAlert of={discard} />
    </>
  );
}
