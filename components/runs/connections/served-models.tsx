"use client";

import { Badge, Button, Group, Modal, Text, Title } from "@mantine/core";
import { useState } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListColumn } from "@/components/ui/list-table";
import { useCommand } from "@/components/ui/use-command";
import { archiveServedModel } from "@/lib/runs/connections/actions";
import type { ConnectionView, ServedModelView } from "@/lib/runs/connections/queries";
import { ServedModelForm } from "./served-model-form";

interface ServedModelsProps {
  connection: ConnectionView;
  models: { modelId: number; name: string }[];
  manage: boolean;
}

/** The models of a connection, with the form for a further one and for each. */
export function ServedModels({ connection, models, manage }: ServedModelsProps) {
  const [open, setOpen] = useState<"new" | ServedModelView | null>(null);
  const archive = useCommand(archiveServedModel, {
    title: "Model not changed",
    notify: true,
    done: ({ archived }) => (archived ? "Model archived" : "Model restored"),
    refresh: true,
  });
  const columns: ListColumn<ServedModelView>[] = [
    {
      title: "Name",
      as: "text",
      minWidth: 140,
      cell: ({ label, archived }) => (
        <Group gap={6}>
          {label}
          {archived && (
            <Badge variant="default" size="sm">
              Archived
            </Badge>
          )}
        </Group>
      ),
    },
    { title: "API name", as: "text", minWidth: 120, cell: ({ apiName }) => apiName },
    {
      title: "Model of the runs",
      as: "text",
      cell: ({ model }) =>
        model === null ? (
          "None (evaluation only)"
        ) : (
          <LinkAnchor href={`/models/${model.modelId}`} inherit>
            {model.name}
          </LinkAnchor>
        ),
    },
    { title: "Accepts", small: true, minWidth: 200, cell: acceptedWords },
    ...(manage
      ? [
          {
            title: "Actions",
            as: "line" as const,
            cell: (served: ServedModelView) => (
              <Group gap={6} wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Edit ${served.label}`}
                  onClick={() => setOpen(served)}
                >
                  Edit
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${served.archived ? "Restore" : "Archive"} ${served.label}`}
                  loading={archive.pendingInput?.servedModelId === served.servedModelId}
                  onClick={() =>
                    void archive.run({
                      servedModelId: served.servedModelId,
                      archived: !served.archived,
                    })
                  }
                >
                  {served.archived ? "Restore" : "Archive"}
                </Button>
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="served-models">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="served-models">
          Models
        </Title>
        {manage && (
          <Button variant="default" onClick={() => setOpen("new")}>
            Add model
          </Button>
        )}
      </Group>
      {connection.models.length === 0 ? (
        <Text>No models yet</Text>
      ) : (
        <ListTable
          label="Models of the connection"
          minWidth={720}
          rows={connection.models}
          rowKey={({ servedModelId }) => servedModelId}
          columns={columns}
        />
      )}
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open === "new" ? "Add model" : "Edit model"}
        size="lg"
        closeOnClickOutside={false}
      >
        {open !== null && (
          <ServedModelForm
            connectionId={connection.connectionId}
            service={connection.service}
            served={open === "new" ? null : open}
            models={models}
            onDone={() => setOpen(null)}
          />
        )}
      </Modal>
    </section>
  );
}

function acceptedWords({ capabilities }: ServedModelView): string {
  const { temperature, seed, tokenParameter, reasoningEffort, systemRole } = capabilities;
  return [
    ...(temperature ? ["temperature"] : []),
    ...(seed ? ["seed"] : []),
    tokenParameter,
    ...(reasoningEffort === null ? [] : [`effort ${reasoningEffort}`]),
    systemRole === "user" ? "no system role" : `${systemRole} role`,
  ].join(" · ");
}
