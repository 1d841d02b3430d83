"use client";

import { Button, Modal, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBellCog } from "@tabler/icons-react";
import { useState } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { fieldErrors } from "@/lib/platform/fields";
import { changeAlarms } from "@/lib/rating/alarms/actions";
import type { CampaignAlarms } from "@/lib/rating/alarms/queries";
import { alarmSettingsSchema } from "@/lib/rating/alarms/schema";
import {
  BY_CHANCE,
  DEFAULT_FAST_SECONDS,
  FAST_WINDOW,
  LEAST_OTHERS,
  SHORTEST_ROW,
} from "@/lib/rating/alarms/vocabulary";
import { formatCount } from "@/lib/platform/format";

interface AlarmSettingsProps {
  campaignId: number;
  settings: Pick<CampaignAlarms, "fastSeconds" | "straightLining" | "alarmPauses">;
}

/** When ratings of a campaign raise an alarm, and what it does. */
export function AlarmSettings(props: AlarmSettingsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBellCog size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Alarms…
      </Button>
      {opened && <AlarmForm {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function AlarmForm({
  campaignId,
  settings,
  onClose,
}: AlarmSettingsProps & { onClose: () => void }) {
  const { fastSeconds, straightLining, alarmPauses } = settings;
  const input = (values: {
    fast: boolean;
    seconds: number | string;
    straightLining: boolean;
    alarmPauses: boolean;
  }) => ({
    campaignId,
    fastSeconds: values.fast ? values.seconds : null,
    straightLining: values.straightLining,
    alarmPauses: values.alarmPauses,
  });
  const form = useForm({
    initialValues: {
      fast: fastSeconds !== null,
      seconds: (fastSeconds ?? DEFAULT_FAST_SECONDS) as number | string,
      straightLining,
      alarmPauses,
    },
    validate: (values) => {
      const parsed = alarmSettingsSchema.safeParse(input(values));
      const { fastSeconds: seconds, ...others } = parsed.success ? {} : fieldErrors(parsed.error);
      return { ...others, ...(seconds !== undefined && { seconds }) };
    },
  });
  const kept = useKeptForm(form, "rater-alarms", campaignId);
  const save = useCommand(changeAlarms, {
    title: "Alarms not saved",
    form,
    kept,
    done: { title: "Alarms saved", message: "They apply from the next rating on." },
    onDone: onClose,
    refresh: true,
  });
  return (
    <Modal opened onClose={onClose} title="Rater alarms" size="lg">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void save.run(alarmSettingsSchema.parse(input(values))),
        )}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={save} shownFields={["seconds"]} />
          <div>
            <Switch label="Too fast" {...form.getInputProps("fast", { type: "checkbox" })} />
            <Text fz="sm" c="dimmed" mt={4}>
              Raised when {FAST_WINDOW} ratings or more took less than this each: the median of the
              active time, the time between them, or what the server&apos;s clock allows, whichever
              is less.
            </Text>
            <NumberInput
              label="Limit"
              suffix=" seconds"
              min={1}
              max={600}
              allowDecimal={false}
              disabled={!form.values.fast}
              mt="xs"
              w={180}
              {...form.getInputProps("seconds")}
            />
          </div>
          <div>
            <Switch
              label="Straight-lining"
              {...form.getInputProps("straightLining", { type: "checkbox" })}
            />
            <Text fz="sm" c="dimmed" mt={4}>
              Raised when at least {SHORTEST_ROW} ratings in a row are the same and, by how common
              that rating is among other raters of this campaign, chance makes such a row in less
              than 1 of {formatCount(BY_CHANCE)} cases. Needs {LEAST_OTHERS} ratings by others.
            </Text>
          </div>
          <div>
            <Switch
              label="Pause the rater"
              {...form.getInputProps("alarmPauses", { type: "checkbox" })}
            />
            <Text fz="sm" c="dimmed" mt={4}>
              They keep their ratings and items, are told why, and continue once you resume them.
              Without this, an alarm only notifies maintainers.
            </Text>
          </div>
          <ProblemList />
          <DialogButtons kept={kept} onClose={onClose} pending={save.pending}>
            Save
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
