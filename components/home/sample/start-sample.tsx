"use client";

import { PlainButton } from "@/components/ui/plain-button";
import { useCommand } from "@/components/ui/use-command";
import { startSample } from "@/lib/home/sample/actions";
import { countOf } from "@/lib/platform/format";

/** Fills an empty dataset with the sample, or goes on where that was interrupted. */
export function StartSample({ rest = false }: { rest?: boolean }) {
  const start = useCommand(startSample, {
    title: "Sample not added",
    done: ({ questions }) =>
      questions === 0
        ? "Rest of the sample added"
        : `Added ${countOf(questions, "sample question")}`,
    refresh: true,
    notify: true,
  });
  return (
    <PlainButton
      size={rest ? "compact-sm" : "sm"}
      variant="default"
      loading={start.pending}
      onClick={() => void start.run({})}
    >
      {rest ? "Add the rest" : "Start with sample"}
    </PlainButton>
  );
}
