"use client";

import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { fieldErrors } from "@/lib/platform/fields";
import { formatDay } from "@/lib/platform/format";
import { setRate } from "@/lib/rating/hours/actions";
import type { Rate } from "@/lib/rating/hours/queries";
import { setRateSchema } from "@/lib/rating/hours/schema";

interface SetRateProps {
  raterId: number;
  rater: string;
  /** The rate that a new one begins with. */
  latest: Rate | null;
  /** ISO day: a rate from an earlier day on changes amounts of the past. */
  today: string;
}

/** Sets what a rater is paid from a day on. */
export function SetRate(props: SetRateProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpened(true)}
        aria-label={`Set rate of ${props.rater}`}
      >
        Set rate…
      </Button>
      {opened && <RateForm {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function RateForm({
  raterId,
  rater,
  latest,
  today,
  onClose,
}: SetRateProps & { onClose: () => void }) {
  const input = ({ none, amount, ...values }: typeof initialValues) => ({
    ...values,
    raterId,
    amount: none ? null : amount,
  });
  const initialValues = {
    unit: latest?.unit ?? "hour",
    amount: latest?.amount ?? "",
    none: false,
    currency: latest?.currency ?? "",
    validFrom: "",
  };
  const form = useForm({
    initialValues,
    validate: (values) => {
      const parsed = setRateSchema.safeParse(input(values));
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const kept = useKeptForm(form, "rater-rate", raterId);
  const save = useCommand(setRate, {
    title: "Rate not saved",
    form,
    kept,
    done: { title: `Rate of ${rater} saved`, message: "Rates of earlier days are kept." },
    onDone: onClose,
    refresh: true,
  });
  return (
    <Modal opened onClose={onClose} title={`Rate of ${rater}`}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => void save.run(setRateSchema.parse(input(values))))}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={save} shownFields={["amount", "currency", "validFrom"]} />
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              label="Amount"
              inputMode="decimal"
              flex={1}
              miw={0}
              disabled={form.values.none}
              {...form.getInputProps("amount")}
            />
            <TextInput label="Currency" maxLength={3} w={90} {...form.getInputProps("currency")} />
            <NativeSelect
              label="Per"
              w={90}
              data={[
                { value: "hour", label: "Hour" },
                { value: "item", label: "Item" },
              ]}
              {...form.getInputProps("unit")}
            />
          </Group>
          <Checkbox
            label="No pay from that day on"
            {...form.getInputProps("none", { type: "checkbox" })}
          />
          <TextInput type="date" label="Valid from" w={180} {...form.getInputProps("validFrom")} />
          <Text fz="sm" c="dimmed">
            Seen by maintainers and {rater}. Rates are kept: a later one for the same day replaces
            it.
          </Text>
          {form.values.validFrom !== "" && form.values.validFrom < today && (
            <Alert color="yellow" role="status">
              {formatDay(form.values.validFrom)} is in the past: amounts of days since then change,
              also of months that were exported or paid. Their lines will say “rate set later”.
            </Alert>
          )}
          <ProblemList />
          <DialogButtons kept={kept} onClose={onClose} pending={save.pending}>
            Save rate
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
