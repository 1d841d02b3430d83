"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { decideSimilarAction } from "@/lib/runs/responses/actions";
import type { Refusal } from "@/lib/platform/result";
import { useWrite } from "@/components/ui/use-write";

interface SimilarDecisionProps {
  importId: number;
  /** The record; null decides all that are alike enough. */
  ordinal: number | null;
  /** What pressing it says. */
  accept: boolean;
  label: string;
}

/** Accepts a similar question as the same one, or takes that back. */
export function SimilarDecision({ importId, ordinal, accept, label }: SimilarDecisionProps) {
  const router = useRouter();
  const write = useWrite();
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [pending, startTransition] = useTransition();
  const decide = () => {
    setProblem(null);
    startTransition(async () => {
      const result = await write(decideSimilarAction, { importId, ordinal, accepted: accept });
      if (!result.ok) setProblem(result.refusal);
      startTransition(() => router.refresh());
    });
  };
  return (
    <Group gap="xs" my={ordinal === null ? "xs" : 4}>
      <Button
        size={ordinal === null ? "xs" : "compact-xs"}
        variant={accept ? "light" : "default"}
        onClick={decide}
        loading={pending}
      >
        {label}
      </Button>
      {problem !== null && (
        <Text fz="xs" c="red" role="alert">
          {problem.message}
        </Text>
      )}
    </Group>
  );
}
