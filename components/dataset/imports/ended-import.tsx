import { Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconArrowBackUp, IconCircleCheck } from "@tabler/icons-react";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { describeOutcome } from "@/lib/dataset/imports/rules";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { cancelImport } from "@/lib/dataset/imports/actions";
import { ImportOver } from "@/components/dataset/import-engine/import-over";

/** An import that is over, in words: what came of it, and where to go from here. */
export function EndedImport({ view }: { view: ImportView }) {
  switch (view.status) {
    case "applied":
    case "undone":
      return (
        <Paper withBorder p="lg" maw={760}>
          <Stack gap="sm">
            <Group gap="xs">
              {view.undone === null ? (
                <IconCircleCheck size={22} color="var(--mantine-color-success)" aria-hidden />
              ) : (
                <IconArrowBackUp size={22} aria-hidden />
              )}
              <Title order={2}>{view.undone === null ? "Imported" : "Imported, then undone"}</Title>
            </Group>
            {view.outcome !== null && <Text>{`Questions: ${describeOutcome(view.outcome)}.`}</Text>}
            {view.appliedAt !== null && (
              <Text fz="sm" c="dimmed">
                Applied <LocalTime iso={view.appliedAt} />. Previous revisions are in each
                question&apos;s history.
              </Text>
            )}
            {view.undone !== null && (
              <Text>
                Undone by {view.undone.by}, <LocalTime iso={view.undone.at} />. Questions, order and
                format are as before the import.
              </Text>
            )}
            {view.sha256 !== null && (
              <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                SHA-256 of the file: <Code>{view.sha256}</Code>
              </Text>
            )}
            <Group gap="xs">
              <LinkButton href="/questions">View questions</LinkButton>
              {view.undone === null && (
                <LinkButton href="/releases/new" variant="default">
                  Publish release
                </LinkButton>
              )}
              <LinkButton href="/imports" variant="default">
                Import another file
              </LinkButton>
            </Group>
          </Stack>
        </Paper>
      );
    case "cancelled":
    case "failed":
    case "interrupted":
      return (
        <ImportOver
          importId={view.importId}
          status={view.status}
          error={view.error}
          unharmed="The dataset was not changed."
          again="/imports"
          cancel={cancelImport}
        />
      );
    default:
      return null;
  }
}
