"use client";

import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { checkWith } from "@/components/ui/form-check";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { createDemonstrationsFromRelease } from "@/lib/runs/generation/actions";
import { demonstrationsFromReleaseSchema } from "@/lib/runs/generation/schema";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { ProblemList } from "@/components/ui/problem-list";

interface DemoSplitFormProps {
  /** Releases that have a DEMO split, the newest first; at least one. */
  releases: readonly { releaseName: string; questions: number }[];
}

/** Makes a demonstration set of a release's DEMO split. */
export function DemoSplitForm({ releases }: DemoSplitFormProps) {
  const router = useRouter();
  const form = useForm({
    initialValues: {
      releaseName: releases[0]!.releaseName,
      name: `DEMO of ${releases[0]!.releaseName}`,
    },
    validate: { name: checkWith(demonstrationsFromReleaseSchema.shape.name) },
  });
  const kept = useKeptForm(form, "demonstrations-from-release", null);
  const create = useCommand(createDemonstrationsFromRelease, {
    title: "Demonstration set not added",
    form,
    kept,
    done: "Demonstration set added",
    onDone: ({ setId }) => router.push(`/methods/demonstrations/${setId}`),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void create.run(values))}>
      <DraftRestored of={kept} />
      <RefusalAlert of={create} shownFields={Object.keys(form.values)} />
      <Stack gap="sm" maw={480}>
        <Select
          label="Release"
          data={releases.map(({ releaseName, questions }) => ({
            value: releaseName,
            label: `${releaseName} (${countOf(questions, "question")})`,
          }))}
          allowDeselect={false}
          value={form.values.releaseName}
          error={form.errors.releaseName}
          onChange={(releaseName) =>
            releaseName !== null && form.setValues({ releaseName, name: `DEMO of ${releaseName}` })
          }
        />
        <TextInput label="Set name" required autoComplete="off" {...form.getInputProps("name")} />
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending}>
            Add set from DEMO split
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
