"use client";

import { Menu } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconLock,
  IconPencil,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useOpened } from "@/components/ui/use-opened";

interface ViewOptionsProps {
  shared: boolean;
  /** Whether it is the first, the last of one's own. */
  first: boolean;
  last: boolean;
  onRename: () => void;
  onShare: () => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
  children: ReactNode;
}

/** What one can do with a saved view, around the button that opens it. */
export function ViewOptions({
  shared,
  first,
  last,
  onRename,
  onShare,
  onMove,
  onDelete,
  children,
}: ViewOptionsProps) {
  const [opened, setOpened] = useOpened();
  const ShareIcon = shared ? IconLock : IconUsers;
  return (
    <Menu position="bottom-start" shadow="md" width={200} opened={opened} onChange={setOpened}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onRename}>
          Rename…
        </Menu.Item>
        <Menu.Item leftSection={<ShareIcon size={15} aria-hidden />} onClick={onShare}>
          {shared ? "Make private" : "Share with everyone"}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          disabled={first}
          onClick={() => onMove(-1)}
        >
          Move left
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={15} aria-hidden />}
          disabled={last}
          onClick={() => onMove(1)}
        >
          Move right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
