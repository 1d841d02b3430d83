"use client";

import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { assignRoundRobin } from "@/lib/dataset/schedule/actions";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { notifyAssigned } from "./assignment-notice";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { type QueueState } from "@/lib/dataset/schedule/address";

interface ShareOutDialogProps {
  opened: boolean;
  onClose: () => void;
  state: QueueState;
  total: number;
  assignees: { id: number; name: string }[];
  onDone: () => void;
}

/** Asks among whom the questions of the list are to be shared out in turn. */
export function ShareOutDialog({
  opened,
  onClose,
  state,
  total,
  assignees,
  onDone,
}: ShareOutDialogProps) {
  const everyone = assignees.map((person) => String(person.id));
  const [people, setPeople] = useState(everyone);
  const [reassign, setReassign] = useState(false);
  const kept = useKeptValues({
    of: ["distribution", null],
    values: { people, reassign },
    initial: { people: everyone, reassign: false },
    set: (values) => {
      setPeople(values.people.filter((id) => everyone.includes(id)));
      setReassign(values.reassign);
    },
  });
  const distribute = useCommand(assignRoundRobin, {
    kept,
    title: "Questions not distributed",
    onDone: ({ shares, changes }) => {
      const words = shares
        .map(
          (share) =>
            `${assignees.find((person) => person.id === share.assigneeId)?.name ?? "Someone"} ${share.count}`,
        )
        .join(", ");
      notifyAssigned(
        `Distributed ${countOf(changes.length, "question")}: ${words}`,
        changes,
        onDone,
      );
      onClose();
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { page: _, weeks: __, ...filters } = state;
    void distribute.run({ filters, assigneeIds: people.map(Number), reassign });
  };

  return (
    <Modal opened={opened} onClose={onClose} title={`Distribute ${countOf(total, "question")}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <DraftRestored of={kept} />
          <Text fz="sm">
            Assigned in turn, in list order, so everyone ends up with the same number. Existing
            assignments count.
          </Text>
          <Checkbox.Group
            label="Assign to"
            value={people}
            onChange={setPeople}
            error={people.length === 0 ? "Choose at least one member." : undefined}
          >
            <Stack gap={6} mt={6}>
              {assignees.map((person) => (
                <Checkbox key={person.id} value={String(person.id)} label={person.name} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label="Reassign questions that are already assigned"
            checked={reassign}
            onChange={(event) => setReassign(event.currentTarget.checked)}
          />
          <RefusalAlert of={distribute} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={distribute.pending} disabled={people.length === 0}>
              Distribute
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
