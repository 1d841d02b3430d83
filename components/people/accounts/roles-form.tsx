"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { Role } from "@/lib/people/access/schema";
import type { Refusal } from "@/lib/platform/result";
import { changeRoles } from "@/lib/people/accounts/actions";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { RolesInput } from "./roles-input";
import { useWrite } from "@/components/ui/use-write";

export function RolesForm({
  userId,
  roles,
  onDone,
}: {
  userId: number;
  roles: Role[];
  onDone: () => void;
}) {
  const write = useWrite();
  const [chosen, setChosen] = useState(roles);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const result = await write(changeRoles, { userId, roles: chosen });
    setBusy(false);
    if (result.ok) onDone();
    else setRefusal(result.refusal);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <RefusalAlert refusal={refusal} shownFields={["roles"]} />
        <RolesInput
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 ? "Choose at least one role." : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={chosen.length === 0}>
            Save roles
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
