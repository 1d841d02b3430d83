import { Alert, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ImportView } from "@/lib/exchange/queries";
import { describeOutcome } from "@/lib/exchange/rules";
import { LinkButton } from "../ui/links";
import { LocalTime } from "../ui/local-time";
import { DiscardInterrupted } from "./discard-interrupted";

/** An import that is over, in words: what came of it, and where to go from here. */
export function EndedImport({ view }: { view: ImportView }) {
  switch (view.status) {
    case "applied":
      return (
        <Paper withBorder p="lg" maw={760}>
          <Stack gap="sm">
            <Group gap="xs"><IconCircleCheck size={22} color="var(--mantine-color-success)" aria-hidden /><Title order={2}>Written into the data set</Title></Group>
            {view.outcome !== null && <Text>{`Questions: ${describeOutcome(view.outcome)}.`}</Text>}
            {view.appliedAt !== null && <Text fz="sm" c="dimmed">Applied <LocalTime iso={view.appliedAt} />. Every earlier revision is in its question’s history.</Text>}
            {view.sha256 !== null && <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>SHA-256 of the file: <Code>{view.sha256}</Code></Text>}
            <Group gap="xs">
              <LinkButton href="/questions">Look at the questions</LinkButton>
              <LinkButton href="/releases/new" variant="default">Publish a release</LinkButton>
              <LinkButton href="/imports" variant="default">Import another file</LinkButton>
            </Group>
          </Stack>
        </Paper>
      );
    case "cancelled":
      return <Over color="gray" title="This import was cancelled">Its plan is gone, and the data set is as it was. To go on, import the file again.</Over>;
    case "failed":
      return <Over color="red" title="This import failed">{view.error ?? "Something went wrong on our side. The data set was not changed. Import the file again."}</Over>;
    case "interrupted":
      return (
        <Over color="orange" title="This import was interrupted" action={<DiscardInterrupted importId={view.importId} />}>
          The server stopped while it was at work. The data set was not changed, but the file is gone: import it again, and discard this one.
        </Over>
      );
    default:
      return null;
  }
}

function Over({ color, title, children, action }: { color: string; title: string; children: string; action?: React.ReactNode }) {
  return (
    <Alert color={color} title={title} maw={760} icon={color === "gray" ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />}>
      <Text>{children}</Text>
      <Group gap="xs" mt="sm"><LinkButton href="/imports" size="xs">Import a file</LinkButton>{action}</Group>
    </Alert>
  );
}
