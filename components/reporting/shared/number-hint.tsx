"use client";

import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./number-hint.module.css";

/** A number whose interval, n and the like show on hover and on focus. */
export function NumberHint({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Tooltip
      label={words}
      events={{ hover: true, focus: true, touch: true }}
      withArrow
      transitionProps={{ duration: 0 }}
    >
      <span className={classes.number} tabIndex={0} role="note" aria-label={words}>
        {children}
      </span>
    </Tooltip>
  );
}
