"use client";

import { Button, Group, Select } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addRater } from "@/lib/rating/campaigns/actions";
import type { RaterChoice } from "@/lib/rating/campaigns/queries";
import type { Refusal } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";
import { countOf } from "@/lib/platform/format";

/** Lets someone join midway: pending items of the others become theirs. */
export function AddRater({ campaignId, raters }: { campaignId: number; raters: RaterChoice[] }) {
  const router = useRouter();
  const write = useWrite();
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  if (raters.length === 0) return null;
  const add = async () => {
    if (chosen === null) return;
    setBusy(true);
    setRefusal(null);
    const result = await write(addRater, { campaignId, raterId: Number(chosen) });
    setBusy(false);
    if (!result.ok) return setRefusal(result.refusal);
    const name = raters.find((rater) => String(rater.raterId) === chosen)?.name ?? "Someone";
    setChosen(null);
    notifications.show({
      color: "green",
      title: `${name} added`,
      message: `${countOf(result.value.moved, "item")} assigned to them`,
    });
    router.refresh();
  };
  return (
    <>
      <RefusalAlert refusal={refusal} />
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
          loading={busy}
          onClick={() => void add()}
        >
          Add
        </Button>
      </Group>
    </>
  );
}
