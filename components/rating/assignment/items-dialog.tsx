"use client";

import { Checkbox, Modal, NumberInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { countOf } from "@/lib/platform/format";
import { fieldErrors } from "@/lib/platform/fields";
import { assignItems, takeItemsBack } from "@/lib/rating/assignment/actions";
import {
  chosenItemsSchema,
  readQuestionIds,
  type ChosenItems,
} from "@/lib/rating/assignment/schema";

interface ItemsDialogProps {
  /** Give the rater items, or take items back from them. */
  what: "give" | "take";
  campaignId: number;
  raterId: number;
  rater: string;
  onClose: () => void;
}

const EMPTY = { kind: "count", count: 10 as number | string, questions: "", first: true };

/** Which items are meant, or what is wrong with what was entered. */
function readItems({ kind, count, questions }: typeof EMPTY) {
  return chosenItemsSchema.safeParse(
    kind === "count" ? { kind, count } : { kind, questionIds: readQuestionIds(questions) ?? [] },
  );
}

/** Asks which items a rater is given by hand, or which are taken back from them. */
export function ItemsDialog({ what, campaignId, raterId, rater, onClose }: ItemsDialogProps) {
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => {
      const read = readItems(values);
      const { questionIds, ...others } = read.success ? {} : fieldErrors(read.error);
      return { ...others, ...(questionIds !== undefined && { questions: questionIds }) };
    },
  });
  const kept = useKeptForm(form, "assign-items", `${campaignId} ${raterId} ${what}`);
  const give = useCommand(assignItems, {
    title: "Items not assigned",
    kept,
    done: ({ assigned }) => ({
      title: `${countOf(assigned, "item")} assigned to ${rater}`,
      message: "They come up at the desk with the next ones it loads.",
    }),
    onDone: onClose,
    refresh: true,
  });
  const take = useCommand(takeItemsBack, {
    title: "Items not taken back",
    kept,
    done: ({ taken, unassigned }) => ({
      color: unassigned > 0 ? "yellow" : "green",
      title: `${countOf(taken, "item")} taken back from ${rater}`,
      message:
        unassigned > 0
          ? `${countOf(unassigned, "rating")} unassigned: no other rater is eligible.`
          : "They went to the other raters.",
    }),
    onDone: onClose,
    refresh: true,
  });
  const submit = (items: ChosenItems) =>
    what === "give"
      ? give.run({ campaignId, raterId, items, first: form.values.first })
      : take.run({ campaignId, raterId, items });
  return (
    <Modal
      opened
      onClose={onClose}
      title={what === "give" ? `Assign items to ${rater}` : `Take items back from ${rater}`}
    >
      <form noValidate onSubmit={form.onSubmit((values) => void submit(readItems(values).data!))}>
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={give} />
          <RefusalAlert of={take} />
          <Text fz="sm">
            {what === "give"
              ? "Unassigned items come first, then those of the raters with the most left. Items that someone has been shown, gold, and what this rater may not rate stay where they are."
              : "Items that they have been shown stay theirs, and so does gold. The others go to raters who may rate them and have the least left."}
          </Text>
          <Radio.Group label="Which items" {...form.getInputProps("kind")}>
            <Stack gap={6} mt={4}>
              <Radio value="count" label="A number of items" />
              <Radio value="questions" label="All items of certain questions" />
            </Stack>
          </Radio.Group>
          {form.values.kind === "count" ? (
            <NumberInput
              label="Items"
              min={1}
              allowDecimal={false}
              w={140}
              {...form.getInputProps("count")}
            />
          ) : (
            <TextInput
              label="Questions"
              description="IDs, such as Q12, Q40"
              {...form.getInputProps("questions")}
            />
          )}
          {what === "give" && (
            <Checkbox
              label="Before their other items"
              {...form.getInputProps("first", { type: "checkbox" })}
            />
          )}
          <ProblemList />
          <DialogButtons kept={kept} onClose={onClose} pending={give.pending || take.pending}>
            {what === "give" ? "Assign" : "Take back"}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
