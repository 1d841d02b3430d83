"use client";

import { Button, Group, NumberInput } from "@mantine/core";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { changeTargets } from "@/lib/authoring/actions";
import type { Targets } from "@/lib/authoring/schema";
import { useCommand } from "@/components/ui/use-command";
import { ProblemList } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

const FIELDS: [keyof Targets, string][] = [
  ["testPerCategory", "TEST per category"],
  ["devPerCategory", "DEV per category"],
  ["demoQuestions", "DEMO total"],
  ["multiHopPercent", "Multi-hop (%)"],
];

/** How many questions of each kind the dataset aims at: what writers see as missing, and what the balanced draw fills. */
export function TargetsForm({ targets, updatedAt }: { targets: Targets; updatedAt: string }) {
  const [values, setValues] = useState<Targets>(targets);
  const kept = useKeptValues({
    of: ["targets", null],
    values,
    initial: targets,
    set: setValues,
  });
  const save = useCommand(changeTargets, {
    kept,
    title: "Targets not saved",
    done: "Targets saved",
    refresh: true,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ targets: values, baseUpdatedAt: updatedAt });
      }}
    >
      <DraftRestored of={kept} />
      <RefusalAlert of={save} shownFields={FIELDS.map(([key]) => `targets.${key}`)} />
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
            error={save.fields[`targets.${key}`]}
            onChange={(value) =>
              setValues((before) => ({
                ...before,
                [key]: typeof value === "number" ? value : Number.parseInt(value, 10) || 0,
              }))
            }
          />
        ))}
        <Button type="submit" variant="default" loading={save.pending}>
          Save targets
        </Button>
      </Group>
      <ProblemList />
    </form>
  );
}
