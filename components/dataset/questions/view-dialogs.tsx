"use client";

import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { changeView, deleteView, saveView } from "@/lib/dataset/questions/actions";
import type { SavedViewRow } from "@/lib/dataset/questions/queries";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

export type ViewDialog =
  | { kind: "save"; query: string }
  | { kind: "rename"; view: SavedViewRow }
  | { kind: "delete"; view: SavedViewRow };

const TITLES = {
  save: "Save this view",
  rename: "Rename view",
  delete: "Delete this view?",
} as const;

/** What is asked before a view is saved, renamed or deleted. */
export function ViewDialogs({
  dialog,
  onClose,
  onSaved,
  onDeleted,
}: {
  dialog: ViewDialog | null;
  onClose: () => void;
  /** @param query what was saved. */
  onSaved: (viewId: number, query: string) => void;
  onDeleted: () => void;
}) {
  return (
    <Modal
      opened={dialog !== null}
      onClose={onClose}
      title={dialog === null ? "" : TITLES[dialog.kind]}
    >
      {dialog?.kind === "save" && (
        <SaveView
          query={dialog.query}
          onDone={(viewId) => {
            onClose();
            onSaved(viewId, dialog.query);
          }}
        />
      )}
      {dialog?.kind === "rename" && <RenameView view={dialog.view} onDone={onClose} />}
      {dialog?.kind === "delete" && (
        <DeleteView
          view={dialog.view}
          onDone={() => {
            onClose();
            onDeleted();
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}

function SaveView({ query, onDone }: { query: string; onDone: (viewId: number) => void }) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const kept = useKeptValues({
    of: ["view", null],
    values: { name, shared },
    initial: { name: "", shared: false },
    set: (values) => {
      setName(values.name);
      setShared(values.shared);
    },
  });
  const save = useCommand(saveView, {
    kept,
    title: "View not saved",
    done: (_, view) => `View “${view.name.trim()}” saved`,
    onDone: ({ viewId }) => onDone(viewId),
    refresh: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ name, query, shared });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DraftRestored of={kept} />
        <Text size="sm">Keeps the filters, search, order, grouping and columns of this list.</Text>
        <TextInput
          label="Name"
          description="Using an existing name replaces that view."
          data-autofocus
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.fields.name}
        />
        <Checkbox
          label="Share with everyone"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.fields.name === undefined && <RefusalAlert of={save} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.pending}>
            Save view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RenameView({ view, onDone }: { view: SavedViewRow; onDone: () => void }) {
  const [name, setName] = useState(view.name);
  const rename = useCommand(changeView, { title: "View not renamed", onDone, refresh: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rename.run({ viewId: view.id, name });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
          error={rename.fields.name}
        />
        {rename.fields.name === undefined && <RefusalAlert of={rename} />}
        <Group justify="flex-end">
          <Button type="submit" loading={rename.pending}>
            Rename view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DeleteView({
  view,
  onDone,
  onCancel,
}: {
  view: SavedViewRow;
  onDone: () => void;
  onCancel: () => void;
}) {
  const remove = useCommand(deleteView, {
    title: "View not deleted",
    done: `View “${view.name}” deleted`,
    onDone,
    refresh: true,
  });
  return (
    <Stack gap="sm">
      <Text>
        “{view.name}” will be deleted{view.shared ? " for everyone" : ""}. Questions are not
        affected.
      </Text>
      <RefusalAlert of={remove} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={remove.pending}
          onClick={() => void remove.run({ viewId: view.id })}
        >
          Delete view
        </Button>
      </Group>
    </Stack>
  );
}
