"use client";

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

/** The panel on a phone: over the list, from below. */
export function NarrowPanel({
  opened,
  onClose,
  label,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="80%"
      withCloseButton={false}
      padding="sm"
      attributes={{ content: { "aria-label": label } }}
    >
      {children}
    </Drawer>
  );
}
