"use client";

import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useOpened } from "@/components/ui/use-opened";
import { GRID_GROUPS, type GridState } from "@/lib/dataset/questions/grid";
import { GROUP_WORDS } from "./group-labels";

export interface GroupMenuProps {
  state: GridState;
  onChange: (change: Partial<GridState>) => void;
}

/** What the menu of rows and groups offers, around its button. */
export function GroupMenuItems({
  state,
  onChange,
  children,
}: GroupMenuProps & { children: ReactNode }) {
  const [opened, setOpened] = useOpened();
  const item = (words: string, chosen: boolean, change: Parameters<typeof onChange>[0]) => (
    <Menu.Item
      key={words}
      role="menuitemradio"
      aria-checked={chosen}
      rightSection={chosen ? <IconCheck size={15} aria-hidden /> : null}
      onClick={() => onChange({ ...change, page: 1 })}
    >
      {words}
    </Menu.Item>
  );
  return (
    <Menu
      position="bottom-end"
      width={200}
      withinPortal
      shadow="md"
      opened={opened}
      onChange={setOpened}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show</Menu.Label>
        {item("Pages", !state.scroll && state.group === null, { scroll: false, group: null })}
        {item("Continuous list", state.scroll && state.group === null, {
          scroll: true,
          group: null,
        })}
        <Menu.Divider />
        <Menu.Label>Group by</Menu.Label>
        {GRID_GROUPS.map((group) => item(GROUP_WORDS[group], state.group === group, { group }))}
      </Menu.Dropdown>
    </Menu>
  );
}
