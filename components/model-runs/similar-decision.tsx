"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { decideSimilarAction } from "@/lib/model-runs/actions";

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
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, startTransition] = useTransition();
  const decide = () => {
    setProblem(null);
    startTransition(async () => {
      try {
        const result = await decideSimilarAction({ importId, ordinal, accepted: accept });
        if (!result.ok) setProblem(result.refusal.message);
      } catch {
        setProblem("Couldn't reach the server. Nothing was changed. Try again when you're back online.");
      }
      startTransition(() => router.refresh());
    });
  };
  return (
    <Group gap="xs" mt={4}>
      <Button size="compact-xs" variant={accept ? "light" : "default"} onClick={decide} loading={pending}>{label}</Button>
      {problem !== null && <Text fz="xs" c="red" role="alert">{problem}</Text>}
    </Group>
  );
}
