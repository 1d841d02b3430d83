"use client";

import { IconColumns3 } from "@tabler/icons-react";
import { LateMenu } from "@/components/ui/late-menu";
import { PlainButton } from "@/components/ui/plain-button";
import type { ColumnMenuProps } from "./column-menu-panel";

const load = async () => (await import("./column-menu-panel")).ColumnMenuPanel;

/** Which columns the grid shows, in what order, which of them stay in view, and how tall its rows are. */
export function ColumnMenu(menu: ColumnMenuProps) {
  return (
    <LateMenu
      load={load}
      menu={menu}
      popup="dialog"
      button={(opens) => (
        <PlainButton
          variant="default"
          size="xs"
          icon={<IconColumns3 size={15} aria-hidden />}
          {...opens}
        >
          Columns
        </PlainButton>
      )}
    />
  );
}
