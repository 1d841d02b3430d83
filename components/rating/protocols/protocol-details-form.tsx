"use client";

import { NameAndNoteForm, useNameAndNote } from "@/components/ui/name-and-note-form";
import { useCommand } from "@/components/ui/use-command";
import { editProtocol } from "@/lib/rating/protocols/actions";
import { editProtocolSchema } from "@/lib/rating/protocols/schema";

/** Name and note of a protocol, which belong to all its versions. */
export function ProtocolDetailsForm({
  protocol: { protocolId, name, note },
}: {
  protocol: { protocolId: number; name: string; note: string };
}) {
  const was = { name, note };
  const { form, kept } = useNameAndNote(was, editProtocolSchema.shape, [
    "protocol-details",
    protocolId,
  ]);
  const save = useCommand(editProtocol, {
    title: "Protocol not saved",
    form,
    kept,
    done: "Protocol saved",
    refresh: true,
  });
  return (
    <NameAndNoteForm
      form={form}
      kept={kept}
      description="Shown to raters and in reports"
      save={save}
      inputOf={(values) => ({ ...values, protocolId, was })}
    />
  );
}
