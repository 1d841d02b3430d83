import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { LateMenu } from "@/components/ui/late-menu";
import type { Role } from "@/lib/people/access/roles";
import classes from "./workbench-shell.module.css";

const load = async () => (await import("./account-menu-items")).AccountMenuItems;

/** The person's own menu. */
export function AccountMenu({ person }: { person: { name: string; roles: readonly Role[] } }) {
  return (
    <LateMenu
      load={load}
      menu={{}}
      button={(opens) => (
        <UnstyledButton
          className={classes.account}
          aria-label={`Account menu of ${person.name}`}
          {...opens}
        >
          <span className={classes.initials} aria-hidden>
            {initialsOf(person.name)}
          </span>
          <span className={classes.person}>
            <b>{person.name}</b>
            <span>{person.roles.join(", ") || "No role"}</span>
          </span>
          <IconSelector size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      )}
    />
  );
}

/** Of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "")
    .join("");
}
