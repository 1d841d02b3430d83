"use client";

import {
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/lib/platform/fields";
import { updateSettings } from "@/lib/dataset/schedule/actions";
import { updateSettingsSchema, type DatasetSettingsView } from "@/lib/dataset/schedule/schema";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { formatDay } from "@/lib/platform/format";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

type Values = Pick<DatasetSettingsView, "timeZone" | "publicPages"> &
  Record<"frequentlyDays" | "occasionallyDays" | "hardlyEverDays", number | "">;

/** What holds for the whole dataset: its days, its intervals, what the public sees. */
export function SettingsForm({
  settings,
  timeZones,
}: {
  settings: DatasetSettingsView;
  timeZones: string[];
}) {
  const { updatedAt, today, ...initialValues } = settings;
  const form = useForm<Values>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => {
      const parsed = updateSettingsSchema.safeParse({ ...values, baseUpdatedAt: updatedAt });
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const kept = useKeptForm(form, "schedule-settings", null);
  const save = useCommand(updateSettings, {
    title: "Settings not saved",
    form,
    kept,
    done: { title: "Settings saved", message: "Due dates now use them." },
    refresh: true,
  });
  const days = {
    suffix: " days",
    allowDecimal: false,
    allowNegative: false,
    min: 1,
    max: 36_500,
    w: { base: "100%", xs: 200 },
  } as const;

  return (
    <form
      onSubmit={form.onSubmit(
        (values) =>
          void save.run(updateSettingsSchema.parse({ ...values, baseUpdatedAt: updatedAt })),
      )}
      noValidate
    >
      <Stack gap="md" maw={680}>
        <DraftRestored of={kept} />
        <RefusalAlert
          of={save}
          shownFields={["timeZone", "frequentlyDays", "occasionallyDays", "hardlyEverDays"]}
        />
        <Paper withBorder p="md" component="section" aria-labelledby="days">
          <Title order={2} id="days" mb="sm">
            Date and time
          </Title>
          <Select
            label="Time zone"
            description={`Used for due dates, answer history and past versions. Today there: ${formatDay(today)}.`}
            searchable
            data={timeZones}
            limit={60}
            nothingFoundMessage="No matching time zone"
            allowDeselect={false}
            maw={360}
            {...form.getInputProps("timeZone")}
          />
        </Paper>
        <Paper withBorder p="md" component="section" aria-labelledby="intervals">
          <Title order={2} id="intervals" mb={4}>
            Review intervals
          </Title>
          <Text c="dimmed" mb="sm">
            Time from the last check until an answer is due again. Changes apply to due dates
            immediately; questions are not edited, and dates set by workload balancing are kept.
          </Text>
          <Group gap="md" align="flex-start">
            <NumberInput label="Frequently" {...days} {...form.getInputProps("frequentlyDays")} />
            <NumberInput
              label="Occasionally"
              {...days}
              {...form.getInputProps("occasionallyDays")}
            />
            <NumberInput label="Hardly ever" {...days} {...form.getInputProps("hardlyEverDays")} />
          </Group>
          <Text fz="sm" c="dimmed" mt="sm">
            “Every release” is due the day after each release; a fixed date on that date; “never” is
            never due.
          </Text>
        </Paper>
        <Paper withBorder p="md" component="section" aria-labelledby="public">
          <Title order={2} id="public" mb="sm">
            Public pages
          </Title>
          <Switch
            label="Public releases"
            description="Anyone can view and download releases without an account. When off, public URLs return “Not found”."
            {...form.getInputProps("publicPages", { type: "checkbox" })}
          />
        </Paper>
        <ProblemList />
        <Group>
          <Button type="submit" loading={save.pending} disabled={!form.isDirty()}>
            Save settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
