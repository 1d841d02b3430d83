import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { CopyButton } from "@/components/ui/copy-button";
import { HARNESS_WORDS, HARNESSES, packageFileName } from "@/lib/runs/task-packages/vocabulary";

/** A release as a task of each evaluation harness: the archive, and the command that runs it. */
export function TaskPackages({
  name,
  folder = `/api/releases/${name}`,
}: {
  name: string;
  folder?: string;
}) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="tasks">
      <Title order={2} id="tasks" mb="xs">
        Run it in an evaluation harness
      </Title>
      <Text fz="sm" c="dimmed" mb="md">
        Unzip, replace MODEL with your model and run the command. Then import the log into your
        model’s run: each response finds its question by ID. The date in the prompt is the day of
        the release.
      </Text>
      <Stack gap="sm">
        {HARNESSES.map((harness) => {
          const { label, command } = HARNESS_WORDS[harness];
          return (
            <Group key={harness} gap="xs" align="center">
              <Button
                component="a"
                href={`${folder}/${packageFileName(name, harness)}`}
                variant="default"
                size="xs"
                w={190}
                justify="flex-start"
                leftSection={<IconDownload size={14} aria-hidden />}
              >
                {label}
              </Button>
              <Code
                visibleFrom="xs"
                style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap", flex: "1 1 16rem" }}
              >
                {command(name)}
              </Code>
              <CopyButton
                visibleFrom="xs"
                value={command(name)}
                size="xs"
                aria-label={`Copy command for ${label}`}
              />
            </Group>
          );
        })}
      </Stack>
    </Paper>
  );
}
