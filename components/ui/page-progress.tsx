"use client";

import { useEffect, useState, useTransition } from "react";
import { onNavigationStart } from "./navigation-start";
import classes from "./page-progress.module.css";

/**
 * A line at the top of the window while another page is on its way. The page that is there stays until then: most others
 * come in a tenth of a second, before the line shows.
 */
export function PageProgress() {
  const [pending, startTransition] = useTransition();
  const [, setBegun] = useState(0);
  // One transition with the router's own: it is over when the other page is there.
  useEffect(
    () => onNavigationStart(() => startTransition(() => setBegun((begun) => begun + 1))),
    [],
  );
  return pending ? (
    <div className={classes.line} role="progressbar" aria-label="Loading page" />
  ) : null;
}
