"use client";

import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import type { z } from "zod";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { checkWith } from "./form-check";
import { RefusalAlert } from "./refusal-alert";
import type { Command } from "./use-command";
import type { FormName } from "./kept-forms";
import { ProblemList } from "./problem-list";
import { DraftRestored, useKeptForm, type KeptForm } from "./use-kept-form";

export interface NameAndNote {
  name: string;
  note: string;
}

/** The values of a `NameAndNoteForm`, for its command to tell words of fields to. */
export function useNameAndNote(
  was: NameAndNote,
  shape: { name: z.ZodType; note: z.ZodType },
  of: [form: FormName, record: number],
) {
  const form = useForm({
    initialValues: was,
    validateInputOnBlur: true,
    validate: { name: checkWith(shape.name), note: checkWith(shape.note) },
  });
  return { form, kept: useKeptForm(form, ...of) };
}

/** Name and note of what has versions, which belong to all of these. */
export function NameAndNoteForm<Said, C extends RefusalCode>({
  form,
  kept,
  description,
  save,
  inputOf,
}: {
  form: UseFormReturnType<NameAndNote>;
  kept: KeptForm;
  /** Who sees the name. */
  description: string;
  save: Command<Said, unknown, C>;
  /** What the command gets of the values. */
  inputOf: (values: NameAndNote) => Said;
}) {
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save.run(inputOf(values)))}>
      <DraftRestored of={kept} />
      <RefusalAlert of={save} shownFields={Object.keys(form.values)} />
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Name"
          description={description}
          required
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Textarea label="Note" autosize minRows={2} maxRows={10} {...form.getInputProps("note")} />
        <ProblemList />
        <Group>
          <Button type="submit" variant="default" loading={save.pending}>
            Save name and note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
