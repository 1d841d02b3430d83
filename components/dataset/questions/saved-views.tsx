"use client";

import {
  Button,
  Checkbox,
  Group,
  Loader,
  Menu,
  Modal,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useState, type FormEvent } from "react";
import { deleteView, saveView } from "@/lib/dataset/questions/actions";
import { withQuery } from "@/lib/dataset/questions/grid";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

export interface SavedView {
  id: number;
  name: string;
  query: string;
  shared: boolean;
  /** Whose it is; null for one's own. */
  owner: string | null;
}

interface SavedViewsProps {
  query: string;
  views: readonly SavedView[];
  choices: "loading" | "ready" | "failed";
  /** Reads the views (again). */
  onLoad: () => void;
}

/** Views of the grid kept under a name: one's own and those that others share. */
export function SavedViews({ query, views, choices, onLoad }: SavedViewsProps) {
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const own = views.filter((view) => view.owner === null);
  const shared = views.filter((view) => view.owner !== null);
  const current = own.find((view) => view.query === query);
  return (
    <>
      <Menu position="bottom-end" width={280} withinPortal shadow="md" onOpen={onLoad}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBookmark size={15} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSaving(true)}>Save view…</Menu.Item>
          <Menu.Divider />
          {choices === "loading" && views.length === 0 && (
            <Group px="sm" py={6} gap="xs">
              <Loader size={14} />
              <Text size="sm">Loading</Text>
            </Group>
          )}
          {choices === "failed" && (
            <Text size="sm" px="sm" py={6} c="red">
              Couldn&apos;t load saved views
            </Text>
          )}
          {choices === "ready" && views.length === 0 && (
            <Text size="sm" px="sm" py={6} c="dimmed">
              No saved views. Set filters and sorting, then save them here.
            </Text>
          )}
          {own.length > 0 && <Menu.Label>Yours</Menu.Label>}
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              href={withQuery("/questions", view.query)}
              rightSection={
                view.shared ? (
                  <Text size="xs" c="dimmed">
                    shared
                  </Text>
                ) : null
              }
            >
              {view.name}
            </Menu.Item>
          ))}
          {shared.length > 0 && <Menu.Label>Shared by others</Menu.Label>}
          {shared.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              href={withQuery("/questions", view.query)}
              rightSection={
                <Text size="xs" c="dimmed">
                  {view.owner}
                </Text>
              }
            >
              {view.name}
            </Menu.Item>
          ))}
          {own.length > 0 && <Menu.Divider />}
          {own.length > 0 && <Menu.Label>Delete</Menu.Label>}
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => setRemoving(view)}
            >
              Delete “{view.name}”
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={saving} onClose={() => setSaving(false)} title="Save this view">
        <SaveViewForm
          query={query}
          current={current}
          onDone={() => {
            setSaving(false);
            onLoad();
          }}
        />
      </Modal>
      <Modal opened={removing !== null} onClose={() => setRemoving(null)} title="Delete this view?">
        {removing !== null && (
          <RemoveView
            view={removing}
            onDone={() => {
              setRemoving(null);
              onLoad();
            }}
            onCancel={() => setRemoving(null)}
          />
        )}
      </Modal>
    </>
  );
}

function SaveViewForm({
  query,
  current,
  onDone,
}: {
  query: string;
  current: SavedView | undefined;
  onDone: () => void;
}) {
  const [name, setName] = useState(current?.name ?? "");
  const [shared, setShared] = useState(current?.shared ?? false);
  const save = useCommand(saveView, {
    title: "View not saved",
    done: (_, view) => `View “${view.name.trim()}” saved`,
    onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ name, query, shared });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
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

function RemoveView({
  view,
  onDone,
  onCancel,
}: {
  view: SavedView;
  onDone: () => void;
  onCancel: () => void;
}) {
  const remove = useCommand(deleteView, {
    title: "View not deleted",
    done: `View “${view.name}” deleted`,
    onDone,
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
