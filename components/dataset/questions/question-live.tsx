"use client";

import { Alert, Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { People } from "@/components/live/presence";
import { useTopic } from "@/components/live/use-live";

/** What is told of a question; see the topics of /api/live. */
export interface QuestionFacts {
  /** The number of its last revision; 0: there is no such question. */
  revision: number;
  by: string;
  /** The last row of its discussion. */
  comment: number;
}

/**
 * Who else is on a question's page. What they say comes in by itself; that they changed the question is told, and shown
 * when the reader wants it.
 */
export function QuestionLive({
  questionId,
  revision,
}: {
  questionId: number;
  /** The one that the page shows. */
  revision: number;
}) {
  const router = useRouter();
  const [loading, startTransition] = useTransition();
  const live = useTopic<QuestionFacts>(`question:${questionId}`, "viewing");
  const comment = live?.facts.comment ?? null;
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (comment === null) return;
    if (seen.current !== null && comment !== seen.current) router.refresh();
    seen.current = comment;
  }, [comment, router]);
  const newer = live !== null && live.facts.revision > revision;
  return (
    <>
      <People people={live?.people ?? []} />
      {newer && (
        <Alert
          color="blue"
          w="100%"
          py={6}
          role="status"
          title={`${live.facts.by} changed this question`}
        >
          <Group gap="sm">
            You&apos;re looking at revision {revision}.
            <Button
              size="compact-xs"
              variant="light"
              loading={loading}
              onClick={() => startTransition(() => router.refresh())}
            >
              Show changes
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
