import { ScrollArea } from "@mantine/core";
import type { ReactNode } from "react";

/** Lets a wide table scroll inside itself instead of the page, by keyboard too. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea
      type="auto"
      pb="sm"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": label }}
    >
      {children}
    </ScrollArea>
  );
}
