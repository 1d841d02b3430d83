"use client";

import { Modal, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { countOf } from "@/lib/platform/format";
import { fieldErrors } from "@/lib/platform/fields";
import { messageRaters } from "@/lib/rating/assignment/actions";
import { messageSchema } from "@/lib/rating/assignment/schema";

/** Writes to all raters of a campaign. */
export function MessageDialog({
  campaignId,
  onClose,
}: {
  campaignId: number;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: { message: "" },
    validate: (values) => {
      const parsed = messageSchema.safeParse({ ...values, campaignId });
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const kept = useKeptForm(form, "campaign-message", campaignId);
  const send = useCommand(messageRaters, {
    title: "Message not sent",
    form,
    kept,
    done: ({ raters }) => ({
      title: `Message sent to ${countOf(raters, "rater")}`,
      message: "They see it before their next item, and in their inbox.",
    }),
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="Message all raters">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => void send.run({ ...values, campaignId }))}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={send} shownFields={["message"]} />
          <Text fz="sm">
            Raters see it once at the desk, before their next item. Don&apos;t write how to rate a
            particular response: that would undo blind rating.
          </Text>
          <Textarea
            label="Message"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2_000}
            data-autofocus
            {...form.getInputProps("message")}
          />
          <DialogButtons kept={kept} onClose={onClose} pending={send.pending}>
            Send message
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
