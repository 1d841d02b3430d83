"use client";

import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./accuracy.module.css";

/** A number of a table whose interval and n show on hover and on focus. */
export function Share({
  words,
  strong,
  children,
}: {
  words: string;
  strong: boolean;
  children: ReactNode;
}) {
  return (
    <Tooltip
      label={words}
      events={{ hover: true, focus: true, touch: true }}
      withArrow
      transitionProps={{ duration: 0 }}
    >
      <span
        className={classes.share}
        tabIndex={0}
        role="note"
        aria-label={words}
        data-strong={strong || undefined}
      >
        {children}
      </span>
    </Tooltip>
  );
}
