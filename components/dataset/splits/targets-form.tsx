"use client";

import { Button, Group, NumberInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { changeTargets } from "@/lib/authoring/actions";
import type { Targets } from "@/lib/authoring/schema";
import type { Refusal } from "@/lib/platform/result";
import { useWrite } from "@/components/ui/use-write";

const FIELDS: [keyof Targets, string][] = [
  ["testPerCategory", "TEST per category"],
  ["devPerCategory", "DEV per category"],
  ["demoQuestions", "DEMO total"],
  ["multiHopPercent", "Multi-hop (%)"],
];

/** How many questions of each kind the dataset aims at: what writers see as missing, and what the balanced draw fills. */
export function TargetsForm({ targets, updatedAt }: { targets: Targets; updatedAt: string }) {
  const router = useRouter();
  const write = useWrite();
  const [values, setValues] = useState<Targets>(targets);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const result = await write(changeTargets, { targets: values, baseUpdatedAt: updatedAt });
    setBusy(false);
    setRefusal(result.ok ? null : result.refusal);
    if (!result.ok) return;
    notifications.show({ color: "green", message: "Targets saved" });
    router.refresh();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RefusalAlert
        refusal={refusal}
        title="Targets not saved"
        shownFields={FIELDS.map(([key]) => `targets.${key}`)}
      />
      <Group align="flex-end" gap="sm">
        {FIELDS.map(([key, label]) => (
          <NumberInput
            key={key}
            label={label}
            w={170}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={values[key]}
            error={refusal?.fields?.[`targets.${key}`]}
            onChange={(value) =>
              setValues((before) => ({
                ...before,
                [key]: typeof value === "number" ? value : Number.parseInt(value, 10) || 0,
              }))
            }
          />
        ))}
        <Button type="submit" variant="default" loading={busy}>
          Save targets
        </Button>
      </Group>
    </form>
  );
}
