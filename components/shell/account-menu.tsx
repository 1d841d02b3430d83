import { Avatar, Text, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState, type ComponentType } from "react";
import type { AccountMenuItemsProps } from "./account-menu-items";
import classes from "./workbench-shell.module.css";

/**
 * The person's own menu. What opens it is there at once; the menu itself comes with the first click, so that desks do
 * not load what floats for a menu that is hardly ever opened there.
 */
export function AccountMenu({ person }: Pick<AccountMenuItemsProps, "person">) {
  const [Items, setItems] = useState<ComponentType<AccountMenuItemsProps> | null>(null);
  const load = () => import("./account-menu-items").then((module) => module.AccountMenuItems);
  const button = (
    <UnstyledButton
      className={classes.account}
      aria-label={`Account menu of ${person.name}`}
      {...(Items === null && {
        "aria-haspopup": "menu",
        "aria-expanded": false,
        onPointerEnter: () => void load().catch(() => {}),
        onClick: () =>
          void load()
            .then((loaded) => setItems(() => loaded))
            .catch(() => {}),
      })}
    >
      <Avatar size={32} radius="xl" name={person.name} color="spruce" aria-hidden alt="" />
      <span style={{ flex: 1, minWidth: 0 }}>
        <Text component="span" display="block" fw={600} fz="sm" truncate>
          {person.name}
        </Text>
        <Text component="span" display="block" fz="xs" c="dimmed" truncate>
          {person.roles.join(", ") || "No role"}
        </Text>
      </span>
      <IconSelector size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
  return Items === null ? button : <Items person={person}>{button}</Items>;
}
