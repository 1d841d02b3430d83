"use client";

import { Checkbox, List, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { fieldErrors } from "@/lib/platform/fields";
import { countOf, formatCount } from "@/lib/platform/format";
import { previewOverlap, raiseOverlap } from "@/lib/rating/assignment/actions";
import {
  previewOverlapSchema,
  type OverlapPlan,
  type OverlapWanted,
} from "@/lib/rating/assignment/schema";

/** How often items are rated so far. */
export interface OverlapNow {
  ratingsPerResponse: number;
  /** Null: all items. */
  overlap: number | null;
  items: number;
  raters: { raterId: number; name: string }[];
}

interface OverlapDialogProps {
  campaignId: number;
  now: OverlapNow;
  onClose: () => void;
}

/** Asks for more ratings of a campaign that is open: first what it comes to, then whether to. */
export function OverlapDialog({ campaignId, now, onClose }: OverlapDialogProps) {
  const [seen, setSeen] = useState<{ wanted: OverlapWanted; plan: OverlapPlan } | null>(null);
  const form = useForm({
    initialValues: {
      ratingsPerResponse: (now.ratingsPerResponse + 1) as number | string,
      all: now.overlap === null,
      overlap: (now.overlap ?? now.items) as number | string,
    },
    onValuesChange: () => setSeen(null),
    validate: (values) => {
      const parsed = previewOverlapSchema.safeParse(wantedOf(values));
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const wantedOf = ({ ratingsPerResponse, all, overlap }: typeof form.values) => ({
    campaignId,
    ratingsPerResponse,
    overlap: all ? null : overlap,
  });
  const kept = useKeptForm(form, "overlap", campaignId);
  const preview = useCommand(previewOverlap, {
    title: "Not counted",
    reads: true,
    onDone: (plan, wanted) => setSeen({ wanted, plan }),
  });
  const raise = useCommand(raiseOverlap, {
    title: "Overlap not raised",
    kept,
    done: ({ added, unassigned }) => ({
      color: unassigned > 0 ? "yellow" : "green",
      title: `${countOf(added, "rating")} added`,
      message:
        unassigned > 0
          ? `${countOf(unassigned, "rating")} unassigned: add a rater.`
          : "They were assigned to the raters.",
    }),
    onDone: onClose,
    refresh: true,
  });
  return (
    <Modal opened onClose={onClose} title="Raise overlap">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          if (seen === null) void preview.run(previewOverlapSchema.parse(wantedOf(values)));
          else void raise.run({ ...seen.wanted, previewed: seen.plan.added });
        })}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={preview} />
          <RefusalAlert of={raise} />
          <Text fz="sm">
            Now {formatCount(now.ratingsPerResponse)} each for{" "}
            {now.overlap === null ? "all items" : countOf(now.overlap, "item")}. It can only be
            raised.
          </Text>
          <NumberInput
            label="Ratings per item"
            min={now.ratingsPerResponse}
            allowDecimal={false}
            w={160}
            {...form.getInputProps("ratingsPerResponse")}
          />
          <Checkbox label="All items" {...form.getInputProps("all", { type: "checkbox" })} />
          {!form.values.all && (
            <NumberInput
              label="Items with that many ratings"
              min={0}
              max={now.items}
              allowDecimal={false}
              w={220}
              {...form.getInputProps("overlap")}
            />
          )}
          {seen !== null && <Plan plan={seen.plan} raters={now.raters} />}
          <ProblemList />
          <DialogButtons
            kept={kept}
            onClose={onClose}
            pending={preview.pending || raise.pending}
            disabled={seen?.plan.added === 0}
          >
            {seen === null ? "Preview" : `Add ${countOf(seen.plan.added, "rating")}`}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** What raising comes to. */
function Plan({ plan, raters }: { plan: OverlapPlan; raters: OverlapNow["raters"] }) {
  const { items, added, unassigned, settled } = plan;
  return (
    <div role="status">
      <Text fz="sm">
        {added === 0
          ? "This adds no ratings."
          : `Adds ${countOf(added, "rating")} of ${countOf(items, "item")}:`}
      </Text>
      <List fz="sm" mt={4}>
        {raters.map(({ raterId, name }) => {
          const own = plan.raters.find((one) => one.raterId === raterId)?.added ?? 0;
          return own === 0 ? null : (
            <List.Item key={raterId}>
              {name}: {formatCount(own)} more
            </List.Item>
          );
        })}
        {unassigned > 0 && (
          <List.Item>{countOf(unassigned, "rating")} without an eligible rater</List.Item>
        )}
        {settled > 0 && (
          <List.Item>
            {countOf(settled, "item")} left as they are: adjudicated, or discussed by their raters
          </List.Item>
        )}
      </List>
    </div>
  );
}
