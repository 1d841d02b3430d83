"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { KEY_VARIABLE, KEY_VARIABLE_RULE } from "@/lib/platform/fields";
import { setConnectionKey } from "@/lib/runs/connections/actions";
import type { ConnectionView } from "@/lib/runs/connections/queries";
import { KEY_CHECKS, KeyFields, keyInputOf, NO_KEY, type KeyValues } from "./key-fields";
import { KeyWords } from "./key-words";
import { ProblemList } from "@/components/ui/problem-list";

/** Shows what is known of a connection's key, and replaces or removes it. */
export function KeyForm({ connection }: { connection: ConnectionView }) {
  const { key, connectionId, version, canKeepKeys } = connection;
  const form = useForm<KeyValues>({
    initialValues: { ...NO_KEY, source: key.source, variable: key.variable },
    validate: KEY_CHECKS,
  });
  const save = useCommand(setConnectionKey, {
    title: "Key not saved",
    form,
    done: "Key saved",
    onDone: () => form.setFieldValue("key", ""),
    refresh: true,
  });
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => void save.run({ connectionId, version, key: keyInputOf(values) }),
      )}
      noValidate
    >
      <Stack gap="sm">
        <KeyTrouble connection={connection} />
        <RefusalAlert of={save} shownFields={["key.key", "key.variable"]} />
        <Text>
          Current key: <KeyWords of={key} />
        </Text>
        <KeyFields form={form} canKeepKeys={canKeepKeys} />
        <ProblemList />
        <Group>
          <Button type="submit" variant="default" loading={save.pending}>
            Save key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What to do about a key that cannot be had. */
function KeyTrouble({ connection: { key } }: { connection: Pick<ConnectionView, "key"> }) {
  if (key.state !== "lost" && key.state !== "missing") return null;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={key.state === "lost" ? "Key lost" : "Key not set"}
    >
      {troubleOf(key)}
    </Alert>
  );
}

function troubleOf({ state, variable }: ConnectionView["key"]): string {
  if (state === "lost")
    return "This installation can’t decrypt the key, for example after a restore without its secret-keys file. Enter the key again.";
  return KEY_VARIABLE.test(variable)
    ? `The variable ${variable} is not set where the server runs. Set it and restart the server and its workers.`
    : `The variable ${variable} may not be used. ${KEY_VARIABLE_RULE}`;
}
