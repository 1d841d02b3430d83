import { ScrollArea } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table-scroll.module.css";

interface TableScrollProps {
  /** The accessible name of the region that scrolls; a section around it has another. */
  label: string;
  /** Of the element around the table. */
  contentClass?: string;
  children: ReactNode;
}

/** Lets a wide table scroll inside itself instead of the page, by keyboard too. */
export function TableScroll({ label, contentClass, children }: TableScrollProps) {
  return (
    <ScrollArea
      type="auto"
      pb="sm"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": label }}
      classNames={{
        viewport: classes.viewport!,
        ...(contentClass !== undefined && { content: contentClass }),
      }}
    >
      {children}
    </ScrollArea>
  );
}
