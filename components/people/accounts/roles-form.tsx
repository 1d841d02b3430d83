"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { Role } from "@/lib/people/access/roles";
import { changeRoles } from "@/lib/people/accounts/actions";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { RolesInput } from "./roles-input";
import { useCommand } from "@/components/ui/use-command";

export function RolesForm({
  userId,
  roles,
  onDone,
}: {
  userId: number;
  roles: Role[];
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(roles);
  const save = useCommand(changeRoles, { title: "Roles not saved", onDone });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ userId, roles: chosen });
      }}
    >
      <Stack>
        <RefusalAlert of={save} shownFields={["roles"]} />
        <RolesInput
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 ? "Choose at least one role." : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.pending} disabled={chosen.length === 0}>
            Save roles
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
