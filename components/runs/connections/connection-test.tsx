"use client";

import {
  Alert,
  Button,
  Code,
  Group,
  List,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { formatCount, formatDollars } from "@/lib/platform/format";
import { testConnection } from "@/lib/runs/connections/actions";
import type { ConnectionView } from "@/lib/runs/connections/queries";
import { EVIDENCE_KIND_NAMES, TROUBLE_NAMES } from "@/lib/runs/connections/rules";
import type { ConnectionTest } from "@/lib/runs/connections/schema";

/** Asks the connection once, and shows what came of the last time. */
export function ConnectionTestPanel({
  connection,
  manage,
}: {
  connection: ConnectionView;
  manage: boolean;
}) {
  return (
    <Stack gap="sm" maw={760}>
      {manage && <TestForm connection={connection} />}
      {connection.test === null ? (
        <Text c="dimmed">Not tested yet</Text>
      ) : (
        <TestResult test={connection.test} />
      )}
    </Stack>
  );
}

function TestForm({ connection: { connectionId, kind, models } }: { connection: ConnectionView }) {
  const offered = models.filter(({ archived }) => !archived);
  const [model, setModel] = useState<string | null>(null);
  const [query, setQuery] = useState("");
  const test = useCommand(testConnection, { title: "Connection not tested", refresh: true });
  const chosen = model ?? (offered[0] ? String(offered[0].servedModelId) : null);
  if (kind === "model" && chosen === null)
    return <Text>Add a model below to test this connection.</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void test.run(
          kind === "model"
            ? { connectionId, servedModelId: Number(chosen) }
            : { connectionId, query: query.trim() },
        );
      }}
    >
      <RefusalAlert of={test} />
      <Group align="flex-end" gap="sm">
        {kind === "model" ? (
          <Select
            label="Model"
            data={offered.map((one) => ({
              value: String(one.servedModelId),
              label: one.label,
            }))}
            allowDeselect={false}
            value={chosen}
            onChange={setModel}
            miw={240}
          />
        ) : (
          <TextInput
            label="Query"
            placeholder="When was the Eiffel Tower built?"
            maxLength={200}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            miw={280}
          />
        )}
        <Button type="submit" loading={test.pending}>
          Test connection
        </Button>
      </Group>
      <Text c="dimmed" fz="sm" mt={4}>
        Sends one short {kind === "model" ? "prompt" : "search"}, which the service may charge for.
      </Text>
    </form>
  );
}

function TestResult({ test }: { test: ConnectionTest }) {
  if (test.trouble !== null)
    return (
      <Alert
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title={`${TROUBLE_NAMES[test.trouble]} · ${test.asked}`}
      >
        <Text style={{ overflowWrap: "anywhere" }}>{test.message}</Text>
        {test.trouble === "not-allowed" && (
          <LinkAnchor href="/connections#allowed-hosts">Allowed hosts</LinkAnchor>
        )}
        <Text fz="sm" mt={4}>
          <LocalTime iso={test.at} />
        </Text>
      </Alert>
    );
  return (
    <Paper withBorder p="md">
      <Group gap={6} mb={4}>
        <IconCheck size={18} aria-hidden color="var(--mantine-color-green-filled)" />
        <Text fw={600}>Answered · {test.asked}</Text>
      </Group>
      {test.reply && (
        <>
          <Text fz="sm" c="dimmed">
            Prompt: {test.message}
          </Text>
          <Code block my={6} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {test.reply.text === "" ? "(empty reply)" : test.reply.text}
          </Code>
        </>
      )}
      {test.found && (
        <>
          <Text fz="sm">
            Evidence:{" "}
            {test.found.kinds.map((kind) => EVIDENCE_KIND_NAMES[kind]).join(", ") || "none"}
          </Text>
          <List fz="sm" my={4}>
            {test.found.titles.map((title) => (
              <List.Item key={title} style={{ overflowWrap: "anywhere" }}>
                {title}
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Text fz="sm" c="dimmed" className="tabular">
        {factsOf(test).join(" · ")} · <LocalTime iso={test.at} />
      </Text>
    </Paper>
  );
}

function factsOf({ durationMs, reply, found, cost }: ConnectionTest): string[] {
  const tokens = (count: number | null) => (count === null ? "unknown" : formatCount(count));
  return [
    `${formatCount(durationMs)} ms`,
    ...(reply
      ? [
          `${tokens(reply.inputTokens)} input tokens`,
          `${tokens(reply.outputTokens)} output tokens`,
          `finish: ${reply.finish}`,
        ]
      : []),
    ...(found ? [`${formatCount(found.requests)} request${found.requests === 1 ? "" : "s"}`] : []),
    cost === null ? "cost unknown" : formatDollars(cost),
  ];
}
