"use client";

import { Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { countOf } from "@/lib/platform/format";
import { fieldErrors } from "@/lib/platform/fields";
import { reorderItems } from "@/lib/rating/assignment/actions";
import {
  readQuestionIds,
  reorderItemsSchema,
  type ItemPlace,
} from "@/lib/rating/assignment/schema";

interface Ordered {
  questions: string;
  place: ItemPlace;
}

const readInput = (campaignId: number, { questions, place }: Ordered) =>
  reorderItemsSchema.safeParse({
    campaignId,
    place,
    questionIds: readQuestionIds(questions) ?? [],
  });

/** Asks which questions are rated first, or last. */
export function OrderDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const form = useForm<Ordered>({
    initialValues: { questions: "", place: "first" },
    validate: (values) => {
      const read = readInput(campaignId, values);
      return read.success ? {} : { questions: fieldErrors(read.error)["questionIds"] };
    },
  });
  const kept = useKeptForm(form, "rate-order", campaignId);
  const move = useCommand(reorderItems, {
    title: "Order not changed",
    kept,
    done: ({ moved }, { place }) => ({
      title: `${countOf(moved, "item")} moved to the ${place === "first" ? "front" : "end"}`,
      message: "Open desks follow within ten ratings.",
    }),
    onDone: onClose,
    refresh: true,
  });
  return (
    <Modal opened onClose={onClose} title="Change order">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => void move.run(readInput(campaignId, values).data!))}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={move} />
          <Text fz="sm">
            For whoever has these questions. What a rater has been shown stays where it is; open
            desks follow within ten ratings. Among themselves the items keep their random order.
          </Text>
          <TextInput
            label="Questions"
            description="IDs, such as Q12, Q40"
            data-autofocus
            {...form.getInputProps("questions")}
          />
          <Radio.Group label="Rate them" {...form.getInputProps("place")}>
            <Stack gap={6} mt={4}>
              <Radio value="first" label="First, before everything else" />
              <Radio value="last" label="Last, after everything else" />
            </Stack>
          </Radio.Group>
          <DialogButtons kept={kept} onClose={onClose} pending={move.pending}>
            Move
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
