"use client";

import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { chooseLicense } from "@/lib/dataset/licenses/actions";
import type { ChosenLicense } from "@/lib/dataset/licenses/queries";
import { chooseLicenseSchema } from "@/lib/dataset/licenses/schema";
import {
  CUSTOM,
  LICENSE_IDS,
  LICENSE_WORDS,
  type LicenseId,
} from "@/lib/dataset/licenses/vocabulary";
import { fieldErrors } from "@/lib/platform/fields";

const CHOICES = LICENSE_IDS.map((value) => ({
  value,
  label: value === CUSTOM ? LICENSE_WORDS[value].name : `${LICENSE_WORDS[value].name} (${value})`,
}));

/** Renders the license under which the next releases are published. */
export function LicenseForm({ chosen }: { chosen: ChosenLicense | null }) {
  const baseId = chosen?.id ?? null;
  const form = useForm<{ license: LicenseId | null; holder: string; url: string }>({
    initialValues: {
      license: chosen?.license ?? null,
      holder: chosen?.holder ?? "",
      url: chosen?.url ?? "",
    },
    validateInputOnBlur: true,
    validate: (values) => {
      const parsed = chooseLicenseSchema.safeParse({ ...values, baseId });
      return parsed.success ? {} : fieldErrors(parsed.error);
    },
  });
  const kept = useKeptForm(form, "license", null);
  const save = useCommand(chooseLicense, {
    title: "License not saved",
    form,
    kept,
    done: { title: "License saved", message: "It applies to new releases." },
    refresh: true,
  });
  const known = form.values.license === null ? null : LICENSE_WORDS[form.values.license].url;
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => void save.run(chooseLicenseSchema.parse({ ...values, baseId })),
      )}
      noValidate
    >
      <Stack gap="md" maw={680} mt="xl">
        <DraftRestored of={kept} />
        <RefusalAlert of={save} shownFields={["license", "holder", "url"]} />
        <Paper withBorder p="md" component="section" aria-labelledby="license">
          <Title order={2} id="license" mb={4}>
            License
          </Title>
          <Text c="dimmed" mb="sm">
            Required to publish a release. Each release keeps the license it was published under.
          </Text>
          <Stack gap="md">
            <Select
              label="License of the dataset"
              data={CHOICES}
              searchable
              allowDeselect={false}
              nothingFoundMessage="No matching license"
              required
              {...form.getInputProps("license")}
            />
            <TextInput
              label="Rights holder"
              description="A person, group or organization"
              required
              {...form.getInputProps("holder")}
            />
            <TextInput
              label="URL of the license text"
              description={known === null ? undefined : `Optional. Default: ${known}`}
              required={form.values.license === CUSTOM}
              type="url"
              spellCheck={false}
              {...form.getInputProps("url")}
            />
          </Stack>
        </Paper>
        <ProblemList />
        <Group>
          <Button type="submit" loading={save.pending} disabled={!form.isDirty()}>
            Save license
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
