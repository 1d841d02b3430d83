"use client";

import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkWith } from "@/components/ui/form-check";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { allowHost, removeHost } from "@/lib/runs/connections/actions";
import type { AllowedHostView } from "@/lib/runs/connections/queries";
import { allowHostSchema } from "@/lib/runs/connections/schema";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { ProblemList } from "@/components/ui/problem-list";

interface AllowedHostsProps {
  hosts: AllowedHostView[];
  /** Whether the reader may change them. */
  manage: boolean;
}

/** The hosts that may be asked although their address is not public. */
export function AllowedHosts({ hosts, manage }: AllowedHostsProps) {
  const remove = useCommand(removeHost, {
    title: "Host not removed",
    notify: true,
    done: ({ host }) => `${host} is no longer allowed`,
    refresh: true,
  });
  return (
    <section aria-labelledby="allowed-hosts">
      <Title order={2} id="allowed-hosts" mt="xl" mb={4}>
        Allowed hosts
      </Title>
      <Text c="dimmed" mb="sm" maw="70ch">
        Requests go to public addresses only. A model server on this machine or network needs an
        entry here, with its port. Pages that a search finds there are read only if the entry says
        so.
      </Text>
      {hosts.length === 0 ? (
        <Text mb="sm">None</Text>
      ) : (
        <ListTable
          label="Allowed hosts"
          minWidth={640}
          rows={hosts}
          rowKey={({ host }) => host}
          columns={[
            { title: "Host", as: "line", cell: ({ host }) => host },
            {
              title: "For",
              as: "line",
              cell: ({ pages }) => (pages ? "Services, pages" : "Services"),
            },
            { title: "Note", as: "text", cell: ({ note }) => note },
            { title: "Allowed by", cell: ({ allowedBy }) => allowedBy },
            {
              title: "Allowed on",
              small: true,
              cell: ({ allowedAt }) => <LocalTime iso={allowedAt} />,
            },
            ...(manage
              ? [
                  {
                    title: "Action",
                    cell: ({ host }: AllowedHostView) => (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Remove ${host}`}
                        loading={remove.pendingInput?.host === host}
                        onClick={() => void remove.run({ host })}
                      >
                        Remove
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {manage && <AllowHostForm />}
    </section>
  );
}

function AllowHostForm() {
  const form = useForm({
    initialValues: { host: "", note: "", pages: false },
    validateInputOnBlur: true,
    validate: {
      host: (value) => (value === "" ? null : checkWith(allowHostSchema.shape.host)(value)),
      note: checkWith(allowHostSchema.shape.note),
    },
  });
  const kept = useKeptForm(form, "allowed-host", null);
  const allow = useCommand(allowHost, {
    title: "Host not allowed",
    form,
    kept,
    done: ({ host }) => `${host} allowed`,
    onDone: () => form.reset(),
    refresh: true,
  });
  return (
    <form onSubmit={form.onSubmit((values) => void allow.run(values))} noValidate>
      <Stack gap="sm" mt="sm" maw={640}>
        <DraftRestored of={kept} />
        <RefusalAlert of={allow} shownFields={["host", "note", "pages"]} />
        <Group grow preventGrowOverflow={false} align="flex-start">
          <TextInput
            label="Host and port"
            description="For example localhost:11434"
            autoComplete="off"
            spellCheck={false}
            miw={200}
            {...form.getInputProps("host")}
          />
          <TextInput
            label="Note"
            description="Server at this address"
            autoComplete="off"
            miw={200}
            {...form.getInputProps("note")}
          />
        </Group>
        <Checkbox
          label="Pages that a search finds there may be read"
          description="By methods that read pages; their text goes to the model"
          {...form.getInputProps("pages", { type: "checkbox" })}
        />
        <ProblemList />
        <Group>
          <Button type="submit" variant="default" loading={allow.pending}>
            Allow host
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
