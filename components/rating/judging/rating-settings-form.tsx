"use client";

import { Button, Group, NumberInput, Paper, Stack, Switch, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { fieldErrors } from "@/lib/platform/fields";
import { updateRatingSettings } from "@/lib/rating/judging/actions";
import type { RatingSettingsView } from "@/lib/rating/judging/queries";
import { updateRatingSettingsSchema } from "@/lib/rating/judging/schema";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { ProblemList } from "@/components/ui/problem-list";

/** Renders the settings for all raters: training and breaks. */
export function RatingSettingsForm({ settings }: { settings: RatingSettingsView }) {
  const { updatedAt: baseUpdatedAt, ...initialValues } = settings;
  const form = useForm<{
    trainingRequired: boolean;
    qualifyAt: number | "";
    idleSeconds: number | "";
  }>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => {
      const parsed = updateRatingSettingsSchema.safeParse({ ...values, baseUpdatedAt });
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const kept = useKeptForm(form, "rating-settings", null);
  const save = useCommand(updateRatingSettings, {
    title: "Rating settings not saved",
    form,
    kept,
    done: { title: "Rating settings saved", message: "They apply from now on." },
    refresh: true,
  });
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => void save.run(updateRatingSettingsSchema.parse({ ...values, baseUpdatedAt })),
      )}
      noValidate
    >
      <Stack gap="md" maw={680} mt="xl">
        <DraftRestored of={kept} />
        <RefusalAlert of={save} shownFields={["qualifyAt", "idleSeconds"]} />
        <Paper withBorder p="md" component="section" aria-labelledby="rating">
          <Title order={2} id="rating" mb="sm">
            Rating
          </Title>
          <Switch
            label="Require training before the first campaign"
            mb="sm"
            {...form.getInputProps("trainingRequired", { type: "checkbox" })}
          />
          <Group gap="md" align="flex-start">
            <NumberInput
              label="Passing score"
              description="Out of 15, correct in both modes. Raters who already qualified are not affected."
              min={0}
              max={15}
              allowDecimal={false}
              w={{ base: "100%", xs: 260 }}
              {...form.getInputProps("qualifyAt")}
            />
            <NumberInput
              label="Idle timeout"
              description="Time without typing, clicking or scrolling after this is not counted."
              suffix=" seconds"
              min={10}
              max={3600}
              allowDecimal={false}
              w={{ base: "100%", xs: 260 }}
              {...form.getInputProps("idleSeconds")}
            />
          </Group>
        </Paper>
        <ProblemList />
        <Group>
          <Button type="submit" loading={save.pending} disabled={!form.isDirty()}>
            Save rating settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
