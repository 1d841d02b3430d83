"use client";

import NextLink from "next/link";
import { useEffect, useRef, useState, type ComponentProps } from "react";

/** A pointer that only passes by is gone by then. Milliseconds. */
const REST = 60;

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "prefetch"> {
  /** Most people go there next: fetched as soon as the link is seen, with all its data. */
  ahead?: boolean;
}

/**
 * A link within the workbench. Its page is fetched when a pointer rests on it, a finger touches it or the keyboard
 * reaches it: a page has some thirty links, and fetching what all of them lead to cost as much again as the page itself.
 */
export function Link({
  ahead = false,
  onPointerEnter,
  onPointerLeave,
  onPointerDown,
  onFocus,
  ...props
}: LinkProps) {
  const [wanted, setWanted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <NextLink
      {...props}
      prefetch={ahead || (wanted ? null : false)}
      onPointerEnter={(event) => {
        timer.current = setTimeout(() => setWanted(true), REST);
        onPointerEnter?.(event);
      }}
      onPointerLeave={(event) => {
        clearTimeout(timer.current);
        onPointerLeave?.(event);
      }}
      onPointerDown={(event) => {
        setWanted(true);
        onPointerDown?.(event);
      }}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
