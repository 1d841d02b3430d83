"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { decideSimilar } from "@/lib/runs/responses/actions";
import { useCommand } from "@/components/ui/use-command";

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
  const decide = useCommand(decideSimilar, {
    title: "Decision not saved",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  return (
    <Group gap="xs" my={ordinal === null ? "xs" : 4}>
      <Button
        size={ordinal === null ? "xs" : "compact-xs"}
        variant={accept ? "light" : "default"}
        onClick={() => void decide.run({ importId, ordinal, accepted: accept })}
        loading={decide.pending}
      >
        {label}
      </Button>
      {decide.refusal !== null && (
        <Text fz="xs" c="red" role="alert">
          {decide.refusal.message}
        </Text>
      )}
    </Group>
  );
}
