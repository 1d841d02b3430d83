"use client";

import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { fieldErrors, firstName } from "@/lib/platform/fields";
import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import { updateLeaderboard } from "@/lib/reporting/leaderboard/actions";
import {
  FOOTNOTE_MAX_CHARACTERS,
  updateLeaderboardSchema,
  type LeaderboardSettings,
} from "@/lib/reporting/leaderboard/schema";
import { runOptions } from "@/components/reporting/shared/run-options";
import { evaluatorChoices, SOURCE_WORDS } from "@/components/reporting/shared/evaluator-choices";
import type { VerdictSource } from "@/lib/reporting/verdicts/schema";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

/** Renders the settings of the leaderboard: public or not, and its runs. */
export function LeaderboardForm({
  settings,
  choices: { runs, evaluators, timeZone },
}: {
  settings: LeaderboardSettings;
  choices: Pick<ReportChoices, "runs" | "evaluators" | "timeZone">;
}) {
  const router = useRouter();
  const { version, publicPages, ...present } = settings;
  const read = (values: typeof initialValues) =>
    updateLeaderboardSchema.safeParse({
      ...values,
      runIds: values.runIds.map(Number),
      evaluatorId:
        values.verdicts === "people" || values.evaluatorId === null
          ? null
          : Number(values.evaluatorId),
      splitYear: values.splitYear === "" ? undefined : values.splitYear,
      version,
    });
  const initialValues = {
    ...present,
    runIds: present.runIds.map(String),
    evaluatorId: present.evaluatorId === null ? null : String(present.evaluatorId),
    splitYear: present.splitYear as number | "",
  };
  const form = useForm({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => {
      const parsed = read(values);
      return parsed.success ? {} : fieldErrors(parsed.error, firstName);
    },
  });
  const kept = useKeptForm(form, "leaderboard", null);
  const save = useCommand(updateLeaderboard, {
    title: "Leaderboard not saved",
    form,
    kept,
    done: (_, { isPublic }) => ({
      title: "Leaderboard saved",
      message:
        isPublic && publicPages
          ? "Public at /public/leaderboard."
          : "Visible to members with access to reports.",
    }),
    onDone: () => {
      router.push("/leaderboard");
      router.refresh();
    },
  });
  const submit = (values: typeof initialValues) => {
    const input = read(values);
    if (input.success) void save.run(input.data);
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md" maw={720}>
        <DraftRestored of={kept} />
        <RefusalAlert
          of={save}
          shownFields={["runIds", "evaluatorId", "truth", "splitYear", "footnote"]}
        />
        <Paper withBorder p="md" component="section" aria-labelledby="listed">
          <Title order={2} id="listed" mb="sm">
            Runs
          </Title>
          <Stack gap="sm">
            <MultiSelect
              label="Runs"
              description="Default order"
              searchable
              clearable
              hidePickedOptions
              nothingFoundMessage="No matching runs"
              limit={100}
              data={runOptions(runs)}
              {...form.getInputProps("runIds")}
            />
            <Group gap="sm" align="flex-end">
              <Select
                label="Questions"
                allowDeselect={false}
                data={[
                  { value: "all", label: "All questions" },
                  { value: "TEST", label: "Split TEST" },
                  { value: "DEV", label: "Split DEV" },
                ]}
                {...form.getInputProps("split")}
              />
              <Select
                label="Verdicts by"
                allowDeselect={false}
                w={240}
                data={(Object.keys(SOURCE_WORDS) as VerdictSource[])
                  .filter((source) => source === "people" || evaluators.length > 0)
                  .map((value) => ({ value, label: SOURCE_WORDS[value] }))}
                {...form.getInputProps("verdicts")}
              />
              {form.values.verdicts !== "people" && (
                <Select
                  label="Automatic evaluator"
                  allowDeselect={false}
                  w={240}
                  data={evaluatorChoices(evaluators)}
                  {...form.getInputProps("evaluatorId")}
                />
              )}
              <Select
                label="If raters disagree"
                description="With two ratings per response, both give the same result"
                allowDeselect={false}
                w={260}
                data={[
                  { value: "majority", label: "Use adjudication, then majority vote" },
                  { value: "excluded", label: "Use adjudication, otherwise exclude" },
                ]}
                {...form.getInputProps("rule")}
              />
              <Select
                label="Correct answers from"
                allowDeselect={false}
                data={[
                  { value: "release", label: "Each run’s release" },
                  { value: "date", label: "A past date" },
                ]}
                value={form.values.truth === "release" ? "release" : "date"}
                onChange={(from) =>
                  form.setFieldValue("truth", from === "release" ? "release" : "")
                }
              />
              {form.values.truth !== "release" && (
                <TextInput
                  type="date"
                  label={`Date (end of day, ${timeZone})`}
                  w={180}
                  {...form.getInputProps("truth")}
                />
              )}
              <Select
                label="Gold responses"
                allowDeselect={false}
                data={[
                  { value: "count", label: "Count by gold verdict" },
                  { value: "leave-out", label: "Leave out for all runs" },
                ]}
                {...form.getInputProps("gold")}
              />
              <NumberInput
                label="“Old” means before"
                min={1000}
                max={9999}
                allowDecimal={false}
                thousandSeparator=""
                w={120}
                {...form.getInputProps("splitYear")}
              />
            </Group>
            <Textarea
              label="Footnote"
              description="Shown below the table"
              autosize
              minRows={2}
              maxLength={FOOTNOTE_MAX_CHARACTERS}
              {...form.getInputProps("footnote")}
            />
          </Stack>
        </Paper>
        <Paper withBorder p="md" component="section" aria-labelledby="readers">
          <Title order={2} id="readers" mb="sm">
            Visibility
          </Title>
          <Switch
            label="Public leaderboard"
            {...form.getInputProps("isPublic", { type: "checkbox" })}
            description="Anyone can view /public/leaderboard, including each run's model, release and configuration. Responses, ratings and notes are not shown."
          />
          {!publicPages && (
            <Text fz="sm" mt="xs">
              Public pages are turned off in Settings, so only signed-in members can see it.
            </Text>
          )}
        </Paper>
        <ProblemList />
        <Group>
          <Button type="submit" loading={save.pending} disabled={!form.isDirty()}>
            Save leaderboard
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
