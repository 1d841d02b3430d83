"use client";

import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { takePendingItems } from "@/lib/rating/campaigns/actions";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";

/** Lets a rater who has finished take over pending items of others. */
export function HelpOut({ campaignId, onTaken }: { campaignId: number; onTaken: () => void }) {
  const [said, setSaid] = useState<string | null>(null);
  const take = useCommand(takePendingItems, {
    onDone: ({ taken }) => {
      setSaid(`${countOf(taken, "item")} assigned to you`);
      onTaken();
    },
  });
  return (
    <>
      <Text fz="sm" mb={6}>
        Other raters still have items left. You can take some of them.
      </Text>
      <Button loading={take.pending} onClick={() => void take.run({ campaignId })}>
        Take more items
      </Button>
      <Text fz="sm" mt={6} role="status">
        {take.refusal?.message ?? said}
      </Text>
    </>
  );
}
