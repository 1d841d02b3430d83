"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { cancelImportAction } from "@/lib/dataset/imports/actions";
import type { Refusal, Result } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";

interface DiscardInterruptedProps {
  importId: number;
  cancel?: (input: { importId: number }) => Promise<Result<void>>;
  label?: string;
}

/** Throws away what an import has left that was interrupted, or that no one agrees to. */
export function DiscardInterrupted({
  importId,
  cancel = cancelImportAction,
  label = "Discard import",
}: DiscardInterruptedProps) {
  const router = useRouter();
  const write = useWrite();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pending, startTransition] = useTransition();
  const discard = () =>
    startTransition(async () => {
      const result = await write(cancel, { importId });
      setRefusal(result.ok ? null : result.refusal);
      if (result.ok) startTransition(() => router.refresh());
    });
  return (
    <>
      <Button size="xs" variant="default" onClick={discard} loading={pending}>
        {label}
      </Button>
      <RefusalAlert refusal={refusal} title="Import not discarded" />
    </>
  );
}
