"use client";

import { Button, Group, Modal, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { resultsKey } from "@/components/ui/device-keys";
import { useUserId } from "@/components/ui/signed-in";
import { useKeptText } from "@/components/ui/use-kept-text";
import { runResultsSchema } from "@/lib/reporting/run-results/schema";
import {
  RELATIONSHIPS,
  RELATIONSHIP_WORDS,
  RESULT_WORDS,
  type ResultFormat,
} from "@/lib/reporting/run-results/vocabulary";
import { addressOf } from "@/lib/platform/address";

const DESCRIPTIONS: Record<ResultFormat, string> = {
  hub: "YAML for the folder .eval_results of the model’s repository: both modes in percent, with n, raters and agreement",
  "every-eval-ever":
    "Zip archive by the shared schema, version 0.3: the scores with their intervals, and a line for each verdict",
};

interface PublishResultsDialogProps {
  opened: boolean;
  close: () => void;
  runId: number;
  /** What the reader may have. */
  formats: readonly ResultFormat[];
}

/** Downloads the accuracy of a run for publishing elsewhere. */
export default function PublishResultsDialog({
  opened,
  close,
  runId,
  formats,
}: PublishResultsDialogProps) {
  const [format, setFormat] = useState<ResultFormat>(formats[0]!);
  // The same for every run that a group publishes.
  const userId = useUserId() ?? 0;
  const [dataset, setDataset] = useKeptText(resultsKey(userId, "dataset"));
  const [organization, setOrganization] = useKeptText(resultsKey(userId, "organization"));
  // Judged once it is entered whole.
  const [typing, setTyping] = useState(false);
  const [relationship, setRelationship] = useState("other");
  const wanted = {
    format,
    ...(format === "hub" ? { dataset: dataset.trim() } : { relationship }),
    organization: organization.trim(),
  };
  const checked = runResultsSchema.safeParse(wanted);
  const problem =
    checked.success || dataset === "" || typing ? null : checked.error.issues[0]!.message;
  return (
    <Modal opened={opened} onClose={close} title="Download results for publishing" size="lg">
      <Stack gap="md">
        <Radio.Group label="Where to" value={format} onChange={(value) => setFormat(value)}>
          <Stack gap="xs" mt={6}>
            {formats.map((one) => (
              <Radio
                key={one}
                value={one}
                label={RESULT_WORDS[one]}
                description={DESCRIPTIONS[one]}
              />
            ))}
          </Stack>
        </Radio.Group>
        {format === "hub" && (
          <TextInput
            label="Dataset on the Hub"
            description="The repository that holds the release, and in its eval.yaml the tasks freshqa_relaxed and freshqa_strict"
            placeholder="ORGANIZATION/NAME"
            value={dataset}
            error={problem}
            onChange={(event) => {
              setTyping(true);
              setDataset(event.currentTarget.value);
            }}
            onBlur={() => setTyping(false)}
          />
        )}
        <TextInput
          label="Your organization"
          description="Optional. The organization that reports the results"
          maxLength={200}
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
        {format === "every-eval-ever" && (
          <NativeSelect
            label="Relationship to the model’s makers"
            value={relationship}
            onChange={(event) => setRelationship(event.currentTarget.value)}
            data={RELATIONSHIPS.map((value) => ({ value, label: RELATIONSHIP_WORDS[value] }))}
          />
        )}
        <Text fz="sm" c="dimmed">
          Numbers are those of the accuracy report: all campaigns, human verdicts, the release’s own
          answers. The file says so. Nothing is sent anywhere: you upload it.
          {format === "every-eval-ever" &&
            " It contains the questions, answers and responses, and the names of the run and its campaigns; responses that you have yet to rate are left out."}
        </Text>
        <Group justify="flex-end">
          <Button
            component="a"
            href={checked.success ? addressOf(`/api/runs/${runId}/results`, wanted) : undefined}
            disabled={!checked.success}
            aria-disabled={!checked.success}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
