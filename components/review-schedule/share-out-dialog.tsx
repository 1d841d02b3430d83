"use client";

import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import type { Refusal } from "@/lib/platform/result";
import { countOf } from "@/lib/questions/rules";
import { assignRoundRobin } from "@/lib/review-schedule/actions";
import type { QueueState } from "@/lib/review-schedule/schema";
import { RefusalAlert } from "../ui/refusal-alert";
import { notifyAssigned } from "./assignment-notice";
import { useWrite } from "../ui/use-write";

interface ShareOutDialogProps {
  opened: boolean;
  onClose: () => void;
  state: QueueState;
  total: number;
  assignees: { id: number; name: string }[];
  onDone: () => void;
}

/** Asks among whom the questions of the list are to be shared out in turn. */
export function ShareOutDialog({ opened, onClose, state, total, assignees, onDone }: ShareOutDialogProps) {
  const write = useWrite();
  const [people, setPeople] = useState<string[]>(assignees.map((person) => String(person.id)));
  const [reassign, setReassign] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    const { page: _, weeks: __, ...filters } = state;
    const result = await write(assignRoundRobin, { filters, assigneeIds: people.map(Number), reassign });
    setBusy(false);
    if (!result.ok) return setRefusal(result.refusal);
    const shares = result.value.shares.map((share) => `${assignees.find((person) => person.id === share.assigneeId)?.name ?? "Somebody"} ${share.count}`).join(", ");
    notifyAssigned(`Shared out ${countOf(result.value.changes.length, "question")}: ${shares}.`, result.value.changes, onDone);
    onClose();
    onDone();
  };

  return (
    <Modal opened={opened} onClose={onClose} title={`Share out ${countOf(total, "question")}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm">In turn, in the order of the list, so that everybody ends up with as many. What somebody has of this list already counts.</Text>
          <Checkbox.Group label="Among" value={people} onChange={setPeople} error={people.length === 0 ? "Choose at least one person." : undefined}>
            <Stack gap={6} mt={6}>{assignees.map((person) => <Checkbox key={person.id} value={String(person.id)} label={person.name} />)}</Stack>
          </Checkbox.Group>
          <Checkbox label="Share out anew what is assigned already" checked={reassign} onChange={(event) => setReassign(event.currentTarget.checked)} />
          <RefusalAlert refusal={refusal} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>Cancel</Button>
            <Button type="submit" loading={busy} disabled={people.length === 0}>Share out</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
