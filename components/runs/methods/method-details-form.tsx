"use client";

import { NameAndNoteForm, useNameAndNote } from "@/components/ui/name-and-note-form";
import { useCommand } from "@/components/ui/use-command";
import { editMethod } from "@/lib/runs/generation/actions";
import { editMethodSchema } from "@/lib/runs/generation/schema";

/** Name and note of a method, which belong to all its versions. */
export function MethodDetailsForm({
  method: { methodId, name, note },
}: {
  method: { methodId: number; name: string; note: string };
}) {
  const was = { name, note };
  const { form, kept } = useNameAndNote(was, editMethodSchema.shape, ["method-details", methodId]);
  const save = useCommand(editMethod, {
    title: "Method not saved",
    form,
    kept,
    done: "Method saved",
    refresh: true,
  });
  return (
    <NameAndNoteForm
      form={form}
      kept={kept}
      description="Shown in reports"
      save={save}
      inputOf={(values) => ({ ...values, methodId, was })}
    />
  );
}
