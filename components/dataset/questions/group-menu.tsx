"use client";

import { IconLayoutRows } from "@tabler/icons-react";
import { LateMenu } from "@/components/ui/late-menu";
import { PlainButton } from "@/components/ui/plain-button";
import { GROUP_WORDS } from "./group-labels";
import type { GroupMenuProps } from "./group-menu-items";

const load = async () => (await import("./group-menu-items")).GroupMenuItems;

/** Whether rows stand in pages or in one list that is scrolled, and what they are grouped by. */
export function GroupMenu(menu: GroupMenuProps) {
  const { group } = menu.state;
  return (
    <LateMenu
      load={load}
      menu={menu}
      button={(opens) => (
        <PlainButton
          variant={group === null ? "default" : "light"}
          size="xs"
          icon={<IconLayoutRows size={15} aria-hidden />}
          {...opens}
        >
          {group === null ? "Rows" : `By ${GROUP_WORDS[group].toLowerCase()}`}
        </PlainButton>
      )}
    />
  );
}
