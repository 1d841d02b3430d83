"use client";

import { Stack } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { countOf } from "@/lib/platform/format";
import type { FieldFact } from "./facts-of-fields";
import { hasFields } from "./has-fields";
import classes from "./more-options.module.css";
import { MARKS, problemsIn } from "./problems";
import { usePlace } from "./use-place";

interface MoreOptionsProps {
  /** Tells this fold from others of the same page. */
  name: string;
  label?: string;
  /** What can be set here, in a few words; said while there are no facts. */
  about?: string;
  /** What differs from the usual, in a few words each: nothing that is set is hidden. */
  facts: readonly FieldFact[];
  children: ReactNode;
}

/**
 * The fields of a form that few need, folded to a line that says what is set in them. It unfolds when one of them is
 * refused, and is as it was left after a reload and on Back.
 *
 * The browser keeps whether it is open, so that it can be unfolded before the page's scripts are there and by a search in
 * the page. Forms with one have `noValidate`: the browser itself cannot show what is wrong in a field out of sight.
 */
export function MoreOptions({
  name,
  label = "More options",
  about,
  facts,
  children,
}: MoreOptionsProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const toggled = useRef(false);
  const [problems, setProblems] = useState(0);
  usePlace(
    `fold ${name}`,
    usePathname(),
    () => (toggled.current && fold.current ? { open: fold.current.open } : null),
    (place) => {
      if (fold.current && hasFields(place, { open: "boolean" }))
        fold.current.open = place.open as boolean;
    },
  );
  useEffect(() => {
    const details = fold.current!;
    let known: HTMLElement[] = [];
    const read = () => {
      const fields = problemsIn(details).map(({ field }) => field);
      if (fields.some((field) => !known.includes(field))) details.open = true;
      known = fields;
      setProblems(fields.length);
    };
    const watch = new MutationObserver(read);
    watch.observe(details, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: MARKS,
    });
    // It may come with problems: in a part of a form that is itself unfolded because of them.
    queueMicrotask(read);
    return () => watch.disconnect();
  }, []);
  const set = facts.filter((fact) => fact !== null);
  return (
    <details
      ref={fold}
      className={classes.fold}
      aria-label={label}
      onToggle={() => (toggled.current = true)}
      suppressHydrationWarning
    >
      <summary className={classes.line}>
        <IconChevronRight size={16} aria-hidden />
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>{" "}
          <span className={classes.facts}>
            {problems > 0 && (
              <span className={classes.problems}>
                Fix {countOf(problems, "problem")}
                {set.length > 0 && " · "}
              </span>
            )}
            {set.length > 0 ? (
              set.join(" · ")
            ) : problems > 0 ? null : (
              <span className={classes.about}>{about}</span>
            )}
          </span>
        </span>
      </summary>
      <Stack gap="sm" className={classes.fields}>
        {children}
      </Stack>
    </details>
  );
}
