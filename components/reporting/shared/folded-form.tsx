"use client";

import { Text } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { hasFields } from "@/components/ui/has-fields";
import { usePlace } from "@/components/ui/use-place";
import { WhenWanted } from "@/components/ui/when-wanted";
import classes from "./folded-form.module.css";
import { ChosenOptions, optionsOf, readOptions, type Options } from "./chosen-options";

interface FoldedFormProps {
  /** What is chosen, in a few words each; shown while the form is folded, too. */
  chips?: readonly string[];
  children: ReactNode;
}

/**
 * The form of a report, folded to one line that says what is chosen, and drawn once it is unfolded. Whether it is
 * unfolded, and what was chosen in it and not shown yet, is there again after a reload and on Back.
 */
export function FoldedForm({ chips = [], children }: FoldedFormProps) {
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<Options | null>(null);
  const whole = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  usePlace(
    "options",
    usePathname(),
    () => ({ open, options: optionsOf(whole.current?.querySelector("form") ?? null) ?? kept }),
    (place) => {
      if (hasFields(place, { open: "boolean" })) setOpen(place.open as boolean);
      if (hasFields(place, { options: "object" })) setKept(readOptions(place.options));
    },
  );
  useEffect(() => {
    // Unfolded before the scripts were here.
    if (whole.current?.open) setOpen(true);
  }, []);
  return (
    <details
      ref={whole}
      className="no-print"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onSubmit={() => {
        // What was asked for comes into sight, and the keyboard stays where the options are.
        setOpen(false);
        summary.current?.focus();
      }}
    >
      <summary ref={summary} className={classes.line}>
        <Text component="span" fz="sm" fw={600} className={classes.name}>
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          Report options
        </Text>
        {chips.map((chip) => (
          <span key={chip} className={classes.chip}>
            {chip}
          </span>
        ))}
      </summary>
      <WhenWanted wanted={open}>
        <ChosenOptions value={kept}>{children}</ChosenOptions>
      </WhenWanted>
    </details>
  );
}
