"use client";

import { Button, Group, Select, Text } from "@mantine/core";
import { useState } from "react";
import { addRater } from "@/lib/rating/campaigns/actions";
import type { RaterChoice } from "@/lib/rating/campaigns/queries";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";

/** Lets someone join midway: pending items of the others become theirs. */
export function AddRater({ campaignId, raters }: { campaignId: number; raters: RaterChoice[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useCommand(addRater, {
    title: "Rater not added",
    done: ({ moved }, { raterId }) => ({
      title: `${raters.find((rater) => rater.raterId === raterId)?.name ?? "Someone"} added`,
      message: `${countOf(moved, "item")} assigned to them`,
    }),
    onDone: () => setChosen(null),
    refresh: true,
  });
  if (raters.length === 0)
    return (
      <Text fz="sm" c="dimmed" mt="xs">
        Everyone with the rater role is in this campaign. An administrator gives others the role
        under Members.
      </Text>
    );
  return (
    <>
      <RefusalAlert of={add} />
      <Group align="flex-end" gap="xs" mt="xs">
        <Select
          label="Add rater"
          data={raters.map((rater) => ({ value: String(rater.raterId), label: rater.name }))}
          value={chosen}
          onChange={setChosen}
          searchable
          placeholder="Select a rater"
          nothingFoundMessage="No matching raters"
          w={260}
        />
        <Button
          variant="default"
          disabled={chosen === null}
          loading={add.pending}
          onClick={() => void add.run({ campaignId, raterId: Number(chosen) })}
        >
          Add
        </Button>
      </Group>
    </>
  );
}
