import { Checkbox, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ROLES, type Role } from "@/lib/people/access/roles";

const MEANING: Record<Role, string> = {
  annotator: "Writes and submits questions",
  rater: "Rates model responses, blind",
  adjudicator: "Resolves rating disagreements",
  researcher: "Views releases, runs, ratings and reports",
  maintainer: "Imports, edits and publishes the dataset",
  admin: "Manages members and views the audit log",
};

/** The roles, several a person, each with what it allows. */
export function RolesInput({
  value,
  onChange,
  error,
}: {
  value: Role[];
  onChange: (roles: Role[]) => void;
  error?: ReactNode;
}) {
  return (
    <Checkbox.Group
      label="Roles"
      value={value}
      onChange={(roles) => onChange(ROLES.filter((role) => roles.includes(role)))}
      error={error}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} label={role} description={MEANING[role]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
