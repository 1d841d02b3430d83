"use client";

import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkWith } from "@/components/ui/form-check";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { editMethodAction } from "@/lib/runs/generation/actions";
import { editMethodSchema } from "@/lib/runs/generation/schema";

/** Name and note of a method, which belong to all its versions. */
export function MethodDetailsForm({
  method: { methodId, name, note },
}: {
  method: { methodId: number; name: string; note: string };
}) {
  const form = useForm({
    initialValues: { name, note },
    validateInputOnBlur: true,
    validate: {
      name: checkWith(editMethodSchema.shape.name),
      note: checkWith(editMethodSchema.shape.note),
    },
  });
  const save = useCommand(editMethodAction, {
    title: "Method not saved",
    form,
    done: "Method saved",
    refresh: true,
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save.run({ ...values, methodId, was: { name, note } }),
      )}
    >
      <RefusalAlert of={save} shownFields={Object.keys(form.values)} />
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Name"
          description="Shown in reports"
          required
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Textarea label="Note" autosize minRows={2} maxRows={10} {...form.getInputProps("note")} />
        <Group>
          <Button type="submit" variant="default" loading={save.pending}>
            Save name and note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
