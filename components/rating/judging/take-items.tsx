"use client";

import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { takeOver } from "@/lib/rating/campaigns/actions";
import { useWrite } from "@/components/ui/use-write";
import { countOf } from "@/lib/platform/format";

/** Lets a rater who has finished take over pending items of others. */
export function HelpOut({ campaignId, onTaken }: { campaignId: number; onTaken: () => void }) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const take = async () => {
    setBusy(true);
    const result = await write(takeOver, { campaignId });
    setBusy(false);
    if (!result.ok) setSaid(result.refusal.message);
    else {
      setSaid(`${countOf(result.value.taken, "item")} assigned to you`);
      onTaken();
    }
  };
  return (
    <>
      <Text fz="sm" mb={6}>
        Other raters still have items left. You can take some of them.
      </Text>
      <Button loading={busy} onClick={() => void take()}>
        Take more items
      </Button>
      <Text fz="sm" mt={6} role="status">
        {said}
      </Text>
    </>
  );
}
